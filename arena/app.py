"""The one place that builds and wires everything: a run from its plan to its document."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any

from arena import __version__, config
from arena.net.dial import Dialler
from arena.net.entrant import Entrant, Refused
from arena.net.hall import Hall
from arena.net.lobby import Lobby
from arena.net.service import ArenaService, listen
from arena.net.spawn import LocalBot
from arena.net.trace import Trace
from arena.play.bots import BotSpec, Reached
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.floor import Floor, Listeners
from arena.play.line import Line
from arena.play.record import HandRecord, record_of
from arena.play.report import (
    Document,
    Terms,
    canonical,
    fingerprint,
    latencies,
    match_result,
    tournament_result,
)  # fmt: skip
from arena.play.schedule import Pairing, Schedule, round_robin
from arena.play.table import Seat, Table
from arena.play.tally import Tally
from arena.rules.options import STANDARD, Options
from arena.store import RunHeader, Store
from arena.telemetry.journal import Journal, Log

Say = Callable[[str], None]
"""Takes a line for the user, beside the progress."""


class RunFailed(Exception):
    """A run that can't go on, for a reason that its user can mend; the message says which."""


@dataclass(frozen=True)
class Plan:
    """What is to be played and how. `kind` is "match" or "tournament", `tables` how many are in
    play at once, `listen` where bots may dial in, `trace` the bot whose questions are told; without
    `streams` even bots that offer one are asked by unary calls."""

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
    streams: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, in the order in which they were given."""
        return tuple(bot.name for bot in self.bots)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Every pairing of the bots, once."""
        return tuple(round_robin(self.names))

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


