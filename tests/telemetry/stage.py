"""A small run, counted by hand, and what a scrape of it tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from arena import config
from arena.play.clocks import TimeControl
from arena.play.faults import FaultKind
from arena.play.floor import Floor
from arena.play.latency import Latency
from arena.play.line import Line
from arena.play.record import FaultRecord, HandRecord
from arena.play.schedule import round_robin
from arena.play.table import Seat
from arena.play.tally import Tally

Labels = frozenset[tuple[str, str]]
Scrape = dict[tuple[str, Labels], float]

BOTS = ("left", "right")


@dataclass
class AtTheDoor:
    """A bot with nothing but its line."""

    line: Line[Seat]


@dataclass
class StandInHall:
    """A hall that only counts."""

    entrants: dict[str, AtTheDoor] = field(default_factory=dict)
    batches: list[int] = field(
        default_factory=lambda: [0] * (config.LARGEST_MESSAGE.bit_length() + 1)
    )
    answers: int = 0
    lag: Latency = field(default_factory=Latency)
    floor: Floor | None = None

    @classmethod
    def of(cls, *bots: str) -> StandInHall:
        """Return a hall with these bots at its door."""
        time = TimeControl()
        return cls({bot: AtTheDoor(Line(bot, 1, time, salt=7)) for bot in bots})

    def heard(self, count: int) -> None:
        """Count a message as the hall does."""
        self.answers += count
        self.batches[(count - 1).bit_length()] += 1


def hand(
    deal: int,
    half: int,
    *,
    outcome: str = "made",
    awards: tuple[int, int] = (1, 0),
    times_us: tuple[int, ...] = (50, 100, 200, 400, 1_000, 3_000_000),
    fault: tuple[FaultKind, str] | None = None,
) -> HandRecord:
    """Return a hand of four bids, a call and a play; left has the even seats in half 0."""
    faults = []
    if fault is not None:
        kind, bot = fault
        faults = [FaultRecord(str(kind), bot, 0, "asked", "came", 7, kind == FaultKind.TIMEOUT)]
    return HandRecord(
        deal=deal, bots=BOTS, rotation=half, shaker=3,
        bids=("30", "pass", "pass", "pass"), call="sixes", plays=bytes([27]), declarer="left",
        outcome=outcome, awards=awards, taken=(30, 12), faults=tuple(faults),
        times_us=times_us, askers=(0, 1, 2, 3, 0, 1)[: len(times_us)],
    )  # fmt: skip


def small_tally() -> Tally:
    """Return the tally of three hands: one pair that counts, and half of one with a fault."""
    tally = Tally(BOTS, tuple(round_robin(BOTS)))
    tally.add(hand(0, 0))
    tally.add(hand(0, 1, outcome="set"))
    tally.add(
        hand(1, 0, outcome="thrown in", times_us=(50,), fault=(FaultKind.ILLEGAL_ACTION, "right"))
    )
    return tally


def labels(**own: str) -> Labels:
    """Return labels as a key."""
    return frozenset(own.items())


def scrape(registry: CollectorRegistry) -> Scrape:
    """Return every sample of a registry, by way of its text."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(generate_latest(registry).decode())
        for sample in family.samples
    }


def rising(seen: Scrape, name: str, own: Labels) -> Iterator[tuple[float, float]]:
    """Yield the buckets of a histogram in the order of their bounds."""
    buckets = [
        (float(dict(other)["le"]), value)
        for (sample, other), value in seen.items()
        if sample == f"{name}_bucket" and own == {each for each in other if each[0] != "le"}
    ]
    yield from sorted(buckets)
