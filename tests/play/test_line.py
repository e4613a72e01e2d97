"""The line to one bot: what is sent when, who is charged for what, and what a lost bot is owed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.ask import Ask
from arena.play.clocks import NO_CLOCKS, NO_LIMIT, SECOND, TimeControl
from arena.play.line import MOST_FRESH, Line, Presence

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
    bot.run_out(first, late)
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
    bot.run_out(first, TIME.cap + 1)
    came = TIME.cap + 50_000
    assert bot.close(first.request_id, came) is None
    assert (bot.late, bot.silence(came)) == (1, 0)
    assert bot.overdue(came + TIME.cap) is None
    assert bot.overdue(came + TIME.cap + 1) is second


def test_the_silence_before_a_time_out_is_charged_once() -> None:
    """A bot that never answers one question, and then the next, took for that one what came after
    the ruling."""
    bot = line()
    first, second = asks(bot, 2)
    bot.take(0)
    bot.run_out(first, TIME.cap + 1)
    bot.close(second.request_id, TIME.cap + 5_001)
    assert (bot.elapsed, bot.spend(second, bot.elapsed)) == (5_000, True)


def test_a_late_answer_is_late_once() -> None:
    """Said again it is a duplicate, and the clock runs on."""
    bot = line()
    first, _ = asks(bot, 2)
    bot.take(0)
    bot.run_out(first, TIME.cap + 1)
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
        bot.run_out(live, 0)
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


def test_what_is_open_has_a_fresh_deadline_after_the_arena_stood_still() -> None:
    """The oldest begins anew, and what it took before is charged to nobody; the time that a bot was
    away has the gap left out."""
    bot = line()
    (ask,) = asks(bot, 1)
    bot.take(1_000)
    now = 1_500 + 5 * SECOND
    bot.stood_still(5 * SECOND, now)
    assert (bot.silence(now), ask.fresh) == (0, 1)
    assert (bot.overdue(now + TIME.cap), bot.overdue(now + TIME.cap + 1)) == (None, ask)
    bot.close(ask.request_id, now + 100)
    assert (bot.elapsed, ask.fresh) == (100, 0)
    bot.disconnected(2_000 + 5 * SECOND)
    bot.stood_still(SECOND, 7 * SECOND)
    assert bot.away_since == 2_000 + 6 * SECOND


def test_a_deadline_is_fresh_a_few_times_and_then_the_gap_is_left_out() -> None:
    """So an arena that stutters gives nobody for ever. The next ask has its own fresh ones."""
    bot = line()
    first, second = asks(bot, 2)
    bot.take(0)
    now = 0
    for _ in range(MOST_FRESH):
        now += 400 + SECOND
        bot.stood_still(SECOND, now)
        assert bot.silence(now) == 0
    now += 400 + SECOND
    bot.stood_still(SECOND, now)
    assert (bot.silence(now), first.fresh) == (400, MOST_FRESH)
    bot.close(first.request_id, now)
    assert (bot.elapsed, second.fresh) == (400, 0)
    bot.stood_still(SECOND, now + SECOND)
    assert (bot.silence(now + SECOND), second.fresh) == (0, 1)


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
    """Oldest first, under new numbers, and its clock goes on when it is sent again."""
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


# What is frozen while a bot is away.


def lost(bot: Line[Ask], at: int, back: int) -> None:
    """Lose a bot, have it back, and ask it anew."""
    bot.disconnected(at)
    bot.connected(256, back)
    bot.take(back)


def test_what_was_spent_on_the_oldest_stays_spent() -> None:
    """Time away is free; the others had not been begun."""
    bot = line()
    oldest, other = asks(bot, 2)
    bot.take(100)
    lost(bot, at=100 + 1_500, back=9 * SECOND)
    assert (oldest.spent, other.spent) == (1_500, 0)
    bot.close(oldest.request_id, 9 * SECOND + 500)
    assert (bot.elapsed, oldest.spent, oldest.disturbed) == (2_000, 0, False)
    bot.close(other.request_id, 9 * SECOND + 700)
    assert bot.elapsed == 200


def test_an_answer_before_the_loss_ends_what_is_charged_to_the_oldest() -> None:
    """What is frozen began with the bot's previous answer."""
    bot = line()
    first, second, third = asks(bot, 3)
    bot.take(0)
    bot.close(first.request_id, 700)
    bot.disconnected(1_000)
    assert (second.spent, third.spent) == (300, 0)


@pytest.mark.parametrize(
    ("bank", "spent", "left"),
    [
        (TIME.bank, 1, TIME.cap - 1),
        (TIME.bank, 500_000, 1_500_000),
        (TIME.bank, TIME.cap, SECOND),
        (TIME.bank, 0, TIME.cap),
        (0, 0, TIME.floor),
        (0, 10, SECOND),
    ],
)
def test_what_is_asked_anew_has_the_rest_of_its_time(bank: int, spent: int, left: int) -> None:
    """The limit less what was spent, never under a second; the whole limit if nothing was."""
    bot = line()
    (ask,) = asks(bot, 1, bank)
    bot.take(0)
    lost(bot, at=spent, back=50 * SECOND)
    start = 50 * SECOND
    assert (bot.overdue(start + left), bot.overdue(start + left + 1)) == (None, ask)
    for came, in_time in ((left, True), (left + 1, False)):
        twin = line()
        (again,) = asks(twin, 1, bank)
        twin.take(0)
        lost(twin, at=spent, back=start)
        assert twin.close(again.request_id, start + came) is again
        assert twin.elapsed == spent + came
        assert twin.spend(again, twin.elapsed) is in_time
        assert again.bank == max(0, bank - TIME.charge(spent + came))


