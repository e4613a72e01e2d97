"""What one seat sees when it is asked: a thin view over the message that came.

A property costs nothing until it is touched; tuples are then kept. Seats are counted from the
one who looks: ME, LEFT, PARTNER, RIGHT at the usual table. This module judges nothing and
remembers nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Generic, TypeAlias, TypeVar

from texas42.rules import STANDARD, Rules
from texas42.v1 import bot_pb2, game_pb2
from texas42.values import DOMINOES, ME, PASS, Bid, Call, Decision, Domino, bid_of, calls
from texas42.wording import describe

T = TypeVar("T")
_DOMINO = DOMINOES.__getitem__

# A trick or a part of one, in order of play: who played what.
Trick: TypeAlias = tuple[tuple[int, Domino], ...]


class _kept(Generic[T]):
    """A property that is worked out when first touched and then kept.

    functools.cached_property takes a lock in Python 3.11; an observation has one reader.
    """

    def __init__(self, work_out: "Callable[[Observation], T]") -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, seen: "Observation", owner: type) -> T:
        value = self._work_out(seen)
        setattr(seen, self._name, value)
        return value


class _Tiles:
    """The tiles in a field of the message, kept once they are touched."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._field = {"played": "plays"}.get(name, name)

    def __get__(self, seen: "Observation", owner: type) -> tuple[Domino, ...]:
        # In one piece, since every play of every bot comes by here; and by way of a list, which
        # protobuf makes quicker than it is iterated over.
        numbers = getattr(seen.message, self._field)[:]
        try:
            tiles = tuple(map(_DOMINO, numbers))
        except KeyError:  # an arena of tomorrow may know more of them
            tiles = tuple(DOMINOES[number] for number in numbers if number in DOMINOES)
        setattr(seen, self._name, tiles)
        return tiles


@dataclass(frozen=True, slots=True)
class Contract:
    """What the hand is played for."""

    bidder: int  # the seat that won the auction
    bid: Bid
    call: Call  # after a plunge or a splash it is the bidder's partner that has called


