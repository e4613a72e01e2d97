"""A recorded game for people: what is printed, how wide, and what a seat is not shown."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from arena.cli.commands import app
from arena.cli.errors import WrongUsage
from arena.cli.showing import WIDTH, record_at, seat_of, show_game, show_hand
from arena.play.games import play_game
from arena.play.notation.record import About, Forfeit, GameRecord, HandNotes, Stop
from arena.play.notation.tricks import tricks_of
from arena.rules.contracts import Call
from arena.rules.hand import Hand
from arena.rules.presets import STANDARD
from arena.rules.sheet import options_from
from arena.rules.tiles import Tile, say, tiles_in
from tests.records.golden import FOLDER, GAMES, file_of
from tests.records.player import Player
from tests.rules.staging import EXAMPLE

RECORDS = {name: record_at(file_of(name)) for name in GAMES}
FRIDAY = record_at(FOLDER / "by-hand/friday.42")
TILE = re.compile(r"\b\d-\d\b")


def told(record: GameRecord, hand: int | None = None, seat: int | None = None) -> str:
    """What is printed where there is no terminal."""
    console = Console(file=io.StringIO(), width=1000)
    if hand is None:
        show_game(record, console)
    else:
        show_hand(record, hand, console, seat)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def show(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(app, ["show", *arguments], prog_name="arena42")


# What it looks like.

WHOLE = """\
Hand 1 of 1: D shook

  A   6-6 6-0 5-3 5-1 4-0 3-0 2-2
  B   6-3 5-4 5-0 4-4 4-2 4-1 3-3
  C   6-5 6-4 5-2 4-3 2-1 1-1 1-0
  D   6-2 6-1 5-5 3-2 3-1 2-0 0-0

A bids 30, B passes, C passes, D passes.
A has it for 30. A calls fours. AC need 30 of the 42 points.

 #  led                         won    AC BD
 1  A 4-0  B 4-2  C 6-4* D 0-0  C +11  11  0
 2  C 5-2  D 5-5* A 5-1  B 5-0  D +16  11 16

AC are set. BD get 1 mark.
Score: AC 0, BD 1; 7 marks win.
"""

TURNED_DOWN = """\
Hand 1 of 1, as Bob saw it: Dan shook

  A Ann  unseen
  B Bob  6-3 5-4 5-0 4-4 4-2 4-1 3-3
  C Cle  unseen
  D Dan  unseen

Ann passes, Bob bids 1 mark, Cle passes, Dan passes.
Bob has it for 1 mark. Bob calls fours. BD need every trick.

 #  led                         won
 1  B led; turned down          B
 2  B 3-3* C 2-1  D 3-1  A 3-0  B +1
 3  B 4-2  C 4-3* D 6-1  A 5-1  C +1

BD are set. AC get 1 mark.
Score: AC 1, BD 0; 7 marks win.

What Bob chose
  bid       1 mark      of pass, 30-41, 1 mark, 2 marks
  call      fours       of blanks, ones, twos, threes, fours, fives, sixes,
                        doubles, follow me
  trick 1   4-4         of 6-3 5-4 5-0 4-4 4-2 4-1 3-3
  trick 2   3-3         of 6-3 5-4 5-0 4-2 4-1 3-3
  trick 3   4-2         of 6-3 5-4 5-0 4-2 4-1
"""


def three_tricks() -> GameRecord:
    """A hand of `n42pa` for a mark, whose tricks are turned down."""
    text = """\
        Texas 42 game
        rules: n42pa
        seat A: Ann
        seat B: Bob
        seat C: Cle
        seat D: Dan
        shaker: D
        result: unfinished
        hand
        A: 6-6 6-0 5-3 5-1 4-0 3-0 2-2
        B: 6-3 5-4 5-0 4-4 4-2 4-1 3-3
        C: 6-5 6-4 5-2 4-3 2-1 1-1 1-0
        D: 6-2 6-1 5-5 3-2 3-1 2-0 0-0
        bids: pass M1 pass pass
        call: fours
        4-4 6-4 2-0 4-0
        3-3 2-1 3-1 3-0
        4-2 4-3 6-1 5-1
    """
    return GameRecord.parse(text)


def test_a_hand_is_told_trick_by_trick() -> None:
    """Who shook, all tiles, the auction, the call, each trick, and what came of it."""
    assert WHOLE == told(FRIDAY, 1)


def test_a_table_tells_all_hands() -> None:
    """A row for each, below who played by which rules."""
    table = told(RECORDS["forfeited-points"])
    rows = [line for line in table.splitlines() if re.match(r" *\d+  [A-D]  ", line)]

    assert 7 == len(rows)
    assert ["B", "A", "C", "D"] == re.findall(r"([A-D]) forfeits  ", "\n".join(rows))
    assert "total AC BD" in table
    assert table.splitlines()[-1].startswith("AC win: AC 208, BD ")


@pytest.mark.parametrize(
    "told_so",
    ["B 5 marks   undeclared: fours   made", "C plunge 4  A fours  ", "A 30        fours  "],
)
def test_a_table_tells_what_was_called(told_so: str) -> None:
    """What the first lead made trumps, and who called if that wasn't the bidder."""
    assert told_so in told(RECORDS["calls"])


