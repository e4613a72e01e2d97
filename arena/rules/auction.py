"""The auction: each seat in turn bids higher or passes, once round the table (R7 to R13).

`Auction` is a state machine; a bid that isn't legal raises and leaves it as it was.
"""

from __future__ import annotations

from enum import Enum

from arena.rules.bids import Bid, BidKind, Ladder
from arena.rules.illegal import IllegalBid


class AllPass(Enum):
    """What the last seat may do when all others passed, or what follows if it passes (R12)."""

    RESHAKE = "reshake"
    FORCED = "forced"
    FORCED_EXACT = "forced_exact"


class Auction:
    """One auction. `order` are the seats in bidding order, the forced one last.

    `bids[i]` was made by `order[i]`; `legal` is what the seat to act may bid, the pass first, and
    empty once the auction is over. `high` is the highest bid so far and `bidder` its seat, both
    None until somebody bids: an auction that ends so was passed by all.
    """

    __slots__ = ("_all_pass", "_ladder", "bidder", "bids", "high", "legal", "order")

    def __init__(self, ladder: Ladder, all_pass: AllPass, order: tuple[int, ...]) -> None:
        self._ladder = ladder
        self._all_pass = all_pass
        self.order = order
        self.bids: list[Bid] = []
        self.high: Bid | None = None
        self.bidder: int | None = None
        self.legal: tuple[Bid, ...] = ladder.pass_or_above(None)

    @property
    def over(self) -> bool:
        """Whether every seat has acted."""
        return len(self.bids) == len(self.order)

    @property
    def turn(self) -> int:
        """The seat to act. Raises IndexError when the auction is over."""
        return self.order[len(self.bids)]

    def bid(self, bid: Bid) -> None:
        """Make the bid of the seat to act. Raises IllegalBid, and leaves all as it was."""
        if bid not in self.legal:
            raise IllegalBid(self._why_not(bid))
        if bid.kind is not BidKind.PASS:
            self.high = bid
            self.bidder = self.turn
        self.bids.append(bid)
        self.legal = self._legal_now()

    def _legal_now(self) -> tuple[Bid, ...]:
        if self.over:
            return ()
        others_passed = self.high is None and len(self.bids) == len(self.order) - 1
        if others_passed and self._all_pass is AllPass.FORCED:
            return self._ladder.above(None)
        if others_passed and self._all_pass is AllPass.FORCED_EXACT:
            return (self._ladder.minimum(),)
        return self._ladder.pass_or_above(self.high)

    def _why_not(self, bid: Bid) -> str:
        if self.over:
            return f"{bid} comes too late: the auction is over"
        legal = say_bids(self.legal)
        if bid.kind is BidKind.PASS:
            return f"the last seat may not pass when all others have; legal: {legal}"
        standing = "no bid yet" if self.high is None else f"{self.high} stands"
        return f"{bid} may not be bid ({standing}); legal: {legal}"


def say_bids(bids: tuple[Bid, ...]) -> str:
    """Return bids as a person lists them, runs of points drawn together: `pass, 31-41, 1 mark`."""
    words: list[str] = []
    points = [bid.value for bid in bids if bid.kind is BidKind.POINTS]
    for bid in bids:
        if bid.kind is not BidKind.POINTS:
            words.append(str(bid))
        elif bid.value == points[0]:
            words.append(str(bid) if len(points) == 1 else f"{points[0]}-{points[-1]}")
    return ", ".join(words)
