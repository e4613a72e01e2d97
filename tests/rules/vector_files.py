"""Reads files of test vectors in the format of section 5 of the rule book.

A vector is a line `T01 ; trump=5 ; A:6-1 B:5-3 ... ; led=6 ; win=B ; source`, of the kinds T, L, B,
S, E and N, or a block from an `H01 ; ...` line to an `end ; ...` line. A file may mix all kinds;
fences, headings, blank lines and prose between them are passed over. What looks like a vector and
can't be read becomes a `Malformed`, with its file and line. This module knows the format only:
which vectors can be played is decided where they are run.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arena.rules.seats import parse_seat
from arena.rules.tiles import Tile

Play = tuple[int, Tile]
"""A seat and what it played."""


@dataclass(frozen=True)
class Vector:
    """What all vectors have: a name, where they stand, and the words that say which rules hold."""

    name: str
    place: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class TrickVector(Vector):
    """T: a trick; `led` is the suit asked for as written, a pip, T, D or - for none."""

    plays: tuple[Play, ...]
    led: str
    winner: int
    points: int | None


@dataclass(frozen=True)
class PlaysVector(Vector):
    """L: what of a hand may be played on a lead (None: to lead)."""

    lead: Tile | None
    hand: tuple[Tile, ...]
    legal: tuple[Tile, ...]


@dataclass(frozen=True)
class BidsVector(Vector):
    """B: what may be bid after these actions by a seat that holds so many doubles."""

    history: tuple[str, ...]
    doubles: int | None
    legal: tuple[str, ...]


@dataclass(frozen=True)
class ScoreVector(Vector):
    """S: what a hand pays; first the bidding side, then the other."""

    bid: str
    taken: tuple[int, int]
    award: tuple[int, int]


@dataclass(frozen=True)
class DecisionVector(Vector):
    """E: whether the points so far decide the bid: `open`, `made` or `set`."""

    bid: str
    running: tuple[int, int]
    status: str


@dataclass(frozen=True)
class PlayersVector(Vector):
    """N: what each number of players is dealt."""

    players: int
    hand: int
    removed: int
    tricks: int
    total: int


@dataclass(frozen=True)
class HandTrick:
    """A trick of a hand: its plays, who won it, and its points where the vector says so."""

    place: str
    plays: tuple[Play, ...]
    winner: int
    points: int | None


@dataclass(frozen=True)
class HandVector(Vector):
    """H: a hand from the first lead.

    `taken` are the points by seats that score together, such as `{"AC": 13}`; `decided` is how the
    hand was decided and after how many tricks, `award` the marks of the bidders and the others;
    each is empty or None where the vector doesn't say.
    """

    bidder: int
    shaker: int | None
    bid: str
    hands: dict[int, tuple[Tile, ...]]
    tricks: tuple[HandTrick, ...]
    taken: dict[str, int]
    decided: tuple[str, int | None] | None
    award: tuple[int, int] | None


@dataclass(frozen=True)
class UnknownVector(Vector):
    """A line of the form of a vector, of a kind that the format doesn't have."""


@dataclass(frozen=True)
class Malformed(Vector):
    """A vector that can't be read, and why."""

    reason: str


class _Unreadable(ValueError):
    """What is wrong with a line."""


_MARKUP = re.compile(r"^[\s>*`-]*")
_HEAD = re.compile(r"^([A-Za-z])(\d+\w*)\s*;")
_NO_HEAD = re.compile(r"^([TLBSEHN])(\d+\w*)\b.*\s;\s")
_FENCE = re.compile(r"^\s*(```|~~~|#|$)")
_KEYED = re.compile(r"^([A-Za-z]+)\s*=\s*(.*)$", re.DOTALL)
_PLAY = re.compile(r"([A-Ga-g])\s*:\s*(\d+-\d+)")
_SEATED = re.compile(r"^([A-Ga-g])\s*[:=]?\s+(\d\s*-\s*\d.*)$")
_BID = re.compile(r"^(PASS|P|(M|PL|SP)?\d+)$")
_RANGE = re.compile(r"^(M?)(\d+)\s*-\s*M?(\d+)$")
_DECIDED = re.compile(r"^(open|made|set)\b\D*(?:\btrick\s+(\d+))?\D*$")


