"""Tournament files: TOML read key by key, so that a mistake is told with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Final

from arena import config
from arena.cli.errors import WrongUsage
from arena.cli.rules_file import UnknownRules, rules_named, toml
from arena.cli.toml_file import TomlFile, guess
from arena.play.bots import BadBot, BotSpec, field_of
from arena.play.clocks import SECOND, BadTime, TimeControl
from arena.play.deals import BadSeed, check_seed
from arena.play.schedule import BadFormat, Format, groups_of
from arena.rules.options import BadOptions, Options
from arena.rules.seats import FEWEST_SEATS, MOST_SEATS

FORMATS: Final = tuple(form.value for form in Format)
POLICIES: Final = ("forfeit-deal",)
_KEYS: Final = {
    "": (
        "name", "rules", "players", "deals", "seed", "format", "tables", "bots", "time", "faults",
    ),
    "time": ("cap", "bank", "floor", "grace", "clocks"),
    "faults": ("policy",),
    "bots": ("name", "cmd", "address", "house", "join"),
}  # fmt: skip


@dataclass(frozen=True)
class TournamentFile:
    """A tournament as its file describes it; `seed` is None when the arena is to draw one."""

    name: str
    options: Options
    deals: int
    seed: str | None
    bots: tuple[BotSpec, ...]
    format: Format = Format.ROUND_ROBIN
    time: TimeControl = field(default_factory=TimeControl)
    tables: int = config.TABLES


def read(path: Path) -> TournamentFile:
    """Read a tournament file. Raises WrongUsage with file, line, key and what to write."""
    return _Reader(TomlFile(path)).tournament()


class _Reader:
    """Reads one document; every complaint goes through its file, which finds the line."""

    def __init__(self, file: TomlFile) -> None:
        self._document = file.document
        self._wrong = file.wrong
        self._path = file.path

    def tournament(self) -> TournamentFile:
        self._check_keys("", self._document)
        name = self._text("name")
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name):
            raise self._wrong(
                "name", f"{name!r} can't name a run: use up to 64 letters, digits, . _ and -"
            )
        options, bots = self._rules(), self._bots()
        faults = self._table("faults")
        self._one_of("policy", faults, POLICIES)
        return TournamentFile(
            name=name,
            options=options,
            deals=self._number("deals", 1, config.MOST_DEALS),
            seed=self._seed(),
            bots=bots,
            format=self._format(bots, options),
            time=self._time(),
            tables=self._number("tables", 1, config.MOST_TABLES, config.TABLES),
        )

    def _rules(self) -> Options:
        name = self._text("rules", "standard")
        players = None
        if "players" in self._document:
            players = self._number("players", FEWEST_SEATS, MOST_SEATS)
        try:
            return rules_named(name, players, self._path.parent)
        except BadOptions as why:
            raise self._wrong("players", why.reason) from None
        except UnknownRules as why:  # a mistake in a file of rules is told with its line there
            raise self._wrong("rules", str(why)) from None

    def _format(self, bots: tuple[BotSpec, ...], options: Options) -> Format:
        self._one_of("format", self._document, FORMATS)
        form = Format(self._document.get("format", FORMATS[0]))
        try:
            groups_of(form, [bot.name for bot in bots], options.seating, options.player_counts)
        except BadFormat as why:
            raise self._wrong("format", str(why)) from None
        return form

    def _seed(self) -> str | None:
        seed = self._document.get("seed")
        if seed is None:
            return None
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise self._wrong("seed", "must be a number or a text")
        try:
            return check_seed(str(seed))
        except BadSeed as why:
            raise self._wrong("seed", str(why)) from None

    def _bots(self) -> tuple[BotSpec, ...]:
        entries = self._document.get("bots")
        if not isinstance(entries, list):
            raise self._wrong("bots", 'must list the bots: bots = ["rule", "mine=localhost:5001"]')
        try:
            return field_of((self._bot(entry) for entry in entries), 2, config.MOST_BOTS)
        except BadBot as why:
            raise self._wrong("bots", str(why)) from None

    def _bot(self, entry: Any) -> BotSpec:
        if isinstance(entry, str):
            return BotSpec.parse(entry)
        if not isinstance(entry, dict):
            raise BadBot(f"{toml(entry)} is no bot: write a text or a table with name and cmd")
        self._check_keys("bots", entry)
        name, ways = str(entry.get("name", "")), [key for key in entry if key != "name"]
        if len(ways) != 1:
            raise BadBot(
                f"bot {name or toml(entry)} needs exactly one of cmd, address, house, join"
            )
        match ways[0], entry[ways[0]]:
            case "cmd", str(command):
                return BotSpec.of_command(name, command)
            case "address", str(address):
                return BotSpec.of_address(name, address)
            case "house", str(house):
                return BotSpec.of_house(name, house)
            case "join", True:
                return BotSpec.parse(f"{name}=join")
        raise BadBot(f"bot {name}: {ways[0]} must be {'true' if ways[0] == 'join' else 'a text'}")

    def _time(self) -> TimeControl:
        table = self._table("time")
        usual = TimeControl()
        amounts = {
            key: self._microseconds(key, table[key])
            for key in ("cap", "bank", "floor", "grace")
            if key in table
        }
        running = table.get("clocks", True)
        if not isinstance(running, bool):
            raise self._wrong("clocks", "must be true or false")
        try:
            return TimeControl(
                **{
                    key: amounts.get(key, getattr(usual, key))
                    for key in ("cap", "bank", "floor", "grace")
                },
                running=running,
            )
        except BadTime as why:
            raise self._wrong("time", str(why).removeprefix("time: ")) from None

    def _microseconds(self, key: str, seconds: Any) -> int:
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
            raise self._wrong(key, "must be a number of seconds")
        if not isfinite(seconds):
            raise self._wrong(key, "must be a number of seconds, not without end")
        return round(seconds * SECOND)

    # Single values.

    def _text(self, key: str, usual: str | None = None) -> str:
        value = self._document.get(key, usual)
        if value is None:
            raise self._missing(key)
        if not isinstance(value, str):
            raise self._wrong(key, "must be a text in quotes")
        return value

    def _number(self, key: str, least: int, most: int, usual: int | None = None) -> int:
        value = self._document.get(key, usual)
        if value is None:
            raise self._missing(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self._wrong(key, f"must be a whole number from {least} to {most}")
        return value

    def _one_of(self, key: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
        if table.get(key, known[0]) not in known:
            raise self._wrong(key, f"must be one of {', '.join(known)}")

    def _table(self, key: str) -> dict[str, Any]:
        table = self._document.get(key, {})
        if not isinstance(table, dict):
            raise self._wrong(key, f"must be a table: [{key}]")
        self._check_keys(key, table)
        return table

    def _check_keys(self, where: str, table: dict[str, Any]) -> None:
        for key in table:
            if key not in _KEYS[where]:
                near = guess(key, _KEYS[where]) or "."
                known = ", ".join(_KEYS[where])
                raise self._wrong(key, f"is no key here{near} Known: {known}", within=where)

    def _missing(self, key: str) -> WrongUsage:
        return WrongUsage(f"{self._path}: the key {key} is missing")
