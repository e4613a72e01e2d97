"""The journal of a run: which events are told, with what bound, and how often."""

from __future__ import annotations

import asyncio
import logging
from itertools import combinations
from typing import Any

import pytest

from arena import config
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.faults import Fault, FaultKind
from arena.play.line import Line
from arena.play.schedule import Schedule, round_robin
from arena.play.table import Seat, Table
from arena.rules.presets import STANDARD
from arena.telemetry.journal import EVENTS, Journal, Log

SCHEDULE = Schedule(tuple(round_robin(("left", "right"))), 10)
MEASURED = {
    "run": "spring", "seconds": 2.5, "decisions": 100, "decisions_per_second": 40.0,
    "decisions_per_message": 9.5, "hands_per_second": 1.5, "result_sha256": "ab", "tables": 64,
}  # fmt: skip


class Kept:
    """A log that keeps its lines."""

    def __init__(self, lines: list[dict[str, Any]], bound: dict[str, Any]) -> None:
        self.lines = lines
        self._bound = bound

    def bind(self, **fields: Any) -> Log:
        return Kept(self.lines, {**self._bound, **fields})

    def log(self, level: int, event: str, **fields: Any) -> None:
        self.lines.append({"level": level, "event": event, **self._bound, **fields})


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def journal(clock: Clock | None = None) -> tuple[Journal, list[dict[str, Any]]]:
    log = Kept([], {})
    return Journal(log, "spring", SCHEDULE, clock or Clock()), log.lines


def table(number: int) -> Table:
    lines: list[Line[Seat]] = [Line("left", 1, TimeControl(), salt=1) for _ in range(4)]
    return Table(number, STANDARD, deal("seed", 0), lines, bank=0)


def fault(bot: str = "left") -> Fault:
    return Fault(FaultKind.TIMEOUT, bot, 2, "play from 6-6", "no answer came in time", 2_500_000)


def test_a_fault_is_told_with_its_evidence() -> None:
    """The run, table, deal and bot are bound, and what the ruling rests on stands beside."""
    told, lines = journal()
    told.fault(table(7), fault())

    assert [
        {
            "level": logging.WARNING, "event": "fault", "run": "spring", "table": 7, "deal": 3,
            "bot": "left", "kind": "timeout", "seat": "C", "asked": "play from 6-6",
            "came": "no answer came in time", "elapsed_ms": 2500.0,
        }
    ] == lines  # fmt: skip


def test_a_fault_in_a_group_is_told_with_its_deal() -> None:
    """Tables are counted over all seatings of all groups; seats go on after D."""
    log = Kept([], {})
    groups = tuple(combinations(("a", "b", "c", "d", "e", "f"), 5))
    told = Journal(log, "spring", Schedule(groups, 10), Clock())
    last = Fault(FaultKind.STALLED, "e", 4, "bid with 6-6", "nothing came at all", 7)
    told.fault(table(2 * 6 * 5 + 29), last)

    assert [2, "E", 89] == [log.lines[0][field] for field in ("deal", "seat", "table")]


def test_ten_thousand_faults_do_not_flood() -> None:
    """One bot's faults have so many lines and no more, and another's have their own."""
    told, lines = journal()
    for _ in range(10_000):
        told.fault(table(0), fault())
    told.fault(table(0), fault("right"))

    assert [*["left"] * config.FAULTS_LOGGED, "right"] == [line["bot"] for line in lines]


def test_the_next_period_says_what_was_left_out() -> None:
    """Faults that had no line are counted in the next one, and all of them at the end."""
    clock = Clock()
    told, lines = journal(clock)
    for _ in range(config.FAULTS_LOGGED + 5):
        told.fault(table(0), fault())
    clock.now += config.FAULT_LOG_PERIOD
    told.fault(table(0), fault())
    told.fault(table(0), fault())
    told.finished(MEASURED)

    after, next_one, finished = lines[config.FAULTS_LOGGED :]
    assert 5 == after["not_logged_before"]
    assert "not_logged_before" not in next_one
    assert {"left": 5} == finished["faults_not_logged"]


def test_a_finished_run_tells_its_figures() -> None:
    """The figures are those of the document; what is beside the point stays there."""
    told, lines = journal()
    with told.running(bots=("left", "right"), pairs=10):
        told.finished(MEASURED, pairs=10)

    started, finished = lines
    assert {
        "level": logging.INFO, "event": "run started", "run": "spring",
        "bots": ("left", "right"), "pairs": 10,
    } == started  # fmt: skip
    assert "run finished" == finished["event"]
    assert [2.5, 100, "ab", 10] == [
        finished[field] for field in ("seconds", "decisions", "result_sha256", "pairs")
    ]
    assert "tables" not in finished


@pytest.mark.parametrize(
    ("error", "event", "why"),
    [
        (OSError("the disk is full"), "run failed", "the disk is full"),
        (TimeoutError(), "run failed", "TimeoutError"),
        (asyncio.CancelledError(), "run interrupted", None),
    ],
)
def test_a_run_that_ends_early_says_why(error: BaseException, event: str, why: str | None) -> None:
    """The error itself goes on to whoever started the run."""
    told, lines = journal()
    with pytest.raises(type(error)), told.running():
        raise error

    assert [event, why] == [lines[-1]["event"], lines[-1].get("why")]


def test_what_becomes_of_a_bot_is_told() -> None:
    """A reason stands there only when there is one."""
    told, lines = journal()
    told.bot("let in", "left")
    told.bot("lost", "left", "stalled")

    assert [
        {"level": logging.INFO, "event": "bot let in", "run": "spring", "bot": "left"},
        {
            "level": logging.WARNING, "event": "bot lost", "run": "spring", "bot": "left",
            "why": "stalled",
        },
    ] == lines  # fmt: skip


def test_an_event_that_is_not_in_the_table_is_a_mistake() -> None:
    """Whoever adds an event gives it a level, also when nobody listens."""
    with pytest.raises(KeyError):
        Journal(None, "spring", SCHEDULE).bot("abducted", "left")


def test_without_a_log_nobody_is_told() -> None:
    """A run without a log is none the worse."""
    silent = Journal(None, "spring", SCHEDULE)
    with silent.running():
        silent.fault(table(0), fault())
        silent.finished(MEASURED)


def test_levels_are_levels() -> None:
    """Every event has one of the levels that can be asked for."""
    assert {logging.INFO, logging.WARNING, logging.ERROR} == set(EVENTS.values())
