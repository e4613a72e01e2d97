"""The hall: one floor in real time.

It passes what bots say to the floor, wakes the sessions that have something to send, and rules on
silence. It reads the clock, once for each message, and nothing else here does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic_ns
from typing import Protocol

from arena import config
from arena.net import wire
from arena.net.entrant import Entrant, Refused
from arena.net.trace import Trace
from arena.net.wire import Leaving
from arena.play.faults import Fault, FaultKind
from arena.play.floor import Answer, Floor, Listeners
from arena.play.latency import Latency
from arena.play.line import Presence
from arena.play.table import Table
from arena.rules.options import Options


def now_us() -> int:
    """Return the arena's monotonic clock in microseconds."""
    return monotonic_ns() // 1000


BotListener = Callable[[str, str, str], None]
"""Told what became of a bot (let in, lost, back, given up), its name, and why, if there is more to
say."""


class Keeper(Protocol):
    """Whoever keeps results while tables are played."""

    def is_behind(self) -> bool:
        """Whether too much waits to be kept. Raises when results can't be kept any more."""


class Hall:
    """Runs a floor with its entrants until every table has been played.

    `batches[n]` counts messages of more than 2ⁿ⁻¹ and up to 2ⁿ answers, `answers` all of them;
    `lag` how much later than asked the clock tick woke, `stalls` how often the arena stood still.

    `message_turn` is held while one message is taken and what it sets free goes out. Were two
    taken in one go, both their bots would stand idle for so long and answer together again, and
    the arena would wait for both: that costs a fifth of all decisions.
    """

    def __init__(self, options: Options, trace: Trace | None = None) -> None:
        self.options = options
        self.trace = trace
        self.entrants: dict[str, Entrant] = {}
        self.floor: Floor | None = None
        self.finished = asyncio.Event()
        self.message_turn = asyncio.Lock()
        self.bot_listeners: list[BotListener] = []
        self.batches = [0] * (config.LARGEST_MESSAGE.bit_length() + 1)
        self.answers = 0
        self.lag = Latency()
        self.stalls = 0
        self._looked = now_us()
        self._why_away: dict[str, FaultKind] = {}
        self._broken: Exception | None = None

    def listen(self, listeners: Listeners) -> None:
        """Tell bots how their hands end and what they did wrong."""
        listeners.hand_over.append(self._hand_over)
        listeners.fault.append(self._fault)

    async def play(self, floor: Floor, keeper: Keeper) -> None:
        """Play all tables of a floor. All entrants must have arrived.

        While the keeper of results is behind, no new table is taken. Raises what it raises, and
        what `fail` was told.
        """
        self.floor = floor
        self._looked = now_us()
        self.turn()
        while not floor.over:
            if self._broken is not None:
                raise self._broken
            due = now_us() + round(config.CLOCK_TICK * 1_000_000)
            await asyncio.sleep(config.CLOCK_TICK)
            self.lag.add(max(0, now_us() - due))
            self.rule_on_silence(floor)
            floor.held = keeper.is_behind()
            self.turn()
        self.finish()

    def parting(self) -> tuple[Leaving, str]:
        """Return why the hall says goodbye, and the same in words."""
        if self.floor is not None and self.floor.over:
            return Leaving.FINISHED, "all is played"
        return Leaving.SHUTDOWN, "the run was ended before all was played"

    def watch(self, task: asyncio.Task[None]) -> None:
        """Take note of how a task of the arena ended: no error of ours may pass unseen."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """End the run by an error of the arena itself: no bot is to be blamed for it."""
        self._broken = error
        for entrant in self.entrants.values():
            if not entrant.arrived.done():
                entrant.arrived.set_exception(error)

    def finish(self) -> None:
        """Let every session say goodbye."""
        self.finished.set()
        for entrant in self.entrants.values():
            entrant.wake.set()

    def turn(self) -> None:
        """Take new tables and wake whoever has something to send."""
        if self.floor is None:
            return
        self.floor.fill()
        for entrant in self.entrants.values():
            if entrant.line.may_send():
                entrant.wake.set()

    def heard(self, entrant: Entrant, answers: Sequence[Answer]) -> None:
        """Take the answers of one message of a bot."""
        floor, now = self.floor, self._look_at_the_clock()
        if floor is None or not answers:
            return
        entrant.messages += 1
        self.answers += len(answers)
        self.batches[(len(answers) - 1).bit_length()] += 1
        line = entrant.line
        if self.trace is None:
            floor.hear(line, answers, now)
        else:  # each answer is told just before what comes of it
            line.measured(line.silence(now), len(answers))
            for answer in answers:
                request_id, action, _ = answer
                self.trace.answered(entrant.name, line.open.get(request_id), action)
                floor.take(line, [answer], now)
        self.turn()

    # Bots coming and going.

    def came(self, entrant: Entrant, window: int) -> None:
        """Note that a bot can be asked. Raises Refused when it has been given up."""
        if entrant.line.presence is Presence.GONE:
            raise Refused(f"bot {entrant.name} was away for too long and has been given up")
        if entrant.line.presence is not Presence.HERE:
            self._tell("back" if entrant.has_arrived else "let in", entrant)
        elif self.floor is not None:
            self.floor.lost(entrant.line, now_us())
        self._why_away.pop(entrant.name, None)
        entrant.line.connected(window, now_us())
        entrant.let_in()
        self.turn()

    def lost(self, entrant: Entrant) -> None:
        """Note that a bot's connection is gone; it has a grace to come back."""
        if entrant.line.presence is Presence.HERE:
            if self.floor is None:
                entrant.line.disconnected(now_us())
            else:
                self.floor.lost(entrant.line, now_us())
            if not self.finished.is_set():
                self._tell("lost", entrant, "the connection ended")

    def rule_on_silence(self, floor: Floor) -> None:
        """Rule on bots that are late, silent or away for too long."""
        now = self._look_at_the_clock()
        for entrant in self.entrants.values():
            line = entrant.line
            if line.presence is Presence.HERE and floor.check_clock(line, now):
                self._why_away[entrant.name] = FaultKind.STALLED
                self._tell("lost", entrant, str(FaultKind.STALLED))
                entrant.wake.set()
            grace_over = now - line.away_since > config.RECONNECT_GRACE * 1_000_000
            if line.presence is Presence.AWAY and grace_over:
                kind = self._why_away.get(entrant.name, FaultKind.DISCONNECTED)
                self._tell("given up", entrant, str(kind))
                floor.give_up(line, kind)

    def _look_at_the_clock(self) -> int:
        """Return the time; what the arena itself was late by is left out of everybody's clock."""
        now = now_us()
        late = now - self._looked - round(config.CLOCK_TICK * 1_000_000)
        self._looked = now
        if late > config.STALL * 1_000_000:
            self.stalls += 1
            for entrant in self.entrants.values():
                entrant.line.stood_still(late, now)
        return now

    def _tell(self, what: str, entrant: Entrant, why: str = "") -> None:
        for told in self.bot_listeners:
            told(what, entrant.name, why)

    # What bots are told.

    def _hand_over(self, table: Table) -> None:
        for seat, told in zip(table.seats, wire.hands_over(table), strict=True):
            self.entrants[seat.line.bot].notices.hands.append(told)

    def _fault(self, table: Table, fault: Fault) -> None:
        request_id = table.seats[fault.seat].request_id
        self.entrants[fault.bot].notices.faults.append((fault, request_id))
        if self.trace is not None:
            self.trace.fault(fault)
