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


def test_a_partner_calls_and_leads_after_a_plunge() -> None:
    seen = calling(HAND, "plunge 4")
    assert (seen.bidder, seen.high_bid) == (PARTNER, Bid.plunge(4))
    seen = playing(HAND, "fives", "splash 3", bidder=ME, played="5-4")
    assert seen.leaders == (PARTNER,)
    assert seen.trick == ((PARTNER, Domino.D5_4),)


def test_in_nello_the_bidders_partner_sits_out() -> None:
    seen = playing(HAND, "nello own", "1 mark", bidder=RIGHT, played="6-5 6-3 6-1 6-5")
    assert (seen.sitting_out, seen.leaders) == ((LEFT,), (RIGHT, RIGHT))
    assert [seat for seat, _ in seen.tricks[0]] == [RIGHT, ME, PARTNER]
    with pytest.raises(ValueError, match="you sit out"):
        playing(HAND, "nello high", bidder=PARTNER)


def test_the_first_tile_led_makes_trumps() -> None:
    assert playing(HAND, "undeclared").call is Call.UNDECLARED
    assert playing(HAND, "undeclared", bidder=RIGHT, played="5-4").call is Call.FIVES


def test_in_sevens_the_nearest_is_to_be_played() -> None:
    seen = playing("6-6 5-3 4-2 1-0", "sevens", "1 mark")
    assert [str(tile) for tile in seen.legal_plays] == ["4-2", "5-3"]


def test_what_is_no_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="not a tile"):
        bidding("7-7")
