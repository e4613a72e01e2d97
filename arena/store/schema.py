"""The tables as they are now, and the revision that made them so.

Column types are plain ones that SQLite and PostgreSQL share. Every row has a key from outside, so
that writing it again changes nothing. A change here comes with a migration, which is what really
makes the tables; a test holds the two together.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

REVISION: Final = "0002"
"""The newest migration."""

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

NAME: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that rows are sorted by: in the order of its bytes, everywhere."""

RUNS: Final = Table(
    "runs",
    METADATA,
    Column("number", Integer, primary_key=True),  # counts up: the latest run has the highest
    Column("id", NAME, nullable=False, unique=True),
    Column("name", NAME, nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON, like bots and groups
    Column("seed", Text, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("bots", Text, nullable=False),
    Column("groups", Text, nullable=False),
    Column("started_at", Text, nullable=False),
    Column("arena_version", Text, nullable=False),
    Column("format", Text, nullable=False, server_default="round-robin"),
    Column("result", Text),  # canonical JSON, like measured; NULL until the run is finished
    Column("result_sha256", Text),
    Column("measured", Text),
)

BLOCKS: Final = Table(
    "blocks",
    METADATA,
    Column("run", NAME, ForeignKey("runs.id"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("bots", NAME, primary_key=True),  # their names, with spaces between
    Column("hands", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # one tree instead of two: a third less to write
)

FAULTS: Final = Table(
    "faults",
    METADATA,
    Column("run", NAME, primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("bots", NAME, primary_key=True),
    Column("rotation", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),  # within its hand, from 0
    Column("kind", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("asked", Text, nullable=False),
    Column("came", Text, nullable=False),
    Column("elapsed_us", BigInteger, nullable=False),
    Column("of_time", Boolean, nullable=False),
    ForeignKeyConstraint(["run", "deal", "bots"], ["blocks.run", "blocks.deal", "blocks.bots"]),
    sqlite_with_rowid=False,
)
