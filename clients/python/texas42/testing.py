"""Positions for trying a bot out without an arena.

    seen = playing("6-6 6-5 5-5 3-2 2-1 1-0 0-0", call="sixes", bid="31")
    assert str(MyBot().play(seen)) == "6-6"

Positions are those of four players under the rules `standard`, though any bid and any call can be
named. They are built as an arena would build them, but nothing checks that the tiles make sense.
"""

from collections.abc import Sequence

from texas42.observation import Observation
from texas42.rules import STANDARD
from texas42.tricks import SUITS_OF, value
from texas42.v1 import bot_pb2, game_pb2
from texas42.values import ME, PARTNER, PASS, RIGHT, Bid, BidKind, Call, Domino


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
    """You are to call: you have won the auction with this bid, all others having passed, or your
    partner has if it is a plunge or a splash.
    """
    made = Bid.parse(bid)
    bidder = _partner(ME) if _is_on_doubles(made) else ME
    bids = [PASS] * 4
    bids[bidder] = made
    message = _dealt(dealt, bids, shaker=RIGHT)
    message.decision = game_pb2.DECISION_CALL_TRUMP
    message.bidder = bidder
    message.legal_calls.extend(map(game_pb2.Call.ValueType, STANDARD.calls))
    return Observation(message, {})


def playing(
    dealt: str, call: str, bid: str = "30", bidder: int = ME, played: str = ""
) -> Observation:
    """You are to play: `bidder` has won the auction, all others having passed.

    `played` are the tiles so far in order of play. The bidder led the first, or after a plunge or
    a splash the partner. In nello the bidder's partner sits out, and ValueError is raised if that
    is you.
    """
    made, named = Bid.parse(bid), Call.parse(call)
    tiles = [Domino.parse(tile) for tile in played.split()]
    if named is Call.UNDECLARED and tiles:
        named = Call(tiles[0].high + 1)
    bids = [PASS] * 4
    bids[bidder] = made
    message = _dealt(dealt, bids, shaker=RIGHT)
    message.decision = game_pb2.DECISION_PLAY
    message.bidder = bidder
    message.call = game_pb2.Call.ValueType(named)
    if named.is_nello:
        if bidder == _partner(ME):
            raise ValueError("you sit out: your partner has called nello")
        message.sitting_out.append(_partner(bidder))
    message.plays.extend(map(game_pb2.Domino.ValueType, tiles))
    leader = _partner(bidder) if _is_on_doubles(made) else bidder
    on_table = _play_out(message, leader, tiles)
    hand = [tile for tile in Observation(message, {}).dealt if tile not in tiles]
    del message.hand[:]
    message.hand.extend(map(game_pb2.Domino.ValueType, hand))
    legal = SUITS_OF[named].legal(hand, on_table[0] if on_table else None)
    message.legal_plays.extend(map(game_pb2.Domino.ValueType, legal))
    return Observation(message, {})


def _play_out(
    message: bot_pb2.Observation, leader: int, tiles: Sequence[Domino]
) -> Sequence[Domino]:
    """Fills in who led each trick and what was taken; gives the tiles on the table."""
    suits, taken = SUITS_OF[Call(message.call)], [0, 0]
    present = [seat for seat in range(4) if seat not in message.sitting_out]
    while len(tiles) >= len(present):
        trick, tiles = tiles[: len(present)], tiles[len(present) :]
        message.leaders.append(leader)
        place = present.index(leader) + suits.winner(trick)
        leader = present[place % len(present)]
        taken[leader % 2] += value(trick)
    message.leaders.append(leader)
    message.taken.extend(taken)
    return tiles


def _partner(seat: int) -> int:
    return (seat + PARTNER) % 4


def _is_on_doubles(bid: Bid) -> bool:
    return bid.kind in (BidKind.PLUNGE, BidKind.SPLASH)


def legal_bids(high: Bid) -> list[Bid]:
    """What may be bid over the high bid under `standard`, lowest first."""
    if high.in_marks:
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
