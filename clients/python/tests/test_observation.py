"""An observation shows what the message holds, with seats counted from the one who looks."""

from texas42 import (
    LEFT,
    ME,
    PARTNER,
    PASS,
    RIGHT,
    Bid,
    Call,
    Contract,
    Decision,
    Observation,
    Rules,
)
from texas42.testing import bidding, calling, playing
from texas42.v1 import bot_pb2, game_pb2
from texas42.values import Domino

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"


def tiles(text: str) -> tuple[Domino, ...]:
    return tuple(map(Domino.parse, text.split()))


def test_an_auction() -> None:
    seen = bidding(HAND, ["30", "pass", "32"])
    assert seen.decision is Decision.BID
    assert seen.shaker == ME
    assert seen.bids == ((LEFT, Bid.points(30)), (PARTNER, PASS), (RIGHT, Bid.points(32)))
    assert (seen.high_bid, seen.high_bidder) == (Bid.points(32), RIGHT)
    assert seen.legal_bids == (PASS, *map(Bid.points, range(33, 42)), Bid.marks(1), Bid.marks(2))
    assert (seen.bidder, seen.call, seen.contract) == (None, None, None)
    assert (seen.legal_plays, seen.legal_calls, seen.tricks, seen.trick) == ((), (), (), ())


def test_an_auction_without_a_bid() -> None:
    seen = bidding(HAND, ["pass", "pass"])
    assert (seen.high_bid, seen.high_bidder) == (PASS, None)
    assert bidding(HAND).bids == ()


def test_bidding_that_goes_round_leaves_out_who_has_passed() -> None:
    said = [Bid.points(30), PASS, Bid.points(31), Bid.points(32), Bid.points(33)]
    message = bot_pb2.Observation(first_bidder=LEFT, bid_values=[bid.value for bid in said])
    message.bid_kinds.extend(game_pb2.BidKind.ValueType(bid.kind) for bid in said)
    seats = [seat for seat, _ in Observation(message, {}).bids]
    assert seats == [LEFT, PARTNER, RIGHT, ME, LEFT]
    message.bid_kinds.append(game_pb2.BID_KIND_POINTS)
    message.bid_values.append(34)
    assert Observation(message, {}).bids[-1] == (RIGHT, Bid.points(34))


def test_a_call() -> None:
    seen = calling(HAND, "1 mark")
    assert seen.decision is Decision.CALL_TRUMP
    assert seen.legal_calls == Rules().calls
    assert seen.bidder == ME
    assert seen.contract is None


def test_a_play() -> None:
    seen = playing(HAND, "fives", "31", played="5-5 5-4 5-3 5-2 6-6 6-4")
    assert seen.contract == Contract(ME, Bid.points(31), Call.FIVES)
    assert seen.leaders == (ME, ME)
    assert seen.winners == (ME,)
    trick = tuple(zip((ME, LEFT, PARTNER, RIGHT), tiles("5-5 5-4 5-3 5-2"), strict=True))
    assert seen.tricks == (trick,)
    assert seen.trick == ((ME, Domino.D6_6), (LEFT, Domino.D6_4))
    assert seen.hand == tiles("0-0 1-0 2-1 3-2 6-5")
    assert seen.dealt == tiles("0-0 1-0 2-1 3-2 5-5 6-5 6-6")
    assert seen.played == tiles("5-5 5-4 5-3 5-2 6-6 6-4")
    assert (seen.taken, seen.scores) == ((11, 0), (0, 0))
    assert (seen.cap, seen.bank, seen.latency) == (2.0, 10.0, 0.0)


def test_a_lead() -> None:
    seen = playing(HAND, "fives", played="5-5 5-4 5-3 5-2")
    assert (seen.leaders, seen.trick) == ((ME, ME), ())
    assert len(seen.tricks) == 1


def test_hidden_tricks_are_left_out() -> None:
    message = playing(HAND, "fives", played="5-5 5-4 5-3 5-2 6-6 6-4").message
    del message.plays[:4]
    del message.taken[:]
    message.hidden_tricks = 1
    seen = Observation(message, {})
    assert (seen.tricks, seen.winners) == ((), (ME,))
    assert seen.trick == ((ME, Domino.D6_6), (LEFT, Domino.D6_4))
    assert "Tricks no longer shown: 1." in str(seen)


