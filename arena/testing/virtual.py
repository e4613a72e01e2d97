"""A floor on a virtual clock, with bots that think for as long as they are told.

Nothing here waits: time jumps from event to event, so an hour of play takes a moment, and a run is
the same every time.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.faults import Fault, FaultKind
from arena.play.floor import Floor, Listeners
from arena.play.line import Line, Presence
from arena.play.record import HandRecord, record_of
from arena.play.schedule import Format, Schedule, groups_of
from arena.play.table import Seat, Table
from arena.play.tally import Tally
from arena.rules.hand import Action
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from arena.rules.view import View
from arena.testing.policies import by_hash

Policy = Callable[[View], Action]
Thinking = Callable[[int], int | None]
"""Gives how many microseconds decision number n (from 0) of a bot takes; None: it never answers."""

TICK = 20_000
"""How often silence is ruled on, in microseconds."""
GRACE = 5_000_000
"""How long a bot may stay away."""


@dataclass
class VirtualBot:
    """A serial bot: it thinks about one decision at a time and sends each answer when it is found.

    `wire` is how long a message travels, in microseconds; `comes_back` whether a bot that was
    found stalled is let in again at once.
    """

    name: str
    policy: Policy = by_hash
    thinking: Thinking = lambda _: 100
    window: int = 256
    wire: int = 50
    comes_back: bool = False
    decisions: int = 0
    free_at: int = 0


@dataclass
class VirtualRun:
    """One run on a virtual clock, under any rules. `hands` and `faults` are what the listeners were
    told. Raises BadFormat where these bots can't meet so."""

    bots: tuple[VirtualBot, ...]
    deals: int
    seed: str = "virtual"
    room: int = 64
    time: TimeControl = field(default_factory=TimeControl)
    options: Options = STANDARD
    format: Format = Format.ROUND_ROBIN
    now: int = 1_000_000
    hands: list[HandRecord] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = tuple(bot.name for bot in self.bots)
        groups = tuple(groups_of(self.format, names, self.options.seating))
        self.schedule = Schedule(groups, self.deals, self.seed)
        self.tally = Tally(names, groups, self.format)
        self.lines: dict[str, Line[Seat]] = {
            bot.name: Line(bot.name, bot.window, self.time, salt)
            for salt, bot in enumerate(self.bots, start=1)
        }
        listeners = Listeners([self._keep], [lambda _, fault: self.faults.append(fault)])
        self.floor = Floor(iter(self._tables()), self.room, listeners)
        self.most_open = dict.fromkeys(names, 0)
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    def play(self) -> VirtualRun:
        """Play to the end."""
        for bot in self.bots:
            self.lines[bot.name].connected(bot.window, self.now)
        self._at(self.now + TICK, self._tick)
        self._turn()
        while not self.floor.over:
            self.now, _, event = heapq.heappop(self._events)
            event()
            self._turn()
        return self

    def _turn(self) -> None:
        self.floor.fill()
        for bot in self.bots:
            line = self.lines[bot.name]
            for seat in line.take(self.now):
                self._think(bot, seat)
            self.most_open[bot.name] = max(self.most_open[bot.name], len(line.open))

    def _think(self, bot: VirtualBot, seat: Seat) -> None:
        takes = bot.thinking(bot.decisions)
        bot.decisions += 1
        if takes is None:
            return
        bot.free_at = max(bot.free_at, self.now + bot.wire) + takes
        answer, request_id = bot.policy(seat.view), seat.request_id
        self._at(bot.free_at + bot.wire, lambda: self._answer(bot, request_id, answer))

    def _answer(self, bot: VirtualBot, request_id: int, answer: Action) -> None:
        line = self.lines[bot.name]
        if line.presence is Presence.HERE:
            self.floor.hear(line, [(request_id, answer, 0)], self.now)

    def _tick(self) -> None:
        for bot in self.bots:
            line = self.lines[bot.name]
            if line.presence is Presence.HERE and self.floor.check_clock(line, self.now):
                if bot.comes_back:
                    line.connected(bot.window, self.now)
            elif line.presence is Presence.AWAY and self.now - line.away_since > GRACE:
                self.floor.give_up(line, FaultKind.STALLED)
        self._at(self.now + TICK, self._tick)

    def _at(self, when: int, event: Callable[[], None]) -> None:
        heapq.heappush(self._events, (when, next(self._order), event))

    def _tables(self) -> Iterable[Table]:
        for number, sitting in enumerate(self.schedule.sittings()):
            lines = [self.lines[sitting.bot_of(side)] for side in self.options.seating.side]
            dealt = deal(self.seed, sitting.deal, self.options)
            yield Table(number, self.options, dealt, lines, self.time.bank)

    def _keep(self, table: Table) -> None:
        record = record_of(table, self.schedule.sitting(table.number))
        self.hands.append(record)
        self.tally.add(record)

    def faults_by_kind(self) -> Mapping[str, int]:
        """Return how many faults of each kind there were."""
        kinds = [str(fault.kind) for fault in self.faults]
        return {kind: kinds.count(kind) for kind in sorted(set(kinds))}
