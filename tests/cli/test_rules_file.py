"""Files of rules: every preset written and read back, partial files, and one wrong line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from arena import config
from arena.cli.errors import WRONG_USAGE, WrongUsage, failure_of
from arena.cli.rules_file import WIDTH, UnknownRules, read, rules_named, toml, written
from arena.rules.options import BadOptions, Options
from arena.rules.presets import ALIASES, PRESETS, STANDARD, preset
from arena.rules.sheet import OPTIONS, differences
from tests.rules.staging import houses

Refused = Callable[[str], str]

PLAYERS = (
    "take other rules (arena42 rules list tells for how many they are), or in a file of rules "
    "write players, player_counts and teams"
)
"""What to do where the rules are for another number of players."""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The path of a file of rules."""
    return tmp_path / "mine.toml"


@pytest.fixture
def refused(mine: Path) -> Refused:
    """Read a file that can't be used; return the complaint without the path."""

    def complaint(text: str) -> str:
        mine.write_text(text, encoding="utf-8")
        with pytest.raises(WrongUsage) as wrong:
            read(mine)
        assert failure_of(wrong.value) == (str(wrong.value), WRONG_USAGE)
        assert str(wrong.value).startswith(f"{mine}")
        return str(wrong.value).removeprefix(str(mine))

    return complaint


# Whole files.


@pytest.mark.parametrize("name", PRESETS)
def test_a_written_preset_reads_as_itself(mine: Path, name: str) -> None:
    """Whatever is shown can be given back, and is the same rules."""
    mine.write_text("\n".join(written(PRESETS[name])), encoding="utf-8")
    assert read(mine) == PRESETS[name] == rules_named(str(mine))


@pytest.mark.parametrize("name", PRESETS)
def test_a_written_preset_reads_as_itself_whatever_it_starts_from(mine: Path, name: str) -> None:
    """It is whole: the preset named at its head has no say in any option."""
    lines = [line for line in written(PRESETS[name]) if not line.startswith("preset = ")]
    mine.write_text("\n".join(['preset = "sheet_is"', *lines]), encoding="utf-8")
    assert differences(read(mine), PRESETS[name]) == {}


@pytest.mark.parametrize("players", range(2, 8))
def test_rules_for_others_are_written_too(mine: Path, players: int) -> None:
    """The number of players is in the file."""
    options = preset("sheet_gl", players)
    mine.write_text("\n".join(written(options)), encoding="utf-8")
    assert read(mine) == options


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(options=houses())
def test_any_house_that_is_written_reads_as_itself(mine: Path, options: Options) -> None:
    """Every option takes every value."""
    text = "\n".join(written(options)).replace('preset = "drawn"', 'preset = "n42pa"')
    mine.write_text(text, encoding="utf-8")
    assert differences(read(mine), options) == {}


def test_a_written_file_tells_each_option_and_its_values() -> None:
    """A comment before each, no line wider than a page, every option once and in order."""
    lines = [*written(STANDARD)]
    told = [line.partition(" = ")[0] for line in lines if " = " in line and line[0] != "#"]
    comments = " ".join(line.removeprefix("# ") for line in lines if line.startswith("#"))

    assert told == ["preset", *OPTIONS]
    assert max(map(len, lines)) <= WIDTH == 80
    for option in OPTIONS.values():
        does = option.does[0].upper() + option.does[1:]
        assert f" {does}. Values: {option.values.words}" in comments
    assert lines[:5] == [
        "# The rules standard, whole. Edit what you like and give the file back with",
        "# --rules FILE. What a file leaves out is as in its preset, or as in standard if",
        "# it names none.",
        'preset = "standard"',
        "",
    ]
    assert lines.count("") == len(OPTIONS)


@pytest.mark.parametrize(
    ("options", "file", "head"),
    [
        (preset("sheet_gl", 6), "", "The rules sheet_gl with players 6, whole."),
        (STANDARD, "mine.toml", "The rules of mine.toml: standard."),
        (replace(STANDARD, min_bid=31), "m.toml", "The rules of m.toml: standard with min_bid 31."),
        (STANDARD, "a\nb\x07.toml", r"The rules of 'a\nb\x07.toml': standard."),
    ],
)
def test_a_written_file_says_whose_rules_it_has(
    mine: Path, options: Options, file: str, head: str
) -> None:
    """The preset or the file, and what is changed; the whole stays a file to read."""
    lines = [*written(options, file)]
    assert " ".join(line.removeprefix("# ") for line in lines[:2]).startswith(f"{head} Edit what")
    mine.write_text("\n".join(lines), encoding="utf-8")
    assert read(mine) == options


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (None, '"none"'),
        ("2x2", '"2x2"'),
        ([2, 3], "[2, 3]"),
        (["own", "high"], '["own", "high"]'),
        ([], "[]"),
        (1.5, "1.5"),
        (date(2026, 1, 31), "2026-01-31"),
        ({"a": [1], "b": "x"}, '{a = [1], b = "x"}'),
        ("é", '"é"'),
        ('a "word"\n', r'''"a \"word\"\n"'''),
    ],
)
def test_plain_values_are_written_as_toml(value: Any, text: str) -> None:
    """TOML has no word for nothing: no cap is written as a text."""
    assert toml(value) == text


