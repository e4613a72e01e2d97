"""What a hand is worth: made or set, the marks of each side, the end of a game.

Points taken in tricks decide whether a contract is made or set (R28); what that pays is marks
(R30), and marks win the game (R32).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from arena.rules.bids import Bid, BidKind


class Outcome(Enum):
    """How a hand ended."""

    MADE = "made"
    SET = "set"
    THROWN_IN = "thrown in"
    FORFEITED = "forfeited"
    VOID = "void"


@dataclass(frozen=True)
class Result:
    """The end of a hand: its outcome, the marks won and the points taken by each side."""

    outcome: Outcome
    awards: tuple[int, ...]
    taken: tuple[int, ...]

    def __str__(self) -> str:
        marks = "-".join(map(str, self.awards))
        points = "-".join(map(str, self.taken))
        return f"{self.outcome.value}, marks {marks}, points {points}"


@dataclass(frozen=True)
class Goal:
    """What decides a contract: the bidding side makes it with `make` points of the hand's total,
    and is set once the others hold `set_at` (R28)."""

    make: int
    set_at: int

    def decided(self, bidders: int, others: int) -> Outcome | None:
        """Return MADE or SET as soon as the points taken settle it, else None."""
        if bidders >= self.make:
            return Outcome.MADE
        if others >= self.set_at:
            return Outcome.SET
        return None


def goal_of(bid: Bid, total: int) -> Goal:
    """Return the goal of a bid where all tricks together are worth `total` points.

    A mark bid is a bid of every point, since any trick lost costs at least one (R14).
    """
    make = bid.value if bid.kind is BidKind.POINTS else total
    return Goal(make=make, set_at=total + 1 - make)


def marks_awarded(bid: Bid, outcome: Outcome, bidding_side: int, sides: int) -> tuple[int, ...]:
    """Return the marks by side: the stake, to the bidders if made, else to the others (R30)."""
    made = outcome is Outcome.MADE
    return tuple(bid.stake if (side == bidding_side) == made else 0 for side in range(sides))


def marks_forfeited(high: Bid | None, loser: int, sides: int) -> tuple[int, ...]:
    """Return the marks of each side when `loser` forfeits the hand (R34).

    The others get the marks of the contract, or of the highest bid so far, at least one.
    """
    stake = 1 if high is None else high.stake
    return tuple(0 if side == loser else stake for side in range(sides))


def game_winner(totals: Sequence[int], target: int) -> int | None:
    """Return the side that has reached the target, None while no side has (R32).

    Only one side scores in a hand, so two sides never reach it together.
    """
    for side, total in enumerate(totals):
        if total >= target:
            return side
    return None
