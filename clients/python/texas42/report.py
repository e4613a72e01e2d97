"""What the arena tells a bot besides asking it: how hands ended, and which answers were at fault.

Plain values read off the wire, with every unknown number turned into UNKNOWN.
"""

from dataclasses import dataclass
from enum import IntEnum

from texas42.v1 import bot_pb2


class Outcome(IntEnum):
    """How a hand ended."""

    UNKNOWN = 0
    MADE = 1  # the bidding side kept its contract
    SET = 2  # the bidding side was set
    THROWN_IN = 3  # everybody passed
    FORFEITED = 4  # a bot's fault ended the hand
    VOID = 5  # the arena's own fault ended the hand; it scores nothing

    @classmethod
    def _missing_(cls, value: object) -> "Outcome":
        return cls.UNKNOWN


class FaultKind(IntEnum):
    """What a bot did instead of answering rightly."""

    UNKNOWN = 0
    TIMEOUT = 1
    ILLEGAL_ACTION = 2
    MALFORMED = 3
    DISCONNECTED = 4
    STALLED = 5
    NEVER_STARTED = 6
    ARENA_FAULT = 7

    @classmethod
    def _missing_(cls, value: object) -> "FaultKind":
        return cls.UNKNOWN


@dataclass(frozen=True, slots=True)
class HandOver:
    """How a hand ended, for one seat of it. Sides are ordered yours first."""

    hand_id: int  # equals `hand_id` of this seat's observations in the hand
    outcome: Outcome
    awards: tuple[int, ...]  # won by side: marks, or points where these are scored; may be below 0
    taken: tuple[int, ...]  # points taken by side
    forfeited_by: int | None  # the seat at fault, when the outcome is FORFEITED
    fault: FaultKind | None  # its fault


@dataclass(frozen=True, slots=True)
class FaultReport:
    """An answer of this bot that was at fault, or a fault that belongs to no decision."""

    request_id: int  # 0 when the fault belongs to no decision
    kind: FaultKind
    reason: str  # what was asked, what was legal, what came and how long it took


def read_hand_over(message: bot_pb2.HandOver) -> HandOver:
    """The end of the hand in this message."""
    outcome = Outcome(message.outcome)
    forfeited = outcome is Outcome.FORFEITED
    return HandOver(
        hand_id=message.hand_id,
        outcome=outcome,
        awards=tuple(message.awards),
        taken=tuple(message.taken),
        forfeited_by=message.forfeited_by if forfeited else None,
        fault=FaultKind(message.fault) if forfeited else None,
    )


def read_fault_report(message: bot_pb2.FaultReport) -> FaultReport:
    """The report in this message."""
    return FaultReport(message.request_id, FaultKind(message.kind), message.reason)
