"""Which tables are played: all bots that meet play the same deals, each deal at all their seatings.

A block is one deal played by the same bots at each of their seatings: two tables for a pairing (a
pair), n where n bots play each for itself. The schedule is deal-major: all tables of a deal stand
next to one another, so that a deal is soon over and can be shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeAlias

from arena.play.deals import circle
from arena.rules.seats import PLAYER_COUNTS, Seating

Group: TypeAlias = tuple[str, ...]
"""Bots that meet at a table: the two of a pairing, or one for each seat."""

HALVES: Final = 2
"""The tables of a pair, one for each of its bots."""
MOST_GROUPS: Final = comb(512, 2)
"""No run has more groups than 512 bots have pairings."""


class Format(Enum):
    """Who meets whom in a tournament: each two bots, or as many as there are seats."""

    ROUND_ROBIN = "round-robin"
    FREE_FOR_ALL = "free-for-all"


class BadFormat(ValueError):
    """A format that these bots can't play under these rules; the message says what to do."""


class Pairing(NamedTuple):
    """Two bots that meet; everything told of a pairing is from `a`'s view."""

    a: str
    b: str

    def __str__(self) -> str:
        return f"{self.a} - {self.b}"


class Sitting(NamedTuple):
    """One table of the schedule: a deal, who meets there, and how many sides on they have moved.

    At rotation 0 the bots play the sides in turn, beginning anew when all have one: two bots have
    the even sides and the odd ones (C19). At the next rotation each plays the side after.
    """

    deal: int
    bots: Group
    rotation: int

    def bot_of(self, side: int) -> str:
        """Return which bot plays a side."""
        return self.bots[(side - self.rotation) % len(self.bots)]


def round_robin(bots: Sequence[str]) -> list[Pairing]:
    """Return every pairing of the bots once, in the order in which the bots are given."""
    return [Pairing(a, b) for a, b in combinations(bots, 2)]


def groups_of(
    form: Format, bots: Sequence[str], seating: Seating, counts: Collection[int] = PLAYER_COUNTS
) -> list[Group]:
    """Return who meets at the tables of a tournament, in the order in which the bots are given.

    `counts` are the numbers of players the rules allow. Raises BadFormat.
    """
    if form is Format.ROUND_ROBIN:
        return list(round_robin(bots))
    seats = seating.seats
    if seating.has_partners:
        raise BadFormat(
            f"free-for-all needs rules by which everybody plays alone, and by these {seats} "
            "players are partners: take rules without partnerships (sheet_gl with players = 3, or "
            'any number but four; teams = "solo" in a file of rules), or format = "round-robin"'
        )
    if len(bots) < seats:
        lower = "set players lower, " if min(counts) <= len(bots) else ""
        raise BadFormat(
            f"free-for-all with {seats} players needs {seats} bots or more, and there are "
            f'{len(bots)}: name more, {lower}or take format = "round-robin"'
        )
    if comb(len(bots), seats) > MOST_GROUPS:
        raise BadFormat(
            f"{len(bots)} bots make {comb(len(bots), seats)} groups of {seats}, of which at most "
            f'{MOST_GROUPS} can be played: name fewer, or take format = "round-robin"'
        )
    return list(combinations(bots, seats))


@dataclass(frozen=True)
class Schedule:
    """All tables of a run: `deals` deals, numbered from 0, for each of `groups`, equal in size.

    More than two bots sit round the table in an order that the seed draws for every deal.
    """

    groups: tuple[Group, ...]
    deals: int
    seed: str = ""

    @property
    def seatings(self) -> int:
        """How many tables a block has: each bot once in each other's place."""
        return len(self.groups[0])

    def __len__(self) -> int:
        return self.deals * len(self.groups) * self.seatings

    def sittings(self) -> Iterator[Sitting]:
        """Return the tables in the order in which they are to be started."""
        for deal in range(self.deals):
            for group in self.groups:
                bots = self._seated(deal, group)
                for rotation in range(len(bots)):
                    yield Sitting(deal, bots, rotation)

    def sitting(self, number: int) -> Sitting:
        """Return table `number`, counted from 0 in that order."""
        rest, rotation = divmod(number, self.seatings)
        deal, group = divmod(rest, len(self.groups))
        return Sitting(deal, self._seated(deal, self.groups[group]), rotation)

    def _seated(self, deal: int, group: Group) -> Group:
        return group if len(group) == HALVES else circle(self.seed, deal, group)
