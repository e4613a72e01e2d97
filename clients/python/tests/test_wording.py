"""An observation reads as a person would say it."""

from texas42 import Observation, Rules
from texas42.testing import bidding, calling, playing

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"


def test_a_play_is_told() -> None:
    seen = playing(HAND, "fives", "1 mark", played="5-5 5-4 5-3 5-2 6-6 6-4")
    seen.message.scores[:] = [3, 2]
    assert str(seen) == (
        "You hold 0-0 1-0 2-1 3-2 6-5; right shook.\n"
        "Bids: you 1 mark, left pass, partner pass, right pass.\n"
        "You bid 1 mark; fives are trumps.\n"
        "Trick 1: you 5-5, left 5-4, partner 5-3, right 5-2; you won.\n"
        "Points taken: you 11, they 0.\n"
        "Score: you 3, they 2.\n"
        "On the table: you 6-6, left 6-4.\n"
        "Your play: 0-0 1-0 2-1 3-2 6-5 (2 s for this, 10 s in the bank)."
    )


def test_an_auction_is_told() -> None:
    assert str(bidding(HAND, ["30", "41", "1 mark"])) == (
        "You hold 0-0 1-0 2-1 3-2 5-5 6-5 6-6; you shook.\n"
        "Bids: left 30, partner 41, right 1 mark.\n"
        "Your bid: pass, 2 marks (2 s for this, 10 s in the bank)."
    )


def test_a_call_is_told() -> None:
    assert str(calling(HAND)).endswith(
        "Your call: blanks, ones, twos, threes, fours, fives, sixes, doubles, follow me "
        "(2 s for this, 10 s in the bank)."
    )


def test_a_lead_under_follow_me_is_told() -> None:
    said = str(playing(HAND, "follow me"))
    assert "You bid 30; follow me.\n" in said
    assert "Your lead: 0-0" in said


def test_seats_beyond_four_have_numbers() -> None:
    message = bidding(HAND, ["30"]).message
    said = str(Observation(message, {0: Rules(players=5)}))
    assert said.splitlines()[:2] == [
        "You hold 0-0 1-0 2-1 3-2 5-5 6-5 6-6; seat 2 shook.",
        "Bids: seat 3 30.",
    ]