@dataclass
class _Fields:
    """The fields of one line: those that say the rules, then the keyed ones, then prose.

    Only the given keys count, so that a source such as `R31, mark_bid_points=taken` stays prose.
    """

    rules: tuple[str, ...]
    plays: str | None
    keyed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: list[str], keys: tuple[str, ...]) -> "_Fields":
        fields, head = cls((), None), True
        for text in texts:
            keyed = _KEYED.match(text)
            key = keyed.group(1).lower() if keyed else ""
            if keyed and key in keys:
                if key in fields.keyed:
                    raise _Unreadable(f"{key}= comes twice")
                fields.keyed[key], head = keyed.group(2).strip(), False
            elif _PLAY.match(text) and fields.plays is None:
                fields.plays, head = text, False
            elif head:
                fields.rules += _words(text)
        return fields

    def __getitem__(self, key: str) -> str:
        if key not in self.keyed:
            raise _Unreadable(f"{key}= is missing")
        return self.keyed[key]

    def get(self, key: str) -> str | None:
        return self.keyed.get(key)


def _words(text: str) -> tuple[str, ...]:
    """Split a field of options, in which `max_marks = 2` and `nello / own` are one word each."""
    return tuple(re.sub(r"\s*([=/])\s*", r"\1", text).replace(",", " ").split())


def _number(text: str) -> int:
    if not re.fullmatch(r"\d+", text.strip()):
        raise _Unreadable(f"{text!r} is no number")
    return int(text)


def _two_numbers(text: str) -> tuple[int, int]:
    parts = text.split("/")
    if len(parts) != 2:
        raise _Unreadable(f"{text!r} should be two numbers such as 35/7")
    return _number(parts[0]), _number(parts[1])


def _tiles(text: str) -> tuple[Tile, ...]:
    joined = re.sub(r"(\d)\s*-\s*(\d)", r"\1-\2", text)
    words = [] if joined.strip() in ("", "-") else joined.replace(",", " ").split()
    try:
        tiles = tuple(Tile.parse(word) for word in words)
    except ValueError as error:
        raise _Unreadable(str(error)) from error
    if len(set(tiles)) != len(tiles):
        raise _Unreadable(f"a tile comes twice in {text!r}")
    return tiles


def _one_tile(text: str) -> Tile | None:
    tiles = _tiles(text)
    if len(tiles) > 1:
        raise _Unreadable(f"{text!r} should be one tile")
    return tiles[0] if tiles else None


def _seat(text: str) -> int:
    try:
        return parse_seat(text)
    except ValueError as error:
        raise _Unreadable(str(error)) from error


def _plays(text: str | None) -> tuple[Play, ...]:
    if text is None:
        raise _Unreadable("the plays are missing, such as A:6-1 B:5-3")
    joined = re.sub(r"\s*([-:])\s*", r"\1", text)
    plays = []
    for word in joined.replace(",", " ").split():
        match = _PLAY.fullmatch(word)
        if not match:
            raise _Unreadable(f"{word!r} should be a play such as A:6-1")
        plays.append((_seat(match.group(1)), _tiles(match.group(2))[0]))
    if len({seat for seat, _ in plays}) != len(plays):
        raise _Unreadable(f"a seat plays twice in {text!r}")
    if len({tile for _, tile in plays}) != len(plays):
        raise _Unreadable(f"a tile comes twice in {text!r}")
    return tuple(plays)