# Partial files.


def test_a_file_changes_what_it_names(mine: Path) -> None:
    """The rest is as in the preset it starts from."""
    mine.write_text('preset = "texas_house"\nall_pass = "reshake"\nplunge_marks = 3\n')
    assert differences(read(mine), PRESETS["texas_house"]) == {
        "all_pass": ("reshake", "forced"),
        "plunge_marks": (3, 4),
    }
    assert read(mine).preset == "texas_house"


def test_a_file_that_names_no_preset_starts_from_the_standard(mine: Path) -> None:
    """As every command does."""
    mine.write_text('stacking = "face_up"\n')
    assert read(mine) == STANDARD


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n"])
def test_a_file_that_says_nothing_is_refused(refused: Refused, text: str) -> None:
    """A shell empties the file to which a command prints before the command reads it."""
    assert refused(text) == (
        " says nothing: a file of rules names the preset it starts from "
        '(preset = "standard"), the options it changes (min_bid = 31), or both'
    )


def test_a_file_may_start_from_an_alias(mine: Path) -> None:
    """sheet_sw is sheet_gl by another name."""
    mine.write_text('preset = "sheet_sw"\nplayers = 5\n')
    assert read(mine) == preset("sheet_gl", 5)


def test_the_order_of_lines_does_not_matter(mine: Path) -> None:
    """Options that need one another may stand in any order, the preset last."""
    mine.write_text('mark_raise = "any"\nmax_marks = 5\npreset = "n42pa"\n')
    options = read(mine)
    assert (options.preset, options.max_marks) == ("n42pa", 5)


# What --rules names.


@pytest.mark.parametrize("name", [*PRESETS, *ALIASES])
def test_a_preset_is_named_by_its_name(name: str) -> None:
    """Aliases too."""
    assert rules_named(name) is preset(name)


def test_a_preset_comes_before_a_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file called like a preset is given with its folder."""
    monkeypatch.chdir(tmp_path)
    Path("harper").write_text("min_bid = 20\n")
    assert rules_named("harper") is PRESETS["harper"]
    assert rules_named("./harper").min_bid == 20


def test_a_file_is_looked_for_in_a_folder(tmp_path: Path) -> None:
    """Where one is given; a preset is the same everywhere."""
    (tmp_path / "mine.toml").write_text("min_bid = 20\n")
    assert rules_named("mine.toml", folder=tmp_path).min_bid == 20
    assert rules_named(str(tmp_path / "mine.toml"), folder=Path("/no")).min_bid == 20
    assert rules_named("harper", folder=tmp_path) is PRESETS["harper"]


def test_a_missing_file_is_told_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it was looked for."""
    monkeypatch.chdir(tmp_path)
    for text, where in (("no.toml", ""), ("x/no.toml", "/x")):
        with pytest.raises(UnknownRules) as wrong:
            rules_named(text)
        told = (f"there is no file {text} (looked for in {tmp_path}{where})", WRONG_USAGE)
        assert failure_of(wrong.value) == told


def test_a_file_needs_no_ending(tmp_path: Path) -> None:
    """Whatever exists is read as a file."""
    file = tmp_path / "mine"
    file.write_text("min_bid = 20\n")
    assert rules_named(str(file)).min_bid == 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("standart", "neither a preset nor a file; did you mean standard?"),
        ("sheet_sv", "neither a preset nor a file; did you mean sheet_sw?"),
        ("whist", f"neither a preset nor a file; presets are {', '.join([*PRESETS, *ALIASES])}"),
        ("", "neither a preset nor a file; presets are n42pa, "),
        ("x" * 300, "neither a preset nor a file; presets are n42pa, "),
        ("a\0b", "neither a preset nor a file; presets are n42pa, "),
    ],
    ids=["near", "alias", "far", "nothing", "long", "nought"],
)
def test_what_names_no_rules_is_refused(text: str, words: str) -> None:
    """With a guess, or all presets."""
    with pytest.raises(UnknownRules) as wrong:
        rules_named(text)
    assert str(wrong.value).startswith(f"{text!r} is {words}")