def test_a_table_drops_what_does_not_fit() -> None:
    """Even who shook, beside seven totals of three digits and a long call."""
    values = {"players": 7, "player_counts": [7], "scoring": "points", "target": 400}
    values |= {"undeclared_trump": "first_lead_high_end", "early_end": False}
    stops: dict[int, tuple[int, Stop]] = {1: (3, Forfeit(1, "asleep"))}
    player = Player("wide", 0.3, wishes=[Call.UNDECLARED], stops=stops)
    record = play_game(options_from("sheet_gl", values), "wide", player, most_hands=9)
    table = told(record)

    assert " undeclared: " in table
    assert " B forfeits " in table
    assert [] == [line for line in table.splitlines() if len(line) > WIDTH]
    assert "shook  bid" not in table


@pytest.mark.parametrize("name", GAMES)
def test_it_fits_a_terminal(name: str) -> None:
    """No line is wider than 80 columns, whoever looks."""
    record = RECORDS[name]
    texts = [told(record)]
    for number in range(1, len(record.hands) + 1):
        texts += [told(record, number, seat) for seat in (None, number % record.options.players)]
    lines = [line for text in texts for line in text.splitlines()]

    assert [] == [line for line in lines if len(line) > WIDTH]
    assert [] == [line for line in lines if line != line.rstrip()]


def test_long_names_and_reasons_are_wrapped_or_cut() -> None:
    """Nothing that a person may write makes it wider."""
    notes = HandNotes(EXAMPLE, (), None, (), Forfeit(1, "so " * 60 + "late"))
    long = About("event " * 30 + "x", "place " * 30 + "x", "date " * 30 + "x")
    record = GameRecord(STANDARD, 0, (notes,), ("A" * 200, "四" * 100, "[bold]x", ""), about=long)

    lines = f"{told(record)}{told(record, 1)}".splitlines()
    assert [] == [line for line in lines if len(line) > WIDTH]
    assert "  C [bold]x" in lines


def test_colours_are_for_terminals() -> None:
    """Elsewhere nothing but text is printed."""
    assert "\x1b" not in told(FRIDAY, 1)
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=100)
    show_hand(FRIDAY, 1, console)
    assert isinstance(console.file, io.StringIO)

    assert "\x1b[1m" in console.file.getvalue()


# What a seat saw.


def test_turned_down_tricks_are_said_to_be() -> None:
    """Those that lay turned down when the seat was last asked; points aren't counted then."""
    assert TURNED_DOWN == told(three_tricks(), 1, 1)


def seats() -> Iterator[tuple[str, GameRecord, int, int, Hand]]:
    """A seat of each hand of the golden games, another one every time."""
    for name, record in RECORDS.items():
        for number, hand in enumerate(record.replay().hands, start=1):
            yield name, record, number, number % record.options.players, hand


def test_a_seat_is_shown_no_tile_that_it_has_not_seen() -> None:
    """Its own, those played before all, and those that are out of the set: no other tile."""
    for _, record, number, seat, hand in seats():
        played = {tile for trick in tricks_of(hand) for tile in trick.tiles}
        seen = played | {*tiles_in(hand.deal.hands[seat] | hand.options.removed)}
        shown = {Tile.parse(word) for word in TILE.findall(told(record, number, seat))}

        assert shown <= seen


def test_a_seat_is_shown_all_that_lies_face_up() -> None:
    """Where nothing is turned down it sees the tricks that everybody sees."""
    for _, record, number, seat, hand in seats():
        high = hand.public.auction.high
        if high is None or not hand.options.stacking.hides(high):
            tricks = told(record, number).split(" #  ")[1:]
            assert tricks == [
                part.split("\n\nWhat ")[0] + "\n" * ("\n\nWhat " in part)
                for part in told(record, number, seat).split(" #  ")[1:]
            ]


def test_a_seat_is_shown_its_own_choices() -> None:
    """One line for each time it was asked."""
    for _, record, number, seat, hand in seats():
        text = told(record, number, seat).partition(" chose\n")[2]
        asked = len(re.findall(r"^  (?:bid|call|trick \d+) ", text, re.M))
        tricks = sum(seat in trick.seats for trick in tricks_of(hand))
        bids = hand.public.auction.bids
        called = record.hands[number - 1].call is not None and hand.public.caller == seat
        seated = hand.public.auction.order.index(seat) < len(bids)
        if len(bids) <= record.options.players:
            assert tricks + called + seated == asked


