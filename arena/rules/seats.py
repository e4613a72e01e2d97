"""Who sits where: seats in turn, sides, and who faces whom.

Seats are numbered clockwise from 0 and spoken of as A, B, C, D. A side is what scores together: a
partnership, or a seat that plays for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SEAT_NAMES: Final = "ABCDEFG"


@dataclass(frozen=True)
class Seating:
    """A table's seats and sides (R3).

    `left[s]` is the seat that acts after seat s, `side[s]` the side it belongs to, and `order[s]`
    all seats clockwise from s.
    """

    seats: int
    side: tuple[int, ...]
    left: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]

    @property
    def sides(self) -> int:
        """How many sides score."""
        return max(self.side) + 1

    def seats_of(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side, lowest first."""
        return tuple(seat for seat in range(self.seats) if self.side[seat] == side)


def seating(seats: int, sides: int) -> Seating:
    """Return the table where seat s belongs to side s mod `sides`, so partners sit opposite."""
    clockwise = tuple(range(seats))
    return Seating(
        seats=seats,
        side=tuple(seat % sides for seat in clockwise),
        left=tuple((seat + 1) % seats for seat in clockwise),
        order=tuple(clockwise[seat:] + clockwise[:seat] for seat in clockwise),
    )


PARTNERSHIPS: Final = seating(4, 2)


def seat_name(seat: int) -> str:
    """Return the letter of a seat."""
    return SEAT_NAMES[seat]


def parse_seat(text: str) -> int:
    """Read a seat's letter. Raises ValueError on anything else."""
    name = text.strip().upper()
    if len(name) != 1 or name not in SEAT_NAMES:
        raise ValueError(f"{text!r} is no seat: seats are {SEAT_NAMES[0]} to {SEAT_NAMES[-1]}")
    return SEAT_NAMES.index(name)
