"""What is written to a store and what comes back, in real files."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Pool, event

from arena import config
from arena.play.schedule import Format
from arena.store import Run, Store, StoreError
from tests.store.staging import (
    LONE_SURROGATE,
    Block,
    faults_of,
    faulty_pair,
    group,
    header,
    pair,
)

RUN = "friday-1"
RESULT = '{"elo":17,"name":"¿friday?"}'.encode()
SHA = sha256(RESULT).hexdigest()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store with one run begun; a test that breaks it checks itself what closing says."""
    opened = await Store.open(tmp_path / "run.db")
    await opened.begin_run(header())
    yield opened
    with suppress(StoreError):
        await opened.close()


async def kept(store: Store, run_id: str = RUN) -> list[Block]:
    """All blocks of a run."""
    return [both async for both in store.blocks(run_id)]


async def add(store: Store, deals: range) -> None:
    """Put pairs into the run, as one group at least."""
    for deal in deals:
        store.add_block(RUN, pair(deal))
    await store.flush()


@pytest.fixture
def small_disk() -> Iterator[Callable[[], None]]:
    """A disk for files of 160 kB, until the function is called."""

    def shrink(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA max_page_count = 40")

    def grow() -> None:
        if event.contains(Pool, "connect", shrink):
            event.remove(Pool, "connect", shrink)

    event.listen(Pool, "connect", shrink)
    yield grow
    grow()


# Runs.


async def test_a_run_comes_back_as_it_was_begun(store: Store) -> None:
    """A run that goes on has its header and no documents."""
    expected = Run(header=header(), result=None, result_sha256=None, measured=None)
    got = await store.run(RUN)

    assert expected == got
    assert not expected.finished
    assert type(got) is Run
    assert (("rule", "random"),) == got.header.groups


async def test_a_finished_run_has_its_documents(store: Store) -> None:
    """The documents come back byte for byte."""
    await store.finish_run(RUN, RESULT, SHA, b'{"seconds":3.5}')
    expected = Run(header=header(), result=RESULT, result_sha256=SHA, measured=b'{"seconds":3.5}')

    assert expected == await store.run(RUN)
    assert expected.finished


async def test_finishing_commits_what_waits(store: Store) -> None:
    """A finished run has all its pairs on the disk."""
    store.add_block(RUN, pair(0))
    await store.finish_run(RUN, RESULT, SHA, b"{}")

    assert 1 == await store.count_blocks(RUN)


async def test_finishing_again_changes_nothing(store: Store) -> None:
    """The same result may come twice, another one may not."""
    await store.finish_run(RUN, RESULT, SHA, b'{"seconds":1}')
    await store.finish_run(RUN, RESULT, SHA, b'{"seconds":2}')
    with pytest.raises(StoreError, match="another result for run friday-1"):
        await store.finish_run(RUN, b"{}", sha256(b"{}").hexdigest(), b"{}")
    run = await store.run(RUN)

    assert run is not None
    assert (RESULT, b'{"seconds":1}') == (run.result, run.measured)


async def test_a_result_must_be_the_one_of_its_hash(store: Store) -> None:
    """A result that doesn't fit its SHA-256 isn't written."""
    with pytest.raises(ValueError, match="SHA-256"):
        await store.finish_run(RUN, RESULT + b" ", SHA, b"{}")
    run = await store.run(RUN)

    assert run is not None
    assert not run.finished


async def test_an_unknown_run_is_none_and_cannot_be_finished(store: Store) -> None:
    """Asking for a run that isn't there finds nothing; finishing it is an error."""
    assert None is await store.run("saturday-1")
    assert [] == await kept(store, "saturday-1")
    assert 0 == await store.count_blocks("saturday-1")
    with pytest.raises(StoreError, match="has no run saturday-1"):
        await store.finish_run("saturday-1", RESULT, SHA, b"{}")


async def test_runs_of_one_name_are_two(store: Store) -> None:
    """The latest run is the one begun last, of its name or of all."""
    second, other = header("friday-2"), header("monday-1", "monday")
    await store.begin_run(second)
    await store.begin_run(other)
    latest = [await store.latest_run(name) for name in (None, "friday", "tuesday")]

    assert [other, second, None] == [run and run.header for run in latest]
    assert [header(), second, other] == [run.header for run in await store.runs()]


async def test_an_empty_store_has_no_runs(tmp_path: Path) -> None:
    """There is no latest run before the first."""
    async with await Store.open(tmp_path / "run.db") as store:
        assert None is await store.latest_run()
        assert [] == await store.runs()


async def test_an_id_is_given_once(store: Store) -> None:
    """The same header may come twice; another run may not take its id."""
    await store.begin_run(header())
    with pytest.raises(StoreError, match="already has another run friday-1"):
        await store.begin_run(msgspec.structs.replace(header(), seed="43"))

    assert [header()] == [run.header for run in await store.runs()]


async def test_options_must_be_json(store: Store) -> None:
    """What JSON can't say is refused before anything is written."""
    with pytest.raises(TypeError):
        await store.begin_run(msgspec.structs.replace(header("x"), options={"pool": object()}))
    assert None is await store.run("x")


# Pairs.


async def test_pairs_come_back_in_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """By deal, then by bots, however they came; page for page."""
    monkeypatch.setattr(config, "STORE_ROWS", 4)
    bots = [("rule", "random"), ("Zoe", "rule"), ("a-1", "zed"), ("a-1", "b")]
    pairs = [pair(deal, a, b) for deal in (10, 9, 2, 100) for a, b in bots]
    for both in pairs:
        store.add_block(RUN, both)
    await store.flush()

    def place(both: Block) -> tuple[int, tuple[str, ...]]:
        return both[0].deal, both[0].bots

    assert sorted(pairs, key=place) == await kept(store)
    assert len(pairs) == await store.count_blocks(RUN)


async def test_pairs_belong_to_their_run(store: Store) -> None:
    """The same deal of another run is another pair."""
    await store.begin_run(header("friday-2"))
    store.add_block(RUN, pair(0))
    store.add_block("friday-2", pair(0))
    store.add_block("friday-2", pair(1))
    await store.flush()

    assert [pair(0)] == await kept(store)
    assert [pair(0), pair(1)] == await kept(store, "friday-2")


async def test_a_pair_is_written_once(store: Store) -> None:
    """The same pair again changes nothing, in its group or later, with faults or without."""
    for _ in range(2):
        for both in (pair(0), faulty_pair(1), pair(0), faulty_pair(1)):
            store.add_block(RUN, both)
        await store.flush()

    assert [pair(0), faulty_pair(1)] == await kept(store)
    assert faults_of(faulty_pair(1)) == [fault async for fault in store.faults(RUN)]


async def test_what_was_written_first_stays(store: Store) -> None:
    """A pair played once more brings neither its hands nor its faults into the tables."""
    store.add_block(RUN, pair(0))
    store.add_block(RUN, faulty_pair(1))
    await store.flush()
    store.add_block(RUN, faulty_pair(0))
    store.add_block(RUN, pair(1))
    await store.flush()

    assert [pair(0), faulty_pair(1)] == await kept(store)
    assert faults_of(faulty_pair(1)) == [fault async for fault in store.faults(RUN)]


async def test_faults_are_rows_of_their_own(store: Store) -> None:
    """Every fault comes back with its table and its evidence, in the order of the pairs."""
    for deal in (3, 1, 2):
        store.add_block(RUN, faulty_pair(deal))
    await store.flush()
    expected = [fault for deal in (1, 2, 3) for fault in faults_of(faulty_pair(deal))]

    assert expected == [fault async for fault in store.faults(RUN)]


async def test_evidence_of_any_kind_is_kept(store: Store) -> None:
    """What no database takes is escaped in the rows; the hands keep all that can be written."""
    first, second = faulty_pair(0)
    odd = msgspec.structs.replace(first.faults[0], asked="a\0b", came=f"c{LONE_SURROGATE}")
    store.add_block(RUN, (msgspec.structs.replace(first, faults=(odd,)), second))
    await store.flush()
    faults = [each.fault async for each in store.faults(RUN)]
    [(back, _)] = await kept(store)

    assert (r"a\x00b", r"c\udc80") == (faults[0].asked, faults[0].came)
    assert ("a\0b", r"c\udc80") == (back.faults[0].asked, back.faults[0].came)


async def test_blocks_of_any_size_come_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots to seven, in one run, by deal and then by the names of the bots."""
    monkeypatch.setattr(config, "STORE_ROWS", 2)
    names = ("a", "b", "b-1", "c", "d", "rule", "random:seed=7")
    blocks = [group(deal, *names[:size]) for deal in (3, 1) for size in range(2, 8)]
    blocks.append(group(1, "b", "a", "c"))
    for block in blocks:
        store.add_block(RUN, block)
    await store.flush()

    assert sorted(blocks, key=lambda block: (block[0].deal, block[0].bots)) == await kept(store)
    assert len(blocks) == await store.count_blocks(RUN)


async def test_faults_of_a_group_are_rows_too(store: Store) -> None:
    """With the whole group and the rotation at which it happened; written once."""
    fault = faulty_pair(0)[0].faults[0]
    first, *others, last = group(4, "a", "b", "c", "d")
    block = (first, *others, msgspec.structs.replace(last, faults=(fault, fault)))
    for _ in range(2):
        store.add_block(RUN, block)
        await store.flush()
    faults = [each async for each in store.faults(RUN)]

    assert faults_of(block) == faults
    assert [("a", "b", "c", "d"), 3] == [faults[0].sitting.bots, faults[0].sitting.rotation]


async def test_a_run_keeps_its_format(store: Store) -> None:
    """Who meets whom, and by which format; a round robin unless told otherwise."""
    groups = (("a", "b", "c"), ("a", "b", "d"))
    free = msgspec.structs.replace(
        header("x"), kind="tournament", groups=groups, format=Format.FREE_FOR_ALL
    )
    await store.begin_run(free)

    assert [header(), free] == [run.header for run in await store.runs()]
    assert Format.ROUND_ROBIN is header().format


@pytest.mark.parametrize(
    "changes", [{"rotation": 0}, {"deal": 1}, {"bots": ("rule", "other")}], ids=str
)
async def test_hands_must_be_those_of_one_block(store: Store, changes: dict[str, Any]) -> None:
    """Hands that aren't all of one block, in order, are refused, and nothing else is."""
    first, second = pair(0)
    for wrong in (
        (first, msgspec.structs.replace(second, **changes)),
        (second, first),
        (first,),
        (first, second, second),
        group(0)[:2],
    ):
        with pytest.raises(ValueError, match="not the hands of one block"):
            store.add_block(RUN, wrong)
    store.add_block(RUN, (first, second))
    await store.flush()

    assert [(first, second)] == await kept(store)


async def test_a_damaged_pair_is_named(store: Store) -> None:
    """Hands that can't be read are told with their deal and bots."""
    store.add_block(RUN, pair(7))
    await store.flush()
    connection = sqlite3.connect(store.file)
    connection.execute("UPDATE blocks SET hands = x'0102'")
    connection.commit()
    connection.close()

    with pytest.raises(StoreError, match="deal 7 of rule - random in run friday-1 can't be read"):
        await kept(store)


# Groups, and when they can't be written.


async def test_pairs_are_committed_soon_without_a_flush(store: Store) -> None:
    """Another connection sees all pairs of a group, at once and without being asked for."""
    for deal in range(300):
        store.add_block(RUN, pair(deal))
    connection = sqlite3.connect(store.file)
    seen = set()
    async with asyncio.timeout(10):
        while 300 not in seen:
            seen.add(connection.execute("SELECT count(*) FROM blocks").fetchone()[0])
            await asyncio.sleep(0.001)
    connection.close()

    assert {0, 300} == seen | {0}


async def test_commits_are_durable(store: Store) -> None:
    """The connections that write sync every commit to the disk."""
    connection = sqlite3.connect(store.file)
    mode = connection.execute("PRAGMA journal_mode").fetchone()
    connection.close()
    async with store._engine.connect() as working:
        pragmas = [
            (await working.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("synchronous", "foreign_keys")
        ]

    assert ("wal",) == mode
    assert [2, 1] == pragmas


async def test_pairs_of_no_run_stop_the_writer(store: Store) -> None:
    """A run must be begun first; then every call says so, and the group leaves no trace."""
    store.add_block(RUN, pair(0))
    store.add_block("saturday-1", pair(0))
    for waiting in (store.flush, store.room):
        with pytest.raises(StoreError, match="no run of that id"):
            await waiting()
    for call in (store.is_behind, lambda: store.add_block(RUN, pair(1))):
        with pytest.raises(StoreError, match="no run of that id"):
            call()

    assert 0 == await store.count_blocks(RUN)
    with pytest.raises(StoreError, match="no run of that id"):
        await store.close()


async def test_a_full_disk_stops_the_run_and_keeps_whole_groups(
    tmp_path: Path, small_disk: Callable[[], None]
) -> None:
    """What was committed stays, the group that found no room is gone; with room it goes on."""
    file, committed = tmp_path / "run.db", 0
    store = await Store.open(file)
    await store.begin_run(header())
    message = rf"{file} can't be used: the disk is full. Make room"

    async def play() -> None:
        nonlocal committed
        while True:
            await add(store, range(committed, committed + 10))
            committed += 10

    with pytest.raises(StoreError, match=message):
        await play()
    with pytest.raises(StoreError, match=message):
        await store.close()
    small_disk()
    async with await Store.open(file) as store:
        before = await store.count_blocks(RUN)
        await add(store, range(1000))

        assert 0 < committed == before < 1000
        assert [pair(deal) for deal in range(1000)] == await kept(store)


async def test_a_locked_file_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program's lock is waited for; when it stays, the run is told."""
    monkeypatch.setattr(config, "STORE_BUSY_DEADLINE", 0.05)
    store = await Store.open(tmp_path / "run.db")
    await store.begin_run(header())
    connection = sqlite3.connect(store.file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    store.add_block(RUN, pair(0))
    with pytest.raises(StoreError, match="another program keeps it locked"):
        await store.flush()

    assert 0 == await store.count_blocks(RUN)
    connection.close()
    with pytest.raises(StoreError, match="another program keeps it locked"):
        await store.close()


async def test_a_short_lock_is_waited_for(store: Store) -> None:
    """While another program writes, pairs wait, and the loop goes on."""
    connection = sqlite3.connect(store.file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    store.add_block(RUN, pair(0))
    flushed = asyncio.create_task(store.flush())
    await asyncio.sleep(0.05)
    assert not flushed.done()
    connection.execute("ROLLBACK")
    connection.close()
    await flushed

    assert [pair(0)] == await kept(store)


# Leaving.


async def test_leaving_commits_what_waits(tmp_path: Path) -> None:
    """Pairs added just before the store is closed are in the file, which is one file again."""
    async with await Store.open(tmp_path / "run.db") as store:
        await store.begin_run(header())
        store.add_block(RUN, pair(0))
    async with await Store.open(tmp_path / "run.db") as store:
        assert [pair(0)] == await kept(store)

    assert ["run.db"] == os.listdir(tmp_path)


async def test_a_closed_store_is_closed(tmp_path: Path) -> None:
    """Whatever is asked of it, it says so; closing it again is no error."""
    store = await Store.open(tmp_path / "run.db")
    await store.begin_run(header())
    await store.close()
    await store.close()

    for asked in (store.runs, store.latest_run, store.flush, store.room):
        with pytest.raises(StoreError, match="closed"):
            await asked()
    with pytest.raises(StoreError, match="closed"):
        await store.begin_run(header())
    with pytest.raises(StoreError, match="closed"):
        store.add_block(RUN, pair(0))


async def test_leaving_hides_no_error(tmp_path: Path) -> None:
    """What went wrong in the body comes out, whatever the store has to say."""

    async def fail() -> None:
        async with await Store.open(tmp_path / "run.db") as store:
            store.add_block("no such run", pair(0))
            raise KeyError

    with pytest.raises(KeyError):
        await fail()


async def test_leaving_tells_of_lost_pairs(tmp_path: Path) -> None:
    """Pairs that could not be written are never lost in silence."""
    with pytest.raises(StoreError, match="no run of that id"):
        async with await Store.open(tmp_path / "run.db") as store:
            store.add_block("no such run", pair(0))
