"""House rules as a value, and the presets."""

from dataclasses import fields, replace
from typing import Any

import pytest

from arena.rules.auction import AllPass
from arena.rules.bids import Bid, MarkRaise
from arena.rules.contracts import CONTRACTS, Call, Declaration
from arena.rules.options import PRESETS, STANDARD, BadOptions, Options, Stacking, preset
from arena.rules.seats import PARTNERSHIPS


def test_n42pa_is_as_the_rule_book_has_it() -> None:
    """Every value of preset n42pa is the one of section 2.4."""
    expected = {
        "preset": "n42pa",
        "min_bid": 30,
        "open_cap_marks": 2,
        "mark_raise": "plus_one",
        "max_marks": None,
        "all_pass": "reshake",
        "reshake_cap": 20,
        "declarations": ["pips", "doubles", "follow_me"],
        "target": 7,
        "early_end": True,
        "stacking": "hidden_from_1_mark",
    }
    got = preset("n42pa").as_dict()

    assert expected == {name: got[name] for name in expected}
    assert [field.name for field in fields(Options)] == [*got]


def test_standard_is_n42pa_with_tricks_face_up() -> None:
    """The default differs from n42pa in nothing but the stacking."""
    assert replace(preset("n42pa"), preset="standard", stacking=Stacking.FACE_UP) == STANDARD
    assert STANDARD is preset("standard") is PRESETS["standard"]


def test_each_preset_bears_its_name() -> None:
    """A preset is found under the name it bears itself."""
    assert {"n42pa", "standard"} <= {*PRESETS}
    assert [*PRESETS] == [options.preset for options in PRESETS.values()]


def test_an_unknown_preset_is_refused() -> None:
    """A name that no preset bears is refused with the names there are."""
    with pytest.raises(BadOptions, match=r"no rules are called 'home'; presets are .*standard"):
        preset("home")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"min_bid": 0}, "min_bid is 1 to 41"),
        ({"min_bid": 42}, "min_bid is 1 to 41"),
        ({"open_cap_marks": 0}, "open_cap_marks is at least 1"),
        ({"max_marks": 0}, "max_marks is "),
        ({"mark_raise": MarkRaise.ANY}, "mark_raise any needs max_marks, or there is no highest"),
        ({"reshake_cap": 0}, "reshake_cap is at least 1"),
        ({"declarations": frozenset[Declaration]()}, "declarations names at least one family"),
        ({"target": 0}, "target is at least 1 mark"),
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], reason: str) -> None:
    """Options that can't be played are refused, by the preset's and the option's name."""
    with pytest.raises(BadOptions, match=f"^rules standard: {reason}"):
        replace(STANDARD, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"min_bid": 1},
        {"min_bid": 41},
        {"open_cap_marks": 1},
        {"max_marks": 1},
        {"mark_raise": MarkRaise.ANY, "max_marks": 1},
        {"reshake_cap": 1},
        {"declarations": frozenset({Declaration.PIPS})},
        {"target": 1},
    ],
)
def test_the_edges_are_allowed(changes: dict[str, Any]) -> None:
    """The lowest and highest values that make sense are options, and stand as given."""
    options = replace(STANDARD, **changes)

    assert changes == {name: getattr(options, name) for name in changes}


BIDS = (Bid.points(30), Bid.points(41), Bid.marks(1), Bid.marks(2), Bid.marks(5))


@pytest.mark.parametrize(
    ("stacking", "hidden"),
    [
        (Stacking.FACE_UP, (False, False, False, False, False)),
        (Stacking.HIDDEN_FROM_1_MARK, (False, False, True, True, True)),
        (Stacking.HIDDEN_FROM_2_MARKS, (False, False, False, True, True)),
        (Stacking.HIDDEN, (True, True, True, True, True)),
    ],
)
def test_stacking_begins_at_its_bid(stacking: Stacking, hidden: tuple[bool, ...]) -> None:
    """Tricks lie face down from one mark, from two, always or never (C7)."""
    assert hidden == tuple(stacking.hides(bid) for bid in BIDS)


@pytest.mark.parametrize("stacking", Stacking)
def test_only_hidden_tricks_need_memory(stacking: Stacking) -> None:
    """A bot needs to remember nothing where every trick lies face up."""
    assert (stacking is not Stacking.FACE_UP) == replace(STANDARD, stacking=stacking).needs_memory


@pytest.mark.parametrize(
    ("declarations", "calls"),
    [
        ({Declaration.PIPS}, [Call.pips(pip) for pip in range(7)]),
        ({Declaration.PIPS, Declaration.DOUBLES}, [call for call in Call if call < 9]),
        ({Declaration.FOLLOW_ME}, [Call.FOLLOW_ME]),
        ({*Declaration}, [*Call]),
    ],
)
def test_declarations_choose_the_calls(declarations: set[Declaration], calls: list[Call]) -> None:
    """A house may leave out doubles, follow me or both (R15)."""
    options = replace(STANDARD, declarations=frozenset(declarations))

    assert tuple(calls) == options.calls
    assert [CONTRACTS[call] for call in calls] == [options.contract(call) for call in calls]


def test_the_ladder_is_built_of_the_options() -> None:
    """The ladder has the option's minimum, openings, raises and cap."""
    options = replace(
        STANDARD, min_bid=40, open_cap_marks=3, mark_raise=MarkRaise.DOUBLE, max_marks=6
    )
    points, marks = Bid.points, Bid.marks

    assert (points(40), points(41), marks(1), marks(2), marks(3)) == options.ladder.above(None)
    assert (marks(6),) == options.ladder.above(marks(3))
    assert () == options.ladder.above(marks(4))


def test_a_table_has_four_seats_of_seven_tiles() -> None:
    """Four players in two partnerships play seven tricks for 42 points (R3, R5, R27)."""
    assert PARTNERSHIPS == STANDARD.seating
    assert (7, 42) == (STANDARD.tiles_per_seat, STANDARD.total_points)


def test_options_are_compared_by_value() -> None:
    """Two houses with the same rules are equal, and a changed one isn't."""
    assert replace(STANDARD) == STANDARD
    assert replace(STANDARD, all_pass=AllPass.FORCED) != STANDARD
    assert {"all_pass": "forced"} == {
        name: value
        for name, value in replace(STANDARD, all_pass=AllPass.FORCED).as_dict().items()
        if value != STANDARD.as_dict()[name]
    }
