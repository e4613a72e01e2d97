"""The door for an arena that can't dial the bot: `join(bot)` dials the arena, and dials again.

It knows gRPC channels and when to give up; the conversation is stream.py's.
"""

import asyncio
import os
from contextlib import suppress
from dataclasses import dataclass

import grpc

from texas42.asking import Asker
from texas42.bot import Bot, name_of
from texas42.lifetime import Refusal, live, say
from texas42.limits import RECONNECT_FIRST, RECONNECT_FOR, RECONNECT_MOST, STOP_GRACE
from texas42.options import CHANNEL
from texas42.session import farewell
from texas42.stream import Stream
from texas42.thinker import Thinker
from texas42.v1 import bot_pb2

JOIN = "ARENA42_JOIN"
DOOR = "/texas42.v1.ArenaService/Join"

# An arena that answers with one of these would answer the same to the next attempt.
_FINAL = frozenset(
    {
        grpc.StatusCode.UNIMPLEMENTED,
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.NOT_FOUND,
    }
)


def join(bot: Bot, address: str | None = None) -> None:
    """Dials an arena and answers it, until it says goodbye or until SIGTERM or SIGINT.

    The address is `host:port` or `unix:path`; without one it is that of the environment's
    ARENA42_JOIN. A lost connection is dialled again, as is one that the arena ended because the
    bot was silent for too long, up to RECONNECT_FOR seconds without a welcome. Returns when the
    arena says that all is played. Raises SystemExit(1), with one line on stderr, after any other
    goodbye, when no arena is found, or when the bot can't be run.
    """
    live(lambda stop: visit(bot, address or os.environ.get(JOIN), stop))


async def visit(bot: Bot, address: str | None, stop: asyncio.Event) -> None:
    """Plays at the arena until its goodbye, or until `stop` is set; raises BotError or Refusal."""
    asker, thinker = Asker(bot), Thinker()
    if not address:
        raise Refusal(f"which arena? say join(bot, 'host:port') or set {JOIN}")
    clock = asyncio.get_running_loop().time
    since, wait, said = clock(), RECONNECT_FIRST, ""
    while not stop.is_set():
        talk = await _talk(asker, thinker, address, stop)
        if talk.goodbye is not None and talk.goodbye.reason != bot_pb2.GOODBYE_REASON_STALLED:
            return _leave(talk.goodbye)
        if talk.welcomed:
            since, wait, said = clock(), RECONNECT_FIRST, ""
        if clock() - since > RECONNECT_FOR:
            raise Refusal(f"no arena at {address} for {RECONNECT_FOR:g} s: {talk.ending}")
        if said != talk.ending and not stop.is_set():
            said = talk.ending
            say(f"no arena at {address} ({said}); trying again")
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), wait)
        wait = min(2 * wait, RECONNECT_MOST)


@dataclass(frozen=True, slots=True)
class _Talk:
    """How one connection went."""

    goodbye: bot_pb2.Goodbye | None
    welcomed: bool
    ending: str


async def _talk(asker: Asker, thinker: Thinker, address: str, stop: asyncio.Event) -> _Talk:
    async with grpc.aio.insecure_channel(address, options=CHANNEL) as channel:
        door: grpc.aio.StreamStreamMultiCallable[bytes, bot_pb2.ArenaMessage]
        door = channel.stream_stream(DOOR, response_deserializer=bot_pb2.ArenaMessage.FromString)
        call = door()
        stream = Stream(asker, thinker, call.read, call.write)
        running = asyncio.create_task(stream.run())
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        # 1. Nobody waits for the stop any more. 2. The call ends, and with it a read that is
        # still open. 3. The stream, whose task that read is in, comes to its own end.
        stopping.cancel()
        call.cancel()
        await asyncio.wait({running}, timeout=STOP_GRACE)
        _raise_unless_lost(running)
        code, details = await call.code(), await call.details()
    if code in _FINAL:
        raise Refusal(f"{address} does not let {name_of(asker.bot)} in: {code.name}, {details}")
    welcomed = stream.session.welcome is not None
    return _Talk(stream.session.goodbye, welcomed, details or code.name)


def _raise_unless_lost(running: "asyncio.Task[bot_pb2.Goodbye | None]") -> None:
    """Lets only those errors out that a lost connection does not explain."""
    error = None if running.cancelled() or not running.done() else running.exception()
    if error is not None and not isinstance(error, (grpc.RpcError, asyncio.InvalidStateError)):
        raise error


def _leave(goodbye: bot_pb2.Goodbye) -> None:
    if goodbye.reason != bot_pb2.GOODBYE_REASON_FINISHED:
        raise Refusal(farewell(goodbye))
    say(farewell(goodbye))
