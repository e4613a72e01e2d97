"""How the process of a bot begins and ends."""

import asyncio
import os
import signal
import threading

import pytest

from texas42 import BotError
from texas42.lifetime import Refusal, live


def test_a_door_that_ends_is_left_in_peace() -> None:
    before = signal.getsignal(signal.SIGTERM)
    seen: list[bool] = []

    async def door(stop: asyncio.Event) -> None:
        seen.append(stop.is_set())

    live(door)
    assert seen == [False]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_asks_the_door_to_end(number: signal.Signals) -> None:
    async def door(stop: asyncio.Event) -> None:
        os.kill(os.getpid(), number)
        await stop.wait()

    live(door)
    assert not any(
        isinstance(thread, threading.Timer) and thread.is_alive() and not thread.finished.is_set()
        for thread in threading.enumerate()
    )


@pytest.mark.parametrize("error", [Refusal("the port is taken"), BotError("it has no play")])
def test_a_refusal_is_one_line_and_exit_code_1(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    async def door(stop: asyncio.Event) -> None:
        raise error

    with pytest.raises(SystemExit) as ended:
        live(door)
    assert ended.value.code == 1
    assert capsys.readouterr().err == f"texas42: {error}\n"


def test_outside_the_main_thread_signals_are_left_alone() -> None:
    ended: list[bool] = []

    async def door(stop: asyncio.Event) -> None:
        ended.append(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)

    thread = threading.Thread(target=live, args=(door,))
    thread.start()
    thread.join()
    assert ended == [True]
