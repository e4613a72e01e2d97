"""An observation reads as a person would say it."""

import pytest

from texas42 import LEFT, PARTNER, RIGHT, Observation, Rules
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


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("doubles", "doubles are trumps"),
        ("follow me low", "follow me, doubles low"),
        ("follow me own", "follow me, doubles a suit of their own"),
        ("nello high", "nello, doubles high"),
        ("nello own inverted", "nello, doubles a suit of their own with 0-0 on top"),
        ("sevens", "sevens"),
        ("undeclared", "the first tile led makes trumps"),
    ],
)
def test_every_call_is_told(call: str, words: str) -> None:
    assert f"You bid 1 mark; {words}.\n" in str(playing(HAND, call, "1 mark"))


def test_a_plunge_is_told() -> None:
    said = str(playing(HAND, "fives", "plunge 4", bidder=PARTNER))
    assert "partner plunge 4" in said
    assert "Partner bid plunge 4; fives are trumps.\n" in said


def test_who_sits_out_is_told() -> None:
    message = playing(HAND, "nello own", "1 mark", bidder=RIGHT).message
    message.sitting_out.append(LEFT)
    assert "Left sits out.\n" in str(Observation(message, {}))


def test_scores_of_several_sides_are_told_by_seat() -> None:
    message = playing("6-6 6-5 5-5 3-2", "fives").message
    message.scores[:], message.taken[:] = [3, 0, -2], [0, 6, 10]
    said = str(Observation(message, {0: Rules(players=6, sides=3, tiles_per_seat=4)}))
    assert "Points taken: you and seat 3: 0, seat 1 and seat 4: 6, seat 2 and seat 5: 10.\n" in said
    assert "Score: you and seat 3: 3, seat 1 and seat 4: 0, seat 2 and seat 5: -2.\n" in said


def test_four_who_play_alone_have_numbers() -> None:
    said = str(Observation(bidding(HAND, ["30"]).message, {0: Rules(sides=4)}))
    assert "Bids: seat 3 30." in said


def test_seats_beyond_four_have_numbers() -> None:
    message = bidding(HAND, ["30"]).message
    said = str(Observation(message, {0: Rules(players=5, sides=5)}))
    assert said.splitlines()[:2] == [
        "You hold 0-0 1-0 2-1 3-2 5-5 6-5 6-6; seat 2 shook.",
        "Bids: seat 3 30.",
    ]
