"""How a record is written.

A record is text that a person can read and write by hand: a header of tags, one on a line, then
hand after hand. Its specification is `tests/records/README.md`; `reading` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple

from arena.play.notation.record import ABOUT, Forfeit, GameRecord, HandNotes, Void
from arena.play.notation.tricks import Trick, asleep, tricks_of
from arena.play.notation.words import (
    FIRST_LINE,
    by_side,
    ending_of,
    found_by,
    outcome_of,
    trumps_led,
)
from arena.rules.auction import seats_bidding
from arena.rules.contracts import Call
from arena.rules.game import Game
from arena.rules.hand import Hand
from arena.rules.seats import seat_name
from arena.rules.shaker import level_highest
from arena.rules.sheet import changes, said
from arena.rules.tiles import say


def written(record: GameRecord) -> str:
    """Return a record as text, the canonical one: all that is known, in a fixed order."""
    replay = record.replay()
    lines = [FIRST_LINE, *_header(record, replay.game)]
    for number, (notes, hand) in enumerate(zip(record.hands, replay.hands, strict=True)):
        lines += ["", f"hand {number + 1}", *_hand(notes, hand)]
        lines.append(f"result: {_result(hand, replay.totals[number])}")
    return "\n".join(lines) + "\n"


def _header(record: GameRecord, game: Game) -> Iterator[str]:
    options = record.options
    for tag, text in zip(ABOUT, astuple(record.about), strict=True):
        if text:
            yield f"{tag}: {text}"
    yield f"rules: {options.preset}"
    for option, value in changes(options).items():
        yield f"{option}: {said(value)}"
    if options.removed:
        yield f"removed: {say(options.removed)}"
    for seat, name in enumerate(record.names):
        if name:
            yield f"seat {seat_name(seat)}: {name}"
    if record.deck is not None:
        yield f"deck: {record.deck}"
    yield from _draws(record)
    yield f"shaker: {seat_name(record.first_shaker)}, {found_by(options)}"
    totals = by_side(options.seating, game.totals)
    yield f"result: {ending_of(game, options)}; {_hands(len(record.hands))}; total {totals}"


def _hands(number: int) -> str:
    return "1 hand" if number == 1 else f"{number} hands"


def _draws(record: GameRecord) -> Iterator[str]:
    drawing: Sequence[int] = range(record.options.players)
    for drawn in record.draws:
        yield f"draw: {_each(drawing, drawn)}"
        drawing = level_highest(drawing, drawn)


def _each(seats: Iterable[int], what: Iterable[object]) -> str:
    return ", ".join(f"{seat_name(seat)} {it}" for seat, it in zip(seats, what, strict=True))


def _hand(notes: HandNotes, hand: Hand) -> Iterator[str]:
    yield f"shaker: {seat_name(notes.deal.shaker)}"
    for seat, tiles in enumerate(notes.deal.hands):
        yield f"deal {seat_name(seat)}: {say(tiles)}"
    if asleep(hand):
        yield f"asleep: {say(asleep(hand))}"
    yield from _bids(hand)
    if notes.call is not None and hand.public.caller is not None:
        call = f"call: {seat_name(hand.public.caller)} {notes.call}"
        led = trumps_led(hand) if notes.call is Call.UNDECLARED else None
        yield call if led is None else f"{call}; {led}"
    for number, trick in enumerate(tricks_of(hand)):
        yield f"trick {number + 1}: {_trick(trick)}"
    match notes.stop:
        case Forfeit(seat, why):
            yield f"forfeit: {seat_name(seat)}, {why}"
        case Void(why):
            yield f"void: {why}"


def _bids(hand: Hand) -> Iterator[str]:
    """Yield the auction, a line for each round."""
    auction = hand.public.auction
    place = {seat: n for n, seat in enumerate(auction.order)}
    line: list[str] = []
    last = -1
    seats = seats_bidding(auction.order, auction.bids)
    for seat, bid in zip(seats, auction.bids, strict=True):
        if place[seat] <= last:
            yield f"bids: {', '.join(line)}"
            line = []
        line.append(f"{seat_name(seat)} {bid}")
        last = place[seat]
    if line:
        yield f"bids: {', '.join(line)}"


def _trick(trick: Trick) -> str:
    plays = _each(trick.seats, trick.tiles)
    if trick.winner is None:
        return plays
    return f"{plays}; {seat_name(trick.winner)} wins {trick.points}"


def _result(hand: Hand, totals: tuple[int, ...]) -> str:
    seating, result = hand.options.seating, hand.result
    told = [outcome_of(hand)]
    if hand.public.call is not None:
        told.append(f"taken {by_side(seating, hand.public.taken)}")
    if result is not None and any(result.awards):
        told.append(f"awarded {by_side(seating, result.awards)}")
    told.append(f"total {by_side(seating, totals)}")
    return "; ".join(told)
