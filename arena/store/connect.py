"""How the database file is reached, and how its errors are told.

Every connection begins its transactions itself (the driver would begin them late, or not at all
around DDL) and waits its turn; a commit is on the disk when it returns. An error of the database
leaves this room only as a StoreError.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from arena import config
from arena.store.errors import StoreError

TO_WRITE: Final = {"begin": "IMMEDIATE"}
"""Execution options of a connection that will write: it takes the write lock first, since a lock
that is wanted half-way can't be waited for."""


def file_of(where: str | Path) -> Path:
    """Return the file that a path or an URL such as sqlite:///runs.db names. Raises StoreError."""
    if isinstance(where, Path) or "://" not in where:
        return Path(where).absolute()
    try:
        url = make_url(where)
    except ArgumentError:
        raise StoreError(f"{where} is no address of a database: name a file") from None
    if url.get_backend_name() != "sqlite" or not url.database or url.query:
        shown = url.render_as_string(hide_password=True)
        raise StoreError(f"{shown} can't be used as a store: name a file, or sqlite:///FILE")
    return Path(url.database).absolute()


def working_engine(file: Path) -> AsyncEngine:
    """Return the engine for a file whose tables are up to date."""
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(file)),
        connect_args={"timeout": config.STORE_BUSY_DEADLINE},
        pool_size=config.STORE_CONNECTIONS,
        max_overflow=0,
        pool_timeout=config.STORE_BUSY_DEADLINE,
    )
    _take_over(engine.sync_engine, foreign_keys=True)
    return engine


def migrating_engine(file: Path) -> Engine:
    """Return an engine for changing tables, which are copied for that: no keys are checked."""
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"timeout": config.STORE_BUSY_DEADLINE},
        poolclass=NullPool,
    )
    _take_over(engine, foreign_keys=False)
    return engine


@contextmanager
def plainly(file: Path) -> Iterator[None]:
    """Turn errors of the database and of the file system into a StoreError about this file."""
    try:
        yield
    except DBAPIError as why:
        raise StoreError(_message(file, why.orig)) from why
    except (sqlite3.Error, PoolTimeout, OSError) as why:
        raise StoreError(_message(file, why)) from why


def _take_over(engine: Engine, *, foreign_keys: bool) -> None:
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute(f"PRAGMA foreign_keys = {foreign_keys:d}")
        cursor.close()

    def begun(connection: Connection) -> None:
        kind = connection.get_execution_options().get("begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {kind}")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)


_ADVICE: Final = {
    "SQLITE_NOTADB": "it is no database. Name another file",
    "SQLITE_CORRUPT": "it is damaged. Restore it from a backup, or name another file",
    "SQLITE_CANTOPEN": "it can't be opened. Check that it is a file, in a folder you may write to",
    "SQLITE_READONLY": "it may not be written to. Check its permissions and its folder's",
    "SQLITE_PERM": "it may not be written to. Check its permissions and its folder's",
    "SQLITE_BUSY": "another program keeps it locked. End that one, then run again",
    "SQLITE_FULL": "the disk is full. Make room, then run again",
    "SQLITE_IOERR": "the disk can't be read or written. Check its room and its health",
    "SQLITE_CONSTRAINT_FOREIGNKEY": "it holds no run of that id. Begin the run first",
}
"""What is wrong and what to do, by SQLite's name for the error or the beginning of it."""


def _message(file: Path, why: BaseException | None) -> str:
    name: str = getattr(why, "sqlite_errorname", "")
    for known, advice in _ADVICE.items():
        if name.startswith(known):
            return f"the store {file} can't be used: {advice} ({why})"
    if isinstance(why, OSError):
        return f"the store {file} can't be used: {why.strerror or why}. Name another file"
    return f"the store {file} can't be used: {why}"
