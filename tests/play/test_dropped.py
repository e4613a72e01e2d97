"""Answers that are dropped: each is counted under its kind, held against a model that forgets
nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.play.ask import Ask
from arena.play.clocks import SECOND, TimeControl
from arena.play.dropped import KEPT_CONNECTIONS, MOST_RAN_OUT, Dropped, Drops
from arena.play.line import Line, Presence

TIME = TimeControl()


def line_with(open_asks: int) -> tuple[Line[Ask], list[int]]:
    """A line to a bot that has so many questions open, and their ids."""
    line: Line[Ask] = Line("bot", 256, TIME, salt=5)
    line.connected(256, 0)
    line.waiting.extend(Ask(TIME.bank) for _ in range(open_asks))
    return line, [ask.request_id for ask in line.take(0)]


def test_each_kind_is_counted_by_itself() -> None:
    """Late, duplicate, stale, unknown and fenced; `late` is the sum of all."""
    line, (late, answered, lost) = line_with(3)
    line.run_out(line.open[late], 0)
    for number in (late, answered, answered, 12345):
        line.close(number, 10)
    line.disconnected(20)
    line.connected(256, 30)
    line.close(lost, 40)
    line.fenced(7)
    assert dict(line.dropped) == {
        Dropped.LATE: 1, Dropped.DUPLICATE: 1, Dropped.UNKNOWN: 1, Dropped.STALE: 1,
        Dropped.FENCED: 7,
    }  # fmt: skip
    assert line.late == 11


def test_what_was_taken_back_from_a_stalled_bot_is_stale() -> None:
    """The line's asks are open no more, though its session may still be ending."""
    line, ids = line_with(3)
    line.run_out(line.open[ids[0]], 0)
    line.disconnected(9 * SECOND)
    for number in ids:
        assert line.close(number, 9 * SECOND) is None
    assert dict(line.dropped) == {Dropped.STALE: 3}
    assert [ask.request_id for ask in line.waiting] == [0, 0]


def test_what_is_asked_no_more_is_stale() -> None:
    """When the tables are parked, and when the bot was given up."""
    for forget in ("clear", "gone"):
        line, (number,) = line_with(1)
        getattr(line, forget)()
        line.close(number, 5)
        assert dict(line.dropped) == {Dropped.STALE: 1}


def test_connections_long_over_are_forgotten() -> None:
    """The last few in which something was asked are known, those before are not."""
    line, (first,) = line_with(1)
    for connection in range(KEPT_CONNECTIONS):
        line.disconnected(connection)
        line.connected(256, connection)
        line.disconnected(connection)
        line.connected(256, connection)
        line.close(first, connection)
        line.take(connection)
    line.disconnected(9)
    line.close(first, 10)
    assert dict(line.dropped) == {Dropped.STALE: KEPT_CONNECTIONS, Dropped.UNKNOWN: 1}


def test_what_ran_out_is_kept_in_mind_within_bounds() -> None:
    """The newest are; an answer to an older one is a duplicate as far as can be told."""
    drops = Drops()
    for number in range(MOST_RAN_OUT + 1):
        drops.ran_out(number)
    kinds = [drops.count(number, MOST_RAN_OUT + 1) for number in (0, 1, MOST_RAN_OUT, 1)]
    assert kinds == [Dropped.DUPLICATE, Dropped.LATE, Dropped.LATE, Dropped.DUPLICATE]


def test_only_a_late_answer_shows_that_the_bot_is_alive() -> None:
    """It starts the next clock; the others leave it running."""
    line, (late, answered, _) = line_with(3)
    line.run_out(line.open[late], 0)
    line.close(answered, 10)
    for number in (answered, 12345):
        line.close(number, 500)
        assert line.last_answer == 10
    line.close(late, 900)
    assert line.last_answer == 900


# Any history.


class Fate(Enum):
    """What became of a question, as the model remembers it."""

    OPEN = 0
    ANSWERED = 1
    RAN_OUT = 2


@dataclass
class Model:
    """Remembers every question ever asked: over which connection, and what became of it."""

    fates: dict[int, Fate] = field(default_factory=dict)
    asked_over: dict[int, int] = field(default_factory=dict)
    connection: int = 0

    def asked(self, request_id: int) -> None:
        self.fates[request_id] = Fate.OPEN
        self.asked_over[request_id] = self.connection

    def answered(self, request_id: int) -> Dropped | None:
        """Return under which kind an answer is dropped, None for one that is taken."""
        connection = self.asked_over.get(request_id)
        if connection is None:
            return Dropped.UNKNOWN
        if connection != self.connection:
            over = sorted({each for each in self.asked_over.values() if each != self.connection})
            known = connection in over[-KEPT_CONNECTIONS:]
            return Dropped.STALE if known else Dropped.UNKNOWN
        fate, self.fates[request_id] = self.fates[request_id], Fate.ANSWERED
        return {
            Fate.OPEN: None, Fate.ANSWERED: Dropped.DUPLICATE, Fate.RAN_OUT: Dropped.LATE,
        }[fate]  # fmt: skip


STEPS = st.lists(
    st.tuples(
        st.sampled_from([
            "ask", "ask", "answer", "answer", "again", "never asked", "beside", "run out",
            "lose", "return", "return", "stall", "replace", "stand still", "fence",
        ]),
        st.integers(0, 200),
    ),
    max_size=120,
)  # fmt: skip


def step(line: Line[Ask], model: Model, expected: dict[Dropped, int], what: str, pick: int) -> None:
    """Take one step with both; `pick` chooses among what there is."""
    open_ids, here = list(line.open), line.presence is Presence.HERE
    match what:
        case "ask":
            line.waiting.extend(Ask(TIME.bank) for _ in range(pick % 4))
        case "run out" if open_ids:
            model.fates[open_ids[0]] = Fate.RAN_OUT
            line.run_out(line.open[open_ids[0]], 0)
        case "stall" if open_ids:
            line.run_out(line.open[open_ids[0]], 0)
            line.disconnected(0)
            model.connection += 1
        case "lose" if here:
            line.disconnected(0)
            model.connection += 1
        case "return" | "replace" if not here or what == "replace":
            line.connected(256, 0)
            model.connection += 1
        case "stand still":
            line.stood_still(pick, 0)
        case "fence":
            line.fenced(pick)
            expected[Dropped.FENCED] += pick


def said(line: Line[Ask], model: Model, what: str, pick: int) -> int | None:
    """Return the id under which the bot answers in this step, None when it says nothing."""
    open_ids, ever = list(line.open), list(model.asked_over)
    match what:
        case "answer" if open_ids:
            return open_ids[pick % len(open_ids)]
        case "again" if ever:
            return ever[pick % len(ever)]
        case "beside" if ever:
            return ever[-1] + 1 + pick % 2
        case "never asked":
            return pick
    return None


@settings(max_examples=400)
@given(STEPS)
def test_every_dropped_answer_is_counted_under_its_kind(steps: list[tuple[str, int]]) -> None:
    """Asks, answers, duplicates, late ones, losses, stalls and returns in any order: after each
    step the counts are those of a model that remembers every question."""
    line, model = line_with(0)[0], Model()
    expected = dict.fromkeys(Dropped, 0)
    for what, pick in steps:
        step(line, model, expected, what, pick)
        answer = said(line, model, what, pick)
        if answer is not None:
            kind = model.answered(answer)
            assert (line.close(answer, 0) is None) == (kind is not None)
            if kind is not None:
                expected[kind] += 1
        for ask in line.take(0):
            model.asked(ask.request_id)
        assert {kind: line.dropped[kind] for kind in Dropped} == expected
        assert line.late == sum(expected.values())
