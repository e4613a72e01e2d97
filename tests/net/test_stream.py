"""Carrying a session: every message is read, every word written, and whose error ended it is told.

The stream is a pair of functions here; real streams are in tests/e2e.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import grpc
import pytest

from arena import config
from arena.net import wire
from arena.net.entrant import Entrant
from arena.net.session import Stage
from arena.net.stream import carry, is_our_own, read_all, write_all
from arena.net.wire import Leaving
from arena.play.floor import Answer
from arena.play.line import Presence
from tests.net.staging import Clock, Guest, House, answer_to
from texas42.v1 import bot_pb2

HELLO = bot_pb2.BotMessage(hello=bot_pb2.Hello(bot=bot_pb2.BotInfo(id="left")))


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> House:
    return House(Clock(monkeypatch))


def reading(*messages: object) -> Callable[[], Awaitable[object]]:
    """Return a read that gives these and then the end of the stream."""
    coming = iter((*messages, grpc.aio.EOF))

    async def read() -> object:
        return next(coming)

    return read


async def test_a_stream_is_read_to_its_end(house: House) -> None:
    """The hello and the answers reach the session, in order."""
    guest = house.session()
    await read_all(guest.session, reading(HELLO.SerializeToString()))
    house.guest("right")
    house.open()
    answers = bot_pb2.BotMessage(answers=map(answer_to, guest.questions()))
    await read_all(guest.session, reading(answers.SerializeToString(), b""))
    assert (house.floor.decisions, house.left.line.late) == (2, 0)


async def test_what_a_message_sets_free_goes_out_before_the_next_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two bots that answer at once: the first has its next questions before the second is heard."""
    house = House(Clock(monkeypatch), deals=4, tables=8)
    guests = {bot: house.guest(bot) for bot in ("left", "right")}
    house.open()
    asked = {bot: list(guest.questions()) for bot, guest in guests.items()}
    guests["right"].answer(*map(answer_to, asked["right"][:2]))  # two questions wait for left now
    happened: list[str] = []
    hear = house.hall.heard

    def heard(entrant: Entrant, answers: Sequence[Answer]) -> None:
        happened.append(f"{entrant.name} is heard")
        hear(entrant, answers)

    monkeypatch.setattr(house.hall, "heard", heard)

    async def write_to(bot: str) -> None:
        async def write(data: bytes) -> None:
            if wire.arena_message(data).observations:
                happened.append(f"{bot} is asked")

        await write_all(guests[bot].session, write)

    async def read_from(bot: str, questions: list[bot_pb2.Observation]) -> None:
        said = bot_pb2.BotMessage(answers=map(answer_to, questions)).SerializeToString()
        await read_all(guests[bot].session, reading(said))

    writers = [asyncio.create_task(write_to(bot)) for bot in guests]
    readers = [read_from("left", asked["left"]), read_from("right", asked["right"][2:])]
    await asyncio.wait_for(asyncio.gather(*readers), 10)
    for writer in writers:
        writer.cancel()
    assert happened.index("left is asked") < happened.index("right is heard")


async def test_the_goodbye_is_the_last_that_is_written(house: House) -> None:
    """The writer says what there is to say as it comes up, and ends with the session."""
    guest = house.guest()
    written: asyncio.Queue[bytes] = asyncio.Queue()
    writer = asyncio.create_task(write_all(guest.session, written.put))
    house.guest("right")
    house.open()
    asked = wire.arena_message(await asyncio.wait_for(written.get(), 10))
    assert len(asked.observations) == 2
    guest.session.close(Leaving.SHUTDOWN, "the arena closes")
    await asyncio.wait_for(writer, 10)
    goodbye = wire.arena_message(written.get_nowait())
    assert goodbye.goodbye.reason == bot_pb2.GOODBYE_REASON_SHUTDOWN
    assert (written.empty(), guest.session.stage) == (True, Stage.CLOSED)


