"""The lines of a record: bytes to numbered lines, each a tag with its value, and the words in it.

What is no record at all is told apart from a record that is wrong. What is legal isn't known here.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from arena.play.notation.writing import ABOUT, FIRST_LINE, VERSION, BadRecord, by_side, side_name
from arena.rules.contracts import Call, say_calls
from arena.rules.seats import SEAT_NAMES, Seating, seat_name
from arena.rules.tiles import Tile, tile_set

MOST_BYTES: Final = 2_000_000
LONGEST_LINE: Final = 1000
_FIRST: Final = re.compile(r"texas 42 game(?:,? version (\d{1,9}))?", re.IGNORECASE | re.ASCII)
_FREE_TEXT: Final = frozenset({*ABOUT, "deck", "forfeit", "void"})


class Line(NamedTuple):
    """A line that says something: its tag in lower case, empty where it has none, and its value."""

    number: int
    tag: str
    value: str

    def wrong(self, found: str, right: str) -> BadRecord:
        """Return the complaint about this line: what stands there, and what would be right."""
        return BadRecord(found, right, self.number)

    def __str__(self) -> str:
        return shortened(f"{self.tag}: {self.value}" if self.tag else self.value)


def lines_of(text: str | bytes) -> list[Line]:
    """Return the lines of a record that say something, but for the first, and one with no tag and
    no value for the end. Raises BadRecord."""
    if len(text) > MOST_BYTES:
        raise BadRecord(f"{len(text):,} bytes", f"a record has up to {MOST_BYTES:,}", 1)
    rows = list(_rows(_decoded(text)))
    for place, (number, row) in enumerate(rows):
        if row and not row.startswith("#"):
            _check_first(number, row)
            said = [_line(n, each) for n, each in rows[place + 1 :] if each]
            return [*(line for line in said if line is not None), Line(len(rows), "", "")]
    raise BadRecord("nothing", f"a record begins with the line {FIRST_LINE!r}", 1)


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    if text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise BadRecord("text in UTF-16", "a record is written in UTF-8", 1)
    try:
        return text.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as why:
        for number, row in _rows(text.decode("utf-8", "replace")):
            if row and not row.startswith("#"):
                _check_first(number, row)
                break
        line = text.count(b"\n", 0, why.start) + 1
        byte = f"the byte {text[why.start]:#04x}"
        raise BadRecord(byte, "a record is written in UTF-8", line) from None


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, its words apart by one blank."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, row in enumerate(rows, start=1):
        yield number, " ".join(row[: LONGEST_LINE + 1].split()) if _fits(row) else row


def _fits(row: str) -> bool:
    return len(row) <= LONGEST_LINE


def _check_first(number: int, row: str) -> None:
    first = _FIRST.fullmatch(row.partition("#")[0].strip())
    if first is None:
        right = f"a record of a game of Texas 42 begins with the line {FIRST_LINE!r}"
        raise BadRecord(shortened(ascii(row)), right, number)
    if first[1] is not None and int(first[1]) != VERSION:
        raise BadRecord(f"version {first[1]}", f"only version {VERSION} is read here", number)


def _line(number: int, row: str) -> Line | None:
    """Return what a row says, None for a comment. Raises BadRecord for one that can't be read."""
    if not _fits(row):
        raise BadRecord(f"{len(row):,} characters", f"a line has up to {LONGEST_LINE}", number)
    plain = row.partition("#")[0].strip()
    if not plain:
        return None
    tag, colon, value = (part.strip() for part in plain.partition(":"))
    tag = tag.lower() if colon else ""
    if tag in _FREE_TEXT or tag.startswith("seat "):
        value = row.partition(":")[2].strip()  # free words may hold what else begins a comment
    line = Line(number, tag, value if colon else plain)
    for odd in line.tag + line.value:
        if not odd.isprintable():
            raise line.wrong(f"the character {odd!a}", "a record is plain text")
    return line


# The words of a line.


def shortened(text: str) -> str:
    """Return a text as it is told in a complaint."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def words_of(value: str) -> list[str]:
    """Return the words of a value; commas are blanks."""
    return value.replace(",", " ").split()


def is_seat(word: str) -> bool:
    """Whether a word is a seat's letter."""
    return len(word) == 1 and word.upper() in SEAT_NAMES


def seat_in(line: Line, word: str, seats: int) -> int:
    """Return the seat that a word names. Raises BadRecord."""
    known = SEAT_NAMES[:seats]
    if len(word) == 1 and word.upper() in known:
        return known.index(word.upper())
    right = f"the seats of this game are {seat_name(0)} to {seat_name(seats - 1)}"
    raise line.wrong(f"{shortened(word.upper())!r} for a seat", right)


def placed(line: Line, words: Sequence[str], seats: int) -> list[tuple[int | None, str]]:
    """Return the tiles among these words, each with the seat that is named before it, if any.

    Raises BadRecord for a seat that isn't there, or one with nothing behind it.
    """
    found: list[tuple[int | None, str]] = []
    seat: int | None = None
    for word in words:
        if is_seat(word) and seat is None:
            seat = seat_in(line, word, seats)
        else:
            found.append((seat, word))
            seat = None
    if seat is not None:
        raise line.wrong(f"{seat_name(seat)} and nothing", "a tile belongs behind a seat")
    return found


def tile_in(line: Line, word: str) -> Tile:
    """Return the tile that a word is. Raises BadRecord."""
    try:
        return Tile.parse(word)
    except ValueError:
        right = "a tile is written as 6-4, both ends 0 to 6"
        raise line.wrong(f"{shortened(word)!r} for a tile", right) from None


def tiles_in_line(line: Line) -> int:
    """Return the set of the tiles of a line. Raises BadRecord."""
    tiles = [tile_in(line, word) for word in words_of(line.value)]
    for tile in tiles:
        if tiles.count(tile) > 1:
            raise line.wrong(f"{tile} twice", "there is one of each tile")
    return tile_set(tiles)


def call_in(line: Line, said: str) -> Call:
    """Return the call that is said. Raises BadRecord."""
    try:
        return Call.parse(said)
    except ValueError:
        right = f"calls are {say_calls(tuple(Call))}"
        raise line.wrong(f"the call {shortened(said)!r}", right) from None


def check_amounts(
    line: Line, word: str, words: Sequence[str], seating: Seating, amounts: Sequence[int]
) -> None:
    """See that what is said of each side, or of all in their order, is so. Raises BadRecord."""
    right = f"it is {by_side(seating, amounts)}"
    told = line.wrong(f"{word} {shortened(' '.join(words))}", right)
    numbers = [number_in(each) for each in words]
    if words and None not in numbers:
        if numbers != list(amounts):
            raise told
        return
    known = {side_name(seating, side): amount for side, amount in enumerate(amounts)}
    if not words or len(words) % 2:
        raise told
    for side, number in zip(words[::2], numbers[1::2], strict=True):
        if known.get(side.upper()) != number or number is None:
            raise told


def number_in(word: str) -> int | None:
    """Return the whole number that a word is, None for another word."""
    digits = word.removeprefix("-").removeprefix("+")
    return int(word) if digits.isascii() and digits.isdigit() and len(word) < 10 else None


def sections_of(value: str) -> tuple[str, Sequence[str]]:
    """Return what stands before the first semicolon, and what stands between and after them."""
    first, *others = (part.strip() for part in value.split(";"))
    return first, others
