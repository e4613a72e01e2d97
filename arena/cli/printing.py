"""Documents as tables for people."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from arena.play.report import SHARED_PROCESSES, Document, flipped

WIDEST: Final = 100_000
"""Tables are as wide as they must: a narrow terminal wraps them, nothing is left out."""


def console() -> Console:
    """Return the console that results are printed on."""
    usual = Console()
    return Console(width=max(usual.width, WIDEST))


def print_match(document: Document, console: Console) -> None:
    """Print a match: the evidence from the first bot's view, then both bots."""
    result, measured = document["result"], document["measured"]
    title = f"{result['a']} against {result['b']}: {result['pairs']} pairs, {result['rules']}"
    table = _table(title, "", "marks/deal", "pairs LL LD = WD WW", "LOS")
    table.add_row(
        f"Elo {_interval(result)}",
        f"{result['marks_per_deal']:+.3f}",
        _counts(result),
        f"{100 * result['los']:.1f} %",
    )
    console.print(table)
    bots = [
        {"name": bot, "set_rate": result["set_rate"][bot], "faults": result["faults"][bot]}
        for bot in (result["a"], result["b"])
    ]
    console.print(_bots_table("", bots, measured, ()))
    _print_notes(result, measured, console)


def print_tournament(document: Document, console: Console) -> None:
    """Print a tournament: the ratings, then the cross-table."""
    result, measured = document["result"], document["measured"]
    deals = f"{result['deals']} deals a pairing" if result["deals"] != 1 else "1 deal a pairing"
    title = f"{result['name']}: {deals}, both seatings, {result['rules']}"
    console.print(_bots_table(title, result["bots"], measured, ("rank", "elo", "marks", "pairs"),
                              _pair_counts(result)))  # fmt: skip
    console.print(_cross_table(result))
    _print_notes(result, measured, console)


def print_bench(document: Document, console: Console) -> None:
    """Print the headline figures of a bench, the ratios with their spread, every measurement."""
    table = _table("Measured", "figure", "median", "min", "max")
    spread = document.get("spread", {})
    for figure, value in document.items():
        if isinstance(value, (int, float)):
            ends = spread.get(figure, {})
            table.add_row(figure, f"{value:,}", *(str(ends.get(end, "")) for end in ("min", "max")))
    console.print(table)
    if "measurements" not in document:
        return
    rounds = _table("Medians of each", "what", "decisions/s", "hands/s", "a message", "arena µs",
                    "bots µs", "p50 ms")  # fmt: skip
    for name, seen in document["measurements"].items():
        rounds.add_row(
            name,
            f"{median(seen['decisions_per_second']):,.0f}",
            f"{median(seen['hands_per_second']):,.0f}",
            f"{median(seen['decisions_per_message']):.1f}",
            f"{median(seen['arena_us_per_decision']):.2f}",
            f"{median(seen['bots_us_per_decision']):.2f}",
            f"{median(seen['p50_ms']):.3f}",
        )
    console.print(rounds)


def _bots_table(
    title: str,
    bots: Iterable[Document],
    measured: Document,
    extra: tuple[str, ...],
    pairs: dict[str, str] | None = None,
) -> Table:
    columns = ["bot"]
    if extra:
        columns = ["#", "bot", "Elo", "95 %", "marks/deal", "pairs LL LD = WD WW"]
    table = _table(title, *columns, "set", "faults", "p50 ms", "p99 ms")
    for bot in bots:
        latency = measured["latency"][bot["name"]]
        row = [bot["name"]]
        if extra:
            row = [
                str(bot["rank"]),
                bot["name"],
                f"{bot['elo']:+.1f}",
                f"{bot['elo_low']:+.1f} … {bot['elo_high']:+.1f}",
                f"{bot['marks_per_deal']:+.3f}",
                (pairs or {}).get(bot["name"], ""),
            ]
        table.add_row(
            *row,
            f"{100 * bot['set_rate']:.1f} %",
            _faults(bot["faults"]),
            f"{latency['p50_ms']:.2f}",
            f"{latency['p99_ms']:.2f}",
        )
    return table


def _pair_counts(result: Document) -> dict[str, str]:
    """Return each bot's pairs over all its pairings, from its own view."""
    together: dict[str, list[int]] = {bot["name"]: [0] * 5 for bot in result["bots"]}
    for pairing in result["pairings"]:
        for seen in (pairing, flipped(pairing)):
            own = together[seen["a"]]
            together[seen["a"]] = [a + b for a, b in zip(own, seen["counts"], strict=True)]
    return {bot: " ".join(map(str, counts)) for bot, counts in together.items()}


def _cross_table(result: Document) -> Table:
    names = [bot["name"] for bot in result["bots"]]
    table = _table("Elo of the row against the column, 95 %", "", *names)
    seen: dict[tuple[str, str], Document] = {}
    for pairing in result["pairings"]:
        for view in (pairing, flipped(pairing)):
            seen[view["a"], view["b"]] = view
    for row in names:
        cells = ["·" if row == column else _interval(seen[row, column]) for column in names]
        table.add_row(row, *cells)
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for place, column in enumerate(columns):
        text = place == 0 or column == "bot"
        table.add_column(column, justify="left" if text else "right", no_wrap=True)
    return table


def _interval(evidence: Document) -> str:
    return f"{evidence['elo']:+.0f} ({evidence['elo_low']:+.0f} … {evidence['elo_high']:+.0f})"


def _counts(evidence: Document) -> str:
    return " ".join(map(str, evidence["counts"]))


def _faults(faults: dict[str, Any]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in faults.items()) or "0"


def _print_notes(result: Document, measured: Document, console: Console) -> None:
    rate = (
        f"{measured['decisions']} decisions in {measured['seconds']:.1f} s: "
        f"{measured['decisions_per_second']:.0f} a second, "
        f"{measured['decisions_per_message']:.1f} a message"
    )
    if not result["rated"]:
        console.print("clocks were off: this run is unrated")
    if not result["deterministic"]:
        console.print("faults of time occurred: another run of this seed may differ")
    console.print(f"{rate}\nnote: {SHARED_PROCESSES}\nrun {measured['run']}, result sha256 "
                  f"{measured['result_sha256']}", highlight=False, soft_wrap=True)  # fmt: skip
