"""Bids, and the ladder that says which bid may follow which (R8 to R11, C4).

A bid is a kind and a value, never a bare 42: what players call 42 is one mark, 84 two marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import Final, NamedTuple

MOST_MARKS: Final = 99
"""No ladder goes higher: a bid's value has two digits everywhere."""


class BidKind(IntEnum):
    """What a bid is counted in. A plunge and a splash are mark bids on many doubles, whose partner
    calls (3.6, 3.7)."""

    PASS = 1
    POINTS = 2
    MARKS = 3
    PLUNGE = 4
    SPLASH = 5

    # Enum would hash the name, in Python code, at every look-up.
    __hash__ = int.__hash__

    @property
    def in_marks(self) -> bool:
        """Whether such a bid is for every trick, its value the marks at stake."""
        return self >= _MARKS


class Bid(NamedTuple):
    """A bid: its kind, and its points or marks (0 for a pass).

    Bids compare as they outbid: any marks stand over any points, and a plunge or a splash stands
    where as many marks would. Two bids that stand alike are neither less nor more.
    """

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
        """Read `pass`, `31`, `1 mark`, `2 marks`, `plunge 4`, `splash 3`, or the short forms `P`,
        `M2`, `PL4` and `SP3`. A bare 42 is a bid of points, as two players may make it.

        Raises ValueError on anything else.
        """
        match text.strip().lower().split():
            case ["p" | "pass"]:
                return PASS
            case [number, "mark" | "marks"] if _is_number(number):
                return cls.marks(int(number))
            case ["plunge", number] if _is_number(number):
                return cls(BidKind.PLUNGE, int(number))
            case ["splash", number] if _is_number(number):
                return cls(BidKind.SPLASH, int(number))
            case [number] if _is_number(number):
                return cls.points(int(number))
            case [short]:
                for letters, kind in _SHORT.items():
                    if short.startswith(letters) and _is_number(short.removeprefix(letters)):
                        return cls(kind, int(short.removeprefix(letters)))
        raise ValueError(
            f"{text!r} is no bid: write pass, 30 to 41, 1 mark, 2 marks, plunge 4 or splash 3"
        )

    @property
    def standing(self) -> tuple[int, int]:
        """Where the bid stands on the ladder; a higher one outbids it."""
        return min(self.kind, _MARKS), self.value

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return isinstance(other, Bid) and self.standing < other.standing

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return isinstance(other, Bid) and self.standing > other.standing

    def __le__(self, other: tuple[object, ...]) -> bool:
        return isinstance(other, Bid) and self.standing <= other.standing

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return isinstance(other, Bid) and self.standing >= other.standing

    @property
    def stake(self) -> int:
        """The marks that change hands for it: a point bid is worth one (R30)."""
        return self.value if self.kind >= _MARKS else 1

    def __str__(self) -> str:
        match self.kind:
            case BidKind.PASS:
                return "pass"
            case BidKind.POINTS:
                return str(self.value)
            case BidKind.MARKS:
                return f"{self.value} mark" if self.value == 1 else f"{self.value} marks"
        return f"{self.kind.name.lower()} {self.value}"


PASS: Final = Bid(BidKind.PASS, 0)
_MARKS: Final = BidKind.MARKS  # a member of an enum is slow to look up
_SHORT: Final = {"pl": BidKind.PLUNGE, "sp": BidKind.SPLASH, "m": BidKind.MARKS}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and text[0] != "0"


class MarkRaise(Enum):
    """What may be bid over so many marks (C4)."""

    PLUS_ONE = "plus_one"
    DOUBLE = "double"
    ANY = "any"


class PlungeTiming(Enum):
    """When a plunge may be bid: at any turn, over lower bids; or only while nobody has bid."""

    JUMP = "jump"
    OPENING_ONLY = "opening_only"