async def test_a_stream_without_a_hello_is_not_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens a stream and says nothing is cut off."""
    monkeypatch.setattr(config, "HELLO_DEADLINE", 0.0)
    guest = house.session()
    written: asyncio.Queue[bytes] = asyncio.Queue()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(write_all(guest.session, written.put), 10)
    assert written.empty()


async def test_the_deadline_of_the_hello_does_not_end_a_session(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a bot is in, its stream may be silent for as long as nothing is asked."""
    guest = house.session()
    guest.say_hello("left")
    written: asyncio.Queue[bytes] = asyncio.Queue()
    monkeypatch.setattr(config, "HELLO_DEADLINE", 0.0)
    writer = asyncio.create_task(write_all(guest.session, written.put))
    assert wire.arena_message(await asyncio.wait_for(written.get(), 10)).HasField("welcome")
    house.guest("right")
    house.open()
    assert len(wire.arena_message(await asyncio.wait_for(written.get(), 10)).observations) == 2
    guest.session.close(Leaving.SHUTDOWN, "the arena closes")
    await asyncio.wait_for(writer, 10)


class Ends:
    """Both halves of a stream: what is read, what was written, and how it was closed, in order."""

    def __init__(self, *messages: object) -> None:
        self._coming = iter(messages)
        self._hung_up = asyncio.Event()
        self.written: list[bytes] = []
        self.closed: list[str] = []

    async def read(self) -> object:
        """Give the messages, then wait until the stream is hung up."""
        for message in self._coming:
            if isinstance(message, Exception):
                raise message
            return message
        await self._hung_up.wait()
        return grpc.aio.EOF

    async def write(self, data: bytes) -> None:
        self.written.append(data)

    async def half_close(self) -> None:
        self.closed.append("half closed")

    def hang_up(self) -> None:
        self.closed.append("hung up")
        self._hung_up.set()

    async def carry(self, guest: Guest) -> BaseException | None:
        """Carry a session over this stream to its end."""
        carried = carry(guest.session, self.read, self.write, self.half_close, self.hang_up)
        return await asyncio.wait_for(carried, 10)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give nobody any time to close."""
    monkeypatch.setattr(config, "GOODBYE_DEADLINE", 0.0)


async def test_a_stream_that_the_bot_closes_is_lost(house: House) -> None:
    """Nothing failed; the bot is away and may come back."""
    ends = Ends(HELLO.SerializeToString(), grpc.aio.EOF)
    assert await ends.carry(house.session()) is None
    assert ends.closed == ["hung up"]
    assert (house.left.line.presence, house.left.session) == (Presence.AWAY, None)


@pytest.mark.usefixtures("impatient")
async def test_after_goodbye_a_stream_is_closed_and_then_hung_up(house: House) -> None:
    """The arena closes its half first; a bot that keeps its own open is cut off."""
    guest, ends = house.guest(), Ends()
    guest.session.close(Leaving.SHUTDOWN, "the arena closes")
    assert await ends.carry(guest) is None
    assert ends.closed == ["half closed", "hung up"]
    (goodbye,) = map(wire.arena_message, ends.written)
    assert goodbye.goodbye.text == "the arena closes"
    assert house.left.line.presence is Presence.AWAY


async def test_what_reading_failed_with_is_told(house: House) -> None:
    """The session is lost all the same."""
    guest, broken = house.guest(), ValueError("no good")
    assert await Ends(broken).carry(guest) is broken
    assert house.left.line.presence is Presence.AWAY


@pytest.mark.usefixtures("impatient")
async def test_what_writing_failed_with_is_told(house: House) -> None:
    """Though reading was fine; the stream is hung up, since nothing more can be said on it."""
    guest, ends = house.guest(), Ends()

    async def breaks(data: bytes) -> None:
        raise KeyError("left")

    ends.write = breaks  # type: ignore[method-assign]
    guest.session.close(Leaving.SHUTDOWN, "the arena closes")
    assert repr(await ends.carry(guest)) == "KeyError('left')"
    assert ends.closed == ["hung up"]
    assert house.left.line.presence is Presence.AWAY


@pytest.mark.parametrize(
    ("ended", "ours"),
    [
        (None, False),
        (TimeoutError(), False),
        (grpc.aio.UsageError("closed"), False),
        (asyncio.CancelledError(), False),
        (KeyError("left"), True),
        (AssertionError(), True),
    ],
)
def test_an_error_of_the_arena_is_known_from_one_of_the_other_end(
    ended: BaseException | None, ours: bool
) -> None:
    """What gRPC or a clock says ends a bot's stream; anything else ends the run."""
    assert is_our_own(ended) == ours
