"""The histogram of think times: steps of a quarter, and quantiles within one."""

from __future__ import annotations

import random
from bisect import bisect_left
from itertools import pairwise

import pytest

from arena.play.latency import BOUNDS_US, Latency


def latency(*times: int) -> Latency:
    counted = Latency()
    for us in times:
        counted.add(us)
    return counted


def step_of(us: int) -> int:
    """The step that a think time is counted in."""
    return latency(us).counts.index(1)


def test_steps_rise_by_a_quarter_from_ten_microseconds_to_a_minute() -> None:
    """Each bound is a quarter above the one before, but for its rounding."""
    assert BOUNDS_US[0] == 10
    assert 60_000_000 < BOUNDS_US[-1] < 75_000_000
    for below, above in pairwise(BOUNDS_US):
        assert above == pytest.approx(1.25 * below, abs=2)


@pytest.mark.parametrize("us", [0, 1, 10, 11, 12, 13, 16_383, 16_384, 16_385, 2_000_000])
def test_a_time_falls_into_the_step_that_bounds_it(us: int) -> None:
    """By the table for quick ones and by search for slow ones alike."""
    step = step_of(us)
    assert us <= BOUNDS_US[step]
    assert step == 0 or us > BOUNDS_US[step - 1]


def test_every_bound_belongs_to_its_own_step() -> None:
    """A time at a bound is in its step, a microsecond more in the next."""
    assert [step_of(bound) for bound in BOUNDS_US] == list(range(len(BOUNDS_US)))
    assert [step_of(bound + 1) for bound in BOUNDS_US] == list(range(1, len(BOUNDS_US) + 1))


def test_the_table_for_quick_times_is_the_search() -> None:
    """All 16,384 entries."""
    assert [step_of(us) for us in range(1 << 14)] == [
        bisect_left(BOUNDS_US, us) for us in range(1 << 14)
    ]


def test_decisions_and_their_time_are_counted() -> None:
    """What is longer than the last bound has a step of its own."""
    counted = latency(5, 10, 3_600_000_000)
    assert (counted.decisions, counted.total_us) == (3, 3_600_000_015)
    assert (counted.counts[0], counted.counts[-1]) == (2, 1)


def test_no_decision_has_no_quantile() -> None:
    """0 stands for it."""
    assert [Latency().quantile_us(share) for share in (0, 0.5, 1)] == [0, 0, 0]


def test_quantiles_are_right_to_a_quarter() -> None:
    """Against the sorted times themselves, at the median, p90, p99 and the maximum."""
    chance = random.Random(7)
    times = [round(chance.lognormvariate(6, 2)) + 10 for _ in range(5_000)]
    counted = latency(*times)
    times.sort()
    for share in (0.5, 0.9, 0.99, 1.0):
        exact = times[round(share * len(times)) - 1]
        assert exact <= counted.quantile_us(share) <= 1.25 * exact + 2


def test_a_quantile_beyond_the_last_bound_is_that_bound() -> None:
    """A number, and no infinity."""
    assert latency(3_600_000_000).quantile_us(0.5) == BOUNDS_US[-1]
