"""The metrics of a run: what a scrape tells of figures that were counted by hand."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

import pytest
from prometheus_client import generate_latest

from arena import __version__
from arena.play.dropped import Dropped
from arena.play.floor import Floor, Listeners
from arena.play.latency import BOUNDS_US, Latency
from arena.play.schedule import Format, round_robin
from arena.play.tally import Tally
from arena.rules.presets import preset
from arena.telemetry.metrics import LAG_STEPS, LATENCY_STEPS, registry_of
from arena.testing.virtual import VirtualBot, VirtualRun
from tests.telemetry.stage import (
    BOTS,
    Scrape,
    StandInHall,
    hand,
    labels,
    rising,
    scrape,
    small_tally,
)


def small_run() -> tuple[StandInHall, Scrape]:
    hall = StandInHall.of(*BOTS)
    hall.entrants["left"].line.connected(256, 0)
    hall.entrants["right"].line.dropped.update({Dropped.LATE: 2, Dropped.UNKNOWN: 1})
    for count in (1, 2, 3, 4, 5, 256):
        hall.heard(count)
    for lag in (100, 6_000, 900_000):
        hall.lag.add(lag)
    hall.floor = Floor(iter(()), 8, Listeners())
    hall.floor.in_play = 5
    return hall, scrape(registry_of(hall, small_tally(), "seed"))


def values(seen: Scrape, name: str) -> dict[str, float]:
    """The samples of a metric, by the values of its labels in the order of their names."""
    return {
        " ".join(value for _, value in sorted(own)): value
        for (sample, own), value in seen.items()
        if sample == name
    }


def test_decisions_are_counted_by_bot_and_kind() -> None:
    """Seats follow the half; a hand that ended by a fault counts what was decided before it."""
    _, seen = small_run()

    assert {
        "left bid": 5, "left call": 1, "left play": 1,
        "right bid": 4, "right call": 1, "right play": 1,
    } == values(seen, "arena42_decisions_total")  # fmt: skip


def test_every_outcome_is_told() -> None:
    """An outcome that didn't occur is 0, so that its rate can be taken from the start."""
    _, seen = small_run()

    assert {"made": 1, "set": 1, "thrown_in": 1, "forfeited": 0, "void": 0} == values(
        seen, "arena42_hands_total"
    )


def test_faults_are_counted_by_bot_and_kind() -> None:
    """Every bot has every kind."""
    _, seen = small_run()
    faults = values(seen, "arena42_faults_total")

    assert 2 * 7 == len(faults)
    assert {"right illegal_action": 1} == {own: count for own, count in faults.items() if count}


def test_the_state_of_the_hall_is_told() -> None:
    """Late answers, presence and tables in play are those of now."""
    hall, seen = small_run()

    assert {"left": 0, "right": 3} == values(seen, "arena42_late_answers_total")
    assert {"left": 1, "right": 0} == values(seen, "arena42_bot_connected")
    assert {"": 5} == values(seen, "arena42_tables_in_play")

    hall.floor = None
    assert {"": 0} == values(
        scrape(registry_of(hall, small_tally(), "seed")), "arena42_tables_in_play"
    )


def test_batches_fall_under_powers_of_two() -> None:
    """A batch of exactly a power of two is in the bucket of that bound."""
    _, seen = small_run()
    buckets = dict(rising(seen, "arena42_batch_size", labels()))

    assert [1, 2, 4, 5, 5] == [buckets[bound] for bound in (1, 2, 4, 8, 128)]
    assert [6, 6] == [buckets[bound] for bound in (256, math.inf)]
    assert 271 == seen["arena42_batch_size_sum", labels()]


def test_a_batch_beyond_every_window_is_counted() -> None:
    """More answers than were ever asked for fall into +Inf, and break nothing."""
    hall = StandInHall.of()
    hall.heard(4097)
    hall.heard(1 << 20)
    buckets = dict(rising(scrape(registry_of(hall, small_tally(), "")), "arena42_batch_size",
                          labels()))  # fmt: skip

    assert [0, 2] == [buckets[4096], buckets[math.inf]]


def test_latency_keeps_its_bounds() -> None:
    """What took no longer than a bound is in its bucket, in seconds, and the sum is exact."""
    _, seen = small_run()
    own = labels(bot="left", kind="bid")
    buckets = dict(rising(seen, "arena42_decision_latency_seconds", own))
    least = BOUNDS_US[LATENCY_STEPS[0]] / 1e6

    # Left bid in 50 and 200 µs, in 100 and 400 µs at the other seating, and in 50 µs.
    assert {least: 2, 0.000227: 4, 0.000555: 5} == {
        bound: count for bound, count in buckets.items() if bound < 0.001
    }
    assert 800 / 1e6 == pytest.approx(seen["arena42_decision_latency_seconds_sum", own])
    assert 5 == seen["arena42_decision_latency_seconds_count", own]


def test_what_takes_longer_than_every_bound_is_counted() -> None:
    """The last bucket holds everything."""
    tally = Tally(BOTS, tuple(round_robin(BOTS)))
    tally.add(hand(0, 0, times_us=(10**9,)))
    seen = scrape(registry_of(StandInHall.of(), tally, ""))
    *_, before, last = rising(
        seen, "arena42_decision_latency_seconds", labels(bot="left", kind="bid")
    )

    assert [0, (math.inf, 1)] == [before[1], last]


