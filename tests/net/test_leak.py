"""Nothing that a seat may not know reaches it: neither a tile, nor how long another has thought.

Two deals that differ in what one seat can't see are played side by side, the others doing the same
in both as long as that is legal. As long as they do, the seat must be sent the same bytes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from arena.net import wire
from arena.net.observation import DOMINO, observation
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.faults import Fault
from arena.play.floor import Floor, Listeners
from arena.play.line import Line
from arena.play.table import Seat, Table
from arena.rules.auction import FirstBidder
from arena.rules.bids import Bid, BidKind
from arena.rules.deal import Deal
from arena.rules.hand import Action, Decision
from arena.rules.options import Options
from arena.rules.tiles import ALL_TILES, BIT, DOUBLES, TILES, Tile, tiles_in
from tests.net.tables import HIDING, MANY_RULES, a_table, asks_of
from texas42.v1 import bot_pb2

MILLISECOND = 1000
ONE_NOUGHT = BIT[Tile.parse("1-0")]


def hidden_otherwise(dealt: Deal, seat: int, options: Options, rng: random.Random) -> Deal:
    """Deal the tiles that a seat doesn't see anew; who holds 1-0 stays so where it is public."""
    own = dealt.hands[seat]
    unseen = list(tiles_in(ALL_TILES & ~own & ~options.removed))
    while True:
        rng.shuffle(unseen)
        each, tiles = options.tiles_per_seat, iter(unseen)
        hands = tuple(
            own if other == seat else sum(BIT[next(tiles)] for _ in range(each))
            for other in range(options.players)
        )
        moved = any((old ^ new) & ONE_NOUGHT for old, new in zip(dealt.hands, hands, strict=True))
        if not (moved and options.first_bidder is FirstBidder.HOLDER_0_1):
            return Deal(dealt.shaker, hands)


class Sitting:
    """One deal on a floor of its own, with a bot at each seat, on a clock moved by hand."""

    def __init__(self, options: Options, dealt: Deal) -> None:
        time = TimeControl()
        lines: list[Line[Seat]] = [
            Line(f"bot{n}", 256, time, salt=n) for n in range(len(dealt.hands))
        ]
        for line in lines:
            line.connected(256, 0)
        self.table = Table(0, options, dealt, lines, time.bank)
        self.faults: list[Fault] = []
        self.told: list[bytes] = []
        listeners = Listeners([self._end], [lambda _, fault: self.faults.append(fault)])
        self.floor = Floor(iter([self.table]), 1, listeners)
        self.floor.fill()
        self.seats = options.players
        self.now = 1_000_000

    def _end(self, table: Table) -> None:
        self.told = wire.hands_over(table)

    def ask(self) -> tuple[Seat, bytes]:
        """Return the seat that is asked, and what its bot is sent."""
        turn = self.table.hand.turn
        assert turn is not None
        (seat,) = self.table.seats[turn].line.take(self.now)
        return seat, wire.asks([seat], self.seats)

    def answer(self, seat: Seat, action: Action, elapsed: int) -> None:
        """Answer for a seat after so many microseconds."""
        self.now += elapsed
        self.floor.hear(seat.line, [(seat.request_id, action, 0)], self.now)
        seat.line.measured(elapsed, 1)


def in_common(one: Sitting, other: Sitting) -> list[Action]:
    """What the seat in turn may do in both."""
    legal = set(other.table.hand.legal_actions())
    return [action for action in one.table.hand.legal_actions() if action in legal]


def side_by_side(
    options: Options, one: Deal, other: Deal, watched: int, rng: random.Random
) -> Iterator[tuple[bytes, bytes]]:
    """Play two deals alike, as long as that is possible; yield what the watched seat is sent."""
    first, second = Sitting(options, one), Sitting(options, other)
    while not (first.table.over or second.table.over):
        (seat, sent), (twin, sent_twin) = first.ask(), second.ask()
        assert seat.view.seat == twin.view.seat
        watching = seat.view.seat == watched
        if watching:
            yield sent, sent_twin
        may = in_common(first, second)
        if not may:
            return
        action = rng.choice(may)
        thought = rng.randrange(1, 30) * MILLISECOND
        first.answer(seat, action, thought)
        second.answer(twin, action, thought if watching else rng.randrange(1, 30) * MILLISECOND)
    taken, taken_there = (sitting.table.hand.public.taken for sitting in (first, second))
    if first.table.over and second.table.over and taken == taken_there:
        yield first.told[watched], second.told[watched]


