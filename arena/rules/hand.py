"""One deal played at one table, from the first bid to the last trick.

`Hand` is the whole state machine: it says who is to act and what is legal, takes the action, and
ends with a `Result`. An illegal action raises and leaves the state as it was. What everybody at
the table has seen and heard stands in `Public`; the seats' tiles stand apart from it, so that a
view can be built from the one without touching the other.
"""

from __future__ import annotations

from enum import IntEnum

from arena.rules.auction import Auction
from arena.rules.bids import Bid
from arena.rules.contracts import Call, say_calls
from arena.rules.deal import Deal
from arena.rules.illegal import IllegalCall, IllegalPlay, NotHeld, Renege, WrongMoment
from arena.rules.options import Options
from arena.rules.scoring import Goal, Outcome, Result, goal_of, marks_awarded, marks_forfeited
from arena.rules.suits import suit_name
from arena.rules.tiles import BIT, COUNT, TILES, Tile, say, tiles_in
from arena.rules.tricks import TrickLaw, allowed


class Decision(IntEnum):
    """What the seat to act is asked for."""

    BID = 1
    CALL_TRUMP = 2
    PLAY = 3


Action = Bid | Call | Tile
"""What a seat may answer, by decision: a bid, a call, a tile."""


class Public:
    """What all seats know: who shook, the auction, the call, the plays and what they took.

    `plays` are tile numbers in order of play, a byte each; `leaders[t]` is the seat that led trick
    t (the one on the table last), `taken[side]` the points of finished tricks.
    """

    __slots__ = ("auction", "call", "leaders", "plays", "shaker", "taken")

    def __init__(self, shaker: int, auction: Auction, sides: int) -> None:
        self.shaker = shaker
        self.auction = auction
        self.call: Call | None = None
        self.plays = bytearray()
        self.leaders = bytearray()
        self.taken = bytearray(sides)