def test_what_was_spent_on_one_ask_gives_no_other_more_time() -> None:
    """The next answer is judged by its own limit."""
    bot = line()
    (first,) = asks(bot, 1, bank=0)
    bot.take(0)
    lost(bot, at=10, back=SECOND)
    bot.close(first.request_id, SECOND + 10)
    (second,) = asks(bot, 1, bank=0)
    bot.take(SECOND + 10)
    bot.close(second.request_id, SECOND + 10 + TIME.floor + 1)
    assert (bot.elapsed, bot.spend(second, bot.elapsed)) == (TIME.floor + 1, False)


def test_a_second_is_left_even_under_a_shorter_cap() -> None:
    """And a bot is not stalled before."""
    short = TimeControl(cap=200_000, bank=SECOND, floor=1_000, grace=100_000)
    bot = line(time=short)
    (ask,) = asks(bot, 1, short.bank)
    bot.take(0)
    lost(bot, at=150_000, back=SECOND)
    assert bot.overdue(2 * SECOND) is None
    assert bot.overdue(2 * SECOND + 1) is ask
    assert not bot.stalled(2 * SECOND + short.grace)
    assert bot.stalled(2 * SECOND + short.grace + 1)


def test_several_losses_add_up() -> None:
    """Each connection's share counts, also when a newer one takes over at once."""
    bot = line()
    (ask,) = asks(bot, 1)
    bot.take(0)
    lost(bot, at=300, back=1_000)
    bot.connected(256, 1_400)
    assert (ask.spent, ask.losses) == (700, 2)
    bot.take(2_000)
    bot.close(ask.request_id, 2_050)
    assert bot.elapsed == 750


def test_a_bot_that_hung_at_one_ask_has_not_begun_the_next() -> None:
    """The silence after a time-out is not charged to what lies behind it."""
    bot = line()
    first, second = asks(bot, 2)
    bot.take(0)
    bot.run_out(first, TIME.cap + 1)
    bot.disconnected(4 * SECOND)
    assert (second.spent, first.disturbed) == (0, False)


def test_without_clocks_what_is_asked_anew_is_never_late() -> None:
    """However long it took before and after."""
    bot = line(time=NO_CLOCKS)
    (ask,) = asks(bot, 1)
    bot.take(0)
    hour = 3600 * SECOND
    lost(bot, at=hour, back=2 * hour)
    assert (bot.overdue(3 * hour), bot.stalled(3 * hour)) == (None, False)
    bot.close(ask.request_id, 3 * hour)
    assert bot.spend(ask, bot.elapsed)


def test_an_increment_is_added_for_what_was_in_time() -> None:
    """Under the floor too; not for what was late; never up to what stands for no limit."""
    time = TimeControl(cap=SECOND, bank=SECOND, floor=1_000, increment=50)
    for bank, elapsed, left in (
        (500, 0, 550),
        (500, 1_100, 450),
        (500, 1_500, 50),
        (500, 1_501, 0),
        (NO_LIMIT - 2, 0, NO_LIMIT - 1),
    ):
        ask = Ask(bank)
        line(time=time).spend(ask, elapsed)
        assert ask.bank == left


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["ask", "answer", "tick", "late", "lose", "return", "replace", "stand still"]
        ),
        st.integers(0, 3 * SECOND),
    ),
    max_size=60,
)


@given(STEPS)
def test_no_time_is_charged_twice(steps: list[tuple[str, int]]) -> None:
    """Over any history: all that is charged, in answers, in time-outs and in what is frozen, is no
    more than the time in which the bot was connected and the arena awake."""
    bot = line(window=4)
    now = here = charged = 0
    alive: list[Ask] = []
    ran_out: list[int] = []
    for step, after in steps:
        now += after
        here += after if bot.presence is Presence.HERE and step != "stand still" else 0
        open_asks = list(bot.open.values())
        if step == "ask":
            alive += asks(bot, 2)
        elif step == "answer" and open_asks:
            ask = open_asks[after % len(open_asks)]
            assert bot.close(ask.request_id, now) is ask
            charged += bot.elapsed
            bot.spend(ask, bot.elapsed)
            alive.remove(ask)
        elif step == "tick" and (overdue := bot.overdue(now)) is not None:
            charged += overdue.spent + bot.silence(now)
            number = overdue.request_id
            bot.run_out(overdue, now)
            ran_out.append(number)
            alive.remove(overdue)
        elif step == "late" and ran_out:
            bot.close(ran_out[after % len(ran_out)], now)
        elif step == "lose" and bot.presence is Presence.HERE:
            bot.disconnected(now)
        elif step in ("return", "replace"):
            bot.connected(4, now)
        elif step == "stand still":
            bot.stood_still(after, now)
        bot.take(now)
        assert charged + sum(ask.spent for ask in alive) <= here
        assert all(ask.bank >= 0 and TIME.left(ask.bank, ask.spent) > 0 for ask in alive)
        assert all(ask.disturbed or not ask.losses + ask.spent + ask.fresh for ask in alive)
