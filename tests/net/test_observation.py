"""Observations byte by byte: what the library reads is what the seat may know, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.net import wire
from arena.net.observation import Field, observation
from arena.play.clocks import NO_CLOCKS, NO_LIMIT, SECOND, TimeControl
from arena.play.deals import deal
from arena.play.floor import Floor, Listeners
from arena.play.line import Line, Presence
from arena.play.table import Seat, Table
from arena.rules.bids import PASS, BidKind
from arena.rules.contracts import Call
from arena.rules.deal import Deal
from arena.rules.hand import Decision
from arena.rules.presets import STANDARD
from arena.rules.tiles import TILES, tiles_in
from arena.testing.policies import first
from tests.net.tables import MANY_RULES, a_table, asks_of
from texas42.v1 import bot_pb2, game_pb2


def number_of(tile: int) -> int:
    return game_pb2.Domino.Value(f"DOMINO_{TILES[tile].high}_{TILES[tile].low}")


def by_library(seat: Seat) -> bot_pb2.Observation:
    """Build the same message through the library, field by field."""
    view, own = seat.view, seat.view.seat
    seats = seat.table.hand.options.players
    message = bot_pb2.Observation(
        request_id=seat.request_id,
        decision=int(view.decision or 0),  # type: ignore[arg-type]
        hand=[number_of(tile) for tile in tiles_in(view.held)],  # type: ignore[misc]
        bid_kinds=[int(bid.kind) for bid in view.bids],  # type: ignore[misc]
        bid_values=[bid.value for bid in view.bids],
        shaker=(view.shaker - own) % seats,
        first_bidder=(view.first_bidder - own) % seats,
        call=int(view.call or 0),  # type: ignore[arg-type]
        bidder=0 if view.bidder is None else (view.bidder - own) % seats,
        cap_us=2_000_000,
        bank_us=seat.bank,
        latency_us=seat.line.latency,
        legal_calls=[int(call) for call in view.legal_calls],  # type: ignore[misc]
        legal_bid_kinds=[int(bid.kind) for bid in view.legal_bids],  # type: ignore[misc]
        legal_bid_values=[bid.value for bid in view.legal_bids],
        dealt=[number_of(tile) for tile in tiles_in(view.dealt)],  # type: ignore[misc]
        hand_id=seat.hand_id,
        rules_id=1,
        hidden_tricks=view.hidden_tricks,
    )
    if view.decision is Decision.PLAY:
        message.plays.extend(number_of(tile) for tile in view.plays)  # type: ignore[misc]
        message.leaders.extend((leader - own) % seats for leader in view.leaders)
        legal = (number_of(tile) for tile in tiles_in(view.legal_tiles))
        message.legal_plays.extend(legal)  # type: ignore[arg-type]
        if view.taken:
            sides = len(view.taken)
            message.taken.extend(view.taken[(own + side) % sides] for side in range(sides))
        message.sitting_out.extend(sorted((absent - own) % seats for absent in view.sitting_out))
    return message


@pytest.mark.parametrize("name", MANY_RULES)
def test_the_bytes_are_what_the_library_reads(name: str) -> None:
    """Over whole random hands, whatever is called and however many play, every joined observation
    parses to the message built by fields. It is as long as the library would write it, but for the
    latency, which is written even if it is 0."""
    rng, options = random.Random(42), MANY_RULES[name]
    asked = 0
    for index in range(60):
        for seat in asks_of(a_table(options, deal("wire", index, options)), rng):
            data, expected = observation(seat, options.players), by_library(seat)
            assert bot_pb2.Observation.FromString(data) == expected
            assert len(data) == expected.ByteSize() + (0 if seat.line.latency else 5)
            asked += 1
    assert asked > 400


def test_every_call_and_every_bid_is_met() -> None:
    """The hands of the test above leave none out, nor a partner who sits out."""
    met: Counter[object] = Counter()
    for options in MANY_RULES.values():
        rng = random.Random(42)
        for index in range(60):
            for seat in asks_of(a_table(options, deal("wire", index, options)), rng):
                met[seat.view.call] += 1
                met[len(seat.view.sitting_out)] += 1
                met.update(bid.kind for bid in seat.view.bids)
    assert set(met) >= {*Call, *BidKind, 0, 1, 2}


def test_the_longest_auction_there_can_be() -> None:
    """Four seats that raise each other from 1 point up to 99 marks: more than 127 bids, so that
    their number takes two bytes."""
    options = MANY_RULES["round_and_round-4"]
    table = a_table(options, deal("long", 1, options))
    while table.hand.decision is Decision.BID:
        seat = table.ask()
        assert bot_pb2.Observation.FromString(observation(seat)) == by_library(seat)
        raises = [bid for bid in seat.view.legal_bids if bid is not PASS]
        table.answer(raises[0] if raises else PASS, 0)
    assert len(table.hand.public.auction.bids) == 41 + 99 + 3
    for seat in asks_of(table, random.Random(1)):
        assert bot_pb2.Observation.FromString(observation(seat)) == by_library(seat)


def test_an_undeclared_trump_becomes_a_pip_with_the_first_lead() -> None:
    """The leader is asked under UNDECLARED, and from then on all see the pip, the leader too."""
    options = MANY_RULES["every_call-4"]
    table = a_table(options, deal("undeclared", 1, options))
    while table.hand.decision is Decision.BID:
        table.answer(table.hand.legal_bids()[0], 0)
    table.answer(Call.UNDECLARED, 0)
    told = [
        bot_pb2.Observation.FromString(observation(seat)).call
        for seat in islice(asks_of(table, random.Random(1)), 8)
    ]
    high = TILES[table.hand.public.plays[0]].high
    assert told == [game_pb2.CALL_UNDECLARED, *[int(Call.pips(high))] * 7]


def test_an_observation_is_small() -> None:
    """Flat and packed: under 130 bytes at the longest, about 80 on average."""
    rng = random.Random(1)
    sizes = [len(observation(seat)) for index in range(20)
             for seat in asks_of(a_table(dealt=deal("size", index)), rng)]  # fmt: skip
    assert max(sizes) < 130
    assert sum(sizes) / len(sizes) < 100


def test_the_field_numbers_are_those_of_the_proto() -> None:
    """Every field of the proto is known here by its number, and no other."""
    proto = {field.name.upper(): field.number for field in bot_pb2.Observation.DESCRIPTOR.fields}
    assert {field.name: field.value for field in Field} == proto


def test_what_a_seat_reads_depends_on_what_it_may_know() -> None:
    """Two deals that differ in the others' tiles alone give byte-equal questions."""
    one = deal("leak", 0)
    first, *others = one.hands
    other = Deal(one.shaker, (first, others[1], others[2], others[0]))
    seen = []
    for dealt in (one, other):
        table = a_table(dealt=dealt)
        while table.hand.turn != 0:
            table.answer(table.hand.legal_bids()[0], 0)
        seat = table.ask()
        seen.append(observation(seat))
    assert seen[0] == seen[1]


