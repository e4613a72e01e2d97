"""Which metrics there are: the table that `deploy/README.md` shows and the collector fills.

Labels are the names of bots and of kinds, never those of runs or tables: how many series there are
hangs on the field of a run, not on its length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["counter", "gauge", "histogram"]


@dataclass(frozen=True)
class Metric:
    """One metric: its name, its type, its labels, the unit of its values, and what they mean."""

    name: str
    kind: Kind
    labels: tuple[str, ...]
    unit: str
    meaning: str


DECISIONS: Final = Metric(
    "arena42_decisions_total", "counter", ("bot", "kind"), "decisions",
    "Legal answers in time, by kind (bid, call, play), counted when their hand has ended.",
)  # fmt: skip
LATENCY: Final = Metric(
    "arena42_decision_latency_seconds", "histogram", ("bot", "kind"), "seconds",
    "What each of these decisions took, from when the bot could have been at it; answers that came "
    "in one message share its time evenly.",
)  # fmt: skip
HANDS: Final = Metric(
    "arena42_hands_total", "counter", ("outcome",), "hands",
    "Hands that have ended: made, set, thrown_in (all passed), forfeited (by a fault) or void.",
)  # fmt: skip
FAULTS: Final = Metric(
    "arena42_faults_total", "counter", ("bot", "kind"), "faults",
    "Faults of a bot, by kind.",
)  # fmt: skip
LATE: Final = Metric(
    "arena42_late_answers_total", "counter", ("bot",), "answers",
    "Answers to no open question: already ruled on, taken back, or never asked. They are dropped.",
)  # fmt: skip
TABLES: Final = Metric(
    "arena42_tables_in_play", "gauge", (), "tables",
    "Tables in play now.",
)  # fmt: skip
BATCHES: Final = Metric(
    "arena42_batch_size", "histogram", (), "decisions",
    "Answers in each message from a bot; their mean is decisions per message.",
)  # fmt: skip
LAG: Final = Metric(
    "arena42_event_loop_lag_seconds", "histogram", (), "seconds",
    "How much later than asked the arena's clock tick woke, fifty times a second while it plays.",
)  # fmt: skip
CONNECTED: Final = Metric(
    "arena42_bot_connected", "gauge", ("bot",), "0 or 1",
    "1 while the bot can be asked, else 0; the sum is the number of bots connected.",
)  # fmt: skip
ELO: Final = Metric(
    "arena42_elo", "gauge", ("bot",), "Elo",
    "Rating over the anchor (rule where it plays, else the mean); absent before the first pair.",
)  # fmt: skip
HALF_WIDTH: Final = Metric(
    "arena42_elo_half_width", "gauge", ("bot",), "Elo",
    "Half the width of the rating's 95 % interval; 0 for the anchor.",
)  # fmt: skip
BUILD: Final = Metric(
    "arena42_build_info", "gauge", ("version", "python"), "always 1",
    "The version of the arena and of its Python, as labels.",
)  # fmt: skip

METRICS: Final = (
    DECISIONS, LATENCY, HANDS, FAULTS, LATE, TABLES,
    BATCHES, LAG, CONNECTED, ELO, HALF_WIDTH, BUILD,
)  # fmt: skip
