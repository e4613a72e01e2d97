"""Answers that are dropped, by kind: which of a line's questions an answer is about, if any.

What was asked is remembered by connection, as a range: the ids of one connection are consecutive.
So the memory is bounded, however much is asked and whatever a bot says.
"""

from __future__ import annotations

from collections import Counter, deque
from enum import Enum
from typing import Final

KEPT_CONNECTIONS: Final = 4
"""So many connections that are over are kept in mind: an answer to an older one is UNKNOWN."""
MOST_RAN_OUT: Final = 256
"""So many questions of one connection whose time ran out are kept in mind, the newest ones: the
answer to an older one, should it still come, counts as a DUPLICATE."""


class Dropped(Enum):
    """Why an answer was dropped: its time had run out; it was given already; it was asked for over
    a connection that is over, or was taken back; it was never asked for; or it came over a session
    that a newer one had replaced."""

    LATE = "late"
    DUPLICATE = "duplicate"
    STALE = "stale"
    UNKNOWN = "unknown"
    FENCED = "fenced"


class Drops:
    """Counts a line's dropped answers in `by_kind`. `first` is the first id of the connection."""

    __slots__ = ("_old", "_ran_out", "by_kind", "first")

    def __init__(self) -> None:
        self.by_kind: Counter[Dropped] = Counter()
        self.first = 0
        self._old: deque[range] = deque(maxlen=KEPT_CONNECTIONS)
        self._ran_out: dict[int, None] = {}

    def ran_out(self, request_id: int) -> None:
        """Note that a question's time ran out: an answer that still comes to it is a late one."""
        self._ran_out[request_id] = None
        if len(self._ran_out) > MOST_RAN_OUT:
            del self._ran_out[next(iter(self._ran_out))]

    def over(self, end: int) -> None:
        """Note that whatever was asked, up to before id `end`, is asked no more."""
        if end > self.first:
            self._old.append(range(self.first, end))
        self.first = end
        self._ran_out.clear()

    def count(self, request_id: int, end: int) -> Dropped:
        """Count an answer to a question that isn't open, where `end` is the next id; return its
        kind. What ran out is late once, and then answered."""
        if request_id in self._ran_out:
            del self._ran_out[request_id]
            kind = Dropped.LATE
        elif self.first <= request_id < end:
            kind = Dropped.DUPLICATE
        elif any(request_id in asked for asked in self._old):
            kind = Dropped.STALE
        else:
            kind = Dropped.UNKNOWN
        self.by_kind[kind] += 1
        return kind
