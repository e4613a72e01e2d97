"""Which finished tricks may still be looked at (R36, C7)."""

from __future__ import annotations

from enum import Enum

from arena.rules.bids import Bid


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
                return bid.kind.in_marks
            case Stacking.HIDDEN_FROM_2_MARKS:
                return bid >= Bid.marks(2)
