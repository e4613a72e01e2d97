"""Documents as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from arena.play.report import SHARED_PROCESSES, Document, flipped, rules_in_words
from arena.play.schedule import Format

WIDEST: Final = 100_000
"""Tables are as wide as they must: a narrow terminal wraps them, nothing is left out."""
PAIR_COUNTS: Final = "pairs LL LD = WD WW"
MEETING_COUNTS: Final = "meetings L D W"
"""What the counts of a pairing count, from the worst to the best."""


def console() -> Console:
    """Return the console that results are printed on."""
    usual = Console()
    return Console(width=max(usual.width, WIDEST))


def print_match(document: Document, console: Console) -> None:
    """Print a match: the evidence from the first bot's view, then both bots."""
    result, measured = document["result"], document["measured"]
    title = f"{result['a']} against {result['b']}: {result['pairs']} pairs, {_rules(result)}"
    gains = _gains(result)
    table = _table(title, "", *gains, PAIR_COUNTS, "LOS")
    table.add_row(
        f"Elo {_interval(result)}",
        *(f"{result[key]:+.3f}" for key in gains.values()),
        _counts(result),
        f"{100 * result['los']:.1f} %",
    )
    console.print(table)
    bots = [
        {"name": bot, "set_rate": result["set_rate"][bot], "faults": result["faults"][bot]}
        for bot in (result["a"], result["b"])
    ]
    console.print(_bots_table("", bots, measured))
    _print_notes(result, measured, console)


def print_tournament(document: Document, console: Console) -> None:
    """Print a tournament: the ratings, then the cross-table."""
    result, measured = document["result"], document["measured"]
    free_for_all = result.get("format") == Format.FREE_FOR_ALL.value
    where = "a group, all seatings" if free_for_all else "a pairing, both seatings"
    deals = f"{result['deals']} deals" if result["deals"] != 1 else "1 deal"
    title = f"{result['name']}: {deals} {where}, {_rules(result)}"
    counted = MEETING_COUNTS if free_for_all else PAIR_COUNTS
    gains = _gains(result["bots"][0])
    standings = [
        [
            str(bot["rank"]),
            bot["name"],
            f"{bot['elo']:+.1f}",
            f"{bot['elo_low']:+.1f} … {bot['elo_high']:+.1f}",
            *(f"{bot[key]:+.3f}" for key in gains.values()),
            counts,
        ]
        for bot, counts in zip(result["bots"], _own_counts(result), strict=True)
    ]
    columns = ("#", "bot", "Elo", "95 %", *gains, counted)
    console.print(_bots_table(title, result["bots"], measured, columns, standings))
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
    bots: Sequence[Document],
    measured: Document,
    columns: Sequence[str] = ("bot",),
    standings: Iterable[Sequence[str]] | None = None,
) -> Table:
    """A row for each bot: how it stands in these columns, then how it behaved."""
    table = _table(title, *columns, "set", "faults", "p50 ms", "p99 ms")
    for bot, row in zip(bots, standings or [[bot["name"]] for bot in bots], strict=True):
        latency = measured["latency"][bot["name"]]
        table.add_row(
            *row,
            f"{100 * bot['set_rate']:.1f} %",
            _faults(bot["faults"]),
            f"{latency['p50_ms']:.2f}",
            f"{latency['p99_ms']:.2f}",
        )
    return table


def _gains(of: Document) -> dict[str, str]:
    """Return what a hand brought, as columns and the keys of their figures: points only where
    awards were points."""
    known = {"points/deal": "points_per_deal", "marks/deal": "marks_per_deal"}
    return {column: key for column, key in known.items() if key in of}


def _rules(result: Document) -> str:
    return escape(rules_in_words(result))


def _own_counts(result: Document) -> list[str]:
    """Return each bot's counts over all its pairings, from its own view."""
    length = max(len(pairing["counts"]) for pairing in result["pairings"])
    together = {bot["name"]: [0] * length for bot in result["bots"]}
    for pairing in result["pairings"]:
        for seen in (pairing, flipped(pairing)):
            own = together[seen["a"]]
            together[seen["a"]] = [a + b for a, b in zip(own, seen["counts"], strict=True)]
    return [" ".join(map(str, counts)) for counts in together.values()]


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
