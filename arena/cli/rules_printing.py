"""Rules as tables for people, as wide as the terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from arena.rules.presets import ALIASES, PRESETS, STANDARD
from arena.rules.sheet import OPTIONS, Option, differences, said

ABOUT: Final = {
    "n42pa": "the national championship: straight 42, marks, tricks of mark bids turned down",
    "standard": "the same with all tricks lying face up; the default of every command",
    "texas_house": "a living room: forced bids, nello, plunge and splash",
    "points_250": "the old way of scoring: points to 250, 84 over 42 and 168 over 84",
    "sheet_es": "the Spanish sheet: points to 250, at most 42, no follow me",
    "sheet_gl": "the Galician sheet, sheet_sw the same in Swahili: 2 to 7 players",
    "sheet_is": "the Icelandic sheet: nello, sevens, plunge, trumps by the first lead",
    "harper": "Harper Community Park: forced bids, nello",
    "timpson": "Timpson's straight 42: forced bids, plunge",
    "lechner": "Lechner Hall: nello, sevens, plunge, splash, won by two",
}

WIDTH: Final = 80
"""How wide tables are that are printed to no terminal."""
_COLUMNS: Final = ("option", "values", "default", "other presets", "what it does", "source")
_LABEL: Final = 4 + max(map(len, _COLUMNS))
_WIDEST: Final = 20
"""How wide a column is at most: no option's name and no word among the values is longer."""
_NARROWEST: Final = 12
"""How wide the last column is at least."""


def console() -> Console:
    """Return the console that rules are printed on."""
    return Console() if sys.stdout.isatty() else Console(width=WIDTH)


def print_presets(console: Console) -> None:
    """Print the presets and what they are."""
    rows = [("preset", "players", "unlike n42pa in", "what it is")]
    for name, options in PRESETS.items():
        counts = ", ".join(map(str, options.player_counts))
        differs = _count(len(differences(PRESETS["n42pa"], options)))
        rows.append((name, counts, differs, ABOUT[name]))
    _print_table(rows, console)
    _print("", console)
    for alias, name in ALIASES.items():
        _print(f"{alias} is {name} by another name.", console)


def print_differences(
    one: str, other: str, found: Mapping[str, tuple[Any, Any]], console: Console
) -> None:
    """Print the options that differ, side by side."""
    if not found:
        _print(f"{one} and {other} are the same rules.", console)
        return
    rows = [("option", one, other, "what it does")]
    for name, (ours, theirs) in found.items():
        rows.append((name, said(ours), said(theirs), OPTIONS[name].does))
    _print_table(rows, console)


def print_options(console: Console) -> None:
    """Print every option, each as a block: a row of so many words is wider than a terminal."""
    for option in OPTIONS.values():
        _print(option.name, console, "bold")
        for label, words in zip(_COLUMNS[1:], _cells(option)[1:], strict=True):
            for number, line in enumerate(_wrapped(words, console.width - _LABEL)):
                lead = "" if number else f"  {label}"
                _print(f"{lead:{_LABEL}}{line}", console)
        _print("", console)
    _print("T is what all tricks are worth together, 42 with four players.", console)


def markdown_table() -> Iterator[str]:
    """Yield the lines of a table of all options in Markdown."""
    yield f"| {' | '.join(_COLUMNS)} |"
    yield f"|{'---|' * len(_COLUMNS)}"
    for option in OPTIONS.values():
        cells = (f"`{option.name}`", *_cells(option)[1:])
        yield f"| {' | '.join(cells)} |"


def _cells(option: Option) -> tuple[str, ...]:
    default = STANDARD.as_dict()[option.name]
    others: dict[str, list[str]] = {}
    for options in PRESETS.values():
        value = options.as_dict()[option.name]
        if value != default:
            others.setdefault(said(value), []).append(options.preset)
    uses = "; ".join(f"{value}: {', '.join(names)}" for value, names in others.items())
    return option.name, option.values.words, said(default), uses, option.does, option.source


def _count(number: int) -> str:
    return "nothing" if not number else "1 option" if number == 1 else f"{number} options"


def _print_table(rows: Sequence[Sequence[str]], console: Console) -> None:
    """Print rows, the head first: their last column takes what the others leave, and wraps."""
    *columns, _ = zip(*rows, strict=True)
    widths = [min(_WIDEST, max(map(len, column))) for column in columns]
    widths.append(console.width - sum(size + 2 for size in widths))
    for number, row in enumerate(rows):
        cells = [_wrapped(cell, size) for cell, size in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            line = "  ".join(map(str.ljust, parts, widths))
            _print(line, console, "bold" if number == 0 else "")


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, _NARROWEST), break_on_hyphens=False)


def _print(line: str, console: Console, style: str = "") -> None:
    console.print(Text(line.rstrip(), style), soft_wrap=True)
