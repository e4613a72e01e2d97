"""How `rule` plays where its counting does not reach: a few rules of thumb for any table and call.

They know who is on which side, what wins the trick so far and what is still unseen, and no more.
"""

from collections.abc import Sequence

from texas42.observation import Observation
from texas42.tricks import ALL, distance, mask, suits_under
from texas42.values import Call, Domino


def play(seen: Observation, legal: Sequence[Domino]) -> Domino:
    """One of the legal tiles, of which there is at least one; the call must be known."""
    assert seen.call is not None
    if seen.call is Call.SEVENS:
        return min(legal, key=distance)
    table = _Table(seen, seen.call)
    if seen.call.is_nello:
        return table.duck(legal)
    return table.follow(legal) if seen.trick else table.lead(legal)


class _Table:
    """What lies on the table, and what of the others' tiles is unseen."""

    def __init__(self, seen: Observation, call: Call) -> None:
        self._suits = suits_under(seen.rules, call)
        self._unseen = ALL & ~mask(seen.dealt) & ~mask(seen.played)
        self._tiles = [tile for _, tile in seen.trick]
        self._ours = bool(self._tiles) and self._is_with_us(seen)
        playing = seen.rules.players - len(seen.sitting_out)
        self._is_last = len(self._tiles) == playing - 1

    def _is_with_us(self, seen: Observation) -> bool:
        """Whether the trick so far goes to our side, or to one that defends with us."""
        seat, _ = seen.trick[self._suits.winner(self._tiles)]
        sides = seen.rules.sides
        bidder = (seen.bidder or 0) % sides
        return seat % sides == 0 or (bidder != 0 and seat % sides != bidder)

    def lead(self, legal: Sequence[Domino]) -> Domino:
        """A tile that nothing unseen can beat, the one with the most pips; else a cheap one."""
        sure = [tile for tile in legal if not self._beaters(tile)]
        return max(sure, key=_pips) if sure else min(legal, key=_cost)

    def follow(self, legal: Sequence[Domino]) -> Domino:
        """Count to a trick that is ours for certain; else the trick, if it can be had.

        The last to play takes it with count, or with the tile that is worth least; others, who may
        still be beaten, with the best they have.
        """
        if self._ours and (self._is_last or not self._beaters(self._best())):
            return max(legal, key=_gift)
        taking = [] if self._ours else [tile for tile in legal if self._takes(tile)]
        if not taking:
            return min(legal, key=_cost)
        if self._is_last:
            return max(taking, key=lambda tile: (tile.count, self._beaters(tile).bit_count()))
        return min(taking, key=lambda tile: (self._beaters(tile).bit_count(), -tile.pips))

    def duck(self, legal: Sequence[Domino]) -> Domino:
        """The highest tile that leaves the trick to another; the lowest if there is none."""
        below = [tile for tile in legal if self._tiles and not self._takes(tile)]
        if below:
            return max(below, key=_pips)
        return max(legal, key=lambda tile: (self._beaters(tile).bit_count(), -tile.pips))

    def _best(self) -> Domino:
        return self._tiles[self._suits.winner(self._tiles)]

    def _takes(self, tile: Domino) -> bool:
        return self._suits.winner([*self._tiles, tile]) == len(self._tiles)

    def _beaters(self, tile: Domino) -> int:
        """The unseen tiles that beat this one in the trick on the table."""
        suit = self._suits.led[self._tiles[0] if self._tiles else tile]
        return self._suits.beaten_by[suit][tile] & self._unseen


def _pips(tile: Domino) -> tuple[int, int]:
    return tile.pips, tile.count


def _cost(tile: Domino) -> tuple[int, int]:
    return tile.count, tile.pips


def _gift(tile: Domino) -> tuple[int, int]:
    return tile.count, -tile.pips
