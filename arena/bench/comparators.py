"""What the coalesced stream is held against: the same floor, bytes and bots, without gRPC.

`in_process` serialises and parses every message but sends none. `dial_raw` is for a run like any
other that reaches its bots through a raw unix socket: the sessions of arena and client, batches,
records, store and metrics are the same, so that only the transport differs.
"""

from __future__ import annotations

import asyncio
import struct
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from time import perf_counter, process_time
from typing import Final

import grpc

from arena import config
from arena.bench.figures import Figures
from arena.bench.null_bot import NullBot
from arena.net import wire
from arena.net.entrant import Entrant, Notices
from arena.net.hall import Hall, now_us
from arena.net.lobby import Lobby
from arena.net.session import Session as ArenaSession
from arena.net.stream import carry
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.floor import Floor, Listeners, SeatLine
from arena.play.line import Line
from arena.play.record import record_of
from arena.play.schedule import Pairing, Schedule
from arena.play.table import Table
from arena.play.tally import Tally
from arena.rules.presets import STANDARD
from texas42.asking import Asker
from texas42.session import Session
from texas42.stream import Stream
from texas42.thinker import Thinker

_LENGTH: Final = struct.Struct("<I")
_MANY: Final = 10_000_000


class NullPlayer:
    """The bot's side without a stream: bytes of an ArenaMessage in, bytes of a BotMessage out."""

    def __init__(self) -> None:
        self._session = Session(Asker(NullBot()))

    def answer(self, data: bytes) -> bytes:
        """Answer every question of a message."""
        session = self._session
        for question in wire.arena_message(data).observations:
            session.think(question)
        return session.take() or b""


class _Side:
    """The arena's side without a run: a floor with two lines, whose hands are recorded, counted
    and told to the bots as in any run."""

    def __init__(self, tables: int) -> None:
        time = TimeControl()
        self.lines: tuple[SeatLine, SeatLine] = (
            Line("a", 256, time, salt=1),
            Line("b", 256, time, salt=2),
        )
        self.hands = 0
        self.messages = 0
        pairing = Pairing("a", "b")
        self._schedule = Schedule((pairing,), _MANY)
        self._tally = Tally(tuple(pairing), (pairing,))
        self._notices = {line: Notices() for line in self.lines}
        listeners = Listeners(hand_over=[self._count])
        self.floor = Floor(self._tables(time.bank), tables, listeners)
        for line in self.lines:
            line.connected(256, now_us())

    def _tables(self, bank: int) -> Iterator[Table]:
        for index in count():
            dealt = deal("bench", index)
            for half in range(2):
                lines = [self.lines[(seat + half) % 2] for seat in range(4)]
                yield Table(2 * index + half, STANDARD, dealt, lines, bank)

    def _count(self, table: Table) -> None:
        self.hands += 1
        self._tally.add(record_of(table, self._schedule.sitting(table.number)))
        for seat, told in zip(table.seats, wire.hands_over(table), strict=True):
            self._notices[seat.line].hands.append(told)

    def ask(self, line: SeatLine) -> bytes:
        """Return the message to send now, empty when it is not the moment."""
        seats = line.take(now_us())
        if not seats:
            return b""
        return wire.notices(*self._notices[line].take()) + wire.asks(seats, 4)

    def hear(self, line: SeatLine, data: bytes) -> None:
        """Take a message of a bot."""
        message, now = wire.bot_message(data), now_us()
        assert message is not None
        self.messages += 1
        self.floor.hear(line, wire.answers(message), now)
        self.floor.fill()

    def figures(self, started: float, cpu: float) -> Figures:
        """Return what was counted since `started` (wall) and `cpu` (processor)."""
        return Figures(
            decisions=self.floor.decisions,
            hands=self.hands,
            messages=self.messages,
            seconds=perf_counter() - started,
            arena_cpu=process_time() - cpu,
        )


def in_process(tables: int, seconds: float) -> Figures:
    """Play for some seconds in one process, with every message serialised and parsed."""
    side, player = _Side(tables), NullPlayer()
    started, cpu = perf_counter(), process_time()
    side.floor.fill()
    while perf_counter() - started < seconds:
        for line in side.lines:
            asked = side.ask(line)
            if asked:
                side.hear(line, player.answer(asked))
    return side.figures(started, cpu)


# Over a raw unix socket.


class _Framed(asyncio.Protocol):
    """A connection that carries messages with their length before them."""

    def __init__(self, opened: Callable[[_Framed], None] = lambda _: None) -> None:
        self._opened = opened
        self._rest = b""
        self._ended = False
        self._come: deque[bytes] = deque()
        self._reader: asyncio.Future[None] | None = None
        self.transport: asyncio.WriteTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport
        self._opened(self)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while len(self._rest) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._rest)
            end = _LENGTH.size + length
            if len(self._rest) < end:
                break
            self._come.append(self._rest[_LENGTH.size : end])
            self._rest = self._rest[end:]
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def read(self) -> object:
        """Return the next message, or EOF as gRPC would."""
        while not self._come:
            if self._ended:
                return grpc.aio.EOF
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._come.popleft()

    async def write(self, message: bytes) -> None:
        """Send a message."""
        self.transport.write(_LENGTH.pack(len(message)) + message)

    async def half_close(self) -> None:
        """Send no more."""
        self.transport.write_eof()


async def dial_raw(hall: Hall, lobby: Lobby, entrant: Entrant, address: str) -> None:
    """Connect to the bot at a unix address, without gRPC, and play with it to the end."""
    loop = asyncio.get_running_loop()
    end: _Framed | None = None
    async with asyncio.timeout(config.START_DEADLINE):
        while end is None:
            await asyncio.sleep(config.RETRY_PAUSES[0])
            with suppress(OSError):
                _, end = await loop.create_unix_connection(_Framed, address.removeprefix("unix:"))
    session = ArenaSession(lobby, hall, entrant)
    await carry(session, end.read, end.write, end.half_close, end.transport.abort)


async def _be_a_bot(address: str) -> None:
    """Answer over a raw unix socket, with the client's own stream, until the other end closes."""
    loop = asyncio.get_running_loop()
    opened: asyncio.Future[_Framed] = loop.create_future()
    path = address.removeprefix("unix:")
    server = await loop.create_unix_server(lambda: _Framed(opened.set_result), path)
    end = await opened

    async def read() -> object:
        data = await end.read()
        return wire.arena_message(data) if isinstance(data, bytes) else data

    await Stream(Asker(NullBot()), Thinker(), read, end.write).run()
    end.transport.close()
    server.close()


if __name__ == "__main__":
    asyncio.run(_be_a_bot(sys.argv[1]))
