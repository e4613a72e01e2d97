"""`arena42 rules`: what there is, what it says, how it differs; as tables, files and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from arena.cli.commands import app
from arena.cli.errors import WRONG_USAGE, failure_of
from arena.cli.rules_file import read, written
from arena.cli.rules_printing import (
    ABOUT,
    console,
    print_differences,
    print_options,
    print_presets,
)  # fmt: skip
from arena.rules.presets import ALIASES, PRESETS, STANDARD, preset
from arena.rules.sheet import OPTIONS, differences, said

Rules = Callable[..., Result]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Rules:
    """Run `arena42 rules` with these words in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, ["rules", *arguments], prog_name="arena42")

    return run


def printed(done: Result) -> str:
    """What a command that ended well has printed, and nothing on stderr."""
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def mistake(done: Result) -> str:
    """What a user is told who is to mend it; nothing was printed."""
    assert isinstance(done.exception, Exception)
    told = failure_of(done.exception)
    assert told is not None
    assert (told[1], told[0].count("\n"), done.stdout) == (WRONG_USAGE, 0, "")
    return told[0]


def cells(text: str) -> dict[str, list[str]]:
    """A table's rows as cells, by the first: what is wrapped is put together again."""
    lines = text.partition("\n\n")[0].split("\n")
    head = lines[0]
    starts = [0, *(gap.end() for gap in re.finditer("  +", head)), len(text)]
    rows: list[list[str]] = []
    for line in lines:
        parts = [line[start:end].strip() for start, end in pairwise(starts)]
        if parts[0]:
            rows.append(parts)
        else:
            rows[-1] = [
                f"{told} {more}".strip() for told, more in zip(rows[-1], parts, strict=True)
            ]
    return {row[0]: row for row in rows}


def fits(text: str, width: int = 80) -> bool:
    """No line is wider, and none ends in blanks."""
    return all(line == line.rstrip() and len(line) <= width for line in text.split("\n"))


# rules list.


def test_every_preset_is_listed(rules: Rules) -> None:
    """With its players, how many options differ from n42pa, and what it is."""
    text = printed(rules("list"))
    rows = cells(text)
    for name, options in PRESETS.items():
        counts = ", ".join(map(str, options.player_counts))
        differing = len(differences(PRESETS["n42pa"], options))
        count = {0: "nothing", 1: "1 option"}.get(differing, f"{differing} options")
        assert rows[name] == [name, counts, count, ABOUT[name]]
    assert fits(text)
    assert "sheet_sw is sheet_gl by another name." in text


def test_presets_are_listed_as_json(rules: Rules) -> None:
    """Every preset with all its options, as plain values."""
    told = json.loads(printed(rules("list", "--json")))
    assert told == {name: options.as_dict() for name, options in PRESETS.items()}


# rules show.


@pytest.mark.parametrize("name", [*PRESETS, *ALIASES])
def test_what_is_shown_reads_back_as_the_same_rules(rules: Rules, name: str) -> None:
    """The file that is printed is the rules, whole."""
    Path("mine.toml").write_text(printed(rules("show", name)), encoding="utf-8")
    assert read(Path("mine.toml")) == preset(name)
    whole, preset_alone = (printed(rules("show", each)) for each in ("mine.toml", name))
    head = f"# The rules of mine.toml: {preset(name).preset}. Edit what you like and give "
    assert whole.startswith(head)
    assert body(whole) == body(preset_alone)


def body(text: str) -> str:
    """What a file says below its head."""
    return text[text.index("preset = ") :]


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_shown_as_json(rules: Rules, name: str) -> None:
    """All options as plain values, the preset's name first."""
    told = json.loads(printed(rules("show", name, "--json")))
    assert told == PRESETS[name].as_dict()
    assert [*told] == ["preset", *OPTIONS]


def test_the_standard_is_shown_without_a_name(rules: Rules) -> None:
    """The default of every command."""
    assert printed(rules("show")) == "\n".join(written(STANDARD)) + "\n"


def test_rules_are_shown_for_so_many_players(rules: Rules) -> None:
    """Where the rules are for so many."""
    shown = json.loads(printed(rules("show", "sheet_gl", "--players", "6", "--json")))
    assert shown == preset("sheet_gl", 6).as_dict()
    assert shown["players"] == 6
    assert "players = 6\n" in printed(rules("show", "sheet_sw", "--players", "6"))


