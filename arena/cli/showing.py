"""A game for people: a table of its hands, or one hand as it went, whole or as one seat saw it.

All fits a terminal of 80 columns. Bold and dim are for terminals only, and nothing depends on them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from arena.cli.errors import WrongUsage
from arena.cli.hand_words import Words
from arena.play.notation.lines import MOST_BYTES
from arena.play.notation.record import Forfeit, GameRecord, HandNotes, Replay
from arena.play.notation.tricks import Trick, asleep, tricks_of
from arena.play.notation.words import (
    BadRecord,
    by_side,
    ending_of,
    found_by,
    outcome_of,
    side_name,
    trumps_led,
)
from arena.rules.auction import say_bids
from arena.rules.contracts import Call, say_calls
from arena.rules.hand import Action, Decision, Hand
from arena.rules.seats import SEAT_NAMES, seat_name
from arena.rules.sheet import title
from arena.rules.tiles import say
from arena.rules.view import View

WIDTH: Final = 80
_NAME: Final = 12
_LONG_NAME: Final = 40


def record_at(path: Path) -> GameRecord:
    """Return the record in a file. Raises WrongUsage with the line that is wrong."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as why:
        raise WrongUsage(f"{path} can't be read: {why.strerror}") from None
    try:
        return GameRecord.parse(content, str(path))
    except BadRecord as why:
        raise WrongUsage(str(why)) from None


def seat_of(text: str, players: int) -> int:
    """Return the seat of a letter, or of a number from 1. Raises WrongUsage."""
    known = SEAT_NAMES[:players]
    for names in (known, "1234567"[:players]):
        if len(text) == 1 and text.upper() in names:
            return names.index(text.upper())
    raise WrongUsage(
        f"--seat {text}: no such seat; seats go by letter or number: "
        f"{known[0]} to {known[-1]}, or 1 to {players}"
    )


# The table of all hands.


def show_game(record: GameRecord, console: Console) -> None:
    """Print who played and how it ended, then a row for each hand."""
    replay, options = record.replay(), record.options
    _print(console, _wrapped(_headline(record), style="bold"), _wrapped(title(options)))
    for seat, name in enumerate(record.names):
        shook = f"   shook first ({found_by(options)})" if seat == record.first_shaker else ""
        shown = name if cell_len(name) <= _LONG_NAME else _cut(name, _LONG_NAME)
        _print(console, Text(f"  {seat_name(seat)} {shown}{shook}".rstrip()))
    rows = [_row(record, replay, number) for number in range(len(record.hands))]
    sides = " ".join(side_name(options.seating, side) for side in range(options.seating.sides))
    header = ["#", "shook", "bid", "call", "ended", "taken", "awarded", f"total {sides}"]
    for line in _columns([header, *rows]):
        _print(console, line)
    totals = by_side(options.seating, replay.game.totals)
    _print(console, Text(f"\n{ending_of(replay.game, options)}: {totals}"))


def _headline(record: GameRecord) -> str:
    about = record.about
    told = ", ".join(text for text in (about.event, about.place, about.date) if text)
    hands = len(record.hands)
    counted = "1 hand" if hands == 1 else f"{hands} hands"
    return f"{told or 'A game'}: {counted}"


def _row(record: GameRecord, replay: Replay, number: int) -> list[str]:
    hand, notes = replay.hands[number], record.hands[number]
    auction, result = hand.public.auction, hand.result
    won = hand.public.caller is not None and auction.bidder is not None
    ended = outcome_of(hand)
    if isinstance(notes.stop, Forfeit):
        ended = f"{seat_name(notes.stop.seat)} forfeits"
    return [
        str(number + 1),
        seat_name(hand.public.shaker),
        f"{seat_name(auction.bidder or 0)} {auction.high}" if won else "",
        _called(hand, notes),
        ended,
        _amounts(hand.public.taken) if notes.call else "",
        _amounts(result.awards) if result is not None and any(result.awards) else "",
        _amounts(replay.totals[number]),
    ]


