"""Places: the processes of a bot, and which of them plays which seat.

A bot may have several processes. Under isolation by seat each seat that it has against the same
opponents is played by a process of its own. Over a block a bot sits at every seat exactly once, so
such a process never sees two seats of one deal, nor one deal twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from arena.play.bots import BadBot, BotSpec, Reached
from arena.play.schedule import Group


class Isolation(Enum):
    """What a process of a bot may see: all of the bot's seats, or one seat of each deal."""

    NONE = "none"
    SEAT = "seat"


def places_of(bot: BotSpec, needed: int) -> list[str]:
    """Return the names of a bot's places: its own name, or `mine/1`, `mine/2` and so on."""
    return [bot.name] if needed == 1 else [f"{bot.name}/{n}" for n in range(1, needed + 1)]


class Places:
    """The places of every bot of a run in which these groups meet at tables of so many seats.

    `of` has their names by bot. Raises BadBot where a bot that the arena doesn't start has fewer
    processes than isolation takes.
    """

    def __init__(
        self, bots: Sequence[BotSpec], groups: Sequence[Group], seats: int, isolation: Isolation
    ) -> None:
        self._groups = [tuple(sorted(group)) for group in groups]
        self._seats = seats
        self._isolation = isolation
        self._first: dict[tuple[str, Group], int] = {}
        needed = dict.fromkeys((bot.name for bot in bots), 0)
        for group in self._groups:
            for bot in group:
                self._first[bot, group] = needed[bot]
                needed[bot] += seats
        by_seat = isolation is Isolation.SEAT
        if by_seat:
            for bot_spec in bots:
                _check(bot_spec, needed[bot_spec.name], seats)
        self.of: Mapping[str, list[str]] = {
            bot.name: places_of(bot, needed[bot.name] if by_seat else bot.processes) for bot in bots
        }

    @property
    def count(self) -> int:
        """How many processes there are in all."""
        return sum(map(len, self.of.values()))

    def at(self, bot: str, bots: Group, seat: int, number: int) -> str:
        """Return the place that plays a seat for a bot at table `number`, where `bots` meet.

        Without isolation the tables are dealt out to the bot's places in turn.
        """
        places = self.of[bot]
        if self._isolation is Isolation.NONE:
            return places[number % len(places)]
        return places[self._first[bot, tuple(sorted(bots))] + seat]


def _check(bot: BotSpec, needed: int, seats: int) -> None:
    if bot.reached in (Reached.ADDRESS, Reached.JOIN) and bot.processes < needed:
        have = "1 is" if bot.processes == 1 else f"{bot.processes} are"
        how = (
            f"write {bot.name}=join:{needed}"
            if bot.reached is Reached.JOIN
            else "list their addresses with commas between"
        )
        raise BadBot(
            f'bot {bot.name}: isolation = "seat" takes {needed} processes of it ({seats} seats, '
            f"{needed // seats} times), and {have} named: {how}"
        )
