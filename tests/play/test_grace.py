"""The grace account: one for each bot, spent by all its lines, full again after so many deals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.grace import REFILL_DEALS, Grace

ALLOWANCE = 10_000_000


def test_time_away_is_spent_from_one_account() -> None:
    """However often a bot is away, and over whichever lines."""
    grace = Grace(ALLOWANCE)
    for _ in range(9):
        grace.away(1_000_000)
    assert (grace.left, grace.empty, grace.away_in_all) == (1_000_000, False, 9_000_000)
    grace.away(999_999)
    assert (grace.left, grace.empty) == (1, False)
    grace.away(1)
    assert (grace.left, grace.empty) == (0, True)


def test_the_account_is_full_again_after_a_hundred_deals() -> None:
    """With the hundredth deal and not before, even when nothing was left."""
    grace = Grace(ALLOWANCE)
    grace.away(2 * ALLOWANCE)
    for _ in range(REFILL_DEALS - 1):
        grace.deal_ended()
    assert grace.empty
    grace.deal_ended()
    assert (grace.left, grace.empty) == (ALLOWANCE, False)
    grace.away(ALLOWANCE)
    for _ in range(REFILL_DEALS - 1):
        grace.deal_ended()
    assert grace.empty


@pytest.mark.parametrize("allowance", [0, -1])
def test_an_account_of_nothing_is_refused(allowance: int) -> None:
    """No bot could ever come back."""
    with pytest.raises(ValueError, match="more than nothing"):
        Grace(allowance)


def test_time_does_not_go_back() -> None:
    """Nobody gains by being away for less than nothing."""
    grace = Grace(ALLOWANCE)
    with pytest.raises(ValueError, match="time doesn't go back"):
        grace.away(-1)
    assert (grace.left, grace.away_in_all) == (ALLOWANCE, 0)


@given(st.integers(1, 100), st.lists(st.integers(0, 50) | st.none(), max_size=500))
def test_between_two_refills_no_more_is_spent_than_there_is(
    allowance: int, history: list[int | None]
) -> None:
    """Whatever happens in whatever order (None: a deal ends), the account holds what the time away
    since the last refill left of it."""
    grace, since, deals = Grace(allowance), 0, 0
    for event in history:
        if event is None:
            grace.deal_ended()
            deals += 1
            since = 0 if deals % 100 == 0 else since
        else:
            grace.away(event)
            since += event
        assert (grace.left, grace.empty) == (max(0, allowance - since), since >= allowance)
    assert grace.away_in_all == sum(event or 0 for event in history)
