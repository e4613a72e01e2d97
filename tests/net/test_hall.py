"""The hall in real time, on a clock moved by hand: who is told what, and that no bot pays for the
arena's own delays."""

from __future__ import annotations

import asyncio

import pytest

from arena import config
from arena.net.entrant import Refused
from arena.net.wire import Leaving
from arena.play.faults import FaultKind
from arena.play.line import MOST_FRESH, Presence
from tests.net.staging import MILLISECOND, SECOND, TICK, Clock, Guest, House, answer_to

STALL = round(config.STALL * SECOND)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
async def house(clock: Clock) -> House:
    """A run of fifty deals at a hundred tables."""
    return House(clock, deals=50, tables=100)


@pytest.fixture
def right(house: House) -> Guest:
    return house.guest("right")


@pytest.fixture
def left(house: House, right: Guest) -> Guest:
    """A bot that has its questions; a few rounds were played, so that its window is wide."""
    left = house.guest()
    house.open()
    for _ in range(8):
        left.answer_all()
        right.answer_all()
        house.let_pass(MILLISECOND)
    return left


# Who is told what.


async def test_what_becomes_of_bots_is_told(house: House) -> None:
    """Let in, lost, back, each once; a connection that replaces another is no news."""
    house.guest("right")
    left = house.guest()
    house.guest()
    left.session.lost()
    house.open()
    newest = house.guest()
    newest.session.lost()
    house.guest()
    assert house.told == [
        ("let in", "right", ""),
        ("let in", "left", ""),
        ("lost", "left", "the connection ended"),
        ("back", "left", ""),
    ]


async def test_who_leaves_after_the_end_is_no_news(house: House) -> None:
    """Every bot does."""
    left = house.guest()
    house.hall.finish()
    left.session.lost()
    assert house.told == [("let in", "left", "")]


def test_answers_are_counted_by_the_size_of_their_messages(house: House, left: Guest) -> None:
    """1, 2, 3 to 4, 5 to 8, and so on; an empty message is none."""
    hall = house.hall
    questions = list(map(answer_to, left.questions()))
    assert len(questions) >= 16
    batches, answers, messages = list(hall.batches), hall.answers, house.left.messages
    for size in (1, 2, 3, 5, 0):
        left.answer(*[questions.pop() for _ in range(size)])
    counted = [now - before for now, before in zip(hall.batches, batches, strict=True)]
    assert (counted[:5], sum(counted)) == ([1, 1, 1, 1, 0], 4)
    assert hall.answers - answers == 11
    assert house.left.messages - messages == 4


def test_a_goodbye_tells_how_the_run_ended(house: House, left: Guest, right: Guest) -> None:
    """FINISHED only when all was played."""
    assert house.hall.parting() == (
        Leaving.SHUTDOWN, "the run was ended before all was played",
    )  # fmt: skip
    house.play_on(left, right)
    assert house.hall.parting() == (Leaving.FINISHED, "all is played")


# Playing.


