"""The line to one bot: what is sent when, who is charged for what, and what a lost bot is owed."""

from __future__ import annotations

from itertools import pairwise

import pytest

from arena.play.clocks import NO_CLOCKS, SECOND, TimeControl
from arena.play.line import Ask, Line, Presence

TIME = TimeControl(cap=2 * SECOND, bank=10 * SECOND, floor=20_000, grace=5 * SECOND)


def line(window: int = 256, time: TimeControl = TIME, *, salt: int = 42) -> Line[Ask]:
    """A line to a bot that was let in at time 0 and answers in no time."""
    made: Line[Ask] = Line("bot", window, time, salt)
    made.connected(window, 0)
    for _ in range(200):
        made.measured(0, 1)
    return made


def asks(line: Line[Ask], number: int, bank: int = TIME.bank) -> list[Ask]:
    """Let so many asks wait at a line."""
    waiting = [Ask(bank) for _ in range(number)]
    line.waiting.extend(waiting)
    return waiting


# What is sent when.


def test_a_bot_that_is_away_is_asked_nothing() -> None:
    """Asks wait until it is there."""
    away: Line[Ask] = Line("bot", 256, TIME, salt=1)
    waiting = asks(away, 3)
    assert (away.may_send(), away.take(5)) == (False, [])
    away.connected(256, 6)
    assert (away.may_send(), away.take(7)) == (True, waiting)


def test_all_that_waits_goes_together_oldest_first() -> None:
    """One message; each ask is open under a number of its own, since then."""
    bot = line()
    waiting = asks(bot, 5)
    assert bot.take(100) == waiting
    assert list(bot.open.values()) == waiting
    assert [bot.open[ask.request_id] for ask in waiting] == waiting
    assert {ask.sent_at for ask in waiting} == {100}
    assert (list(bot.waiting), bot.asked) == ([], 5)


def test_nothing_more_is_sent_until_an_answer_comes() -> None:
    """Coalescing without a timer: what comes up meanwhile goes together after the next answer."""
    bot = line()
    first = asks(bot, 2)
    bot.take(100)
    later = asks(bot, 3)
    assert (bot.may_send(), bot.take(200)) == (False, [])
    bot.close(first[0].request_id, 300)
    assert bot.take(300) == later
    assert bot.take(300) == []


def test_an_answer_to_nothing_sends_nothing() -> None:
    """A stale or made-up answer is no answer that has come since the last message."""
    bot = line()
    (ask,) = asks(bot, 1)
    bot.take(100)
    bot.close(ask.request_id, 200)
    asks(bot, 1)
    bot.take(300)
    asks(bot, 1)
    for number in (ask.request_id, 0, 12345):
        assert bot.close(number, 400) is None
        assert not bot.may_send()
    assert bot.late == 3


def test_no_more_is_open_than_the_window() -> None:
    """What doesn't fit waits, in order, for room."""
    bot = line(window=3)
    waiting = asks(bot, 5)
    assert bot.take(0) == waiting[:3]
    bot.close(waiting[0].request_id, 10)
    assert bot.take(10) == waiting[3:4]
    assert list(bot.waiting) == waiting[4:]


def test_a_window_begins_small_and_follows_what_a_decision_takes() -> None:
    """Never more is open than the bot can answer in half a cap, and never less than one."""
    bot: Line[Ask] = Line("bot", 256, TIME, salt=1)
    assert bot.window_now == 16
    for _ in range(100):
        bot.measured(20 * 5_000, answers=20)
    assert bot.window_now == 200
    for _ in range(100):
        bot.measured(20_000, answers=1)
    assert bot.window_now == 50
    for _ in range(100):
        bot.measured(30 * SECOND, answers=1)
    assert bot.window_now == 1
    for _ in range(300):
        bot.measured(0, answers=1)
    assert bot.window_now == 256


def test_without_clocks_the_window_is_what_the_bot_asked_for() -> None:
    """A debugger that stops for an hour still has all its decisions open."""
    bot = line(window=9, time=NO_CLOCKS)
    bot.measured(3600 * SECOND, answers=1)
    assert bot.window_now == 9


# What is charged.


@pytest.mark.parametrize(
    ("written", "previous_answer", "answered", "elapsed"),
    [(100, 0, 700, 600), (100, 400, 700, 300), (100, 700, 700, 0)],
)
def test_a_decision_is_charged_from_the_later_of_its_message_and_the_answer_before(
    written: int, previous_answer: int, answered: int, elapsed: int
) -> None:
    """Waiting behind the bot's own decisions, or in the arena, costs nothing."""
    bot = line()
    first, second = asks(bot, 2)
    bot.take(written)
    if previous_answer:
        bot.close(first.request_id, previous_answer)
    assert bot.close(second.request_id, answered) is second
    assert bot.elapsed == elapsed