@dataclass(frozen=True)
class DoublesBid:
    """A bid that takes at least `doubles` doubles in the hand, for `marks` (3.6, 3.7).

    One that `climbs` goes over a higher bid for one mark more than that; another is gone then.
    """

    kind: BidKind
    doubles: int
    marks: int
    climbs: bool
    opening_only: bool = False

    def over(self, high: Bid | None) -> Bid | None:
        """Return the bid that this is over `high` (None: no bid yet), None where it is none."""
        if high is None or not high.kind.in_marks or high.value < self.marks:
            opens = high is None or not self.opening_only
            return Bid(self.kind, self.marks) if opens else None
        if self.climbs and not self.opening_only:
            return Bid(self.kind, high.value + 1)
        return None


class Choice(NamedTuple):
    """Bids that may be made, in order, and the same as a set, to be asked quickly."""

    bids: tuple[Bid, ...]
    as_set: frozenset[Bid]

    @classmethod
    def of(cls, bids: tuple[Bid, ...]) -> Choice:
        """Return the choice of these."""
        return cls(bids, frozenset(bids))


NO_CHOICE: Final = Choice((), frozenset())


@dataclass(frozen=True, eq=False)
class Ladder:
    """Which bids outbid which.

    `min_bid` to `top_points` are the point bids, `open_cap_marks` the highest opening in marks,
    `max_marks` the highest mark bid of all (None: no cap but MOST_MARKS), `on_doubles` the bids
    that take doubles in the hand.
    """

    min_bid: int
    top_points: int
    open_cap_marks: int
    mark_raise: MarkRaise
    max_marks: int | None
    on_doubles: tuple[DoublesBid, ...] = ()

    def above(self, high: Bid | None, doubles: int = 0) -> Choice:
        """Return every bid that outbids `high` (None: no bid yet) for a hand with so many doubles,
        lowest first, plunge and splash last."""
        return Choice.of(self.pass_or_above(high, doubles).bids[1:])

    def pass_or_above(self, high: Bid | None, doubles: int = 0) -> Choice:
        """Return the pass, then all that `above` returns."""
        step = (high, doubles) if doubles else high
        known = self._known.get(step)
        if known is None:
            bids = (PASS, *self._straight(high), *self._with_doubles(high, doubles))
            known = self._known[step] = Choice.of(bids)
        return known

    def minimum(self) -> Choice:
        """Return the lowest bid alone."""
        return Choice.of((self.lowest,))

    @cached_property
    def lowest(self) -> Bid:
        """The lowest bid."""
        return Bid.points(self.min_bid)

    @cached_property
    def _known(self) -> dict[object, Choice]:
        return {}

    def _straight(self, high: Bid | None) -> tuple[Bid, ...]:
        if high is not None and high.kind.in_marks:
            return tuple(Bid.marks(marks) for marks in self._raises_of(high.value))
        lowest = self.min_bid if high is None else high.value + 1
        points = tuple(Bid.points(value) for value in range(lowest, self.top_points + 1))
        openings = tuple(Bid.marks(marks) for marks in self._capped(1, self.open_cap_marks))
        return points + openings

    def _with_doubles(self, high: Bid | None, doubles: int) -> tuple[Bid, ...]:
        bids = (each.over(high) for each in self.on_doubles if doubles >= each.doubles)
        return tuple(bid for bid in bids if bid is not None and bid.value <= self._cap)

    def _raises_of(self, marks: int) -> range:
        match self.mark_raise:
            case MarkRaise.PLUS_ONE:
                return self._capped(marks + 1, marks + 1)
            case MarkRaise.DOUBLE:
                return self._capped(2 * marks, 2 * marks)
            case MarkRaise.ANY:
                return self._capped(marks + 1, self._cap)

    @property
    def _cap(self) -> int:
        return min(self.max_marks or MOST_MARKS, MOST_MARKS)

    def _capped(self, lowest: int, highest: int) -> range:
        return range(lowest, min(highest, self._cap) + 1)
