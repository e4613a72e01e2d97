"""The floor: many tables in play over a few lines.

It takes the next table when there is room, passes asks to lines and answers and faults to tables,
and tells its listeners of every finished hand and every fault. It is driven from outside, with the
time in microseconds, and never waits.

A table whose bot is stuck (away, or silent for long) takes no room: the others go on at full speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.play.agenda import Agenda
from arena.play.faults import Fault, FaultKind, Unreadable
from arena.play.line import Line, Presence
from arena.play.table import Seat, Table
from arena.rules.hand import Action
from arena.rules.illegal import IllegalAction

SeatLine = Line[Seat]

Answer = tuple[int, Action | Unreadable, int]
"""The id of a request, what a bot said to it, and how many microseconds it says that it took (0 if
it doesn't say)."""

MOST_LOSSES: Final = 3
"""A question may be lost with so many connections and still be asked anew."""
QUIET: Final = 250_000
"""Microseconds after which a bot that is silent with decisions open is stuck."""
MOST_IN_PLAY: Final = 8192
"""Tables in play at once, those with stuck bots among them."""


@dataclass
class Listeners:
    """Who is told what; each is called at once, in order, and must be quick.

    `fault` comes for every fault with the table it ended, `hand_over` for every table that ended,
    after its fault.
    """

    hand_over: list[Callable[[Table], None]] = field(default_factory=list)
    fault: list[Callable[[Table, Fault], None]] = field(default_factory=list)


class Floor:
    """Keeps up to `room` tables in play, and those of stuck bots beside, as the agenda gives them.

    `room` may be changed at any time; nothing is taken while the floor is `held`, for as long as
    results can't be kept.
    """

    def __init__(self, tables: Iterator[Table] | Agenda, room: int, listeners: Listeners) -> None:
        self._agenda = tables if isinstance(tables, Agenda) else Agenda(tables)
        self._stuck_tables = 0
        self.room = room
        self._listeners = listeners
        self._why_gone: dict[SeatLine, FaultKind] = {}
        self._heirs: dict[SeatLine, SeatLine | None] = {}
        self.in_play = 0
        self.held = False
        self.decisions = 0

    @property
    def over(self) -> bool:
        """Whether no table is in play and none will be."""
        return self._agenda.over and self.in_play == 0

    # Tables coming and going.

    def fill(self) -> None:
        """Take new tables while there is room, at most `room` of them in one go."""
        for _ in range(self.room):
            if self.held or self.in_play >= min(self.room + self._stuck_tables, MOST_IN_PLAY):
                return
            table = self._agenda.take()
            if table is None:
                return
            self.in_play += 1
            self._ask(table.ask())

    def look_at(self, lines: Iterable[SeatLine], now: int) -> None:
        """See which lines are stuck: their tables take no room, and no new ones are begun."""
        stuck = self._agenda.stuck
        self._stuck_tables = 0
        for line in lines:
            if _is_stuck(line, now):
                stuck.add(line)
                self._stuck_tables += len(line.open) + len(line.waiting)
            elif line in stuck:
                self._agenda.unstick(line)

    def stop(self) -> None:
        """Take no new tables; those in play go on to their end."""
        self._agenda.stop()

    def park(self, lines: Iterable[SeatLine]) -> int:
        """Leave the tables in play as they are, to be played anew another day; return how many."""
        self.stop()
        for line in lines:
            line.clear()
        parked, self.in_play = self.in_play, 0
        return parked

    # What bots do.

    def hear(self, line: SeatLine, answers: Sequence[Answer], now: int, waited_us: int = 0) -> None:
        """Take the answers of one message of a bot, and what they tell of its pace. `waited_us` is
        how long the arena had the message before; its answers share it, as they do the time."""
        if line in self._agenda.stuck:
            self._agenda.unstick(line)
            self._stuck_tables = 0  # counted anew at the next look
        line.measured(line.silence(now), len(answers))
        self.take(line, answers, now, waited_us // len(answers))

    def take(self, line: SeatLine, answers: Iterable[Answer], now: int, waited_us: int = 0) -> None:
        """Take answers of a message that its line has measured; each waited so long in the arena.

        One to no open question is counted and dropped. One that is no action, comes too late for
        its seat's bank, or is illegal ends its table by a fault.
        """
        latency, free, gone = line.latency, line.time.free, Presence.GONE
        for request_id, action, told_us in answers:
            seat = line.close(request_id, now)
            if seat is None:
                continue
            elapsed = line.elapsed
            if isinstance(action, Unreadable):
                self._fault(seat, FaultKind.MALFORMED, action.came, elapsed)
                continue
            if elapsed > free and not line.spend(seat, elapsed):
                self._fault(seat, FaultKind.TIMEOUT, f"the answer {action} came too late", elapsed)
                continue
            try:
                next_seat = seat.table.answer(action, latency, told_us, waited_us)
            except IllegalAction as why:
                self._fault(seat, FaultKind.ILLEGAL_ACTION, str(why), elapsed)
                continue
            self.decisions += 1
            if next_seat is None:
                self._end(seat.table)
            elif next_seat.line.presence is gone:
                self._ask(next_seat)
            else:  # as `_ask` does, without the price of a call
                next_seat.line.waiting.append(next_seat)

    # What bots don't do.

    def check_clock(self, line: SeatLine, now: int) -> bool:
        """Rule on a bot's silence; return whether it is stalled, so that its session must end.

        The oldest open decision runs out at its limit. A bot still silent at cap and grace is
        stalled: one more fault in all, and what else was open is taken back to be asked anew.
        """
        overdue = line.overdue(now)
        if overdue is not None:
            took = overdue.spent + line.silence(now)
            line.run_out(overdue, now)
            self._fault(overdue, FaultKind.TIMEOUT, "no answer came in time", took)
        if not line.stalled(now):
            return False
        oldest = line.oldest
        assert oldest is not None
        took = oldest.spent + line.silence(now)
        line.run_out(oldest, now)
        self.lost(line, now)
        self._fault(oldest, FaultKind.STALLED, "nothing came at all", took)
        return True

    def lost(self, line: SeatLine, now: int) -> None:
        """Note that a bot's connection is gone: what was open waits to be asked anew, with what is
        left of its time.

        A question that was lost with too many connections is asked no more: a bot that hangs up
        whenever it is asked would be asked for ever.
        """
        line.disconnected(now)
        for seat in [each for each in line.waiting if each.losses > MOST_LOSSES]:
            line.waiting.remove(seat)
            spent = seat.spent
            seat.settle()
            came = "the connection was lost again and again"
            self._fault(seat, FaultKind.DISCONNECTED, came, spent)

    def give_up(self, line: SeatLine, kind: FaultKind, heir: SeatLine | None = None) -> None:
        """Rule that a process will not come back: its heir is asked instead, now and later, and
        without one every table that needs it ends by this fault."""
        self._why_gone[line] = kind
        self._heirs[line] = heir
        self._agenda.unstick(line)
        for seat in line.gone():
            self._ask(seat)

    # How a table goes on.

    def _ask(self, seat: Seat) -> None:
        while seat.line.presence is Presence.GONE:
            heir = self._heirs[seat.line]
            if heir is None:
                seat.request_id = 0
                self._fault(seat, self._why_gone[seat.line], "the bot is gone", 0)
                return
            seat.line = heir
        seat.line.waiting.append(seat)

    def _fault(self, seat: Seat, kind: FaultKind, came: str, elapsed: int) -> None:
        fault = Fault(kind, seat.line.bot, seat.view.seat, str(seat.view), came, elapsed)
        seat.table.fault(fault)
        for told in self._listeners.fault:
            told(seat.table, fault)
        self._end(seat.table)

    def _end(self, table: Table) -> None:
        self.in_play -= 1
        for told in self._listeners.hand_over:
            told(table)
        table.close()


def _is_stuck(line: SeatLine, now: int) -> bool:
    return line.presence is Presence.AWAY or line.silence(now) > QUIET