def test_an_old_answer_is_no_start_for_what_is_sent_after_it() -> None:
    """A bot that had nothing to do for a while is charged from when it is asked."""
    bot = line()
    (first,) = asks(bot, 1)
    bot.take(100)
    bot.close(first.request_id, 200)
    (second,) = asks(bot, 1)
    bot.take(5_000)
    bot.close(second.request_id, 5_300)
    assert bot.elapsed == 300


@pytest.mark.parametrize(
    ("bank", "elapsed", "in_time", "left"),
    [
        (1_000, 0, True, 1_000),
        (1_000, 20_000, True, 1_000),
        (1_000, 20_400, True, 600),
        (1_000, 21_000, True, 0),
        (1_000, 21_001, False, 0),
        (0, 20_000, True, 0),
        (0, 20_001, False, 0),
        (10 * SECOND, 2 * SECOND, True, 8 * SECOND + 20_000),
        (10 * SECOND, 2 * SECOND + 1, False, 8 * SECOND + 19_999),
    ],
)
def test_the_floor_is_free_the_bank_pays_the_rest_and_the_cap_bounds_it(
    bank: int, elapsed: int, in_time: bool, left: int
) -> None:
    """charge = max(0, elapsed - floor); late after min(cap, floor + bank); never below nothing."""
    ask = Ask(bank)
    assert (line().spend(ask, elapsed), ask.bank) == (in_time, left)


def test_without_clocks_nothing_is_late() -> None:
    """An answer after an hour is in time, and silence is nobody's fault."""
    bot = line(time=NO_CLOCKS)
    (ask,) = asks(bot, 1)
    bot.take(0)
    hour = 3600 * SECOND
    assert (bot.overdue(hour), bot.stalled(hour)) == (None, False)
    assert bot.spend(ask, hour)


def test_answers_that_came_together_share_the_time() -> None:
    """The latency is what each of them took, as bot and record are told."""
    bot = line()
    bot.measured(9_000, answers=3)
    assert bot.latency == 3_000


# What silence means.


def test_only_the_oldest_open_ask_can_run_out() -> None:
    """To the microsecond: at its limit it is in time, one later it is overdue."""
    bot = line()
    oldest, _ = asks(bot, 2)
    bot.take(1_000)
    assert bot.overdue(1_000 + TIME.cap) is None
    assert bot.overdue(1_000 + TIME.cap + 1) is oldest
    assert bot.silence(1_000 + TIME.cap + 1) == TIME.cap + 1


def test_an_ask_runs_out_with_its_seats_bank() -> None:
    """With less left than the cap, floor and bank are the limit."""
    bot = line()
    (ask,) = asks(bot, 1, bank=500)
    bot.take(0)
    assert bot.overdue(20_500) is None
    assert bot.overdue(20_501) is ask


def test_one_ask_is_ruled_on_in_one_silence() -> None:
    """The others wait for what the bot does next: an answer starts their clock anew."""
    bot = line()
    first, second = asks(bot, 2)
    bot.take(0)
    late = TIME.cap + 1
    bot.run_out(first)
    assert (bot.oldest, bot.overdue(late + TIME.cap)) == (second, None)
    bot.close(second.request_id, late + 10)
    (third,) = asks(bot, 1)
    bot.take(late + 10)
    assert bot.overdue(late + 11 + TIME.cap) is third


def test_a_late_answer_starts_the_clock_of_the_next_ask() -> None:
    """A serial bot that thought too long about one decision is not blamed for the one behind it."""
    bot = line()
    first, second = asks(bot, 2)
    bot.take(0)
    bot.run_out(first)
    came = TIME.cap + 50_000
    assert bot.close(first.request_id, came) is None
    assert (bot.late, bot.silence(came)) == (1, 0)
    assert bot.overdue(came + TIME.cap) is None
    assert bot.overdue(came + TIME.cap + 1) is second


def test_a_late_answer_is_late_once() -> None:
    """Said again it is a stale one, and the clock runs on."""
    bot = line()
    first, _ = asks(bot, 2)
    bot.take(0)
    bot.run_out(first)
    bot.close(first.request_id, 3 * SECOND)
    bot.close(first.request_id, 4 * SECOND)
    assert (bot.late, bot.silence(4 * SECOND)) == (2, SECOND)


@pytest.mark.parametrize("kind", ["unknown", "stale", "of an older connection"])
def test_the_clock_runs_on_under_answers_to_nothing(kind: str) -> None:
    """Whoever sends noise while a question is open is silent all the same."""
    bot = line()
    old, live = asks(bot, 2)
    bot.take(0)
    number = 77
    if kind == "stale":
        number = old.request_id
        bot.close(number, 100)
    elif kind == "of an older connection":
        number = live.request_id
        bot.run_out(live)
        bot.connected(256, 100)
        bot.take(100)
    since, asked = bot.last_answer, live if kind == "stale" else old
    for second in range(1, 8):
        assert bot.close(number, second * SECOND) is None
    assert bot.overdue(since + TIME.cap + 1) is asked
    assert bot.stalled(since + TIME.cap + TIME.grace + 1)


