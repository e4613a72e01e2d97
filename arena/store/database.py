"""The store itself: what is written of runs, and what is asked of them.

One store is one file and, within a process, its one writer; other processes may write to the same
file at the same time. All that is read has been committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from sqlalchemy import ColumnElement, Executable, Select, Table, func, select, tuple_, update
from sqlalchemy.engine import Row

from arena import config
from arena.store.connect import TO_WRITE, file_of, plainly, working_engine
from arena.store.errors import StoreError
from arena.store.migrate import bring_up
from arena.store.rows import (
    BLOCK_KEY,
    FAULT_KEY,
    Block,
    KeptFault,
    OfRun,
    block_of,
    fault_of,
    insert_blocks,
    insert_new,
)
from arena.store.runs import Run, RunHeader, header_values, run_of
from arena.store.schema import BLOCKS, FAULTS, RUNS
from arena.store.writer import GroupWriter


class Store:
    """An open store, to be closed; as an async context manager it closes itself.

    Every method may raise StoreError. It belongs to the event loop in which it was opened.
    """

    def __init__(self, file: Path) -> None:
        """Use a file that has been brought up to date; `Store.open` sees to that."""
        self.file: Final = file
        self._engine = working_engine(file)
        self._writing = self._engine.execution_options(**TO_WRITE)
        self._closed = False
        self._writer: GroupWriter[OfRun] = GroupWriter(self._commit)

    @classmethod
    async def open(cls, where: str | Path, *, create: bool = True) -> Self:
        """Open the store in a file (a path, or an URL like sqlite:///runs.db).

        The file and its folder are made if `create` allows it, and tables of an older program are
        brought up to date. Raises StoreError for what is no store, for one of a newer program, and
        when the folder can't be written to.
        """
        file = file_of(where)
        await asyncio.to_thread(bring_up, file, create=create)
        return cls(file)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self.close()
        except StoreError:
            if error is None:  # else it would hide what went wrong first
                raise

    async def close(self) -> None:
        """Commit what waits and let go of the file. Raises StoreError if blocks were lost."""
        try:
            await self._writer.close()
        finally:
            self._closed = True
            await self._engine.dispose()

    # Writing a run, from its header to its documents.

    async def begin_run(self, header: RunHeader) -> None:
        """Write the header of a run; the same header again changes nothing.

        Raises StoreError if another run has this id, TypeError for options that JSON can't say.
        """
        values = header_values(header)
        with self._plainly():
            async with self._writing.begin() as connection:
                await connection.execute(insert_new(RUNS, connection.dialect), [values])
                found = await connection.execute(select(RUNS).where(RUNS.c.id == header.id))
                kept = found.mappings().one()
        if any(kept[name] != value for name, value in values.items()):
            raise StoreError(f"the store {self.file} already has another run {header.id}")

    def add_block(self, run_id: str, block: Block) -> None:
        """Take all hands of a block, in the order of their rotations, to be committed within
        200 ms.

        Takes about a microsecond and never waits; a block that is there already stays as it is.
        Heed `is_behind` or `room` before beginning new tables. Raises ValueError if these aren't
        the hands of one block, StoreError once writing has failed: the blocks since are lost.
        """
        deal, bots = block[0].deal, block[0].bots
        expected = [(deal, bots, rotation) for rotation in range(len(bots))]
        if [(hand.deal, hand.bots, hand.rotation) for hand in block] != expected:
            told = ", ".join(str(hand.sitting) for hand in block)
            raise ValueError(f"not the hands of one block: {told}")
        self._writer.add((run_id, block))

    def is_behind(self) -> bool:
        """Whether so many blocks wait for the disk that no new table should be begun."""
        return self._writer.is_behind()

    async def room(self) -> None:
        """Wait until the writer isn't behind."""
        await self._writer.room()

    async def flush(self) -> None:
        """Wait until every block added so far is on the disk."""
        await self._writer.flush()

    async def finish_run(
        self, run_id: str, result: bytes, result_sha256: str, measured: bytes
    ) -> None:
        """Commit what waits, then write the run's documents (canonical JSON).

        The same result again changes nothing. Raises StoreError if there is no such run or if it
        has another result, ValueError if `result_sha256` isn't the result's SHA-256 in hex.
        """
        if sha256(result).hexdigest() != result_sha256:
            raise ValueError(f"the result of run {run_id} doesn't have the SHA-256 it came with")
        await self.flush()
        finish = update(RUNS).where(RUNS.c.id == run_id, RUNS.c.result.is_(None))
        values = {
            "result": result.decode(),
            "result_sha256": result_sha256,
            "measured": measured.decode(),
        }
        with self._plainly():
            async with self._writing.begin() as connection:
                written = (await connection.execute(finish, values)).rowcount
        if not written:
            await self._check_result(run_id, result_sha256)

    # What is asked of it.

    async def run(self, run_id: str) -> Run | None:
        """Return a run by its id, None if there is none."""
        return await self._one_run(select(RUNS).where(RUNS.c.id == run_id))

    async def latest_run(self, name: str | None = None) -> Run | None:
        """Return the run that was begun last, of all or of those with this name."""
        query = select(RUNS).order_by(RUNS.c.number.desc()).limit(1)
        return await self._one_run(query if name is None else query.where(RUNS.c.name == name))

    async def runs(self) -> list[Run]:
        """Return all runs in the order in which they were begun."""
        rows = await self._read(select(RUNS).order_by(RUNS.c.number))
        return [run_of(dict(row._mapping)) for row in rows]

    async def blocks(self, run_id: str) -> AsyncIterator[Block]:
        """Yield the hands of every block of a run, by deal, then by the names of the bots.

        Of a run that goes on, it yields also what is committed meanwhile, further on in the order.
        """
        async for row in self._rows(BLOCKS, BLOCK_KEY, run_id):
            yield block_of(row)

    async def count_blocks(self, run_id: str) -> int:
        """Return how many blocks of a run there are."""
        query = select(func.count()).select_from(BLOCKS).where(BLOCKS.c.run == run_id)
        (row,) = await self._read(query)
        return int(row[0])

    async def faults(self, run_id: str) -> AsyncIterator[KeptFault]:
        """Yield every fault in a run's blocks, in the order of the blocks."""
        async for row in self._rows(FAULTS, FAULT_KEY, run_id):
            yield fault_of(row)

    # How it is done.

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        if self._closed:
            raise StoreError(f"the store {self.file} is closed")
        with plainly(self.file):
            yield

    async def _commit(self, group: list[OfRun]) -> None:
        """Write a group in one transaction, a part at a time so that the loop isn't held up."""
        with self._plainly():
            async with self._writing.begin() as connection:
                for start in range(0, len(group), config.STORE_ROWS):
                    await insert_blocks(connection, group[start : start + config.STORE_ROWS])

    async def _read(self, query: Executable) -> Sequence[Row[Any]]:
        with self._plainly():
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()

    async def _rows(
        self, table: Table, key: tuple[ColumnElement[Any], ...], run_id: str
    ) -> AsyncIterator[Row[Any]]:
        """Read page by page: no transaction stays open while somebody thinks about a row."""
        first = select(table).where(table.c.run == run_id).order_by(*key).limit(config.STORE_ROWS)
        page = await self._read(first)
        while page:
            for row in page:
                yield row
            if len(page) < config.STORE_ROWS:
                return
            last = tuple_(*(page[-1]._mapping[column] for column in key))
            page = await self._read(first.where(tuple_(*key) > last))

    async def _one_run(self, query: Select[Any]) -> Run | None:
        rows = await self._read(query)
        return run_of(dict(rows[0]._mapping)) if rows else None

    async def _check_result(self, run_id: str, result_sha256: str) -> None:
        kept = await self.run(run_id)
        if kept is None:
            raise StoreError(f"the store {self.file} has no run {run_id}")
        if kept.result_sha256 != result_sha256:
            raise StoreError(f"the store {self.file} has another result for run {run_id}")
