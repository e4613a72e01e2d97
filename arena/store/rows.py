"""How pairs become rows, and rows pairs.

A row that is there already stays as it is, and the faults in a pair are written only with the row
of that pair: whatever comes twice, the tables agree.
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
from arena.play.schedule import Pairing, Sitting
from arena.store.errors import StoreError
from arena.store.packing import escaped, pack, unpack
from arena.store.schema import FAULTS, PAIRS

Pair = tuple[str, HandRecord, HandRecord]
"""A run's id and both hands of a pair, half 0 first."""
Key = tuple[str, int, str, str]
"""What names a pair: its run, deal, and bots."""

PAIR_KEY: Final = (PAIRS.c.deal, PAIRS.c.a, PAIRS.c.b)
FAULT_KEY: Final = (FAULTS.c.deal, FAULTS.c.a, FAULTS.c.b, FAULTS.c.half, FAULTS.c.number)


class KeptFault(NamedTuple):
    """A fault and the table at which it happened."""

    sitting: Sitting
    fault: FaultRecord


async def insert_pairs(connection: AsyncConnection, pairs: Sequence[Pair]) -> None:
    """Write pairs, those that aren't there yet; blocks the loop for about 10 µs a pair."""
    dialect = connection.dialect
    flawless = [pair_row(pair) for pair in pairs if not (pair[1].faults or pair[2].faults)]
    if flawless:
        await connection.exec_driver_sql(plain_insert(PAIRS, dialect), flawless)
    if len(flawless) == len(pairs):
        return
    faulty: dict[Key, Pair] = {}
    for pair in pairs:
        if pair[1].faults or pair[2].faults:
            faulty.setdefault(key_of(pair), pair)
    statement = insert_new(PAIRS, dialect).returning(PAIRS.c.run, *PAIR_KEY)
    rows = [dict(zip(PAIRS.c.keys(), pair_row(pair), strict=True)) for pair in faulty.values()]
    written = [tuple(row) for row in await connection.execute(statement, rows)]
    faults = [row for key in written for row in fault_rows(faulty[key])]
    if faults:
        await connection.exec_driver_sql(plain_insert(FAULTS, dialect), faults)


def key_of(pair: Pair) -> Key:
    """Return what names a pair."""
    run, first, _ = pair
    return run, first.deal, first.a, first.b


def pair_row(pair: Pair) -> tuple[Any, ...]:
    """Return the columns of a pair, in their order."""
    run, first, second = pair
    return (
        run, first.deal, first.a, first.b,
        None if first.void else first.margin(), None if second.void else second.margin(),
        pack(first, second),
    )  # fmt: skip


def fault_rows(pair: Pair) -> list[tuple[Any, ...]]:
    """Return the columns of every fault in a pair, in their order."""
    key = key_of(pair)
    return [
        (
            *key, half, number, fault.kind, fault.bot, fault.seat,
            _as_text(fault.asked), _as_text(fault.came), fault.elapsed_us, fault.of_time,
        )
        for half, hand in enumerate(pair[1:])
        for number, fault in enumerate(hand.faults)
    ]  # fmt: skip


def pair_of(row: Row[Any]) -> tuple[HandRecord, HandRecord]:
    """Return both hands of a pair's row. Raises StoreError if it is damaged."""
    try:
        return unpack(row.hands, row.deal, row.a, row.b)
    except ValueError as why:
        raise StoreError(
            f"deal {row.deal} of {row.a} - {row.b} in run {row.run} can't be read ({why}). "
            "It was damaged, or written by a newer program"
        ) from why


def fault_of(row: Row[Any]) -> KeptFault:
    """Return the fault of a row."""
    sitting = Sitting(row.deal, Pairing(row.a, row.b), row.half)
    fault = FaultRecord(
        row.kind, row.bot, row.seat, row.asked, row.came, row.elapsed_us, row.of_time
    )
    return KeptFault(sitting, fault)


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
