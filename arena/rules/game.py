"""A whole game: hands until a side has the target (R32, R33), however many shakes it takes.

Pure like the hand: it says who shakes and whether the auction is forced, and is told how each hand
ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from arena.rules.auction import AllPass
from arena.rules.options import Options
from arena.rules.scoring import GameWon, Outcome, Result, Scoring
from arena.rules.shaker import shaker_of_hand

MOST_HANDS: Final = 200
"""Any game stops after so many hands (C15)."""


@dataclass(frozen=True)
class Ending:
    """How a game ended: the winning side (None: level) and the totals in marks or points."""

    winner: int | None
    totals: tuple[int, ...]


class Game:
    """One game. `totals` are the marks or points by side, `hands` how many hands have ended."""

    def __init__(self, options: Options, first_shaker: int) -> None:
        self._options = options
        self._first_shaker = first_shaker
        self._thrown_in_running = 0
        self.totals = (0,) * options.seating.sides
        self.hands = 0
        self.ending: Ending | None = None

    @property
    def shaker(self) -> int:
        """Who shakes the next hand."""
        return shaker_of_hand(self._first_shaker, self.hands, self._options.seating.seats)

    @property
    def next_options(self) -> Options:
        """The rules of the next hand: forced, once too many in a row were thrown in (C1)."""
        if self._thrown_in_running < self._options.reshake_cap:
            return self._options
        return replace(self._options, all_pass=AllPass.FORCED)

    def hand_ended(self, result: Result, bidding: int | None = None) -> None:
        """Add a finished hand, which the side `bidding` had bid for (None: nobody).

        Raises ValueError when the game has ended already.
        """
        if self.ending is not None:
            raise ValueError("the game has ended; no further hand belongs to it")
        self.hands += 1
        if result.outcome is Outcome.THROWN_IN:
            self._thrown_in_running += 1
        elif result.outcome is not Outcome.VOID:  # a void hand is as if it hadn't been
            self._thrown_in_running = 0
        self.totals = tuple(
            total + award for total, award in zip(self.totals, result.awards, strict=True)
        )
        winner = game_winner(self._options, self.totals, bidding)
        if winner is not None:
            self.ending = Ending(winner, self.totals)
        elif self.hands == MOST_HANDS:
            self.ending = Ending(self._leader(), self.totals)

    def _leader(self) -> int | None:
        most = max(self.totals)
        leaders = [side for side, total in enumerate(self.totals) if total == most]
        return leaders[0] if len(leaders) == 1 else None


def game_winner(options: Options, totals: Sequence[int], bidding: int | None) -> int | None:
    """Return the side that has won, None while none has (R32, R33, C15, C17).

    Of several over the target the highest wins, or under `bidder_first` the side that bid; level
    ones, or a lead smaller than `win_by`, play on.
    """
    over = [side for side, total in enumerate(totals) if total >= options.target]
    if not over:
        return None
    bidder_first = options.scoring is Scoring.POINTS and (
        options.both_over_target is GameWon.BIDDER_FIRST
    )
    if bidder_first and bidding in over:
        return bidding
    first, *others = sorted(totals, reverse=True)
    lead = first - max(others)
    return totals.index(first) if lead >= options.win_by else None
