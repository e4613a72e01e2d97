"""Drives one session over one stream: reads, has the bot think, writes.

The same for both doors: it is handed a `read` and a `write` and knows no channel and no server.
There is one reader, and never two writes at once; a read is never cancelled but by ending the
whole stream. Answers to one message go back together when the bot is quick, and no answer waits
more than FLUSH_AFTER for the next decision to begin.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

from texas42.asking import Action, Asker, Failure
from texas42.lifetime import say
from texas42.limits import FLUSH_AFTER, STOP_GRACE
from texas42.report import FaultReport, HandOver
from texas42.session import Session, news
from texas42.thinker import Thinker
from texas42.v1 import bot_pb2

Read: TypeAlias = Callable[[], Awaitable[object]]
Write: TypeAlias = Callable[[bytes], Awaitable[None]]


class Stream:
    """One stream, from hello to its end."""

    def __init__(self, asker: Asker, thinker: Thinker, read: Read, write: Write) -> None:
        """`read` gives an ArenaMessage, or anything else at the end of the stream; `write` takes
        an encoded BotMessage."""
        self.session = Session(asker)
        self.closed = False
        self.broken: Exception | None = None  # why writing is over, if it is
        self._asker = asker
        self._thinker = thinker
        self._read = read
        self._write = write
        self._writing = False
        # Answers that asynchronous methods have yet to give, with their questions.
        self._unfinished: deque[tuple[bot_pb2.Observation, Awaitable[object]]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> bot_pb2.Goodbye | None:
        """Talks until the arena says goodbye (returned) or ends the stream (None).

        Raises whatever `read` raises when the stream breaks.
        """
        try:
            await self._write(self.session.hello())
            while self.session.goodbye is None:
                message = await self._read()
                if not isinstance(message, bot_pb2.ArenaMessage):
                    break
                self.session.receive(message)
                if message.HasField("welcome"):
                    say(f"let in by {message.welcome.arena or 'the arena'}")
                await self._answer(message.observations[:])
                for item in news(message, self._asker.bot):
                    self._tell(item)
            if self.session.goodbye is not None:
                await self._let_finish()
            return self.session.goodbye
        finally:
            self._close()

    async def flush(self) -> None:
        """Writes all answers that wait; while a write is under way, its writer takes them along."""
        if self._writing or self.broken is not None:
            return
        self._writing = True
        try:
            while (message := self.session.take()) is not None:
                await self._write(message)
        except Exception as error:
            self.broken = error  # the reader hears of it too, and ends the stream
        finally:
            self._writing = False

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Runs something beside the reader, until the stream ends at the latest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def wait_for(self, question: bot_pb2.Observation, answer: Awaitable[object]) -> None:
        """Leaves an answer of an asynchronous method to `_drive`."""
        self._unfinished.append((question, answer))
        if self.closed:
            self._forget()
        elif len(self._unfinished) == 1:
            self.spawn(self._drive())

    async def _answer(self, questions: Sequence[bot_pb2.Observation]) -> None:
        thinker, think = self._thinker, self.session.think
        if thinker.has_thread():
            self._post(questions)
            return
        since = before = perf_counter()
        for place, question in enumerate(questions):
            unfinished = think(question)
            now = perf_counter()
            if unfinished is not None:
                self.wait_for(question, unfinished)
            if now - since > FLUSH_AFTER:
                if thinker.slow(now - before, place):
                    thinker.move()
                await self.flush()
                if thinker.has_thread():
                    self._post(questions[place + 1 :])
                    break
                now = since = perf_counter()
            before = now
        thinker.decided(len(questions))
        await self.flush()

    def _post(self, questions: Sequence[bot_pb2.Observation]) -> None:
        for question in questions:
            self._thinker.post(_Question(self, question))

    async def _drive(self) -> None:
        """Lets asynchronous methods run one after another while none of them really waits.

        The first that does keeps this task, which is its own from then on; each of the others
        gets one. So a coroutine that only computes costs no task, and one that looks for its
        task, as a timeout does, always finds one that nobody else is in.
        """
        asyncio.get_running_loop().call_soon(self._scatter)
        since = perf_counter()
        while self._unfinished:
            await self._finish(*self._unfinished.popleft())
            if not self._unfinished or perf_counter() - since > FLUSH_AFTER:
                await self.flush()
                since = perf_counter()

    def _scatter(self) -> None:
        while self._unfinished:
            self.spawn(self._finish_alone(*self._unfinished.popleft()))

    async def _finish_alone(self, question: bot_pb2.Observation, answer: Awaitable[object]) -> None:
        await self._finish(question, answer)
        await self.flush()

    async def _finish(self, question: bot_pb2.Observation, answer: Awaitable[object]) -> None:
        finished: Action | Failure
        try:
            finished = await self._asker.finish(question.decision, answer)
        except asyncio.CancelledError as error:
            if self.closed:
                raise
            finished = self._asker.failed(error)  # the bot cancelled itself; it still must answer
        self.session.keep(question.request_id, finished)

    def _tell(self, item: HandOver | FaultReport) -> None:
        if self._thinker.has_thread():
            self._thinker.post(_News(self, self._asker, item))
            return
        before = perf_counter()
        unfinished = self._asker.tell(item)
        if self._thinker.slow(perf_counter() - before):
            self._thinker.move()
        if unfinished is not None:
            self.spawn(self._asker.hear(unfinished))

    async def _let_finish(self) -> None:
        # A goodbye often comes with the last hands' results: the bot should hear all of them.
        if self._thinker.has_thread():
            self.spawn(self._thinker.run(_nothing))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_GRACE)

    def _close(self) -> None:
        # 1. Nothing that is still thought about will be sent.
        self.closed = True
        # 2. Coroutines that have not begun end without a warning.
        self._forget()
        # 3. Those that have are told to stop.
        for task in self._tasks:
            task.cancel()

    def _forget(self) -> None:
        while self._unfinished:
            _, answer = self._unfinished.popleft()
            if isinstance(answer, Coroutine):
                answer.close()


def _nothing() -> None:
    """What the bot's thread is asked for, to know that it has done all before."""


@dataclass(slots=True, eq=False)
class _Question:
    """A decision for the bot's thread."""

    stream: Stream
    question: bot_pb2.Observation
    seconds: float = 0.0

    def think(self) -> Action | Failure | Awaitable[object] | None:
        if self.stream.closed:
            return None
        started = perf_counter()
        answer = self.stream.session.ask(self.question)
        self.seconds = perf_counter() - started
        return answer

    def done(self, answer: Action | Failure | Awaitable[object] | None) -> Stream | None:
        if answer is None:
            return None
        session, question = self.stream.session, self.question
        unfinished = session.keep(question.request_id, answer, self.seconds)
        if unfinished is not None:
            self.stream.wait_for(question, unfinished)
        return self.stream


@dataclass(frozen=True, slots=True, eq=False)
class _News:
    """Something the bot is told on its thread."""

    stream: Stream
    asker: Asker
    item: HandOver | FaultReport

    def think(self) -> Awaitable[object] | None:
        return self.asker.tell(self.item)

    def done(self, unfinished: Awaitable[object] | None) -> None:
        if unfinished is not None:
            self.stream.spawn(self.asker.hear(unfinished))
