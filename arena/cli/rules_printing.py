"""Rules as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

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


def print_presets(console: Console) -> None:
    """Print the presets and what they are."""
    table = _table("", "preset", "players", "differs from n42pa in", "what it is")
    for name, options in PRESETS.items():
        counts = ", ".join(map(str, options.player_counts))
        differs = _count(len(differences(PRESETS["n42pa"], options)))
        table.add_row(name, counts, differs, ABOUT[name])
    console.print(table)
    for alias, name in ALIASES.items():
        console.print(f"{alias} is {name} by another name.", highlight=False)


def print_differences(
    one: str, other: str, found: Mapping[str, tuple[Any, Any]], console: Console
) -> None:
    """Print the options that differ, side by side."""
    if not found:
        console.print(f"{one} and {other} are the same rules.", highlight=False)
        return
    table = _table("", "option", one, other, "what it does")
    for name, (ours, theirs) in found.items():
        table.add_row(name, said(ours), said(theirs), OPTIONS[name].does)
    console.print(table)


def print_options(console: Console) -> None:
    """Print every option."""
    table = _table("", "option", "values", "default", "other presets", "what it does", "source")
    for option in OPTIONS.values():
        table.add_row(*_cells(option))
    console.print(table)


def markdown_table() -> Iterator[str]:
    """Yield the lines of the same table in Markdown."""
    yield "| option | values | default | other presets | what it does | source |"
    yield "|---|---|---|---|---|---|"
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


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
