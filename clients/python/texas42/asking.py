"""Asks the author's methods and looks at what comes back.

Whatever the author's code does becomes a value here: an action, a failure, or an awaitable that
will be one of the two. Nothing here knows the wire, the loop or a thread; it may run on any.
"""

import sys
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from types import TracebackType
from typing import Final, TypeAlias

from texas42.bot import Bot, check, name_of
from texas42.limits import REASON_CHARACTERS, TRACEBACKS
from texas42.observation import Observation
from texas42.report import FaultReport, HandOver
from texas42.values import Bid, Call, Decision, Domino


@dataclass(frozen=True, slots=True)
class Failure:
    """The bot itself failed, and this is why: one line, at most REASON_CHARACTERS long."""

    reason: str


Action: TypeAlias = Bid | Call | Domino

# What a bot's code may raise and live on; a thread that met SystemExit would end in silence.
MISHAPS: Final = (Exception, SystemExit)


class Asker:
    """Asks one bot, and tells its author on stderr what went wrong."""

    def __init__(self, bot: Bot) -> None:
        """Raises BotError when the bot can't be run as it is written."""
        check(bot)
        self.bot = bot
        self._failures = 0
        # By decision: the method that is asked, and what it must return.
        self._asked: dict[int, tuple[Callable[[Observation], object], type[Action]]] = {
            Decision.PLAY: (bot.play, Domino),
            Decision.BID: (bot.bid, Bid),
            Decision.CALL_TRUMP: (bot.call_trump, Call),
        }

    def ask(self, decision: int, seen: Observation) -> Action | Failure | Awaitable[object]:
        """The bot's answer; an awaitable when the method is asynchronous."""
        known = self._asked.get(decision)
        if known is None:
            return Failure(f"this client does not know decision {decision}")
        try:
            answer = known[0](seen)
        except MISHAPS as error:
            return self.failed(error)
        return self.judge(decision, answer)

    def judge(self, decision: int, answer: object) -> Action | Failure | Awaitable[object]:
        """What a method returned, as an action or a failure; an awaitable as it is."""
        return answer if isawaitable(answer) else self._judge(decision, answer)

    async def finish(self, decision: int, answer: Awaitable[object]) -> Action | Failure:
        """Awaits the answer of an asynchronous method."""
        try:
            return self._judge(decision, await answer)
        except MISHAPS as error:
            return self.failed(error)

    def tell(self, news: HandOver | FaultReport) -> Awaitable[object] | None:
        """Tells the bot; an awaitable when its method is asynchronous."""
        try:
            if isinstance(news, HandOver):
                return self.bot.hand_over(news)
            return self.bot.fault(news)
        except MISHAPS as error:
            self.failed(error)
            return None

    async def hear(self, unfinished: Awaitable[object]) -> None:
        """Awaits an asynchronous `hand_over` or `fault`."""
        try:
            await unfinished
        except MISHAPS as error:
            self.failed(error)

    def failed(self, error: BaseException) -> Failure:
        """What the bot's exception is to the arena; its author sees all of it on stderr."""
        said = " ".join(str(error).split())
        reason = f"{type(error).__name__}: {said}" if said else type(error).__name__
        return self._report(reason, _authors_own(error))

    def _judge(self, decision: int, answer: object) -> Action | Failure:
        method, wanted = self._asked[decision]
        if type(answer) is wanted:
            return answer
        shown = " ".join(repr(answer).split())[:80]
        legal = {Bid: "legal_bids", Call: "legal_calls", Domino: "legal_plays"}[wanted]
        name = getattr(method, "__name__", str(Decision(decision)))
        return self._report(
            f"{name} returned {shown} ({type(answer).__name__}), "
            f"not a {wanted.__name__}, such as one of seen.{legal}",
            "",
        )

    def _report(self, reason: str, story: str) -> Failure:
        reason = "".join(c if c.isprintable() else "?" for c in reason)[:REASON_CHARACTERS]
        self._failures += 1
        if self._failures <= TRACEBACKS:
            print(
                f"texas42: {name_of(self.bot)} failed: {reason}\n{story}", end="", file=sys.stderr
            )
        elif self._failures == TRACEBACKS + 1:
            print("texas42: further failures are not shown", file=sys.stderr)
        return Failure(reason)


def _authors_own(error: BaseException) -> str:
    """The traceback without the frames of this package that only passed the call on."""
    step: TracebackType | None = error.__traceback__
    while step is not None and step.tb_frame.f_globals.get("__name__", "") in _PASSED_ON:
        step = step.tb_next
    lines = traceback.format_exception(type(error), error, step)
    return "".join(lines)


_PASSED_ON = frozenset({__name__, "texas42.session"})
