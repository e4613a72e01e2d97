"""Who sits where: seats in turn, sides, and who faces whom.

Seats are numbered clockwise from 0 and spoken of as A, B, C, D. A side is what scores together: a
partnership, or a seat that plays for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

SEAT_NAMES: Final = "ABCDEFG"
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = len(SEAT_NAMES)
PLAYER_COUNTS: Final = range(FEWEST_SEATS, MOST_SEATS + 1)
"""How many may sit at a table."""


class Teams(Enum):
    """Who plays with whom: two against two, each alone, or six as two threes or three twos."""

    TWO_BY_TWO = "2x2"
    SOLO = "solo"
    TWO_BY_THREE = "2x3"
    THREE_BY_TWO = "3x2"
    AUTO = "auto"

    def of(self, seats: int) -> Teams:
        """Return what `auto` means at a table of so many seats: partners with four, else solo."""
        if self is not Teams.AUTO:
            return self
        return Teams.TWO_BY_TWO if seats == 4 else Teams.SOLO


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

    @property
    def has_partners(self) -> bool:
        """Whether a seat scores together with another."""
        return self.sides < self.seats

    def seats_of(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side, lowest first."""
        return tuple(seat for seat in range(self.seats) if self.side[seat] == side)

    def partner(self, seat: int) -> int:
        """Return the next seat clockwise on the same side (C14); the seat itself, playing alone."""
        return (seat + self.sides) % self.seats

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats on the same side, lowest first."""
        return tuple(other for other in self.seats_of(self.side[seat]) if other != seat)

    @lru_cache(maxsize=64)  # noqa: B019 - tables are few and live for ever
    def left_without(self, absent: tuple[int, ...]) -> tuple[int, ...]:
        """Return for each seat the one that acts after it, where some seats sit out."""
        present = [seat for seat in range(self.seats) if seat not in absent]
        return tuple(
            next(other for other in self.order[self.left[seat]] if other in present)
            for seat in range(self.seats)
        )


@lru_cache(maxsize=32)
def seating(seats: int, sides: int) -> Seating:
    """Return the table where seat s belongs to side s mod `sides`, so partners sit opposite."""
    clockwise = tuple(range(seats))
    return Seating(
        seats=seats,
        side=tuple(seat % sides for seat in clockwise),
        left=tuple((seat + 1) % seats for seat in clockwise),
        order=tuple(clockwise[seat:] + clockwise[:seat] for seat in clockwise),
    )


def sides_of(teams: Teams, seats: int) -> int:
    """Return how many sides there are at a table. Raises ValueError for one they can't sit at."""
    match teams.of(seats), seats:
        case Teams.SOLO, _:
            return seats
        case (Teams.TWO_BY_TWO, 4) | (Teams.TWO_BY_THREE, 6):
            return 2
        case Teams.THREE_BY_TWO, 6:
            return 3
        case Teams.TWO_BY_TWO, _:
            raise ValueError(f"teams 2x2 needs four players, not {seats}")
    raise ValueError(f"teams {teams.value} needs six players, not {seats}")


def seat_name(seat: int) -> str:
    """Return the letter of a seat."""
    return SEAT_NAMES[seat]


def parse_seat(text: str) -> int:
    """Read a seat's letter. Raises ValueError on anything else."""
    name = text.strip().upper()
    if len(name) != 1 or name not in SEAT_NAMES:
        raise ValueError(f"{text!r} is no seat: seats are {SEAT_NAMES[0]} to {SEAT_NAMES[-1]}")
    return SEAT_NAMES.index(name)
