"""How long bots think: a histogram with steps of a quarter, from 10 microseconds to a minute."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BOUNDS_US: Final = tuple(round(10 * 1.25**step) for step in range(71))
"""The upper bound of each step in microseconds; what is longer falls into one step more."""

_QUICK: Final = 1 << 14
_STEP_OF: Final = bytes(bisect_left(BOUNDS_US, us) for us in range(_QUICK))
"""The step of each think time of up to 16 ms, which nearly all are."""


class Latency:
    """Counts think times in steps; a quantile is off by at most a quarter."""

    __slots__ = ("counts", "total_us")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_US) + 1)
        self.total_us = 0

    def add(self, us: int) -> None:
        """Count one decision."""
        self.counts[_STEP_OF[us] if us < _QUICK else bisect_left(BOUNDS_US, us)] += 1
        self.total_us += us

    def copy(self) -> Latency:
        """Return the same counts, which stay as they are."""
        copied = Latency()
        copied.counts, copied.total_us = list(self.counts), self.total_us
        return copied

    @property
    def decisions(self) -> int:
        """How many decisions were counted."""
        return sum(self.counts)

    def quantile_us(self, share: float) -> int:
        """Return the step's bound under which `share` (0 to 1) of the decisions lie; 0 if none."""
        wanted, seen = share * self.decisions, 0
        if not wanted:
            return 0
        for count, bound in zip(self.counts, BOUNDS_US, strict=False):
            seen += count
            if seen >= wanted:
                return bound
        return BOUNDS_US[-1]
