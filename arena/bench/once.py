"""One measurement in a process of its own: `python -m arena.bench.once WHAT TABLES SECONDS`.

It prints its figures as JSON; the bench reads them.
"""

from __future__ import annotations

import asyncio
import sys

import msgspec

from arena.bench import arena, comparators
from arena.bench.figures import Figures
from arena.bench.hands import hands_per_second
from arena.net.dial import dial_by_calls


def once(what: str, tables: int, seconds: float) -> Figures:
    """Return one measurement. Raises ValueError for an unknown one."""
    match what:
        case "rules":
            rate = hands_per_second(seconds)
            return Figures(0, round(rate * seconds), 0, seconds, 0.0)
        case "stream":
            return asyncio.run(arena.play(tables, seconds))
        case "unary":
            return asyncio.run(arena.play(tables, seconds, dial_by_calls))
        case "socket":
            dial, bot = comparators.dial_raw, comparators.__name__
            return asyncio.run(arena.play(tables, seconds, dial, bot))
        case "in_process":
            return comparators.in_process(tables, seconds)
    raise ValueError(f"nothing is measured under the name {what!r}")


if __name__ == "__main__":
    figures = once(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
    sys.stdout.buffer.write(msgspec.json.encode(figures))
