"""Serving what was played: the results of a store over gRPC, until somebody ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from arena import config
from arena.app.errors import RunFailed
from arena.app.metrics import serve_metrics
from arena.app.run import Say
from arena.net.hall import Hall
from arena.net.lobby import Lobby
from arena.net.service import ArenaService, listen
from arena.play.bots import BotSpec
from arena.play.report import Terms, awards_points, tournament_result
from arena.play.tally import Tally
from arena.rules.presets import STANDARD
from arena.rules.sheet import changes
from arena.store import Store
from arena.store.runs import Run


class Results:
    """Gives the standings of the runs in a store, worked out anew from their blocks.

    What was worked out is kept for as long as its run has no further block.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[int, Mapping[str, Any]]] = {}

    async def of(self, name: str) -> Mapping[str, Any] | None:
        """Return the document of a run by its id or its name (empty: the newest), or None."""
        run = await self._store.run(name) if name else None
        run = run or await self._store.latest_run(name or None)
        if run is None:
            return None
        blocks = await self._store.count_blocks(run.header.id)
        known = self._known.get(run.header.id)
        if known is None or known[0] != blocks:
            known = self._known[run.header.id] = blocks, await self._work_out(run)
        return {**known[1], "tournament": run.header.name, "finished": run.finished}

    async def newest(self) -> tuple[Tally, str]:
        """Return the hands of the newest run, counted, and its seed. Raises RunFailed for none."""
        run = await self._store.latest_run()
        if run is None:
            raise RunFailed(f"{self._store.file} holds no run")
        return await self._count(run), run.header.seed

    async def _count(self, run: Run) -> Tally:
        tally = Tally(_names(run), run.header.groups, run.header.format)
        async for block in self._store.blocks(run.header.id):
            for hand in block:
                tally.add(hand)
        return tally

    async def _work_out(self, run: Run) -> Mapping[str, Any]:
        header, tally = run.header, await self._count(run)
        terms = Terms(
            name=header.name,
            rules=header.preset,
            seed=header.seed,
            deals=header.deals,
            bots=_names(run),
            rated=True,
            options=changes(header.options),
            points=awards_points(header.options),
            format=header.format,
        )
        return await asyncio.to_thread(tournament_result, terms, tally)


def _names(run: Run) -> tuple[str, ...]:
    return tuple(BotSpec.parse(bot).name for bot in run.header.bots)


async def serve(directory: Path, address: str, metrics_port: int | None, say: Say) -> None:
    """Serve the runs kept in a folder at an address until cancelled.

    Raises StoreError when the folder holds none, AddressInUse and RunFailed when an address or the
    port of the metrics can't be had.
    """
    async with AsyncExitStack() as closing:
        store = await closing.enter_async_context(
            await Store.open(directory / "run.db", create=False)
        )
        results = Results(store)
        hall = Hall(STANDARD)
        service = ArenaService(hall, Lobby(STANDARD, hall.entrants), results.of)
        server = await listen(service, address)
        closing.push_async_callback(server.stop, config.GOODBYE_DEADLINE)
        say(f"serving {directory} at {address}")
        if metrics_port is not None:
            tally, seed = await results.newest()
            say(f"metrics at {serve_metrics(hall, tally, seed, metrics_port, closing)}")
        await server.wait_for_termination()
