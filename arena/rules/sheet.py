"""The options as a rule sheet: what each one does, its values in words, and where it comes from.

`OPTIONS` has a row for every option, in the order of the rule book (2.3). Plain values, as files
and documents have them, are read here and nowhere else. The sources' short names are those of
`README.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from arena.rules.auction import AllPass, BidRounds, FirstBidder
from arena.rules.bids import MarkRaise, PlungeTiming
from arena.rules.contracts import (
    STRAIGHT,
    Doubles,
    Offered,
    PlungeLeader,
    SevensScope,
    Undeclared,
)  # fmt: skip
from arena.rules.deal import Leftover
from arena.rules.options import BadOptions, Options
from arena.rules.presets import PRESETS, preset
from arena.rules.scoring import (
    GameWon,
    MarkAward,
    MarkBidPoints,
    Scoring,
    SetAward,
    SetMarks,
    SoloSetAward,
)  # fmt: skip
from arena.rules.seats import PLAYER_COUNTS, Teams, parse_seat
from arena.rules.shaker import FirstShaker
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre, TrumpRank


class _Unfit(ValueError):
    """A value that an option can't have; the message says which it can, and has a gap for it."""

    def __init__(self, message: str, value: Any) -> None:
        super().__init__(message)
        self.value = value


@dataclass(frozen=True)
class Values:
    """The values an option may have: in words, and how a plain one is read.

    `read` raises ValueError for a value that isn't one of them.
    """

    words: str
    read: Callable[[Any], Any]


@dataclass(frozen=True)
class Option:
    """One option: its name, its values, what it does, and the rules and sheets that know it."""

    name: str
    values: Values
    does: str
    source: str


def _one_of(choices: type[Enum], *without: Enum) -> Values:
    known = {each.value: each for each in choices if each not in without}
    words = ", ".join(known)

    def read(value: Any) -> Enum:
        if not isinstance(value, str) or value not in known:
            raise _Unfit(f"is one of {words}, not {{}}", value)
        return known[value]

    return Values(words, read)


def _number(words: str, none: str = "") -> Values:
    """Whole numbers; `none` is the word for no number, where there may be none."""
    kinds = f"a whole number or {none}" if none else "a whole number"

    def read(value: Any) -> int | None:
        if none and (value is None or value == none):
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise _Unfit(f"is {kinds}, not {{}}", value)
        return value

    return Values(f"{words}, {none}" if none else words, read)


def _yes_or_no() -> Values:
    def read(value: Any) -> bool:
        if not isinstance(value, bool):
            raise _Unfit("is true or false, not {}", value)
        return value

    return Values("true, false", read)


def _some_of(
    known: Mapping[Any, Any], gathered: Callable[[list[Any]], Any], words: str = ""
) -> Values:
    words = words or ", ".join(map(str, known))

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise _Unfit(f"is a list out of {words}, not {{}}", value)
        for place, each in enumerate(value):
            if not _is_known(each, known):
                raise _Unfit(f"is a list out of {words}: {{}} is none of them", each)
            if each in value[:place]:
                raise _Unfit("lists {} twice", each)
        return gathered([known[each] for each in value])

    return Values(f"list of {words}", read)


def _is_known(value: Any, known: Mapping[Any, Any]) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value in known


def _first_shaker() -> Values:
    known = {each.value: each for each in FirstShaker}

    def read(value: Any) -> FirstShaker | int:
        if isinstance(value, str) and value in known:
            return known[value]
        try:
            return parse_seat(value)
        except (ValueError, AttributeError):
            raise _Unfit("is high_draw, random, or a seat such as A, not {}", value) from None

    return Values("high_draw, random, a seat A to G", read)


_FAMILIES: Final = {each.name.lower(): each for each in STRAIGHT}
_MODES: Final = {each.value: each for each in DoublesAre}
_COUNTS: Final = {count: count for count in PLAYER_COUNTS}


def _ordered(values: list[Any]) -> tuple[Any, ...]:
    return tuple(values)


