"""A line: the arena's end of one bot, with what waits to be asked, what is open, and its clock.

Asks are coalesced without a timer: everything that waits is taken as soon as nothing is open, or
an answer has come since the last message; never more than the window. A bot is charged only while
it could have been working: a decision's clock starts at the later of its message being written
and the bot's previous answer, so only the oldest open decision can run out of time. A lost
connection freezes it: what was spent stays spent, and the rest of its time is given when it is
asked anew.
"""

from __future__ import annotations

from collections import Counter, deque
from enum import Enum
from hashlib import blake2b
from itertools import islice
from struct import Struct
from typing import Final, Generic, TypeVar

from arena.play.ask import Ask
from arena.play.clocks import TimeControl
from arena.play.dropped import Dropped, Drops

_ID_BITS: Final = 2**62 - 1
_EIGHT: Final = Struct(">8Q")
_FIRST_GUESS: Final = 32
"""A window starts as if 1/32 of the cap were the time of a decision, and follows what is seen."""
_FOLLOWING: Final = 8
"""The newest message weighs 1/8 in the mean time of a decision."""
MOST_FRESH: Final = 3
"""So often a decision gets a fresh deadline because the arena stood still; after that only the time
in which it did is left out."""


class Presence(Enum):
    """Whether a bot can be asked."""

    HERE = "here"
    AWAY = "away"
    GONE = "gone"


AskT = TypeVar("AskT", bound=Ask)


