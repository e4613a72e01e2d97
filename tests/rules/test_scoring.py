"""Made or set, what it pays, and the end of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.bids import Bid
from arena.rules.scoring import (
    Goal,
    Outcome,
    Result,
    game_winner,
    goal_of,
    marks_awarded,
    marks_forfeited,
)

MADE, SET = Outcome.MADE, Outcome.SET
point_bids = st.builds(Bid.points, st.integers(1, 41))
mark_bids = st.builds(Bid.marks, st.integers(1, 9))


@pytest.mark.parametrize("n", range(30, 42))
def test_a_point_bid_is_decided_at_its_points(n: int) -> None:
    """Cases 20 and 24: n points make a bid of n and 43 - n set it; one fewer decides nothing."""
    goal = goal_of(Bid.points(n), 42)

    assert Goal(make=n, set_at=43 - n) == goal
    assert MADE is goal.decided(n, 0)
    assert None is goal.decided(n - 1, 0)
    assert SET is goal.decided(0, 43 - n)
    assert None is goal.decided(0, 42 - n)
    assert None is goal.decided(n - 1, 42 - n)


def test_twelve_do_not_set_thirty_and_thirteen_do() -> None:
    """Case 24: against a bid of 30 the others need 13 points."""
    goal = goal_of(Bid.points(30), 42)

    assert [None, SET] == [goal.decided(0, 12), goal.decided(0, 13)]


@given(point_bids | mark_bids, st.integers(0, 42))
def test_a_whole_hand_is_made_or_set(bid: Bid, bidders: int) -> None:
    """Case 20: when all 42 points are taken, exactly one of made and set holds."""
    goal = goal_of(bid, 42)

    assert (bidders >= goal.make) != (42 - bidders >= goal.set_at)
    assert (MADE if bidders >= goal.make else SET) is goal.decided(bidders, 42 - bidders)


@given(point_bids | mark_bids, st.integers(0, 42), st.data())
def test_a_decision_is_final(bid: Bid, bidders: int, data: st.DataObject) -> None:
    """What is decided stays so, whoever takes the rest (R29)."""
    others = data.draw(st.integers(0, 42 - bidders))
    more = data.draw(st.integers(0, 42 - bidders - others))
    goal = goal_of(bid, 42)
    decided = goal.decided(bidders, others)
    in_the_end = goal.decided(bidders + more, 42 - bidders - more)

    assert in_the_end in (MADE, SET)
    assert decided in (None, in_the_end)


@pytest.mark.parametrize("marks", range(1, 8))
def test_a_mark_bid_needs_every_trick(marks: int) -> None:
    """Case 22: any point lost sets a mark bid, and only all 42 make it (R14)."""
    goal = goal_of(Bid.marks(marks), 42)

    assert Goal(make=42, set_at=1) == goal
    assert [MADE, SET, None] == [goal.decided(*taken) for taken in ((42, 0), (41, 1), (41, 0))]


@pytest.mark.parametrize(
    ("bid", "outcome", "awards"),
    [
        (Bid.points(30), MADE, (1, 0)),
        (Bid.points(41), MADE, (1, 0)),
        (Bid.points(30), SET, (0, 1)),
        (Bid.marks(1), MADE, (1, 0)),
        (Bid.marks(2), MADE, (2, 0)),
        (Bid.marks(2), SET, (0, 2)),
        (Bid.marks(5), SET, (0, 5)),
    ],
)
def test_one_side_gets_the_stake(bid: Bid, outcome: Outcome, awards: tuple[int, int]) -> None:
    """Made, the bidders get the stake, set, the others; never both (R30)."""
    assert awards == marks_awarded(bid, outcome, 0, 2)
    assert awards[::-1] == marks_awarded(bid, outcome, 1, 2)


@pytest.mark.parametrize(
    ("high", "stake"),
    [(None, 1), (Bid.points(30), 1), (Bid.marks(1), 1), (Bid.marks(2), 2), (Bid.marks(5), 5)],
)
def test_a_forfeit_pays_the_highest_bid(high: Bid | None, stake: int) -> None:
    """The others get the marks of the contract or of the highest bid, at least one (R34)."""
    assert (0, stake) == marks_forfeited(high, 0, 2)
    assert (stake, 0) == marks_forfeited(high, 1, 2)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((6, 6), None), ((7, 6), 0), ((6, 7), 1), ((0, 11), 1), ((0, 0), None)],
)
def test_the_target_wins(totals: tuple[int, int], winner: int | None) -> None:
    """The side with the target or more has won (R32)."""
    assert winner == game_winner(totals, 7)


def test_a_result_is_said_in_a_line() -> None:
    """A result names its outcome, the marks and the points by side."""
    assert "set, marks 0-1, points 13-29" == str(Result(SET, (0, 1), (13, 29)))
    assert "thrown in, marks 0-0, points 0-0" == str(Result(Outcome.THROWN_IN, (0, 0), (0, 0)))
