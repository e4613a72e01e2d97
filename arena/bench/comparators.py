"""What the coalesced stream is held against: the same floor, bytes and bots, without gRPC.

`in_process` serialises and parses every message but sends none; `over_socket` sends them through a
raw unix socket to two processes, with the same coalescing. Both play the null bot through the
client library's own session, so that only the transport differs.
"""

from __future__ import annotations

import asyncio
import struct
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from arena.bench.figures import Figures
from arena.bench.null_bot import NullBot
from arena.net import wire
from arena.net.entrant import Notices
from arena.net.hall import now_us
from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.floor import Floor, Listeners, SeatLine
from arena.play.line import Line
from arena.play.record import record_of
from arena.play.schedule import Pairing, Schedule
from arena.play.table import Table
from arena.play.tally import Tally
from arena.rules.options import STANDARD
from texas42.asking import Asker
from texas42.session import Session

_LENGTH: Final = struct.Struct("<I")
_DEADLINE: Final = 60.0
_MANY: Final = 10_000_000


class NullPlayer:
    """The bot's side of a comparator: bytes of an ArenaMessage in, bytes of a BotMessage out."""

    def __init__(self) -> None:
        self._session = Session(Asker(NullBot()))

    def answer(self, data: bytes) -> bytes:
        """Answer every question of a message."""
        session = self._session
        for question in wire.arena_message(data).observations:
            session.think(question)
        return session.take() or b""


class _Side:
    """The arena's side of a comparator: a floor with two lines, whose hands are recorded, counted
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
        self.both_here = asyncio.Event()
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
        line.measured(line.silence(now), len(message.answers))
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
    """Messages with their length before them."""

    def __init__(self) -> None:
        self._rest = b""
        self.transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while len(self._rest) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._rest)
            end = _LENGTH.size + length
            if len(self._rest) < end:
                return
            message, self._rest = self._rest[_LENGTH.size : end], self._rest[end:]
            self.received(message)

    def received(self, message: bytes) -> None:
        raise NotImplementedError

    def send(self, message: bytes) -> None:
        assert self.transport is not None
        self.transport.write(_LENGTH.pack(len(message)) + message)


class _BotEnd(_Framed):
    """A bot's end of the socket: it answers until the other end closes."""

    def __init__(self) -> None:
        super().__init__()
        self._player = NullPlayer()
        self.closed = asyncio.get_running_loop().create_future()

    def received(self, message: bytes) -> None:
        self.send(self._player.answer(message))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set_result(None)


class _ArenaEnd(_Framed):
    """The arena's end for one bot; what it hears may give both bots something to answer."""

    def __init__(self, side: _Side, ends: list[_ArenaEnd]) -> None:
        super().__init__()
        self._side = side
        self._ends = ends
        self._line = side.lines[len(ends)]
        ends.append(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if len(self._ends) == len(self._side.lines):
            self._side.both_here.set()

    def received(self, message: bytes) -> None:
        self._side.hear(self._line, message)
        for end in self._ends:
            end.ask()

    def ask(self) -> None:
        asked = self._side.ask(self._line)
        if asked:
            self.send(asked)


async def over_socket(tables: int, seconds: float) -> Figures:
    """Play for some seconds with two bot processes over a raw unix socket."""
    side, ends = _Side(tables), list[_ArenaEnd]()
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "bench.sock")
        server = await loop.create_unix_server(lambda: _ArenaEnd(side, ends), path)
        bots = [
            await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, path)
            for _ in side.lines
        ]
        await asyncio.wait_for(side.both_here.wait(), _DEADLINE)
        started, cpu = perf_counter(), process_time()
        side.floor.fill()
        for end in ends:
            end.ask()
        await asyncio.sleep(seconds)
        figures = side.figures(started, cpu)
        for end in ends:
            assert end.transport is not None
            end.transport.abort()
        server.close()
        await asyncio.gather(*(bot.wait() for bot in bots))
    return figures


async def _be_a_bot(path: str) -> None:
    loop = asyncio.get_running_loop()
    _, end = await loop.create_unix_connection(_BotEnd, path)
    await end.closed


if __name__ == "__main__":
    asyncio.run(_be_a_bot(sys.argv[1]))
