"""A deal: which tile goes to which seat, and who shakes (R5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.rules.seats import parse_seat, seat_name
from arena.rules.tiles import BIT, DOUBLES, TILES, Tile, parse_tiles, say, tile_set


class Leftover(Enum):
    """What becomes of tiles that can't be dealt evenly: fixed ones are taken out of the set before
    the deal, or those that are left lie unseen (section 4)."""

    REMOVE_FIXED = "remove_fixed"
    SLEEP_RANDOM = "sleep_random"


def _from_the_bottom(tile: Tile) -> tuple[int, int]:
    return tile.low, tile.high


_DOUBLE_BLANK: Final = Tile.of(0, 0)
_REMOVED_FIRST: Final = tuple(
    sorted(
        (tile for tile in TILES if not tile.count and tile != _DOUBLE_BLANK), key=_from_the_bottom
    )
)
"""The tiles in the order in which they are taken out: from 1-0 up, and never any count."""
MOST_REMOVED: Final = len(_REMOVED_FIRST)


def removed_tiles(number: int) -> int:
    """Return the set of the `number` tiles that are taken out before a deal.

    Raises ValueError when so many would take count out of the game.
    """
    if number > MOST_REMOVED:
        raise ValueError(f"only {MOST_REMOVED} tiles can be taken out, not {number}")
    return tile_set(_REMOVED_FIRST[:number])


@dataclass(frozen=True)
class Deal:
    """A deal: `hands[seat]` is the set of tiles dealt to a seat; `shaker` is the seat that shook.

    Raises ValueError when two seats hold one tile or the hands differ in size.
    """

    shaker: int
    hands: tuple[int, ...]

    def __post_init__(self) -> None:
        together = 0
        for seat, hand in enumerate(self.hands):
            if together & hand:
                twice = say(together & hand)
                raise ValueError(f"seat {seat_name(seat)} holds {twice}, which is dealt already")
            together |= hand
        sizes = {hand.bit_count() for hand in self.hands}
        if len(sizes) != 1:
            raise ValueError(f"the hands differ in size: {sorted(sizes)}")
        if self.shaker not in range(len(self.hands)):
            raise ValueError(f"the shaker {self.shaker} is no seat of this deal")

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read what `str` writes: the shaker's seat, then the seats' tiles, split by `|`.

        Example: `A | 6-6 6-0 ... | 6-3 ... | 6-5 ... | 6-2 ...`. Raises ValueError.
        """
        shaker, *hands = text.split("|")
        return cls(parse_seat(shaker), tuple(parse_tiles(hand) for hand in hands))

    def holder(self, tile: Tile) -> int | None:
        """Return the seat that was dealt a tile, None if nobody was."""
        holders = (seat for seat, hand in enumerate(self.hands) if hand & BIT[tile])
        return next(holders, None)

    @property
    def doubles(self) -> tuple[int, ...]:
        """How many doubles each seat was dealt."""
        return tuple((hand & DOUBLES).bit_count() for hand in self.hands)

    def __str__(self) -> str:
        return " | ".join((seat_name(self.shaker), *(say(hand) for hand in self.hands)))
