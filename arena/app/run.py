"""A run: its bots, its tables, its results, and the document at the end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from arena import __version__, config
from arena.app.errors import RunFailed
from arena.app.gathering import Dial, Gathering
from arena.app.metrics import serve_metrics
from arena.app.plan import Plan
from arena.net.dial import dial
from arena.net.hall import Hall
from arena.net.service import ArenaService, listen
from arena.net.trace import Trace
from arena.play.bots import Reached
from arena.play.floor import Floor, Listeners
from arena.play.record import HandRecord, record_of
from arena.play.report import (
    Document,
    canonical,
    fingerprint,
    latencies,
    match_result,
    tournament_result,
)  # fmt: skip
from arena.play.table import Table
from arena.play.tally import Tally
from arena.store import RunHeader, Store
from arena.telemetry.journal import Journal, Log

Say = Callable[[str], None]
"""Takes a line for the user, beside the progress."""


class Run:
    """One run: brings its bots, plays its tables, keeps its hands, writes its document.

    `tally` and `hall` may be read at any time to see how far it is; `playing_since` is when the
    first table was opened (then `opened` is set), None before. Each of `on_hand` is called with
    every hand that ended. `dial` reaches the bots that have an address.
    """

    def __init__(self, plan: Plan, say: Say, log: Log | None = None, dial: Dial = dial) -> None:
        self.plan = plan
        self._dial = dial
        self.id = f"{plan.name}-{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(2)}"
        self.tally = Tally(plan.names, plan.groups, plan.format)
        self.hall = Hall(plan.options, Trace(plan.trace, say) if plan.trace else None)
        self.playing_since: float | None = None
        self.opened = asyncio.Event()
        self.on_hand: list[Callable[[HandRecord], None]] = []
        self._say = say
        self._journal = Journal(log, self.id, plan.schedule)
        self.hall.bot_listeners.append(self._journal.bot)

    async def play(self) -> Document:
        """Play the run to its end. Raises RunFailed, and StoreError when results can't be kept."""
        async with contextlib.AsyncExitStack() as closing:
            closing.enter_context(self._journal.running(**self._in_short()))
            self._serve_metrics(closing)
            store = await closing.enter_async_context(
                await Store.open(self.plan.directory / "run.db")
            )
            await store.begin_run(self._header())
            gathering = Gathering(self.plan, self.hall, self._journal.bot, self._dial)
            closing.push_async_callback(gathering.see_out)
            await self._open_the_door(gathering, closing)
            await gathering.bring()
            seconds = await self._play_tables(store)
            await store.flush()
            document = self._document(seconds)
            await store.finish_run(
                self.id,
                canonical(document["result"]),
                document["measured"]["result_sha256"],
                canonical(document["measured"]),
            )
            self._journal.finished(document["measured"], blocks=self.tally.blocks)
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
        if self.plan.metrics_port is not None:
            url = serve_metrics(
                self.hall, self.tally, self.plan.seed, self.plan.metrics_port, closing
            )
            self._say(f"metrics at {url}")

    async def _open_the_door(
        self, gathering: Gathering, closing: contextlib.AsyncExitStack
    ) -> None:
        plan = self.plan
        if plan.listen is None:
            if any(bot.reached is Reached.JOIN for bot in plan.bots):
                raise RunFailed("a bot is to join: say where it dials in, with --listen ADDRESS")
            return
        service = ArenaService(self.hall, gathering.lobby, self._so_far)
        server = await listen(service, plan.listen)
        closing.push_async_callback(server.stop, config.GOODBYE_DEADLINE)
        if gathering.joining:
            waited_for = ", ".join(gathering.joining)
            self._say(f"waiting for {waited_for} to join at {plan.listen}")

    # Tables are played.

    async def _play_tables(self, store: Store) -> float:
        plan = self.plan
        listeners = Listeners()
        self.hall.listen(listeners)
        listeners.fault.append(self._journal.fault)
        lines = {name: entrant.line for name, entrant in self.hall.entrants.items()}
        schedule = plan.schedule

        def keep(table: Table) -> None:
            hand = record_of(table, schedule.sitting(table.number))
            for told in self.on_hand:
                told(hand)
            block = self.tally.add(hand)
            if block is not None:
                store.add_block(self.id, block)

        listeners.hand_over.append(keep)
        floor = Floor(plan.tables_for(lines), plan.tables, listeners)
        self.playing_since = perf_counter()
        self.opened.set()
        with _few_collections():
            await self.hall.play(floor, store)
        return perf_counter() - self.playing_since

    # What is told of it.

    def _in_short(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "kind": plan.kind,
            "rules": plan.options.preset,
            "players": plan.options.players,
            "format": plan.format.value,
            "bots": plan.names,
            "blocks": plan.blocks,
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
            groups=plan.groups,
            format=plan.format,
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
            "arena_stalls": self.hall.stalls,
        }
        return {"result": result, "measured": measured}

    async def _so_far(self, name: str) -> Mapping[str, Any] | None:
        if name not in ("", self.plan.name, self.id):
            return None
        standings = await asyncio.to_thread(
            tournament_result, self.plan.terms, self.tally.snapshot()
        )
        finished = self.tally.blocks == self.plan.blocks
        return {**standings, "tournament": self.plan.name, "finished": finished}


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
