"""What may be led, what must follow, and who wins a trick.

Everything is asked by the tile that was led, so that a hand in play only looks things up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.rules.suits import Suits
from arena.rules.tiles import ALL_TILES, COUNT, TILES

Tiers = tuple[int, ...]
"""Sets of tiles, best first: a seat must play from the first one it holds a tile of."""


@dataclass(frozen=True)
class TrickLaw:
    """How tricks go under one contract.

    `asks[led]` is the suit that a lead asks for, `lead` are the tiers of a leader, `follow[led]`
    those of the others, and `power[led][tile]` what a tile is worth: the highest wins, and of
    equals the one played first.
    """

    asks: tuple[int, ...]
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
