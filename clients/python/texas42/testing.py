"""Positions for trying a bot out without an arena.

    seen = playing("6-6 6-5 5-5 3-2 2-1 1-0 0-0", call="sixes", bid="31")
    assert str(MyBot().play(seen)) == "6-6"

Positions are those of four players under the rules `standard`. They are built as an arena would
build them, but nothing checks that the tiles make sense.
"""

from collections.abc import Sequence

from texas42.observation import Observation
from texas42.tricks import SUITS_OF, value
from texas42.v1 import bot_pb2, game_pb2
from texas42.values import ME, PASS, RIGHT, Bid, BidKind, Call, Domino


def bidding(dealt: str, bids: Sequence[str] = ()) -> Observation:
    """You are to bid, after the bids so far.

    Raises ValueError when a tile or a bid can't be read.
    """
    made = [Bid.parse(bid) for bid in bids]
    message = _dealt(dealt, made, shaker=(RIGHT - len(made)) % 4)
    message.decision = game_pb2.DECISION_BID
    for bid in legal_bids(max(made, default=PASS)):
        message.legal_bid_kinds.append(game_pb2.BidKind.ValueType(bid.kind))
        message.legal_bid_values.append(bid.value)
    return Observation(message, {})


def calling(dealt: str, bid: str = "30") -> Observation:
    """You have won the auction with this bid, all others having passed, and are to call."""
    message = _dealt(dealt, [Bid.parse(bid), PASS, PASS, PASS], shaker=RIGHT)
    message.decision = game_pb2.DECISION_CALL_TRUMP
    message.bidder = ME
    message.legal_calls.extend(map(game_pb2.Call.ValueType, Call))
    return Observation(message, {})


def playing(
    dealt: str, call: str, bid: str = "30", bidder: int = ME, played: str = ""
) -> Observation:
    """You are to play: `bidder` has won the auction, all others having passed, and has called.

    `played` are the tiles so far in order of play, from the bidder's first lead on.
    """
    bids = [PASS] * 4
    bids[bidder] = Bid.parse(bid)
    message = _dealt(dealt, bids, shaker=RIGHT)
    message.decision = game_pb2.DECISION_PLAY
    message.bidder = bidder
    suits = SUITS_OF[Call.parse(call)]
    message.call = game_pb2.Call.ValueType(suits.call)
    tiles = [Domino.parse(tile) for tile in played.split()]
    message.plays.extend(map(game_pb2.Domino.ValueType, tiles))
    leader, taken = bidder, [0, 0]
    while len(tiles) >= 4:
        trick, tiles = tiles[:4], tiles[4:]
        message.leaders.append(leader)
        leader = (leader + suits.winner(trick)) % 4
        taken[leader % 2] += value(trick)
    message.leaders.append(leader)
    message.taken.extend(taken)
    seen = Observation(message, {})
    hand = [tile for tile in seen.dealt if tile not in seen.played]
    del message.hand[:]
    message.hand.extend(map(game_pb2.Domino.ValueType, hand))
    legal = suits.legal(hand, tiles[0] if tiles else None)
    message.legal_plays.extend(map(game_pb2.Domino.ValueType, legal))
    return Observation(message, {})


def legal_bids(high: Bid) -> list[Bid]:
    """What may be bid over the high bid under `standard`, lowest first."""
    if high.kind is BidKind.MARKS:
        return [PASS, Bid.marks(max(2, high.value + 1))]
    points = [Bid.points(n) for n in range(max(30, high.value + 1), 42)]
    return [PASS, *points, Bid.marks(1), Bid.marks(2)]


def _dealt(dealt: str, bids: Sequence[Bid], shaker: int) -> bot_pb2.Observation:
    tiles = sorted(Domino.parse(tile) for tile in dealt.split())
    numbers = [game_pb2.Domino.ValueType(tile) for tile in tiles]
    return bot_pb2.Observation(
        request_id=1,
        hand_id=1,
        hand=numbers,
        dealt=numbers,
        shaker=shaker,
        first_bidder=(shaker + 1) % 4,
        bid_kinds=[game_pb2.BidKind.ValueType(bid.kind) for bid in bids],
        bid_values=[bid.value for bid in bids],
        cap_us=2_000_000,
        bank_us=10_000_000,
        scores=[0, 0],
    )
