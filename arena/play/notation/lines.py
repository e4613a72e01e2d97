"""The lines of a record: bytes to numbered lines, each a tag with its value, and the words in it.

What is no record at all is told apart from a record that is wrong. What is legal isn't known here.
"""

from __future__ import annotations

import difflib
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from arena.play.notation.record import ABOUT
from arena.play.notation.words import FIRST_LINE, VERSION, BadRecord, by_side, side_name
from arena.rules.contracts import Call, say_calls
from arena.rules.seats import SEAT_NAMES, Seating, seat_name
from arena.rules.tiles import Tile, tile_set

MOST_BYTES: Final = 2_000_000
LONGEST_LINE: Final = 1000
_FIRST: Final = re.compile(r"texas 42 game(?:,? version (\d{1,9}))?", re.IGNORECASE | re.ASCII)
_FREE_TEXT: Final = frozenset({*ABOUT, "deck", "forfeit", "void"})
_NO_LETTER: Final = re.compile(r"[^a-z_]")
_HYPHENS: Final = str.maketrans(dict.fromkeys("‐‑‒–−", "-"))
"""What word processors make of a hyphen, up to the en dash, and the minus sign."""


class Line(NamedTuple):
    """A line that says something: its tag in lower case, empty where it has none, its value, and
    the tag as written."""

    number: int
    tag: str
    value: str
    written: str = ""

    def wrong(self, found: str, right: str) -> BadRecord:
        """Return the complaint about this line: what stands there, and what would be right."""
        return BadRecord(found, right, self.number)

    def __str__(self) -> str:
        return shortened(f"{self.written}: {self.value}" if self.tag else self.value)


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
    written, colon, value = (part.strip() for part in plain.partition(":"))
    written = written if colon else ""
    tag = written.lower()
    if tag in _FREE_TEXT or tag.startswith("seat "):
        value = row.partition(":")[2].strip()  # free words may hold what else begins a comment
    line = Line(number, tag, value if colon else plain, written)
    for odd in line.written + line.value:
        if not odd.isprintable():
            raise line.wrong(f"the character {odd!a}", "a record is plain text")
    return line


# The words of a line.


def shortened(text: str) -> str:
    """Return a text as it is told in a complaint."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def guess(word: str, known: Iterable[str]) -> str:
    """Return the question for what may be meant, to be put behind a complaint; none if nothing is
    near."""
    names = {each.lower(): each for each in known}
    near = difflib.get_close_matches(word[:40].lower(), names, 1, 0.7)  # tens is no slip of sevens
    return f"; did you mean {names[near[0]]}?" if near else ""


def untagged(line: Line, tags: Sequence[str], right: str) -> BadRecord:
    """Return the complaint about a line without a tag where one of these (`trick 1`) would do."""
    word = _NO_LETTER.split(line.value.lower(), maxsplit=1)[0]
    forms = {tag.partition(" ")[0]: tag for tag in tags}
    if word in forms:
        return line.wrong(str(line), f"a tag needs a colon behind it: {forms[word]}: ...")
    return line.wrong(str(line), f"{right}{guess(word, [*forms, 'hand'])}")


def words_of(value: str) -> list[str]:
    """Return the words of a value; commas are blanks."""
    return value.replace(",", " ").split()


def is_seat(word: str) -> bool:
    """Whether a word is a seat's letter."""
    return len(word) == 1 and word.upper() in SEAT_NAMES


def seat_in(line: Line, word: str, seats: int, names: Sequence[str] = ()) -> int:
    """Return the seat of a letter. Raises BadRecord, which has the letter for one of `names`."""
    known = SEAT_NAMES[:seats]
    if len(word) == 1 and word.upper() in known:
        return known.index(word.upper())
    right = f"the seats of this game are {seat_name(0)} to {seat_name(seats - 1)}"
    bear_it = [seat for seat, name in enumerate(names) if _is_in(word, name)]
    if len(bear_it) == 1:
        right = f"seats go by letter: {shortened(names[bear_it[0]])} is {seat_name(bear_it[0])}"
    raise line.wrong(f"{shortened(word)!r} for a seat", right)


def _is_in(word: str, name: str) -> bool:
    """Whether somebody of this name may be called so: Dan for Dan Smith."""
    return bool(word) and f" {word.casefold()} " in f" {name.casefold()} "


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
        return Tile.parse(word.translate(_HYPHENS))
    except ValueError:
        right = "a tile is written as 6-4, both ends 0 to 6"
        raise line.wrong(f"{shortened(word)!r} for a tile", right) from None


def tells_tiles(line: Line) -> bool:
    """Whether a line begins with what was meant for tiles, or for a seat and its tile."""
    words = words_of(line.value.translate(_HYPHENS))
    place = 1 if words and is_seat(words[0]) else 0
    return any(len(word) == 3 and word[1] == "-" for word in words[place : place + 1])


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
        near = guess(said, map(str, Call))
        right = f"it is no call{near}" if near else f"calls are {say_calls(tuple(Call))}"
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
    plain = word.translate(_HYPHENS)
    digits = plain.removeprefix("-").removeprefix("+")
    return int(plain) if digits.isascii() and digits.isdigit() and len(plain) < 10 else None


def sections_of(value: str) -> tuple[str, Sequence[str]]:
    """Return what stands before the first semicolon, and what stands between and after them."""
    first, *others = (part.strip() for part in value.split(";"))
    return first, others
