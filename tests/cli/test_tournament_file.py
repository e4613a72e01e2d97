"""Tournament files, key by key; that a mistake ends the program well is in tests/e2e."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arena import config
from arena.cli.errors import WrongUsage
from arena.cli.tournament_file import TournamentFile, read
from arena.play.bots import BotSpec, Reached
from arena.play.clocks import SECOND, TimeControl
from arena.play.schedule import Format

HEAD = 'name = "cup"\ndeals = 9\n'
BOTS = 'bots = ["rule", "random"]\n'

Read = Callable[[str], TournamentFile]


@pytest.fixture
def tournament(tmp_path: Path) -> Read:
    """Read a file of this text."""

    def read_it(text: str) -> TournamentFile:
        path = tmp_path / "cup.toml"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return read_it


@pytest.fixture
def refused(tournament: Read, tmp_path: Path) -> Callable[[str], str]:
    """Read a file that can't be used; return the complaint without the path."""

    def complaint(text: str) -> str:
        with pytest.raises(WrongUsage) as wrong:
            tournament(text)
        return str(wrong.value).removeprefix(str(tmp_path / "cup.toml"))

    return complaint


def test_a_short_file_has_the_usual_terms(tournament: Read) -> None:
    """Name, deals and bots are enough; the seed is then drawn by the arena."""
    told = tournament(HEAD + BOTS)
    assert (told.name, told.deals, told.seed) == ("cup", 9, None)
    assert (told.options.preset, told.tables, told.time) == (
        "standard", config.TABLES, TimeControl(),
    )  # fmt: skip
    assert [str(bot) for bot in told.bots] == ["rule", "random"]


def test_a_long_file_is_read_whole(tournament: Read) -> None:
    """Every key that there is."""
    told = tournament(
        """
        name = "spring-2026.1"
        rules = "n42pa"
        players = 4
        deals = 1_000
        seed = "a seed of 64 characters is no problem"
        format = "round-robin"
        tables = 7
        bots = ["rule", { name = "mine", cmd = "./mybot --listen {address}" }]
        [time]
        cap = 1.5
        bank = 20
        floor = 0.01
        grace = 3
        clocks = true
        [faults]
        policy = "forfeit-deal"
    """.replace("a seed of 64 characters is no problem", "x" * 64)
    )
    assert (told.name, told.deals, told.tables) == ("spring-2026.1", 1_000, 7)
    assert (told.options.preset, told.seed) == ("n42pa", "x" * 64)
    assert told.time == TimeControl(cap=1_500_000, bank=20 * SECOND, floor=10_000, grace=3 * SECOND)
    assert told.bots[1] == BotSpec("mine", Reached.COMMAND, "./mybot --listen {address}")


def test_clocks_can_be_off(tournament: Read) -> None:
    """A tournament for debuggers, unrated."""
    assert not tournament(f"{HEAD}{BOTS}[time]\nclocks = false\n").time.running


# Rules, players and format.


@pytest.mark.parametrize("players", range(2, 8))
def test_players_sit_down_as_the_rules_allow(tournament: Read, players: int) -> None:
    """A preset for several counts takes any of them."""
    told = tournament(f'{HEAD}rules = "sheet_gl"\nplayers = {players}\n{BOTS}')
    assert (told.options.preset, told.options.players) == ("sheet_gl", players)
    assert told.format is Format.ROUND_ROBIN


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "players = 3\n",
            ", line 3: players: these rules are for 4 players, not for 3 (player_counts): take "
            "other rules (arena42 rules list tells for how many they are), or in a file of rules "
            "write players, player_counts and teams",
        ),
        ('rules = "sheet_es"\nplayers = 2\n', ", line 4: players: these rules are for 4 players"),
        ("players = 8\n", ", line 3: players: must be a whole number from 2 to 7"),
        ("players = true\n", ", line 3: players: must be a whole number from 2 to 7"),
        (
            'rules = "sheet_g"\n',
            ", line 3: rules: 'sheet_g' is neither a preset nor a file; did you",
        ),
    ],
)
def test_players_that_the_rules_do_not_allow_are_refused(
    refused: Callable[[str], str], text: str, complaint: str
) -> None:
    """With the line of what is to be changed, and what it may be."""
    assert refused(HEAD + text + BOTS).startswith(complaint)


