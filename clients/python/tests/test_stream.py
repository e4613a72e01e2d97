"""One stream, from hello to its end: what goes out together, and what does not wait.

No test here waits by the clock: bots stand still until the test lets them go on.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from texas42 import Bid, Bot, Call, Domino, HandOver, Observation
from texas42.asking import Asker
from texas42.stream import Stream
from texas42.testing import playing
from texas42.thinker import Thinker
from texas42.v1 import bot_pb2

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"
END = object()


class Arena:
    """The other end of a stream: what it says is queued, what it hears is queued."""

    def __init__(self, bot: Bot, thinker: Thinker | None = None) -> None:
        self.says: asyncio.Queue[object] = asyncio.Queue()
        self.hears: asyncio.Queue[bot_pb2.BotMessage] = asyncio.Queue()
        self.writers = 0
        self.running: asyncio.Task[object]
        self.stream = Stream(Asker(bot), thinker or Thinker(), self.says.get, self._write)

    async def _write(self, message: bytes) -> None:
        assert self.writers == 0, "two writers on one stream"
        self.writers += 1
        await asyncio.sleep(0)
        self.hears.put_nowait(bot_pb2.BotMessage.FromString(message))
        self.writers -= 1

    def ask(self, *numbers: int, **more: Any) -> None:
        """Asks for a play under each of these numbers, in one message."""
        message = bot_pb2.ArenaMessage(**more)
        for number in numbers:
            message.observations.add().CopyFrom(playing(HAND, "fives").message)
            message.observations[-1].request_id = number
        self.says.put_nowait(message)

    async def heard(self) -> list[int]:
        """The numbers answered in the next message."""
        return [answer.request_id for answer in (await self.hears.get()).answers]

    async def heard_of(self, count: int) -> list[int]:
        """The numbers of so many answers, in as many messages as it takes."""
        numbers: list[int] = []
        while len(numbers) < count:
            numbers += await self.heard()
        return numbers


@asynccontextmanager
async def playing_at(bot: Bot, thinker: Thinker | None = None) -> AsyncIterator[Arena]:
    arena = Arena(bot, thinker)
    arena.running = asyncio.create_task(arena.stream.run())
    assert (await arena.hears.get()).HasField("hello")
    yield arena
    arena.says.put_nowait(END)
    await arena.running


def bot_of(play: Callable[[Observation], Any]) -> Bot:
    bot = Bot(id="mine")
    bot.on_bid(lambda seen: Bid.points(30))
    bot.on_call_trump(lambda seen: Call.FIVES)
    bot.on_play(play)
    return bot


@contextmanager
def clock(monkeypatch: pytest.MonkeyPatch, module: str) -> Iterator[list[float]]:
    """A clock that stands still until its one entry is changed."""
    now = [0.0]
    with monkeypatch.context() as patch:
        patch.setattr(f"{module}.perf_counter", lambda: now[0])
        yield now


async def test_answers_of_a_quick_bot_go_back_in_one_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with clock(monkeypatch, "texas42.stream"):
        async with playing_at(bot_of(lambda seen: Domino.D6_6)) as arena:
            arena.ask(*range(1, 101))
            assert await arena.heard() == list(range(1, 101))
            arena.ask(7)
            assert await arena.heard() == [7]


async def test_answers_that_have_waited_go_out_before_the_next_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with clock(monkeypatch, "texas42.stream") as now:

        def play(seen: Observation) -> Domino:
            now[0] += 0.0018
            return Domino.D6_6

        async with playing_at(bot_of(play)) as arena:
            arena.ask(1, 2, 3, 4, 5, 6, 7)
            assert [await arena.heard() for _ in range(3)] == [[1, 2, 3], [4, 5, 6], [7]]


async def test_a_slow_bot_moves_to_its_thread_and_the_rest_of_the_batch_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: dict[int, int] = {}
    with clock(monkeypatch, "texas42.stream") as now:

        def play(seen: Observation) -> Domino:
            threads[seen.request_id] = threading.get_ident()
            now[0] += 0.006
            return Domino.D6_6

        async with playing_at(bot_of(play)) as arena:
            arena.ask(1, 2, 3)
            assert sorted(await arena.heard_of(3)) == [1, 2, 3]
            arena.ask(4)
            assert await arena.heard() == [4]
    here = threading.get_ident()
    assert [threads[number] == here for number in (1, 2, 3, 4)] == [True, True, False, False]
    assert threads[3] == threads[4]


async def test_finished_answers_go_out_while_another_is_thought_about() -> None:
    gate = threading.Event()

    def play(seen: Observation) -> Domino:
        if seen.request_id == 3:
            gate.wait()
        return Domino.D6_6

    thinker = Thinker()
    thinker.move()
    async with playing_at(bot_of(play), thinker) as arena:
        arena.ask(1, 2, 3, 4)
        assert await arena.heard_of(2) == [1, 2]
        gate.set()
        assert await arena.heard_of(2) == [3, 4]


async def test_questions_of_a_stream_that_has_ended_are_not_thought_about() -> None:
    gate, thought = threading.Event(), list[int]()

    def play(seen: Observation) -> Domino:
        gate.wait()
        thought.append(seen.request_id)
        return Domino.D6_6

    thinker = Thinker()
    thinker.move()
    async with playing_at(bot_of(play), thinker) as arena:
        arena.ask(1, 2, 3)
        arena.says.put_nowait(END)
        await arena.running
        gate.set()
    await thinker.run(lambda: None)
    assert thought in ([], [1])


async def test_coroutines_that_never_wait_answer_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(seen: Observation) -> Domino:
        return Domino.D6_6

    with clock(monkeypatch, "texas42.stream"):
        async with playing_at(bot_of(play)) as arena:
            arena.ask(*range(1, 101))
            assert await arena.heard() == list(range(1, 101))


async def test_coroutines_wait_side_by_side_and_hold_up_nobody() -> None:
    gates = {number: asyncio.Event() for number in (1, 3, 4)}

    async def play(seen: Observation) -> Domino:
        if seen.request_id in gates:
            await gates[seen.request_id].wait()
        return Domino.D6_6

    async with playing_at(bot_of(play)) as arena:
        arena.ask(1, 2, 3, 4, 5)
        assert await arena.heard_of(2) == [2, 5]
        gates[4].set()
        assert await arena.heard() == [4]
        gates[1].set()
        gates[3].set()
        assert sorted(await arena.heard_of(2)) == [1, 3]


async def test_a_timeout_inside_a_coroutine_ends_only_that_wait() -> None:
    async def play(seen: Observation) -> Domino:
        try:
            async with asyncio.timeout(0):
                await asyncio.Event().wait()
        except TimeoutError:
            return Domino.D6_6
        raise AssertionError("unreachable")

    async with playing_at(bot_of(play)) as arena:
        arena.ask(1, 2, 3)
        assert sorted(await arena.heard_of(3)) == [1, 2, 3]
        arena.ask(4)
        assert await arena.heard() == [4]


async def test_a_coroutine_that_cancels_itself_is_a_failure() -> None:
    async def play(seen: Observation) -> Domino:
        raise asyncio.CancelledError

    async with playing_at(bot_of(play)) as arena:
        arena.ask(1)
        message = await arena.hears.get()
        assert message.answers[0].failure == "CancelledError"


async def test_a_method_of_the_thread_may_hand_out_coroutines() -> None:
    async def later() -> Domino:
        return Domino.D6_6

    thinker = Thinker()
    thinker.move()
    async with playing_at(bot_of(lambda seen: later()), thinker) as arena:
        arena.ask(1, 2)
        assert await arena.heard_of(2) == [1, 2]


async def test_a_failing_bot_lives_on(capsys: pytest.CaptureFixture[str]) -> None:
    def play(seen: Observation) -> Domino:
        if seen.request_id % 2:
            raise RuntimeError("odd")
        return Domino.D6_6

    async with playing_at(bot_of(play)) as arena:
        arena.ask(1, 2, 3, 4)
        failures: dict[int, str] = {}
        while len(failures) < 4:
            message = await arena.hears.get()
            failures |= {answer.request_id: answer.failure for answer in message.answers}
    assert failures == {1: "RuntimeError: odd", 2: "", 3: "RuntimeError: odd", 4: ""}
    said = capsys.readouterr().err
    assert "texas42: mine failed: RuntimeError: odd" in said
    assert 'raise RuntimeError("odd")' in said
    assert "texas42/session.py" not in said


async def test_the_last_results_are_heard_before_the_goodbye_is_heeded() -> None:
    heard: list[int] = []
    for kind in ("loop", "thread", "coroutine"):
        bot, thinker = bot_of(lambda seen: Domino.D6_6), Thinker()

        async def hear(result: HandOver) -> None:
            await asyncio.sleep(0)
            heard.append(result.hand_id)

        bot.on_hand_over(hear if kind == "coroutine" else lambda r: heard.append(r.hand_id))
        if kind == "thread":
            thinker.move()
        arena = Arena(bot, thinker)
        results = [bot_pb2.HandOver(hand_id=number) for number in (1, 2)]
        goodbye = bot_pb2.Goodbye(reason=bot_pb2.GOODBYE_REASON_FINISHED)
        arena.ask(hands_over=results, goodbye=goodbye)
        assert await arena.stream.run() == goodbye
    assert heard == [1, 2] * 3


async def test_a_broken_write_ends_the_writing_and_nothing_else() -> None:
    async def broken(message: bytes) -> None:
        if bot_pb2.BotMessage.FromString(message).answers:
            raise ConnectionError("gone")

    arena = Arena(bot_of(lambda seen: Domino.D6_6))
    stream = Stream(Asker(bot_of(lambda seen: Domino.D6_6)), Thinker(), arena.says.get, broken)
    arena.ask(1)
    arena.ask(2)
    arena.says.put_nowait(END)
    assert await stream.run() is None
    assert str(stream.broken) == "gone"


async def test_the_end_of_a_stream_stops_its_coroutines() -> None:
    started, stopped = asyncio.Event(), asyncio.Event()

    async def play(seen: Observation) -> Domino:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        raise AssertionError("unreachable")

    async with playing_at(bot_of(play)) as arena:
        arena.ask(1, 2)
        await started.wait()
    await stopped.wait()