@pytest.mark.parametrize("players", range(2, 8))
def test_players_may_be_chosen_for_a_preset_and_for_a_file(mine: Path, players: int) -> None:
    """Where the rules are for so many."""
    mine.write_text('preset = "sheet_gl"\nmin_bid = 20\n')
    assert rules_named("sheet_gl", players) == preset("sheet_gl", players)
    assert (players, 20) == (
        rules_named(str(mine), players).players,
        rules_named(str(mine), players).min_bid,
    )


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "sheet_gl"])
def test_players_that_a_preset_is_not_for_are_refused(name: str) -> None:
    """With the counts that it is for."""
    with pytest.raises(BadOptions) as wrong:
        rules_named(name, 5)
    assert failure_of(wrong.value) == (
        f"rules {name}: these rules are for 4 players, not for 5 (player_counts): {PLAYERS}",
        WRONG_USAGE,
    )
    assert rules_named(name, 4) is PRESETS[name]


@pytest.mark.parametrize(
    ("text", "place", "counts"),
    [
        ("min_bid = 20\n", "", "4"),
        ("min_bid = 20\nplayer_counts = [3, 4]\n", ", line 2: player_counts", "3, 4"),
        ("players = 4\n", "", "4"),
    ],
)
def test_players_that_a_file_is_not_for_are_refused(
    mine: Path, text: str, place: str, counts: str
) -> None:
    """With the file's name, and the line that counts them: not that of the players, whose number
    was chosen elsewhere."""
    mine.write_text(text)
    with pytest.raises(WrongUsage) as wrong:
        rules_named(str(mine), 5)
    assert str(wrong.value) == (
        f"{mine}{place}: these rules are for {counts} players, not for 5 (player_counts): {PLAYERS}"
    )