class Observation:
    """All that one seat may know when it is asked, and what it may answer."""

    def __init__(self, message: bot_pb2.Observation, book: Mapping[int, Rules]) -> None:
        """Looks at a message, under the rules that the arena announced by number."""
        self.message = message
        self._book = book

    def __str__(self) -> str:
        return describe(self)

    # What is asked, and what may be answered.

    @property
    def decision(self) -> Decision:
        """What is asked."""
        return Decision(self.message.decision)

    legal_plays = _Tiles("The tiles that may be played; empty unless the decision is a play.")

    @_kept
    def legal_bids(self) -> tuple[Bid, ...]:
        """The bids that may be made; empty unless the decision is a bid."""
        message = self.message
        return _bids(tuple(message.legal_bid_kinds[:]), tuple(message.legal_bid_values[:]))

    @_kept
    def legal_calls(self) -> tuple[Call, ...]:
        """What may be called; empty unless the decision is a call."""
        return calls(self.message.legal_calls)

    # Tiles.

    hand = _Tiles("The tiles this seat still holds, lowest first.")
    dealt = _Tiles("The tiles this seat was dealt, lowest first.")
    played = _Tiles("The tiles played so far in order of play, those of hidden tricks left out.")

    # The auction.

    @property
    def shaker(self) -> int:
        """The seat that shook the tiles."""
        return self.message.shaker

    @property
    def first_bidder(self) -> int:
        """The seat that bids first."""
        return self.message.first_bidder

    @_kept
    def _auction(self) -> "_Auction":
        message, players = self.message, self.rules.players
        kinds, values = tuple(message.bid_kinds[:]), tuple(message.bid_values[:])
        return _auction_of(kinds, values, message.first_bidder, players)

    @property
    def bids(self) -> tuple[tuple[int, Bid], ...]:
        """The auction so far in order: who bid what."""
        return self._auction.bids

    @property
    def high_bid(self) -> Bid:
        """The highest bid so far; PASS while nobody has bid."""
        return self._auction.high_bid

    @property
    def high_bidder(self) -> int | None:
        """The seat of the highest bid so far; None while nobody has bid."""
        return self._auction.high_bidder

    @property
    def bidder(self) -> int | None:
        """The seat that won the auction; None while the auction is on."""
        on = self.message.decision == game_pb2.DECISION_BID
        return None if on else self.message.bidder

    @property
    def call(self) -> Call | None:
        """What was called; None before the call, or when this client doesn't know it.

        UNDECLARED becomes a pip with the first tile led.
        """
        known = calls((self.message.call,))
        return known[0] if known else None

    @property
    def contract(self) -> Contract | None:
        """What the hand is played for; None before the call."""
        bidder, call = self.bidder, self.call
        if bidder is None or call is None:
            return None
        return Contract(bidder, self.high_bid, call)

    # The sides.

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, yours first, as in `taken` and `scores`."""
        return self.rules.seats_by_side

    @property
    def partners(self) -> tuple[int, ...]:
        """The other seats of your side: PARTNER at the usual table, nobody where all are alone."""
        return self.rules.seats_by_side[ME][1:]

    @_kept
    def sitting_out(self) -> tuple[int, ...]:
        """The seats that play no tiles in this hand: a nello bidder's partners."""
        return tuple(self.message.sitting_out)

    # The play.

    @_kept
    def leaders(self) -> tuple[int, ...]:
        """The seat that led each trick, the one on the table last."""
        return tuple(self.message.leaders)

    @property
    def hidden_tricks(self) -> int:
        """How many finished tricks, from the first, may no longer be looked at."""
        return self.message.hidden_tricks

    @_kept
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks in order, each as (seat, tile) in order of play.

        Tricks that may no longer be looked at are left out: the first of these is number
        `hidden_tricks`, counted from 0.
        """
        return self._tricks[:-1]

    @_kept
    def trick(self) -> Trick:
        """The trick on the table as (seat, tile) in order of play; empty when you lead."""
        return self._tricks[-1] if self._tricks else ()

    @_kept
    def _tricks(self) -> tuple[Trick, ...]:
        players, played, out = self.rules.players, self.played, self.sitting_out
        length, tricks = players - len(out), []
        for number, leader in enumerate(self.leaders[self.hidden_tricks :]):
            seats = [(leader + place) % players for place in range(players)]
            if out:
                seats = [seat for seat in seats if seat not in out]
            # The trick on the table may hold fewer tiles.
            tiles = played[number * length :][:length]
            tricks.append(tuple(zip(seats, tiles, strict=False)))
        return tuple(tricks)

    @_kept
    def winners(self) -> tuple[int, ...]:
        """The seat that won each finished trick, hidden ones too."""
        return tuple(winner for _, winner in pairwise(self.leaders))

    @property
    def taken(self) -> tuple[int, ...]:
        """The points taken in this hand by side, as `sides`; empty while tricks are hidden."""
        return tuple(self.message.taken)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of the game by side, as `sides`; 0 or nothing where hands stand alone."""
        return tuple(self.message.scores)

    # Time and names.

    @property
    def cap(self) -> float:
        """The most seconds this decision may take."""
        return self.message.cap_us / 1e6

    @property
    def bank(self) -> float:
        """The seconds this seat has left in its bank."""
        return self.message.bank_us / 1e6

    @property
    def latency(self) -> float:
        """The seconds your last decision took, as the arena measured it."""
        return self.message.latency_us / 1e6

    @property
    def rules(self) -> Rules:
        """The rules of this hand; those of `standard` when the arena announced none."""
        return self._book.get(self.message.rules_id, STANDARD)

    @property
    def hand_id(self) -> int:
        """The same for every observation of this seat in this hand, and for no other."""
        return self.message.hand_id

    @property
    def request_id(self) -> int:
        """The number of this question; it tells nothing about the hand."""
        return self.message.request_id


@dataclass(frozen=True, slots=True)
class _Auction:
    """Who bid what, and the highest of it."""

    bids: tuple[tuple[int, Bid], ...]
    high_bidder: int | None
    high_bid: Bid


@lru_cache(maxsize=1024)
def _auction_of(
    kinds: tuple[int, ...], values: tuple[int, ...], first_bidder: int, players: int
) -> _Auction:
    """An auction of these kinds and values; unknown kinds are left out. Auctions are much alike."""
    seat, out, bids = first_bidder, set[int](), []
    for kind, value in zip(kinds, values, strict=False):
        # Where bidding goes round more than once, a pass is final.
        while seat in out and len(out) < players:
            seat = (seat + 1) % players
        bid = bid_of(kind, value)
        if bid is PASS:
            out.add(seat)
        if bid is not None:
            bids.append((seat, bid))
        seat = (seat + 1) % players
    bidder, high = max(bids, key=lambda entry: entry[1], default=(None, PASS))
    return _Auction(tuple(bids), None if high is PASS else bidder, high)


@lru_cache(maxsize=1024)
def _bids(kinds: tuple[int, ...], values: tuple[int, ...]) -> tuple[Bid, ...]:
    """The bids of these kinds and values; unknown kinds are left out. Auctions are much alike."""
    pairs = zip(kinds, values, strict=False)
    return tuple(bid for kind, value in pairs if (bid := bid_of(kind, value)) is not None)
