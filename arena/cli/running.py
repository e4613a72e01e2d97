"""Running a plan in the terminal: signals, and progress on stderr."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from arena.app import Plan, Run
from arena.cli.errors import WrongUsage
from arena.play.report import Document
from arena.play.schedule import Format
from arena.play.tally import Tally
from arena.telemetry.journal import Log

T = TypeVar("T")
REFRESH = 0.25
INTERRUPTED = 130


def run(plan: Plan, *, quiet: bool = False) -> Document:
    """Play a plan to its end with its progress shown; Ctrl-C ends it with exit status 130."""
    console = Console(stderr=True)
    with log_to(console) as log:
        playing = Run(plan, lambda line: console.print(Text(line), soft_wrap=True), log)
        work = _with_progress(playing, console, quiet)
        return until_signalled(work, "interrupted; the bots have been ended")


@contextmanager
def log_to(console: Console) -> Iterator[Log]:
    """Give the log of a run: above the progress bar on a terminal, as JSON elsewhere."""
    from arena.telemetry import logs

    terminal = console.is_terminal

    def write(line: str) -> None:
        if terminal:
            console.print(Text.from_ansi(line), soft_wrap=True)
        else:
            print(line, file=console.file, flush=True)

    try:
        level = logs.wanted_level(os.environ, terminal=terminal)
    except logs.BadLevel as why:
        raise WrongUsage(str(why)) from None
    with logs.opened(write, terminal=terminal, level=level) as log:
        yield log


def check_address(address: str) -> None:
    """Raise WrongUsage for what can't be an address to listen at."""
    if not address.startswith("unix:") and not address.rpartition(":")[2].isdecimal():
        raise WrongUsage(f"--listen {address}: no address; write host:port or unix:PATH")


def _stop(task: asyncio.Task[Any]) -> None:
    """End the work; at a second signal the program itself, at once: its bots end with it, and the
    store holds what was committed."""
    if task.cancelling():
        os._exit(INTERRUPTED)
    task.cancel()


def until_signalled(work: Coroutine[Any, Any, T], ended: str) -> T:
    """Run some work to its end; SIGINT and SIGTERM cancel it, say how it `ended`, and end the
    program."""

    async def main() -> T:
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, _stop, task)
        return await work

    try:
        return asyncio.run(main())
    except asyncio.CancelledError:
        print(f"arena42: {ended}", file=sys.stderr)
        sys.exit(INTERRUPTED)


async def _with_progress(playing: Run, console: Console, quiet: bool) -> Document:
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} {task.fields[unit]}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[error]}"),
        console=console,
        disable=quiet or not console.is_terminal,
        transient=True,
    )
    with shown:
        plan = playing.plan
        unit = "pairs" if plan.format is Format.ROUND_ROBIN else "blocks"
        bar = shown.add_task(plan.name, total=plan.blocks, unit=unit, rate="", error="")
        work = asyncio.create_task(playing.play())
        try:
            while not work.done():
                await asyncio.wait({work}, timeout=REFRESH)
                _show(shown, bar, playing)
        finally:
            if not work.done():
                work.cancel()
                await asyncio.wait({work})
        return work.result()


def _show(shown: Progress, bar: Any, playing: Run) -> None:
    if playing.playing_since is None:
        shown.update(bar, rate="waiting for bots")
        return
    seconds = perf_counter() - playing.playing_since
    deals = playing.tally.blocks / len(playing.plan.groups)
    shown.update(
        bar,
        completed=playing.tally.blocks,
        rate=f"{deals / max(seconds, 1e-9):.0f} deals/s",
        error=_widest(playing.tally),
    )


def _widest(tally: Tally) -> str:
    """Return the widest error bar so far, in Elo."""
    errors = [each.counts.statistics().elo_error for each in tally.pairings.values()]
    return f"Elo ± {max(errors):.0f}"
