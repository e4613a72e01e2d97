"""The options as a rule sheet: every option has its row, and plain values are read, or refused."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from arena.rules.auction import AllPass
from arena.rules.contracts import Declaration
from arena.rules.options import BadOptions, Options
from arena.rules.presets import ALIASES, PRESETS, STANDARD
from arena.rules.shaker import FirstShaker
from arena.rules.sheet import OPTIONS, changes, differences, options_from, said, title
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre
from tests.rules.staging import houses


def refusal(name: str, value: Any, base: str = "standard") -> str:
    """What is said of a plain value that an option can't have."""
    with pytest.raises(BadOptions) as refused:
        options_from(base, {name: value})
    assert name == refused.value.option
    assert f"rules {base}: {refused.value.reason}" == str(refused.value)
    return refused.value.reason


# The rows.


def test_every_option_has_its_row() -> None:
    """The sheet has the options in the order of the rule book, as the fields have (2.3)."""
    assert [field.name for field in fields(Options)] == ["preset", *OPTIONS]
    assert [*OPTIONS] == [row.name for row in OPTIONS.values()]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_row_says_what_there_is_to_say(name: str) -> None:
    """What it does, in a few words without a full stop, its values, and where it comes from."""
    row = OPTIONS[name]

    assert row.does
    assert row.values.words
    assert row.source
    assert row.does == row.does.strip().rstrip(".")
    assert "|" not in row.does + row.values.words + row.source


@pytest.mark.parametrize("name", OPTIONS)
def test_every_default_is_read(name: str) -> None:
    """What a preset says in plain values is read as what it has."""
    for options in PRESETS.values():
        assert getattr(options, name) == OPTIONS[name].values.read(options.as_dict()[name])


WORDS = [
    name
    for name, value in STANDARD.as_dict().items()
    if name in OPTIONS and isinstance(value, str) and name not in ("hand_size", "first_shaker")
]
NUMBERS = [name for name, value in STANDARD.as_dict().items() if type(value) is int] + ["max_marks"]
SWITCHES = [name for name, value in STANDARD.as_dict().items() if isinstance(value, bool)]
LISTS = [name for name, value in STANDARD.as_dict().items() if isinstance(value, list)]


def test_each_option_is_of_one_kind() -> None:
    """Words, numbers, switches and lists: and two that are either."""
    kinds = {*WORDS, *NUMBERS, *SWITCHES, *LISTS, "hand_size", "first_shaker"}

    assert {*OPTIONS} == kinds
    assert len(kinds) == len(WORDS + NUMBERS + SWITCHES + LISTS) + 2


@pytest.mark.parametrize("name", WORDS)
def test_a_word_is_one_of_those_listed(name: str) -> None:
    """Each word of the row's is read, as what bears that value, and no other."""
    row = OPTIONS[name]
    for word in row.values.words.split(", "):
        assert word == row.values.read(word).value
        for wrong in (word.upper(), f"{word} ", f"{word}x"):
            assert f"{name} is one of {row.values.words}, not {wrong!r}" == refusal(name, wrong)


def test_follow_me_does_not_invert_its_doubles() -> None:
    """The inverted suit of doubles is for nello only (3.1, 3.4)."""
    assert "own, high, low, declarer" == OPTIONS["follow_me_doubles"].values.words
    assert "own, high, low, own_inverted, declarer" == OPTIONS["nello_doubles"].values.words


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("wrong", [1, 0, True, 1.5, None, ["high"], {"a": 1}], ids=repr)
def test_what_is_no_word_is_refused(name: str, wrong: Any) -> None:
    """Numbers, switches, lists and tables are refused with the words there are."""
    words = OPTIONS[name].values.words

    assert f"{name} is one of {words}, not {wrong!r}" == refusal(name, wrong)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("wrong", ["1", True, False, 1.0, [1], {}, "many"], ids=repr)
def test_what_is_no_number_is_refused(name: str, wrong: Any) -> None:
    """A text, a switch or a fraction is no whole number."""
    or_none = " or none" if name == "max_marks" else ""

    assert f"{name} is a whole number{or_none}, not {wrong!r}" == refusal(name, wrong)


@pytest.mark.parametrize("name", [*NUMBERS, "hand_size"])
def test_a_number_out_of_range_is_refused(name: str) -> None:
    """A number is read, and then the rules refuse one that they can't have."""
    assert -1 == OPTIONS[name].values.read(-1)
    assert refusal(name, -1).startswith(f"{name} is ")


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("wrong", [0, 1, "true", "yes", None, [True]], ids=repr)
def test_what_is_no_switch_is_refused(name: str, wrong: Any) -> None:
    """Only true and false are."""
    assert f"{name} is true or false, not {wrong!r}" == refusal(name, wrong)
    assert (True, False) == tuple(OPTIONS[name].values.read(value) for value in (True, False))


