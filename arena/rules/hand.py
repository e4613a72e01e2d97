"""One deal played at one table, from the first bid to the last trick.

`Hand` is the whole state machine: it says who is to act and what is legal, takes the action, and
ends with a `Result`. An illegal action raises and leaves the state as it was. What everybody at
the table has seen and heard stands in `Public`; the seats' tiles stand apart from it, so that a
view can be built from the one without touching the other.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from arena.rules.auction import Auction
from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Aim, Call, Contract, PlungeLeader, SevensScope, say_calls
from arena.rules.deal import Deal
from arena.rules.illegal import IllegalCall, IllegalPlay, NotHeld, Renege, WrongMoment
from arena.rules.options import Options
from arena.rules.scoring import (
    Outcome,
    Played,
    Result,
    awards,
    awards_forfeited,
    goal_of,
)  # fmt: skip
from arena.rules.suits import suit_name
from arena.rules.tiles import BIT, COUNT, TILES, Tile, say, tiles_in
from arena.rules.tricks import TrickLaw, allowed

# A member of an enum is slow to look up.
_PLUNGE: Final = BidKind.PLUNGE
_UNDECLARED: Final = Call.UNDECLARED
_THE_BID: Final = Aim.THE_BID
_SEVENS: Final = Aim.SEVENS


class Decision(IntEnum):
    """What the seat to act is asked for."""

    BID = 1
    CALL_TRUMP = 2
    PLAY = 3


Action = Bid | Call | Tile
"""What a seat may answer, by decision: a bid, a call, a tile."""


class Public:
    """What all seats know: who shook, the auction, the call, the plays and what they took. Of the
    auction, what its next seat may bid is that seat's own to know.

    `caller` is the seat that calls, known once the auction is over, and `sitting_out` are the seats
    that play no tiles, known with the call. `plays` are tile numbers in order of play, a byte each;
    `leaders[t]` is the seat that led trick t (the one on the table last), `taken[side]` the points
    of finished tricks.
    """

    __slots__ = (
        "auction", "call", "caller", "leaders", "plays", "shaker", "sitting_out", "taken",
    )  # fmt: skip

    def __init__(self, shaker: int, auction: Auction, sides: int) -> None:
        self.shaker = shaker
        self.auction = auction
        self.caller: int | None = None
        self.call: Call | None = None
        self.sitting_out: tuple[int, ...] = ()
        self.plays = bytearray()
        self.leaders = bytearray()
        self.taken = bytearray(sides)


class Hand:
    """A hand in play. `decision` is what `turn` is asked for; both are None once there is a
    `result`. `held[seat]` is the set of tiles a seat still has, `legal_tiles` the set that may be
    played now (0 unless a play is due).
    """

    __slots__ = (
        "_aim", "_bidders", "_calls", "_decided", "_goal", "_last_place", "_law", "_leader",
        "_left", "_on_table", "_outcome", "_plays", "_power", "_side", "_stops", "_sum", "_tiers",
        "_top", "_undeclared", "_winner", "deal", "decision", "held", "legal_tiles", "options",
        "public", "result", "turn",
    )  # fmt: skip

    def __init__(self, options: Options, deal: Deal) -> None:
        """Start the auction of a deal; raises ValueError when the deal doesn't fit the rules."""
        seating = options.seating
        if len(deal.hands) != seating.seats:
            raise ValueError(f"{len(deal.hands)} hands were dealt to {seating.seats} seats")
        if deal.hands[0].bit_count() != options.tiles_per_seat:
            raise ValueError(f"each seat must be dealt {options.tiles_per_seat} tiles")
        if options.removed:
            _check_set(deal, options)
        first = seating.left[deal.shaker]
        if options.holder_bids_first:  # and where 1-0 isn't dealt, left of the shaker (C12)
            holder = deal.holder(_ONE_NOUGHT)
            first = first if holder is None else holder
        auction = Auction(
            options.ladder, options.all_pass, seating.order[first], options.bid_rounds,
            deal.doubles if options.bids_on_doubles else None,
        )  # fmt: skip
        self.options = options
        self.deal = deal
        self.held = list(deal.hands)
        self.public = Public(deal.shaker, auction, seating.sides)
        self._plays = self.public.plays
        self.turn: int | None = first
        self.decision: Decision | None = Decision.BID
        self.legal_tiles = 0
        self.result: Result | None = None
        self._calls: tuple[Call, ...] = ()
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
        return self._calls if self.decision is Decision.CALL_TRUMP else ()

    @property
    def trick_size(self) -> int:
        """How many tiles a trick has: one of every seat that doesn't sit out."""
        return self._last_place + 1

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
            self._ask_for_the_call(auction.bidder)

    def _ask_for_the_call(self, bidder: int) -> None:
        """Ask the bidder to call, or the partner after a plunge or a splash (3.6)."""
        auction, options = self.public.auction, self.options
        assert auction.high is not None
        caller = self._leader = bidder
        if auction.high.kind >= _PLUNGE:
            caller = options.seating.partner(bidder)
            self._leader = bidder if options.plunge_leader is PlungeLeader.BIDDER else caller
        self.public.caller = self.turn = caller
        self._bidders = self._side[bidder]
        self._aim = _THE_BID
        self._calls = options.calls_after(auction.high, auction.forced, self.held[caller])
        self.decision = Decision.CALL_TRUMP

    def call_trump(self, call: Call) -> None:
        """Call for the seat to act; then the first lead is due (R15, R22). Raises IllegalAction."""
        if self.decision is not Decision.CALL_TRUMP:
            raise WrongMoment(self._not_due("a call"))
        if call not in self._calls:
            legal = say_calls(self._calls)
            raise IllegalCall(f"{call} may not be called under these rules; legal: {legal}")
        public, options = self.public, self.options
        high, bidder = public.auction.high, public.auction.bidder
        assert high is not None
        assert bidder is not None
        contract = options.contract(call)
        self._take_up(contract)
        self._goal = goal_of(high, options.total_points, contract.aim)
        self._stops = contract.aim is not _THE_BID or options.ends_early(high)
        self._decided = self._goal.decided
        if contract.aim is _SEVENS and options.sevens_scope is SevensScope.BIDDER:
            self._decided = self._decided_by_the_bidder
        self._undeclared = call is _UNDECLARED
        if contract.partners_sit_out and options.seating.has_partners:
            self._sit_out(options.seating.partners(bidder))
        self.decision = Decision.PLAY
        self._lead(self._leader)

    def _take_up(self, contract: Contract) -> None:
        self.public.call = contract.call
        self._aim = contract.aim
        self._law: TrickLaw = contract.law

    def _sit_out(self, partners: tuple[int, ...]) -> None:
        self.public.sitting_out = partners
        self._left = self.options.seating.left_without(partners)
        self._last_place = self.options.seating.seats - len(partners) - 1

    def play(self, tile: int) -> None:
        """Play a tile, 0 to 27, for the seat to act (R24). Raises IllegalAction."""
        if not self.legal_tiles & BIT[tile]:
            raise self._why_not(tile)
        seat = self.turn
        assert seat is not None
        self._plays.append(tile)  # first: it takes no number below 0
        self.held[seat] ^= BIT[tile]
        on_table = self._on_table
        if on_table == 0:
            if self._undeclared:
                self._undeclared = False
                self._take_up(self.options.contract(Call.pips(TILES[tile].high)))
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
        """End the hand by the fault of a seat: the other sides get what R34 says.

        Raises WrongMoment, as `void` does, when the hand has a result already.
        """
        self._must_be_open()
        taken = self.public.taken
        played = None if self.public.caller is None else self._played(Outcome.FORFEITED)
        in_play = self.options.tiles_per_seat + sum(
            COUNT[tile] for hand in self.deal.hands for tile in tiles_in(hand)
        )
        awarded = awards_forfeited(
            self.options.pay,
            loser=self._side[seat],
            high=self.public.auction.high,
            played=played,
            untaken=in_play - sum(taken),
            sides=len(taken),
        )
        self._end(Outcome.FORFEITED, awarded)

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
            self._outcome = self._decided(bidders, sum(taken) - bidders)
        if self.held[winner] and not (self._stops and self._outcome):
            self._lead(winner)
            return
        outcome = self._outcome or self._goal.at_end
        self._end(outcome, awards(self.options.pay, self._played(outcome)))

    def _decided_by_the_bidder(self, bidders: int, others: int) -> Outcome | None:
        """As the goal decides, and set if an opponent came nearer to seven than the bidder, whoever
        won the trick (3.5)."""
        seats = self.options.seating.order[self.public.leaders[-1]]
        tiles = self._plays[-len(seats) :]
        power = {seat: self._power[tile] for seat, tile in zip(seats, tiles, strict=True)}
        bidder = self.public.auction.bidder
        assert bidder is not None
        nearest = max(power[seat] for seat in seats if self._side[seat] != self._bidders)
        return Outcome.SET if nearest > power[bidder] else self._goal.decided(bidders, others)

    def _played(self, outcome: Outcome) -> Played:
        auction = self.public.auction
        assert auction.high is not None
        forced = auction.forced and auction.high == self.options.ladder.lowest
        taken = tuple(self.public.taken)
        return Played(auction.high, self._aim, self._bidders, outcome, taken, forced)

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
        if self._aim is _SEVENS:
            return IllegalPlay(f"{name} is not among the hand's nearest to seven; {legal}")
        led = TILES[self.public.plays[-self._on_table]]
        suit = self._law.asks[led]
        assert suit is not None
        return Renege(
            f"{name} doesn't follow {led}, which asks for {suit_name(suit)} ({self.public.call} "
            f"called), and the hand can follow; {legal}"
        )


_ONE_NOUGHT: Final = Tile.of(1, 0)


def _check_set(deal: Deal, options: Options) -> None:
    if any(hand & options.removed for hand in deal.hands):
        out, seats = say(options.removed), options.players
        raise ValueError(f"{out} is taken out of the set with {seats} players, and was dealt")