def test_seats_are_counted_from_the_receiver() -> None:
    """The shaker is told as 0 to the shaker, 3 to the seat on the shaker's left."""
    table = a_table(dealt=deal("relative", 2))
    told = {}
    while table.hand.decision is Decision.BID:
        seat = table.ask()
        told[seat.view.seat] = bot_pb2.Observation.FromString(observation(seat)).shaker
        table.answer(table.hand.legal_bids()[0], 0)
    assert told == {3: 3, 0: 2, 1: 1, 2: 0}


def test_many_observations_are_one_repeated_field() -> None:
    """An ArenaMessage of several questions parses into as many observations, in order."""
    tables = [a_table(dealt=deal("many", index)) for index in range(40)]
    seats = [table.ask() for table in tables]
    read = bot_pb2.ArenaMessage.FromString(wire.asks(seats, 4))
    assert [each.hand_id for each in read.observations] == [seat.hand_id for seat in seats]


def test_without_clocks_a_bot_is_told_that_it_has_all_the_time_there_is() -> None:
    """Cap and bank are the most that 32 bits can say; never zero, never negative."""
    lines: list[Line[Seat]] = [Line("ab"[seat % 2], 256, NO_CLOCKS, salt=7) for seat in range(4)]
    seat = Table(0, STANDARD, deal("wire", 3), lines, NO_CLOCKS.bank).ask()
    read = bot_pb2.Observation.FromString(observation(seat))
    assert (read.cap_us, read.bank_us) == (2**32 - 1, 2**32 - 1)


# The clock.


