"""A table: bots at the seats of one hand, as a state machine without I/O.

A table asks one seat at a time. It is told the action or the fault, and goes on to the next ask
until its hand has a result. It doesn't know how bots are reached, nor what time it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.play.ask import Ask
from arena.play.faults import Cost, Fault
from arena.play.line import Line
from arena.rules.deal import Deal
from arena.rules.hand import Action, Hand
from arena.rules.options import Options
from arena.rules.tiles import Tile
from arena.rules.view import View


class Seat(Ask):
    """One seat at one table: the bot's line, what the seat may know, and its bank.

    `hand_id` is what the bot knows this hand by. `written` and `contract` belong to whoever writes
    for the seat, and keep there what stays the same over the hand and over its play; empty before.
    """

    __slots__ = ("contract", "hand_id", "line", "table", "view", "written")

    def __init__(self, table: Table, view: View, line: Line[Seat], bank: int) -> None:
        super().__init__(bank)
        self.table = table
        self.view = view
        self.line = line
        self.hand_id = line.new_id()
        self.written = b""
        self.contract = b""


class Table:
    """One deal with a bot at each seat.

    `number` counts the tables of a run, `lines[seat]` is who sits there. `times` and `askers` hold
    for every decision how long it took in microseconds and which seat took it, `told` how long the
    bot says it took (0 if it doesn't say) and `waited` how long the arena had the answer before it
    was taken; `faults` what went wrong, with evidence.
    """

    __slots__ = ("askers", "faults", "hand", "number", "seats", "times", "told", "waited")

    def __init__(
        self,
        number: int,
        options: Options,
        deal: Deal,
        lines: Sequence[Line[Seat]],
        bank: int,
    ) -> None:
        self.number = number
        self.hand = Hand(options, deal)
        self.seats = tuple(
            Seat(self, View(self.hand, seat), line, bank) for seat, line in enumerate(lines)
        )
        self.times: list[int] = []
        self.askers: list[int] = []
        self.told: list[int] = []
        self.waited: list[int] = []
        self.faults: list[Fault] = []

    @property
    def over(self) -> bool:
        """Whether the hand has its result."""
        return self.hand.result is not None

    def ask(self) -> Seat:
        """Return the seat that is to act, its view up to date. The table must not be over."""
        turn = self.hand.turn
        assert turn is not None
        seat = self.seats[turn]
        seat.view.look(self.hand)
        return seat

    def answer(self, action: Action, elapsed: int, told: int = 0, waited: int = 0) -> Seat | None:
        """Take the action of the seat that was asked, which took `elapsed` microseconds, and return
        the seat to ask next, None when the hand is over. Raises IllegalAction, changing nothing.
        """
        hand = self.hand
        turn = hand.turn
        assert turn is not None
        if type(action) is Tile:
            hand.play(action)
        else:
            hand.act(action)
        self.times.append(elapsed)
        self.askers.append(turn)
        self.told.append(told)
        self.waited.append(waited)
        turn = hand.turn
        if turn is None:
            return None
        seat = self.seats[turn]
        seat.view.look(hand)
        return seat

    def fault(self, fault: Fault) -> None:
        """End the hand by a fault of the seat that was asked, at the price the policy sets."""
        turn = self.hand.turn
        assert turn is not None
        self.faults.append(fault)
        if fault.cost is Cost.FORFEIT_DEAL:
            self.hand.forfeit(turn)
        else:
            self.hand.void()

    def close(self) -> None:
        """Let go of the seats: without that circle a finished table is freed at once."""
        self.seats = ()
