"""House rules as a TOML file: written for a person to edit, and read back.

A file names the preset it starts from and the options it changes; one that `rules show` printed
names them all.
"""

from __future__ import annotations

import json
import os.path
import re
import textwrap
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from arena.cli.errors import WrongUsage
from arena.cli.toml_file import TomlFile, guess
from arena.rules.options import BadOptions, Options
from arena.rules.presets import ALIASES, PRESETS, STANDARD, preset
from arena.rules.sheet import OPTIONS, options_from, title

WIDTH: Final = 80
"""How wide a written file is."""
_NAMES: Final = (*PRESETS, *ALIASES)
_ADVICE: Final = {
    "players": "take other rules (arena42 rules list tells for how many they are), or in a file of "
    "rules write players, player_counts and teams",
    "teams": 'write teams = "auto" or "solo", or with six "2x3" or "3x2"',
}
"""What to do about options that fit everything but one another."""


class UnknownRules(WrongUsage):
    """A name that neither a preset nor a file bears."""


def is_preset(text: str) -> bool:
    """Say whether rules of this name are a preset; else it is a file's."""
    return text in _NAMES


def rules_named(text: str, players: int | None = None, folder: Path = Path()) -> Options:
    """Return the rules of a preset's name or of a file's, for so many players where that is said.

    A file is looked for from `folder` on. Raises BadOptions, UnknownRules and WrongUsage.
    """
    if is_preset(text):
        try:
            return preset(text, players)
        except BadOptions as why:
            raise BadOptions(text, _advised(why), why.option) from None
    path = folder / text
    if text and os.path.exists(path):  # false for odd text, too
        return read(path, players)
    if path.suffix == ".toml":
        raise UnknownRules(f"there is no file {text} (looked for in {path.parent.absolute()})")
    near = guess(text, _NAMES) or f"; presets are {', '.join(_NAMES)}"
    raise UnknownRules(f"{text!r} is neither a preset nor a file{near}")


def read(path: Path, players: int | None = None) -> Options:
    """Read a file of rules. Raises WrongUsage with file, line, option and what it may be."""
    file = TomlFile(path)
    values = dict(file.document)
    if not values:
        raise WrongUsage(
            f"{path} says nothing: a file of rules names the preset it starts from "
            '(preset = "standard"), the options it changes (min_bid = 31), or both'
        )
    base = values.pop("preset", STANDARD.preset)
    if not isinstance(base, str) or not is_preset(base):
        raise file.wrong("preset", f"must name the rules to start from: {', '.join(_NAMES)}")
    for key in values:
        if key not in OPTIONS:
            near = guess(key, OPTIONS)
            raise file.wrong(key, f"is no option{near} (arena42 rules options lists them)")
    if players is not None:
        values["players"] = players
    try:
        return options_from(base, values, toml)
    except BadOptions as why:
        said = file.document.keys() - ({"players"} if players is not None else set())
        raise _wrong(file, why, said) from None


def _wrong(file: TomlFile, why: BadOptions, said: Collection[str]) -> WrongUsage:
    """Return what is wrong, at the line of the option to change, or else of another at odds with it
    that the file has `said`. What is at odds stands before a colon, and behind it what to do."""
    at_odds = re.findall(r"\w+", why.reason.partition(": ")[0])
    key = next((word for word in (why.option, *at_odds) if word in said), None)
    reason = _advised(why)
    if key != why.option:
        reason = reason.replace(": write ", ": also write ")
    if key is None:
        return WrongUsage(f"{file.path}: {reason}")
    return file.wrong(key, reason.removeprefix(f"{key} "))


def _advised(why: BadOptions) -> str:
    """Return the reason, with what to do in a file where that is more than to change a value."""
    if why.option not in _ADVICE or why.reason.startswith(f"{why.option} is "):
        return why.reason
    return f"{why.reason.partition('; ')[0]}: {_ADVICE[why.option]}"


def written(options: Options, file: str = "") -> Iterator[str]:
    """Yield the lines of a file that says these rules whole, which are those of a file, if any."""
    name = file if file.isprintable() else ascii(file)
    rules = f"of {name}: {title(options)}" if file else f"{title(options)}, whole"
    yield from _comment(
        f"The rules {rules}. Edit what you like and give the file back with --rules FILE. What a "
        f"file leaves out is as in its preset, or as in {STANDARD.preset} if it names none."
    )
    yield f'preset = "{options.preset}"'
    values = options.as_dict()
    for name, option in OPTIONS.items():
        yield ""
        yield from _comment(f"{option.does[0].upper()}{option.does[1:]}.")
        yield from _comment(f"Values: {option.values.words}")
        yield f"{name} = {toml(values[name])}"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False
    )


def toml(value: Any) -> str:
    """Return a plain value, or one that a file has, as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{key} = {toml(each)}' for key, each in value.items())}}}"
        case None:
            return '"none"'
        case str():
            return json.dumps(value, ensure_ascii=not value.isprintable())
    return str(value)