def _called(hand: Hand, notes: HandNotes) -> str:
    """Return what was called, with who called it if it wasn't the bidder, and what it became."""
    caller = hand.public.caller
    if notes.call is None or caller is None:
        return ""
    by = f"{seat_name(caller)} " if caller != hand.public.auction.bidder else ""
    led = trumps_led(hand) if notes.call is Call.UNDECLARED else None
    return f"{by}{notes.call}" if led is None else f"{by}{notes.call}: {led}"


def _amounts(amounts: Iterable[int]) -> str:
    return " ".join(map(str, amounts))


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[Text]:
    """Yield rows as lines; what was taken, awarded and who shook go, in turn, where it is wide."""
    kept = list(range(len(rows[0])))
    widths = [max(len(row[column]) for row in rows) for column in kept]
    for spare in (5, 6, 1):
        if sum(widths[column] + 2 for column in kept) > WIDTH:
            kept.remove(spare)
    for number, row in enumerate(rows):
        cells = [
            row[column].rjust(widths[column]) if column == 0 else row[column].ljust(widths[column])
            for column in kept
        ]
        lead = "\n" if number == 0 else ""
        yield Text(lead + "  ".join(cells).rstrip(), style="bold" if number == 0 else "")


# One hand.


class Seen(NamedTuple):
    """What a seat saw of a hand at last: how many tricks lay turned down by then, whether points
    were hidden, and each of its choices with what else was legal."""

    seat: int
    hidden_tricks: int
    hides: bool
    choices: tuple[tuple[str, str, str], ...]


def show_hand(record: GameRecord, number: int, console: Console, seat: int | None = None) -> None:
    """Print hand `number`, counted from 1, as it went or as a seat saw it. Raises WrongUsage."""
    if not 1 <= number <= len(record.hands):
        hands = f"the game has hands 1 to {len(record.hands)}" if record.hands else "it has none"
        raise WrongUsage(f"--hand {number}: no such hand; {hands}")
    replay, words = record.replay(), Words(record)
    hand, notes = replay.hands[number - 1], record.hands[number - 1]
    seen = None if seat is None else seen_by(hand, notes, seat)
    sight = "" if seat is None else f", as {words.seat(seat)} saw it"
    headline = (
        f"Hand {number} of {len(record.hands)}{sight}: {words.seat(hand.public.shaker)} shook"
    )
    _print(console, Text(headline, style="bold"), Text())
    _print(console, *_dealt(record, hand, seat), Text())
    _print(console, _wrapped(f"{words.auction(hand)}."))
    if contract := " ".join(words.contract(hand, notes)):
        _print(console, _wrapped(contract))
    _print(console, *_tricks(hand, seen))
    last = number == len(record.hands)
    _print(console, _wrapped(" ".join(words.ending(hand, notes))))
    score = words.score(record, replay.totals[number - 1], replay.game if last else None)
    _print(console, _wrapped(score))
    if seen is not None:
        _print(console, Text(), Text(f"What {words.seat(seen.seat)} chose", style="bold"))
        _print(console, *map(_choice, seen.choices))


def seen_by(hand: Hand, notes: HandNotes, seat: int) -> Seen:
    """Return what a seat saw whenever it was asked, up to the last time."""
    again = Hand(hand.options, hand.deal)
    view = View(again, seat)
    choices: list[tuple[str, str, str]] = []
    for action in notes.actions:
        if again.turn == seat:
            view.look(again)
            choices.append(_chosen(again, action))
        again.act(action)
    if view.call is None and again.public.call is not None:  # never asked since: it only watches
        view = View(again, seat)
        view.look(again)
    high = again.public.auction.high
    hides = again.public.call is not None and high is not None and hand.options.stacking.hides(high)
    return Seen(seat, view.hidden_tricks, hides, tuple(choices))


