"""Processes that die in mid-run, and processes that share a file."""

import signal
import sqlite3
from pathlib import Path
from subprocess import Popen

import pytest

from arena.store import Store
from tests.store.staging import Block, faults_of, faulty_pair, header, pair, start

RUN = "friday-1"


def check(file: Path) -> None:
    """Hold a file that a process left behind to SQLite's own checks."""
    connection = sqlite3.connect(file)
    assert [("ok",)] == connection.execute("PRAGMA integrity_check").fetchall()
    assert [] == connection.execute("PRAGMA foreign_key_check").fetchall()
    connection.close()


async def pairs_in(file: Path) -> list[Block]:
    """All pairs of the run in a file."""
    async with await Store.open(file, create=False) as store:
        return [both async for both in store.blocks(RUN)]


def line_of(process: Popen[str]) -> str:
    """The next line a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


async def test_a_group_is_whole_or_not_there(tmp_path: Path) -> None:
    """Killed between two statements of one group, a run keeps the groups before, and only those."""
    program = """
    from sqlalchemy import Engine, event

    from arena import config

    seen = []

    def count(connection, cursor, statement, *rest):
        if statement.startswith("INSERT INTO blocks"):
            seen.append(statement)
            if len(seen) == 3:  # the first is that of the first group
                os.kill(os.getpid(), signal.SIGKILL)

    async def main():
        event.listen(Engine, "after_cursor_execute", count)
        store = await Store.open(FILE)
        await store.begin_run(header())
        for deal in range(100):
            store.add_block("friday-1", pair(deal))
        await store.flush()
        for deal in range(100, 100 + 3 * config.STORE_ROWS):
            store.add_block("friday-1", pair(deal))
        await store.flush()

    asyncio.run(main())
    """
    file = tmp_path / "run.db"
    process = start(program, file)
    process.communicate(timeout=60)

    assert -signal.SIGKILL == process.returncode
    check(file)
    assert [pair(deal) for deal in range(100)] == await pairs_in(file)


@pytest.mark.parametrize("groups", [1, 2, 5, 17])
async def test_what_was_flushed_survives_a_kill(tmp_path: Path, groups: int) -> None:
    """Killed from outside at any moment, a run keeps all it was told is kept, in whole groups,
    and goes on where it was."""
    program = """
    async def main():
        store = await Store.open(FILE)
        await store.begin_run(header())
        for group in range(10**9):
            for deal in range(group * 7, group * 7 + 6):
                store.add_block("friday-1", pair(deal))
            store.add_block("friday-1", faulty_pair(group * 7 + 6))
            await store.flush()
            print(group + 1, flush=True)

    asyncio.run(main())
    """
    file = tmp_path / "run.db"
    process = start(program, file)
    assert [str(group + 1) for group in range(groups)] == [line_of(process) for _ in range(groups)]
    process.kill()
    process.communicate(timeout=60)

    assert -signal.SIGKILL == process.returncode
    check(file)
    kept = await pairs_in(file)
    assert 0 == len(kept) % 7
    assert len(kept) >= 7 * groups
    async with await Store.open(file) as store:
        faults = [fault async for fault in store.faults(RUN)]
        assert faults == [fault for both in kept for fault in faults_of(both)]
        store.add_block(RUN, pair(len(kept)))
    assert [*kept, pair(len(kept))] == await pairs_in(file)


async def test_an_unclosed_store_does_not_keep_its_process(tmp_path: Path) -> None:
    """A program that forgets to close its store ends all the same."""
    program = """
    async def main():
        store = await Store.open(FILE)
        await store.begin_run(header())
        store.add_block("friday-1", pair(0))
        await store.flush()

    asyncio.run(main())
    """
    file = tmp_path / "run.db"
    process = start(program, file)
    process.communicate(timeout=60)

    assert 0 == process.returncode
    assert [pair(0)] == await pairs_in(file)


async def test_two_processes_write_to_one_file(tmp_path: Path) -> None:
    """Two writers of one run, with pairs that both have, leave every pair once."""
    program = """
    async def main():
        async with await Store.open(FILE) as store:
            await store.begin_run(header())
            print("ready", flush=True)
            await asyncio.to_thread(input)
            for deal in map(int, WORDS):
                store.add_block("friday-1", (faulty_pair if deal % 5 == 0 else pair)(deal))
                if deal % 10 == 0:
                    await store.flush()

    asyncio.run(main())
    """
    file = tmp_path / "run.db"
    ours, theirs = range(300), range(200, 500)
    running = [start(program, file, *map(str, deals)) for deals in (ours, reversed(theirs))]
    assert ["ready", "ready"] == [line_of(process) for process in running]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in running:
        process.communicate(timeout=60)

    assert [0, 0] == [process.returncode for process in running]
    check(file)
    expected = [(pair if deal % 5 else faulty_pair)(deal) for deal in range(500)]
    assert expected == await pairs_in(file)
    async with await Store.open(file) as store:
        faults = [fault async for fault in store.faults(RUN)]
        assert [header()] == [run.header for run in await store.runs()]
    assert [fault for both in expected for fault in faults_of(both)] == faults
