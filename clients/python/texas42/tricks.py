"""The little that a bot must know of tricks: which suit is led, who follows, who wins.

For every call, by tables made once. A suit is a number: 0..6 for the pips, TRUMP for the trumps,
DOUBLES where the doubles are a suit of their own, ANY in sevens, which has no suits. Sets of tiles
are bit masks, bit n standing for the tile of wire number n, since a bot asks them thousands of
times a second. Nothing here knows a message or has an opinion.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from texas42.rules import STANDARD, Rules
from texas42.values import Call, Domino

TRUMP: Final = 7
DOUBLES: Final = 8
ANY: Final = 9
SUITS: Final = range(10)


def mask(tiles: Iterable[Domino]) -> int:
    """The set of these tiles as a bit mask."""
    bits = 0
    for tile in tiles:
        bits |= 1 << tile
    return bits


ALL: Final = mask(Domino)
COUNTS: Final = mask(tile for tile in Domino if tile.count)
_APART: Final = {Call.FOLLOW_ME_OWN, Call.NELLO_OWN, Call.NELLO_OWN_INVERTED}
_DOUBLES_LOW: Final = {Call.FOLLOW_ME_LOW, Call.NELLO_LOW}


def distance(tile: Domino) -> int:
    """How far the pips of a tile are from seven, 0 to 7: what counts in sevens."""
    return abs(tile.pips - 7)


class Suits:
    """The suits under one call.

    UNDECLARED is the call of one trick, whose first tile makes its higher end trumps: what it asks
    for and what wins is then as without trumps. With the second tile the call has become a pip.
    """

    call: Call
    led: dict[Domino, int]  # the suit a tile asks for when it is led
    members: tuple[int, ...]  # by suit: the tiles that belong to it, as a mask
    trumps: int  # the mask of all trumps, 0 when there are none
    beaten_by: tuple[dict[Domino, int], ...]  # by suit led and tile: what beats it, as a mask
    above: dict[Domino, int]  # what beats a tile in the suit it asks for itself, as a mask

    def __init__(
        self, call: Call, trump_rank: str = "double_high", free_play: bool = False
    ) -> None:
        """`trump_rank` and `free_play` are the rules of those names, the latter that of sevens."""
        self.call = call
        self._by_pips = trump_rank == "pip_total"
        self._nearest_first = call is Call.SEVENS and not free_play
        members = [mask(t for t in Domino if self._belongs(t, suit)) for suit in SUITS]
        self.members = tuple(members)
        self.trumps = members[TRUMP]
        self.led = {t: self._asks_for(t) for t in Domino}
        self.beaten_by = tuple(self._beaters(suit) for suit in SUITS)
        self.above = {t: self.beaten_by[suit][t] & members[suit] for t, suit in self.led.items()}

    def _is_trump(self, tile: Domino) -> bool:
        if self.call is Call.DOUBLES:
            return tile.is_double
        return self.call.pip in (tile.high, tile.low)

    def _apart(self, tile: Domino) -> int | None:
        """The suit of a tile that belongs to one besides the pips, else None."""
        if self.call is Call.SEVENS:
            return ANY
        if self._is_trump(tile):
            return TRUMP
        return DOUBLES if tile.is_double and self.call in _APART else None

    def _asks_for(self, tile: Domino) -> int:
        apart = self._apart(tile)
        return tile.high if apart is None else apart

    def _belongs(self, tile: Domino, suit: int) -> bool:
        apart = self._apart(tile)
        return suit in (tile.high, tile.low) if apart is None else suit == apart

    def _rank(self, tile: Domino, suit: int) -> int:
        """How high a tile stands when the suit is led: any trump over any member over the rest."""
        if self._is_trump(tile):
            if self._by_pips or self.call is Call.DOUBLES:
                return 20 + tile.pips
            return 20 + (7 if tile.is_double else tile.pips - (self.call.pip or 0))
        if not self._belongs(tile, suit):
            return 0
        if suit == ANY:
            return 17 - distance(tile)
        if suit == DOUBLES:
            return 10 + (6 - tile.high if self.call is Call.NELLO_OWN_INVERTED else tile.high)
        if self._by_pips and self.call is Call.UNDECLARED:
            return 10 + tile.pips
        if tile.is_double:
            return 9 if self.call in _DOUBLES_LOW else 17
        return 10 + tile.pips - suit

    def _beaters(self, suit: int) -> dict[Domino, int]:
        ranks = {tile: self._rank(tile, suit) for tile in Domino}
        return {tile: mask(t for t in Domino if ranks[t] > ranks[tile]) for tile in Domino}

    def follows(self, tile: Domino, suit: int) -> bool:
        """Whether the tile belongs to the suit: holding such a tile, one must play one.

        In sevens every tile does, and one must play a nearest.
        """
        return bool(self.members[suit] >> tile & 1)

    def legal(self, hand: Sequence[Domino], lead: Domino | None) -> list[Domino]:
        """The tiles of a hand that may be played to a lead, or led when there is none."""
        if self._nearest_first:
            nearest = min(map(distance, hand), default=0)
            return [tile for tile in hand if distance(tile) == nearest]
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


def suits_under(rules: Rules, call: Call) -> Suits:
    """The suits under a call where the rules may say how trumps rank and how sevens is played.

    Under most rules, `standard` among them, that is `SUITS_OF[call]`.
    """
    if rules is STANDARD:
        return SUITS_OF[call]
    return _suits(call, rules.trump_rank, rules.sevens_free_play)


@lru_cache(maxsize=256)
def _suits(call: Call, trump_rank: str, free_play: bool) -> Suits:
    if trump_rank != "pip_total" and not free_play:
        return SUITS_OF[call]
    return Suits(call, trump_rank, free_play)


def value(tiles: Iterable[Domino]) -> int:
    """The points a trick of these tiles is worth: one, and its counts."""
    return 1 + sum(tile.count for tile in tiles)
