"""Files that are brought up to date, and files that are left alone."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from arena import config
from arena.play.record import FaultRecord
from arena.play.schedule import Format
from arena.store import Store, StoreError
from arena.store.connect import TO_WRITE, file_of, migrating_engine
from arena.store.migrate import MIGRATIONS, bring_up
from arena.store.schema import METADATA, REVISION
from tests.store.staging import OF_OLD, faults_of, faulty_pair, group, header, pair, start


def differences(file: Path) -> list[object]:
    """How the tables in a file differ from those the program knows."""
    with migrating_engine(file).connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))


def upgrade_to(file: Path, revision: str) -> None:
    """Do what an older program would have done with a file."""
    migrate(file, command.upgrade, revision)


def downgrade_to(file: Path, revision: str) -> None:
    """Take migrations back, down to a revision."""
    migrate(file, command.downgrade, revision)


def migrate(file: Path, way: Callable[[Config, str], None], revision: str) -> None:
    """Go to a revision, up or down."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    with migrating_engine(file).connect().execution_options(**TO_WRITE) as connection:
        settings.attributes["connection"] = connection
        way(settings, revision)
        connection.commit()


def asked(file: Path, query: str) -> list[tuple[object, ...]]:
    """Ask a file without the store."""
    connection = sqlite3.connect(file)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_the_newest_migration_is_the_one_the_program_knows() -> None:
    """There is one line of migrations, and the schema names its end."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))

    assert [REVISION] == ScriptDirectory.from_config(settings).get_heads()


def test_a_fresh_file_gets_the_tables_of_the_schema(tmp_path: Path) -> None:
    """The migrations, run one after the other, make what the schema says."""
    file = tmp_path / "deep" / "folders" / "100%20 ¿?#.db"
    bring_up(file)

    assert [] == differences(file)
    assert [(REVISION,)] == asked(file, "SELECT version_num FROM alembic_version")
    assert [("wal",)] == asked(file, "PRAGMA journal_mode")


@pytest.mark.parametrize("revision", ["0001", "0002"])
async def test_a_file_of_every_older_revision_is_brought_up(tmp_path: Path, revision: str) -> None:
    """Whatever program wrote the file, it ends with the tables of today and can be used."""
    file = tmp_path / "run.db"
    upgrade_to(file, revision)
    async with await Store.open(file) as store:
        await store.begin_run(header())
        store.add_block("friday-1", pair(0))
    bring_up(file)

    assert [] == differences(file)
    assert [(1,)] == asked(file, "SELECT count(*) FROM blocks")


OLD_RUN = """
INSERT INTO runs (id, name, kind, preset, options, seed, deals, bots, pairings, started_at,
    arena_version, result, result_sha256, measured)
VALUES (?, 'cup', 'match', 'standard', '{"preset":"standard"}', '7', 9,
    '["rule","random:seed=7"]', '[["rule","random"]]', '2026-11-30T11:14:03Z', '0.1.0',
    '{"elo":1}', 'ab', '{}')
