"""How a person would say what an observation shows. Words only: nothing here decides anything."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from texas42.rules import Rules
from texas42.values import ME, Call, Decision, Domino

if TYPE_CHECKING:
    from texas42.observation import Contract, Observation

_FOUR = ("you", "left", "partner", "right")
_CALLS = {
    Call.FOLLOW_ME: "follow me",
    Call.FOLLOW_ME_LOW: "follow me, doubles low",
    Call.FOLLOW_ME_OWN: "follow me, doubles a suit of their own",
    Call.NELLO_OWN: "nello, doubles a suit of their own",
    Call.NELLO_HIGH: "nello, doubles high",
    Call.NELLO_LOW: "nello, doubles low",
    Call.NELLO_OWN_INVERTED: "nello, doubles a suit of their own with 0-0 on top",
    Call.SEVENS: "sevens",
    Call.UNDECLARED: "the first tile led makes trumps",
}


def describe(seen: "Observation") -> str:
    """The situation in a few lines, ending with what is asked and what is legal."""
    rules = seen.rules
    lines = [f"You hold {_tiles(seen.hand) or 'nothing'}; {_seat(seen.shaker, rules)} shook."]
    if seen.bids:
        said = ", ".join(f"{_seat(seat, rules)} {bid}" for seat, bid in seen.bids)
        lines.append(f"Bids: {said}.")
    if seen.contract is not None:
        lines.append(_contract(seen.contract, rules))
    lines += [f"{_seat(seat, rules).capitalize()} sits out." for seat in seen.sitting_out]
    if seen.hidden_tricks:
        lines.append(f"Tricks no longer shown: {seen.hidden_tricks}.")
    first = seen.hidden_tricks
    for number, (trick, winner) in enumerate(zip(seen.tricks, seen.winners[first:], strict=False)):
        lines.append(
            f"Trick {first + number + 1}: {_plays(trick, rules)}; {_seat(winner, rules)} won."
        )
    if any(seen.taken):
        lines.append(f"Points taken: {_by_side(seen.taken, rules)}.")
    if any(seen.scores):
        lines.append(f"Score: {_by_side(seen.scores, rules)}.")
    if seen.trick:
        lines.append(f"On the table: {_plays(seen.trick, rules)}.")
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


def _contract(contract: "Contract", rules: Rules) -> str:
    who = _seat(contract.bidder, rules)
    called = _CALLS.get(contract.call) or f"{contract.call} are trumps"
    return f"{who.capitalize()} bid {contract.bid}; {called}."


def _plays(plays: Iterable[tuple[int, Domino]], rules: Rules) -> str:
    return ", ".join(f"{_seat(seat, rules)} {tile}" for seat, tile in plays)


def _by_side(numbers: Sequence[int], rules: Rules) -> str:
    """Numbers by side, each with who that is: `you 11, they 0`, or `you: 5, seat 1: 0, ...`."""
    if len(numbers) == 2:
        return f"you {numbers[0]}, they {numbers[1]}"
    sides = (" and ".join(_seat(seat, rules) for seat in seats) for seats in rules.seats_by_side)
    return ", ".join(f"{side}: {number}" for side, number in zip(sides, numbers, strict=False))


def _tiles(tiles: Iterable[Domino]) -> str:
    return " ".join(map(str, tiles))


def _seat(seat: int, rules: Rules) -> str:
    if (rules.players, rules.sides) == (len(_FOUR), 2) and seat < len(_FOUR):
        return _FOUR[seat]
    return "you" if seat == ME else f"seat {seat}"
