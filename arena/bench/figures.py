"""What one measurement gives."""

from __future__ import annotations

import msgspec


class Figures(msgspec.Struct):
    """One measurement: counts, seconds of the wall and of the arena's and the bots' processors,
    the median round trip in milliseconds, and the arena's largest memory in MB."""

    decisions: int
    hands: int
    messages: int
    seconds: float
    arena_cpu: float
    bots_cpu: float = 0.0
    p50_ms: float = 0.0
    rss_mb: float = 0.0

    @property
    def decisions_per_second(self) -> float:
        """Decisions a second of the wall."""
        return self.decisions / self.seconds

    @property
    def hands_per_second(self) -> float:
        """Hands a second of the wall."""
        return self.hands / self.seconds

    @property
    def decisions_per_message(self) -> float:
        """Decisions in a message from a bot."""
        return self.decisions / max(1, self.messages)

    @property
    def arena_us(self) -> float:
        """Microseconds of the arena's processor for a decision."""
        return self.arena_cpu / self.decisions * 1e6

    @property
    def bots_us(self) -> float:
        """Microseconds of both bots' processors for a decision."""
        return self.bots_cpu / self.decisions * 1e6
