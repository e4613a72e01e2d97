"""How blocks become rows, and rows blocks.

A row that is there already stays as it is, and the faults in a block are written only with the row
of that block: whatever comes twice, the tables agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Dialect, Insert, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from arena.play.record import FaultRecord, HandRecord
from arena.play.schedule import Group, Sitting
from arena.store.errors import StoreError
from arena.store.packing import escaped, pack, unpack
from arena.store.schema import BLOCKS, FAULTS

Block = tuple[HandRecord, ...]
"""All hands of one deal by the same bots, in the order of their rotations."""
OfRun = tuple[str, Block]
"""A run's id and a block of it."""
Key = tuple[str, int, str]
"""What names a block: its run, deal, and bots."""

BLOCK_KEY: Final = (BLOCKS.c.deal, BLOCKS.c.bots)
FAULT_KEY: Final = (FAULTS.c.deal, FAULTS.c.bots, FAULTS.c.rotation, FAULTS.c.number)


class KeptFault(NamedTuple):
    """A fault and the table at which it happened."""

    sitting: Sitting
    fault: FaultRecord


async def insert_blocks(connection: AsyncConnection, blocks: Sequence[OfRun]) -> None:
    """Write blocks, those that aren't there yet; blocks the loop for about 5 µs a hand."""
    dialect = connection.dialect
    flawless = [block_row(each) for each in blocks if not _has_faults(each)]
    if flawless:
        await connection.exec_driver_sql(plain_insert(BLOCKS, dialect), flawless)
    if len(flawless) == len(blocks):
        return
    faulty: dict[Key, OfRun] = {}
    for each in blocks:
        if _has_faults(each):
            faulty.setdefault(key_of(each), each)
    statement = insert_new(BLOCKS, dialect).returning(BLOCKS.c.run, *BLOCK_KEY)
    rows = [dict(zip(BLOCKS.c.keys(), block_row(each), strict=True)) for each in faulty.values()]
    written = [tuple(row) for row in await connection.execute(statement, rows)]
    faults = [row for key in written for row in fault_rows(faulty[key])]
    if faults:
        await connection.exec_driver_sql(plain_insert(FAULTS, dialect), faults)


def _has_faults(block: OfRun) -> bool:
    return any(hand.faults for hand in block[1])


def key_of(block: OfRun) -> Key:
    """Return what names a block."""
    run, (first, *_) = block
    return run, first.deal, _in_one(first.bots)


def block_row(block: OfRun) -> tuple[Any, ...]:
    """Return the columns of a block, in their order."""
    return *key_of(block), pack(block[1])


def fault_rows(block: OfRun) -> list[tuple[Any, ...]]:
    """Return the columns of every fault in a block, in their order."""
    key = key_of(block)
    return [
        (
            *key, rotation, number, fault.kind, fault.bot, fault.seat,
            _as_text(fault.asked), _as_text(fault.came), fault.elapsed_us, fault.of_time,
        )
        for rotation, hand in enumerate(block[1])
        for number, fault in enumerate(hand.faults)
    ]  # fmt: skip


def block_of(row: Row[Any]) -> Block:
    """Return the hands of a block's row. Raises StoreError if it is damaged."""
    bots = _apart(row.bots)
    try:
        return unpack(row.hands, row.deal, bots)
    except ValueError as why:
        raise StoreError(
            f"deal {row.deal} of {' - '.join(bots)} in run {row.run} can't be read ({why}). "
            "It was damaged, or written by a newer program"
        ) from why


def fault_of(row: Row[Any]) -> KeptFault:
    """Return the fault of a row."""
    sitting = Sitting(row.deal, _apart(row.bots), row.rotation)
    fault = FaultRecord(
        row.kind, row.bot, row.seat, row.asked, row.came, row.elapsed_us, row.of_time
    )
    return KeptFault(sitting, fault)


@lru_cache(maxsize=1024)
def _in_one(bots: Group) -> str:
    """Names hold no space, which sorts before all that they hold."""
    return " ".join(bots)


@lru_cache(maxsize=1024)
def _apart(bots: str) -> Group:
    return tuple(bots.split(" "))


def insert_new(table: Table, dialect: Dialect) -> Insert:
    """Return the statement that inserts rows unless their key is there already."""
    if dialect.name == "postgresql":  # says it in the same words, by a class of its own
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


@lru_cache(maxsize=8)
def plain_insert(table: Table, dialect: Dialect) -> str:
    """Return that statement as text, for rows that are tuples of all columns in their order.

    Thus SQLAlchemy needn't look at each row, which would take as long as writing it.
    """
    return str(insert_new(table, dialect).compile(dialect=dialect))


def _as_text(evidence: str) -> str:
    return escaped(evidence).replace("\0", "\\x00")  # PostgreSQL takes no NUL in a text