def test_rules_may_be_a_file(tournament: Read, tmp_path: Path) -> None:
    """Of its own, which names a preset and what is played otherwise."""
    rules = tmp_path / "ours.toml"
    rules.write_text('preset = "sheet_gl"\nplayers = 3\nmin_bid = 20\n')
    for players, line in ((3, ""), (5, "players = 5\n")):
        told = tournament(f'{HEAD}rules = "{rules}"\n{line}{BOTS}')
        assert (told.options.min_bid, told.options.players) == (20, players)


@pytest.mark.parametrize("name", ["ours.toml", "ours", "below/ours.toml"])
def test_a_file_of_rules_stands_beside_the_tournament(
    tournament: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It is looked for from there, wherever the arena is started."""
    monkeypatch.chdir("/")
    (tmp_path / "below").mkdir()
    (tmp_path / name).write_text("min_bid = 20\n")
    assert tournament(f'{HEAD}rules = "{name}"\n{BOTS}').options.min_bid == 20


@pytest.mark.parametrize(
    ("name", "folder"), [("ours.toml", ""), ("x/ours.toml", "/x"), ("/no/ours.toml", None)]
)
def test_a_file_of_rules_that_is_missing_is_named_with_its_line(
    refused: Callable[[str], str], tmp_path: Path, name: str, folder: str | None
) -> None:
    """And with the folder where it was looked for."""
    where = "/no" if folder is None else f"{tmp_path}{folder}"
    assert refused(f'{HEAD}rules = "{name}"\n{BOTS}') == (
        f", line 3: rules: there is no file {name} (looked for in {where})"
    )


def test_a_folder_holds_no_rules(tournament: Read, tmp_path: Path) -> None:
    """It is told by its own name."""
    with pytest.raises(WrongUsage) as wrong:
        tournament(f'{HEAD}rules = "."\n{BOTS}')
    assert str(wrong.value) == f"{tmp_path} can't be read: it is a folder"


def test_a_mistake_in_a_file_of_rules_is_told_with_that_file(
    tournament: Read, tmp_path: Path
) -> None:
    """Not with the line that names it."""
    rules = tmp_path / "ours.toml"
    rules.write_text('preset = "standard"\n\nmin_bit = 20\n')
    with pytest.raises(WrongUsage, match=r"ours\.toml, line 3: min_bit: is no option"):
        tournament(f'{HEAD}rules = "{rules}"\n{BOTS}')


THREE = 'rules = "sheet_gl"\nplayers = 3\nformat = "free-for-all"\n'


def test_everybody_may_play_for_themselves(tournament: Read) -> None:
    """With as many bots as seats, or more."""
    for bots in ('"rule", "random", "first"', '"rule", "random", "first", "random-play"'):
        assert tournament(f"{HEAD}{THREE}bots = [{bots}]\n").format is Format.FREE_FOR_ALL


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            THREE,
            ", line 5: format: free-for-all with 3 players needs 3 bots or more, and there are 2: "
            "name more, set players lower, or take ",
        ),
        (
            'format = "free-for-all"\n',
            ", line 3: format: free-for-all needs rules by which everybody",
        ),
    ],
)
def test_a_free_for_all_that_cannot_be_played_is_refused(
    refused: Callable[[str], str], text: str, complaint: str
) -> None:
    """With its line, the reason, and what to do."""
    told = refused(HEAD + text + BOTS)
    assert told.startswith(complaint)
    assert told.endswith('format = "round-robin"')


def test_fewer_players_are_advised_only_where_the_rules_allow_them(
    refused: Callable[[str], str], tmp_path: Path
) -> None:
    """As few as there are bots, or fewer."""
    rules = 'preset = "sheet_gl"\nplayers = 5\nplayer_counts = '
    for counts, advised in (("[5, 6]", False), ("[3, 5]", False), ("[2, 5]", True)):
        (tmp_path / "ours.toml").write_text(rules + counts)
        told = refused(f'{HEAD}{BOTS}rules = "ours.toml"\nformat = "free-for-all"\n')
        assert told.startswith(", line 5: format: free-for-all with 5 players needs 5 bots")
        assert told.endswith('there are 2: name more, {}or take format = "round-robin"'.format(
            "set players lower, " if advised else ""
        ))  # fmt: skip


def test_partners_are_told_how_to_play_alone(refused: Callable[[str], str], tmp_path: Path) -> None:
    """Both ways that are named can be gone."""
    told = refused(f'{HEAD}{BOTS}format = "free-for-all"\n')
    assert '(sheet_gl with players = 3, or any number but four; teams = "solo" in a' in told
    for text in ('rules = "sheet_gl"\nplayers = 3\n', 'rules = "solo.toml"\n'):
        (tmp_path / "solo.toml").write_text('teams = "solo"\n')
        told = refused(f'{HEAD}{BOTS}{text}format = "free-for-all"\n')
        assert "players needs" in told  # more bots, and nothing else


# Seeds.


@pytest.mark.parametrize(
    ("written", "seed"),
    [
        ("11", "11"),
        ('"11"', "11"),
        ("0", "0"),
        ("-5", "-5"),
        ("1_000", "1000"),
        ("0xff", "255"),
        ('"spring/2026"', "spring/2026"),
        (str(10**63), str(10**63)),
    ],
)
def test_a_seed_is_a_number_or_a_text(tournament: Read, written: str, seed: str) -> None:
    """A number is the text of its decimal digits: 11 and "11" give the same deals."""
    assert tournament(f"{HEAD}seed = {written}\n{BOTS}").seed == seed


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("true", "must be a number or a text"),
        ("1.5", "must be a number or a text"),
        ("[1]", "must be a number or a text"),
        ("2026-01-01", "must be a number or a text"),
        ('""', "the seed '' can't be used"),
        ('"two words"', "the seed 'two words' can't be used"),
        ('"a|b"', "the seed 'a|b' can't be used"),
        ('"é"', "the seed 'é' can't be used"),
        (f'"{"x" * 65}"', "can't be used: 1 to 64 visible ASCII characters"),
    ],
)
def test_a_seed_that_cannot_be_written_down_plainly_is_refused(
    refused: Callable[[str], str], written: str, words: str
) -> None:
    """With its line."""
    complaint = refused(f"{HEAD}seed = {written}\n{BOTS}")
    assert complaint.startswith(", line 3: seed: ")
    assert words in complaint


# Bots.


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ('name = "mine", cmd = "./mybot {address}"', "mine=cmd:./mybot {address}"),
        ('name = "mine", address = "localhost:5001"', "mine=localhost:5001"),
        ('name = "mine", address = "unix:./mine.sock"', "mine=unix:./mine.sock"),
        ('name = "mine", house = "random:seed=7"', "mine=random:seed=7"),
        ('name = "rule", house = "rule"', "rule"),
        ('name = "mine", join = true', "mine=join"),
    ],
)
def test_a_bot_as_a_table_is_the_bot_as_a_text(tournament: Read, table: str, text: str) -> None:
    """In line and as a table of its own alike."""
    expected = BotSpec.parse(text)
    in_line = f'{HEAD}bots = [{{ {table} }}, "random"]'
    apart = f'{HEAD}[[bots]]\n{table.replace(", ", chr(10))}\n[[bots]]\nname="r"\nhouse="random"'
    assert [tournament(each).bots[0] for each in (in_line, apart)] == [expected, expected]


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ('bots = "rule"', "must list the bots"),
        ("", "must list the bots"),
        ("bots = []", "0 bots were named; this takes 2 to 512"),
        ('bots = ["rule"]', "bots: 1 bot was named; this takes 2 to 512"),
        ('bots = ["rule", 7]', "7 is no bot"),
        ('bots = ["rule", true]', "bots: true is no bot"),
        ('bots = [["rule", "random"]]', 'bots: ["rule", "random"] is no bot'),
        ('bots = [{ cmd = "x", join = true }]', 'bot {cmd = "x", join = true} needs exactly one'),
        ('bots = ["rule", "nobody"]', "no house bot is called 'nobody'"),
        ('bots = ["rule", "rule"]', "two bots are called rule"),
        ('bots = ["rule", { name = "mine" }]', "bot mine needs exactly one of cmd, address"),
        ('bots = ["rule", { cmd = "./mybot" }]', "'' is no name"),
        ('bots = ["rule", { name = "m", cmd = "x", join = true }]', "bot m needs exactly one of"),
        ('bots = ["rule", { name = "m", cmd = ["./mybot", "-v"] }]', "bot m: cmd must be a text"),
        ('bots = ["rule", { name = "m", cmd = "" }]', "bot m: the command is empty"),
        ('bots = ["rule", { name = "m", address = 5001 }]', "bot m: address must be a text"),
        ('bots = ["rule", { name = "m", address = "m" }]', "'m' is no address"),
        ('bots = ["rule", { name = "m", join = false }]', "bot m: join must be true"),
        ('bots = ["rule", { name = "m", join = "yes" }]', "bot m: join must be true"),
        ('bots = ["rule", { name = "m", house = "localhost:5001" }]', "no house bot is called"),
        ('bots = ["rule", { name = "m", house = "cmd:./mybot" }]', "no house bot is called"),
        ('bots = ["rule", { name = "m/n", join = true }]', "'m/n' is no name"),
    ],
)
def test_a_bot_that_cannot_take_part_is_refused(
    refused: Callable[[str], str], bots: str, words: str
) -> None:
    """With the line of the list, if there is one."""
    complaint = refused(f"{HEAD}{bots}\n")
    assert complaint.startswith(", line 3: bots: " if bots else ": bots: ")
    assert words in complaint


# Mistakes.


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (BOTS + "deals = 9", ": the key name is missing"),
        (BOTS + 'name = "x"', ": the key deals is missing"),
        (BOTS + "name = 7\ndeals = 9", ", line 2: name: must be a text in quotes"),
        (
            HEAD + BOTS + "deels = 9",
            ", line 4: deels: is no key here; did you mean deals? Known: name, rules, players,"
            " deals, seed, format, tables, bots, time, faults",
        ),
        (
            HEAD + BOTS + "[time]\nbnak = 9",
            ", line 5: bnak: is no key here; did you mean bank? Known: cap, bank, floor, grace,"
            " clocks",
        ),
        (
            HEAD + 'bots = ["rule", { name = "m", port = "x" }]',
            ", line 3: port: is no key here. Known: name, cmd, address, house, join",
        ),
        (
            HEAD + BOTS + "[time]\ncap = 1\ndeals = 9",
            ", line 6: deals: is no key here. Known: cap, bank, floor, grace, clocks",
        ),
        (
            HEAD + 'bots = ["rule", { name = "m", "deals" = "x" }]',
            ", line 3: deals: is no key here. Known: name, cmd, address, house, join",
        ),
        (HEAD + BOTS + 'time = "long"', ", line 4: time: must be a table: [time]"),
        (HEAD + BOTS + "[time]\ncap = true", ", line 5: cap: must be a number of seconds"),
        (
            HEAD + BOTS + "[time]\ncap = inf",
            ", line 5: cap: must be a number of seconds, not without end",
        ),
        (
            HEAD + BOTS + "[time]\nbank = nan",
            ", line 5: bank: must be a number of seconds, not without end",
        ),
        (
            HEAD + BOTS + "[time]\ncap = -1",
            ", line 4: time: cap is more than nothing and under 71 minutes",
        ),
        (HEAD + BOTS + "[time]\nclocks = 0", ", line 5: clocks: must be true or false"),
        (HEAD + BOTS + "tables = 0", ", line 4: tables: must be a whole number from 1 to 4096"),
        (HEAD + BOTS + "tables = true", ", line 4: tables: must be a whole number from 1 to 4096"),
        (
            HEAD + BOTS + 'format = ["x"]',
            ", line 4: format: must be one of round-robin, free-for-all",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_key(
    refused: Callable[[str], str], text: str, complaint: str
) -> None:
    """And with what to write instead."""
    assert refused(text) == complaint


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Missing, a folder, or no text."""
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    for name, why in (
        ("missing.toml", " can't be read: there is no such file"),
        ("", " can't be read: it is a folder"),
        ("binary.toml", ", line 1: the byte 0xff is no UTF-8; save the file as UTF-8"),
    ):
        with pytest.raises(WrongUsage) as wrong:
            read(tmp_path / name)
        assert str(wrong.value) == f"{tmp_path / name}{why}"


@pytest.mark.parametrize(
    ("text", "line"),
    [("name = ", "line 1"), ("name = 'x'\nbots = [", "line 2")],
)
def test_what_is_no_toml_is_told_with_its_line(
    refused: Callable[[str], str], text: str, line: str
) -> None:
    """Also where the end of the file is the trouble."""
    complaint = refused(text)
    assert complaint.startswith(": no TOML: ")
    assert line in complaint
