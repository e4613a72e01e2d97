"""The auction: each seat in turn bids higher or passes (R7 to R13, C5).

`Auction` is a state machine; a bid that isn't legal raises and leaves it as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from arena.rules.bids import NO_CHOICE, PASS, Bid, BidKind, Choice, Ladder
from arena.rules.illegal import IllegalBid


class AllPass(Enum):
    """What the last seat may do when all others passed, or what follows if it passes (R12)."""

    RESHAKE = "reshake"
    FORCED = "forced"
    FORCED_EXACT = "forced_exact"


class BidRounds(Enum):
    """Whether bidding goes once round, or on until all but the high bidder have passed (C5)."""

    SINGLE = "single"
    UNTIL_PASSED = "until_passed"


class FirstBidder(Enum):
    """Who bids first: the seat left of the shaker, or the one that was dealt 1-0 (C12)."""

    LEFT_OF_SHAKER = "left_of_shaker"
    HOLDER_0_1 = "holder_0_1"


# A member of an enum is slow to look up.
_PASS: Final = BidKind.PASS
_RESHAKE: Final = AllPass.RESHAKE
_SINGLE: Final = BidRounds.SINGLE


class Auction:
    """One auction. `order` are the seats in bidding order, the forced one last.

    `bids` are the bids so far, `turn` is the seat to make the next one, and `legal` what it may
    bid, the pass first: empty once the auction is over. `high` is the highest bid so far and
    `bidder` its seat, both None until somebody bids: an auction that ends so was passed by all.
    `forced` says whether the bidder had no choice but to bid (C3).
    """

    __slots__ = (
        "_all_pass", "_allowed", "_doubles", "_forces", "_ladder", "_rounds", "bidder", "bids",
        "forced", "high", "legal", "order", "turn",
    )  # fmt: skip

    def __init__(
        self,
        ladder: Ladder,
        all_pass: AllPass,
        order: tuple[int, ...],
        rounds: BidRounds = BidRounds.SINGLE,
        doubles: Sequence[int] | None = None,
    ) -> None:
        """`doubles[seat]` is how many doubles a seat holds, where bids take any (None: none do)."""
        self._ladder = ladder
        self._all_pass = all_pass
        self._forces = all_pass is not _RESHAKE
        self._rounds = rounds
        self._doubles = doubles
        self.order = order
        self.bids: list[Bid] = []
        self.high: Bid | None = None
        self.bidder: int | None = None
        self.forced = False
        self.turn = order[0]
        self.legal, self._allowed = self._choice()

    @property
    def over(self) -> bool:
        """Whether nobody is to bid any more."""
        return not self.legal

    @property
    def winner(self) -> int | None:
        """The seat that won the auction; None while it is on, and where all passed."""
        return self.bidder if self.over else None

    def bid(self, bid: Bid) -> None:
        """Make the bid of the seat to act. Raises IllegalBid, and leaves all as it was."""
        if bid not in self._allowed:
            raise IllegalBid(self._why_not(bid))
        if bid.kind is not _PASS:
            self.forced = self.high is None and self._forces and self._last_of_all()
            self.high = bid
            self.bidder = self.turn
        bids = self.bids
        bids.append(bid)
        made = len(bids)
        if made < len(self.order):
            self.turn = self.order[made]
        elif self._rounds is _SINGLE or not self._goes_on():
            self.legal, self._allowed = NO_CHOICE
            return
        self.legal, self._allowed = self._choice()

    def _goes_on(self) -> bool:
        """Pass the turn, past those that are out; return whether that led to another bidder."""
        if self.bidder is None:
            return False
        *_, seat = seats_bidding(self.order, (*self.bids, PASS))
        if seat == self.bidder:
            return False
        self.turn = seat
        return True

    def _choice(self) -> Choice:
        doubles = 0 if self._doubles is None else self._doubles[self.turn]
        if self._forces and self.high is None and self._last_of_all():
            if self._all_pass is AllPass.FORCED:
                return self._ladder.above(None, doubles)
            return self._ladder.minimum()
        return self._ladder.pass_or_above(self.high, doubles)

    def _last_of_all(self) -> bool:
        """Whether all others have acted once."""
        return len(self.bids) == len(self.order) - 1

    def _why_not(self, bid: Bid) -> str:
        if self.over:
            return f"{bid} comes too late: the auction is over"
        legal = say_bids(self.legal)
        if bid.kind is BidKind.PASS:
            return f"the last seat may not pass when all others have; legal: {legal}"
        standing = "no bid yet" if self.high is None else f"{self.high} stands"
        return f"{bid} may not be bid ({standing}); legal: {legal}"


def seats_bidding(order: Sequence[int], bids: Sequence[Bid]) -> tuple[int, ...]:
    """Return which seat made each of these bids: round after round, past those that passed."""
    seats: list[int] = []
    still_in = list(order)
    turn = 0
    for bid in bids:
        seat = still_in[turn % len(still_in)]
        seats.append(seat)
        if bid.kind is BidKind.PASS and len(still_in) > 1:
            turn %= len(still_in)
            del still_in[turn]
        else:
            turn = turn % len(still_in) + 1
    return tuple(seats)


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
