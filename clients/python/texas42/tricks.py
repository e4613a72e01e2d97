"""The little that a bot must know of tricks: which suit is led, who follows, who wins.

For the nine straight calls, by tables made once. A suit is a number: 0..6 for the pips, TRUMP for
the trumps. Sets of tiles are bit masks, bit n standing for the tile of wire number n, since a bot
asks them thousands of times a second. Nothing here knows a message or has an opinion.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from texas42.values import Call, Domino

TRUMP: Final = 7
SUITS: Final = range(8)


def mask(tiles: Iterable[Domino]) -> int:
    """The set of these tiles as a bit mask."""
    bits = 0
    for tile in tiles:
        bits |= 1 << tile
    return bits


ALL: Final = mask(Domino)
COUNTS: Final = mask(tile for tile in Domino if tile.count)


class Suits:
    """The suits under one call."""

    call: Call
    led: dict[Domino, int]  # the suit a tile asks for when it is led
    members: tuple[int, ...]  # by suit: the tiles that belong to it, as a mask
    trumps: int  # the mask of all trumps, 0 when there are none
    beaten_by: tuple[dict[Domino, int], ...]  # by suit led and tile: what beats it, as a mask
    above: dict[Domino, int]  # what beats a tile in the suit it asks for itself, as a mask

    def __init__(self, call: Call) -> None:
        self.call = call
        members = [mask(t for t in Domino if self._belongs(t, suit)) for suit in SUITS]
        self.members = tuple(members)
        self.trumps = members[TRUMP]
        self.led = {t: TRUMP if self._is_trump(t) else t.high for t in Domino}
        self.beaten_by = tuple(self._beaters(suit) for suit in SUITS)
        self.above = {t: self.beaten_by[suit][t] & members[suit] for t, suit in self.led.items()}

    def _is_trump(self, tile: Domino) -> bool:
        if self.call is Call.DOUBLES:
            return tile.is_double
        return self.call.pip in (tile.high, tile.low)

    def _belongs(self, tile: Domino, suit: int) -> bool:
        if self._is_trump(tile):
            return suit == TRUMP
        return suit in (tile.high, tile.low)

    def _rank(self, tile: Domino, suit: int) -> int:
        """How high a tile stands when the suit is led: any trump over any member over the rest."""
        if self._is_trump(tile):
            if self.call is Call.DOUBLES:
                return 20 + tile.high
            return 20 + (7 if tile.is_double else tile.pips - (self.call.pip or 0))
        if suit not in (tile.high, tile.low):
            return 0
        return 10 + (7 if tile.is_double else tile.pips - suit)

    def _beaters(self, suit: int) -> dict[Domino, int]:
        ranks = {tile: self._rank(tile, suit) for tile in Domino}
        return {tile: mask(t for t in Domino if ranks[t] > ranks[tile]) for tile in Domino}

    def follows(self, tile: Domino, suit: int) -> bool:
        """Whether the tile must be played, if it is held, when the suit is led."""
        return bool(self.members[suit] >> tile & 1)

    def legal(self, hand: Sequence[Domino], lead: Domino | None) -> list[Domino]:
        """The tiles of a hand that may be played to a lead, or led when there is none."""
        if lead is None:
            return list(hand)
        suit = self.members[self.led[lead]]
        return [tile for tile in hand if suit >> tile & 1] or list(hand)

    def winner(self, tiles: Sequence[Domino]) -> int:
        """The place, counted from the lead, of the tile that wins; ValueError without a tile."""
        if not tiles:
            raise ValueError("no tile was led")
        beaten_by = self.beaten_by[self.led[tiles[0]]]
        best = 0
        for place in range(1, len(tiles)):
            if beaten_by[tiles[best]] >> tiles[place] & 1:
                best = place
        return best


SUITS_OF: Final = {call: Suits(call) for call in Call}


def value(tiles: Iterable[Domino]) -> int:
    """The points a trick of these tiles is worth: one, and its counts."""
    return 1 + sum(tile.count for tile in tiles)
