"""How `rule` plays: each legal tile is given a worth in points of the hand, and the best is played.

The worth is what the trick brings, by the chance that our side wins it, less what it costs to
part with the tile. The numbers were tuned by playing duplicate deals under `standard`. Other
tables and special contracts are played by a few rules of thumb, which stand in `thumb`.
"""

from typing import Final

from texas42.house import thumb
from texas42.house.counting import Unseen
from texas42.observation import Observation
from texas42.tricks import TRUMP, value
from texas42.values import LEFT, ME, PARTNER, RIGHT, Domino

# What it costs to part with a tile.
_A_TRUMP: Final = 1.5
_BEST_TRUMP: Final = 2.0  # besides
_A_WINNER: Final = 0.75  # of a suit that is not trumps
_A_DOUBLE: Final = 0.5  # that is no trump
_A_PIP: Final = 0.02  # all else equal, low tiles go first
_A_COUNT: Final = -0.15  # per point: count goes to the right side while it can,
_A_COUNT_LED: Final = -0.05  # but less so when it is led

# What players still to come add to a trick.
_PARTNER_ADDS: Final = 1.0
_THEY_ADD: Final = 1.5

# How often it turns out well when both sides can win.
_PARTNER_OVER_THEM: Final = 0.35
_THEY_OVER_PARTNER: Final = 0.3

_DRAW_TRUMPS: Final = 1.2  # for each trump that a lead by the bidding side draws
_NOTHING_TO_DRAW: Final = -1.0
_LAST_OF_ALL: Final = 6.0  # under a mark bid, for the trick itself: one decides the hand


def play(seen: Observation) -> Domino:
    """The legal tile that is worth most; of equal ones the lowest."""
    legal = sorted(seen.legal_plays)
    if len(legal) == 1 or seen.call is None:
        return legal[0]
    if not (seen.call.is_straight and seen.rules.usual_table):
        return thumb.play(seen, legal)
    return max(legal, key=Prospect(seen).worth)


class Prospect:
    """What may come of the trick on the table."""

    def __init__(self, seen: Observation) -> None:
        """Looks at a play among four, under a call that is known."""
        self._unseen = Unseen(seen)
        self._suits = self._unseen.suits
        self._place = len(seen.trick)
        self._we_bid = seen.bidder in (ME, PARTNER)
        self._marks = seen.high_bid.in_marks
        tiles = [tile for _, tile in seen.trick]
        self._value = value(tiles)
        self._lead = tiles[0] if tiles else None
        self._best, self._best_seat = None, ME
        if tiles:
            winner = self._suits.winner(tiles)
            self._best_seat, self._best = seen.trick[winner]

    def worth(self, tile: Domino) -> float:
        """What playing this legal tile is worth, in points."""
        win, they_add, we_add = self._outlook(tile)
        stake = self._value + tile.count
        worth = win * (stake + we_add) - (1.0 - win) * (stake + they_add) - self._price(tile)
        if self._marks:
            worth += _LAST_OF_ALL * win
        if self._lead is None and self._suits.led[tile] == TRUMP:
            worth += self._drawing()
        return worth

    def _outlook(self, tile: Domino) -> tuple[float, float, float]:
        """The chance that we win the trick with this tile in it, what they add to it if they win
        and what we add if we do.
        """
        suit = self._suits.led[self._lead or tile]
        best, ours = self._best, self._best_seat in (ME, PARTNER)
        if best is None or self._suits.beaten_by[suit][best] >> tile & 1:
            best, ours = tile, True
        beaters = self._suits.beaten_by[suit][best] & self._unseen.tiles
        if self._place == 3:
            return float(ours), 0.0, 0.0
        left = self._unseen.can_beat(LEFT, beaters, suit)
        if self._place == 2:
            return (1.0 - left if ours else 0.0), _THEY_ADD, 0.0
        partner = self._unseen.can_beat(PARTNER, beaters, suit)
        if self._place == 1:
            if not ours:
                return partner * (1.0 - left * _THEY_OVER_PARTNER), _THEY_ADD, _PARTNER_ADDS
            return 1.0 - left + left * partner * _PARTNER_OVER_THEM, _THEY_ADD, _PARTNER_ADDS
        stands = (1.0 - left) * (1.0 - self._unseen.can_beat(RIGHT, beaters, suit))
        win = stands + (1.0 - stands) * partner * _PARTNER_OVER_THEM
        return win, 1.5 * _THEY_ADD, 2.0 * _PARTNER_ADDS

    def _price(self, tile: Domino) -> float:
        """What it costs to part with a tile."""
        price = _A_PIP * tile.pips
        best = not self._suits.above[tile] & self._unseen.tiles
        if self._suits.led[tile] == TRUMP:
            price += _A_TRUMP + (_BEST_TRUMP if best else 0.0)
        else:
            price += (_A_WINNER if best else 0.0) + (_A_DOUBLE if tile.is_double else 0.0)
        return price + tile.count * (_A_COUNT_LED if self._lead is None else _A_COUNT)

    def _drawing(self) -> float:
        """What it is worth that a trump is led, for the trumps it draws from the others' hands."""
        theirs = (self._unseen.may[LEFT] | self._unseen.may[RIGHT]) & self._suits.trumps
        if not self._we_bid:
            return -_DRAW_TRUMPS
        if not theirs:
            return _NOTHING_TO_DRAW
        return _DRAW_TRUMPS * min(2.0, theirs.bit_count() * 2 / 3)
