"""Bids, and the ladder that says which bid may follow which (R8 to R11, C4).

A bid is a kind and a value, never a bare 42: what players call 42 is one mark, 84 two marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import Final, NamedTuple


class BidKind(IntEnum):
    """What a bid is counted in; a higher kind outbids every lower one."""

    PASS = 1
    POINTS = 2
    MARKS = 3


class Bid(NamedTuple):
    """A bid: its kind, and its points or marks (0 for a pass). Bids compare as they outbid."""

    kind: BidKind
    value: int

    @classmethod
    def points(cls, points: int) -> Bid:
        """Bid so many points."""
        return cls(BidKind.POINTS, points)

    @classmethod
    def marks(cls, marks: int) -> Bid:
        """Bid every trick, for so many marks."""
        return cls(BidKind.MARKS, marks)

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Read `pass`, `31`, `1 mark`, `2 marks`, or the short forms `P` and `M2`.

        Raises ValueError on anything else; 42 and 84 are refused with the words to use instead.
        """
        words = text.strip().lower().split()
        match words:
            case ["p" | "pass"]:
                return PASS
            case [number, "mark" | "marks"] if _is_number(number):
                return cls.marks(int(number))
            case [short] if short[0] == "m" and _is_number(short[1:]):
                return cls.marks(int(short[1:]))
            case [number] if _is_number(number) and int(number) >= POINTS_IN_A_HAND:
                raise ValueError(f"{text!r} is no bid: write 42 as 1 mark, 84 as 2 marks")
            case [number] if _is_number(number):
                return cls.points(int(number))
        raise ValueError(f"{text!r} is no bid: write pass, 30 to 41, 1 mark, 2 marks")

    @property
    def stake(self) -> int:
        """The marks that change hands for it: a point bid is worth one (R30)."""
        return self.value if self.kind is BidKind.MARKS else 1

    def __str__(self) -> str:
        if self.kind is BidKind.PASS:
            return "pass"
        if self.kind is BidKind.POINTS:
            return str(self.value)
        return f"{self.value} mark" if self.value == 1 else f"{self.value} marks"


POINTS_IN_A_HAND: Final = 42
PASS: Final = Bid(BidKind.PASS, 0)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and text[0] != "0"


class MarkRaise(Enum):
    """What may be bid over so many marks (C4)."""

    PLUS_ONE = "plus_one"
    DOUBLE = "double"
    ANY = "any"


@dataclass(frozen=True, eq=False)
class Ladder:
    """Which bids outbid which.

    `min_bid` to `top_points` are the point bids, `open_cap_marks` the highest opening in marks,
    `max_marks` the highest mark bid of all (None: no cap).
    """

    min_bid: int
    top_points: int
    open_cap_marks: int
    mark_raise: MarkRaise
    max_marks: int | None

    def above(self, high: Bid | None) -> tuple[Bid, ...]:
        """Return every bid that outbids `high` (None: no bid yet), lowest first."""
        return self.pass_or_above(high)[1:]

    def pass_or_above(self, high: Bid | None) -> tuple[Bid, ...]:
        """Return the pass and every bid that outbids `high` (None: no bid yet), lowest first."""
        known = self._known.get(high)
        if known is None:
            known = self._known[high] = (PASS, *self._work_out(high))
        return known

    def minimum(self) -> Bid:
        """Return the lowest bid."""
        return Bid.points(self.min_bid)

    @cached_property
    def _known(self) -> dict[Bid | None, tuple[Bid, ...]]:
        return {}

    def _work_out(self, high: Bid | None) -> tuple[Bid, ...]:
        if high is not None and high.kind is BidKind.MARKS:
            return tuple(Bid.marks(marks) for marks in self._raises_of(high.value))
        lowest = self.min_bid if high is None else high.value + 1
        points = tuple(Bid.points(value) for value in range(lowest, self.top_points + 1))
        openings = tuple(Bid.marks(marks) for marks in self._capped(1, self.open_cap_marks))
        return points + openings

    def _raises_of(self, marks: int) -> range:
        match self.mark_raise:
            case MarkRaise.PLUS_ONE:
                return self._capped(marks + 1, marks + 1)
            case MarkRaise.DOUBLE:
                return self._capped(2 * marks, 2 * marks)
            case MarkRaise.ANY:
                if self.max_marks is None:
                    raise ValueError("mark_raise any needs max_marks")
                return range(marks + 1, self.max_marks + 1)

    def _capped(self, lowest: int, highest: int) -> range:
        return range(lowest, min(highest, self.max_marks or highest) + 1)