class Hand:
    """A hand in play. `decision` is what `turn` is asked for; both are None once there is a
    `result`. `held[seat]` is the set of tiles a seat still has, `legal_tiles` the set that may be
    played now (0 unless a play is due).
    """

    __slots__ = (
        "_bidders", "_goal", "_last_place", "_law", "_left", "_on_table", "_outcome", "_plays",
        "_power", "_side", "_sum", "_tiers", "_top", "_winner", "deal", "decision", "held",
        "legal_tiles", "options", "public", "result", "turn",
    )  # fmt: skip

    def __init__(self, options: Options, deal: Deal) -> None:
        """Start the auction of a deal; raises ValueError when the deal doesn't fit the rules."""
        seating = options.seating
        if len(deal.hands) != seating.seats:
            raise ValueError(f"{len(deal.hands)} hands were dealt to {seating.seats} seats")
        if deal.hands[0].bit_count() != options.tiles_per_seat:
            raise ValueError(f"each seat must be dealt {options.tiles_per_seat} tiles")
        first = seating.left[deal.shaker]
        auction = Auction(options.ladder, options.all_pass, seating.order[first])
        self.options = options
        self.deal = deal
        self.held = list(deal.hands)
        self.public = Public(deal.shaker, auction, seating.sides)
        self._plays = self.public.plays
        self.turn: int | None = first
        self.decision: Decision | None = Decision.BID
        self.legal_tiles = 0
        self.result: Result | None = None
        self._left = seating.left
        self._last_place = seating.seats - 1
        self._side = seating.side
        self._outcome: Outcome | None = None
        self._on_table = 0

    # What is due.

    @property
    def over(self) -> bool:
        """Whether the hand has a result."""
        return self.result is not None

    def legal_bids(self) -> tuple[Bid, ...]:
        """Return what may be bid now; nothing unless a bid is due."""
        return self.public.auction.legal if self.decision is Decision.BID else ()

    def legal_calls(self) -> tuple[Call, ...]:
        """Return what may be called now; nothing unless a call is due."""
        return self.options.calls if self.decision is Decision.CALL_TRUMP else ()

    def legal_actions(self) -> tuple[Action, ...]:
        """Return all that the seat to act may do."""
        return self.legal_bids() or self.legal_calls() or tiles_in(self.legal_tiles)

    # What is done.

    def act(self, action: Action) -> None:
        """Take the action of the seat to act. Raises IllegalAction and changes nothing."""
        if isinstance(action, Call):
            self.call_trump(action)
        elif isinstance(action, Bid):
            self.bid(action)
        else:
            self.play(action)

    def bid(self, bid: Bid) -> None:
        """Bid for the seat to act. Raises IllegalAction and changes nothing."""
        if self.decision is not Decision.BID:
            raise WrongMoment(self._not_due("a bid"))
        auction = self.public.auction
        auction.bid(bid)
        if auction.legal:
            self.turn = auction.turn
        elif auction.bidder is None:
            self._end(Outcome.THROWN_IN, (0,) * len(self.public.taken))
        else:
            self.turn = auction.bidder
            self.decision = Decision.CALL_TRUMP

    def call_trump(self, call: Call) -> None:
        """Call for the bidder, who then leads (R15, R22). Raises IllegalAction."""
        if self.decision is not Decision.CALL_TRUMP:
            raise WrongMoment(self._not_due("a call"))
        if call not in self.options.calls:
            legal = say_calls(self.options.calls)
            raise IllegalCall(f"{call} may not be called under these rules; legal: {legal}")
        auction = self.public.auction
        assert auction.high is not None
        assert auction.bidder is not None
        self.public.call = call
        self._law: TrickLaw = self.options.contract(call).law
        self._goal: Goal = goal_of(auction.high, self.options.total_points)
        self._bidders = self._side[auction.bidder]
        self.decision = Decision.PLAY
        self._lead(auction.bidder)

    def play(self, tile: int) -> None:
        """Play a tile for the seat to act (R24). Raises IllegalAction and changes nothing."""
        if not self.legal_tiles & BIT[tile]:
            raise self._why_not(tile)
        seat = self.turn
        assert seat is not None
        self.held[seat] ^= BIT[tile]
        self._plays.append(tile)
        on_table = self._on_table
        if on_table == 0:
            self._tiers = self._law.follow[tile]
            self._power = self._law.power[tile]
            self._sum = 1 + COUNT[tile]
            self._top = self._power[tile]
            self._winner = seat
        else:
            self._sum += COUNT[tile]
            power = self._power[tile]
            if power > self._top:
                self._top = power
                self._winner = seat
        if on_table == self._last_place:
            self._finish_trick()
            return
        self._on_table = on_table + 1
        self.turn = seat = self._left[seat]
        held = self.held[seat]
        for tier in self._tiers:  # as `allowed` does, without the price of a call
            if held & tier:
                self.legal_tiles = held & tier
                return

    def forfeit(self, seat: int) -> None:
        """End the hand by the fault of a seat: the other side gets the stake (R34).

        Raises WrongMoment, as `void` does, when the hand has a result already.
        """
        self._must_be_open()
        auction = self.public.auction
        awards = marks_forfeited(auction.high, self._side[seat], len(self.public.taken))
        self._end(Outcome.FORFEITED, awards)

    def void(self) -> None:
        """End the hand without a score, for a fault that is nobody's at the table."""
        self._must_be_open()
        self._end(Outcome.VOID, (0,) * len(self.public.taken))

    def _must_be_open(self) -> None:
        if self.result is not None:
            raise WrongMoment(f"the hand is over ({self.result})")

    # How a trick ends.

    def _lead(self, seat: int) -> None:
        self.turn = seat
        self._on_table = 0
        self.public.leaders.append(seat)
        self.legal_tiles = allowed(self.held[seat], self._law.lead)

    def _finish_trick(self) -> None:
        winner, taken = self._winner, self.public.taken
        taken[self._side[winner]] += self._sum
        if self._outcome is None:
            bidders = taken[self._bidders]
            self._outcome = self._goal.decided(bidders, sum(taken) - bidders)
        if self._outcome is not None and (self.options.early_end or not self.held[winner]):
            high = self.public.auction.high
            assert high is not None
            self._end(self._outcome, marks_awarded(high, self._outcome, self._bidders, len(taken)))
        else:
            self._lead(winner)

    def _end(self, outcome: Outcome, awards: tuple[int, ...]) -> None:
        self.result = Result(outcome, awards, tuple(self.public.taken))
        self.decision = None
        self.turn = None
        self.legal_tiles = 0

    # What to say of an illegal action.

    def _not_due(self, what: str) -> str:
        if self.decision is None:
            return f"{what} comes too late: the hand is over"
        due = {
            Decision.BID: "a bid", Decision.CALL_TRUMP: "a call", Decision.PLAY: "a tile",
        }[self.decision]  # fmt: skip
        return f"{what} came where {due} is due"

    def _why_not(self, tile: int) -> IllegalPlay | WrongMoment:
        if self.decision is not Decision.PLAY or self.turn is None:
            return WrongMoment(self._not_due("a tile"))
        held, name = self.held[self.turn], TILES[tile]
        legal = f"legal: {say(self.legal_tiles)}"
        if not held & BIT[tile]:
            return NotHeld(f"{name} isn't held; {legal}")
        led = TILES[self.public.plays[-self._on_table]]
        call = self.public.call
        assert call is not None
        suit = suit_name(self._law.asks[led])
        return Renege(
            f"{name} doesn't follow {led}, which asks for {suit} ({call} called), and the hand can "
            f"follow; {legal}"
        )