def test_a_file_is_shown_whole(rules: Rules) -> None:
    """What it leaves out is shown as the preset has it."""
    Path("mine.toml").write_text('preset = "harper"\nmin_bid = 25\n')
    told = printed(rules("show", "mine.toml"))
    assert told.startswith("# The rules of mine.toml: harper with min_bid 25. Edit what you like")
    shown = json.loads(printed(rules("show", "mine.toml", "--json")))
    assert shown == PRESETS["harper"].as_dict() | {"min_bid": 25}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "whist"), "'whist' is neither a preset nor a file; presets are n42pa, "),
        (("show", "harpre"), "'harpre' is neither a preset nor a file; did you mean harper?"),
        (("show", ""), "'' is neither a preset nor a file; presets are n42pa, "),
        (("show", "missing.toml"), "there is no file missing.toml (looked for in /"),
        (("show", "."), ". can't be read: it is a folder"),
        (("show", "n42pa", "--players", "5"), "rules n42pa: these rules are for 4 players, not "),
        (("diff", "n42pa", "whist"), "'whist' is neither"),
        (("diff", "whist", "n42pa"), "'whist' is neither"),
    ],
    ids=" ".join,
)
def test_a_mistake_is_told_in_one_line(
    rules: Rules, arguments: tuple[str, ...], words: str
) -> None:
    """With what there is instead."""
    assert mistake(rules(*arguments)).startswith(words)


def test_a_wrong_line_of_a_file_is_told(rules: Rules) -> None:
    """File, line, option and reason."""
    Path("mine.toml").write_text("min_bid = 25\nplunge = 4\n")
    assert mistake(rules("show", "mine.toml")) == (
        "mine.toml, line 2: plunge: is true or false, not 4"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "n42pa", "--players", "1"),
        ("show", "n42pa", "--players", "8"),
        ("show", "n42pa", "--players", "many"),
        ("show", "n42pa", "harper"),
        ("diff", "n42pa"),
        ("list", "n42pa"),
        ("options", "n42pa"),
        ("print",),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_refused(rules: Rules, arguments: tuple[str, ...]) -> None:
    """Exit 2 with the usage."""
    done = rules(*arguments)
    assert (done.exit_code, done.stdout) == (WRONG_USAGE, "")
    assert "Usage: arena42 rules" in done.stderr


def test_a_missing_argument_is_named(rules: Rules) -> None:
    """Which of the two it is."""
    assert "Missing argument 'ONE'" in rules("diff").stderr
    assert "Missing argument 'OTHER'" in rules("diff", "n42pa").stderr


def test_players_sit_down_where_the_rules_allow_it(rules: Rules) -> None:
    """The flag says so."""
    words = printed(rules("show", "--help")).replace("│", " ").split()
    assert "How many sit at the table (where the rules allow it)." in " ".join(words)


# rules diff.


def test_differences_are_shown_side_by_side(rules: Rules) -> None:
    """A line for each option that differs, under the names that were given, and no other."""
    text = printed(rules("diff", "n42pa", "sheet_es"))
    rows = cells(text)
    found = differences(PRESETS["n42pa"], PRESETS["sheet_es"])

    assert rows["option"] == ["option", "n42pa", "sheet_es", "what it does"]
    assert {*rows} & {*OPTIONS} == {*found}
    for name, (ours, theirs) in found.items():
        assert rows[name] == [name, said(ours), said(theirs), OPTIONS[name].does]
    assert fits(text)


@pytest.mark.parametrize("one", PRESETS)
@pytest.mark.parametrize("other", PRESETS)
def test_differences_fit_a_terminal(rules: Rules, one: str, other: str) -> None:
    """Whatever the rules."""
    assert fits(printed(rules("diff", one, other)))


