"""Who shakes: the draw for the first hand, and how the shake passes on (R4, R6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from arena.rules.tiles import Tile


class FirstShaker(Enum):
    """Who shakes first in a whole game: who draws the most pips, or anybody (R4, C2)."""

    HIGH_DRAW = "high_draw"
    RANDOM = "random"


def level_highest(drawing: Sequence[int], drawn: Sequence[Tile]) -> list[int]:
    """Return the seats whose tiles have the most pips: one shakes, several draw again (R4).

    `drawn[i]` is the tile of seat `drawing[i]`. Raises ValueError for too few tiles or too many.
    """
    most = max(tile.pips for tile in drawn)
    return [seat for seat, tile in zip(drawing, drawn, strict=True) if tile.pips == most]


def shaker_of_hand(first: int, hand: int, seats: int) -> int:
    """Return who shakes hand number `hand`, counted from 0; thrown-in hands count (C1)."""
    return (first + hand) % seats