def at_a_table(message: bot_pb2.Observation, **rules: int) -> Observation:
    return Observation(message, {0: Rules(**rules)})  # type: ignore[arg-type]


def test_sides_and_partners() -> None:
    message = bot_pb2.Observation()
    assert Observation(message, {}).sides == ((ME, PARTNER), (LEFT, RIGHT))
    assert Observation(message, {}).partners == (PARTNER,)
    alone = at_a_table(message, players=3, sides=3)
    assert (alone.sides, alone.partners) == (((0,), (1,), (2,)), ())
    threes = at_a_table(message, players=6, sides=2)
    assert (threes.sides, threes.partners) == (((0, 2, 4), (1, 3, 5)), (2, 4))
    pairs = at_a_table(message, players=6, sides=3)
    assert (pairs.sides, pairs.partners) == (((0, 3), (1, 4), (2, 5)), (3,))


def test_who_sits_out_plays_no_tile() -> None:
    """Tricks of nello skip the bidder's partners, and are so much shorter."""
    message = bot_pb2.Observation(sitting_out=[PARTNER], leaders=[ME, RIGHT])
    message.plays.extend(game_pb2.Domino.ValueType(tile) for tile in tiles("3-3 0-0 6-6 6-4 6-5"))
    seen = Observation(message, {})
    assert seen.sitting_out == (PARTNER,)
    assert [seat for seat, _ in seen.tricks[0]] == [ME, LEFT, RIGHT]
    assert [(seat, str(tile)) for seat, tile in seen.trick] == [(RIGHT, "6-4"), (ME, "6-5")]
    assert seen.winners == (RIGHT,)


def test_two_of_three_pairs_may_sit_out_of_six() -> None:
    message = bot_pb2.Observation(sitting_out=[2, 4], leaders=[5])
    message.plays.extend(game_pb2.Domino.ValueType(tile) for tile in tiles("3-3 0-0 6-6 6-4"))
    seen = at_a_table(message, players=6, sides=2)
    assert [seat for seat, _ in seen.trick] == [5, 0, 1, 3]


def test_scores_may_be_below_zero() -> None:
    assert Observation(bot_pb2.Observation(scores=[-3, 0, 7]), {}).scores == (-3, 0, 7)


def test_a_plunge_stands_where_its_marks_do() -> None:
    seen = bidding(HAND, ["2 marks", "plunge 4", "pass"])
    assert (seen.high_bid, seen.high_bidder) == (Bid.plunge(4), PARTNER)


def test_rules_are_found_by_their_number() -> None:
    rules = Rules(preset="mine", players=3)
    message = bot_pb2.Observation(rules_id=9)
    assert Observation(message, {9: rules}).rules is rules
    assert Observation(message, {}).rules == Rules()


def test_tuples_are_kept() -> None:
    seen = playing(HAND, "fives")
    assert seen.hand is seen.hand
    assert seen.legal_plays is seen.legal_plays


def test_unknown_numbers_are_left_out() -> None:
    message = bot_pb2.Observation()
    # legal_plays 6-4 and 2; legal_calls 99; legal_bid_kinds pass and 9; call 99; field 99.
    message.MergeFromString(
        b"\x32\x02\x2f\x02\x82\x01\x01\x63\x8a\x01\x02\x01\x09\x92\x01\x02\0\x04"
    )
    message.MergeFromString(b"\x58\x63\x98\x06\x01")
    seen = Observation(message, {})
    assert seen.legal_plays == (Domino.D6_4,)
    assert seen.legal_calls == ()
    assert seen.legal_bids == (PASS,)
    assert seen.call is None


def test_an_empty_observation_can_be_looked_at() -> None:
    seen = Observation(bot_pb2.Observation(), {})
    assert (seen.hand, seen.bids, seen.tricks, seen.trick, seen.call) == ((), (), (), (), None)
    assert str(seen) == (
        "You hold nothing; you shook.\n"
        "Decision 0, unknown to this client: nothing is legal (0 s for this, 0 s in the bank)."
    )
