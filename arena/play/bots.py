"""How bots are named on the command line and in tournament files.

`rule` and `random:seed=7` are house bots; `mine=localhost:5001`, `mine=unix:./mine.sock`,
`mine=cmd:./mybot --listen {address}` and `mine=join` are reached by address, started from a
command, and waited for. `other=rule` is a house bot under another name. Several processes of one
bot are named as `mine=host:5001,host:5002`, or `mine=join:2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

LAST_PORT: Final = 65_535
MOST_PROCESSES: Final = 512
"""Processes of one bot."""
HOUSE_BOTS: Final = ("random", "random-play", "rule", "first")
_NAME: Final = re.compile(r"[a-z0-9-]{1,32}")
_COUNT: Final = re.compile(r"[1-9][0-9]{0,3}")
_HOUSE: Final = re.compile(r"([a-z-]+)(:seed=([0-9]{1,18}))?")
_ADDRESS: Final = re.compile(r"unix:\S+|(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}")


class Reached(Enum):
    """How the arena comes to a bot."""

    HOUSE = "house"
    COMMAND = "command"
    ADDRESS = "address"
    JOIN = "join"


class BadBot(ValueError):
    """A bot that can't be understood or can't take part; the message says what to write."""


@dataclass(frozen=True)
class BotSpec:
    """One bot: its name in this run, how it is reached, and where: the house bot (with its seed),
    the command, or the addresses with commas between. `processes` is how many of it there are,
    unless the arena starts them."""

    name: str
    reached: Reached
    where: str = ""
    processes: int = 1

    @classmethod
    def parse(cls, text: str) -> BotSpec:
        """Read a bot as the command line names it. Raises BadBot."""
        name, equals, where = text.partition("=")
        if not equals or ":" in name:  # a colon before the sign is a house bot's setting
            return cls(text, Reached.HOUSE, _house(text))
        _check_name(name)
        if where == "join" or where.startswith("join:"):
            return cls.of_joining(name, where.removeprefix("join").removeprefix(":") or "1")
        if where.startswith("cmd:"):
            return cls.of_command(name, where.removeprefix("cmd:"))
        if where.split(":", maxsplit=1)[0] in HOUSE_BOTS and _HOUSE.fullmatch(where):
            return cls.of_house(name, where)
        return cls.of_address(name, where)

    @classmethod
    def of_house(cls, name: str, house: str) -> BotSpec:
        """Return a house bot under a name of its own. Raises BadBot."""
        _check_name(name)
        return cls(name, Reached.HOUSE, _house(house))

    @classmethod
    def of_command(cls, name: str, command: str) -> BotSpec:
        """Return a bot that the arena starts. Raises BadBot."""
        _check_name(name)
        if not command.strip():
            raise BadBot(f"bot {name}: the command is empty")
        return cls(name, Reached.COMMAND, command)

    @classmethod
    def of_joining(cls, name: str, processes: str) -> BotSpec:
        """Return a bot that dials in, so many processes of it. Raises BadBot."""
        _check_name(name)
        if not _COUNT.fullmatch(processes) or int(processes) > MOST_PROCESSES:
            raise BadBot(
                f"bot {name}: {processes!r} is no number of processes; write {name}=join, or "
                f"{name}=join:4 for several (at most {MOST_PROCESSES})"
            )
        return cls(name, Reached.JOIN, processes=int(processes))

    @classmethod
    def of_address(cls, name: str, addresses: str) -> BotSpec:
        """Return a bot that the arena dials, at each of these addresses. Raises BadBot."""
        _check_name(name)
        several = addresses.split(",")
        for address in several:
            _check_address(name, address)
        if len(set(several)) < len(several):
            raise BadBot(f"bot {name}: an address is named twice; each is a process of its own")
        if len(several) > MOST_PROCESSES:
            raise BadBot(f"bot {name}: at most {MOST_PROCESSES} addresses")
        return cls(name, Reached.ADDRESS, addresses, len(several))

    def __str__(self) -> str:
        house = self.reached is Reached.HOUSE and self.name == self.where
        return self.name if house else self.as_named(self.name)

    def as_named(self, name: str) -> str:
        """Return this bot as the command line has it under another name."""
        match self.reached:
            case Reached.HOUSE | Reached.ADDRESS:
                return f"{name}={self.where}"
            case Reached.COMMAND:
                return f"{name}=cmd:{self.where}"
            case Reached.JOIN:
                return f"{name}=join" if self.processes == 1 else f"{name}=join:{self.processes}"


def _check_address(name: str, address: str) -> None:
    if not _ADDRESS.fullmatch(address):
        raise BadBot(
            f"bot {name}: {address!r} is no address; write host:port, unix:PATH, "
            f"cmd:COMMAND, join, or one of {', '.join(HOUSE_BOTS)}"
        )
    port = address.rpartition(":")[2]
    if not address.startswith("unix:") and not 1 <= int(port) <= LAST_PORT:
        raise BadBot(f"bot {name}: {port} is no port; ports are 1 to {LAST_PORT}")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BadBot(f"{name!r} is no name for a bot: use 1 to 32 of a-z, 0-9 and hyphen")


def _house(text: str) -> str:
    known = _HOUSE.fullmatch(text)
    if known is None or known[1] not in HOUSE_BOTS:
        raise BadBot(
            f"no house bot is called {text!r}; house bots are {', '.join(HOUSE_BOTS)} "
            "(random:seed=7 sets a seed of up to 18 digits); write mine=localhost:5001 for a bot "
            "of your own"
        )
    return text


def field_of(bots: Iterable[BotSpec], fewest: int, most: int) -> tuple[BotSpec, ...]:
    """Return the bots of a run, checked. Raises BadBot for too few, too many or one name twice."""
    field = tuple(bots)
    if not fewest <= len(field) <= most:
        named = "1 bot was" if len(field) == 1 else f"{len(field)} bots were"
        raise BadBot(f"{named} named; this takes {fewest} to {most}")
    seen: set[str] = set()
    for bot in field:
        if bot.name in seen:
            raise BadBot(
                f"two bots are called {bot.name}; give one another name, such as "
                f"{bot.as_named('other')}"
            )
        seen.add(bot.name)
    return field