_ROWS: Final = (
    Option("players", _number("2 to 7"), "how many sit at the table", "GL, SW; section 4"),
    Option(
        "player_counts", _some_of(_COUNTS, _ordered, "2 to 7"),
        "the numbers of players these rules are for", "section 4",
    ),
    Option(
        "teams", _one_of(Teams),
        "who plays together: two pairs, each alone, six as 2 sides of 3 or as 3 pairs; auto is 2x2 "
        "with four and solo otherwise", "R3, C14",
    ),
    Option(
        "leftover", _one_of(Leftover),
        "tiles that can't be dealt evenly: taken out from 1-0 up, or left asleep", "section 4, C13",
    ),
    Option(
        "hand_size", _number("1 to 28/players", "auto"),
        "tiles a seat; auto deals all that go round", "C17",
    ),
    Option(
        "first_shaker", _first_shaker(),
        "who shakes first in a whole game: the most pips drawn, anybody, or that seat", "R4, C2",
    ),
    Option(
        "first_bidder", _one_of(FirstBidder),
        "who bids first: left of the shaker, or who was dealt 1-0", "2.2-b, C12",
    ),
    Option("min_bid", _number("1 to T-1"), "the lowest bid in points", "R8, section 4"),
    Option(
        "open_cap_marks", _number("1 to 99"),
        "the most marks that may be bid over points or over nothing", "R10, 2.2-c",
    ),
    Option(
        "mark_raise", _one_of(MarkRaise),
        "what goes over marks: one more, twice as many, or any more", "R10, C4, CARD",
    ),
    Option(
        "bid_rounds", _one_of(BidRounds),
        "bidding goes once round, or on until all but one have passed", "2.2-r, C5, CARD",
    ),
    Option(
        "max_marks", _number("1 to 99", "none"), "the most marks that may be bid at all",
        "2.2-c, C4",
    ),
    Option(
        "all_pass", _one_of(AllPass),
        "when all others pass: throw in, the last must bid, or must bid the lowest", "R12, 2.2-d",
    ),
    Option(
        "reshake_cap", _number("1 to 1000"),
        "in whole games: after so many thrown in on end the next hand is forced", "C1",
    ),
    Option(
        "declarations", _some_of(_FAMILIES, frozenset), "the straight calls there are", "R15",
    ),
    Option(
        "follow_me_doubles", _one_of(Doubles, Doubles.OWN_INVERTED),
        "where doubles stand in follow me; declarer: the caller says", "R21, 3.1, C10",
    ),
    Option(
        "undeclared_trump", _one_of(Undeclared),
        "the bidder must call, or may leave it to the high end of the first lead", "R17, C11, IS",
    ),
    Option(
        "trump_rank", _one_of(TrumpRank),
        "the double is the highest trump, or trumps rank by their pips", "2.2-f, ES",
    ),
    Option("scoring", _one_of(Scoring), "what hands pay and games are won by", "R30, R31"),
    Option(
        "target", _number("1 to 100000; under points 43 and up"), "what wins the game",
        "R32, R33, C16",
    ),
    Option("win_by", _number("1, 2"), "the lead that wins, in marks", "C15, GODOT"),
    Option(
        "mark_award", _one_of(MarkAward),
        "a hand's mark goes by the contract, or to who took the most", "2.2-i, C9, ES",
    ),
    Option(
        "set_marks", _one_of(SetMarks), "what a set mark bid pays: its stake, or one", "2.2-j, GL",
    ),
    Option(
        "set_award", _one_of(SetAward),
        "under points a set pays the bid and what was taken, or the bid", "2.2-h, TX42, ES",
    ),
    Option(
        "mark_bid_points", _one_of(MarkBidPoints),
        "under points a straight mark bid pays 42 a mark, or adds what was taken", "R31, C8",
    ),
    Option(
        "both_over_target", _one_of(GameWon),
        "under points, of two over the target the higher wins, or who bid", "R33",
    ),
    Option(
        "early_end", _yes_or_no(), "a hand stops as soon as it is decided", "R29, C6, GL",
    ),
    Option(
        "stacking", _one_of(Stacking),
        "which finished tricks are turned down and can be seen no more", "R36, C7, HEARNE, GL",
    ),
    Option("nello", _one_of(Offered), "take no trick, partner out", "3.4, C3, IS"),
    Option("nello_min_marks", _number("1 to 99"), "the least bid that may call nello", "2.2-n, IS"),
    Option(
        "nello_doubles", _one_of(Doubles),
        "where doubles stand in nello; declarer: the bidder says", "3.4, C10",
    ),
    Option(
        "nello_declarer_modes", _some_of(_MODES, _ordered),
        "what the bidder may say then", "C10, DPLAY",
    ),
    Option("sevens", _one_of(Offered), "the tile nearest to seven wins", "3.5, C3, IS"),
    Option("sevens_min_marks", _number("1 to 99"), "the least bid that may call sevens", "C18"),
    Option(
        "sevens_needs_seven", _yes_or_no(), "only with 6-1, 5-2 or 4-3 in the hand", "3.5, GODOT",
    ),
    Option(
        "sevens_scope", _one_of(SevensScope),
        "who must be nearest: the side, or the bidder's own tile", "3.5, KELLEY",
    ),
    Option(
        "sevens_free_play", _yes_or_no(),
        "any tile may be played, not only the nearest held", "C18, IS",
    ),
    Option(
        "plunge", _yes_or_no(), "with many doubles: every trick, and the partner calls",
        "3.6, IS, DPLAY",
    ),
    Option("plunge_doubles", _number("1 to 7"), "the doubles a plunge takes", "3.6"),
    Option("plunge_marks", _number("1 to 99"), "the marks a plunge is worth at least", "3.6"),
    Option(
        "plunge_timing", _one_of(PlungeTiming),
        "at one's turn over any bid, or only before any bid", "2.2-o, IS",
    ),
    Option(
        "plunge_leader", _one_of(PlungeLeader),
        "who leads after a plunge or a splash", "2.2-p, PAGAT",
    ),
    Option("splash", _yes_or_no(), "a smaller plunge that doesn't climb", "3.7"),
    Option("splash_doubles", _number("1 to 7"), "the doubles a splash takes", "3.7"),
    Option("splash_marks", _number("1 to 99"), "the marks of a splash", "3.7, ROBERSON"),
    Option(
        "forced_sweep_bonus", _yes_or_no(),
        "two marks for taking every trick with a forced lowest bid", "3.8",
    ),
    Option(
        "solo_set_award", _one_of(SoloSetAward),
        "a set pays each of the others, or costs the bidder; two partnerships always pay each "
        "other", "section 4, C17",
    ),
)  # fmt: skip