@pytest.mark.parametrize("name", MANY_RULES)
def test_a_seat_is_sent_nothing_that_it_may_not_know(name: str) -> None:
    """Byte for byte the same, whatever the others hold and however long they think."""
    options, rng = MANY_RULES[name], random.Random(1)
    compared = 0
    for index in range(60):
        dealt = deal("leak", index, options)
        watched = index % options.players
        twin = hidden_otherwise(dealt, watched, options, rng)
        for sent, sent_twin in side_by_side(options, dealt, twin, watched, rng):
            assert sent == sent_twin
            compared += 1
    assert compared > 60


def test_other_seats_legal_bids_tell_no_doubles() -> None:
    """A seat that may plunge or splash shows it to nobody but by bidding so."""
    options = MANY_RULES["texas_house-4"]
    dealt = Deal.parse(
        "D | 6-6 5-5 4-4 3-3 6-5 6-4 6-3 | 6-2 6-1 6-0 5-4 5-3 5-2 5-1 "
        "| 5-0 4-3 4-2 4-1 4-0 3-2 3-1 | 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
    )
    a, b, c, d = dealt.hands
    low = sum(BIT[Tile.parse(tile)] for tile in ("5-0", "4-3", "4-2", "4-1"))
    swapped = Deal(dealt.shaker, (a & ~DOUBLES | low, b, c & ~low | a & DOUBLES, d))
    may_bid, sent = [], []
    for each in (dealt, swapped):
        sitting = Sitting(options, each)
        seat, _ = sitting.ask()
        may_bid.append({bid.kind for bid in seat.view.legal_bids})
        sitting.answer(seat, Bid.points(30), MILLISECOND)
        sent.append(sitting.ask()[1])
    assert may_bid[0] - may_bid[1] == {BidKind.PLUNGE, BidKind.SPLASH}
    assert sent[0] == sent[1]


@pytest.mark.parametrize("name", HIDING)
def test_hidden_tricks_are_shown_once(name: str) -> None:
    """A finished trick's tiles stand in one request of each seat at most, and never again."""
    options, rng = HIDING[name], random.Random(3)
    hidden = 0
    for index in range(80):
        table = a_table(options, deal("hidden", index, options))
        shown: dict[int, list[int]] = {seat: [] for seat in range(options.players)}
        for seat in asks_of(table, rng):
            own = seat.view.seat
            read = bot_pb2.Observation.FromString(observation(seat, options.players))
            high = table.hand.public.auction.high
            if seat.view.decision is not Decision.PLAY or not (
                high and options.stacking.hides(high)
            ):
                continue
            size = options.players - len(read.sitting_out)
            first, finished = read.hidden_tricks, len(read.leaders) - 1
            turned_down = {DOMINO[tile] for tile in table.hand.public.plays[: first * size]}
            assert not turned_down & {*read.plays, *read.hand, *read.legal_plays}
            assert not read.taken
            # Each trick is new to this seat, and none is missed.
            assert [*shown[own], *range(first, finished)] == list(range(finished))
            shown[own] = list(range(finished))
            hidden += first
    assert hidden > 5


@pytest.mark.parametrize("name", HIDING)
def test_the_reason_of_a_fault_tells_no_hidden_tile(name: str) -> None:
    """A seat that errs is told in words what was asked: its own tiles and those on the table."""
    options, rng = HIDING[name], random.Random(4)
    told = 0
    for index in range(40):
        sitting = Sitting(options, deal("words", index, options))
        for _ in range(rng.randrange(6, 40)):
            if sitting.table.over:
                break
            seat, _ = sitting.ask()
            sitting.answer(seat, rng.choice(sitting.table.hand.legal_actions()), MILLISECOND)
        if sitting.table.over:
            continue
        seat, _ = sitting.ask()
        hand = sitting.table.hand
        on_table = hand.public.plays[(len(hand.public.leaders) - 1) * hand.trick_size :]
        wrong = next(tile for tile in TILES if not seat.view.held & BIT[tile])
        may_know = {wrong, *tiles_in(seat.view.dealt), *(TILES[tile] for tile in on_table)}
        sitting.answer(seat, wrong, MILLISECOND)
        (fault,) = sitting.faults
        named = {Tile.parse(text) for text in re.findall(r"\b\d-\d\b", str(fault))}
        assert named <= may_know
        told += 1
    assert told > 3
