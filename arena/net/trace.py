"""A trace: each question to a bot and its answer, as a person would say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from arena.play.faults import Fault, Unreadable
from arena.play.table import Seat
from arena.rules.hand import Action
from arena.rules.seats import seat_name
from arena.rules.tiles import TILES
from arena.rules.view import View


class Trace:
    """Tells what one bot is asked and answers, a line each, through `say`."""

    def __init__(self, bot: str, say: Callable[[str], None]) -> None:
        self._bot = bot
        self._say = say

    def asked(self, bot: str, seats: Iterable[Seat]) -> None:
        """Tell what a bot is asked."""
        if bot != self._bot:
            return
        for seat in seats:
            trick_size = seat.table.hand.trick_size
            self._say(f"{self._place(seat)} asked to {_situation(seat.view, trick_size)}")

    def answered(self, bot: str, seat: Seat | None, action: Action | Unreadable) -> None:
        """Tell what a bot answered; a seat of None means that no such question is open."""
        if bot != self._bot:
            return
        said = action.came if isinstance(action, Unreadable) else str(action)
        if seat is None:
            self._say(f"{bot} answered {said} to a question that isn't open: dropped")
        else:
            self._say(f"{self._place(seat)} answered {said}")

    def fault(self, fault: Fault) -> None:
        """Tell a fault with its reason."""
        if fault.bot == self._bot:
            self._say(f"{fault.bot} FAULT {fault}")

    def _place(self, seat: Seat) -> str:
        return f"{self._bot} table {seat.table.number} seat {seat_name(seat.view.seat)}"


def _situation(view: View, trick_size: int) -> str:
    """Return the auction or the trick on the table, and the choice."""
    if view.call is None:
        bids = ", ".join(map(str, view.bids)) or "none yet"
        return f"{view} (bids: {bids})"
    finished = (len(view.leaders) - 1 - view.hidden_tricks) * trick_size
    on_table = " ".join(str(TILES[tile]) for tile in view.plays[finished:]) or "nothing"
    return f"{view} ({view.call} called; on the table: {on_table})"
