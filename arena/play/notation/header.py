"""The header of a record: its rules, who sits where, who shakes first, and how it all ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from arena.play.deals import BadSeed, check_seed, first_draw
from arena.play.notation.lines import (
    Line,
    check_amounts,
    guess,
    number_in,
    placed,
    seat_in,
    sections_of,
    shortened,
    tile_in,
    tiles_in_line,
    untagged,
    words_of,
)  # fmt: skip
from arena.play.notation.record import ABOUT, About, check_text
from arena.play.notation.words import LEVEL, UNFINISHED, BadRecord, by_side, ending_of, found_by
from arena.rules.game import Game
from arena.rules.options import BadOptions, Options
from arena.rules.presets import ALIASES, PRESETS
from arena.rules.seats import SEAT_NAMES, seat_name
from arena.rules.shaker import FirstShaker, level_highest
from arena.rules.sheet import OPTIONS, options_from
from arena.rules.tiles import Tile, say

_SEATS: Final = tuple(f"seat {letter.lower()}" for letter in SEAT_NAMES)
_KNOWN: Final = (*ABOUT, "rules", "removed", "seat A", "deck", "draw", "shaker", "result")
_TAGS: Final = frozenset({*_KNOWN, *OPTIONS, *_SEATS})


class Header:
    """The tags of a record, read in an order of their own: each may need what others say."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._tags, draws = _gathered(lines)
        self.options = self._options()
        self._check_removed()
        self.about = About(*(self._text(tag) for tag in ABOUT))
        self.names = self._names()
        self.deck = self._deck()
        self.draws = _draws(draws, self.options)
        self.first_shaker = self._first_shaker(draws)

    def _options(self) -> Options:
        tags = self._tags
        base = tags["rules"].value.lower() if "rules" in tags else "standard"
        changed = {name: _plain(name, line.value) for name, line in tags.items() if name in OPTIONS}
        try:
            return options_from(base, changed)
        except BadOptions as why:
            line = tags.get(why.option) or tags.get("rules") or next(map(tags.__getitem__, changed))
            raise line.wrong(str(line), _why_not(why, base, changed)) from None

    def _check_removed(self) -> None:
        line, removed = self._tags.get("removed"), self.options.removed
        if line is not None and tiles_in_line(line) != removed:
            right = f"these rules take out {say(removed)}"
            raise line.wrong(f"removed {shortened(line.value)}", right)

    def _text(self, tag: str) -> str:
        line = self._tags.get(tag)
        if line is None:
            return ""
        try:
            return check_text(line.value)
        except ValueError as why:
            raise line.wrong(str(line), str(why)) from None

    def _names(self) -> tuple[str, ...]:
        players = self.options.players
        for tag in _SEATS[players:]:
            if tag in self._tags:
                seat_in(self._tags[tag], self._tags[tag].written[-1], players)
        return tuple(self._text(tag) for tag in _SEATS[:players])

    def _deck(self) -> str | None:
        line = self._tags.get("deck")
        if line is None:
            return None
        try:
            return check_seed(line.value)
        except BadSeed as why:
            raise line.wrong(f"deck {shortened(line.value)}", str(why)) from None

    def _first_shaker(self, draws: Sequence[Line]) -> int | None:
        """Return who shakes first as far as the header tells, and see that it tells one thing."""
        found, why = self._found(draws)
        line = self._tags.get("shaker")
        if line is None:
            return found
        who, *how = words_of(line.value)
        seat = seat_in(line, who, self.options.players, self.names)
        if found not in (None, seat):
            raise line.wrong(f"shaker {seat_name(seat)}", f"{why} {seat_name(found or 0)}")
        if how and " ".join(how).lower() != found_by(self.options):
            right = f"the rules find the first shaker by first_shaker: {found_by(self.options)}"
            raise line.wrong(f"shaker by {shortened(' '.join(how))}", right)
        return seat

    def _found(self, draws: Sequence[Line]) -> tuple[int | None, str]:
        options = self.options
        if self.deck is not None:
            draw = first_draw(self.deck, options)
            if draws and self.draws != draw.rounds:
                raise draws[0].wrong("this draw", f"the deck's draw is {_rounds(draw.rounds)}")
            self.draws = draw.rounds
            return draw.shaker, "by the deck it is"
        if draws:
            return _won(self.draws, options.players)[0], "the draw was won by"
        named = options.first_shaker
        return (named, "first_shaker names") if isinstance(named, int) else (None, "")

    @property
    def left_in(self) -> int | None:
        """The line that says that the game was left unfinished, if one does."""
        line = self._tags.get("result")
        said = "" if line is None else sections_of(line.value)[0]
        return line.number if line is not None and said.lower() == UNFINISHED else None

    def check_result(self, game: Game, hands: int, end: Line) -> None:
        """See that the result is the one of the game; an unfinished one has to be said."""
        line, right = self._tags.get("result"), ending_of(game, self.options)
        if line is None:
            if game.ending is None:
                totals = by_side(self.options.seating, game.totals)
                raise end.wrong(
                    "the file ends",
                    f"the game isn't over ({totals}): is something missing? "
                    f'If it was left so, add the line "result: {UNFINISHED}" above the first hand',
                )
            return
        told, others = sections_of(line.value)
        if _result_words(told) != right.lower():
            cut_off = ": is something missing?" if game.ending is None else ""
            raise line.wrong(f"result {told[:40]}", f"the hands below make it {right}{cut_off}")
        for section in others:
            self._check_section(line, section, game, hands)

    def _check_section(self, line: Line, section: str, game: Game, hands: int) -> None:
        seating = self.options.seating
        words, lowered = words_of(section), words_of(section.lower())
        if lowered[1:] in (["hand"], ["hands"]) and number_in(words[0]) is not None:
            if number_in(words[0]) != hands:
                right = f"{hands} {'is' if hands == 1 else 'are'} told below"
                raise line.wrong(shortened(section), right)
        elif lowered[:1] == ["total"]:
            check_amounts(line, "total", words[1:], seating, game.totals)
        else:
            raise line.wrong(
                shortened(section) or "an empty part",
                "a result is the winners, how many hands and the total, such as "
                f"{ending_of(game, self.options)}; {hands} hands; "
                f"total {by_side(seating, game.totals)}",
            )


