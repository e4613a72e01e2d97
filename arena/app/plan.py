"""What is to be played: a plan, and the tables that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from arena import config
from arena.play.bots import BotSpec
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.line import Line
from arena.play.report import Terms
from arena.play.schedule import Pairing, Schedule, round_robin
from arena.play.table import Seat, Table
from arena.rules.options import STANDARD, Options


@dataclass(frozen=True)
class Plan:
    """What is to be played and how. `kind` is "match" or "tournament", `tables` how many are in
    play at once, `listen` where bots may dial in, `trace` the bot whose questions are told."""

    name: str
    kind: str
    bots: tuple[BotSpec, ...]
    deals: int
    seed: str
    directory: Path
    options: Options = STANDARD
    time: TimeControl = field(default_factory=TimeControl)
    tables: int = config.TABLES
    listen: str | None = None
    join_deadline: float = config.JOIN_DEADLINE
    trace: str | None = None
    metrics_port: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, in the order in which they were given."""
        return tuple(bot.name for bot in self.bots)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Every pairing of the bots, once."""
        return tuple(round_robin(self.names))

    @property
    def schedule(self) -> Schedule:
        """All tables, deal by deal."""
        return Schedule(self.pairings, self.deals)

    @property
    def pairs(self) -> int:
        """How many pairs there are to play."""
        return len(self.pairings) * self.deals

    @property
    def terms(self) -> Terms:
        """What determines the result."""
        return Terms(
            name=self.name,
            rules=self.options.preset,
            seed=self.seed,
            deals=self.deals,
            bots=self.names,
            rated=self.time.running,
        )

    def tables_for(self, lines: Mapping[str, Line[Seat]]) -> Iterator[Table]:
        """Yield the tables in the order of the schedule, a line for each bot; each deal is made
        once."""
        seats = range(self.options.seating.seats)
        deal_of = lru_cache(maxsize=2)(lambda index: deal(self.seed, index))
        for number, sitting in enumerate(self.schedule.sittings()):
            at_seats = [lines[sitting.bot_at(seat)] for seat in seats]
            yield Table(number, self.options, deal_of(sitting.deal), at_seats, self.time.bank)