@pytest.mark.parametrize("steps", [LATENCY_STEPS, LAG_STEPS])
def test_bounds_are_about_twelve_of_the_arenas_own(steps: range) -> None:
    """A bound between two steps would need counts that nobody keeps."""
    assert 8 <= len(steps) <= 14
    assert steps[-1] < len(BOUNDS_US)


def test_lag_has_a_bound_at_what_may_run_on_the_loop() -> None:
    """Nothing over 5 ms belongs on the event loop, so the histogram can show what breaks that."""
    _, seen = small_run()
    buckets = dict(rising(seen, "arena42_event_loop_lag_seconds", labels()))

    assert [1, 2, 3] == [buckets[bound] for bound in (0.00517, 0.012622, math.inf)]


def test_histograms_are_cumulative() -> None:
    """Counts rise with their bounds to +Inf, which is the count."""
    _, seen = small_run()
    histograms = Counter(
        (name.removesuffix("_count"), own) for name, own in seen if name.endswith("_count")
    )

    assert 2 * 3 + 2 == len(histograms)
    for name, own in histograms:
        counts = [count for _, count in rising(seen, name, own)]
        assert all(low <= high for low, high in pairwise(counts))
        assert counts[-1] == seen[f"{name}_count", own]


def test_a_rating_has_its_half_width() -> None:
    """Bots that are level after their pair stand at 0, as unsure as each other."""
    _, seen = small_run()
    elo, widths = values(seen, "arena42_elo"), values(seen, "arena42_elo_half_width")

    assert {"left": 0.0, "right": 0.0} == pytest.approx(elo, abs=1e-6)
    assert set(BOTS) == set(widths)
    assert all(50 < width < 1000 for width in widths.values())


def test_a_group_is_told_as_any_bots_are() -> None:
    """Three seats, each bot at each of them once: decisions by bot, and ratings of all."""
    bots = tuple(VirtualBot(name) for name in ("a", "b", "c"))
    run = VirtualRun(bots, 4, options=preset("sheet_gl", 3), format=Format.FREE_FOR_ALL).play()
    seen = scrape(registry_of(StandInHall.of("a", "b", "c"), run.tally, "seed"))
    decisions = values(seen, "arena42_decisions_total")

    assert {"a bid": 12, "b bid": 12, "c bid": 12} == {
        own: count for own, count in decisions.items() if own.endswith("bid")
    }
    assert sum(decisions.values()) == sum(len(hand.times_us) for hand in run.hands)
    assert {"a": 0.0, "b": 0.0, "c": 0.0} == pytest.approx(values(seen, "arena42_elo"), abs=1e-6)


def test_nobody_is_rated_before_the_first_pair() -> None:
    """No evidence is no rating, rather than a rating of 0."""
    tally = Tally(BOTS, tuple(round_robin(BOTS)))
    tally.add(hand(0, 0))
    seen = scrape(registry_of(StandInHall.of(*BOTS), tally, ""))

    assert {} == values(seen, "arena42_elo") == values(seen, "arena42_elo_half_width")


def test_the_build_is_told() -> None:
    """The version of the arena is a label of a sample that is always 1."""
    _, seen = small_run()
    build = [(dict(own), value) for (name, own), value in seen.items() if "build" in name]

    assert [(__version__, 1)] == [(own["version"], value) for own, value in build]


def test_labels_name_bots_and_kinds_only() -> None:
    """However many hands are played, there are no more series than the field of bots makes."""
    hall, tally = StandInHall.of(*BOTS), small_tally()
    registry = registry_of(hall, tally, "")
    before = scrape(registry)
    for deal in range(2, 300):
        for half in range(2):
            tally.add(hand(deal, half))

    assert set(before) == set(scrape(registry))
    assert {"bot", "kind", "outcome", "le", "version", "python"} == {
        label for _, own in before for label, _ in own
    }
    assert set(BOTS) == {value for _, own in before for label, value in own if label == "bot"}


def test_the_text_is_fit_for_prometheus() -> None:
    """Names are its own kind of names, and every metric says what it means."""
    text = generate_latest(registry_of(StandInHall.of(*BOTS), small_tally(), "")).decode()
    lines = text.splitlines()
    samples = [line for line in lines if not line.startswith("#")]

    assert text.endswith("\n")
    assert 12 == sum(line.startswith("# HELP arena42_") for line in lines)
    assert 12 == sum(line.startswith("# TYPE arena42_") for line in lines)
    assert all(re.fullmatch(r"arena42_[a-z0-9_]+(\{.*\})? [-+.0-9e]+", line) for line in samples)


def test_no_process_wide_registry_is_touched() -> None:
    """Two runs of one process tell their own figures."""
    empty = Tally(BOTS, tuple(round_robin(BOTS)))
    first = registry_of(StandInHall.of(), small_tally(), "")
    second = registry_of(StandInHall(lag=Latency()), empty, "")

    assert 1 == values(scrape(first), "arena42_hands_total")["made"]
    assert 0 == values(scrape(second), "arena42_hands_total")["made"]
