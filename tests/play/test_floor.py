"""The floor on a virtual clock: who is blamed for what, and that time changes no result."""

from __future__ import annotations

import random

import pytest

from arena.play.clocks import SECOND, TimeControl
from arena.play.report import Terms, canonical, match_result
from arena.testing.policies import first, illegal
from arena.testing.virtual import VirtualBot, VirtualRun


def result_of(run: VirtualRun) -> bytes:
    names = tuple(bot.name for bot in run.bots)
    terms = Terms("test", "standard", run.seed, run.deals, names, rated=True)
    return canonical(match_result(terms, run.tally))


def bots(**second: object) -> tuple[VirtualBot, VirtualBot]:
    return VirtualBot("steady"), VirtualBot("other", **second)  # type: ignore[arg-type]


def test_every_deal_is_played_at_both_seatings() -> None:
    """Each half of each deal ends exactly once, and both halves have the same tiles."""
    run = VirtualRun(bots(), deals=40, room=16).play()
    assert sorted((hand.deal, hand.rotation) for hand in run.hands) == [
        (deal, half) for deal in range(40) for half in range(2)
    ]
    assert run.tally.blocks == 40
    assert run.faults == []


@pytest.mark.parametrize("room", [1, 7, 256, 1024])
def test_tables_in_play_change_no_result(room: int) -> None:
    """The result is byte-equal whatever the number of tables, beside a bot that dawdles."""
    dawdler = random.Random(room)
    slow = bots(thinking=lambda _: dawdler.randrange(50_000))
    expected = result_of(VirtualRun(bots(), deals=60, room=16).play())
    assert result_of(VirtualRun(slow, deals=60, room=room).play()) == expected


def test_a_serial_bot_is_not_blamed_for_waiting_asks() -> None:
    """20 ms a decision, 256 tables and a cap of 2 s: no fault, since waiting is never charged."""
    run = VirtualRun(bots(thinking=lambda _: 20_000), deals=200, room=256).play()
    assert run.faults == []
    assert run.tally.blocks == 200


def test_the_window_shrinks_to_what_a_bot_can_answer_in_half_a_cap() -> None:
    """A bot of 20 ms a decision soon has at most 50 open, though it asked for 256."""
    run = VirtualRun(bots(thinking=lambda _: 20_000), deals=100, room=256).play()
    assert run.lines["other"].window_now == 50
    assert run.most_open["other"] <= 64


def test_a_window_is_never_exceeded() -> None:
    """A bot that says 3 never has more than 3 decisions open."""
    run = VirtualRun(bots(window=3), deals=30, room=64).play()
    assert run.most_open["other"] == 3


def test_an_answer_after_the_cap_is_late_and_not_applied() -> None:
    """50 ms over the cap: one TIMEOUT with the measured time, the rest of the run goes on."""
    late = bots(thinking=lambda n: 2 * SECOND + 50_000 if n == 10 else 100)
    run = VirtualRun(late, deals=20, room=4).play()
    assert run.faults_by_kind() == {"timeout": 1}
    assert 2 * SECOND < run.faults[0].elapsed_us <= 2 * SECOND + 50_000
    assert run.lines["other"].late == 1
    assert run.tally.blocks == 20


def test_a_bank_runs_out_before_the_cap() -> None:
    """Each decision is under the cap, but the seat's bank for the deal is spent: TIMEOUT."""
    time = TimeControl(cap=2 * SECOND, bank=3 * SECOND, floor=20_000, grace=SECOND)
    run = VirtualRun(bots(thinking=lambda _: 1_500_000), deals=1, room=1, time=time).play()
    assert set(run.faults_by_kind()) == {"timeout"}
    assert all(fault.elapsed_us < 2 * SECOND for fault in run.faults)


def test_thinking_under_the_floor_is_free() -> None:
    """A bot that always takes just under the floor never loses any bank."""
    time = TimeControl(bank=1, grace=SECOND)
    run = VirtualRun(bots(thinking=lambda _: 19_000, wire=1), deals=10, room=8, time=time).play()
    assert run.faults == []


def test_a_bot_that_falls_silent_costs_two_faults_and_then_one_for_every_table_that_needs_it() -> (
    None
):
    """The oldest decision times out, the bot is stalled, and the run still ends."""
    silent = bots(thinking=lambda n: 100 if n < 50 else None)
    run = VirtualRun(silent, deals=20, room=8).play()
    kinds = [str(fault.kind) for fault in run.faults]
    assert kinds[:2] == ["timeout", "stalled"]
    assert set(kinds[2:]) == {"stalled"}
    assert all(fault.bot == "other" for fault in run.faults)
    assert len(run.hands) == 40


def test_a_stalled_bot_that_comes_back_is_asked_anew() -> None:
    """What was open when it stalled is asked again, and no further fault is booked."""
    run = VirtualRun(bots(comes_back=True), deals=20, room=8)
    run.bots[1].thinking = lambda n: 100 if n < 50 or len(run.faults) == 2 else None
    run.play()
    assert run.faults_by_kind() == {"stalled": 1, "timeout": 1}
    assert run.tally.blocks == 20


def test_an_illegal_answer_forfeits_the_deal_and_its_other_half_is_played() -> None:
    """Every hand of the cheat ends by its own fault, each with what was legal."""
    run = VirtualRun(bots(policy=illegal), deals=3, room=4).play()
    assert run.faults_by_kind() == {"illegal action": 6}
    assert all(fault.bot == "other" for fault in run.faults)
    assert all("legal" in fault.asked for fault in run.faults)
    (evidence,) = run.tally.pairings.values()
    assert evidence.counts.counts == (0, 0, 0, 0, 3)


def test_a_forfeit_before_any_bid_is_worth_one_mark() -> None:
    """R34: before a contract stands the other side gets the high bid's marks, at least one."""
    run = VirtualRun((VirtualBot("a", policy=illegal), VirtualBot("b", policy=first)), 2).play()
    assert {hand.awards for hand in run.hands} == {(0, 1), (1, 0)}


def test_the_same_run_twice_is_the_same_to_the_last_record() -> None:
    """Equal seeds and bots give equal records, times and all, on the virtual clock."""
    once, again = (VirtualRun(bots(), deals=10, room=8).play() for _ in range(2))
    assert once.hands == again.hands
