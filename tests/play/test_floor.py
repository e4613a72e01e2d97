"""The floor on a virtual clock: who is blamed for what, and that time changes no result."""

from __future__ import annotations

import random

import pytest

from arena.play.clocks import SECOND, TimeControl
from arena.play.deals import deal
from arena.play.faults import Fault, FaultKind
from arena.play.floor import MOST_LOSSES, Floor, Listeners
from arena.play.line import Line
from arena.play.report import Terms, canonical, match_result
from arena.play.table import Seat, Table
from arena.rules.bids import PASS
from arena.rules.presets import STANDARD
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


# What befalls a question before it is answered.


class Stage:
    """One floor and its two lines, driven by hand; `left` bids first."""

    def __init__(self, tables: int) -> None:
        time = TimeControl()
        self.lines: list[Line[Seat]] = [Line(bot, 256, time, salt=3) for bot in ("right", "left")]
        self.right, self.left = self.lines
        self.faults: list[Fault] = []
        made = (Table(n, STANDARD, deal("x", 0), self.lines * 2, time.bank) for n in range(tables))
        self.floor = Floor(
            made, tables, Listeners(fault=[lambda _, fault: self.faults.append(fault)])
        )
        for line in self.lines:
            line.connected(256, 0)
        self.floor.fill()

    def back(self, now: int) -> list[Seat]:
        """Let the left bot in again, and return what it is asked."""
        self.left.connected(256, now)
        return self.left.take(now)


def test_a_bot_that_comes_back_has_what_is_left_of_its_time() -> None:
    """Half a second before the loss leaves it one and a half after; then there is one TIMEOUT with
    both as evidence. The other question has all its time."""
    stage = Stage(tables=2)
    oldest, other = stage.left.take(0)
    stage.floor.lost(stage.left, 500_000)
    assert stage.back(4 * SECOND) == [oldest, other]
    again = 4 * SECOND + 1_500_000
    assert (stage.floor.check_clock(stage.left, again), stage.faults) == (False, [])
    stage.floor.check_clock(stage.left, again + 1)
    assert [(each.kind, each.elapsed_us) for each in stage.faults] == [
        (FaultKind.TIMEOUT, 2 * SECOND + 1),
    ]  # fmt: skip
    assert (oldest.disturbed, other.spent, other.losses) == (False, 0, 1)


def test_an_answer_after_a_loss_is_charged_with_what_came_before() -> None:
    """Both parts together, with one floor; and a late one is late by both."""
    stage = Stage(tables=2)
    first_seat, second_seat = stage.left.take(0)
    bank = first_seat.bank
    stage.floor.lost(stage.left, 500_000)
    stage.back(SECOND)
    stage.floor.hear(stage.left, [(first_seat.request_id, PASS, 0)], SECOND + 300_000)
    assert (first_seat.bank, stage.faults) == (bank - 800_000 + TimeControl().floor, [])
    stage.floor.lost(stage.left, SECOND + 1_900_000)
    stage.back(9 * SECOND)
    stage.floor.hear(stage.left, [(second_seat.request_id, PASS, 0)], 10 * SECOND + 1)
    assert [(each.kind, each.elapsed_us) for each in stage.faults] == [
        (FaultKind.TIMEOUT, 2_600_001),
    ]  # fmt: skip


def test_what_lay_behind_in_a_stall_has_all_its_time() -> None:
    """The bot hung at the first question: the third is asked anew as if for the first time."""
    stage = Stage(tables=3)
    seats = stage.left.take(0)
    hung = TimeControl().cap + TimeControl().grace + 1
    assert stage.floor.check_clock(stage.left, hung)
    assert [each.kind for each in stage.faults] == [FaultKind.TIMEOUT, FaultKind.STALLED]
    assert [each.elapsed_us for each in stage.faults] == [hung, hung]
    assert [(seat.spent, seat.losses) for seat in seats] == [(0, 0), (0, 0), (0, 1)]


def test_a_question_lost_too_often_is_asked_no_more() -> None:
    """Its fault tells what the bot took of it in all, and the seat is as new."""
    stage = Stage(tables=1)
    (seat,) = stage.left.take(0)
    for now in range(0, MOST_LOSSES * 100, 100):
        stage.floor.lost(stage.left, now + 10)
        stage.back(now + 100)
    stage.floor.lost(stage.left, MOST_LOSSES * 100 + 10)
    assert [(each.kind, each.elapsed_us) for each in stage.faults] == [
        (FaultKind.DISCONNECTED, 10 * (MOST_LOSSES + 1)),
    ]  # fmt: skip
    assert (seat.disturbed, list(stage.left.waiting)) == (False, [])


def test_under_a_cap_below_the_floor_an_answer_may_be_late() -> None:
    """The floor is free, and no more than the cap all the same."""
    tight = TimeControl(cap=10_000, floor=20_000)
    for took, faults in ((10_000, 0), (10_001, 1)):
        stage = Stage(tables=1)
        stage.left.time = tight
        (seat,) = stage.left.take(0)
        stage.floor.hear(stage.left, [(seat.request_id, PASS, 0)], took)
        assert len(stage.faults) == faults


def test_an_increment_is_paid_for_quick_answers_too() -> None:
    """Every decision in time brings it."""
    stage = Stage(tables=1)
    stage.left.time = TimeControl(increment=5)
    (seat,) = stage.left.take(0)
    bank = seat.bank
    stage.floor.hear(stage.left, [(seat.request_id, PASS, 0)], 3)
    assert (seat.bank, stage.faults) == (bank + 5, [])
