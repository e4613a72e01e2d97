"""The tricks of a hand as they were played, and the tiles that slept."""

from __future__ import annotations

from typing import NamedTuple

from arena.rules.hand import Hand
from arena.rules.tiles import ALL_TILES, TILES, Tile
from arena.rules.tricks import trick_points, winner


class Trick(NamedTuple):
    """A trick: who played what, in order, who won it and what it was worth (None and 0 while it
    lies unfinished)."""

    seats: tuple[int, ...]
    tiles: tuple[Tile, ...]
    winner: int | None
    points: int


def tricks_of(hand: Hand) -> tuple[Trick, ...]:
    """Return the tricks of a hand so far, the one on the table last if a tile lies there."""
    public, size = hand.public, hand.trick_size
    plays = tuple(TILES[tile] for tile in public.plays)
    starts = range(0, len(plays), size)
    return tuple(
        _trick(hand, leader, plays[start : start + size])
        for leader, start in zip(public.leaders, starts, strict=False)
    )


def _trick(hand: Hand, leader: int, tiles: tuple[Tile, ...]) -> Trick:
    assert hand.public.call is not None
    order = hand.options.seating.order[leader]
    seats = tuple(seat for seat in order if seat not in hand.public.sitting_out)[: len(tiles)]
    if len(tiles) < hand.trick_size:
        return Trick(seats, tiles, None, 0)
    law = hand.options.contract(hand.public.call).law
    return Trick(seats, tiles, seats[winner(law, tiles)], trick_points(tiles))


def asleep(hand: Hand) -> int:
    """Return the set of tiles that were dealt to nobody and weren't taken out of the set (C13)."""
    return ALL_TILES & ~(sum(hand.deal.hands) | hand.options.removed)
