"""House rules as a TOML file: written for a person to edit, and read back.

A file names the preset it starts from and the options it changes; one that `rules show` printed
names them all.
"""

from __future__ import annotations

import difflib
import os.path
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from arena.cli.errors import WrongUsage
from arena.cli.toml_file import TomlFile
from arena.rules.options import BadOptions, Options
from arena.rules.presets import ALIASES, PRESETS, STANDARD, preset
from arena.rules.sheet import OPTIONS, options_from

WIDTH: Final = 80
"""How wide a written file is."""


def rules_named(text: str, players: int | None = None) -> Options:
    """Return the rules of a preset's name or of a file's, for so many players where that is said.

    Raises BadOptions and WrongUsage.
    """
    if text in PRESETS or text in ALIASES:
        return preset(text, players)
    path = Path(text)
    if path.suffix == ".toml" or os.path.exists(text):  # false for odd text, too
        return read(path, players)
    near = difflib.get_close_matches(text, [*PRESETS, *ALIASES], 1)
    guess = f"did you mean {near[0]}?" if near else f"presets are {', '.join([*PRESETS, *ALIASES])}"
    raise WrongUsage(f"--rules {text}: neither a preset nor a file; {guess}")


def read(path: Path, players: int | None = None) -> Options:
    """Read a file of rules. Raises WrongUsage with file, line, option and what it may be."""
    file = TomlFile(path)
    values = dict(file.document)
    base = values.pop("preset", STANDARD.preset)
    if not isinstance(base, str) or base not in [*PRESETS, *ALIASES]:
        known = ", ".join([*PRESETS, *ALIASES])
        raise file.wrong("preset", f"must name the rules to start from: {known}")
    for key in values:
        if key not in OPTIONS:
            near = difflib.get_close_matches(key, OPTIONS, 1)
            guess = f"; did you mean {near[0]}?" if near else ""
            raise file.wrong(key, f"is no option{guess} (arena42 rules options lists them)")
    if players is not None:
        values["players"] = players
    try:
        return options_from(base, values)
    except BadOptions as why:
        key = why.option
        reason = why.reason.removeprefix(f"{key} ")
        if key not in file.document:
            raise WrongUsage(f"{path}: {why.reason}") from None
        raise file.wrong(key, reason) from None


def written(options: Options) -> Iterator[str]:
    """Yield the lines of a file that says these rules whole."""
    yield f"# The rules {options.preset}, whole. Edit what you like and give the file back with"
    yield "# --rules FILE; what is left out is as in the preset named here."
    yield f'preset = "{options.preset}"'
    values = options.as_dict()
    for name, option in OPTIONS.items():
        yield ""
        does = f"{option.does[0].upper()}{option.does[1:]}."
        yield from textwrap.wrap(does, WIDTH, initial_indent="# ", subsequent_indent="# ")
        yield from textwrap.wrap(
            f"Values: {option.values.words}", WIDTH, initial_indent="# ", subsequent_indent="# "
        )
        yield f"{name} = {toml(values[name])}"


def toml(value: Any) -> str:
    """Return a plain value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case None:
            return '"none"'
    return f'"{value}"'