def _bid_words(text: str) -> tuple[str, ...]:
    """Read `P 31 M2` and, in lists of bids, ranges such as `31-41`; `-` stands for none."""
    if text.strip() in ("", "-"):
        return ()
    joined = re.sub(r"(\d)\s*-\s*(M?\d)", r"\1-\2", text.upper())
    joined = re.sub(r"\b(M|PL|SP)\s+(?=\d)", r"\1", joined)
    words: list[str] = []
    for word in joined.replace(",", " ").split():
        if run := _RANGE.match(word):
            first, last = int(run.group(2)), int(run.group(3))
            words += [f"{run.group(1)}{value}" for value in range(first, last + 1)]
        elif _BID.match(word):
            words.append("PASS" if word == "P" else word)
        else:
            raise _Unreadable(f"{word!r} is no bid: P, 31, M2, PL4, SP3 or 31-41")
    return tuple(words)


def _bid_word(text: str) -> str:
    words = _bid_words(text)
    if len(words) != 1 or words[0] == "PASS":
        raise _Unreadable(f"{text!r} should be one bid such as 31 or M2")
    return words[0]


def _trick(name: str, place: str, texts: list[str]) -> Vector:
    fields = _Fields.of(texts, ("led", "win", "val"))
    led = fields["led"].upper()
    if led not in {*"0123456", "T", "D", "-"}:
        raise _Unreadable(f"led={led} should be a pip, T, D or -")
    plays, winner = _plays(fields.plays), _seat(fields["win"])
    if winner not in [seat for seat, _ in plays]:
        raise _Unreadable(f"win={fields['win']} played no tile")
    points = fields.get("val")
    return TrickVector(
        name, place, fields.rules, plays, led, winner, None if points is None else _number(points)
    )


def _legal_plays(name: str, place: str, texts: list[str]) -> Vector:
    fields = _Fields.of(texts, ("lead", "hand", "legal"))
    hand, legal = _tiles(fields["hand"]), _tiles(fields["legal"])
    if not hand or not set(legal) <= set(hand):
        raise _Unreadable("legal= should be tiles of hand=")
    return PlaysVector(name, place, fields.rules, _one_tile(fields["lead"]), hand, legal)


def _legal_bids(name: str, place: str, texts: list[str]) -> Vector:
    fields = _Fields.of(texts, ("seq", "dbl", "legal"))
    doubles = fields.get("dbl")
    return BidsVector(
        name,
        place,
        fields.rules,
        _bid_words(fields["seq"]),
        None if doubles is None else _number(doubles),
        _bid_words(fields["legal"]),
    )


def _score(name: str, place: str, texts: list[str]) -> Vector:
    fields = _Fields.of(texts, ("bid", "taken", "award"))
    return ScoreVector(
        name,
        place,
        fields.rules,
        _bid_word(fields["bid"]),
        _two_numbers(fields["taken"]),
        _two_numbers(fields["award"]),
    )


def _decision(name: str, place: str, texts: list[str]) -> Vector:
    fields = _Fields.of(texts, ("bid", "run", "status"))
    status = fields["status"].lower()
    if status not in ("open", "made", "set"):
        raise _Unreadable(f"status={status} should be open, made or set")
    running = _two_numbers(fields["run"])
    return DecisionVector(name, place, fields.rules, _bid_word(fields["bid"]), running, status)


def _players(name: str, place: str, texts: list[str]) -> Vector:
    keys = ("players", "hand", "removed", "tricks", "total")
    fields = _Fields.of(texts, keys)
    return PlayersVector(name, place, fields.rules, *(_number(fields[key]) for key in keys))


_LINES: dict[str, Callable[[str, str, list[str]], Vector]] = {
    "T": _trick,
    "L": _legal_plays,
    "B": _legal_bids,
    "S": _score,
    "E": _decision,
    "N": _players,
}