@pytest.mark.parametrize("name", ["max_marks", "hand_size"])
def test_a_number_may_be_left_to_the_rules(name: str) -> None:
    """No cap is `none`, and as many tiles as go round are `auto`: neither is the other's word."""
    word, other = ("none", "auto") if name == "max_marks" else ("auto", "none")
    read = OPTIONS[name].values.read

    assert (None, None, 3) == (read(word), read(None), read(3))
    assert f"{name} is a whole number or {word}, not {other!r}" == refusal(name, other)
    assert f"{name} is a whole number or {word}, not False" == refusal(name, False)


@pytest.mark.parametrize(
    ("plain", "shaker"),
    [
        ("high_draw", FirstShaker.HIGH_DRAW),
        ("random", FirstShaker.RANDOM),
        ("A", 0),
        ("D", 3),
        ("d", 3),
        ("G", 6),
    ],
)
def test_the_first_shaker_is_a_way_or_a_seat(plain: str, shaker: FirstShaker | int) -> None:
    """By the draw, by chance, or a seat by its letter (C2)."""
    assert shaker == OPTIONS["first_shaker"].values.read(plain)


@pytest.mark.parametrize("wrong", [0, 3, True, None, "", "H", "AB", "high draw", ["A"], 1.5])
def test_what_is_no_first_shaker_is_refused(wrong: Any) -> None:
    """Seats are letters here, never numbers."""
    assert f"first_shaker is high_draw, random, or a seat such as A, not {wrong!r}" == refusal(
        "first_shaker", wrong
    )


def test_the_first_shaker_must_sit_there() -> None:
    """A seat of a larger table is read, and refused with four."""
    assert "first_shaker is a seat where nobody sits" == refusal("first_shaker", "E")


LISTED = {
    "declarations": "pips, doubles, follow_me",
    "player_counts": "2 to 7",
    "nello_declarer_modes": "high, low, own, own_inverted",
}


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize("wrong", ["pips", 4, None, True, {}], ids=repr)
def test_what_is_no_list_is_refused(name: str, wrong: Any) -> None:
    """A text is none, either."""
    assert f"{name} is a list out of {LISTED[name]}, not {wrong!r}" == refusal(name, wrong)


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize("wrong", ["trumps", 1, 8, True, None, ["pips"], 4.0, "4"], ids=repr)
def test_what_no_such_list_holds_is_refused(name: str, wrong: Any) -> None:
    """Each thing listed must be one that there is; the wrong one is told alone."""
    right = STANDARD.as_dict()[name]
    assert isinstance(right, list)
    assert f"{name} is a list out of {LISTED[name]}: {wrong!r} is none of them" == refusal(
        name, [*right, wrong, *right]
    )


def test_lists_are_the_options_with_several_values() -> None:
    """Three options take a list."""
    assert {*LISTS} == {*LISTED}


@pytest.mark.parametrize(
    ("name", "plain", "twice"),
    [
        ("declarations", ["pips", "pips"], "'pips'"),
        ("player_counts", [4, 5, 5], "5"),
        ("nello_declarer_modes", ["own", "high", "own"], "'own'"),
    ],
)
def test_a_list_has_nothing_twice(name: str, plain: list[Any], twice: str) -> None:
    """What comes twice is refused."""
    assert f"{name} lists {twice} twice" == refusal(name, plain)


def test_a_wrong_value_is_told_as_it_is_shown() -> None:
    """In the form of what it was written in, the wrong one of a list alone."""
    for name, value, reason in (
        ("plunge", 7, "plunge is true or false, not <7>"),
        ("player_counts", [4, "{}"], "player_counts is a list out of 2 to 7: <{}> is none of them"),
    ):
        with pytest.raises(BadOptions) as refused:
            options_from("standard", {name: value}, "<{}>".format)
        assert reason == refused.value.reason


@pytest.mark.parametrize(
    ("name", "plain", "value"),
    [
        (
            "declarations",
            ["follow_me", "pips"],
            frozenset({Declaration.PIPS, Declaration.FOLLOW_ME}),
        ),
        ("player_counts", [7, 4, 2], (7, 4, 2)),
        (
            "nello_declarer_modes",
            ["own_inverted", "low"],
            (DoublesAre.OWN_INVERTED, DoublesAre.LOW),
        ),
        ("nello_declarer_modes", [], ()),
    ],
)
def test_a_list_is_read_in_its_order(name: str, plain: list[Any], value: object) -> None:
    """The families are a set; counts and modes stay as they are listed."""
    assert value == OPTIONS[name].values.read(plain)
    assert value == getattr(options_from("standard", {name: plain}), name)


# Whole sheets.