def test_sleeping_tiles_are_shown_to_nobody_at_the_table() -> None:
    """Who looks at the whole sees them; a seat is told how many there are."""
    record = RECORDS["asleep"]
    whole = told(record, 1)
    asleep = re.search(r"Asleep: (.*)", whole)
    assert asleep is not None

    assert 8 == len(asleep[1].split())
    assert "Asleep: 8 tiles, unseen" in told(record, 1, 0)


# The words.


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("calls", "sits out"),
        ("calls", "must win no trick"),
        ("calls", "the partner, calls"),
        ("calls", "plunges for 4 marks"),
        ("calls", "splashes for 3 marks"),
        ("calls", "The first lead makes"),
        ("thrown-in", "All pass: the hand is thrown in."),
        ("thrown-in", "forced to bid"),
        ("forfeited", "Bob forfeits the hand (timeout: no bid within 2 s). AC get 1 mark."),
        ("forfeited", "The hand is void (the lights went out)."),
        ("unfinished", "The hand was left here: "),
        ("minus", "loses 1 mark."),
        ("players-7", " wins the game."),
        ("standard", " win the game."),
        ("six-2x3", "Out of the set: 4-0 3-0 2-0 1-0"),
        ("points_250", " points win."),
    ],
)
def test_it_is_told_in_words(name: str, words: str) -> None:
    """What is rare is said, too."""
    record = RECORDS[name]
    texts = [told(record, number) for number in range(1, len(record.hands) + 1)]

    assert any(words in " ".join(text.split()) for text in texts)


def test_seats_without_names_go_by_their_letters() -> None:
    """Also where two share one, or one is long."""
    named = replace(FRIDAY, names=("rule", "rule", "rule-2", "rule-2"))

    assert "A bids 30, B passes" in told(named, 1)
    assert "  A rule    6-6" in told(named, 1)


# The command.


def test_the_command_prints_a_table_or_a_hand() -> None:
    """With a hand the hand, with a seat what it saw, by letter or by number."""
    file = str(file_of("n42pa"))

    assert (0, told(RECORDS["n42pa"])) == (show(file).exit_code, show(file).stdout)
    assert told(RECORDS["n42pa"], 3) == show(file, "--hand", "3").stdout
    for seat in ("C", "c", "3"):
        expected = told(RECORDS["n42pa"], 3, 2)
        assert expected == show(file, "--hand", "3", "--seat", seat).stdout


def complaint(*arguments: str) -> str:
    """What the command can't do."""
    error = show(*arguments).exception
    assert isinstance(error, WrongUsage)
    return str(error)


def test_what_cannot_be_shown_is_said(tmp_path: Path) -> None:
    """A hand, a seat, a file that isn't there, and one that is no record."""
    file = str(file_of("unfinished"))
    other = tmp_path / "other.42"
    other.write_text("Texas 42 game\nrules: mine\n")

    assert "--hand 4: no such hand; the game has hands 1 to 3" == complaint(file, "--hand", "4")
    assert "--hand 0: no such hand; the game has hands 1 to 3" == complaint(file, "--hand", "0")
    assert "--seat E: no such seat; seats go by letter or number: A to D, or 1 to 4" == complaint(
        file, "--hand", "1", "--seat", "E"
    )
    assert "--seat A: of which hand? Name it with --hand NUMBER" == complaint(file, "--seat", "A")
    assert f"{tmp_path} can't be read: Is a directory" == complaint(str(tmp_path))
    assert f"{tmp_path}/none can't be read: No such file or directory" == complaint(
        f"{tmp_path}/none"
    )
    assert complaint(str(other)).startswith(f"{other}, line 2: rules: mine, but there is no such")


def test_a_game_without_hands_has_none_to_show() -> None:
    """The table is empty, and says how the game stands."""
    empty = GameRecord(STANDARD, 0)

    assert told(empty).endswith("unfinished: AC 0, BD 0\n")
    with pytest.raises(WrongUsage, match=re.escape("--hand 1: no such hand; it has none")):
        told(empty, 1)


@pytest.mark.parametrize(("text", "seat"), [("A", 0), ("a", 0), ("1", 0), ("G", 6), ("7", 6)])
def test_a_seat_goes_by_letter_or_number(text: str, seat: int) -> None:
    """A is 1."""
    assert seat == seat_of(text, 7)


@pytest.mark.parametrize("text", ["", "0", "8", "H", "AB", "²", "-1", "ß"])
def test_another_word_is_no_seat(text: str) -> None:
    """And is refused."""
    with pytest.raises(WrongUsage):
        seat_of(text, 7)


def test_what_is_shown_is_dealt() -> None:
    """The whole of a hand shows each seat's tiles as they were dealt."""
    for record in RECORDS.values():
        for number, hand in enumerate(record.replay().hands, start=1):
            text = told(record, number)
            assert all(f"  {say(tiles)}\n" in text for tiles in hand.deal.hands)
