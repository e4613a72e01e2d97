"""Positions for trying a bot out are those an arena would send."""

import pytest

from texas42 import LEFT, ME, PARTNER, PASS, RIGHT, Bid, Call, Decision, Domino
from texas42.testing import bidding, calling, legal_bids, playing

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"


def test_the_ladder_of_bids() -> None:
    assert len(legal_bids(PASS)) == 15
    assert legal_bids(Bid.points(40)) == [PASS, Bid.points(41), Bid.marks(1), Bid.marks(2)]
    assert legal_bids(Bid.marks(1)) == [PASS, Bid.marks(2)]
    assert legal_bids(Bid.marks(2)) == [PASS, Bid.marks(3)]


def test_the_seat_that_shook_follows_from_the_bids() -> None:
    assert [bidding(HAND, ["pass"] * n).shaker for n in range(4)] == [RIGHT, PARTNER, LEFT, ME]
    assert bidding(HAND, ["30", "31"]).bids[0] == (PARTNER, Bid.points(30))


def test_a_call_follows_your_bid() -> None:
    seen = calling(HAND, "2 marks")
    assert (seen.decision, seen.bidder, seen.high_bid) == (Decision.CALL_TRUMP, ME, Bid.marks(2))


def test_a_play_follows_suit() -> None:
    seen = playing(HAND, "fives", bidder=RIGHT, played="5-4")
    assert (seen.bidder, seen.call, seen.leaders) == (RIGHT, Call.FIVES, (RIGHT,))
    assert seen.legal_plays == (Domino.D5_5, Domino.D6_5)


def test_what_is_no_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="not a tile"):
        bidding("7-7")
