"""What measurements amount to, from figures made by hand, and how well decisions share messages.

No test here asserts a time: machines are noisy, ratios are for `arena42 bench`.
"""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest

from arena.bench.figures import Figures
from arena.bench.once import once
from arena.bench.report import RATIOS, document, measure

PROMISED = {
    "rules_hands_per_second", "stream_over_unary", "stream_over_socket", "stream_over_in_process",
    "arena_us_per_decision", "single_table_p50_ms", "arena_rss_mb_1024_tables",
    "decisions_per_message_256",
}  # fmt: skip
LEAST_PER_MESSAGE = 30


def figures(decisions: int = 1_000, **others: float) -> Figures:
    """Return a measurement of two seconds, thirty decisions a hand, fifty a message."""
    made = Figures(
        decisions=decisions, hands=decisions // 30, messages=decisions // 50, seconds=2.0,
        arena_cpu=0.01, bots_cpu=0.02, p50_ms=0.5, rss_mb=80.0,
    )  # fmt: skip
    return msgspec.structs.replace(made, **others)


SEEN = {
    "stream": [figures(60_000), figures(40_000), figures(50_000)],
    "unary": [figures(2_000), figures(1_000), figures(1_000)],
    "socket": [figures(50_000), figures(50_000), figures(50_000)],
    "in_process": [figures(80_000), figures(80_000), figures(80_000)],
    "single": [figures(900, p50_ms=0.2), figures(900, p50_ms=0.25), figures(900, p50_ms=9.0)],
    "stream_16": [figures(30_000)],
    "stream_1024": [figures(55_000, rss_mb=151.26), figures(55_000, rss_mb=120.0)],
}


# One measurement.


def test_a_measurement_is_told_by_the_second_and_by_the_decision() -> None:
    """Rates over the wall, microseconds over the processors."""
    seen = Figures(
        decisions=20_000, hands=700, messages=250, seconds=2.0, arena_cpu=0.5, bots_cpu=0.25
    )
    assert (seen.decisions_per_second, seen.hands_per_second) == (10_000, 350)
    assert seen.decisions_per_message == 80
    assert (seen.arena_us, seen.bots_us) == (25.0, 12.5)


def test_no_message_is_no_division_by_zero() -> None:
    """The rules alone send none."""
    assert figures(10, messages=0).decisions_per_message == 10


def test_an_unknown_measurement_is_refused() -> None:
    """By name, before anything is started."""
    with pytest.raises(ValueError, match="nothing is measured under the name 'speed'"):
        once("speed", 1, 0.1)


def test_a_measurement_that_fails_tells_why() -> None:
    """The end of the process's own words, and no figures."""
    with pytest.raises(RuntimeError, match=r"(?s)measuring speed failed:.*under the name 'speed'"):
        measure("speed", 1, 0.1)


# The document.


def test_the_document_has_every_promised_key_as_a_number() -> None:
    """Flat, so that a script reads them without knowing more."""
    told = document([25_000.0], SEEN)
    assert set(told) >= PROMISED
    assert all(isinstance(told[key], (int, float)) for key in PROMISED)
    assert set(RATIOS) < PROMISED
    assert json.loads(json.dumps(told)) == told


def test_figures_are_medians_over_the_rounds() -> None:
    """One slow round changes nothing."""
    told = document([30_000.4, 10.0, 25_000.4], SEEN)
    assert told["rules_hands_per_second"] == 25_000
    assert told["decisions_per_second_256"] == 25_000
    assert told["hands_per_second_256"] == 833
    assert told["decisions_per_message_256"] == 50.0
    assert told["single_table_p50_ms"] == 0.25
    assert told["arena_us_per_decision"] == 0.2
    assert told["bots_us_per_decision"] == 0.4
    assert told["rounds"] == 3


def test_memory_is_the_largest_that_was_seen() -> None:
    """At 1,024 tables, in MB."""
    assert document([1.0], SEEN)["arena_rss_mb_1024_tables"] == 151.3


def test_ratios_are_taken_round_by_round() -> None:
    """What ran side by side is compared: 30, 40 and 50, though medians alone would give 50."""
    told = document([1.0], SEEN)
    assert told["stream_over_unary"] == 40.0
    assert told["spread"]["stream_over_unary"] == {"min": 30.0, "max": 50.0}
    assert told["stream_over_socket"] == 1.0
    assert told["spread"]["stream_over_socket"] == {"min": 0.8, "max": 1.2}
    assert told["stream_over_in_process"] == 0.625
    assert set(told["spread"]) == set(RATIOS)


def test_every_round_of_every_measurement_stands_in_the_document() -> None:
    """Nothing is summed away: whoever doubts a median can look."""
    told = document([1.0], SEEN)["measurements"]
    assert set(told) == set(SEEN)
    for name, rounds in SEEN.items():
        assert {len(each) for each in told[name].values()} == {len(rounds)}
    assert told["unary"]["decisions_per_second"] == [1_000, 500, 500]
    assert told["stream_1024"]["rss_mb"] == [151.3, 120.0]


# The arena itself.


def test_decisions_share_their_messages_at_256_tables() -> None:
    """At least 30 decisions a message on the coalesced stream, in a run as any match is run."""
    done = subprocess.run(
        [sys.executable, "-m", "arena.bench.once", "stream", "256", "1.0"],
        capture_output=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    seen = msgspec.json.decode(done.stdout, type=Figures)
    assert seen.messages > 10
    assert seen.decisions_per_message >= LEAST_PER_MESSAGE


@pytest.mark.parametrize("what", ["in_process", "socket", "unary"])
def test_each_comparator_plays(what: str) -> None:
    """The same floor and bots behind another transport; unary has one decision a message."""
    seen = measure(what, 16, 0.5)
    assert 0 < seen.messages <= seen.decisions
    assert (seen.messages == seen.decisions) == (what == "unary")
    assert seen.arena_cpu > 0
