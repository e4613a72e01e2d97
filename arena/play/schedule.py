"""Which tables are played: every pairing plays the same deals, each at both seatings.

The schedule is deal-major: all tables of a deal, over all pairings and both halves, stand next to
one another, so that a deal is soon over and can be shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, NamedTuple

HALVES: Final = 2


class Pairing(NamedTuple):
    """Two bots that meet; everything told of a pairing is from `a`'s view."""

    a: str
    b: str

    def __str__(self) -> str:
        return f"{self.a} - {self.b}"


class Sitting(NamedTuple):
    """One table of the schedule: a deal, a pairing, and the half.

    In half 0 bot `a` has the even seats and `b` the odd ones; in half 1 they have changed.
    """

    deal: int
    pairing: Pairing
    half: int

    def bot_at(self, seat: int) -> str:
        """Return which bot has a seat."""
        return self.pairing[(seat + self.half) % 2]

    def side_of_a(self) -> int:
        """Return the side that bot `a` plays at this table."""
        return self.half


def round_robin(bots: Sequence[str]) -> list[Pairing]:
    """Return every pairing of the bots once, in the order in which the bots are given."""
    return [Pairing(a, b) for a, b in combinations(bots, 2)]


@dataclass(frozen=True)
class Schedule:
    """All tables of a run: `deals` deals, numbered from 0, for each of `pairings`."""

    pairings: tuple[Pairing, ...]
    deals: int

    def __len__(self) -> int:
        return self.deals * len(self.pairings) * HALVES

    def sittings(self) -> Iterator[Sitting]:
        """Return the tables in the order in which they are to be started."""
        for deal in range(self.deals):
            for pairing, half in product(self.pairings, range(HALVES)):
                yield Sitting(deal, pairing, half)

    def sitting(self, number: int) -> Sitting:
        """Return table `number`, counted from 0 in that order."""
        rest, half = divmod(number, HALVES)
        deal, pairing = divmod(rest, len(self.pairings))
        return Sitting(deal, self.pairings[pairing], half)
