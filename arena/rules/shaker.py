"""Who shakes: the draw for the first hand, and how the shake passes on (R4, R6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from arena.rules.tiles import Tile


class FirstShaker(Enum):
    """Who shakes first in a whole game: who draws the most pips, or anybody (R4, C2)."""

    HIGH_DRAW = "high_draw"
    RANDOM = "random"


def first_shaker(draws: Iterator[Sequence[Tile]], seats: int) -> int:
    """Return the seat that draws the tile with the most pips; those tied draw again.

    Each item of `draws` holds one tile for every seat still in the draw, in seat order. Raises
    ValueError when a draw has too few tiles, StopIteration never: running out is a ValueError too.
    """
    drawing = list(range(seats))
    for drawn in draws:
        if len(drawn) != len(drawing):
            raise ValueError(f"{len(drawing)} seats draw, but {len(drawn)} tiles were given")
        most = max(tile.pips for tile in drawn)
        drawing = [seat for seat, tile in zip(drawing, drawn, strict=True) if tile.pips == most]
        if len(drawing) == 1:
            return drawing[0]
    raise ValueError("the draw for the first shaker ended in a tie")


def shaker_of_hand(first: int, hand: int, seats: int) -> int:
    """Return who shakes hand number `hand`, counted from 0; thrown-in hands count (C1)."""
    return (first + hand) % seats
