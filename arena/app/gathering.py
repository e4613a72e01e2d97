"""Bringing the bots of a run together: started, dialled or waited for, and seen out at the end."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from arena import config
from arena.app.errors import RunFailed
from arena.app.plan import Plan
from arena.net.dial import dial
from arena.net.entrant import Entrant, Refused
from arena.net.hall import Hall
from arena.net.lobby import Lobby
from arena.net.spawn import LocalBot
from arena.play.bots import BotSpec, Reached
from arena.play.line import Line
from arena.play.table import Seat

Tell = Callable[..., None]
"""Takes what happened to a bot: a word, its name, perhaps why, and what else belongs to it."""

Dial = Callable[[Hall, Lobby, Entrant, str], Coroutine[Any, Any, None]]
"""Keeps the bot at an address connected until the run is over or the bot is given up."""


class Gathering:
    """The bots of one run, from before they are here until they have been told goodbye.

    Every bot is known by its name from the start, so that none that dials in is a stranger.
    """

    def __init__(self, plan: Plan, hall: Hall, tell: Tell, dial: Dial = dial) -> None:
        """`tell` is told what happens to which bot; `dial` reaches those that have an address."""
        self._plan = plan
        self._dial = dial
        self._hall = hall
        self._tell = tell
        self.lobby = Lobby(plan.options, hall.entrants)
        self._local: dict[str, LocalBot] = {}
        self._diallers: list[asyncio.Task[None]] = []
        self._keepers: list[asyncio.Task[None]] = []
        for bot in plan.bots:
            entrant = hall.entrants[bot.name] = self._entrant(bot, plan.directory)
            entrant.arrived.add_done_callback(partial(self._tell_refusal, bot.name))

    def _entrant(self, bot: BotSpec, directory: Path) -> Entrant:
        line: Line[Seat] = Line(bot.name, 1, self._plan.time, secrets.randbits(64))
        if bot.reached is Reached.JOIN:
            return Entrant(bot.name, line, "joined")
        if bot.reached is Reached.ADDRESS:
            return Entrant(bot.name, line, "dialled")
        local = self._local[bot.name] = LocalBot.of(bot, directory)
        return Entrant(bot.name, line, "started", local.nonce)

    @property
    def joining(self) -> list[str]:
        """The bots that are to dial in."""
        return [each.name for each in self._hall.entrants.values() if each.door == "joined"]

    async def bring(self) -> None:
        """Start and dial who has to be, and wait until all are here. Raises RunFailed."""
        for bot in self._plan.bots:
            if bot.reached is not Reached.JOIN:
                await self._reach(bot)
        waits = [self._wait_for_joining(name) for name in self.joining]
        entrants = self._hall.entrants.values()
        limit = max(config.START_DEADLINE, self._plan.join_deadline) + config.ARRIVAL_SLACK
        await asyncio.wait(
            [each.arrived for each in entrants],
            timeout=limit,
            return_when=asyncio.FIRST_EXCEPTION,
        )
        for wait in waits:
            wait.cancel()
        for each in entrants:
            if each.is_turned_away:
                raise RunFailed(self._with_last_words(each))
        missing = ", ".join(each.name for each in entrants if not each.has_arrived)
        if missing:
            raise RunFailed(f"{missing} did not come within {limit:.0f} s")

    def _wait_for_joining(self, name: str) -> asyncio.TimerHandle:
        """Turn a bot away that has not dialled in when its time is up."""
        seconds = self._plan.join_deadline

        def turn_away() -> None:
            why = f"it did not join at {self._plan.listen} within {seconds:.0f} s"
            refused = self.lobby.sent_away
            self._hall.entrants[name].turn_away(f"{why}; {refused}" if refused else why)

        return asyncio.get_running_loop().call_later(seconds, turn_away)

    async def _reach(self, bot: BotSpec) -> None:
        entrant, address = self._hall.entrants[bot.name], bot.where
        local = self._local.get(bot.name)
        if local is not None:
            address = local.address
            await local.start()
            self._tell("started", bot.name, address=address)
            restarted = partial(self._tell, "restarted", bot.name, address=address)
            keep_up = local.keep_up(entrant, self._hall.finished, restarted)
            self._keepers.append(asyncio.create_task(keep_up))
        dialling = asyncio.create_task(self._dial(self._hall, self.lobby, entrant, address))
        dialling.add_done_callback(self._hall.watch)
        self._diallers.append(dialling)

    def _tell_refusal(self, name: str, arrived: asyncio.Future[None]) -> None:
        why = None if arrived.cancelled() else arrived.exception()
        if why is not None:
            self._tell("turned away", name, str(why))

    def _with_last_words(self, entrant: Entrant) -> str:
        """Return why a bot was turned away, with the last it said if the arena started it."""
        why = entrant.arrived.exception()
        if why is not None and not isinstance(why, Refused):
            raise why
        local = self._local.get(entrant.name)
        return str(why) if local is None else f"{why}\n{local.last_words()}"

    async def see_out(self) -> None:
        """End it, however it came to its end: goodbyes, then connections, then processes."""
        self._hall.finish()
        await _wait_for(self._diallers)
        await asyncio.gather(*(local.stop() for local in self._local.values()))
        await _wait_for(self._keepers)


async def _wait_for(tasks: list[asyncio.Task[None]]) -> None:
    """Give tasks the time of a goodbye to end, and cancel those that don't."""
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=2 * config.GOODBYE_DEADLINE)
        for task in late:
            task.cancel()
