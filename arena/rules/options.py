"""House rules as a value, and the named presets.

An `Options` says all that may differ from table to table, refuses what makes no sense, and keeps
what a hand looks up while it is played: the ladder of bids, the contracts, the seating.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property
from typing import Final

from arena.rules.auction import AllPass
from arena.rules.bids import POINTS_IN_A_HAND, Bid, BidKind, Ladder, MarkRaise
from arena.rules.contracts import CONTRACTS, Call, Contract, Declaration
from arena.rules.seats import PARTNERSHIPS, Seating


class Stacking(Enum):
    """Which finished tricks lie face down, out of everybody's sight (R36, C7)."""

    FACE_UP = "face_up"
    HIDDEN_FROM_1_MARK = "hidden_from_1_mark"
    HIDDEN_FROM_2_MARKS = "hidden_from_2_marks"
    HIDDEN = "hidden"

    def hides(self, bid: Bid) -> bool:
        """Whether finished tricks are hidden in a hand won with this bid."""
        match self:
            case Stacking.FACE_UP:
                return False
            case Stacking.HIDDEN:
                return True
            case Stacking.HIDDEN_FROM_1_MARK:
                return bid.kind is BidKind.MARKS
            case Stacking.HIDDEN_FROM_2_MARKS:
                return bid >= Bid.marks(2)


MOST_MARKS: Final = 99
"""No ladder goes higher: a bid's value has two digits everywhere."""


class BadOptions(ValueError):
    """Options that can't be played; the message names the option and the reason."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The rules of a table. Raises BadOptions when they can't be played together.

    Each field bears the option's name in the rule book; the defaults are those of `n42pa`.
    """

    preset: str = "n42pa"
    min_bid: int = 30
    open_cap_marks: int = 2
    mark_raise: MarkRaise = MarkRaise.PLUS_ONE
    max_marks: int | None = None
    all_pass: AllPass = AllPass.RESHAKE
    reshake_cap: int = 20
    declarations: frozenset[Declaration] = frozenset(Declaration)
    target: int = 7
    early_end: bool = True
    stacking: Stacking = Stacking.HIDDEN_FROM_1_MARK

    def __post_init__(self) -> None:
        for wrong, reason in (
            (self.min_bid not in range(1, POINTS_IN_A_HAND), "min_bid is 1 to 41"),
            (self.open_cap_marks < 1, "open_cap_marks is at least 1"),
            (
                self.max_marks is not None and self.max_marks not in range(1, MOST_MARKS + 1),
                f"max_marks is 1 to {MOST_MARKS}",
            ),
            (
                self.mark_raise is MarkRaise.ANY and self.max_marks is None,
                "mark_raise any needs max_marks, or there is no highest bid",
            ),
            (self.reshake_cap < 1, "reshake_cap is at least 1"),
            (not self.declarations, "declarations names at least one family of calls"),
            (self.target < 1, "target is at least 1 mark"),
        ):
            if wrong:
                raise BadOptions(f"rules {self.preset}: {reason}")

    @property
    def seating(self) -> Seating:
        """The table: four seats, partners opposite."""
        return PARTNERSHIPS

    @property
    def tiles_per_seat(self) -> int:
        """How many tiles each seat is dealt, which is also the number of tricks."""
        return 7

    @property
    def total_points(self) -> int:
        """What all tricks of a hand are worth together (R27)."""
        return POINTS_IN_A_HAND

    @cached_property
    def ladder(self) -> Ladder:
        """Which bids outbid which."""
        return Ladder(
            min_bid=self.min_bid,
            top_points=self.total_points - 1,
            open_cap_marks=self.open_cap_marks,
            mark_raise=self.mark_raise,
            max_marks=self.max_marks,
        )

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call these rules allow, lowest number first."""
        return tuple(
            call for call, row in CONTRACTS.items() if row.declaration in self.declarations
        )

    def contract(self, call: Call) -> Contract:
        """Return how a call is played."""
        return CONTRACTS[call]

    @cached_property
    def needs_memory(self) -> bool:
        """Whether a bot that forgets can't see every tile it is entitled to know (C7)."""
        return self.stacking is not Stacking.FACE_UP

    def as_dict(self) -> dict[str, object]:
        """Return the options as plain values under their names, for files and documents."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return [declaration.name.lower() for declaration in sorted(value)]
    return value.value if isinstance(value, Enum) else value


_N42PA: Final = Options()
PRESETS: Final = {
    "n42pa": _N42PA,
    "standard": replace(_N42PA, preset="standard", stacking=Stacking.FACE_UP),
}
STANDARD: Final = PRESETS["standard"]


def preset(name: str) -> Options:
    """Return the preset of this name. Raises BadOptions with the names there are."""
    if name not in PRESETS:
        known = ", ".join(sorted(PRESETS))
        raise BadOptions(f"no rules are called {name!r}; presets are {known}")
    return PRESETS[name]
