"""All measurements of a bench, in interleaved rounds, and what is made of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from typing import Any, Final

import msgspec

from arena.bench.figures import Figures

FEW_TABLES, MANY_TABLES, MOST_TABLES = 16, 256, 1024
_DEADLINE: Final = 120.0

_COMPARED: Final = {
    "stream": ("stream", MANY_TABLES),
    "unary": ("unary", FEW_TABLES),
    "socket": ("socket", MANY_TABLES),
    "in_process": ("in_process", MANY_TABLES),
    "single": ("stream", 1),
}
_ONCE: Final = {
    "stream_16": ("stream", FEW_TABLES),
    "stream_1024": ("stream", MOST_TABLES),
}
RATIOS: Final = {
    "stream_over_unary": ("stream", "unary", 25.0),
    "stream_over_socket": ("stream", "socket", 0.85),
    "stream_over_in_process": ("stream", "in_process", 0.7),
}
"""Each ratio of decisions a second, with what it should at least be."""


def measure(what: str, tables: int, seconds: float) -> Figures:
    """Return one measurement, made in a fresh process. Raises RuntimeError if that fails."""
    command = [sys.executable, "-m", "arena.bench.once", what, str(tables), str(seconds)]
    done = subprocess.run(command, capture_output=True, timeout=_DEADLINE, check=False)
    if done.returncode:
        raise RuntimeError(f"measuring {what} failed:\n{done.stderr.decode(errors='replace')}")
    return msgspec.json.decode(done.stdout, type=Figures)


def rules_rate(seconds: float) -> float:
    """Return complete hands a second through the rules alone, from a fresh process."""
    return measure("rules", 1, seconds).hands_per_second


def bench(rounds: int, seconds: float, say: Callable[[str], None]) -> dict[str, Any]:
    """Return the document of a bench: the headline figures flat, then every round."""
    rules: list[float] = []
    seen: dict[str, list[Figures]] = {name: [] for name in (*_COMPARED, *_ONCE)}
    for each in range(rounds):
        say(f"round {each + 1} of {rounds}")
        rules.append(rules_rate(seconds))
        for name, (what, tables) in _COMPARED.items():
            seen[name].append(measure(what, tables, seconds))
    for name, (what, tables) in _ONCE.items():
        seen[name].append(measure(what, tables, seconds))
    return document(rules, seen)


def document(rules: list[float], seen: dict[str, list[Figures]]) -> dict[str, Any]:
    """Return what measurements amount to: medians over the rounds, ratios round by round."""
    stream = seen["stream"]
    flat: dict[str, Any] = {
        "rules_hands_per_second": round(median(rules)),
        "arena_us_per_decision": round(median(each.arena_us for each in stream), 2),
        "bots_us_per_decision": round(median(each.bots_us for each in stream), 2),
        "decisions_per_second_256": round(median(each.decisions_per_second for each in stream)),
        "hands_per_second_256": round(median(each.hands_per_second for each in stream)),
        "decisions_per_message_256": round(
            median(each.decisions_per_message for each in stream), 1
        ),
        "single_table_p50_ms": round(median(each.p50_ms for each in seen["single"]), 4),
        "arena_rss_mb_1024_tables": round(max(each.rss_mb for each in seen["stream_1024"]), 1),
    }
    spread = {}
    for name, (above, below, _) in RATIOS.items():
        ratios = [
            a.decisions_per_second / b.decisions_per_second
            for a, b in zip(seen[above], seen[below], strict=True)
        ]
        flat[name] = round(median(ratios), 3)
        spread[name] = {"min": round(min(ratios), 3), "max": round(max(ratios), 3)}
    return {**flat, "spread": spread, "measurements": _every_one(seen), "rounds": len(stream)}


def _every_one(seen: dict[str, list[Figures]]) -> dict[str, Any]:
    return {
        name: {
            "decisions_per_second": [round(each.decisions_per_second) for each in figures],
            "hands_per_second": [round(each.hands_per_second) for each in figures],
            "decisions_per_message": [round(each.decisions_per_message, 1) for each in figures],
            "arena_us_per_decision": [round(each.arena_us, 2) for each in figures],
            "bots_us_per_decision": [round(each.bots_us, 2) for each in figures],
            "p50_ms": [round(each.p50_ms, 4) for each in figures],
            "rss_mb": [round(each.rss_mb, 1) for each in figures],
        }
        for name, figures in seen.items()
    }
