"""A hand in words, as people talk about it: the auction, the call, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.play.notation.record import Forfeit, GameRecord, HandNotes, Void
from arena.play.notation.words import by_side, side_name
from arena.rules.auction import seats_bidding
from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Aim, Call, Declaration
from arena.rules.game import Game
from arena.rules.hand import Decision, Hand
from arena.rules.scoring import Outcome, Scoring
from arena.rules.seats import seat_name

LONGEST_NAME = 12


class Words:
    """How the seats and sides of one game are spoken of: by name, where all have a short one."""

    def __init__(self, record: GameRecord) -> None:
        names = record.names
        told_apart = len(set(names)) == len(names) and all(names)
        short = max(map(len, names)) <= LONGEST_NAME
        self._names = names if told_apart and short else tuple(map(seat_name, range(len(names))))
        self._seating = record.options.seating
        self._unit = "mark" if record.options.scoring is Scoring.MARKS else "point"

    def seat(self, seat: int) -> str:
        """Return what a seat is called."""
        return self._names[seat]

    def side(self, side: int) -> str:
        """Return what a side is called: a lone seat by its name."""
        seats = self._seating.seats_of(side)
        return self.seat(seats[0]) if len(seats) == 1 else side_name(self._seating, side)

    def verb(self, side: int, one: str, several: str) -> str:
        """Return the form of a verb that goes with a side."""
        return one if len(self._seating.seats_of(side)) == 1 else several

    def auction(self, hand: Hand) -> str:
        """Return all bids, in order."""
        auction = hand.public.auction
        both = zip(seats_bidding(auction.order, auction.bids), auction.bids, strict=True)
        return ", ".join(f"{self.seat(seat)} {_bids(bid)}" for seat, bid in both) or "Nobody bid"

    def contract(self, hand: Hand, notes: HandNotes) -> Iterator[str]:
        """Yield the sentences from who won the auction to who sits out."""
        auction, caller = hand.public.auction, hand.public.caller
        if caller is None or auction.bidder is None:
            return
        bidder = self.seat(auction.bidder)
        forced = ", forced to bid" if auction.forced else ""
        yield f"{bidder} has it for {_for(auction.high)}{forced}."
        if notes.call is None:
            return
        partner = f"{self.seat(caller)}, the partner," if caller != auction.bidder else bidder
        yield f"{partner} calls {notes.call}."
        if notes.call is Call.UNDECLARED and notes.plays:
            yield f"The first lead makes {hand.public.call} trumps."
        for seat in hand.public.sitting_out:
            yield f"{self.seat(seat)} sits out."
        yield self._goal(hand)

    def _goal(self, hand: Hand) -> str:
        auction = hand.public.auction
        assert hand.public.call is not None
        assert auction.high is not None
        assert auction.bidder is not None
        side = hand.options.seating.side[auction.bidder]
        contract = hand.options.contract(hand.public.call)
        if contract.declaration is Declaration.NELLO:
            return f"{self.side(side)} must win no trick."
        who = f"{self.side(side)} {self.verb(side, 'needs', 'need')}"
        if contract.aim is Aim.SEVENS or auction.high.kind is not BidKind.POINTS:
            return f"{who} every trick."
        return f"{who} {auction.high.value} of the {hand.options.total_points} points."

    def ending(self, hand: Hand, notes: HandNotes) -> Iterator[str]:
        """Yield the sentences on how the hand ended and what it paid."""
        if hand.result is None:
            due = {Decision.BID: "bid", Decision.CALL_TRUMP: "call", Decision.PLAY: "play"}
            assert hand.turn is not None
            assert hand.decision is not None
            yield f"The hand was left here: {self.seat(hand.turn)} is to {due[hand.decision]}."
            return
        yield self._outcome(hand, notes)
        paid = [self._paid(side, award) for side, award in enumerate(hand.result.awards) if award]
        if paid:
            yield f"{', '.join(paid)}."

    def _outcome(self, hand: Hand, notes: HandNotes) -> str:
        match notes.stop:
            case Forfeit(seat, why):
                return f"{self.seat(seat)} forfeits the hand ({why})."
            case Void(why):
                return f"The hand is void ({why})."
        assert hand.result is not None
        bidder = hand.public.auction.bidder
        if hand.result.outcome is Outcome.THROWN_IN or bidder is None:
            return "All pass: the hand is thrown in."
        side = hand.options.seating.side[bidder]
        if hand.result.outcome is Outcome.MADE:
            return f"{self.side(side)} {self.verb(side, 'makes', 'make')} it."
        return f"{self.side(side)} {self.verb(side, 'is', 'are')} set."

    def _paid(self, side: int, award: int) -> str:
        one, several = ("gets", "get") if award > 0 else ("loses", "lose")
        return f"{self.side(side)} {self.verb(side, one, several)} {self._amount(abs(award))}"

    def score(self, record: GameRecord, totals: Sequence[int], game: Game | None) -> str:
        """Return the totals, and who has won if the game is over with them."""
        options = record.options
        line = f"Score: {by_side(options.seating, totals)}"
        if game is None or game.ending is None:
            return f"{line}; {self._amount(options.target)} win{'s' * (options.target == 1)}."
        winner = game.ending.winner
        if winner is None:
            return f"{line}. The game is over, and level."
        return f"{line}. {self.side(winner)} {self.verb(winner, 'wins', 'win')} the game."

    def _amount(self, amount: int) -> str:
        return f"{amount} {self._unit}{'s' * (amount != 1)}"


def _bids(bid: Bid) -> str:
    match bid.kind:
        case BidKind.PASS:
            return "passes"
        case BidKind.PLUNGE:
            return f"plunges for {_for(bid)}"
        case BidKind.SPLASH:
            return f"splashes for {_for(bid)}"
    return f"bids {bid}"


def _for(bid: Bid | None) -> str:
    assert bid is not None
    return str(bid) if bid.kind is BidKind.POINTS else str(Bid.marks(bid.value))