def test_files_of_long_names_are_compared(rules: Rules) -> None:
    """A name is wrapped like a value, and nothing of it taken for more than a name."""
    names = ("a[b]" + "x" * 30 + ".toml", "c" * 40 + ".toml")
    for number, name in enumerate(names):
        Path(name).write_text(f"min_bid = {20 + number}\n")
    text = printed(rules("diff", *names))
    assert fits(text)
    assert text.startswith(f"option   {names[0][:20]}  {names[1][:20]}  what it does\n")
    assert cells(text)["min_bid"] == ["min_bid", "20", "21", OPTIONS["min_bid"].does]


def test_differences_are_told_as_json(rules: Rules) -> None:
    """Both values of each option."""
    told = json.loads(printed(rules("diff", "n42pa", "standard", "--json")))
    assert told == {"stacking": ["hidden_from_1_mark", "face_up"]}
    assert json.loads(printed(rules("diff", "n42pa", "n42pa", "--json"))) == {}


def test_a_file_is_compared_with_a_preset(rules: Rules) -> None:
    """Either may be a file."""
    Path("mine.toml").write_text('preset = "n42pa"\nmax_marks = 2\n')
    for pair, values in ((("n42pa", "mine.toml"), [None, 2]), (("mine.toml", "n42pa"), [2, None])):
        assert json.loads(printed(rules("diff", *pair, "--json"))) == {"max_marks": values}
    assert cells(printed(rules("diff", "n42pa", "mine.toml")))["max_marks"][1:3] == ["none", "2"]


def test_rules_that_do_not_differ_are_said_to_be_the_same(rules: Rules) -> None:
    """By whatever names."""
    assert printed(rules("diff", "sheet_gl", "sheet_sw")) == (
        "sheet_gl and sheet_sw are the same rules.\n"
    )


# rules options.


def test_every_option_is_listed(rules: Rules) -> None:
    """In its order, a block for each, with what it does and where it comes from."""
    text = printed(rules("options"))
    assert fits(text)
    *blocks, last = text.split("\n\n")
    assert last == "T is what all tricks are worth together, 42 with four players.\n"
    for block, (name, option) in zip(blocks, OPTIONS.items(), strict=True):
        head, *lines = block.split("\n")
        assert head == name
        told: dict[str, str] = {}
        for line in lines:
            label = line[:17].strip() or [*told][-1]
            told[label] = f"{told.get(label, '')} {line[17:]}".strip()
        others = told.pop("other presets", "")
        assert told == {
            "values": option.values.words,
            "default": said(STANDARD.as_dict()[name]),
            "what it does": option.does,
            "source": option.source,
        }
        for options in PRESETS.values():
            differs = options.as_dict()[name] != STANDARD.as_dict()[name]
            assert differs == (options.preset in words_of(others))


@pytest.mark.parametrize("width", [70, 80, 132])
def test_tables_fit_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """As wide as it is; and 80 columns where there is none."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert console().width == 80
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert console().width == width
    terminal = Console(width=width, color_system=None)
    print_presets(terminal)
    print_options(terminal)
    print_differences("n42pa", "sheet_es", differences(STANDARD, PRESETS["sheet_es"]), terminal)
    text = capsys.readouterr().out
    assert fits(text, width)
    assert max(map(len, text.split("\n"))) > width - 10


def test_the_options_are_a_table_of_markdown(rules: Rules) -> None:
    """A head, and a row for each option with its default and who has another."""
    head, rule, *rows = printed(rules("options", "--markdown")).splitlines()
    assert head == "| option | values | default | other presets | what it does | source |"
    assert rule == "|---|---|---|---|---|---|"
    split = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [row[0] for row in split] == [f"`{name}`" for name in OPTIONS]
    for name, row in zip(OPTIONS, split, strict=True):
        assert len(row) == 6
        assert row[2] == said(STANDARD.as_dict()[name])
        for options in PRESETS.values():
            differs = options.as_dict()[name] != STANDARD.as_dict()[name]
            assert differs == (options.preset in words_of(row[3]))


def words_of(cell: str) -> set[str]:
    """The words of a cell, without what divides them."""
    return {word.strip(",;:") for word in cell.split()}


def test_the_commands_are_shown_without_one(rules: Rules) -> None:
    """Wrong usage, and the way on."""
    done = rules()
    assert done.exit_code == WRONG_USAGE
    assert all(name in done.output for name in ("list", "show", "diff", "options"))
