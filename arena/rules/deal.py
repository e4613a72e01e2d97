"""A deal: which tile goes to which seat, and who shakes (R5)."""

from __future__ import annotations

from dataclasses import dataclass

from arena.rules.seats import parse_seat, seat_name
from arena.rules.tiles import parse_tiles, say


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

    def __str__(self) -> str:
        return " | ".join((seat_name(self.shaker), *(say(hand) for hand in self.hands)))
