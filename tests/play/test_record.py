"""Records: whatever the rules and the seats, what is kept of a hand is enough to play it again."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.floor import Floor, Listeners
from arena.play.line import Line
from arena.play.record import HandRecord, TimeSplit, record_of
from arena.play.schedule import Format, Pairing, Sitting
from arena.play.table import Seat, Table
from arena.rules.auction import BidRounds
from arena.rules.bids import Bid
from arena.rules.contracts import Call
from arena.rules.hand import Action, Hand
from arena.rules.options import Options
from arena.rules.presets import PRESETS, STANDARD, preset
from arena.rules.scoring import SoloSetAward
from arena.rules.seats import Teams
from arena.rules.tiles import TILES
from arena.rules.view import View
from arena.testing.policies import first, illegal
from arena.testing.virtual import VirtualBot, VirtualRun

ANY_RULES = {
    **PRESETS,
    **{f"gl, {players} players": preset("sheet_gl", players) for players in (2, 3, 5, 6, 7)},
    "2x3": replace(preset("sheet_gl"), players=6, teams=Teams.TWO_BY_THREE),
    "3x2": replace(preset("sheet_gl"), players=6, teams=Teams.THREE_BY_TWO),
    "until passed": replace(
        preset("sheet_gl", 3),
        bid_rounds=BidRounds.UNTIL_PASSED,
        solo_set_award=SoloSetAward.BIDDER_MINUS,
    ),
}


def hands_of(options: Options, deals: int, **second: object) -> list[HandRecord]:
    """Two bots at these rules' table; the second may be odd."""
    bots = VirtualBot("a"), VirtualBot("b", **second)  # type: ignore[arg-type]
    return VirtualRun(bots, deals, seed="record", options=options).play().hands


def now_and_then_illegal(view: View) -> Action:
    """Answer legally, but for a fifth of all hands of tiles."""
    return illegal(view) if view.held % 5 == 0 else first(view)


def replayed(record: HandRecord, options: Options) -> Hand:
    """Play a record's hand again, by what it says and no more."""
    hand = Hand(options, deal("record", record.deal, options))
    for bid in record.bids:
        hand.bid(Bid.parse(bid))
    if record.call:
        hand.act(Call.parse(record.call))
    for tile in record.plays:
        hand.play(TILES[tile])
    return hand


@pytest.mark.parametrize("options", ANY_RULES.values(), ids=ANY_RULES)
def test_a_hand_is_played_again_from_its_record(options: Options) -> None:
    """The same outcome, awards and points, with the same seats asked in the same order."""
    for record in hands_of(options, 25):
        result = replayed(record, options).result
        assert result is not None
        assert (record.outcome, record.awards, record.taken) == (
            result.outcome.value, result.awards, result.taken,
        )  # fmt: skip
        decisions = len(record.bids) + bool(record.call) + len(record.plays)
        assert len(record.askers) == len(record.times_us) == decisions
        assert len(record.bots_by_side()) == options.seating.sides == len(record.awards)


@pytest.mark.parametrize("options", ANY_RULES.values(), ids=ANY_RULES)
def test_a_hand_that_was_forfeited_is_played_as_far_as_it_went(options: Options) -> None:
    """Up to the decision that was at fault, whichever it was."""
    seen = set()
    for record in hands_of(options, 25, policy=now_and_then_illegal):
        if record.outcome == "forfeited":
            hand = replayed(record, options)
            (fault,) = record.faults
            assert (hand.turn, hand.result) == (fault.seat, None)
            seen.add(hand.decision)
    assert len(seen) > 1


def test_the_declarer_is_the_bot_whose_bid_stood() -> None:
    """At each rotation of a group, by the seat of the highest bid."""
    options = preset("sheet_gl", 3)
    bots = tuple(VirtualBot(name) for name in "abc")
    run = VirtualRun(bots, 12, "record", options=options, format=Format.FREE_FOR_ALL).play()
    declarers = set()
    for record in run.hands:
        bidder = replayed(record, options).public.auction.bidder
        assert bidder is not None
        assert record.declarer == record.bots[(bidder - record.rotation) % 3]
        declarers.add(record.declarer)
    assert declarers == {"a", "b", "c"}


# Where the time went.


def timed_hand(told: int, waited: int) -> HandRecord:
    """A hand in which every message holds one answer, comes after 100 microseconds, and waits."""
    lines: list[Line[Seat]] = [Line(bot, 256, TimeControl(), salt=1) for bot in "ab"]
    for line in lines:
        line.connected(256, 0)
    table = Table(0, STANDARD, deal("split", 1), lines * 2, TimeControl().bank)
    floor, now = Floor(iter([table]), 1, Listeners()), 0
    floor.fill()
    while not table.over:
        for line in lines:
            for seat in line.take(now):
                now += 100
                floor.hear(line, [(seat.request_id, first(seat.view), told)], now, waited)
    return record_of(table, Sitting(1, Pairing("a", "b"), 0))


def test_what_bots_say_and_what_the_arena_took_is_kept() -> None:
    """Beside the measured time, a number for each decision."""
    record = timed_hand(told=60, waited=10)
    decisions = len(record.times_us)
    assert (record.told_us, record.arena_us) == ((60,) * decisions, (10,) * decisions)
    assert record.time_split() == TimeSplit(
        arena_us=10 * decisions, wire_us=30 * decisions, bots_us=60 * decisions, untold_us=0
    )


def test_what_nobody_says_is_not_kept() -> None:
    """A bot that doesn't say how long it took leaves its time and the wire's together."""
    record = timed_hand(told=0, waited=0)
    assert (record.told_us, record.arena_us) == ((), ())
    assert record.time_split() == TimeSplit(0, 0, 0, untold_us=sum(record.times_us))


def test_the_answers_of_a_message_share_what_it_waited() -> None:
    """As they share its time: the sum over a message is what was measured."""
    lines: list[Line[Seat]] = [Line(bot, 256, TimeControl(), salt=1) for bot in "ab"]
    for line in lines:
        line.connected(256, 0)
    tables = [Table(n, STANDARD, deal("split", 0), lines * 2, 1) for n in range(4)]
    floor = Floor(iter(tables), 4, Listeners())
    floor.fill()
    (asked,) = [seats for seats in (line.take(0) for line in lines) if seats]
    floor.hear(asked[0].line, [(seat.request_id, first(seat.view), 7) for seat in asked], 900, 42)
    assert [(table.times, table.told, table.waited) for table in tables] == [([225], [7], [10])] * 4


def test_a_claim_is_only_a_claim() -> None:
    """A bot that says an hour took no more than was measured, and the wire then nothing."""
    record = timed_hand(told=3_600_000_000, waited=30)
    decisions = len(record.times_us)
    assert record.time_split() == TimeSplit(30 * decisions, 0, 70 * decisions, 0)


DECISIONS = st.lists(st.tuples(*[st.integers(0, 2**32)] * 3), min_size=1, max_size=40)


@given(DECISIONS)
def test_the_parts_make_up_the_whole(decisions: list[tuple[int, int, int]]) -> None:
    """Whatever is claimed: no part is below nothing, and together they are what was measured."""
    times, told, waited = zip(*decisions, strict=True)
    record = msgspec.structs.replace(
        timed_hand(0, 0), times_us=times, told_us=told, arena_us=waited
    )
    parts = msgspec.structs.astuple(record.time_split())
    assert min(parts) >= 0
    assert sum(parts) == sum(times)