"""
OLD_PAIR = "INSERT INTO pairs VALUES (?, ?, 'rule', 'random', ?, NULL, ?)"
OLD_FAULT = """
INSERT INTO faults VALUES (?, ?, 'rule', 'random', ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def write_as_of_old(file: Path) -> None:
    """Fill a file of the first revision: two runs, each with four pairs that have faults."""
    upgrade_to(file, "0001")
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA foreign_keys = ON")
    for run in ("cup-1", "cup-2"):
        connection.execute(OLD_RUN, (run,))
        for deal in (100, 20, 3, 0):
            connection.execute(OLD_PAIR, (run, deal, -1, bytes.fromhex(OF_OLD)))
            for half, hand in enumerate(faulty_pair(deal)):
                connection.executemany(
                    OLD_FAULT,
                    [
                        (run, deal, half, number, *msgspec.structs.astuple(told))
                        for number, told in enumerate(map(in_order, hand.faults))
                    ],
                )
    connection.commit()
    connection.close()


def in_order(fault: FaultRecord) -> FaultRecord:
    """A fault, whose fields stand in the order of the columns."""
    assert ("kind", "bot", "seat", "asked", "came", "elapsed_us", "of_time") == (
        FaultRecord.__struct_fields__
    )
    return fault


async def test_pairs_of_old_are_blocks_of_today(tmp_path: Path) -> None:
    """Runs, hands and faults come back as they were written; a second time nothing happens."""
    file = tmp_path / "run.db"
    write_as_of_old(file)
    for _ in range(2):
        async with await Store.open(file, create=False) as store:
            for run in ("cup-1", "cup-2"):
                blocks = [block async for block in store.blocks(run)]
                faults = [fault async for fault in store.faults(run)]

                assert [faulty_pair(deal) for deal in (0, 3, 20, 100)] == blocks
                assert [fault for block in blocks for fault in faults_of(block)] == faults
                kept = await store.run(run)
                assert kept is not None
                assert (b'{"elo":1}', "ab", True) == (
                    kept.result, kept.result_sha256, kept.finished,
                )  # fmt: skip
                assert ((("rule", "random"),), Format.ROUND_ROBIN, {"preset": "standard"}) == (
                    kept.header.groups, kept.header.format, kept.header.options,
                )  # fmt: skip

    assert [] == differences(file)
    assert [] == asked(file, "PRAGMA foreign_key_check")
    assert [("ok",)] == asked(file, "PRAGMA integrity_check")


async def test_a_file_of_old_goes_on(tmp_path: Path) -> None:
    """What is added after the upgrade stands with what was there, and nothing is there twice."""
    file = tmp_path / "run.db"
    write_as_of_old(file)
    async with await Store.open(file) as store:
        store.add_block("cup-1", pair(3))
        store.add_block("cup-1", pair(4))
        store.add_block("cup-1", group(3, "a", "b", "c"))
        await store.flush()
        blocks = [block async for block in store.blocks("cup-1")]

    assert [
        faulty_pair(0), group(3, "a", "b", "c"), faulty_pair(3), pair(4), faulty_pair(20),
        faulty_pair(100),
    ] == blocks  # fmt: skip


def test_an_upgrade_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it is one transaction."""
    file = tmp_path / "run.db"
    write_as_of_old(file)
    tables = "SELECT name, sql FROM sqlite_master ORDER BY name"
    before = [asked(file, query) for query in (tables, "SELECT * FROM pairs")]
    from alembic import op

    def fail(table: str) -> None:
        raise KeyError(table)

    monkeypatch.setattr(op, "drop_table", fail)
    with pytest.raises(KeyError):
        bring_up(file)

    assert before == [asked(file, query) for query in (tables, "SELECT * FROM pairs")]
    assert [("0001",)] == asked(file, "SELECT version_num FROM alembic_version")


async def test_pairs_survive_the_way_back(tmp_path: Path) -> None:
    """An older program finds its pairs and their faults; groups it couldn't have read are gone."""
    file = tmp_path / "run.db"
    write_as_of_old(file)
    pairs = "SELECT run, deal, a, b, hands FROM pairs ORDER BY run, deal"
    faults = "SELECT * FROM faults ORDER BY run, deal, a, b, half, number"
    runs = "SELECT * FROM runs"
    before = [asked(file, query) for query in (runs, pairs, faults)]
    first, *others = group(5)
    fault = faulty_pair(0)[0].faults[0]
    async with await Store.open(file) as store:
        store.add_block("cup-1", (msgspec.structs.replace(first, faults=(fault,)), *others))
    downgrade_to(file, "0001")

    assert before == [asked(file, query) for query in (runs, pairs, faults)]
    assert [] == asked(file, "PRAGMA foreign_key_check")


def test_the_migrations_can_be_taken_back(tmp_path: Path) -> None:
    """Going back to nothing leaves no table, and forward again all of them."""
    file = tmp_path / "run.db"
    bring_up(file)
    downgrade_to(file, "base")
    tables = asked(file, "SELECT name FROM sqlite_master WHERE type = 'table'")
    bring_up(file)

    assert [("alembic_version",)] == tables
    assert [] == differences(file)


async def test_many_may_open_a_fresh_file_at_once(tmp_path: Path) -> None:
    """Stores in one process that all find an empty file agree on who makes the tables."""
    file = tmp_path / "run.db"
    for store in await asyncio.gather(*(Store.open(file) for _ in range(6))):
        await store.close()

    assert [] == differences(file)


def test_processes_may_open_a_fresh_file_at_once(tmp_path: Path) -> None:
    """The same between processes: nobody finds the file locked or half made."""
    program = """
    async def main():
        input()
        async with await Store.open(FILE) as store:
            await store.begin_run(header(WORDS[0]))

    print("ready", flush=True)
    asyncio.run(main())
    """
    running = [start(program, tmp_path / "run.db", f"run-{n}") for n in range(3)]
    for process in running:
        assert process.stdout is not None
        assert "ready\n" == process.stdout.readline()
    for process in running:
        process.communicate("\n", timeout=60)

    assert [0, 0, 0] == [process.returncode for process in running]
    assert [(3,)] == asked(tmp_path / "run.db", "SELECT count(*) FROM runs")


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """A text file is refused and stays as it was."""
    file = tmp_path / "notes.txt"
    file.write_text("nothing of that kind " * 100)

    with pytest.raises(StoreError, match=rf"{file} can't be used: it is no database"):
        await Store.open(file)
    assert "nothing of that kind " * 100 == file.read_text()


async def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """A database with other tables is refused, byte for byte as it was."""
    file = tmp_path / "other.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    before = file.read_bytes()

    with pytest.raises(StoreError, match="the database of another program"):
        await Store.open(file)
    assert before == file.read_bytes()


async def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    """A file of a newer program is refused with both revisions and the way out."""
    file = tmp_path / "run.db"
    bring_up(file)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()

    with pytest.raises(StoreError, match=rf"{file} .*\(9999\) are newer .*Update texas42-arena"):
        await Store.open(file)
    assert [("9999",)] == asked(file, "SELECT version_num FROM alembic_version")


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """Below a regular file there can be no folder, whoever asks."""
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match=rf"{tmp_path}/file/runs/run.db can't be used: Not a dir"):
        await Store.open(tmp_path / "file" / "runs" / "run.db")


