"""The tables of `deploy/README.md` are those of the code: nothing missing, nothing made up."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from arena.telemetry.catalogue import METRICS
from arena.telemetry.journal import EVENTS
from arena.telemetry.metrics import registry_of
from tests.telemetry.stage import BOTS, StandInHall, small_tally

README = Path(__file__).parents[2] / "deploy/README.md"


def rows(head: str) -> list[tuple[str, ...]]:
    """The rows of the table in the README whose head begins with this cell."""
    _, _, after = README.read_text("utf-8").partition(f"\n| {head} |")
    table = after.partition("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in table]


def test_the_metrics_are_written_down() -> None:
    """Name, type, labels, unit and meaning of each, in the order of the catalogue."""
    expected = [
        (
            f"`{metric.name}`",
            metric.kind,
            ", ".join(f"`{label}`" for label in metric.labels) or "–",
            metric.unit,
            metric.meaning,
        )
        for metric in METRICS
    ]

    assert expected == rows("metric")


def test_the_registry_holds_what_is_written_down() -> None:
    """Every metric that a scrape tells has its row, with its type and labels, and the reverse."""
    registry = registry_of(StandInHall.of(*BOTS), small_tally(), "")
    families = text_string_to_metric_families(generate_latest(registry).decode())
    told = {}
    for family in families:
        name = f"{family.name}_total" if family.type == "counter" else family.name
        labels = {label for sample in family.samples for label in sample.labels} - {"le"}
        told[f"`{name}`"] = (family.type, labels)
    written = {
        name: (kind, set(re.findall(r"`(\w+)`", labels)))
        for name, kind, labels, *_ in rows("metric")
    }

    assert written == told


def test_the_events_are_written_down() -> None:
    """Each event and its level, in the order of the journal."""
    expected = [(event, logging.getLevelName(level).lower()) for event, level in EVENTS.items()]

    assert expected == [(event, level) for event, level, *_ in rows("event")]


def test_units_are_in_the_names() -> None:
    """Counters end in _total, and what is in seconds says so."""
    for metric in METRICS:
        assert (metric.kind == "counter") == metric.name.endswith("_total")
        assert (metric.unit == "seconds") == metric.name.endswith("_seconds")
