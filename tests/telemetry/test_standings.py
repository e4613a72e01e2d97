"""Ratings for the metrics: fitted aside, kept for a while."""

from __future__ import annotations

from threading import Event, current_thread
from typing import Any

import pytest

from arena import config
from arena.play.pool import Pool
from arena.play.ratings import Standing, fit, rate
from arena.play.schedule import round_robin
from arena.play.tally import Tally
from arena.telemetry import standings
from arena.telemetry.standings import Standings
from tests.telemetry.stage import hand, small_tally


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_elo_is_that_of_the_table() -> None:
    """The strengths are those of the run's own fit; only the intervals have fewer replicates."""
    tally = small_tally()
    for deal in range(2, 40):
        tally.add(hand(deal, 0))
        tally.add(hand(deal, 1, awards=(0, deal % 3)))
    scores: dict[Any, Any] = {pair: dict(own.scores) for pair, own in tally.pairings.items()}
    expected = rate(scores, seed=b"run")
    actual = Standings(tally, b"run").now()

    assert [(each.name, each.elo) for each in expected] == [(e.name, e.elo) for e in actual]
    for table, metric in zip(expected, actual, strict=True):
        assert table.high - table.low == pytest.approx(metric.high - metric.low, rel=0.3)


def test_a_fit_is_kept_for_some_seconds() -> None:
    """Scrapes in quick succession cost one fit."""
    clock, tally = Clock(), small_tally()
    kept = Standings(tally, b"", clock)
    before = kept.now()
    for half in range(2):
        tally.add(hand(2, half))
    clock.now += config.RATINGS_KEPT - 0.1
    assert before == kept.now()

    clock.now += 0.2
    assert before != kept.now()


def test_long_fits_come_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fit of ten seconds is kept for as long as its share of the time asks for."""
    clock, fits = Clock(), []
    rest = 10 / config.RATINGS_SHARE

    def slowly(pool: Pool, **more: Any) -> Standing:
        fits.append(current_thread().name)
        clock.now += 10
        return fit(pool, **more)

    monkeypatch.setattr(standings, "fit", slowly)
    kept = Standings(small_tally(), b"", clock)
    kept.now()
    clock.now += rest - 1
    kept.now()
    assert ["ratings"] == fits

    clock.now += 2
    kept.now()
    assert ["ratings"] * 2 == fits


def test_nobody_waits_for_a_long_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a fit runs, a scrape soon shows the ratings of the one before, and starts no other."""
    may_end, fits = Event(), []

    def endlessly(pool: Pool, **more: Any) -> Standing:
        fits.append(pool)
        may_end.wait(30)
        return fit(pool, **more)

    monkeypatch.setattr(standings, "fit", endlessly)
    monkeypatch.setattr(config, "RATINGS_PATIENCE", 0.01)
    kept = Standings(small_tally(), b"")

    assert [(), ()] == [kept.now(), kept.now()]
    assert 1 == len(fits)

    may_end.set()
    monkeypatch.setattr(config, "RATINGS_PATIENCE", 30)
    assert 2 == len(kept.now())


def test_only_bots_with_a_pair_are_rated() -> None:
    """A bot of the run that hasn't finished a pair has no rating yet."""
    names = ("left", "right", "third")
    tally = Tally(names, tuple(round_robin(names)))
    for half in range(2):
        tally.add(hand(0, half))

    assert {"left", "right"} == {each.name for each in Standings(tally, b"").now()}
