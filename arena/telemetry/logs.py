"""How a log looks: lines for people on a terminal, JSON elsewhere; by structlog.

A log is opened once and handed on, never fetched: structlog's own default would print to stdout,
which belongs to results. What libraries say by the standard library's logging comes out the same
way. A log that can't be written is no reason to stop a run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.types import EventDict, Processor, WrappedLogger
from structlog.typing import FilteringBoundLogger

VARIABLE: Final = "ARENA42_LOG_LEVEL"
LEVELS: Final = ("debug", "info", "warning", "error", "critical")
SAID_ANYWAY: Final = frozenset({"run failed", "run interrupted", "bot turned away"})
"""Events that the command line tells its user itself, as its last word."""

Write = Callable[[str], None]
"""Takes one line without its end."""


class BadLevel(ValueError):
    """A level that there isn't; the message says what to write."""


def wanted_level(environment: Mapping[str, str], *, terminal: bool) -> int:
    """Return the least level to be told. Raises BadLevel.

    Without the variable that is WARNING on a terminal, where the progress bar and the table tell
    the rest, and INFO elsewhere.
    """
    wanted = environment.get(VARIABLE, "").strip().lower()
    if not wanted:
        return logging.WARNING if terminal else logging.INFO
    if wanted not in LEVELS:
        raise BadLevel(f"{VARIABLE}={wanted}: no such level; use one of {', '.join(LEVELS)}")
    return logging.getLevelNamesMapping()[wanted.upper()]


@contextmanager
def opened(write: Write, *, terminal: bool, level: int) -> Iterator[FilteringBoundLogger]:
    """Give a log of whole lines, and pass on to it what libraries log, until the end."""
    log: FilteringBoundLogger = structlog.wrap_logger(
        _Sink(write),
        processors=_for_people() if terminal else _for_machines(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        context_class=dict,
    ).bind()
    root, libraries = logging.getLogger(), _Libraries(log)
    level_before = root.level
    root.addHandler(libraries)
    root.setLevel(level if level < logging.INFO else max(level, logging.WARNING))
    try:
        yield log
    finally:
        root.removeHandler(libraries)
        root.setLevel(level_before)


def _for_machines() -> list[Processor]:
    return [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _put_first,
        structlog.processors.JSONRenderer(default=str),
    ]


def _for_people() -> list[Processor]:
    return [
        _leave_to_the_command_line,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
        _make_visible,
        ConsoleRenderer(pad_event_to=0, exception_formatter=plain_traceback, sort_keys=False),
    ]


def _put_first(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {**dict.fromkeys(("timestamp", "level", "event")), **event}


def _leave_to_the_command_line(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    if event["event"] in SAID_ANYWAY:
        raise structlog.DropEvent
    return event


def _make_visible(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace what a terminal would obey in texts, which may be a bot's."""
    for key, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            event[key] = "".join(each if each.isprintable() else "\ufffd" for each in value)
    return event


class _Sink:
    """Where structlog leaves a finished line, whatever its level."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def info(self, line: str) -> None:
        with suppress(OSError, ValueError):
            self._write(line)

    debug = warning = error = critical = info


class _Libraries(logging.Handler):
    """Passes on what libraries log."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Exception):
            level = min(max(record.levelno // 10 * 10, logging.DEBUG), logging.CRITICAL)
            more: dict[str, Any] = {"exc_info": record.exc_info} if record.exc_info else {}
            self._log.log(level, record.getMessage(), logger=record.name, **more)