class Run:
    """One run: brings its bots, plays its tables, keeps its hands, writes its document.

    `tally` and `hall` may be read at any time to see how far it is; `playing_since` is when the
    first table was opened (then `opened` is set), None before. Each of `on_hand` is called with
    every hand that ended.
    """

    def __init__(self, plan: Plan, say: Say, log: Log | None = None) -> None:
        self.plan = plan
        self.id = f"{plan.name}-{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(2)}"
        self.tally = Tally(plan.names, plan.pairings)
        self.hall = Hall(plan.options, Trace(plan.trace, say) if plan.trace else None)
        self.playing_since: float | None = None
        self.opened = asyncio.Event()
        self.on_hand: list[Callable[[HandRecord], None]] = []
        self._say = say
        self._journal = Journal(log, self.id, Schedule(plan.pairings, plan.deals))
        self.hall.bot_listeners.append(self._journal.bot)
        self._lobby = Lobby(plan.options, self.hall.entrants)
        self._local: dict[str, LocalBot] = {}
        self._diallers: list[asyncio.Task[None]] = []
        self._keepers: list[asyncio.Task[None]] = []

    async def play(self) -> Document:
        """Play the run to its end. Raises RunFailed, and StoreError when results can't be kept."""
        async with contextlib.AsyncExitStack() as closing:
            closing.enter_context(self._journal.running(**self._in_short()))
            self._serve_metrics(closing)
            store = await closing.enter_async_context(
                await Store.open(self.plan.directory / "run.db")
            )
            await store.begin_run(self._header())
            closing.push_async_callback(self._close)
            await self._open_the_door(closing)
            await self._gather_bots()
            seconds = await self._play_tables(store)
            await store.flush()
            document = self._document(seconds)
            await store.finish_run(
                self.id,
                canonical(document["result"]),
                document["measured"]["result_sha256"],
                canonical(document["measured"]),
            )
            self._journal.finished(document["measured"], pairs=self.tally.pairs)
        return document

    def drain(self) -> None:
        """Take no new tables; those in play go on to their end, and the run ends with them."""
        if self.hall.floor is not None:
            self.hall.floor.stop()

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return 0 if self.hall.floor is None else self.hall.floor.decisions

    def _serve_metrics(self, closing: contextlib.AsyncExitStack) -> None:
        if self.plan.metrics_port is None:
            return
        from arena.telemetry.metrics import registry_of
        from arena.telemetry.server import MetricsServer, PortUnavailable

        registry = registry_of(self.hall, self.tally, self.plan.seed)
        try:
            server = MetricsServer(registry, self.plan.metrics_port)
        except PortUnavailable as why:
            raise RunFailed(str(why)) from None
        closing.push_async_callback(asyncio.to_thread, server.stop)
        self._say(f"metrics at {server.url}")

    # Bots come in.

    async def _open_the_door(self, closing: contextlib.AsyncExitStack) -> None:
        plan = self.plan
        if plan.listen is None:
            if any(bot.reached is Reached.JOIN for bot in plan.bots):
                raise RunFailed("a bot is to join: say where it dials in, with --listen ADDRESS")
            return
        server = await listen(ArenaService(self.hall, self._lobby, self._so_far), plan.listen)
        closing.push_async_callback(server.stop, config.GOODBYE_DEADLINE)

    async def _gather_bots(self) -> None:
        for bot in self.plan.bots:
            await self._bring(bot)
        entrants = self.hall.entrants.values()
        for each in entrants:
            each.arrived.add_done_callback(partial(_tell_refusal, self._journal, each.name))
        joining = [each.name for each in entrants if each.door == "joined"]
        if joining:
            self._say(f"waiting for {', '.join(joining)} to join at {self.plan.listen}")
        limit = max(self.plan.join_deadline if joining else 0.0, config.START_DEADLINE) + 1
        try:
            await asyncio.wait_for(asyncio.gather(*(each.arrived for each in entrants)), limit)
        except Refused as why:
            raise RunFailed(self._with_last_words(str(why))) from None
        except TimeoutError:
            missing = ", ".join(each.name for each in entrants if not each.has_arrived)
            raise RunFailed(f"{missing} did not come within {limit:.0f} s") from None

    async def _bring(self, bot: BotSpec) -> None:
        line: Line[Seat] = Line(bot.name, 1, self.plan.time, secrets.randbits(64))
        if bot.reached is Reached.JOIN:
            self.hall.entrants[bot.name] = Entrant(bot.name, line, "joined")
            return
        if bot.reached is Reached.ADDRESS:
            entrant, address = Entrant(bot.name, line, "dialled"), bot.where
        else:
            local = _told(self._journal).of(bot, self.plan.directory)
            self._local[bot.name] = local
            entrant = Entrant(bot.name, line, "started", local.nonce)
            address = local.address
            await local.start()
            keep_up = local.keep_up(entrant, self.hall.finished)
            self._keepers.append(asyncio.create_task(keep_up))
        self.hall.entrants[bot.name] = entrant
        dialler = Dialler(self.hall, self._lobby, entrant, address, self.plan.streams)
        self._diallers.append(asyncio.create_task(dialler.run()))

    def _with_last_words(self, why: str) -> str:
        turned_away = [e.name for e in self.hall.entrants.values() if e.is_turned_away]
        words = [self._local[name].last_words() for name in turned_away if name in self._local]
        return "\n".join([why, *words])

    # Tables are played.

    async def _play_tables(self, store: Store) -> float:
        plan = self.plan
        listeners = Listeners()
        self.hall.listen(listeners)
        listeners.fault.append(self._journal.fault)
        lines = {name: entrant.line for name, entrant in self.hall.entrants.items()}
        schedule = Schedule(plan.pairings, plan.deals)

        def keep(table: Table) -> None:
            hand = record_of(table, schedule.sitting(table.number))
            for told in self.on_hand:
                told(hand)
            pair = self.tally.add(hand)
            if pair is not None:
                store.add_pair(self.id, *pair)

        listeners.hand_over.append(keep)
        floor = Floor(tables_of(plan, schedule, lines), plan.tables, listeners)
        self.playing_since = perf_counter()
        self.opened.set()
        with _few_collections():
            await self.hall.play(floor, store)
        return perf_counter() - self.playing_since

    async def _close(self) -> None:
        """End the run, however it came to its end: goodbyes, then connections, then processes."""
        self.hall.finish()
        await _wait_for(self._diallers)
        await asyncio.gather(*(local.stop() for local in self._local.values()))
        await _wait_for(self._keepers)

    # What is told of it.

    def _in_short(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "kind": plan.kind,
            "rules": plan.options.preset,
            "bots": plan.names,
            "pairs": plan.pairs,
            "tables": plan.tables,
        }

    def _header(self) -> RunHeader:
        plan = self.plan
        return RunHeader(
            id=self.id,
            name=plan.name,
            kind=plan.kind,
            preset=plan.options.preset,
            options=plan.options.as_dict(),
            seed=plan.seed,
            deals=plan.deals,
            bots=tuple(map(str, plan.bots)),
            pairings=plan.pairings,
            started_at=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            arena_version=__version__,
        )

    def result(self) -> Document:
        """Return the result as far as it is known."""
        if self.plan.kind == "match":
            return match_result(self.plan.terms, self.tally)
        return tournament_result(self.plan.terms, self.tally)

    def _document(self, seconds: float) -> Document:
        result = self.result()
        messages = sum(each.messages for each in self.hall.entrants.values())
        measured = {
            "run": self.id,
            "result_sha256": fingerprint(result),
            "seconds": round(seconds, 3),
            "tables": self.plan.tables,
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions / seconds, 1),
            "decisions_per_message": round(self.decisions / max(1, messages), 2),
            "hands_per_second": round(self.tally.hands / seconds, 1),
            "latency": latencies(self.tally),
            "late_answers": {n: e.line.late for n, e in self.hall.entrants.items()},
        }
        return {"result": result, "measured": measured}

    async def _so_far(self, name: str) -> Mapping[str, Any] | None:
        if name not in ("", self.plan.name, self.id):
            return None
        standings = await asyncio.to_thread(
            tournament_result, self.plan.terms, self.tally.snapshot()
        )
        finished = self.tally.pairs == self.plan.pairs
        return {**standings, "tournament": self.plan.name, "finished": finished}


def _told(journal: Journal) -> type[LocalBot]:
    """Return the class of local bots whose starts stand in the journal."""

    class Told(LocalBot):
        async def start(self) -> None:
            await super().start()
            what = "restarted" if self.restarts else "started"
            journal.bot(what, self.name, address=self.address)

    return Told


def _tell_refusal(journal: Journal, bot: str, arrived: asyncio.Future[None]) -> None:
    why = None if arrived.cancelled() else arrived.exception()
    if why is not None:
        journal.bot("turned away", bot, str(why))


async def _wait_for(tasks: list[asyncio.Task[None]]) -> None:
    """Give tasks the time of a goodbye to end, and cancel those that don't."""
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=2 * config.GOODBYE_DEADLINE)
        for task in late:
            task.cancel()


def tables_of(plan: Plan, schedule: Schedule, lines: Mapping[str, Line[Seat]]) -> Iterator[Table]:
    """Yield the tables of a plan in the order of its schedule; each deal is made once."""
    seats = range(plan.options.seating.seats)
    deal_of = lru_cache(maxsize=2)(lambda index: deal(plan.seed, index))
    for number, sitting in enumerate(schedule.sittings()):
        at_seats = [lines[sitting.bot_at(seat)] for seat in seats]
        yield Table(number, plan.options, deal_of(sitting.deal), at_seats, plan.time.bank)


@contextlib.contextmanager
def _few_collections() -> Iterator[None]:
    """Let the garbage collector rest while tables are played: they are freed as they end, and
    walking all those in play would cost a tenth of the time."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