def clock_told(seat: Seat) -> tuple[int, int]:
    """The cap and the bank that a seat is told."""
    read = bot_pb2.Observation.FromString(observation(seat))
    return read.cap_us, read.bank_us


def test_what_is_asked_anew_is_told_what_is_left_of_its_time() -> None:
    """Of the limit, which the bank may bound, and a second at least; the others have all of it."""
    seat = a_table().ask()
    assert clock_told(seat) == (2 * SECOND, 10 * SECOND)
    for spent, bank, told in (
        (500_000, 10 * SECOND, (1_500_000, 10 * SECOND)),
        (300_000, 1_500_000, (1_220_000, 1_500_000)),
        (1_999_999, 10 * SECOND, (SECOND, 10 * SECOND)),
    ):
        seat.spent, seat.bank = spent, bank
        assert clock_told(seat) == told
    seat.settle()
    assert clock_told(seat) == (2 * SECOND, 10 * SECOND)


def test_without_clocks_what_is_asked_anew_has_all_the_time_there_is() -> None:
    """Whatever was spent."""
    lines: list[Line[Seat]] = [Line("ab"[seat % 2], 256, NO_CLOCKS, salt=7) for seat in range(4)]
    seat = Table(0, STANDARD, deal("wire", 3), lines, NO_CLOCKS.bank).ask()
    seat.spent = 5 * SECOND
    assert clock_told(seat) == (NO_LIMIT, NO_LIMIT)


def test_an_empty_bank_is_told_as_a_microsecond() -> None:
    """The floor is left to it, and a clock of 0 would say that nothing is."""
    seat = a_table().ask()
    seat.bank = 0
    assert clock_told(seat) == (2 * SECOND, 1)


FEW_TIMES = st.builds(
    TimeControl,
    cap=st.integers(1, 3 * SECOND),
    bank=st.integers(1, 5 * SECOND),
    floor=st.integers(1, SECOND),
    grace=st.integers(1, SECOND),
    increment=st.sampled_from([0, 7, SECOND, NO_LIMIT - 1]),
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["answer", "answer", "tick", "lose", "return", "replace", "stand still"]),
        st.integers(0, 1) | st.integers(0, 2 * SECOND),
    ),
    max_size=50,
)


class Told:
    """A floor of two bots, and whatever their seats are told of time."""

    def __init__(self, time: TimeControl) -> None:
        self.time = time
        self.now = 0
        self.lines: list[Line[Seat]] = [Line(bot, 256, time, salt=7) for bot in "ab"]
        for line in self.lines:
            line.connected(256, 0)
        tables = (Table(n, STANDARD, deal("told", n), self.lines * 2, time.bank) for n in range(99))
        self.floor = Floor(tables, 3, Listeners())

    def step(self, what: str, line: Line[Seat]) -> None:
        """Take a step, as a hall does."""
        here, oldest = line.presence is Presence.HERE, line.oldest
        if what == "answer" and oldest is not None:
            self.floor.hear(line, [(oldest.request_id, first(oldest.view), 0)], self.now)
        elif what == "tick" and here:
            self.floor.check_clock(line, self.now)
        elif what == "lose" and here:
            self.floor.lost(line, self.now)
        elif what == "return" or (what == "replace" and here):
            if here:
                self.floor.lost(line, self.now)
            line.connected(256, self.now)
        elif what == "stand still":
            line.stood_still(min(self.now, SECOND), self.now)

    def check(self) -> None:
        """Ask what waits, and look at every clock that is told."""
        self.floor.fill()
        for line in self.lines:
            for seat in line.take(self.now):
                cap, bank = clock_told(seat)
                assert cap == (
                    max(SECOND, self.time.limit(seat.bank) - seat.spent)
                    if seat.spent
                    else self.time.cap
                )
                assert cap >= 1
                assert bank == max(1, seat.bank) < NO_LIMIT


@settings(max_examples=300, deadline=None)
@given(FEW_TIMES, STEPS)
def test_no_clock_that_is_told_is_ever_nothing_or_less(
    time: TimeControl, steps: list[tuple[str, int]]
) -> None:
    """Over any history of answers, time-outs, losses, returns and stalls, under any limits."""
    told = Told(time)
    told.check()
    for place, (what, after) in enumerate(steps):
        told.now += after
        told.step(what, told.lines[(place + after) % 2])
        told.check()