async def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """A folder where the file should be is refused."""
    with pytest.raises(StoreError, match=rf"{tmp_path} can't be used: it can't be opened"):
        await Store.open(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    """Without permission nothing is opened."""
    os.chmod(tmp_path, 0o500)

    with pytest.raises(StoreError, match="can't be used"):
        await Store.open(tmp_path / "run.db")


async def test_a_store_that_is_to_exist_must_exist(tmp_path: Path) -> None:
    """Whoever only asks makes no file by a slip of the pen."""
    with pytest.raises(StoreError, match="there is no store"):
        await Store.open(tmp_path / "rnu.db", create=False)
    assert [] == os.listdir(tmp_path)


async def test_a_file_that_stays_locked_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program's lock is waited for, but not for ever."""
    monkeypatch.setattr(config, "STORE_BUSY_DEADLINE", 0.05)
    file = tmp_path / "run.db"
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError, match="another program keeps it locked"):
            await Store.open(file)
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("where", "file"),
    [
        ("sqlite:////srv/runs.db", "/srv/runs.db"),
        ("sqlite+aiosqlite:////srv/runs.db", "/srv/runs.db"),
        ("/srv/run%s?.db", "/srv/run%s?.db"),
        (Path("/srv/run.db"), "/srv/run.db"),
    ],
)
def test_a_store_is_named_by_path_or_address(where: str | Path, file: str) -> None:
    """Both name the same file; nothing in a path is special."""
    assert Path(file) == file_of(where)


def test_a_relative_path_is_one_of_this_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store stays where it was opened, wherever the program goes."""
    monkeypatch.chdir(tmp_path)

    assert [tmp_path / "run.db"] * 2 == [file_of("run.db"), file_of("sqlite:///run.db")]


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("postgresql://me:secret@db/runs", r"postgresql://me:\*\*\*@db/runs can't be used"),
        ("sqlite://", "name a file"),
        ("sqlite:///run.db?mode=ro", "name a file"),
        ("no such://thing", "is no address of a database"),
    ],
)
def test_other_addresses_are_refused(where: str, reason: str) -> None:
    """What can't be a store is refused, and no password is shown."""
    with pytest.raises(StoreError, match=reason):
        file_of(where)
