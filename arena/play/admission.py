"""Admission: how many tables the arena can carry now.

When the arena falls behind, answers wait in it and bots pay for it with their time. So it watches
how late it is itself, and holds new tables back rather than cause time-outs: half as many while it
is late, a few more with every tick while it isn't. Tables in play are left alone.
"""

from __future__ import annotations

from typing import Final

from arena.play.clocks import TimeControl

LATEST: Final = 100_000
"""Microseconds that the arena may be late by, on average, whatever the cap is."""
SHARE_OF_CAP: Final = 20
"""And no later than this part of the cap."""
FOLLOWING: Final = 8
"""The newest tick weighs 1/8 in the mean lag. More than that many times the bound counts as so
much, so that a single late tick, which is a stall, holds nothing back."""
SETTLING: Final = 16
"""Ticks to wait after a cut for what it does, before the next one."""
STEPS_BACK: Final = 64
"""Ticks in time after which all wanted tables are back, from nothing."""


class Admission:
    """Says in `room` how many tables may be in play: 1 to `wanted`.

    `lag` is the mean by which the arena was late, in microseconds; `held_back` counts the times
    that room was cut because of it.
    """

    __slots__ = ("_sum", "_wait", "held_back", "limit", "room", "wanted")

    def __init__(self, wanted: int, time: TimeControl) -> None:
        """Raises ValueError for less than one table."""
        if wanted < 1:
            raise ValueError("at least one table is wanted")
        self.wanted = wanted
        self.limit = max(1, min(LATEST, time.cap // SHARE_OF_CAP)) if time.running else LATEST
        self.room = wanted
        self.held_back = 0
        self._sum = 0
        self._wait = 0

    @property
    def lag(self) -> int:
        """The mean lag, the newest ticks weighing most."""
        return self._sum // FOLLOWING

    def tick(self, lag_us: int) -> int:
        """Note how late the arena woke; return the room there is now."""
        lag = min(max(0, lag_us), FOLLOWING * self.limit)
        self._sum += lag - self._sum // FOLLOWING
        self._wait = max(0, self._wait - 1)
        if self.lag <= self.limit:
            self.room = min(self.wanted, self.room + -(-self.wanted // STEPS_BACK))
        elif self._wait == 0 and self.room > 1:
            self.room //= 2
            self.held_back += 1
            self._wait = SETTLING
        return self.room
