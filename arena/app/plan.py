"""What is to be played: a plan, and the tables that follow from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from arena import config
from arena.play.bots import BadBot, BotSpec
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.line import Line
from arena.play.places import Isolation, Places
from arena.play.report import Terms, awards_points
from arena.play.schedule import BadFormat, Format, Group, Schedule, groups_of
from arena.play.table import Seat, Table
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from arena.rules.sheet import changes


@dataclass(frozen=True)
class Plan:
    """What is to be played and how. `kind` is "match" or "tournament", `format` who meets whom,
    `tables` how many are in play at once, `listen` where bots may dial in, `trace` the bot whose
    questions are told. Raises BadFormat where these bots can't meet so, and BadBot where isolation
    takes more processes of a bot than there are."""

    name: str
    kind: str
    bots: tuple[BotSpec, ...]
    deals: int
    seed: str
    directory: Path
    options: Options = STANDARD
    format: Format = Format.ROUND_ROBIN
    time: TimeControl = field(default_factory=TimeControl)
    isolation: Isolation = Isolation.NONE
    tables: int = config.TABLES
    listen: str | None = None
    join_deadline: float = config.JOIN_DEADLINE
    trace: str | None = None
    metrics_port: int | None = None

    def __post_init__(self) -> None:
        if not self.groups:
            raise BadFormat("a run needs two bots or more")
        if self.places.count > len(self.bots):
            raise BadBot("several processes of one bot are not run yet: name one of each")
        if self.places.count > config.MOST_PROCESSES:
            raise BadBot(
                f'isolation = "{self.isolation.value}" takes {self.places.count} processes with '
                f"these bots, and at most {config.MOST_PROCESSES} are run: name fewer bots"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, in the order in which they were given."""
        return tuple(bot.name for bot in self.bots)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Who meets at the tables: every pairing, or every group of as many as there are seats."""
        return tuple(groups_of(self.format, self.names, self.options.seating))

    @cached_property
    def places(self) -> Places:
        """Which process of a bot plays which seat."""
        return Places(self.bots, self.groups, self.options.seating.seats, self.isolation)

    @property
    def schedule(self) -> Schedule:
        """All tables, deal by deal."""
        return Schedule(self.groups, self.deals, self.seed)

    @property
    def blocks(self) -> int:
        """How many blocks there are to play: pairs, where two bots meet."""
        return len(self.groups) * self.deals

    @property
    def terms(self) -> Terms:
        """What determines the result."""
        options = self.options.as_dict()
        return Terms(
            name=self.name,
            rules=self.options.preset,
            seed=self.seed,
            deals=self.deals,
            bots=self.names,
            rated=self.time.running,
            options=changes(options),
            points=awards_points(options),
            format=self.format,
        )

    def tables_for(
        self, lines: Mapping[str, Line[Seat]], finished: Collection[int] = ()
    ) -> Iterator[Table]:
        """Yield the tables in the order of the schedule, but for those of finished blocks; a line
        for each place. Each deal is made once."""
        in_block = self.schedule.seatings
        blocks = (block for block in range(self.blocks) if block not in finished)
        numbers = (block * in_block + rotation for block in blocks for rotation in range(in_block))
        return self.tables_with(numbers, lines)

    def tables_with(
        self, numbers: Iterable[int], lines: Mapping[str, Line[Seat]]
    ) -> Iterator[Table]:
        """Yield the tables that have these numbers in the schedule."""
        schedule, sides, place_at = self.schedule, self.options.seating.side, self.places.at
        deal_of = lru_cache(maxsize=2)(lambda index: deal(self.seed, index, self.options))
        for number in numbers:
            sitting = schedule.sitting(number)
            at_seats = [
                lines[place_at(sitting.bot_of(side), sitting.bots, seat, number)]
                for seat, side in enumerate(sides)
            ]
            yield Table(number, self.options, deal_of(sitting.deal), at_seats, self.time.bank)