class _HandBlock:
    """A hand whose `end` line has not been read yet."""

    def __init__(self, name: str, place: str, texts: list[str]) -> None:
        self.name = name
        self.place = place
        self._fields = _Fields.of(texts, ("bidder", "bid", "shaker"))
        self._hands: dict[int, tuple[Tile, ...]] = {}
        self._tricks: list[HandTrick] = []

    def read(self, line: str, place: str) -> Vector | None:
        """Take the next line of the block; returns the hand when it was the last one."""
        first, *texts = [text.strip() for text in line.split(";")]
        if re.match(r"^end\b", first, re.IGNORECASE):
            return self._ended(texts)
        if trick := re.match(r"^k\d*\b\s*(.*)$", first, re.IGNORECASE):
            fields = _Fields.of(texts, ("win", "val"))
            points = fields.get("val")
            self._tricks.append(
                HandTrick(
                    place,
                    _plays(trick.group(1)),
                    _seat(fields["win"]),
                    None if points is None else _number(points),
                )
            )
        elif dealt := _SEATED.match(first):
            seat = _seat(dealt.group(1))
            if seat in self._hands:
                raise _Unreadable(f"seat {dealt.group(1)} is dealt twice")
            self._hands[seat] = _tiles(dealt.group(2))
        else:
            raise _Unreadable(f"{line.strip()!r} is no hand, no trick and no end")
        return None

    def _ended(self, texts: list[str]) -> HandVector:
        fields = self._fields
        shaker = fields.get("shaker")
        keyed: dict[str, str] = {}
        for text in texts:
            if match := _KEYED.match(text):
                keyed[match.group(1)] = match.group(2).strip()
        decided, award = keyed.get("decided"), keyed.get("award")
        return HandVector(
            self.name,
            self.place,
            fields.rules,
            _seat(fields["bidder"]),
            None if shaker is None else _seat(shaker),
            _bid_word(fields["bid"]),
            self._hands,
            tuple(self._tricks),
            {key: _number(keyed[key]) for key in keyed if re.fullmatch("[A-G]+", key)},
            None if decided is None else self._decided(decided),
            None if award is None else _two_numbers(award),
        )

    @staticmethod
    def _decided(text: str) -> tuple[str, int | None]:
        match = _DECIDED.match(text.lower())
        if not match:
            raise _Unreadable(f"decided={text} should be such as: set after trick 2")
        return match.group(1), None if match.group(2) is None else int(match.group(2))


def read_vectors(text: str, file: str) -> Iterator[Vector]:
    """Read all vectors of a file's text, in order; `file` is how to call it."""
    block: _HandBlock | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"{file}:{number}"
        bare = _MARKUP.sub("", line)
        head = _HEAD.match(bare) or _NO_HEAD.match(bare)
        if head:
            if block is not None:
                yield Malformed(block.name, block.place, (), "the hand has no end line")
            started = _start(head.group(1).upper(), head.group(2), place, bare)
            block = started if isinstance(started, _HandBlock) else None
            if isinstance(started, Vector):
                yield started
        elif block is not None and not _FENCE.match(line):
            try:
                ended = block.read(line, place)
            except _Unreadable as error:
                ended = Malformed(block.name, place, (), str(error))
            if ended is not None:
                yield ended
                block = None
    if block is not None:
        yield Malformed(block.name, block.place, (), "the hand has no end line")


def _start(kind: str, number: str, place: str, line: str) -> Vector | _HandBlock:
    """Read the line that bears a vector's name, which for a hand is only the first one."""
    name = kind + number
    if not _HEAD.match(line):
        return Malformed(name, place, (), f"no semicolon follows the name {name}")
    texts = [text.strip(" \t`") for text in line.split(";")[1:]]
    try:
        if kind == "H":
            return _HandBlock(name, place, texts)
        if kind in _LINES:
            return _LINES[kind](name, place, texts)
    except _Unreadable as error:
        return Malformed(name, place, (), str(error))
    return UnknownVector(name, place, ())


def read_vector_file(path: Path) -> list[Vector]:
    """Read a file of vectors; a folder stands for its text files."""
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in (".txt", ".md"))
        return [vector for file in files for vector in read_vector_file(file)]
    return list(read_vectors(path.read_text(encoding="utf-8-sig"), path.name))
