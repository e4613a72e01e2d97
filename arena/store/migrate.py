"""Bringing a file's tables up to date before anything else is done with it.

A file that isn't ours, or is of a newer program, is left as it was. Changes are made in one
transaction: either all of them or none.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from arena import config
from arena.store.connect import TO_WRITE, migrating_engine, plainly
from arena.store.errors import StoreError
from arena.store.schema import REVISION

MIGRATIONS: Final = Path(__file__).with_name("migrations")
VERSION_TABLE: Final = "alembic_version"


def bring_up(file: Path, *, create: bool = True) -> None:
    """Make the file's tables those of this program, and the file itself if `create` allows it.

    Blocks: a fresh file takes a few tenths of a second, one that is up to date some milliseconds.
    Raises StoreError.
    """
    with plainly(file):
        if not create and not file.exists():
            raise StoreError(f"there is no store {file}: nothing has been run there")
        file.parent.mkdir(parents=True, exist_ok=True)
        engine = migrating_engine(file)
        with engine.connect() as connection:
            up_to_date = revision_of(connection, file) == REVISION
        if not up_to_date:
            _upgrade(engine, file)
        _keep_a_log(engine)


def revision_of(connection: Connection, file: Path) -> str | None:
    """Return the file's revision, None if it is empty. Raises StoreError if it isn't ours."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if tables:
        raise StoreError(
            f"the store {file} can't be used: it is the database of another program. "
            "Name another file"
        )
    return None


def _upgrade(engine: Engine, file: Path) -> None:
    with engine.connect().execution_options(**TO_WRITE) as connection:
        # Asked again: another process may have been quicker, and now we hold the lock.
        revision = revision_of(connection, file)
        if revision != REVISION:
            _migrate(connection, revision, file)
            connection.commit()


_ONE_AT_A_TIME: Final = threading.Lock()
"""Alembic keeps the migration it is at in a global."""


def _migrate(connection: Connection, revision: str | None, file: Path) -> None:
    # Imported here: most files are up to date, and alembic takes a fifth of a second.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(
            f"the store {file} can't be used: its tables ({revision}) are newer than this "
            f"program's ({REVISION}). Update texas42-arena, or name another file"
        )
    with _ONE_AT_A_TIME:
        command.upgrade(settings, REVISION)


def _keep_a_log(engine: Engine) -> None:
    """Let readers and the writer work side by side (WAL); the file remembers it."""
    deadline = time.monotonic() + config.STORE_BUSY_DEADLINE
    connection = engine.raw_connection()
    try:
        while True:
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:  # locked, and SQLite doesn't wait here
                if time.monotonic() > deadline:
                    raise
                time.sleep(config.STORE_RETRY_PAUSE)
    finally:
        connection.close()
