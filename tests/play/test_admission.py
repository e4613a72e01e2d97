"""Admission: fewer tables while the arena is late, all of them once it isn't."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.admission import FOLLOWING, SETTLING, STEPS_BACK, Admission
from arena.play.clocks import NO_CLOCKS, SECOND, TimeControl

TIME = TimeControl()
LIMIT = 100_000
WANTED = st.integers(1, 5_000)
LAGS = st.lists(st.integers(0, 10 * SECOND) | st.just(LIMIT) | st.just(LIMIT + 1), max_size=300)


@pytest.mark.parametrize(
    ("time", "limit"),
    [
        (TIME, LIMIT),
        (TimeControl(cap=60 * SECOND), LIMIT),
        (TimeControl(cap=200_000), 10_000),
        (TimeControl(cap=1), 1),
        (NO_CLOCKS, LIMIT),
    ],
)
def test_the_bound_is_a_part_of_the_cap(time: TimeControl, limit: int) -> None:
    """A twentieth, never more than 100 ms; with clocks off these 100 ms."""
    assert Admission(64, time).limit == limit


def test_no_table_at_all_is_refused() -> None:
    """A run without tables would never end."""
    with pytest.raises(ValueError, match="at least one table"):
        Admission(0, TIME)


@given(WANTED, LAGS)
def test_there_is_always_room_and_never_more_than_wanted(wanted: int, lags: list[int]) -> None:
    """From 1 to what is wanted, whatever the arena meets; a cut at most every so many ticks."""
    admission = Admission(wanted, TIME)
    held_back = 0
    for tick, lag in enumerate(lags, start=1):
        room = admission.tick(lag)
        assert room == admission.room
        assert 1 <= room <= wanted
        assert 0 <= admission.held_back - held_back <= 1
        held_back = admission.held_back
        assert held_back <= tick // SETTLING + 1
        assert 0 <= admission.lag <= FOLLOWING * LIMIT


@given(WANTED, st.lists(st.integers(-1_000, LIMIT), max_size=300))
def test_an_arena_in_time_holds_nothing_back(wanted: int, lags: list[int]) -> None:
    """As long as no tick was later than the bound, all tables are there."""
    admission = Admission(wanted, TIME)
    assert {admission.tick(lag) for lag in lags} <= {wanted}
    assert admission.held_back == 0


@given(WANTED, st.integers(2 * LIMIT, 100 * SECOND))
def test_an_arena_that_stays_late_comes_down_to_one_table(wanted: int, lag: int) -> None:
    """Halving again and again."""
    admission = Admission(wanted, TIME)
    for _ in range((wanted.bit_length() + 1) * SETTLING):
        admission.tick(lag)
    assert admission.room == 1
    assert admission.held_back == wanted.bit_length() - 1


@given(WANTED, LAGS)
def test_an_arena_in_time_again_has_all_its_tables(wanted: int, lags: list[int]) -> None:
    """Whatever was before: the mean is soon in bounds, and then so many ticks bring all back."""
    admission = Admission(wanted, TIME)
    for lag in lags:
        admission.tick(lag)
    for _ in range(100 + STEPS_BACK):
        admission.tick(0)
    assert (admission.room, admission.lag < LIMIT) == (wanted, True)


@given(WANTED, st.integers(0, 100 * SECOND))
def test_a_single_late_tick_holds_nothing_back(wanted: int, lag: int) -> None:
    """A stall is the guard's business: that the arena stood still once doesn't mean it is slow."""
    admission = Admission(wanted, TIME)
    for each in (0, lag, *[0] * 100):
        admission.tick(each)
    assert (admission.room, admission.held_back) == (wanted, 0)


def test_less_room_means_less_lag() -> None:
    """An arena that is late by 4 ms a table settles where its lag is about the bound, and is let
    alone there: between a quarter and all of what it can carry."""
    admission = Admission(256, TIME)
    rooms = []
    for _ in range(2_000):
        rooms.append(admission.tick(admission.room * 4_000))
    settled = rooms[500:]
    carried = LIMIT // 4_000
    assert carried // 4 <= sum(settled) / len(settled) <= 1.5 * carried
