"""What may be led, what must follow, and who wins a trick.

Everything is asked by the tile that was led, so that a hand in play only looks things up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.rules.suits import Suits
from arena.rules.tiles import ALL_TILES, BIT, COUNT, TILES, Tile

Tiers = tuple[int, ...]
"""Sets of tiles, best first: a seat must play from the first one it holds a tile of."""


@dataclass(frozen=True)
class TrickLaw:
    """How tricks go under one contract.

    `asks[led]` is the suit that a lead asks for (None: no suit, as in sevens), `lead` are the tiers
    of a leader, `follow[led]` those of the others, and `power[led][tile]` what a tile is worth: the
    highest wins, and of equals the one played first.
    """

    asks: tuple[int | None, ...]
    lead: Tiers
    follow: tuple[Tiers, ...]
    power: tuple[tuple[int, ...], ...]


def following_suit(suits: Suits) -> TrickLaw:
    """Return the law of every contract with suits: lead anything, follow if you can (R22, R24)."""
    return TrickLaw(
        asks=suits.led,
        lead=(ALL_TILES,),
        follow=tuple((suits.members[suits.led[led]], ALL_TILES) for led in TILES),
        power=tuple(suits.power[suits.led[led]] for led in TILES),
    )


_SEVEN: Final = 7
"""What tiles are measured against in sevens; no tile is farther from it than by seven pips."""


def distance_from_seven(tile: Tile) -> int:
    """Return how far the pips of a tile are from seven, 0 to 7."""
    return abs(tile.pips - _SEVEN)


NEAREST_FIRST: Final = tuple(
    sum(BIT[tile] for tile in TILES if distance_from_seven(tile) == distance)
    for distance in range(_SEVEN + 1)
)
"""The tiles by their distance from seven, the nearest first."""
SEVENS: Final = NEAREST_FIRST[0]
"""The tiles of seven pips: 6-1, 5-2 and 4-3."""


def nearest_to_seven(*, free_play: bool) -> TrickLaw:
    """Return the law of sevens: no suits, the tile nearest to seven wins, the first of equals.

    A seat must play one of its nearest, the leader too, unless there is `free_play` (C18).
    """
    tiers = (ALL_TILES,) if free_play else NEAREST_FIRST
    power = tuple(_SEVEN + 1 - distance_from_seven(tile) for tile in TILES)
    return TrickLaw(
        asks=(None,) * len(TILES),
        lead=tiers,
        follow=(tiers,) * len(TILES),
        power=(power,) * len(TILES),
    )


def allowed(held: int, tiers: Tiers) -> int:
    """Return the tiles of `held` that may be played: never none, unless nothing is held."""
    for tier in tiers:
        tiles = held & tier
        if tiles:
            return tiles
    return 0


def legal_tiles(law: TrickLaw, held: int, led: int | None) -> int:
    """Return what a seat holding `held` may play when `led` lies on the table, or to lead."""
    return allowed(held, law.lead if led is None else law.follow[led])


def winner(law: TrickLaw, tiles: Sequence[int]) -> int:
    """Return which tile of a trick, counted from the lead as 0, wins it (R26)."""
    power = law.power[tiles[0]]
    return max(range(len(tiles)), key=lambda place: (power[tiles[place]], -place))


def trick_points(tiles: Sequence[int]) -> int:
    """Return what a trick is worth: one for itself and its count (R27)."""
    return 1 + sum(COUNT[tile] for tile in tiles)
