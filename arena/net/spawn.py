"""Starting local bots from a command, and ending them with all their children."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shlex
import socket
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena import config
from arena.net.entrant import Entrant, Refused
from arena.play.bots import BotSpec, Reached

HOUSE_COMMAND: Final = f"{shlex.quote(sys.executable)} -m texas42.house"
GUARD: Final = Path(__file__).with_name("guard.py")
PLACE_OF_ADDRESS: Final = "{address}"


def free_address() -> str:
    """Return a loopback address with a port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def new_nonce() -> str:
    """Return what a started bot is known by."""
    return secrets.token_hex(16)


class LocalBot:
    """One local bot's process, started again if it ends, and its output in one file."""

    def __init__(self, name: str, command: str, log: Path, address: str | None = None) -> None:
        """`command` is split as a shell would; `{address}` in it is replaced by `address`, or by
        a free one. Raises Refused."""
        self.name = name
        self.address = address or free_address()
        self.nonce = new_nonce()
        self.restarts = 0
        self._log = log
        try:
            words = shlex.split(command)
        except ValueError as why:
            raise Refused(f"bot {name}: the command {command!r} can't be read: {why}") from None
        self._command = [word.replace(PLACE_OF_ADDRESS, self.address) for word in words]
        self._process: asyncio.subprocess.Process | None = None

    @classmethod
    def of(cls, bot: BotSpec, directory: Path) -> LocalBot:
        """Return the process of a bot that the arena starts; its output goes to the directory."""
        log = directory / f"{bot.name.replace(':', '-').replace('=', '-')}.log"
        if bot.reached is Reached.HOUSE:
            return cls(bot.name, f"{HOUSE_COMMAND} {bot.where} --listen {PLACE_OF_ADDRESS}", log)
        return cls(bot.name, bot.where, log)

    async def start(self) -> None:
        """Start the process; whether it answers is for the dialler to find out."""
        environment = {
            **os.environ,
            "ARENA42_LISTEN": self.address,
            "ARENA42_NONCE": self.nonce,
            "ARENA42_QUIT_DEADLINE": str(config.QUIT_DEADLINE),
            "PYTHONUNBUFFERED": "1",
        }
        with self._log.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-I", "-S", str(GUARD), *self._command,
                stdin=asyncio.subprocess.PIPE, stdout=output, stderr=output, env=environment,
            )  # fmt: skip

    async def keep_up(
        self, entrant: Entrant, finished: asyncio.Event, restarted: Callable[[], None]
    ) -> None:
        """Start the bot again when it ends in mid-run, a few times at most, telling `restarted`.

        A bot that ends before it was ever let in is turned away: it can't start.
        """
        while self._process is not None:
            await self._process.wait()
            if not entrant.has_arrived:
                entrant.turn_away("it ended before it answered")
            if entrant.is_turned_away or finished.is_set() or self.restarts == config.MOST_RESTARTS:
                return
            self.restarts += 1
            await self.start()
            restarted()

    def child_pid(self) -> int:
        """Return the process id of the bot itself, 0 where it can't be told."""
        if self._process is None:
            return 0
        guard = self._process.pid
        with contextlib.suppress(OSError, ValueError):
            return int(Path(f"/proc/{guard}/task/{guard}/children").read_text().split()[0])
        return 0

    def last_words(self) -> str:
        """Return how the process ended, if it did, and the last lines of its output."""
        with contextlib.suppress(OSError), self._log.open(errors="replace") as output:
            tail = "".join(f"\n    {line.rstrip()}" for line in deque(output, config.LOG_TAIL))
            ended = (
                f"it ended with status {self._process.returncode}; "
                if (self._process is not None and self._process.returncode is not None)
                else ""
            )
            return f"{ended}its last lines (of {self._log}):{tail or ' none'}"
        return f"its output can't be read: {self._log}"

    async def stop(self) -> None:
        """End the process and its children; killed when they take too long."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), config.QUIT_DEADLINE * 2)
        except TimeoutError:
            process.kill()
            await process.wait()
