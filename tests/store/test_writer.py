"""Groups, bounds and failures of the one writer, with a commit that is only told."""

import asyncio
from collections.abc import Callable

import pytest

from arena import config
from arena.store import StoreError
from arena.store.writer import GroupWriter


class Disk:
    """Keeps the groups it is given, once it may; breaks when told to."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.may = asyncio.Event()
        self.may.set()
        self.error: Exception | None = None

    async def commit(self, group: list[int]) -> None:
        await self.may.wait()
        if self.error is not None:
            raise self.error
        self.groups.append(group)


async def until(reached: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    async with asyncio.timeout(10):
        while not reached():  # noqa: ASYNC110 - the writer has no events for strangers
            await asyncio.sleep(0.001)


async def test_a_group_is_what_was_added_together() -> None:
    """Everything added within the delay is committed at once, in its order."""
    disk = Disk()
    writer = GroupWriter(disk.commit)
    for item in range(5):
        writer.add(item)

    assert 5 == writer.backlog
    await until(lambda: writer.backlog == 0)
    assert [[0, 1, 2, 3, 4]] == disk.groups
    await writer.close()


async def test_a_group_is_committed_within_the_bound() -> None:
    """Nobody needs to flush: a commit begins within 200 ms, on the best of some attempts."""
    loop, disk, took = asyncio.get_running_loop(), Disk(), []
    writer = GroupWriter(disk.commit)
    for item in range(5):
        begun = loop.time()
        writer.add(item)
        await until(lambda: writer.backlog == 0)
        took.append(loop.time() - begun)

    assert min(took) < 0.2
    assert [[0], [1], [2], [3], [4]] == disk.groups
    await writer.close()


async def test_flush_does_not_wait_for_the_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who flushes gets all that was added before, at once."""
    monkeypatch.setattr(config, "STORE_GROUP_DELAY", 1000.0)
    disk = Disk()
    async with asyncio.timeout(10):
        writer = GroupWriter(disk.commit)
        await writer.flush()
        writer.add(1)
        await writer.flush()
        writer.add(2)
        writer.add(3)
        await asyncio.gather(writer.flush(), writer.flush())

        assert [[1], [2, 3]] == disk.groups
        writer.add(4)
        await writer.close()
    assert [[1], [2, 3], [4]] == disk.groups


async def test_flush_waits_for_a_group_in_hand() -> None:
    """What is being committed isn't committed: a flush waits for it, but not for later items."""
    disk = Disk()
    disk.may.clear()
    writer = GroupWriter(disk.commit)
    writer.add(1)
    await until(lambda: not writer._waiting)
    flushed = asyncio.create_task(writer.flush())
    await asyncio.sleep(0)
    writer.add(2)

    assert (False, 2) == (flushed.done(), writer.backlog)
    disk.may.set()
    await flushed
    assert [1] in disk.groups
    await writer.close()


async def test_a_slow_disk_is_told_before_it_is_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the backlog on the writer is behind, and `room` comes when it has caught up."""
    monkeypatch.setattr(config, "STORE_BACKLOG", 3)
    disk = Disk()
    disk.may.clear()
    writer = GroupWriter(disk.commit)
    await writer.room()
    writer.add(1)
    writer.add(2)
    assert not writer.is_behind()
    writer.add(3)
    assert writer.is_behind()

    waiting = asyncio.create_task(writer.room())
    await asyncio.sleep(0.01)
    assert not waiting.done()
    disk.may.set()
    await asyncio.wait_for(waiting, 10)
    assert not writer.is_behind()
    await writer.close()


async def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who never heeds the backlog is refused in the end, and every call says so."""
    monkeypatch.setattr(config, "STORE_MOST_WAITING", 2)
    writer = GroupWriter(Disk().commit)
    writer.add(1)
    writer.add(2)

    for call in (lambda: writer.add(3), lambda: writer.add(4), writer.is_behind):
        with pytest.raises(StoreError, match="2 blocks wait to be written: the disk is too slow"):
            call()
    with pytest.raises(StoreError, match="too slow"):
        await writer.close()


async def test_a_failure_is_told_to_everybody() -> None:
    """After a commit failed, every call says why, and nothing more is committed."""
    disk = Disk()
    writer = GroupWriter(disk.commit)
    disk.error = StoreError("the disk is full")
    writer.add(1)
    with pytest.raises(StoreError, match="the disk is full"):
        await writer.flush()
    disk.error = None

    with pytest.raises(StoreError, match="the disk is full"):
        writer.add(2)
    with pytest.raises(StoreError, match="the disk is full"):
        writer.is_behind()
    for waiting in (writer.room, writer.flush, writer.close, writer.close):
        with pytest.raises(StoreError, match="the disk is full"):
            await waiting()
    assert [] == disk.groups


async def test_whoever_waits_is_told_of_a_failure() -> None:
    """A failure wakes those who wait for room or for a flush."""
    disk = Disk()
    disk.may.clear()
    writer = GroupWriter(disk.commit)
    for item in range(config.STORE_BACKLOG):
        writer.add(item)
    waiting = asyncio.gather(writer.room(), writer.flush(), return_exceptions=True)
    await asyncio.sleep(0)
    disk.error = ValueError("a bug")
    disk.may.set()

    told = await asyncio.wait_for(waiting, 10)
    assert [StoreError, StoreError] == [type(each) for each in told]
    assert "a group of 4096 could not be written: ValueError('a bug')" == str(told[0])
    with pytest.raises(StoreError, match="a bug"):
        await writer.close()


async def test_closed_is_closed() -> None:
    """Closing twice is no error; adding afterwards is one."""
    writer = GroupWriter(Disk().commit)
    await writer.close()
    await writer.close()

    with pytest.raises(StoreError, match="closed"):
        writer.add(1)


async def test_a_cancelled_flush_cancels_no_commit() -> None:
    """Who stops waiting stops only that: the group in hand is committed all the same."""
    disk = Disk()
    disk.may.clear()
    writer = GroupWriter(disk.commit)
    writer.add(1)
    flushed = asyncio.create_task(writer.flush())
    await until(lambda: not writer._waiting)
    flushed.cancel()
    disk.may.set()
    await writer.close()

    assert [[1]] == disk.groups
    assert flushed.cancelled()
