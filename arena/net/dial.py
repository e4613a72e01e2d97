"""Reaching a bot by its address, again when it is lost: by stream if it has one, else by calls."""

from __future__ import annotations

import asyncio
from time import monotonic

import grpc

from arena import config
from arena.net import wire
from arena.net.calls import SERVICE, BytesCall, Caller
from arena.net.entrant import Entrant, Refused
from arena.net.hall import Hall
from arena.net.lobby import Lobby
from arena.net.session import Session
from arena.net.stream import CHANNEL_OPTIONS, carry, is_our_own
from arena.play.line import Presence

BytesStream = grpc.aio.StreamStreamMultiCallable[bytes, bytes]


class Dialler:
    """Keeps one dialled bot connected until the run is over or the bot is given up."""

    def __init__(
        self, hall: Hall, lobby: Lobby, entrant: Entrant, address: str, streams: bool = True
    ) -> None:
        """Without `streams` the bot is asked by unary calls, even if it offers a stream."""
        self._hall = hall
        self._lobby = lobby
        self._entrant = entrant
        self._address = address
        self._streams = streams
        self._was_in = False

    async def run(self) -> None:
        """Connect, again whenever the connection is lost, until there is no more need to."""
        give_up_at = monotonic() + config.START_DEADLINE
        attempts = 0
        while True:
            trouble = await self._connect()
            attempts = 0 if self._was_in else attempts + 1
            if self._is_over():
                return
            if not self._entrant.has_arrived and monotonic() > give_up_at:
                waited = f"no bot at {self._address} after {config.START_DEADLINE:.0f} s"
                self._entrant.turn_away(f"{waited}: {trouble}")
                return
            last = len(config.RETRY_PAUSES) - 1
            await asyncio.sleep(config.RETRY_PAUSES[min(attempts, last)])

    def _is_over(self) -> bool:
        return (
            self._hall.finished.is_set()
            or self._entrant.line.presence is Presence.GONE
            or self._entrant.is_turned_away
        )

    async def _connect(self) -> str:
        """Play over one connection to its end; return why it ended."""
        self._was_in = False
        async with grpc.aio.insecure_channel(self._address, options=CHANNEL_OPTIONS) as channel:
            try:
                await asyncio.wait_for(channel.channel_ready(), config.CONNECT_DEADLINE)
                self._lobby.admit(await self._describe(channel), self._entrant)
                self._was_in = True
                session = Session(self._lobby, self._hall, self._entrant)
                ended = await self._stream(channel, session) if self._streams else None
                return ended or await Caller(self._hall, self._lobby, self._entrant, channel).run()
            except TimeoutError:
                return "nobody answers there"
            except Refused as why:
                return str(why)
            except grpc.aio.AioRpcError as error:
                return in_words(error)

    async def _describe(self, channel: grpc.aio.Channel) -> wire.BotInfo:
        describe: BytesCall = channel.unary_unary(SERVICE + "Describe")
        try:
            data = await describe(wire.DESCRIBE, timeout=config.DESCRIBE_DEADLINE)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                return wire.BotInfo()
            raise
        return wire.described(data)

    async def _stream(self, channel: grpc.aio.Channel, session: Session) -> str | None:
        """Play over a stream to its end; return why it ended, None when the bot offers none."""
        door: BytesStream = channel.stream_stream(SERVICE + "Session")
        call = door()
        ended = await carry(session, call.read, call.write, call.done_writing, call.cancel)
        if is_our_own(ended):
            self._hall.fail(ended)
        if isinstance(ended, TimeoutError):
            return f"it said no hello within {config.HELLO_DEADLINE:.0f} s"
        if isinstance(ended, grpc.aio.AioRpcError):
            unimplemented = ended.code() is grpc.StatusCode.UNIMPLEMENTED
            return None if unimplemented else in_words(ended)
        return "the stream ended"


async def dial(hall: Hall, lobby: Lobby, entrant: Entrant, address: str) -> None:
    """Keep the bot at an address connected, by stream if it has one, until there is no more need.

    A bot that can't take part is turned away.
    """
    await Dialler(hall, lobby, entrant, address).run()


async def dial_by_calls(hall: Hall, lobby: Lobby, entrant: Entrant, address: str) -> None:
    """The same, but ask by unary calls even a bot that offers a stream."""
    await Dialler(hall, lobby, entrant, address, streams=False).run()


def in_words(error: grpc.aio.AioRpcError) -> str:
    """Return what gRPC says went wrong, in one line."""
    return f"{error.code().name}: {wire.shortened(error.details() or 'no details')}"