OPTIONS: Final = {row.name: row for row in _ROWS}


def options_from(
    base: str, values: Mapping[str, Any], shown: Callable[[Any], str] = repr
) -> Options:
    """Return a preset with these plain values changed, each under its option's name.

    Raises BadOptions, which names the option, for an unknown one and a value it can't have, which
    is told as it is `shown` where it was written.
    """
    changed: dict[str, Any] = {}
    for name, value in values.items():
        option = OPTIONS.get(name)
        if option is None:
            raise BadOptions(base, f"{name} is no option; options are {', '.join(OPTIONS)}", name)
        try:
            changed[name] = option.values.read(value)
        except _Unfit as why:
            reason = str(why).format(shown(why.value))
            raise BadOptions(base, f"{name} {reason}", name) from None
    return replace(preset(base), **changed)


def changes(options: Options | Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain values in which rules differ from the preset they bear the name of.

    Plain values, as `Options.as_dict` gives them, may be of an older arena and lack some; where
    there is no preset of the name all of them differ.
    """
    values = options.as_dict() if isinstance(options, Options) else options
    known = PRESETS.get(str(values["preset"]))
    usual = {} if known is None else known.as_dict()
    return {
        name: values[name]
        for name in OPTIONS
        if name in values and (name not in usual or values[name] != usual[name])
    }


def differences(one: Options, other: Options) -> dict[str, tuple[Any, Any]]:
    """Return the options that differ, with the plain values of both."""
    ours, theirs = one.as_dict(), other.as_dict()
    return {name: (ours[name], theirs[name]) for name in OPTIONS if ours[name] != theirs[name]}


def title(options: Options) -> str:
    """Return what to call these rules: the preset, and what was changed in it."""
    changed = ", ".join(f"{name} {said(value)}" for name, value in changes(options).items())
    return f"{options.preset} with {changed}" if changed else options.preset


def said(value: Any) -> str:
    """Return a plain value as a person writes it outside a file."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list():
            return ", ".join(map(said, value)) or "nothing"
    return str(value)
