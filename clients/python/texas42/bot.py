"""What an author writes: a bot with a name and up to five methods.

This module knows neither the wire nor where the bot thinks; it only says what a bot is, and
tells the author plainly when one can't be run.
"""

import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from texas42.limits import WINDOW
from texas42.observation import Observation
from texas42.report import FaultReport, HandOver
from texas42.values import Bid, Call, Domino

_ID = re.compile(r"[a-z0-9-]{1,32}")

Function = TypeVar("Function", bound=Callable[..., Any])


class BotError(ValueError):
    """The bot as written can't be run; the text says what to change."""


class Bot:
    """A player. Subclass it and write `bid`, `call_trump` and `play`, or decorate functions:

        bot = Bot(id="mine")

        @bot.on_play
        def play(seen: Observation) -> Domino: ...

    Methods may be `def` or `async def`. A quick `def` runs on the event loop; a bot that turns
    out slow moves to one thread of its own, for good. One bot sits at many tables: tell hands
    apart by `seen.hand_id`.
    """

    id: str = ""  # the key of the bot, 1 to 32 of a-z, 0-9 and hyphen; else its class's name
    version: str = ""
    author: str = ""
    display_name: str = ""  # any text, shown to people
    instance: str = ""  # tells replicas of one bot apart
    window: int = WINDOW  # how many decisions it wants open at once; 1 suits a searching bot
    # The calls it can play under; empty means all. Under rules that lead to others it is refused.
    calls: tuple[Call, ...] = ()

    def __init__(self, **attributes: Any) -> None:
        """Takes any of the attributes above; TypeError when there is no such attribute."""
        for name, value in attributes.items():
            if name not in Bot.__annotations__:
                raise TypeError(f"a bot has no attribute {name!r}")
            setattr(self, name, value)

    def bid(self, seen: Observation) -> Bid | Awaitable[Bid]:
        """Answers with one of `seen.legal_bids`."""
        raise NotImplementedError

    def call_trump(self, seen: Observation) -> Call | Awaitable[Call]:
        """Answers with one of `seen.legal_calls`."""
        raise NotImplementedError

    def play(self, seen: Observation) -> Domino | Awaitable[Domino]:
        """Answers with one of `seen.legal_plays`."""
        raise NotImplementedError

    def hand_over(self, result: HandOver) -> Awaitable[None] | None:
        """Hears how a hand of one of its seats ended."""
        return None

    def fault(self, report: FaultReport) -> Awaitable[None] | None:
        """Hears that an answer was at fault; by default it goes to stderr."""
        print(f"texas42: fault {report.kind.name}: {report.reason}", file=sys.stderr)
        return None

    def on_bid(self, function: Function) -> Function:
        """Decorates the function that bids."""
        return self._take("bid", function)

    def on_call_trump(self, function: Function) -> Function:
        """Decorates the function that calls trumps."""
        return self._take("call_trump", function)

    def on_play(self, function: Function) -> Function:
        """Decorates the function that plays a tile."""
        return self._take("play", function)

    def on_hand_over(self, function: Function) -> Function:
        """Decorates the function that hears how hands ended."""
        return self._take("hand_over", function)

    def on_fault(self, function: Function) -> Function:
        """Decorates the function that hears of faults."""
        return self._take("fault", function)

    def _take(self, name: str, function: Function) -> Function:
        setattr(self, name, function)
        return function


def check(bot: Bot) -> None:
    """Raises BotError when the bot can't be run as it is written."""
    given: object = bot
    if not isinstance(given, Bot):
        instead = f"; write {given.__name__}()" if isinstance(given, type) else ""
        raise BotError(f"a bot is wanted, not {given!r}{instead}")
    for name in ("bid", "call_trump", "play"):
        method = getattr(bot, name, None)
        if not callable(method) or getattr(method, "__func__", None) is getattr(Bot, name):
            raise BotError(f"the bot {name_of(bot)!r} has no {name}")
    if _ID.fullmatch(name_of(bot)) is None:
        raise BotError(f"the bot's id is {name_of(bot)!r}; use 1 to 32 of a-z, 0-9 and hyphen")
    for call in bot.calls:
        if type(call) is not Call:
            raise BotError(f"the bot's calls hold {call!r}, which is no Call, such as Call.FIVES")
    if not 1 <= bot.window <= 2**32 - 1:
        raise BotError(f"the bot's window is {bot.window}; it must be 1 or more")


def name_of(bot: Bot) -> str:
    """The bot's id: the one it was given, else its class's name in lower case."""
    return bot.id or type(bot).__name__.lower()
