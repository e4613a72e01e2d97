"""Blocks of any number of bots instead of pairs, and who meets whom in a run.

A pair becomes a block of two bots with the same hands; its margins go, which nobody read and the
hands tell. Runs so far were round robins.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Move pairs into blocks, and their faults with them."""
    op.execute("ALTER TABLE runs RENAME COLUMN pairings TO groups")
    op.add_column(
        "runs", sa.Column("format", sa.Text, nullable=False, server_default="round-robin")
    )
    op.create_table(
        "blocks",
        sa.Column("run", NAME, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("bots", NAME, nullable=False),
        sa.Column("hands", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("run", "deal", "bots", name="pk_blocks"),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], name="fk_blocks_runs"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO blocks (run, deal, bots, hands) "
        "SELECT run, deal, a || ' ' || b, hands FROM pairs ORDER BY run, deal, a, b"
    )
    _make_faults_anew(
        [
            sa.Column("bots", NAME, nullable=False),
            sa.Column("rotation", sa.Integer, nullable=False),
        ],
        to="blocks",
        taken="a || ' ' || b, half",
    )
    op.drop_table("pairs")


def downgrade() -> None:
    """Move blocks of two bots back into pairs, without margins; other blocks are lost."""
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
    op.execute(
        "INSERT INTO pairs (run, deal, a, b, hands) "
        f"SELECT run, deal, {FIRST}, {SECOND}, hands FROM blocks WHERE {OF_TWO}"
    )
    _make_faults_anew(
        [
            sa.Column("a", NAME, nullable=False),
            sa.Column("b", NAME, nullable=False),
            sa.Column("half", sa.Integer, nullable=False),
        ],
        to="pairs",
        taken=f"{FIRST}, {SECOND}, rotation",
        where=f"WHERE {OF_TWO}",
    )
    op.drop_table("blocks")
    op.drop_column("runs", "format")
    op.execute("ALTER TABLE runs RENAME COLUMN groups TO pairings")


# Names hold no spaces, so the first space ends the first name, and a second one begins a third.
_SPACE = "instr(bots, ' ')"
FIRST = f"substr(bots, 1, {_SPACE} - 1)"
SECOND = f"substr(bots, {_SPACE} + 1)"
OF_TWO = f"instr({SECOND}, ' ') = 0"

KEPT = "number, kind, bot, seat, asked, came, elapsed_us, of_time"


def _make_faults_anew(whose: list[sa.Column[object]], to: str, taken: str, where: str = "") -> None:
    """Make the faults' table again with other columns that say at which table of `to` they were:
    what is `taken` from the rows there are goes into these."""
    op.execute("CREATE TABLE faults_before AS SELECT * FROM faults")
    op.drop_table("faults")
    names = [column.name for column in whose]
    block = [name for name in names if name not in ("half", "rotation")]
    op.create_table(
        "faults",
        sa.Column("run", NAME, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        *whose,
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("came", sa.Text, nullable=False),
        sa.Column("elapsed_us", sa.BigInteger, nullable=False),
        sa.Column("of_time", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("run", "deal", *names, "number", name="pk_faults"),
        sa.ForeignKeyConstraint(
            ["run", "deal", *block],
            [f"{to}.{name}" for name in ("run", "deal", *block)],
            name=f"fk_faults_{to}",
        ),
        sqlite_with_rowid=False,
    )
    op.execute(
        f"INSERT INTO faults (run, deal, {', '.join(names)}, {KEPT}) "
        f"SELECT run, deal, {taken}, {KEPT} FROM faults_before {where}"
    )
    op.execute("DROP TABLE faults_before")
