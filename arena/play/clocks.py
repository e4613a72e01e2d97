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


class BadTime(ValueError):
    """Time limits that can't be kept."""


@dataclass(frozen=True)
class TimeControl:
    """The clocks of a table; all in microseconds, all positive.

    `cap` bounds a single decision, `bank` what a seat may spend over its deal beyond `floor` a
    decision, and a bot silent for `cap + grace` is stalled. Without `running` nothing is ever
    charged and the run is unrated.
    """

    cap: int = 2 * SECOND
    bank: int = 10 * SECOND
    floor: int = 20_000
    grace: int = 5 * SECOND
    running: bool = True

    def __post_init__(self) -> None:
        for name in ("cap", "bank", "floor", "grace"):
            if not 0 < getattr(self, name) < NO_LIMIT:
                raise BadTime(f"time: {name} is more than nothing and under 71 minutes")

    def limit(self, bank: int) -> int:
        """Return how long a decision may take with so much left in the bank."""
        return min(self.cap, self.floor + bank)

    @cached_property
    def told_cap(self) -> int:
        """What a bot is told of the cap."""
        return self.cap if self.running else NO_LIMIT

    def charge(self, elapsed: int) -> int:
        """Return what a decision takes from the bank."""
        return elapsed - self.floor if elapsed > self.floor else 0


NO_CLOCKS: Final = TimeControl(running=False)
