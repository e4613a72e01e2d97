"""Carrying a session over a gRPC stream: one task reads, one writes, whichever side dialled.

A read is never cancelled (a cancelled read of grpc.aio loses messages and memory): clocks run
beside it, and a stream ends by its other end closing, or as a whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeGuard

import grpc

from arena import config
from arena.net import wire
from arena.net.session import Session, Stage

CHANNEL_OPTIONS: Final = (
    ("grpc.max_receive_message_length", config.LARGEST_MESSAGE),
    ("grpc.max_send_message_length", -1),
    ("grpc.keepalive_time_ms", config.DIALLED_KEEPALIVE_MS),
    ("grpc.keepalive_timeout_ms", config.KEEPALIVE_TIMEOUT_MS),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.enable_retries", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
    ("grpc.use_local_subchannel_pool", 1),
)
SERVER_OPTIONS: Final = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", config.LARGEST_MESSAGE),
    ("grpc.max_send_message_length", -1),
    ("grpc.keepalive_time_ms", config.KEEPALIVE_MS),
    ("grpc.keepalive_timeout_ms", config.KEEPALIVE_TIMEOUT_MS),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
)

Read = Callable[[], Awaitable[Any]]
Write = Callable[[bytes], Awaitable[None]]


async def read_all(session: Session, read: Read) -> None:
    """Hand the bot's messages to the session until the stream ends. Raises what gRPC raises."""
    while True:
        data = await read()
        if data is grpc.aio.EOF:
            return
        message = wire.bot_message(data)
        if message is None:
            why = f"{len(data)} bytes that are no message of this protocol"
            session.close(wire.Leaving.MISBEHAVED, why)
        else:
            async with session.turn:
                session.receive(message)
                await asyncio.sleep(0)  # what that has set free goes out


async def write_all(session: Session, write: Write) -> None:
    """Write what the session has to say until it is closed. Raises what gRPC raises."""
    async with asyncio.timeout(config.HELLO_DEADLINE) as patience:
        while True:
            message = session.outgoing()
            if session.stage is not Stage.GREETING:
                patience.reschedule(None)
            if message is not None:
                await write(message)
            elif session.stage is Stage.CLOSED:
                return
            else:
                await session.wake.wait()
                session.wake.clear()


async def carry(
    session: Session,
    read: Read,
    write: Write,
    half_close: Callable[[], Awaitable[None]],
    hang_up: Callable[[], object],
) -> BaseException | None:
    """Carry a session to its end; return what its reading or its writing failed with, if one did.

    1. Either end is through: the bot has left, or the arena has said goodbye and closes its half.
    2. The bot gets some time to close its own. 3. The stream is hung up, which ends a read or a
    write that is still open. 4. The session knows that it is lost.
    """  # fmt: skip
    reader = asyncio.create_task(read_all(session, read))
    writer = asyncio.create_task(write_all(session, write))
    ended = None
    try:
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        if writer.done() and not writer.exception():
            await half_close()
        ended = await _settle(reader)
    finally:
        hang_up()
        session.lost()
        session.wake.set()
        failed = await _settle(writer)
    return ended or failed


async def _settle(task: asyncio.Task[None]) -> BaseException | None:
    """Give a task some time to end; return what it failed with, None if it is fine or still runs.

    A task that still runs is left alone: it ends with its stream.
    """
    done, _ = await asyncio.wait({task}, timeout=config.GOODBYE_DEADLINE)
    if not done:
        task.add_done_callback(_forget)
        return None
    return None if task.cancelled() else task.exception()


def is_our_own(ended: BaseException | None) -> TypeGuard[Exception]:
    """Whether a stream ended by an error of the arena itself, and not by what gRPC or a clock said
    of its other end."""
    theirs = (grpc.aio.AioRpcError, grpc.aio.UsageError, grpc.aio.AbortError, TimeoutError)
    return isinstance(ended, Exception) and not isinstance(ended, theirs)


def _forget(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()
