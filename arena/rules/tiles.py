"""The 28 tiles of a double-six set, and sets of them.

A tile is a number from 0 to 27, counted 0-0, 1-0, 1-1, 2-0, ... 6-6; a set of tiles is an integer
with the bit of each tile set. Both speak as people do: `Tile.parse("6-4")`, `str(tile)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PIPS: Final = range(7)
SIZE: Final = 28


class Tile(int):
    """A tile, 0 to 27; `high` and `low` are its ends, 0 to 6 (R1)."""

    __slots__ = ()

    def __new__(cls, number: int) -> Tile:
        """Return the tile of a number; raises ValueError when it has none."""
        if not 0 <= number < SIZE:
            raise ValueError(f"no tile has the number {number}: tiles are 0 to {SIZE - 1}")
        return super().__new__(cls, number)

    @classmethod
    def of(cls, one_end: int, other_end: int) -> Tile:
        """Return the tile with these two ends, in either order."""
        if one_end not in PIPS or other_end not in PIPS:
            raise ValueError(f"no tile {one_end}-{other_end}: both ends are 0 to 6")
        high, low = max(one_end, other_end), min(one_end, other_end)
        return TILES[high * (high + 1) // 2 + low]

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read `6-4`; `4-6` is the same tile. Raises ValueError on anything else."""
        ends = text.strip().split("-")
        if len(ends) != 2 or not all(len(end) == 1 and end in "0123456" for end in ends):
            raise ValueError(f"{text!r} is no tile: write it as 6-4, both ends 0 to 6")
        return cls.of(int(ends[0]), int(ends[1]))

    @property
    def high(self) -> int:
        """The end with more pips."""
        return _ENDS[self][0]

    @property
    def low(self) -> int:
        """The end with fewer pips."""
        return _ENDS[self][1]

    @property
    def is_double(self) -> bool:
        """Whether both ends are alike."""
        high, low = _ENDS[self]
        return high == low

    @property
    def pips(self) -> int:
        """Both ends together, 0 to 12."""
        return sum(_ENDS[self])

    @property
    def count(self) -> int:
        """What the tile adds to its trick: 10, 5 or 0 (R27)."""
        return COUNT[self]

    def __str__(self) -> str:
        high, low = _ENDS[self]
        return f"{high}-{low}"

    def __repr__(self) -> str:
        return f"Tile({self})"


_ENDS: Final = tuple((high, low) for high in PIPS for low in range(high + 1))
TILES: Final = tuple(Tile(index) for index in range(SIZE))
BIT: Final = tuple(1 << index for index in range(SIZE))
ALL_TILES: Final = (1 << SIZE) - 1
COUNT: Final = tuple(
    10 if ends in ((5, 5), (6, 4)) else 5 if sum(ends) == 5 else 0 for ends in _ENDS
)
DOUBLES: Final = sum(BIT[tile] for tile in TILES if _ENDS[tile][0] == _ENDS[tile][1])


def tile_set(tiles: Iterable[int]) -> int:
    """Return the set of these tiles as an integer. Raises ValueError if one comes twice."""
    together = 0
    for tile in tiles:
        if together & BIT[tile]:
            raise ValueError(f"{TILES[tile]} comes twice")
        together |= BIT[tile]
    return together


# A set is looked up by its lower and its upper half: one table of 2**28 would not fit anywhere.
_HALF: Final = SIZE // 2
_HALF_BITS: Final = (1 << _HALF) - 1


def _members_of_every_half(first: int) -> tuple[tuple[Tile, ...], ...]:
    members: list[tuple[Tile, ...]] = [()]
    for index in range(_HALF):
        tile = (TILES[first + index],)
        members += [below + tile for below in members]
    return tuple(members)


_LOWER: Final = _members_of_every_half(0)
_UPPER: Final = _members_of_every_half(_HALF)


def tiles_in(tiles: int) -> tuple[Tile, ...]:
    """Return the members of a set, lowest number first."""
    return _LOWER[tiles & _HALF_BITS] + _UPPER[tiles >> _HALF]


_NO_TILE: Final = "nothing"


def say(tiles: int) -> str:
    """Return a set as a person writes it: `6-6 6-0 5-3`, highest first."""
    return " ".join(str(tile) for tile in reversed(tiles_in(tiles))) or _NO_TILE


def parse_tiles(text: str) -> int:
    """Read what `say` writes, the tiles in any order. Raises ValueError with the reason."""
    if text.strip() == _NO_TILE:
        return 0
    return tile_set(Tile.parse(word) for word in text.split())
