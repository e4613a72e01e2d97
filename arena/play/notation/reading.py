"""Reading a record: text to a `GameRecord`, or the line that is wrong and what would be right.

The whole is put together here; `header` reads the tags, `replaying` replays each hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.play.notation.header import Header
from arena.play.notation.lines import (
    Line,
    lines_of,
    number_in,
    seat_in,
    shortened,
)  # fmt: skip
from arena.play.notation.record import GameRecord, HandNotes
from arena.play.notation.replaying import HandReader
from arena.play.notation.words import BadRecord
from arena.rules.game import Game


def read(text: str | bytes, file: str = "") -> GameRecord:
    """Read a record, as `str` writes it or as a person does.

    Raises BadRecord, with the name of the file if one is given, and nothing else.
    """
    try:
        return _record(lines_of(text))
    except BadRecord as why:
        raise BadRecord(why.found, why.right, why.line, file) from None


def _record(lines: Sequence[Line]) -> GameRecord:
    first = next((n for n, line in enumerate(lines) if _hand_number(line) is not None), -1)
    header = Header(lines[:first])
    shaker = header.first_shaker
    if shaker is None:
        shaker = _told(lines[first:], header)
    game = Game(header.options, shaker)
    hands = _hands(lines[first:], game, header)
    header.check_result(game, len(hands), lines[-1])
    try:
        return GameRecord(
            header.options, shaker, hands, header.names, header.draws, header.deck, header.about
        )
    except ValueError as why:  # a check that was missed above still names no traceback
        raise lines[-1].wrong("the whole", str(why)) from None


def _hand_number(line: Line) -> str | None:
    """Return what stands behind the word that begins a hand, None on another line."""
    words = f"{line.tag} {line.value}".split()
    return " ".join(words[1:]) if words and words[0].lower() == "hand" else None


def _told(lines: Sequence[Line], header: Header) -> int:
    """Return who shakes the first hand by its own words."""
    second = next((n for n, line in enumerate(lines) if n and _hand_number(line) is not None), -1)
    for line in lines[:second]:
        if line.tag == "shaker":
            return seat_in(line, line.value, header.options.players, header.names)
    raise lines[0].wrong(
        "nobody is said to shake first", "the header must name the seat, such as shaker: A"
    )


def _hands(lines: Sequence[Line], game: Game, header: Header) -> tuple[HandNotes, ...]:
    hands: list[HandNotes] = []
    reader: HandReader | None = None
    for line in lines:
        number = _hand_number(line)
        if reader is not None and (number is not None or line is lines[-1]):
            hands.append(reader.finish(line, header.left_in))
        if line is lines[-1]:
            break
        if number is not None:
            reader = _next_hand(line, number, game, len(hands), header)
        elif reader is not None:
            reader.take(line)
    return tuple(hands)


def _next_hand(line: Line, said: str, game: Game, done: int, header: Header) -> HandReader:
    if said and number_in(said) != done + 1:
        raise line.wrong(f"hand {shortened(said)}", f"this is hand {done + 1}")
    if game.ending is not None:
        raise line.wrong(f"hand {done + 1} begins", f"the game ended with hand {done}")
    if game.hands != done:
        raise line.wrong(f"hand {done + 1} begins", f"hand {done} was left unfinished")
    return HandReader(game, done, header.deck, header.names)