@given(houses())
def test_plain_values_read_back_are_the_same_rules(options: Options) -> None:
    """Whatever the house, its plain values give it again (2.3)."""
    plain = options.as_dict()
    plain.pop("preset")

    for base in ("n42pa", "sheet_is"):
        read = options_from(base, plain)
        assert replace(options, preset=base) == read
        assert plain == {name: value for name, value in read.as_dict().items() if name in plain}


@pytest.mark.parametrize("name", [*PRESETS, *ALIASES])
def test_without_values_a_preset_is_itself(name: str) -> None:
    """A base alone gives the preset, and an alias the one it stands for."""
    assert PRESETS[ALIASES.get(name, name)] == options_from(name, {})


def test_values_change_a_preset_and_leave_its_name() -> None:
    """Only the options that are named change."""
    options = options_from("n42pa", {"all_pass": "forced", "stacking": "hidden"})

    assert replace(PRESETS["n42pa"], all_pass=AllPass.FORCED, stacking=Stacking.HIDDEN) == options


@pytest.mark.parametrize("name", ["presets", "preset", "minbid", "", "Players"])
def test_an_option_that_there_is_not_is_refused(name: str) -> None:
    """With all there are; the preset is the base, not an option."""
    assert f"{name} is no option; options are {', '.join(OPTIONS)}" == refusal(name, 30)


def test_an_unknown_base_is_refused() -> None:
    """With the presets that there are."""
    with pytest.raises(
        BadOptions, match=r"^rules home: there is no such preset; presets are n42pa"
    ):
        options_from("home", {})


def test_values_at_odds_are_refused() -> None:
    """Values that are right each by itself, but not together."""
    with pytest.raises(BadOptions, match="mark_raise any needs max_marks") as refused:
        options_from("standard", {"mark_raise": "any"})

    assert "max_marks" == refused.value.option
    assert 7 == options_from("standard", {"mark_raise": "any", "max_marks": 7}).max_marks


# How rules differ.


@pytest.mark.parametrize("name", PRESETS)
def test_rules_do_not_differ_from_themselves(name: str) -> None:
    """Neither from their copy nor from the preset they are."""
    assert {} == differences(PRESETS[name], replace(PRESETS[name]))
    assert {} == changes(PRESETS[name])
    assert name == title(PRESETS[name])


def test_differences_have_both_values() -> None:
    """In the order of the options, as plain values; the name doesn't count."""
    found = differences(PRESETS["n42pa"], PRESETS["sheet_es"])

    assert found == {
        "open_cap_marks": (2, 1),
        "max_marks": (None, 1),
        "declarations": (["pips", "doubles", "follow_me"], ["pips", "doubles"]),
        "scoring": ("marks", "points"),
        "target": (7, 250),
        "mark_bid_points": ("bid_only", "taken"),
        "early_end": (True, False),
        "stacking": ("hidden_from_1_mark", "face_up"),
    }
    assert [name for name in OPTIONS if name in found] == [*found]
    assert {name: (theirs, ours) for name, (ours, theirs) in found.items()} == differences(
        PRESETS["sheet_es"], PRESETS["n42pa"]
    )


def test_changes_are_what_the_preset_has_not() -> None:
    """The changed values alone, of those the rules have."""
    changed = replace(STANDARD, all_pass=AllPass.FORCED, max_marks=3, plunge_marks=3)

    assert {"max_marks": 3, "all_pass": "forced", "plunge_marks": 3} == changes(changed)
    assert changed == options_from("standard", changes(changed))


def test_rules_without_a_preset_are_told_whole() -> None:
    """Of rules that bear the name of no preset every option is told."""
    home = replace(PRESETS["n42pa"], preset="home", min_bid=25)

    assert {**home.as_dict()} == {"preset": "home", **changes(home)}


def test_plain_values_that_lack_an_option_are_told_as_far_as_they_go() -> None:
    """Those of an older arena may not know it; what they have is compared."""
    assert {"min_bid": 25} == changes({"preset": "n42pa", "min_bid": 25, "target": 7})
    assert {"min_bid": 30} == changes({"preset": "home", "min_bid": 30})


def test_the_title_tells_what_was_changed() -> None:
    """The preset, and what was changed in it, as a person writes it."""
    changed = replace(
        PRESETS["points_250"],
        max_marks=None,
        early_end=True,
        declarations=frozenset({Declaration.PIPS}),
        nello_declarer_modes=(),
    )

    assert title(changed) == (
        "points_250 with max_marks none, declarations pips, early_end true, "
        "nello_declarer_modes nothing"
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "true"),
        (False, "false"),
        (7, "7"),
        ("forced", "forced"),
        ([], "nothing"),
        ([2, 3], "2, 3"),
        (["own", "high"], "own, high"),
    ],
)
def test_plain_values_are_said(value: object, words: str) -> None:
    """A plain value as it stands outside a file."""
    assert words == said(value)
