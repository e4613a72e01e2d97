"""How the process of a bot begins and ends: signals, one line on stderr, an exit code.

Shared by both doors, which run in here as coroutines. Nothing here knows gRPC or the game.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from texas42.bot import BotError
from texas42.limits import STOP_GRACE, STOP_MOST


def say(text: str) -> None:
    """One line for the person who started the bot."""
    print(f"texas42: {text}", file=sys.stderr, flush=True)


class Refusal(Exception):
    """The bot can't go on, for a reason that is said in one line; the process ends with 1."""


def live(door: Callable[[asyncio.Event], Awaitable[None]]) -> None:
    """Runs a door until it ends, or until SIGTERM or SIGINT sets the event it is given.

    Raises SystemExit(1) after a Refusal or a BotError. Signals are heeded in the main thread only.
    """
    try:
        asyncio.run(_live(door))
    except (BotError, Refusal) as refusal:
        say(str(refusal))
        raise SystemExit(1) from None


async def _live(door: Callable[[asyncio.Event], Awaitable[None]]) -> None:
    stop = asyncio.Event()
    with _signals(stop):
        await door(stop)
        # What gRPC cut off ends a moment later; a loop that closes before prints its traceback.
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        if rest:
            await asyncio.wait(rest, timeout=STOP_GRACE)


@contextmanager
def _signals(stop: asyncio.Event) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    lasts: list[threading.Timer] = []

    def heed(number: int, frame: FrameType | None) -> None:
        # A plain handler, not the loop's: it is called even while a bot blocks the loop.
        loop.call_soon_threadsafe(stop.set)
        lasts.append(threading.Timer(STOP_MOST, _end_all_the_same))
        lasts[-1].daemon = True
        lasts[-1].start()

    heeded = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, heed) for number in heeded]
    try:
        yield
    finally:
        for number, handler in zip(heeded, before, strict=True):
            signal.signal(number, handler)
        for last in lasts:
            last.cancel()


def _end_all_the_same() -> None:
    say(f"still busy {STOP_MOST:g} s after the signal: ended all the same")
    os._exit(1)
