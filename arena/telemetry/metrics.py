"""The figures of a run as Prometheus wants them, gathered when it asks.

No instrument of the library is touched while tables are played: the run counts in plain integers,
and the collector here reads them, from the thread of whoever scrapes. Each is read once and copied
in one step; figures of one scrape may be a hand apart, but a histogram agrees with itself.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Final, Protocol

from prometheus_client import CollectorRegistry
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)  # fmt: skip
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from arena import __version__, config
from arena.play.faults import FaultKind
from arena.play.floor import Floor, SeatLine
from arena.play.latency import BOUNDS_US, Latency
from arena.play.line import Presence
from arena.play.tally import Tally
from arena.rules.scoring import Outcome
from arena.telemetry import catalogue
from arena.telemetry.catalogue import Metric
from arena.telemetry.standings import Standings

LATENCY_STEPS: Final = range(10, 59, 4)
"""The steps of `arena.play.latency` whose bounds the metrics show: 93 µs to 4.2 s."""
LAG_STEPS: Final = range(16, 49, 4)
"""The same for the lag of the event loop: 355 µs to 449 ms, with 5.2 ms among them."""
LARGEST_BATCH: Final = config.LARGEST_WINDOW.bit_length() - 1
"""The place in the counts of batches that holds the largest window; beyond it is +Inf."""

Samples = Iterable[tuple[Sequence[str], float]]
Buckets = list[tuple[str, float]]


class HasLine(Protocol):
    """A bot of the run, however it is reached."""

    @property
    def line(self) -> SeatLine:
        """Its line."""


class Hall(Protocol):
    """What the collector reads of the hall, from another thread.

    `batches[n]` counts messages of more than 2ⁿ⁻¹ and up to 2ⁿ answers, `answers` all of them.
    """

    batches: list[int]
    answers: int
    lag: Latency

    @property
    def floor(self) -> Floor | None:
        """The floor, once tables are played."""

    @property
    def entrants(self) -> Mapping[str, HasLine]:
        """The bots that were brought so far, by name."""


def registry_of(hall: Hall, tally: Tally, seed: str) -> CollectorRegistry:
    """Return a registry of its own for one run; `seed` is that of the deals."""
    registry = CollectorRegistry()
    registry.register(RunCollector(hall, tally, seed))
    return registry


class RunCollector(Collector):
    """All metrics of one run."""

    def __init__(self, hall: Hall, tally: Tally, seed: str) -> None:
        self._hall = hall
        self._tally = tally
        self._standings = Standings(tally, sha256(seed.encode()).digest())

    def collect(self) -> Iterator[Family]:
        """Yield every metric of the catalogue with its values of now."""
        yield from self._of_the_tally()
        yield from self._of_the_hall()
        ratings = self._standings.now()
        yield _gauge(catalogue.ELO, (((each.name,), each.elo) for each in ratings))
        widths = (((each.name,), (each.high - each.low) / 2) for each in ratings)
        yield _gauge(catalogue.HALF_WIDTH, widths)
        yield _gauge(catalogue.BUILD, [((__version__, platform.python_version()), 1)])

    def _of_the_tally(self) -> Iterator[Family]:
        bots, outcomes = self._tally.bots, self._tally.outcomes
        thinking = {
            (bot, kind): (list(latency.counts), latency.total_us)
            for bot, own in bots.items()
            for kind, latency in own.latency.items()
        }
        decisions = ((labels, sum(counts)) for labels, (counts, _) in thinking.items())
        yield _counter(catalogue.DECISIONS, decisions)
        latency = _histogram(catalogue.LATENCY)
        for labels, (counts, total_us) in thinking.items():
            latency.add_metric(labels, _seconds(counts, LATENCY_STEPS), total_us / 1e6)
        yield latency
        hands = (((_word(each.value),), outcomes[each.value]) for each in Outcome)
        yield _counter(catalogue.HANDS, hands)
        faults = (
            ((bot, _word(str(kind))), own.faults[str(kind)])
            for bot, own in bots.items()
            for kind in FaultKind
        )
        yield _counter(catalogue.FAULTS, faults)

    def _of_the_hall(self) -> Iterator[Family]:
        hall, floor = self._hall, self._hall.floor
        lines = {name: each.line for name, each in list(hall.entrants.items())}
        yield _counter(catalogue.LATE, (((name,), line.late) for name, line in lines.items()))
        here = (((name,), float(line.presence is Presence.HERE)) for name, line in lines.items())
        yield _gauge(catalogue.CONNECTED, here)
        yield _gauge(catalogue.TABLES, [((), 0 if floor is None else floor.in_play)])
        batches = _histogram(catalogue.BATCHES)
        batches.add_metric((), _sizes(list(hall.batches)), hall.answers)
        yield batches
        lag = _histogram(catalogue.LAG)
        lag.add_metric((), _seconds(list(hall.lag.counts), LAG_STEPS), hall.lag.total_us / 1e6)
        yield lag


def _seconds(counts: Sequence[int], steps: Iterable[int]) -> Buckets:
    """Return cumulative counts at some of the steps, with their bounds in seconds."""
    upto = list(accumulate(counts))
    return [*((repr(BOUNDS_US[step] / 1e6), upto[step]) for step in steps), ("+Inf", upto[-1])]


def _sizes(counts: Sequence[int]) -> Buckets:
    """Return cumulative counts of batches, whose bounds are powers of two."""
    upto = list(accumulate(counts))
    bounds = range(LARGEST_BATCH + 1)
    return [*((repr(float(2**power)), upto[power]) for power in bounds), ("+Inf", upto[-1])]


def _word(name: str) -> str:
    return name.replace(" ", "_")


def _counter(metric: Metric, samples: Samples) -> Family:
    family = CounterMetricFamily(metric.name, metric.meaning, labels=metric.labels)
    for labels, value in samples:
        family.add_metric(labels, value)
    return family


def _gauge(metric: Metric, samples: Samples) -> Family:
    family = GaugeMetricFamily(metric.name, metric.meaning, labels=metric.labels)
    for labels, value in samples:
        family.add_metric(labels, value)
    return family


def _histogram(metric: Metric) -> HistogramMetricFamily:
    return HistogramMetricFamily(metric.name, metric.meaning, labels=metric.labels)
