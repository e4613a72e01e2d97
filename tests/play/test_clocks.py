"""How time is charged, and which limits are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.clocks import NO_CLOCKS, NO_LIMIT, SECOND, BadTime, TimeControl


def test_the_limits_are_those_of_the_house() -> None:
    """Cap 2 s, bank 10 s a deal, floor 20 ms, grace 5 s, clocks running."""
    usual = TimeControl()
    assert (usual.cap, usual.bank, usual.floor, usual.grace) == (
        2 * SECOND, 10 * SECOND, 20_000, 5 * SECOND,
    )  # fmt: skip
    assert (usual.running, usual.told_cap) == (True, 2 * SECOND)
    assert (usual.increment, usual.away) == (0, 10 * SECOND)


@pytest.mark.parametrize("name", ["cap", "bank", "floor", "grace", "away"])
@pytest.mark.parametrize("amount", [0, -1, NO_LIMIT])
def test_a_clock_that_cannot_be_kept_is_refused(name: str, amount: int) -> None:
    """Never zero, never negative, and never what stands for no limit on the wire."""
    with pytest.raises(BadTime, match=f"time: {name} is more than nothing"):
        TimeControl(**{name: amount})  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", [-1, NO_LIMIT])
def test_an_increment_may_be_nothing_and_no_less(amount: int) -> None:
    """Nor what stands for no limit on the wire."""
    assert TimeControl(increment=0).increment == 0
    with pytest.raises(BadTime, match="time: increment is nothing or more"):
        TimeControl(increment=amount)


def test_a_decision_is_bounded_by_the_cap_and_by_what_is_left() -> None:
    """The floor is granted even to a seat whose bank is spent."""
    time = TimeControl(cap=SECOND, floor=1_000)
    assert [time.limit(bank) for bank in (0, 5_000, 10 * SECOND)] == [1_000, 6_000, SECOND]


def test_only_what_goes_over_the_floor_is_charged() -> None:
    """One microsecond over it costs one."""
    time = TimeControl(floor=1_000)
    assert [time.charge(elapsed) for elapsed in (0, 1_000, 1_001, 3_000)] == [0, 0, 1, 2_000]


def test_what_is_free_needs_no_look_at_the_bank() -> None:
    """The floor, or a cap that is under it; nothing at all where every decision is paid."""
    assert TimeControl().free == 20_000
    assert TimeControl(cap=10_000).free == 10_000
    assert TimeControl(increment=1).free < 0


def test_a_decision_asked_anew_has_what_is_left_of_its_limit() -> None:
    """Never under a second; the limit itself, however short, where nothing was spent."""
    time = TimeControl(cap=3 * SECOND, bank=10 * SECOND, floor=1_000)
    assert [time.left(10 * SECOND, spent) for spent in (0, 1, 2 * SECOND, 2_500_000, 2**40)] == [
        3 * SECOND, 3 * SECOND - 1, SECOND, SECOND, SECOND,
    ]  # fmt: skip
    assert (time.left(0, 0), time.left(0, 1)) == (1_000, SECOND)
    assert TimeControl(cap=200_000).left(10 * SECOND, 1) == SECOND


TIMES = st.builds(
    TimeControl,
    cap=st.integers(1, NO_LIMIT - 1),
    bank=st.integers(1, NO_LIMIT - 1),
    floor=st.integers(1, NO_LIMIT - 1),
    increment=st.integers(0, NO_LIMIT - 1),
)


@given(TIMES, st.integers(0, NO_LIMIT - 1), st.integers(0, 2**33), st.booleans())
def test_no_clock_is_ever_nothing_or_less(
    time: TimeControl, bank: int, took: int, in_time: bool
) -> None:
    """Under any limits, with any bank, after any time: there is a limit, and it fits its field."""
    left = time.paid(bank, took, in_time)
    assert 0 <= left < NO_LIMIT
    assert 0 < time.limit(left) <= time.cap
    assert 0 < time.left(left, took) < NO_LIMIT
    if took <= time.free:
        assert (took <= time.limit(bank), time.charge(took)) == (True, 0)


def test_without_clocks_there_is_no_limit_to_tell() -> None:
    """The cap is told as the most that 32 bits can say."""
    assert (NO_CLOCKS.running, NO_CLOCKS.told_cap) == (False, 2**32 - 1)
