"""Where one bot thinks: on the event loop while it is quick, else on one thread of its own.

This module knows clocks, the loop and a thread; it knows neither the wire nor the game. What is
thought about, and what becomes of the answer, is an errand that its caller hands in.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from texas42.limits import FLUSH_AFTER, HAND_OVER, SLOW_AT_ONCE, SLOW_DECISION, SLOW_WITHIN

Answer = TypeVar("Answer")


class Errand(Protocol):
    """Something to be thought about on the bot's thread."""

    def think(self) -> Any:
        """Runs on the bot's thread; raises nothing."""

    def done(self, answer: Any) -> "Outbox | None":
        """Runs on the loop with what `think` gave; says where an answer waits to be sent."""


class Outbox(Protocol):
    """Where answers wait to be sent."""

    async def flush(self) -> None:
        """Sends all answers that wait; raises nothing but CancelledError."""


class _Single(Generic[Answer]):
    """An errand that somebody waits for."""

    def __init__(self, think: Callable[[], Answer]) -> None:
        self.think = think
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def done(self, answer: Answer) -> None:
        if not self.answer.done():  # its caller may have gone
            self.answer.set_result(answer)


class Thinker:
    """Decides where a bot thinks, and runs its thread once it has one."""

    def __init__(self) -> None:
        self._threaded = False
        self._decided = 0
        self._last_slow = -SLOW_WITHIN - 1
        self._loop: asyncio.AbstractEventLoop
        self._errands: SimpleQueue[Errand] = SimpleQueue()
        self._answers: deque[tuple[Errand, object]] = deque()
        self._called = False
        self._written = Event()
        self._flushes: set[asyncio.Task[None]] = set()

    def has_thread(self) -> bool:
        """Whether the bot thinks on its thread by now."""
        return self._threaded

    def slow(self, seconds: float, place: int = 0) -> bool:
        """Whether a decision that took so long moves the bot to its thread, for good.

        `place` is how many decisions came before it since `decided` was told. One long decision
        is no proof: on a busy machine the system takes the processor from any process for more
        than SLOW_DECISION every few thousand decisions.
        """
        if seconds <= SLOW_DECISION:
            return False
        now = self._decided + place
        since, self._last_slow = now - self._last_slow, now
        return since <= SLOW_WITHIN or seconds > SLOW_AT_ONCE

    def decided(self, decisions: int) -> None:
        """Counts decisions thought about on the loop."""
        self._decided += decisions

    def move(self) -> None:
        """Gives the bot its thread; call it on the loop."""
        if not self._threaded:
            self._threaded = True
            self._loop = asyncio.get_running_loop()
            # A daemon: a bot that never stops thinking must not keep the process alive.
            Thread(target=self._work, name="texas42-bot", daemon=True).start()

    async def run(self, think: Callable[[], Answer]) -> Answer:
        """Thinks about one thing, here or on the thread, and gives what `think` gave."""
        if self._threaded:
            single = _Single(think)
            self.post(single)
            return await single.answer
        started = perf_counter()
        answer = think()
        if self.slow(perf_counter() - started):
            self.move()
        self.decided(1)
        return answer

    def post(self, errand: Errand) -> None:
        """Leaves an errand for the thread, which does them in order."""
        self._errands.put(errand)

    def _work(self) -> None:
        while True:
            errand = self._errands.get()
            started = perf_counter()
            self._answers.append((errand, errand.think()))
            if not self._called:
                self._called = True
                self._written.clear()
                try:
                    self._loop.call_soon_threadsafe(self._collect)
                except RuntimeError:  # the loop is closed: the process is ending
                    return
            # A bot that computes would keep the interpreter from the loop for 5 ms at every
            # switch; so it steps aside until its answer is out. Quick answers need no such care.
            if perf_counter() - started > FLUSH_AFTER:
                self._written.wait(HAND_OVER)

    def _collect(self) -> None:
        self._called = False
        outboxes = set[Outbox]()
        while self._answers:
            errand, answer = self._answers.popleft()
            outbox = errand.done(answer)
            if outbox is not None:
                outboxes.add(outbox)
        flush = self._loop.create_task(self._flush(outboxes))
        self._flushes.add(flush)
        flush.add_done_callback(self._flushes.discard)

    async def _flush(self, outboxes: set[Outbox]) -> None:
        await asyncio.gather(*(outbox.flush() for outbox in outboxes))
        self._written.set()