async def test_a_run_ends_when_all_is_played(
    house: House, left: Guest, right: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall waits for the last table and then lets every session say goodbye."""
    monkeypatch.setattr(config, "CLOCK_TICK", 0.0)
    playing = asyncio.create_task(house.hall.play(house.floor, house))
    await asyncio.sleep(0)
    assert not playing.done()
    house.play_on(left, right)
    await asyncio.wait_for(playing, 10)
    assert (len(house.hands), house.hall.finished.is_set()) == (100, True)


async def test_an_error_of_the_arena_ends_the_run(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is raised where the run is played, and whoever was waited for is not blamed."""
    monkeypatch.setattr(config, "CLOCK_TICK", 0.0)
    house.guest("right")
    broken = KeyError("ours")
    house.hall.fail(broken)
    with pytest.raises(KeyError, match="ours"):
        await asyncio.wait_for(house.hall.play(house.floor, house), 10)
    assert house.left.arrived.exception() is broken
    assert house.hall.entrants["right"].has_arrived
    assert house.faults == []


async def test_no_table_is_taken_while_results_cannot_be_kept(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in play goes on; as soon as the keeper has caught up, the rest is played."""
    monkeypatch.setattr(config, "CLOCK_TICK", 0.0)
    house = House(clock, deals=10, tables=4)
    right, left = house.guest("right"), house.guest()
    ticks = 0

    def is_behind() -> bool:
        nonlocal ticks
        ticks += 1
        house.play_on(left, right)
        in_play.append(house.floor.in_play)
        return ticks < 5

    in_play: list[int] = []
    monkeypatch.setattr(house, "is_behind", is_behind)
    house.floor.held = True
    await asyncio.wait_for(house.hall.play(house.floor, house), 10)
    assert in_play[:5] == [0] * 5
    assert len(house.hands) == 20


async def test_a_bot_that_was_given_up_cannot_be_asked(house: House) -> None:
    """By whichever way it comes back."""
    house.guest()
    house.open()
    house.floor.give_up(house.left.line, FaultKind.DISCONNECTED)
    with pytest.raises(Refused, match="bot left was away for too long and has been given up"):
        house.hall.came(house.left, 1)


# The arena's own delays.


def test_nobody_pays_when_the_arena_stands_still(house: House, left: Guest, clock: Clock) -> None:
    """Three seconds: answers that came meanwhile count and cost nothing, the rest has its time."""
    questions = left.questions()
    asked = list(house.left.line.open.values())
    banks = [seat.bank for seat in asked]
    decisions, half = house.floor.decisions, len(questions) // 2
    assert half > 10
    clock.now += 3 * SECOND
    left.answer(*map(answer_to, questions[:half]))
    assert house.floor.decisions == decisions + half
    assert [seat.bank for seat in asked] == banks
    house.let_pass(2 * SECOND)
    assert (house.faults, house.hall.stalls) == ([], 1)
    house.let_pass(TICK)
    assert [fault.kind for fault in house.faults] == [FaultKind.TIMEOUT]


def test_what_is_open_has_a_fresh_deadline_when_the_arena_stood_still(
    house: House, left: Guest, clock: Clock
) -> None:
    """One and a half of two seconds were gone: the bot has two seconds again."""
    left.questions()
    house.let_pass(1_500 * MILLISECOND)
    clock.now += 60 * SECOND
    house.let_pass(2 * SECOND)
    assert (house.faults, house.hall.stalls) == ([], 1)
    house.let_pass(3 * TICK)
    assert [(fault.kind, fault.bot) for fault in house.faults] == [(FaultKind.TIMEOUT, "left")]


def test_deadlines_are_fresh_a_few_times_only(house: House, left: Guest, clock: Clock) -> None:
    """At the fourth stall one and a half of two seconds are gone: half a second is left, however
    long it stood."""
    left.questions()
    for _ in range(MOST_FRESH + 1):
        house.let_pass(1_500 * MILLISECOND)
        clock.now += 60 * SECOND
    house.let_pass(500 * MILLISECOND - TICK)
    assert (house.faults, house.hall.stalls) == ([], MOST_FRESH + 1)
    house.let_pass(3 * TICK)
    assert [(fault.kind, fault.bot) for fault in house.faults] == [(FaultKind.TIMEOUT, "left")]


def test_a_bot_that_never_answers_is_found_though_the_arena_stutters(
    house: House, left: Guest, clock: Clock
) -> None:
    """Standing still again and again gives nobody for ever: what lies between is charged, once no
    more deadlines are fresh."""
    left.questions()
    for _ in range(200):
        clock.now += STALL + MILLISECOND
        house.let_pass(TICK)
    assert house.hall.stalls == 200
    assert [fault.kind for fault in house.faults] == [FaultKind.TIMEOUT]


def test_a_short_delay_is_no_stall(house: House, left: Guest, clock: Clock) -> None:
    """Up to the bound the clock is what it is."""
    left.questions()
    clock.now += STALL
    house.let_pass(TICK)
    assert house.hall.stalls == 0
    assert house.left.line.silence(clock.now) == STALL + TICK


def test_a_lost_bot_has_its_whole_grace(house: House, left: Guest, clock: Clock) -> None:
    """It can't come back to an arena that stands still."""
    left.session.lost()
    clock.now += 60 * SECOND
    house.let_pass(round(config.RECONNECT_GRACE * SECOND) - TICK)
    before = house.left.line.presence
    house.let_pass(4 * TICK)
    assert (before, house.left.line.presence) == (Presence.AWAY, Presence.GONE)


def test_waiting_for_bots_is_no_stall(clock: Clock) -> None:
    """The clock is first looked at when the run begins."""

    async def wait_and_play() -> House:
        house = House(clock, deals=1, tables=2)
        right, left = house.guest("right"), house.guest()
        clock.now += 60 * SECOND
        playing = asyncio.create_task(house.hall.play(house.floor, house))
        await asyncio.sleep(0)
        house.play_on(left, right)
        await asyncio.wait_for(playing, 10)
        return house

    assert asyncio.run(wait_and_play()).hall.stalls == 0
