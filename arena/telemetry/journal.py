"""What the log of a run tells: which events there are, how much each matters, and what it says.

The journal listens; it is told by the app, the hall and the floor. Every line has the run bound,
and the table, the deal and the bot where it speaks of them. How a line looks is not known here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final, Protocol

from arena import config
from arena.play.faults import Fault
from arena.play.schedule import Schedule
from arena.play.table import Table
from arena.rules.seats import seat_name

EVENTS: Final = {
    "run started": logging.INFO,
    "run finished": logging.INFO,
    "run interrupted": logging.WARNING,
    "run failed": logging.ERROR,
    "bot started": logging.INFO,
    "bot let in": logging.INFO,
    "bot turned away": logging.ERROR,
    "bot lost": logging.WARNING,
    "bot restarted": logging.WARNING,
    "bot back": logging.WARNING,
    "bot given up": logging.ERROR,
    "fault": logging.WARNING,
}
"""Every event and its level. The end of a bad spell has the level of its beginning."""

FIGURES: Final = (
    "seconds", "decisions", "decisions_per_second", "decisions_per_message", "hands_per_second",
    "result_sha256",
)  # fmt: skip
"""What "run finished" takes from the document's `measured`."""


class Log(Protocol):
    """What structlog's loggers can do, as far as it is needed here."""

    def bind(self, **fields: Any) -> Log:
        """Return a log that adds these fields to every line."""

    def log(self, level: int, event: str, **fields: Any) -> Any:
        """Write a line if its level is wanted."""


class Journal:
    """Tells a log what happens in one run; without a log it tells nobody."""

    def __init__(
        self,
        log: Log | None,
        run: str,
        schedule: Schedule,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._log = None if log is None else log.bind(run=run)
        self._schedule = schedule
        self._clock = clock
        self._shares: dict[str, _Share] = {}

    @contextmanager
    def running(self, **terms: Any) -> Iterator[None]:
        """Tell that the run starts, with its terms, and if it ends in any way but well."""
        self._tell("run started", **terms)
        try:
            yield
        except asyncio.CancelledError:
            self._tell("run interrupted")
            raise
        except Exception as why:
            self._tell("run failed", why=str(why) or type(why).__name__)
            raise

    def finished(self, measured: Mapping[str, Any], **more: Any) -> None:
        """Tell that the run has finished, with its figures and how many faults weren't logged."""
        unlogged = {bot: share.unlogged_in_all for bot, share in self._shares.items()}
        self._tell(
            "run finished",
            **{figure: measured[figure] for figure in FIGURES if figure in measured},
            **more,
            faults_not_logged={bot: count for bot, count in sorted(unlogged.items()) if count},
        )

    def bot(self, what: str, name: str, why: str = "", **more: Any) -> None:
        """Tell what became of a bot, such as "let in" or "lost"."""
        self._tell(f"bot {what}", bot=name, **({"why": why} if why else {}), **more)

    def fault(self, table: Table, fault: Fault) -> None:
        """Tell a fault with its evidence, unless the bot has had its share of lines."""
        share = self._shares.setdefault(fault.bot, _Share())
        if not share.takes_line(self._clock()):
            return
        sitting = self._schedule.sitting(table.number)
        self._tell(
            "fault",
            table=table.number,
            deal=sitting.deal,
            bot=fault.bot,
            kind=str(fault.kind),
            seat=seat_name(fault.seat),
            asked=fault.asked,
            came=fault.came,
            elapsed_ms=fault.elapsed_us / 1000,
            **({"not_logged_before": share.unlogged} if share.unlogged else {}),
        )
        share.unlogged = 0

    def _tell(self, event: str, **fields: Any) -> None:
        level = EVENTS[event]
        if self._log is not None:
            self._log.log(level, event, **fields)


class _Share:
    """The lines that one bot's faults may take in each period, and how many got none."""

    def __init__(self) -> None:
        self._left = 0
        self._period_over = 0.0
        self._begun = False
        self.unlogged = 0
        self.unlogged_in_all = 0

    def takes_line(self, now: float) -> bool:
        """Take a line if there is one left; otherwise count."""
        if not self._begun or now >= self._period_over:
            self._begun = True
            self._left = config.FAULTS_LOGGED
            self._period_over = now + config.FAULT_LOG_PERIOD
        if self._left:
            self._left -= 1
            return True
        self.unlogged += 1
        self.unlogged_in_all += 1
        return False
