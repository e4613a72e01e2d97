"""How time is charged: a cap for each decision, a bank for each seat, and a floor that is free.

All times are whole microseconds of the arena's monotonic clock; only differences mean anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

SECOND: Final = 1_000_000
NO_LIMIT: Final = 2**32 - 1
"""What a bot is told when clocks are off: the most its 32 bits can say."""
LEAST_AGAIN: Final = SECOND
"""A decision that is asked anew, after some of its time was spent, is given no less than this."""


class BadTime(ValueError):
    """Time limits that can't be kept."""


@dataclass(frozen=True)
class TimeControl:
    """The clocks of a table; all in microseconds, all positive but for the increment.

    `cap` bounds a single decision, `bank` what a seat may spend over its deal beyond `floor` a
    decision, and a bot silent for `cap + grace` is stalled. `increment` comes to a seat's bank
    with every decision that was in time, and `away` is how long a bot's connections may be lost
    in so many deals (see `Grace`). Without `running` nothing is ever late and the run is unrated.
    """

    cap: int = 2 * SECOND
    bank: int = 10 * SECOND
    floor: int = 20_000
    grace: int = 5 * SECOND
    running: bool = True
    increment: int = 0
    away: int = 10 * SECOND

    def __post_init__(self) -> None:
        for name in ("cap", "bank", "floor", "grace", "away"):
            if not 0 < getattr(self, name) < NO_LIMIT:
                raise BadTime(f"time: {name} is more than nothing and under 71 minutes")
        if not 0 <= self.increment < NO_LIMIT:
            raise BadTime("time: increment is nothing or more, and under 71 minutes")

    def limit(self, bank: int) -> int:
        """Return how long a decision may take with so much left in the bank."""
        return min(self.cap, self.floor + bank)

    def left(self, bank: int, spent: int) -> int:
        """Return how long a decision may still take that took `spent` over lost connections.

        That is its limit less what it spent; never under a second for one that spent any.
        """
        limit = self.limit(bank)
        return max(LEAST_AGAIN, limit - spent) if spent else limit

    @cached_property
    def free(self) -> int:
        """The most a decision may take without a look at its seat's bank: it costs nothing and is
        in time. Below nothing where every decision is paid an increment."""
        return -1 if self.increment else min(self.cap, self.floor)

    @cached_property
    def told_cap(self) -> int:
        """What a bot is told of the cap."""
        return self.cap if self.running else NO_LIMIT

    def charge(self, elapsed: int) -> int:
        """Return what a decision takes from the bank."""
        return elapsed - self.floor if elapsed > self.floor else 0

    def paid(self, bank: int, elapsed: int, in_time: bool) -> int:
        """Return what is left in a bank after a decision, with the increment if it was in time:
        never below nothing, and always less than what stands for no limit."""
        left = max(0, bank - self.charge(elapsed))
        if self.increment and in_time:
            return min(left + self.increment, NO_LIMIT - 1)
        return left


NO_CLOCKS: Final = TimeControl(running=False)
