"""What a seat can work out about tiles it doesn't see: who may hold what, and how likely.

Pure counting, from one observation of a play among four; no opinion on what to do about it.
"""

from math import comb
from typing import Final

from texas42.observation import Observation
from texas42.tricks import ALL, mask, suits_under
from texas42.values import LEFT, ME, PARTNER, RIGHT

# By tiles that a seat may hold, wanted ones among them, and tiles it does hold: the chance that
# it holds none of the wanted ones.
_NONE: Final = [
    [
        [comb(may - wanted, held) / comb(may, held) if held <= may else 0.0 for held in range(8)]
        for wanted in range(may + 1)
    ]
    for may in range(29)
]


class Unseen:
    """The tiles that the other three hold. Sets are masks as in `tricks`, seats the observer's."""

    def __init__(self, seen: Observation) -> None:
        """Reads a play; `seen.call` must be known."""
        assert seen.call is not None
        self.suits = suits_under(seen.rules, seen.call)
        self.tiles = ALL & ~mask(seen.dealt) & ~mask(seen.played)
        self._held = self._count(seen)
        lacks = self._lacks(seen)
        self.may = [0, *(self.tiles & ~lacks[seat] for seat in (LEFT, PARTNER, RIGHT))]
        left, partner, right = self.may[LEFT:]
        # What only one seat may hold, it holds.
        self._must = [0, left & ~(partner | right), partner & ~(left | right)]
        self._must.append(right & ~(left | partner))

    def _count(self, seen: Observation) -> list[int]:
        finished = max(0, len(seen.leaders) - 1)
        held = [seen.rules.tiles_per_seat - finished] * 4
        for seat, _ in seen.trick:
            held[seat] -= 1
        return held

    def _lacks(self, seen: Observation) -> list[int]:
        """By seat, the suits it did not follow when it should have."""
        lacks = [0, 0, 0, 0]
        played, place = seen.played, 0
        for leader in seen.leaders[seen.hidden_tricks :]:
            trick = played[place : place + 4]
            place += 4
            if trick:
                suit = self.suits.members[self.suits.led[trick[0]]]
                for step, tile in enumerate(trick):
                    if not suit >> tile & 1:
                        lacks[(leader + step) % 4] |= suit
        lacks[ME] = 0
        return lacks

    def has_none(self, seat: int, tiles: int) -> float:
        """The chance that a seat holds none of these tiles."""
        may = self.may[seat]
        wanted = may & tiles
        if not wanted:
            return 1.0
        if self._must[seat] & tiles:
            return 0.0
        return _NONE[may.bit_count()][wanted.bit_count()][self._held[seat]]

    def can_beat(self, seat: int, beaters: int, suit: int) -> float:
        """The chance that a seat, still to play to a suit, can beat a tile with one of these."""
        beaters &= self.may[seat]
        if not beaters:
            return 0.0
        members = self.suits.members[suit]
        chance = 1.0 - self.has_none(seat, beaters & members)
        if beaters & ~members:
            # It may only trump in when it can't follow.
            chance += self.has_none(seat, members) * (1.0 - self.has_none(seat, beaters & ~members))
        return chance
