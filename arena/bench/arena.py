"""The arena itself, end to end: a run as any match is run, with two null bots in processes of their
own, stopped after some seconds. How it reaches them may be replaced, and nothing else."""

from __future__ import annotations

import asyncio
import os
import resource
import shlex
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from arena.app import Plan, Run
from arena.app.gathering import Dial
from arena.bench.figures import Figures
from arena.net.dial import dial
from arena.net.spawn import LocalBot
from arena.play.bots import BotSpec
from arena.play.record import HandRecord

_DEALS: Final = 10_000_000


async def play(
    tables: int, seconds: float, dial: Dial = dial, module: str = "arena.bench.null_bot"
) -> Figures:
    """Play for some seconds over unix sockets; `dial` reaches the bots, which run `module`."""
    command = f"{shlex.quote(sys.executable)} -m {module} {{address}}"
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        bots = [
            LocalBot(name, command, directory / f"{name}.log", f"unix:{directory}/{name}.sock")
            for name in ("a", "b")
        ]
        plan = Plan(
            name="bench",
            kind="match",
            bots=tuple(BotSpec.of_address(bot.name, bot.address) for bot in bots),
            deals=_DEALS,
            seed="bench",
            directory=directory,
            tables=tables,
        )
        for bot in bots:
            await bot.start()
        try:
            return await _measure(Run(plan, _say, dial=dial), seconds, bots)
        finally:
            await asyncio.gather(*(bot.stop() for bot in bots))


async def _measure(run: Run, seconds: float, bots: list[LocalBot]) -> Figures:
    times: list[int] = []
    run.on_hand.append(lambda hand: _note(hand, times))
    playing = asyncio.create_task(run.play())
    opened = asyncio.create_task(run.opened.wait())
    await asyncio.wait({playing, opened}, return_when=asyncio.FIRST_COMPLETED)
    opened.cancel()
    cpu, bots_cpu = process_time(), sum(map(_cpu_of, bots))
    await asyncio.wait({playing}, timeout=seconds)
    cpu, bots_cpu = process_time() - cpu, sum(map(_cpu_of, bots)) - bots_cpu
    hands, decisions = run.tally.hands, run.decisions
    messages = sum(each.messages for each in run.hall.entrants.values())
    run.drain()
    await playing
    return Figures(
        decisions=decisions,
        hands=hands,
        messages=messages,
        seconds=seconds,
        arena_cpu=cpu,
        bots_cpu=bots_cpu,
        p50_ms=median(times) / 1000 if times else 0.0,
        rss_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _note(hand: HandRecord, times: list[int]) -> None:
    if len(times) < 100_000:
        times.extend(hand.times_us)


def _cpu_of(bot: LocalBot) -> float:
    """Return the processor seconds of a bot's process; 0 where the system doesn't tell."""
    pid = bot.child_pid()
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _say(line: str) -> None:
    print(line, file=sys.stderr)
