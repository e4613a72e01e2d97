"""The words of the notation that reading and writing share, and what is said of a wrong record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.rules.contracts import Call
from arena.rules.game import Game
from arena.rules.hand import Hand
from arena.rules.options import Options
from arena.rules.seats import Seating, seat_name
from arena.rules.shaker import FirstShaker

VERSION: Final = 1
FIRST_LINE: Final = f"Texas 42 game, version {VERSION}"
SUFFIX: Final = ".42"
UNFINISHED: Final = "unfinished"
LEVEL: Final = "level"


class BadRecord(ValueError):
    """Text that is no record, or tells what the rules don't allow: the line, what stands there, and
    what would have been right. `file` is its name, if it is known."""

    def __init__(self, found: str, right: str, line: int, file: str = "") -> None:
        where = f"{file}, line {line}" if file else f"line {line}"
        super().__init__(f"{where}: {found}, but {right}")
        self.found = found
        self.right = right
        self.line = line
        self.file = file


def side_name(seating: Seating, side: int) -> str:
    """Return the letters of a side's seats: `AC`."""
    return "".join(map(seat_name, seating.seats_of(side)))


def by_side(seating: Seating, amounts: Sequence[int]) -> str:
    """Return an amount for each side: `AC 3, BD 4`."""
    return ", ".join(f"{side_name(seating, side)} {n}" for side, n in enumerate(amounts))


def found_by(options: Options) -> str:
    """Return how these rules find the first shaker."""
    known = {FirstShaker.HIGH_DRAW: "high draw", FirstShaker.RANDOM: "random"}
    return "given" if isinstance(options.first_shaker, int) else known[options.first_shaker]


def ending_of(game: Game, options: Options) -> str:
    """Return how a game ended, in the words of its result."""
    if game.ending is None:
        return UNFINISHED
    winner = game.ending.winner
    return LEVEL if winner is None else f"{side_name(options.seating, winner)} win"


def outcome_of(hand: Hand) -> str:
    """Return how a hand ended, in the words of its result."""
    return UNFINISHED if hand.result is None else hand.result.outcome.value


def trumps_led(hand: Hand) -> Call | None:
    """Return what the first lead made trumps where nobody called any, None before it."""
    return None if hand.public.call is Call.UNDECLARED else hand.public.call
