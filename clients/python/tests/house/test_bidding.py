"""The point count bids when the hand is worth it, and as low as it can."""

import pytest

from texas42 import PASS, Bid, Call, Domino
from texas42.house.bidding import best_call, bid, call, points
from texas42.testing import bidding, calling

STRONG = "5-5 6-5 5-3 5-1 4-4 2-1 1-0"
WEAK = "6-4 5-3 5-1 4-2 3-0 2-1 6-0"
SURE = "6-6 6-5 6-3 6-1 6-0 4-4 2-2"
NO_TRUMPS = "6-6 5-5 4-4 3-3 6-5 5-4 4-3"


def tiles(text: str) -> tuple[Domino, ...]:
    return tuple(sorted(map(Domino.parse, text.split())))


@pytest.mark.parametrize(
    ("dealt", "best"),
    [(STRONG, Call.FIVES), (SURE, Call.SIXES), (NO_TRUMPS, Call.FOLLOW_ME)],
)
def test_the_call_is_the_one_the_hand_is_made_for(dealt: str, best: Call) -> None:
    assert best_call(tiles(dealt))[1] is best
    assert call(calling(dealt)) is best


def test_the_best_doubles_are_called() -> None:
    dealt = "6-6 5-5 4-4 3-3 2-2 1-0 4-1"
    assert best_call(tiles(dealt))[1] is Call.DOUBLES


def test_a_call_that_is_not_legal_is_not_made() -> None:
    seen = calling(STRONG)
    del seen.message.legal_calls[int(Call.FIVES) - 1]
    assert call(seen) in seen.legal_calls
    assert call(seen) is not Call.FIVES


@pytest.mark.parametrize(
    ("dealt", "bids", "answer"),
    [
        (STRONG, [], "30"),
        (STRONG, ["pass", "pass"], "30"),
        (WEAK, [], "pass"),
        (STRONG, ["30"], "31"),
        (STRONG, ["pass", "30", "31"], "32"),
        (STRONG, ["30", "pass"], "pass"),  # partner has it
        (STRONG, ["41"], "pass"),
        (STRONG, ["1 mark"], "pass"),
    ],
)
def test_bids(dealt: str, bids: list[str], answer: str) -> None:
    assert str(bid(bidding(dealt, bids))) == answer


def test_who_may_not_pass_bids_the_least() -> None:
    seen = bidding(WEAK, ["pass"] * 3)
    del seen.message.legal_bid_kinds[0]
    del seen.message.legal_bid_values[0]
    assert PASS not in seen.legal_bids
    assert bid(seen) == Bid.points(30)


def test_better_hands_count_more() -> None:
    assert points(Call.FIVES, tiles(STRONG)) > points(Call.FIVES, tiles(WEAK))
    assert points(Call.SIXES, tiles(SURE)) > points(Call.FIVES, tiles(STRONG))
