"""Run by alembic when the tables are brought up to date, on the connection it is handed.

A new migration: copy the newest file in `versions`, give it the next number, name the last one as
its predecessor, and change `arena/store/schema.py` with its REVISION to match. Migrations write
out their columns themselves, since the schema will have moved on when they are run.
"""

from __future__ import annotations

from alembic import context

from arena.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite can't alter a table: it is copied
)
with context.begin_transaction():
    context.run_migrations()
