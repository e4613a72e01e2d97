"""The one writer: what is added is committed in groups, soon, and whole or not at all.

Adding only appends to a list. A task takes all that has gathered and hands it to `commit`, which
knows the database; nothing here does. The first error ends the writing: whoever adds or waits
afterwards is told of it, and what had gathered is lost, as if it had never been played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

from arena import config
from arena.store.errors import StoreError

Item = TypeVar("Item")


class GroupWriter(Generic[Item]):
    """Commits what is added at most `config.STORE_GROUP_DELAY` seconds after the first of a group.

    `commit` writes a group in one transaction and raises StoreError if it can't. Made within a
    running event loop, and used from it alone.
    """

    def __init__(self, commit: Callable[[list[Item]], Awaitable[None]]) -> None:
        self._commit = commit
        self._waiting: list[Item] = []
        self._in_hand = 0
        self._committed = 0
        self._failure: StoreError | None = None
        self._some = asyncio.Event()
        self._hurry = asyncio.Event()
        self._moved = asyncio.Condition()
        self._task = asyncio.create_task(self._write())

    @property
    def backlog(self) -> int:
        """How many items have been added and aren't committed yet."""
        return len(self._waiting) + self._in_hand

    def add(self, item: Item) -> None:
        """Take an item to be committed soon. Costs about a microsecond and never waits.

        Raises StoreError once something could not be written, or when the backlog has grown far
        beyond what `is_behind` warns of: then the item is lost and nothing more is taken.
        """
        if self._failure is not None:
            self.check()
        if len(self._waiting) >= config.STORE_MOST_WAITING:
            self._failure = StoreError(
                f"{self.backlog} blocks wait to be written: the disk is too slow for this run"
            )
            self.check()
        self._waiting.append(item)
        self._some.set()

    def is_behind(self) -> bool:
        """Whether so much waits that nothing new should be begun. Raises StoreError if writing
        has failed."""
        self.check()
        return self.backlog >= config.STORE_BACKLOG

    async def room(self) -> None:
        """Wait until the writer isn't behind. Raises StoreError if writing fails or has failed."""
        if self.is_behind():
            await self._until(lambda: self.backlog < config.STORE_BACKLOG)
            self.check()  # what has failed is no backlog any more

    async def flush(self) -> None:
        """Wait until all that was added before is committed. Raises StoreError if it can't be."""
        self.check()
        wanted = self._committed + self.backlog
        await self._until(lambda: self._committed >= wanted)

    async def close(self) -> None:
        """Commit what waits and take nothing more. Raises StoreError if something was not written.

        Once closed, closing again does nothing.
        """
        if self._task.done() and self._failure is _CLOSED:
            return
        try:
            await self.flush()
            self._failure = _CLOSED
        finally:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def check(self) -> None:
        """Raise StoreError if writing has failed or the writer is closed."""
        if self._failure is not None:
            raise StoreError(*self._failure.args) from self._failure

    async def _until(self, reached: Callable[[], bool]) -> None:
        self._hurry.set()
        async with self._moved:
            await self._moved.wait_for(lambda: self._failure is not None or reached())
        if not reached():
            self.check()

    async def _write(self) -> None:
        while self._failure is None:
            await self._some.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout(config.STORE_GROUP_DELAY):
                    await self._hurry.wait()
            self._some.clear()
            self._hurry.clear()
            group, self._waiting = self._waiting, []
            await self._write_group(group)
            async with self._moved:
                self._moved.notify_all()

    async def _write_group(self, group: list[Item]) -> None:
        self._in_hand = len(group)
        try:
            await self._commit(group)
            self._committed += len(group)
        except StoreError as why:
            self._failure = why
        except Exception as why:
            self._failure = StoreError(f"a group of {len(group)} could not be written: {why!r}")
            self._failure.__cause__ = why
        finally:
            self._in_hand = 0


_CLOSED = StoreError("the store is closed: open it again")