class Line(Generic[AskT]):
    """One bot, as the floor sees it.

    `waiting` are asks not sent yet, oldest first, and `open` those sent, by request id, oldest
    first. `window` is the most that may be open. Times are microseconds. `clock` belongs to whoever
    writes for the bot, and keeps there what it is told of time until the next message is measured.
    """

    __slots__ = (
        "_answer_came", "_carried", "_decision_time", "_drawn", "_draws", "_drops", "_next_id",
        "_ruled_at", "_salt", "asked", "away_since", "bot", "clock", "elapsed", "last_answer",
        "latency", "open", "place", "presence", "ruled_late", "time", "waiting", "window",
    )  # fmt: skip

    def __init__(
        self, bot: str, window: int, time: TimeControl, salt: int, place: str = ""
    ) -> None:
        """`salt`, 64 random bits, hides how many requests and hands came before; `place` tells the
        processes of one bot apart, and is the bot's name where there is only one."""
        self.bot = bot
        self.place = place or bot
        self.window = window
        self.time = time
        self.waiting: deque[AskT] = deque()
        self.open: dict[int, AskT] = {}
        self.presence = Presence.AWAY
        self.away_since = 0
        self.last_answer = 0
        self.elapsed = 0
        self.latency = 0
        self.clock = b""
        self.ruled_late = False
        self._ruled_at = 0
        self.asked = 0
        self._salt = salt.to_bytes(8, "big")
        self._draws = 0
        self._drawn: list[int] = []
        self._drops = Drops()
        self._carried = 0
        self._next_id = self._drops.first = self.new_id()
        self._answer_came = True
        self._decision_time = time.cap // _FIRST_GUESS

    def new_id(self) -> int:
        """Return an id that this bot has not seen and that tells it nothing, above 0."""
        if not self._drawn:
            self._draws += 1
            drawn = blake2b(self._draws.to_bytes(8, "big"), key=self._salt).digest()
            self._drawn = [each & _ID_BITS | 1 for each in _EIGHT.unpack(drawn)]
        return self._drawn.pop()

    @property
    def window_now(self) -> int:
        """The most that may be open now: no more than the bot can answer in half a cap (at least
        one)."""
        if not self.time.running:
            return self.window
        return max(1, min(self.window, self.time.cap // 2 // max(1, self._decision_time)))

    def may_send(self) -> bool:
        """Whether there is something to ask and the moment to ask it."""
        return (
            bool(self.waiting)
            and self.presence is Presence.HERE
            and (self._answer_came or not self.open)
            and len(self.open) < self.window_now
        )

    def take(self, now: int) -> list[AskT]:
        """Return the seats to ask in one message, now open; nothing when it is not the moment."""
        if not self.may_send():
            return []
        room = self.window_now - len(self.open)
        taken = list(islice(self.waiting, room))
        if len(taken) == len(self.waiting):
            self.waiting.clear()
        else:
            for _ in taken:
                self.waiting.popleft()
        request_id = self._next_id
        for ask in taken:
            ask.request_id = request_id
            ask.sent_at = now
            self.open[request_id] = ask
            request_id += 1
        self._next_id = request_id
        self.asked += len(taken)
        self._answer_came = False
        return taken

    def close(self, request_id: int, now: int) -> AskT | None:
        """Close an ask that was answered and return it; None when no such ask is open.

        A late answer shows what the bot was at until now; any other that is dropped shows nothing,
        and the clock runs on. `elapsed` then says how long the ask took, from the time the bot
        could have worked on it, with what it spent over lost connections. The silence before a
        time-out was that of the ask which ran out, and is charged to no other.
        """
        ask = self.open.pop(request_id, None)
        if ask is None and self._drops.count(request_id, self._next_id) is not Dropped.LATE:
            return None
        self._answer_came = True
        started, self.last_answer = self.last_answer, now
        if self.ruled_late:
            self.ruled_late = False
            started = max(started, self._ruled_at)
        if ask is None:
            return None
        if ask.sent_at > started:  # noqa: PLR1730 - max() would cost four times as much
            started = ask.sent_at
        self.elapsed = now - started
        self._carried = 0
        if ask.disturbed:
            self._carried = ask.spent
            self.elapsed += ask.spent
            ask.settle()
        return ask

    def spend(self, ask: AskT, elapsed: int) -> bool:
        """Take what the ask that was closed last cost from its seat's bank; return whether it was
        answered in time."""
        time, bank, carried = self.time, ask.bank, self._carried
        limit = time.left(bank, carried) if carried else time.limit(bank)
        in_time = elapsed - carried <= limit or not time.running
        ask.bank = time.paid(bank, elapsed, in_time)
        return in_time

    @property
    def dropped(self) -> Counter[Dropped]:
        """The answers that were dropped, by kind."""
        return self._drops.by_kind

    @property
    def late(self) -> int:
        """How many answers were dropped, of any kind."""
        return self._drops.by_kind.total()

    def fenced(self, count: int) -> None:
        """Count answers that came over a session which a newer one had replaced."""
        self.dropped[Dropped.FENCED] += count

    def measured(self, elapsed: int, answers: int) -> None:
        """Note that `answers` came together after `elapsed`: each of them took its share, and the
        window follows what a decision takes."""
        self.latency = each = elapsed // answers
        self.clock = b""
        self._decision_time += (each - self._decision_time) // _FOLLOWING

    @property
    def oldest(self) -> AskT | None:
        """The ask that has been open longest."""
        return next(iter(self.open.values()), None)

    def silence(self, now: int) -> int:
        """Return how long the bot has been at its oldest open ask; 0 when none is open."""
        oldest = self.oldest
        return 0 if oldest is None else now - max(oldest.sent_at, self.last_answer)

    def overdue(self, now: int) -> AskT | None:
        """Return the oldest open ask if its time has run out and no other was ruled on since the
        bot was last heard."""
        oldest = self.oldest
        if oldest is None or self.ruled_late or not self.time.running:
            return None
        return oldest if self.silence(now) > self.time.left(oldest.bank, oldest.spent) else None

    def run_out(self, ask: AskT, now: int) -> None:
        """Close an ask whose time has run out; an answer that still comes to it is a late one."""
        del self.open[ask.request_id]
        self._drops.ran_out(ask.request_id)
        ask.settle()
        self.ruled_late = True
        self._ruled_at = now

    def stalled(self, now: int) -> bool:
        """Whether the bot has been silent with decisions open for the grace and the cap, or the
        time of the oldest where that is longer, as it may be once it was asked anew."""
        oldest, time = self.oldest, self.time
        if oldest is None or not time.running:
            return False
        patience = max(time.cap, time.left(oldest.bank, oldest.spent))
        return self.silence(now) > patience + time.grace

    def stood_still(self, gap: int, now: int) -> None:
        """Note that the arena itself stood still for `gap` microseconds until now.

        What is open gets a fresh deadline: the clock of the oldest starts anew, and what it took
        before is charged to nobody, nor is an answer that came meanwhile. MOST_FRESH times; after
        that the gap is left out of its clock. It is left out of the time that a bot is away, too.
        """
        oldest = self.oldest
        if oldest is not None and oldest.fresh < MOST_FRESH:
            oldest.fresh += 1
            oldest.disturbed = True
            self.last_answer = now
        elif oldest is not None:
            self.last_answer = min(now, max(oldest.sent_at, self.last_answer) + gap)
        self.away_since += gap

    # Coming and going.

    def connected(self, window: int, now: int) -> None:
        """The bot can be asked, at most `window` decisions at a time, over a new connection.

        What was open at an older one is asked anew.
        """
        self._take_back(now)
        self._next_id = self._drops.first = self.new_id()
        self.window = window
        self.presence = Presence.HERE
        self.last_answer = now
        self._answer_came = True
        self.ruled_late = False

    def disconnected(self, now: int) -> None:
        """The bot can't be asked: what was open waits again, oldest first, to be asked anew with
        what is left of its time."""
        self.presence = Presence.AWAY
        self.away_since = now
        self._take_back(now)

    def _take_back(self, now: int) -> None:
        """Freeze what is open: the bot was at the oldest, unless it was at one that ran out."""
        oldest = self.oldest
        if oldest is not None and not self.ruled_late:
            oldest.spent += self.silence(now)
        for ask in reversed(self.open.values()):
            ask.request_id = 0
            ask.losses += 1
            ask.disturbed = True
            self.waiting.appendleft(ask)
        self._end_connection()

    def _end_connection(self) -> None:
        self.open.clear()
        self._drops.over(self._next_id)

    def clear(self) -> None:
        """Forget all that waits or is open: it will not be asked."""
        self._end_connection()
        self.waiting.clear()

    def gone(self) -> list[AskT]:
        """The bot will not come back: return all that waited for it or was open."""
        self.presence = Presence.GONE
        left = [*self.open.values(), *self.waiting]
        self._end_connection()
        self.waiting.clear()
        return left
