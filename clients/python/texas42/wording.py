"""How a person would say what an observation shows. Words only: nothing here decides anything."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from texas42.values import ME, Call, Decision, Domino

if TYPE_CHECKING:
    from texas42.observation import Contract, Observation

_FOUR = ("you", "left", "partner", "right")


def describe(seen: "Observation") -> str:
    """The situation in a few lines, ending with what is asked and what is legal."""
    players = seen.rules.players
    lines = [f"You hold {_tiles(seen.hand) or 'nothing'}; {_seat(seen.shaker, players)} shook."]
    if seen.bids:
        said = ", ".join(f"{_seat(seat, players)} {bid}" for seat, bid in seen.bids)
        lines.append(f"Bids: {said}.")
    if seen.contract is not None:
        lines.append(_contract(seen.contract, players))
    if seen.hidden_tricks:
        lines.append(f"Tricks no longer shown: {seen.hidden_tricks}.")
    first = seen.hidden_tricks
    for number, (trick, winner) in enumerate(zip(seen.tricks, seen.winners[first:], strict=False)):
        lines.append(
            f"Trick {first + number + 1}: {_plays(trick, players)}; {_seat(winner, players)} won."
        )
    if any(seen.taken):
        lines.append(f"Points taken: you {seen.taken[0]}, they {sum(seen.taken[1:])}.")
    if any(seen.scores):
        lines.append(f"Score: you {seen.scores[0]}, they {sum(seen.scores[1:])}.")
    if seen.trick:
        lines.append(f"On the table: {_plays(seen.trick, players)}.")
    lines.append(_question(seen))
    return "\n".join(lines)


def _question(seen: "Observation") -> str:
    asked: int = seen.message.decision
    if asked == Decision.BID:
        question, legal = "Your bid", ", ".join(map(str, seen.legal_bids))
    elif asked == Decision.CALL_TRUMP:
        question, legal = "Your call", ", ".join(map(str, seen.legal_calls))
    elif asked == Decision.PLAY:
        question = "Your play" if seen.trick else "Your lead"
        legal = _tiles(seen.legal_plays)
    else:
        question, legal = f"Decision {asked}, unknown to this client", ""
    time = f"{seen.cap:g} s for this, {seen.bank:g} s in the bank"
    return f"{question}: {legal or 'nothing is legal'} ({time})."


def _contract(contract: "Contract", players: int) -> str:
    who = _seat(contract.bidder, players)
    trumps = "follow me" if contract.call is Call.FOLLOW_ME else f"{contract.call} are trumps"
    return f"{who.capitalize()} bid {contract.bid}; {trumps}."


def _plays(plays: Iterable[tuple[int, Domino]], players: int) -> str:
    return ", ".join(f"{_seat(seat, players)} {tile}" for seat, tile in plays)


def _tiles(tiles: Iterable[Domino]) -> str:
    return " ".join(map(str, tiles))


def _seat(seat: int, players: int) -> str:
    if players == len(_FOUR) and seat < players:
        return _FOUR[seat]
    return "you" if seat == ME else f"seat {seat}"