def test_a_bot_is_stalled_after_cap_and_grace() -> None:
    """Only with something open: a bot that isn't asked may be silent for ever."""
    bot = line()
    assert not bot.stalled(3600 * SECOND)
    asks(bot, 1)
    bot.take(50)
    assert not bot.stalled(50 + TIME.cap + TIME.grace)
    assert bot.stalled(51 + TIME.cap + TIME.grace)


def test_time_in_which_the_arena_stood_still_is_nobodys() -> None:
    """It is left out of the clock of what is open, and of the time that a bot was away."""
    bot = line()
    (ask,) = asks(bot, 1)
    bot.take(1_000)
    bot.stood_still(5 * SECOND, 1_500 + 5 * SECOND)
    assert bot.silence(1_500 + 5 * SECOND) == 500
    bot.close(ask.request_id, 1_600 + 5 * SECOND)
    assert bot.elapsed == 600
    bot.disconnected(2_000 + 5 * SECOND)
    bot.stood_still(SECOND, 7 * SECOND)
    assert bot.away_since == 2_000 + 6 * SECOND


def test_an_ask_sent_within_a_stall_is_charged_nothing_for_it() -> None:
    """Never less than nothing."""
    bot = line()
    (ask,) = asks(bot, 1)
    bot.take(SECOND)
    bot.stood_still(5 * SECOND, 5 * SECOND)
    assert bot.silence(5 * SECOND) == 0
    bot.close(ask.request_id, 5 * SECOND)
    assert bot.elapsed == 0


# Numbers that tell nothing.


def test_ids_are_distinct_and_fit_their_field() -> None:
    """Requests of many connections and hands together: none twice, none 0, all under 64 bits."""
    bot = line()
    seen = [bot.new_id() for _ in range(5_000)]
    for connection in range(500):
        sent = asks(bot, 4)
        bot.connected(256, connection)
        bot.take(connection)
        seen += [ask.request_id for ask in sent]
        bot.open.clear()
    assert len(set(seen)) == len(seen) == 7_000
    assert all(0 < each < 2**63 for each in seen)


def test_ids_start_anywhere() -> None:
    """Neither order nor size of the first numbers of connections tells how many there were."""
    bot = line()
    starts = []
    for connection in range(1_000):
        (ask,) = asks(bot, 1)
        bot.connected(256, connection)
        bot.take(connection)
        starts.append(ask.request_id)
        bot.open.clear()
    rises = sum(a < b for a, b in pairwise(starts))
    assert 400 < rises < 600
    assert all(420 < sum(each >> bit & 1 for each in starts) < 580 for bit in range(8, 61))


def test_another_salt_gives_other_ids() -> None:
    """Two bots of a run, or one bot of two runs, share no number."""
    one, other = line(salt=1), line(salt=2)
    assert {one.new_id() for _ in range(1_000)}.isdisjoint(other.new_id() for _ in range(1_000))


# Coming and going.


def test_what_was_open_is_asked_anew_before_what_waits() -> None:
    """Oldest first, under new numbers, and its clock starts when it is sent again."""
    bot = line()
    first = asks(bot, 3)
    bot.take(100)
    old = [ask.request_id for ask in first]
    waiting = asks(bot, 2)
    bot.connected(256, 200)
    assert list(bot.waiting) == [*first, *waiting]
    assert (bot.open, [ask.request_id for ask in first]) == ({}, [0, 0, 0])
    assert bot.take(900) == [*first, *waiting]
    assert {ask.sent_at for ask in first} == {900}
    assert set(old).isdisjoint(bot.open)


def test_a_lost_bot_keeps_its_place() -> None:
    """Away since then; all is kept for it, and its window is what it says when it is back."""
    bot = line()
    first = asks(bot, 3)
    bot.take(100)
    bot.disconnected(500)
    assert (bot.presence, bot.away_since, bot.take(600)) == (Presence.AWAY, 500, [])
    assert list(bot.waiting) == first
    bot.connected(2, 700)
    assert (bot.presence, bot.take(700)) == (Presence.HERE, first[:2])


def test_losses_are_counted_for_a_question_until_it_is_answered() -> None:
    """Only what was open when the connection was lost, and from nothing for the next question."""
    bot = line(window=1)
    first, second = asks(bot, 2)
    for time in range(3):
        bot.take(time)
        bot.disconnected(time)
        bot.connected(1, time)
    assert (first.losses, second.losses) == (3, 0)
    bot.take(9)
    bot.close(first.request_id, 10)
    assert first.losses == 0


def test_a_bot_that_is_gone_leaves_all_its_asks() -> None:
    """What was open, then what waited; nothing is left behind."""
    bot = line(window=2)
    all_asks = asks(bot, 4)
    bot.take(0)
    assert bot.gone() == all_asks
    assert (bot.presence, bot.open, list(bot.waiting)) == (Presence.GONE, {}, [])
    asks(bot, 1)
    assert bot.take(1) == []