def _chosen(hand: Hand, action: Action) -> tuple[str, str, str]:
    match hand.decision:
        case Decision.BID:
            return "bid", str(action), say_bids(hand.legal_bids())
        case Decision.CALL_TRUMP:
            return "call", str(action), say_calls(hand.legal_calls())
    return f"trick {len(hand.public.leaders)}", str(action), say(hand.legal_tiles)


def _choice(choice: tuple[str, str, str]) -> Text:
    asked, chosen, legal = choice
    told = f"  {asked:8}  {chosen:10}  "
    return _wrapped(f"{told}of {legal}", indent=len(told))


def _dealt(record: GameRecord, hand: Hand, seat: int | None) -> Iterator[Text]:
    """Yield a line for each seat with its tiles, as far as they may be seen."""
    width = min(_NAME, max(map(cell_len, record.names)))
    for each, name in enumerate(record.names):
        shown = set_cell_size(name, width) if cell_len(name) <= width else _cut(name, width)
        tiles = say(hand.deal.hands[each]) if seat in (None, each) else "unseen"
        yield Text(f"  {seat_name(each)} {shown}  ").append(
            tiles, style="dim" if tiles == "unseen" else ""
        )
    if hand.options.removed:
        yield _wrapped(f"  Out of the set: {say(hand.options.removed)}")
    if asleep(hand):
        tiles = say(asleep(hand)) if seat is None else f"{asleep(hand).bit_count()} tiles, unseen"
        yield _wrapped(f"  Asleep: {tiles}")


def _cut(name: str, width: int) -> str:
    return f"{set_cell_size(name, width - 1)}…"


def _tricks(hand: Hand, seen: Seen | None) -> Iterator[Text]:
    """Yield a line for each trick: who led, who played what, who won it, and the points so far."""
    tricks = tricks_of(hand)
    if not tricks:
        return
    seating = hand.options.seating
    points_hidden = seen is not None and seen.hides
    sides = [side_name(seating, side) for side in range(seating.sides)]
    width = 7 * hand.trick_size
    header = f"{'#':>2}  {'led':{width}}{'won':6}"
    yield Text()
    header += "" if points_hidden else _numbers(sides, sides)
    yield Text(header.rstrip(), style="bold")
    taken = [0] * seating.sides
    for number, trick in enumerate(tricks):
        turned_down = seen is not None and number < seen.hidden_tricks
        line = Text(f"{number + 1:>2}  ").append(_plays(trick, width, turned_down))
        if trick.winner is not None:
            taken[seating.side[trick.winner]] += trick.points
            points = "" if turned_down else f"+{trick.points}"
            line.append(f"{seat_name(trick.winner)} {points:4}")
            line.append("" if points_hidden else _numbers(taken, sides))
        line.rstrip()
        yield line
    yield Text()


def _plays(trick: Trick, width: int, turned_down: bool) -> Text:
    """Return the tiles of a trick in order of play, the winner's with a star."""
    if turned_down:
        return Text(f"{seat_name(trick.seats[0])} led; turned down".ljust(width), style="dim")
    line = Text()
    for seat, tile in zip(trick.seats, trick.tiles, strict=True):
        wins = seat == trick.winner
        play = f"{seat_name(seat)} {tile}{'*' if wins else ''}"
        line.append(play.ljust(7), style="bold" if wins else "")
    return line.append(" " * (width - len(line)))


def _numbers(amounts: Iterable[object], sides: Sequence[str]) -> str:
    """Return an amount for each side, under its name."""
    return "".join(
        f"{amount!s:>{max(3, len(side) + 1)}}" for amount, side in zip(amounts, sides, strict=True)
    )


# Lines.


def _print(console: Console, *lines: Text) -> None:
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


def _wrapped(text: str, indent: int = 0, style: str = "") -> Text:
    """Return a text in lines that fit, those after the first indented."""
    lines = textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
    return Text("\n".join(lines), style=style)
