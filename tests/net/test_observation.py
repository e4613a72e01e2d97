"""Observations byte by byte: what the library reads is what the seat may know, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from arena.net import wire
from arena.net.observation import Field, observation
from arena.play.clocks import NO_CLOCKS, TimeControl
from arena.play.deals import deal
from arena.play.line import Line
from arena.play.table import Seat, Table
from arena.rules.deal import Deal
from arena.rules.hand import Decision
from arena.rules.options import PRESETS, STANDARD, Options
from arena.rules.tiles import TILES, tiles_in
from arena.testing.policies import choices
from texas42.v1 import bot_pb2, game_pb2


def a_table(options: Options = STANDARD, dealt: Deal | None = None) -> Table:
    time = TimeControl()
    lines: list[Line[Seat]] = [Line("ab"[seat % 2], 256, time, salt=7) for seat in range(4)]
    for line in lines:
        line.connected(256, 0)
    return Table(0, options, dealt or deal("wire", 3), lines, time.bank)


def asks_of(table: Table, rng: random.Random) -> Iterator[Seat]:
    """Play a hand with random legal actions, yielding each seat when it is asked."""
    while not table.over:
        seat = table.ask()
        seat.line.waiting.append(seat)
        seat.line.take(1000)
        seat.line.open.clear()
        yield seat
        table.answer(rng.choice(choices(seat.view)), 0)


def number_of(tile: int) -> int:
    return game_pb2.Domino.Value(f"DOMINO_{TILES[tile].high}_{TILES[tile].low}")


def by_library(seat: Seat) -> bot_pb2.Observation:
    """Build the same message through the library, field by field."""
    view, own = seat.view, seat.view.seat
    message = bot_pb2.Observation(
        request_id=seat.request_id,
        decision=int(view.decision or 0),  # type: ignore[arg-type]
        hand=[number_of(tile) for tile in tiles_in(view.held)],  # type: ignore[misc]
        bid_kinds=[int(bid.kind) for bid in view.bids],  # type: ignore[misc]
        bid_values=[bid.value for bid in view.bids],
        shaker=(view.shaker - own) % 4,
        first_bidder=(view.first_bidder - own) % 4,
        call=int(view.call or 0),  # type: ignore[arg-type]
        bidder=0 if view.bidder is None else (view.bidder - own) % 4,
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
        message.leaders.extend((leader - own) % 4 for leader in view.leaders)
        legal = (number_of(tile) for tile in tiles_in(view.legal_tiles))
        message.legal_plays.extend(legal)  # type: ignore[arg-type]
        if view.taken:
            message.taken.extend((view.taken[own % 2], view.taken[1 - own % 2]))
    return message


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_bytes_are_what_the_library_reads(preset: str) -> None:
    """Over whole random hands every joined observation parses to the message built by fields."""
    rng = random.Random(42)
    asked = 0
    for index in range(60):
        for seat in asks_of(a_table(PRESETS[preset], deal("wire", index)), rng):
            read = bot_pb2.Observation.FromString(observation(seat))
            assert read == by_library(seat)
            asked += 1
    assert asked > 600


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