def _gathered(lines: Iterable[Line]) -> tuple[dict[str, Line], list[Line]]:
    """Return the tags by name, and the draws. Raises BadRecord for an unknown or double one."""
    tags: dict[str, Line] = {}
    draws: list[Line] = []
    for line in lines:
        if line.tag not in _TAGS:
            raise _unknown(line)
        if not line.value:
            raise line.wrong(f"{line.written} and nothing", "a tag has a value")
        if line.tag == "draw":
            draws.append(line)
        elif line.tag in tags:
            raise line.wrong(f"{line.written} again", f"it stands in line {tags[line.tag].number}")
        else:
            tags[line.tag] = line
    return tags, draws


def _unknown(line: Line) -> BadRecord:
    if not line.tag:
        right = "before the first hand come tags, such as rules: standard"
        return untagged(line, (*_KNOWN, *OPTIONS), right)
    right = f"tags are {', '.join(_KNOWN)} and the options"
    if line.tag.partition(" ")[0] == "seat":
        right = f"seats are {SEAT_NAMES[0]} to {SEAT_NAMES[-1]}, such as seat A"
    else:
        seats = (f"seat {letter}" for letter in SEAT_NAMES)
        right += guess(line.tag, (*_KNOWN, *OPTIONS, *seats))
    return line.wrong(f"the tag {shortened(line.written)}", right)


def _why_not(why: BadOptions, base: str, changed: Mapping[str, Any]) -> str:
    """Return the reason without the value, which the line shows as it is written."""
    if why.option == "preset" and (near := guess(base, (*PRESETS, *ALIASES))):
        return f"there is no such preset{near}"
    return why.reason.removesuffix(f", not {changed.get(why.option)!r}")


def _plain(option: str, text: str) -> Any:
    """Return an option's value as files have it."""
    lowered = text.lower()
    if "list" in OPTIONS[option].values.words.split():
        return [] if lowered == "nothing" else [_single(word) for word in words_of(lowered)]
    return _single(lowered)


def _single(word: str) -> Any:
    known: Mapping[str, Any] = {"true": True, "false": False, "none": None}
    number = number_in(word)
    return known.get(word, word) if number is None else number


def _result_words(told: str) -> str:
    words = told.lower().split()
    if words[-1:] in (["wins"], ["won"]):
        words[-1] = "win"
    return LEVEL if words == ["draw"] else " ".join(words)


# The draw for the first shaker.


def _draws(lines: Sequence[Line], options: Options) -> tuple[tuple[Tile, ...], ...]:
    if lines and options.first_shaker is not FirstShaker.HIGH_DRAW:
        raise lines[0].wrong("a draw", f"the rules say first_shaker: {found_by(options)}")
    rounds: list[tuple[Tile, ...]] = []
    for line in lines:
        drawing = _won(rounds, options.players)
        if len(drawing) == 1:
            raise line.wrong("another draw", f"{seat_name(drawing[0])} has won it")
        rounds.append(_drawn(line, drawing, options))
    if rounds and len(_won(rounds, options.players)) > 1:
        level = " and ".join(map(seat_name, _won(rounds, options.players)))
        raise lines[-1].wrong("the draw ends here", f"{level} are level and draw again")
    return tuple(rounds)


def _drawn(line: Line, drawing: Sequence[int], options: Options) -> tuple[Tile, ...]:
    drawn = placed(line, words_of(line.value), options.players)
    who = " ".join(map(seat_name, drawing))
    if len(drawn) != len(drawing):
        raise line.wrong(f"{len(drawn)} tiles", f"{len(drawing)} seats draw: {who}")
    tiles = [tile_in(line, word) for _, word in drawn]
    for (seat, _), due in zip(drawn, drawing, strict=True):
        if seat not in (None, due):
            raise line.wrong(f"{seat_name(seat or 0)} draws", f"these draw, in this order: {who}")
    for tile in tiles:
        if tiles.count(tile) > 1:
            raise line.wrong(f"{tile} twice", "each seat draws a tile of its own")
    return tuple(tiles)


def _won(rounds: Iterable[Sequence[Tile]], players: int) -> list[int]:
    """Return the seats still in the draw after these rounds."""
    drawing = list(range(players))
    for drawn in rounds:
        drawing = level_highest(drawing, drawn)
    return drawing


def _rounds(rounds: Iterable[Iterable[Tile]]) -> str:
    return ", then ".join(" ".join(map(str, drawn)) for drawn in rounds)
