"""How time is charged, and which limits are refused."""

from __future__ import annotations

import pytest

from arena.play.clocks import NO_CLOCKS, NO_LIMIT, SECOND, BadTime, TimeControl


def test_the_limits_are_those_of_the_house() -> None:
    """Cap 2 s, bank 10 s a deal, floor 20 ms, grace 5 s, clocks running."""
    usual = TimeControl()
    assert (usual.cap, usual.bank, usual.floor, usual.grace) == (
        2 * SECOND, 10 * SECOND, 20_000, 5 * SECOND,
    )  # fmt: skip
    assert (usual.running, usual.told_cap) == (True, 2 * SECOND)


@pytest.mark.parametrize("name", ["cap", "bank", "floor", "grace"])
@pytest.mark.parametrize("amount", [0, -1, NO_LIMIT])
def test_a_clock_that_cannot_be_kept_is_refused(name: str, amount: int) -> None:
    """Never zero, never negative, and never what stands for no limit on the wire."""
    with pytest.raises(BadTime, match=f"time: {name} is more than nothing"):
        TimeControl(**{name: amount})  # type: ignore[arg-type]


def test_a_decision_is_bounded_by_the_cap_and_by_what_is_left() -> None:
    """The floor is granted even to a seat whose bank is spent."""
    time = TimeControl(cap=SECOND, floor=1_000)
    assert [time.limit(bank) for bank in (0, 5_000, 10 * SECOND)] == [1_000, 6_000, SECOND]


def test_only_what_goes_over_the_floor_is_charged() -> None:
    """One microsecond over it costs one."""
    time = TimeControl(floor=1_000)
    assert [time.charge(elapsed) for elapsed in (0, 1_000, 1_001, 3_000)] == [0, 0, 1, 2_000]


def test_without_clocks_there_is_no_limit_to_tell() -> None:
    """The cap is told as the most that 32 bits can say."""
    assert (NO_CLOCKS.running, NO_CLOCKS.told_cap) == (False, 2**32 - 1)
