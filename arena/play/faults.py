"""Faults: what a bot did instead of answering rightly, with the evidence, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class FaultKind(IntEnum):
    """The kinds of fault; each is said in the record, to the bot, and in the metrics."""

    TIMEOUT = 1
    ILLEGAL_ACTION = 2
    MALFORMED = 3
    DISCONNECTED = 4
    STALLED = 5
    NEVER_STARTED = 6
    ARENA_FAULT = 7

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Cost(IntEnum):
    """What a fault costs the table where it happened."""

    FORFEIT_DEAL = 1
    VOID_DEAL = 2


POLICY: Final = {
    FaultKind.TIMEOUT: Cost.FORFEIT_DEAL,
    FaultKind.ILLEGAL_ACTION: Cost.FORFEIT_DEAL,
    FaultKind.MALFORMED: Cost.FORFEIT_DEAL,
    FaultKind.DISCONNECTED: Cost.FORFEIT_DEAL,
    FaultKind.STALLED: Cost.FORFEIT_DEAL,
    FaultKind.NEVER_STARTED: Cost.VOID_DEAL,
    FaultKind.ARENA_FAULT: Cost.VOID_DEAL,
}
"""The one policy table, `forfeit-deal`: a forfeited deal is priced by R34 and its other half is
still played; a void one is nobody's loss."""

OF_TIME: Final = frozenset({FaultKind.TIMEOUT, FaultKind.DISCONNECTED, FaultKind.STALLED})
"""Faults that another run with the same seed need not repeat."""


@dataclass(frozen=True)
class Unreadable:
    """An answer that is no action, or the bot's own failure: `came` says what it was."""

    came: str


@dataclass(frozen=True)
class Fault:
    """One fault: who, where it sat (counted from 0), and the evidence in words.

    `asked` is the question as the seat saw it, `came` what came instead, `elapsed_us` how long the
    bot had been at it.
    """

    kind: FaultKind
    bot: str
    seat: int
    asked: str
    came: str
    elapsed_us: int

    @property
    def cost(self) -> Cost:
        """What the policy says it costs."""
        return POLICY[self.kind]

    @property
    def of_time(self) -> bool:
        """Whether another run with the same seed need not repeat it."""
        return self.kind in OF_TIME

    def __str__(self) -> str:
        after = f"after {self.elapsed_us / 1000:.1f} ms"
        return f"{self.kind}: {self.came} (asked: {self.asked}; {after})"
