"""Sets hands on the stage: random deals, hands played to a given moment, snapshots of all state."""

from collections.abc import Iterable, Sequence
from random import Random

from hypothesis import strategies as st

from arena.rules.auction import Auction
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.deal import Deal
from arena.rules.hand import Decision, Hand, Public
from arena.rules.options import STANDARD, Options
from arena.rules.tiles import TILES, Tile, tile_set
from arena.rules.view import View
from tests.rules import naive

EXAMPLE = Deal.parse(
    "A | 6-6 6-0 5-3 5-1 4-0 3-0 2-2 | 6-3 5-4 5-0 4-4 4-2 4-1 3-3"
    " | 6-5 6-4 5-2 4-3 2-1 1-1 1-0 | 6-2 6-1 5-5 3-2 3-1 2-0 0-0"
)
"""The deal of vector H01, which A plays in fours."""

EXAMPLE_PLAYS = [
    Tile.parse(word)
    for word in [
        "4-0",
        "4-2",
        "6-4",
        "0-0",
        "5-2",
        "5-5",
        "5-1",
        "5-0",
        "6-1",
        "6-6",
        "6-3",
        "6-5",
        "6-0",
        "3-3",
        "4-3",
        "6-2",
        "1-1",
        "3-1",
        "5-3",
        "4-1",
        "4-4",
        "2-1",
        "2-0",
        "3-0",
        "5-4",
        "1-0",
        "3-2",
        "2-2",
    ]
]
"""The plays of vector H01."""

SWEEP = Deal.parse(
    "A | 6-6 6-5 6-4 6-3 6-2 6-1 6-0 | 5-5 5-4 5-3 5-2 5-1 5-0 4-4"
    " | 4-3 4-2 4-1 4-0 3-3 3-2 3-1 | 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
)
"""A deal whose seat A holds every six."""

THIRTY = Bid.points(30)
"""The lowest bid."""

EVERY_BID = (PASS, *(Bid.points(n) for n in range(28, 45)), *(Bid.marks(n) for n in range(10)))
"""The bids of all ladders here, and some that none allows."""


def dealt(tiles: Sequence[int], shaker: int) -> Deal:
    """The deal of 28 tiles in this order, seven to each seat."""
    return Deal(shaker, tuple(tile_set(tiles[7 * seat : 7 * seat + 7]) for seat in range(4)))


def shuffled(random: Random) -> Deal:
    """A random deal."""
    tiles: list[int] = list(TILES)
    random.shuffle(tiles)
    return dealt(tiles, random.randrange(4))


def deals() -> st.SearchStrategy[Deal]:
    """Every deal."""
    return st.builds(dealt, st.permutations(TILES), st.integers(0, 3))


def bid_up_to(hand: Hand, bidder: int, bid: Bid) -> None:
    """Let the others bid no more than it takes for `bidder` to win the auction with `bid`."""
    climb = [Bid.marks(marks) for marks in range(2, bid.value)] if bid > Bid.marks(2) else []
    order = hand.public.auction.order
    before = order.index(bidder)
    for seat in order:
        due = before - order.index(seat)
        if seat == bidder:
            hand.bid(bid)
        else:
            hand.bid(climb[-due] if 0 < due <= len(climb) else PASS)


def called(
    deal: Deal = EXAMPLE,
    bidder: int = 0,
    bid: Bid = THIRTY,
    call: Call = Call.FOURS,
    options: Options = STANDARD,
) -> Hand:
    """A hand whose bidder has called and is about to lead."""
    hand = Hand(options, deal)
    bid_up_to(hand, bidder, bid)
    hand.call_trump(call)
    return hand


def play_all(hand: Hand, tiles: Iterable[Tile | str]) -> Hand:
    """Play these tiles, whoever's turn it is."""
    for tile in tiles:
        hand.play(Tile.parse(tile) if isinstance(tile, str) else tile)
    return hand


def finish(hand: Hand, random: Random, bolder: float = 0.0) -> Hand:
    """Play a hand to its end at random; `bolder` is how often a bid takes the place of a pass."""
    while not hand.over:
        legal = hand.legal_actions()
        if hand.decision is Decision.BID and PASS in legal and random.random() > bolder:
            hand.act(PASS)
        else:
            hand.act(random.choice(legal))
    return hand


def snapshot(thing: object) -> object:
    """All that a state machine holds, its own parts included, as values that don't change."""
    if isinstance(thing, Hand | Public | Auction | View):
        slots = type(thing).__slots__
        return {slot: snapshot(getattr(thing, slot)) for slot in slots if hasattr(thing, slot)}
    return ("list", *thing) if isinstance(thing, list | bytearray) else thing


# To speak with the naive evaluator.


def pair(tile: int) -> naive.Pair:
    """A tile as the naive evaluator knows it."""
    return TILES[tile].high, TILES[tile].low


def naive_bid(bid: Bid) -> naive.NaiveBid:
    """A bid as the naive evaluator knows it."""
    kinds = {BidKind.PASS: "pass", BidKind.POINTS: "points", BidKind.MARKS: "marks"}
    return kinds[bid.kind], bid.value


def naive_trumps(call: Call) -> naive.Trumps:
    """A call as the naive evaluator knows it."""
    if call is Call.FOLLOW_ME:
        return None
    return "doubles" if call is Call.DOUBLES else call - Call.BLANKS
