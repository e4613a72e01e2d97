"""A bot thinks on the loop while it is quick, and on one thread of its own once it is not."""

import asyncio
import threading

from texas42.limits import SLOW_AT_ONCE, SLOW_DECISION, SLOW_WITHIN
from texas42.thinker import Thinker

LONG = SLOW_DECISION * 1.5


def test_one_long_decision_is_no_proof() -> None:
    thinker = Thinker()
    assert not thinker.slow(LONG)
    thinker.decided(SLOW_WITHIN + 1)
    assert not thinker.slow(LONG)


def test_two_long_decisions_close_together_are() -> None:
    thinker = Thinker()
    assert not thinker.slow(LONG, place=3)
    assert thinker.slow(LONG, place=40)


def test_a_very_long_decision_is() -> None:
    assert Thinker().slow(SLOW_AT_ONCE * 1.1)


def test_quick_decisions_are_none() -> None:
    thinker = Thinker()
    assert not any(thinker.slow(SLOW_DECISION, place) for place in range(1000))


async def test_a_quick_bot_thinks_on_the_loop() -> None:
    thinker = Thinker()
    assert await thinker.run(threading.get_ident) == threading.get_ident()
    assert not thinker.has_thread()


async def test_a_moved_bot_thinks_on_one_thread_of_its_own() -> None:
    thinker = Thinker()
    thinker.move()
    thinker.move()
    threads = {await thinker.run(threading.get_ident) for _ in range(3)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads


async def test_errands_whose_caller_has_gone_do_no_harm() -> None:
    thinker = Thinker()
    thinker.move()
    go_on = threading.Event()
    waiting = asyncio.create_task(thinker.run(go_on.wait))
    await asyncio.sleep(0)
    waiting.cancel()
    go_on.set()
    assert await thinker.run(lambda: "next") == "next"


async def test_answers_are_written_once_they_wait() -> None:
    class Outbox:
        def __init__(self) -> None:
            self.waiting: list[int] = []
            self.written: asyncio.Queue[list[int]] = asyncio.Queue()

        async def flush(self) -> None:
            self.written.put_nowait(self.waiting)
            self.waiting = []

    class Errand:
        def __init__(self, number: int, outbox: Outbox, gate: threading.Event) -> None:
            self.number, self.outbox, self.gate = number, outbox, gate

        def think(self) -> int:
            self.gate.wait()
            return self.number

        def done(self, answer: int) -> Outbox:
            self.outbox.waiting.append(answer)
            return self.outbox

    thinker, outbox = Thinker(), Outbox()
    opened, shut = threading.Event(), threading.Event()
    opened.set()
    thinker.move()
    thinker.post(Errand(1, outbox, opened))
    thinker.post(Errand(2, outbox, shut))
    assert await outbox.written.get() == [1]
    shut.set()
    assert await outbox.written.get() == [2]
