"""The agenda: the tables that are still to be played, and which of them comes next.

Tables come in the order of the schedule. One at which a bot would sit that is stuck (away, or
silent for long) is put off until that bot is heard of again, so that it holds nobody else up; but
only so many are put off, lest the tables of one deal lie far apart. Tables may be added again, and
those of a bot that left are dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from arena.play.line import Line
from arena.play.table import Seat, Table

SeatLine = Line[Seat]

MOST_PUT_OFF: Final = 512
"""Tables that wait for stuck bots while later ones are begun."""
LOOK_AHEAD: Final = 32
"""Tables that are put off in one go: making many would hold the event loop up."""


class Agenda:
    """Gives one table after another, each once.

    `stuck` are the lines whose tables are put off; whoever sees a line move says so by `unstick`.
    """

    def __init__(
        self,
        tables: Iterator[Table],
        in_block: int = 1,
        dropped: Callable[[int], object] = lambda _: None,
    ) -> None:
        """`in_block` tables with numbers in a row are one block; `dropped` is told the number of
        each block that will not be played."""
        self._tables = tables
        self._in_block = in_block
        self._dropped = dropped
        self._left: set[str] = set()
        self._exhausted = False
        self._ready: deque[Table] = deque()
        self._put_off: dict[SeatLine, deque[Table]] = {}
        self._waiting = 0
        self._begun: dict[int, int] = {}
        self.stuck: set[SeatLine] = set()

    @property
    def over(self) -> bool:
        """Whether no table is left, now or later."""
        return self._exhausted and not self._ready and not self._waiting

    def take(self) -> Table | None:
        """Return the next table at which nobody is stuck, None when there is none now."""
        for _ in range(LOOK_AHEAD):
            table = self._next()
            if table is None:
                return None
            line = self._stuck_at(table) if self.stuck else None
            if line is None:
                self._note_begun(table)
                return table
            self._put_off.setdefault(line, deque()).append(table)
            self._waiting += 1
        return None

    def _next(self) -> Table | None:
        if self._ready:
            return self._ready.popleft()
        if self._exhausted or self._waiting >= MOST_PUT_OFF:
            return None
        for table in self._tables:
            if not (self._left and self._is_dropped(table)):
                return table
        self._exhausted = True
        return None

    def _stuck_at(self, table: Table) -> SeatLine | None:
        return next((seat.line for seat in table.seats if seat.line in self.stuck), None)

    def _note_begun(self, table: Table) -> None:
        """Keep in mind of which blocks some tables were begun, and others not."""
        block = table.number // self._in_block
        begun = self._begun.pop(block, 0) + 1
        if begun < self._in_block:
            self._begun[block] = begun

    def unstick(self, line: SeatLine) -> None:
        """Note that a line moves again: its tables are due, before any later ones."""
        self.stuck.discard(line)
        due = self._put_off.pop(line, None)
        if due is not None:
            self._waiting -= len(due)
            self._ready.extendleft(reversed(due))

    def again(self, tables: Iterable[Table]) -> None:
        """Add the tables of a block that is to be played anew."""
        self._ready.extend(tables)

    def drop(self, bot: str) -> None:
        """Drop all tables of a bot that left, but for those of blocks that were begun: half a block
        would be no evidence."""
        self._left.add(bot)
        for line in [line for line in self._put_off if line.bot == bot]:
            self.unstick(line)
        self._ready = self._kept(self._ready)
        for line, queue in self._put_off.items():
            self._put_off[line] = kept = self._kept(queue)
            self._waiting -= len(queue) - len(kept)

    def _kept(self, queue: deque[Table]) -> deque[Table]:
        return deque([table for table in queue if not self._is_dropped(table)])

    def _is_dropped(self, table: Table) -> bool:
        block = table.number // self._in_block
        if block in self._begun or not any(seat.line.bot in self._left for seat in table.seats):
            return False
        table.close()
        self._dropped(block)
        return True

    def stop(self) -> None:
        """Give no table any more."""
        for queue in (self._ready, *self._put_off.values()):
            for table in queue:
                table.close()
        self._ready.clear()
        self._put_off.clear()
        self._waiting = 0
        self._exhausted = True