# One wrong line.


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (
            "nelo = true",
            "nelo: is no option; did you mean nello? (arena42 rules options lists them)",
        ),
        ("Min_Bid = 30", "Min_Bid: is no option; did you mean min_bid? (arena42 rules options "),
        ("colour = 1", "colour: is no option (arena42 rules options lists them)"),
        ('preset = "whist"', "preset: must name the rules to start from: n42pa, standard, "),
        ("preset = 1", "preset: must name the rules to start from: n42pa, standard, "),
        ('preset = ["n42pa"]', "preset: must name the rules to start from: n42pa, standard, "),
        ("plunge = 1", "plunge: is true or false, not 1"),
        ('plunge = "yes"', 'plunge: is true or false, not "yes"'),
        ("min_bid = true", "min_bid: is a whole number, not true"),
        ('min_bid = "30"', 'min_bid: is a whole number, not "30"'),
        ("min_bid = 30.0", "min_bid: is a whole number, not 30.0"),
        ("min_bid = 2026-01-01", "min_bid: is a whole number, not 2026-01-01"),
        ("[min_bid]\nx = 1", "min_bid: is a whole number, not {x = 1}"),
        ("min_bid = 42", "min_bid: is 1 to 41 where all tricks are worth 42"),
        ("min_bid = 0", "min_bid: is 1 to 41 where all tricks are worth 42"),
        ("players = 0", "players: is 2 to 7, not 0"),
        ("players = 8", "players: is 2 to 7, not 8"),
        ("players = 5", "players: these rules are for 4 players, not for 5 (player_counts): take"),
        ("hand_size = 0", "hand_size: is 1 to 7 with 4 players, not 0"),
        ("hand_size = 1", "hand_size: so small a hand would take count out of the game; let tiles"),
        ('hand_size = "none"', 'hand_size: is a whole number or auto, not "none"'),
        ('all_pass = "force"', 'all_pass: is one of reshake, forced, forced_exact, not "force"'),
        ("all_pass = 1", "all_pass: is one of reshake, forced, forced_exact, not 1"),
        ('teams = ["2x2"]', 'teams: is one of 2x2, solo, 2x3, 3x2, auto, not ["2x2"]'),
        ('first_shaker = "E"', "first_shaker: is a seat where nobody sits"),
        ("first_shaker = 1", "first_shaker: is high_draw, random, or a seat such as A, not 1"),
        (
            'declarations = "pips"',
            'declarations: is a list out of pips, doubles, follow_me, not "pips"',
        ),
        ("declarations = []", "declarations: names one or more of pips, doubles, follow_me"),
        (
            'declarations = ["pips", "pips"]',
            'declarations: lists "pips" twice',
        ),
        (
            'declarations = ["pips", "dubbles"]',
            'declarations: is a list out of pips, doubles, follow_me: "dubbles" is none of them',
        ),
        ("player_counts = [4, 9]", "player_counts: is a list out of 2 to 7: 9 is none of them"),
        ("win_by = 3", "win_by: is 1 to 2, not 3"),
        ('nello = "forced_only"', "nello: forced_only needs all_pass forced: nobody is forced"),
        (
            'teams = "3x2"',
            'teams: 3x2 needs six players, not 4: write teams = "auto" or "solo", or',
        ),
    ],
)
def test_a_wrong_line_is_named_with_what_it_may_be(
    refused: Refused, line: str, complaint: str
) -> None:
    """File, line, option, and what the option may be; the other lines are right."""
    text = f'# Mine.\nstacking = "face_up"\n{line}\n'
    assert refused(text).startswith(f", line 3: {complaint}")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            'mark_raise = "any"\n',
            ", line 1: mark_raise: any needs max_marks, or there is no highest bid",
        ),
        (
            "max_marks = 3\nplunge = true\n",
            ", line 1: max_marks: plunge_marks 4 is over max_marks 3",
        ),
        (
            "max_marks = 3\nplunge = true\nplunge_marks = 4\n",
            ", line 3: plunge_marks: 4 is over max_marks 3",
        ),
        (
            'early_end = true\nmark_award = "most_points"\n',
            ", line 1: early_end: mark_award needs every trick played: early_end must be false",
        ),
        (
            'scoring = "points"\n',
            ", line 1: scoring: target is 43 to 100000 under scoring points, not 7: also write "
            "target = 250",
        ),
        (
            'scoring = "points"\ntarget = 42\n',
            ", line 2: target: is 43 to 100000 under scoring points, not 42: write target = 250",
        ),
        (
            'teams = "solo"\nsplash = true\n',
            ", line 2: splash: needs a partner who calls, and players and teams leave none: write "
            "splash = false",
        ),
        (
            'preset = "texas_house"\nteams = "solo"\n',
            ", line 2: teams: plunge needs a partner who calls, and players and teams leave none: "
            "also write plunge = false",
        ),
        (
            "players = 3\nplayer_counts = [3]\n",
            ", line 1: players: teams 2x2 needs four players, not 3: also write teams = "
            '"auto" or "solo", or with six "2x3" or "3x2"',
        ),
        (
            'preset = "sheet_gl"\nplayer_counts = [2, 3]\n',
            ", line 2: player_counts: these rules are for 2, 3 players, not for 4 (player_counts): "
            f"{PLAYERS}",
        ),
        (
            'preset = "sheet_gl"\nplayers = 3\nleftover = "sleep_random"\n',
            ", line 3: leftover: early_end is true, but where tiles sleep (leftover, hand_size) "
            "every trick is played: also write early_end = false",
        ),
        (
            'preset = "sheet_is"\nplunge = false\nmax_marks = 1\n',
            ", line 3: max_marks: nello_min_marks 2 is more than may be bid (max_marks 1)",
        ),
    ],
)
def test_a_wrong_combination_is_named_where_it_is_to_be_mended(
    refused: Refused, text: str, complaint: str
) -> None:
    """The line of the option to change, or the file where that option isn't in it."""
    assert refused(text) == complaint


def test_the_first_wrong_line_is_told_alone(refused: Refused) -> None:
    """One message at a time, on one line."""
    complaint = refused("plunge = 1\nsplash = 2\n")
    assert complaint == ", line 1: plunge: is true or false, not 1"


@pytest.mark.parametrize("text", ["plunge", "plunge = yes\n"])
def test_what_is_no_toml_is_refused(refused: Refused, text: str) -> None:
    """With the place."""
    assert refused(text).startswith(": no TOML: ")
    assert "at line " in refused(text)


def test_a_file_that_can_not_be_read_is_refused(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is missing, a folder, one that is no UTF-8, or too large."""
    for path, content, words in (
        (mine, None, "there is no file .*mine.toml"),
        (mine.parent, None, "can't be read: it is a folder"),
        (mine, b"\xff\xfe", "the byte 0xff is no UTF-8"),
    ):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(WrongUsage, match=words):
            rules_named(str(path))
    mine.write_text("min_bid = 20\n", encoding="utf-8")
    monkeypatch.setattr(config, "LARGEST_FILE", 1)
    with pytest.raises(WrongUsage, match=r"is larger than any such file \(1 bytes\)"):
        rules_named(str(mine))
