"""How log lines look, which are told, and that nothing else comes between."""

from __future__ import annotations

import json
import logging
import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from arena.play.schedule import Schedule
from arena.telemetry import logs
from arena.telemetry.journal import EVENTS, Journal
from arena.telemetry.logs import BadLevel, opened, wanted_level

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def told(
    *, terminal: bool, level: int = logging.DEBUG, event: str = "bot lost", **fields: Any
) -> list[str]:
    """The lines that one event makes, without their colours."""
    lines: list[str] = []
    with opened(lines.append, terminal=terminal, level=level) as log:
        log.bind(run="spring").log(EVENTS[event], event, **fields)
    return [ANSI.sub("", line) for line in lines]


def test_a_machine_reads_json() -> None:
    """Each line is one object, begun by time, level and event, with what is bound to it."""
    (line,) = told(terminal=False, bot="left", why="two\nlines", table=7, pairs=("a", "b"))
    read = json.loads(line)

    assert "\n" not in line
    assert ["timestamp", "level", "event", "run"] == list(read)[:4]
    assert timedelta(0) == datetime.fromisoformat(read.pop("timestamp")).utcoffset()
    assert {
        "level": "warning", "event": "bot lost", "run": "spring", "bot": "left",
        "why": "two\nlines", "table": 7, "pairs": ["a", "b"],
    } == read  # fmt: skip


def test_a_person_reads_a_line() -> None:
    """Time, level, event, and what is bound to it."""
    (line,) = told(terminal=True, bot="left", why="the connection ended")

    assert re.fullmatch(
        r"\d\d:\d\d:\d\d \[warning +\] bot lost +run=spring bot=left why='the connection ended'",
        line,
    )


def test_a_terminal_obeys_no_bot() -> None:
    """What would move the cursor or ring the bell is made visible."""
    (line,) = told(terminal=True, came="\x1b[2Jgone\r\n\x07")

    assert line.isprintable()
    assert "gone" in line


@pytest.mark.parametrize("event", sorted(logs.SAID_ANYWAY))
def test_what_the_command_line_says_is_not_said_twice(event: str) -> None:
    """On a terminal its last word is enough; a file has the event."""
    assert [] == told(terminal=True, event=event)
    assert 1 == len(told(terminal=False, event=event))


def test_what_is_said_anyway_are_events() -> None:
    """An event that is renamed is renamed there too."""
    assert set(EVENTS) >= logs.SAID_ANYWAY


@pytest.mark.parametrize(
    ("wanted", "terminal", "expected"),
    [
        (None, True, logging.WARNING),
        (None, False, logging.INFO),
        ("", False, logging.INFO),
        ("debug", True, logging.DEBUG),
        ("ERROR", False, logging.ERROR),
        (" Warning ", False, logging.WARNING),
    ],
)
def test_the_level_is_that_of_the_environment(
    wanted: str | None, terminal: bool, expected: int
) -> None:
    """Without one, a terminal is told what is amiss and a file everything that happens."""
    environment = {} if wanted is None else {logs.VARIABLE: wanted}

    assert expected == wanted_level(environment, terminal=terminal)


def test_a_level_that_there_is_not_is_refused() -> None:
    """The message names the variable and every level."""
    with pytest.raises(BadLevel, match=r"ARENA42_LOG_LEVEL=loud.*debug, info, warning, error"):
        wanted_level({"ARENA42_LOG_LEVEL": "loud"}, terminal=False)


def test_lines_under_the_level_are_not_told() -> None:
    """A level holds for what is under it."""
    assert [] == told(terminal=False, level=logging.ERROR)
    assert 1 == len(told(terminal=False, level=logging.WARNING))


def test_libraries_are_told_in_the_same_form() -> None:
    """A warning by the standard library's logging is a line like any other, with its traceback."""
    lines: list[str] = []
    with opened(lines.append, terminal=False, level=logging.INFO):
        logging.getLogger("asyncio").info("not worth a line")
        try:
            raise OSError("no disk")
        except OSError:
            logging.getLogger("asyncio").exception("Task %s failed", 7)
    logging.getLogger("asyncio").error("after the end")

    (line,) = map(json.loads, lines)
    assert ["error", "Task 7 failed", "asyncio"] == [
        line[field] for field in ("level", "event", "logger")
    ]
    assert "OSError: no disk" in line["exception"]


def test_a_log_that_can_not_be_written_stops_nothing() -> None:
    """The reader of a pipe may leave."""

    def broken(_: str) -> None:
        raise BrokenPipeError

    with opened(broken, terminal=False, level=logging.INFO) as log:
        Journal(log, "spring", Schedule((), 0)).bot("lost", "left")


def test_standard_logging_is_left_as_it_was() -> None:
    """A log that is closed leaves no handler and no level behind."""
    root = logging.getLogger()
    before = root.level, list(root.handlers)
    told(terminal=False)

    assert before == (root.level, list(root.handlers))
