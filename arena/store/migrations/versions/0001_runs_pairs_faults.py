"""The first tables: runs, their pairs, and the faults in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "runs",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("id", NAME, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("pairings", sa.Text, nullable=False),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("arena_version", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("result_sha256", sa.Text),
        sa.Column("measured", sa.Text),
        sa.PrimaryKeyConstraint("number", name="pk_runs"),
        sa.UniqueConstraint("id", name="uq_runs_id"),
    )
    op.create_index("ix_runs_name", "runs", ["name"])
    op.create_table(
        "pairs",
        sa.Column("run", NAME, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("a", NAME, nullable=False),
        sa.Column("b", NAME, nullable=False),
        sa.Column("first_margin", sa.Integer),
        sa.Column("second_margin", sa.Integer),
        sa.Column("hands", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("run", "deal", "a", "b", name="pk_pairs"),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_pairs_runs"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "faults",
        sa.Column("run", NAME, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("a", NAME, nullable=False),
        sa.Column("b", NAME, nullable=False),
        sa.Column("half", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("came", sa.Text, nullable=False),
        sa.Column("elapsed_us", sa.BigInteger, nullable=False),
        sa.Column("of_time", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("run", "deal", "a", "b", "half", "number", name="pk_faults"),
        sa.ForeignKeyConstraint(
            ["run", "deal", "a", "b"],
            ["pairs.run", "pairs.deal", "pairs.a", "pairs.b"],
            name="fk_faults_pairs",
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take the tables away, with all that is in them."""
    for table in ("faults", "pairs", "runs"):
        op.drop_table(table)
