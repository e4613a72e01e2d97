"""What one seat may know of a hand.

A `View` holds the seat's own tiles and what is public, and nothing else: there is no place in it
for another seat's tiles. Where tricks are turned down (R36, C7) it drops them once the seat has
been shown them.
"""

from __future__ import annotations

from typing import Final

from arena.rules.auction import say_bids
from arena.rules.bids import Bid
from arena.rules.contracts import Call, say_calls
from arena.rules.hand import Decision, Hand
from arena.rules.tiles import say

_UNDECLARED: Final = Call.UNDECLARED  # a member of an enum is slow to look up


class View:
    """One seat's view of one hand, brought up to date by `look` whenever the seat is asked.

    `plays` begins with trick number `hidden_tricks`; `taken` is empty while tricks are hidden. The
    lists are the hand's own and must only be read. Seats are absolute.
    """

    __slots__ = (
        "_hides", "_shown_tricks", "bidder", "bids", "call", "dealt", "decision", "first_bidder",
        "held", "hidden_tricks", "leaders", "legal_bids", "legal_calls", "legal_tiles", "plays",
        "seat", "shaker", "sitting_out", "taken",
    )  # fmt: skip

    def __init__(self, hand: Hand, seat: int) -> None:
        public = hand.public
        self.seat = seat
        self.dealt = self.held = hand.deal.hands[seat]
        self.shaker = public.shaker
        self.first_bidder = public.auction.order[0]
        self.bids = public.auction.bids
        self.leaders = public.leaders
        self.plays = public.plays
        self.taken = public.taken
        self.bidder: int | None = None
        self.call: Call | None = None
        self.sitting_out: tuple[int, ...] = ()
        self.hidden_tricks = 0
        self._hides = False
        self._shown_tricks = 0
        self.decision: Decision | None = None
        self.legal_tiles = 0
        self.legal_bids: tuple[Bid, ...] = ()
        self.legal_calls: tuple[Call, ...] = ()

    def look(self, hand: Hand) -> None:
        """See the hand as it stands now, which must be this view's own. Where tricks are turned
        down, each look shows those finished since the look before, and no older one."""
        self.decision = hand.decision
        self.held = hand.held[self.seat]
        self.legal_tiles = hand.legal_tiles if hand.turn == self.seat else 0
        if self.call is None or self.call is _UNDECLARED:
            self._follow_the_auction(hand)
        elif self._hides:
            self._turn_down_tricks(hand)

    def _follow_the_auction(self, hand: Hand) -> None:
        self.bidder = hand.public.auction.bidder
        # What another seat may bid or call would tell what it holds.
        mine = hand.turn == self.seat
        self.legal_bids = hand.legal_bids() if mine else ()
        self.legal_calls = hand.legal_calls() if mine else ()
        high = hand.public.auction.high
        if hand.public.call is None or high is None:
            return
        self.call = hand.public.call
        self.sitting_out = hand.public.sitting_out
        self._hides = hand.options.stacking.hides(high)
        if self._hides:
            # A view made in mid-hand was last asked in the trick before: it knows no older one.
            self._shown_tricks = max(0, len(hand.public.leaders) - 2)
            self._turn_down_tricks(hand)

    def _turn_down_tricks(self, hand: Hand) -> None:
        self.hidden_tricks = self._shown_tricks
        self._shown_tricks = len(hand.public.leaders) - 1
        self.plays = hand.public.plays[self.hidden_tricks * hand.trick_size :]
        self.taken = bytearray()

    def __str__(self) -> str:
        """Return what the seat is asked, in words."""
        if self.decision is Decision.BID:
            return f"bid with {say(self.held)}; legal: {say_bids(self.legal_bids)}"
        if self.decision is Decision.CALL_TRUMP:
            return f"call with {say(self.held)}; legal: {say_calls(self.legal_calls)}"
        return f"play from {say(self.held)}; legal: {say(self.legal_tiles)}"
