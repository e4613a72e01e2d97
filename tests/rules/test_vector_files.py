"""The reader of vector files: what it takes, what it passes over, what it refuses."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.rules.tiles import Tile
from tests.rules.vector_files import (
    BidsVector,
    DecisionVector,
    HandVector,
    Malformed,
    PlayersVector,
    PlaysVector,
    ScoreVector,
    TrickVector,
    UnknownVector,
    Vector,
    read_vector_file,
    read_vectors,
)

HAND = """\
H01 ; trump=4 ; bidder=A ; bid=30
A 6-6 6-0
B 6-3 5-4
k A:6-6 B:6-3 ; win=A ; val=1
end ; AC=13 ; BD=29 ; decided=set after trick 2
"""


def read(text: str) -> list[Vector]:
    """The vectors of a text."""
    return [*read_vectors(text, "file.txt")]


def one(text: str) -> Vector:
    """The only vector of a text."""
    vectors = read(text)
    assert 1 == len(vectors)
    return vectors[0]


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in order."""
    return tuple(Tile.parse(word) for word in text.split())


def test_prose_fences_and_headings_are_passed_over() -> None:
    """Only vectors are read, with the line each stands in."""
    text = (
        "### 5.1 Tricks\n\nFormat: fields separated by ` ; `.\n```\n"
        "E01 ; bid=30 ; run=12/12 ; status=open ; R28\n```\n"
        "H01 awards: marks BD +1; points AC 0, BD 59.\n- O01 shaker D; order A B C D\n"
        "| n | tiles each |\n" + HAND
    )

    assert [("E01", "file.txt:5"), ("H01", "file.txt:10")] == [
        (vector.name, vector.place) for vector in read(text)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "T01 ; trump=5 ; A:6-1 B:5-3 C:6-2 D:5-2 ; led=6 ; win=B ; ES example 1",
        "T01;trump=5;A:6-1 B:5-3 C:6-2 D:5-2;led=6;win=B",
        "  - `T01 ; trump = 5 ;  A: 6-1  B:3-5, C:6 - 2 D:5-2 ; led = 6 ; win = b ; a ; b=c`",
        "T01\t;\ttrump=5\t; win=B ; led=6 ; A:6-1 B:5-3 C:6-2 D:5-2 ; led by A",
    ],
)
def test_a_trick_is_read_however_it_is_spaced(line: str) -> None:
    """Spaces, commas, marks of a list and the order of keyed fields don't matter."""
    plays = tuple(enumerate(tiles("6-1 5-3 6-2 5-2")))

    expected = TrickVector("T01", "file.txt:1", ("trump=5",), plays, "6", 1, None)
    assert expected == one(line)


def test_a_source_may_look_like_a_field() -> None:
    """Only the fields of a vector's kind are read; what else a source says is prose."""
    vector = one("S19 ; points bid_only ; bid=M1 ; taken=36/6 ; award=0/42 ; R31, val=7 ; x=1")

    assert vector == ScoreVector(
        "S19", "file.txt:1", ("points", "bid_only"), "M1", (36, 6), (0, 42)
    )


def test_legal_plays_are_read() -> None:
    """A lead is a tile, or `-` for a leader."""
    led = one("L11 ; trump=N/own ; lead=5-2 ; hand=5-5 2-1 ; legal=5-5 2-1 ; d:own suit")
    leader = one("L18 ; trump=6 ; lead=- ; hand=6-6 5-0 ; legal=6-6 5-0")

    hand = tiles("5-5 2-1")
    assert led == PlaysVector("L11", "file.txt:1", ("trump=N/own",), Tile.parse("5-2"), hand, hand)
    assert leader == PlaysVector(
        "L18", "file.txt:1", ("trump=6",), None, tiles("6-6 5-0"), tiles("6-6 5-0")
    )


@pytest.mark.parametrize(
    ("text", "history", "legal"),
    [
        ("seq=- ; dbl=2 ; legal=PASS 38-41 M1 M2", (), "PASS 38 39 40 41 M1 M2"),
        ("seq= ; dbl=2 ; legal=pass, 41,m1", (), "PASS 41 M1"),
        (
            "seq=P 36 pass ; dbl=2 ; legal=P 40 - 41 M1-M3",
            ("PASS", "36", "PASS"),
            "PASS 40 41 M1 M2 M3",
        ),
        ("seq=M2 PL4 ; dbl=2 ; legal=PASS SP3 M 5", ("M2", "PL4"), "PASS SP3 M5"),
        ("seq=P P P 30 ; dbl=2 ; legal=-", ("PASS", "PASS", "PASS", "30"), ""),
    ],
)
def test_bids_and_their_ranges_are_read(text: str, history: tuple[str, ...], legal: str) -> None:
    """Runs are drawn apart; passes, points, marks, plunge and splash are words of their own."""
    expected = BidsVector(
        "B01", "file.txt:1", ("std", "max_marks=2"), history, 2, tuple(legal.split())
    )
    assert expected == one(f"B01 ; std max_marks = 2 ; {text}")


def test_the_other_lines_are_read() -> None:
    """Decisions, numbers of players and kinds that don't exist yet each have their class."""
    assert [
        DecisionVector("E09", "file.txt:1", (), "35", (18, 8), "set"),
        PlayersVector("N03", "file.txt:2", (), 4, 7, 0, 7, 42),
        UnknownVector("X01", "file.txt:3", ()),
    ] == read(
        "E09 ; bid=35 ; run=18 / 8 ; status=Set ; R28\n"
        "N03 ; players=4 ; hand=7 ; removed=0 ; tricks=7 ; total=42 ; all\n"
        "X01 ; something=new"
    )


def test_a_hand_is_read_with_its_tricks() -> None:
    """A hand runs from its first line to `end`, blank lines and spaces in it notwithstanding."""
    spaced = HAND.replace("\nB", "\n\n  b :").replace("k A:6-6 B:6-3", "k1  A: 6-6 , B :6-3")
    for text in (HAND, spaced):
        hand = one(text)
        assert isinstance(hand, HandVector)
        assert {0: tiles("6-6 6-0"), 1: tiles("6-3 5-4")} == hand.hands
        assert [((0, Tile.parse("6-6")), (1, Tile.parse("6-3")))] == [t.plays for t in hand.tricks]
        assert [(0, 1)] == [(trick.winner, trick.points) for trick in hand.tricks]
        assert (0, "30", None, None) == (hand.bidder, hand.bid, hand.shaker, hand.award)
        assert ({"AC": 13, "BD": 29}, ("set", 2)) == (hand.taken, hand.decided)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("T01 ; trump=5 ; led=6 ; win=B", 1, "the plays are missing"),
        ("T01 ; trump=5 ; A:6-1 B:5-7 ; led=6 ; win=B", 1, "'5-7' is no tile"),
        ("T01 ; trump=5 ; A:6-1 B5-3 ; led=6 ; win=B", 1, "'B5-3' should be a play"),
        ("T01 ; trump=5 ; A:6-1 A:5-3 ; led=6 ; win=B", 1, "a seat plays twice"),
        ("T01 ; trump=5 ; A:6-1 B:1-6 ; led=6 ; win=B", 1, "a tile comes twice"),
        ("T01 ; trump=5 ; A:6-1 B:5-3 ; led=6", 1, "win= is missing"),
        ("T01 ; trump=5 ; A:6-1 B:5-3 ; led=7 ; win=B", 1, "led=7 should be a pip, T, D or -"),
        ("T01 ; trump=5 ; A:6-1 B:5-3 ; led=6 ; win=C", 1, "win=C played no tile"),
        ("T01 ; trump=5 ; A:6-1 B:5-3 ; led=6 ; led=6 ; win=B", 1, "led= comes twice"),
        ("\nT01 trump=5 ; A:6-1 B:5-3 ; led=6 ; win=B", 2, "no semicolon follows the name T01"),
        ("L01 ; trump=5 ; lead=2-1 ; hand=6-6 ; legal=5-5", 1, "legal= should be tiles of hand="),
        ("L01 ; trump=5 ; lead=2-1 3-3 ; hand=6-6 ; legal=6-6", 1, "should be one tile"),
        ("B01 ; std ; seq=30 X ; legal=PASS", 1, "'X' is no bid"),
        ("B01 ; std ; legal=PASS", 1, "seq= is missing"),
        ("S01 ; marks ; bid=30 31 ; taken=35/7 ; award=1/0", 1, "should be one bid"),
        ("S01 ; marks ; bid=30 ; taken=35 ; award=1/0", 1, "should be two numbers"),
        ("E01 ; bid=30 ; run=a/b ; status=open", 1, "'a' is no number"),
        ("E01 ; bid=30 ; run=1/2 ; status=lost", 1, "status=lost should be"),
        ("N01 ; players=4 ; hand=7", 1, "removed= is missing"),
        (HAND.replace("end ;", "The end"), 5, "is no hand, no trick and no end"),
        (HAND.replace("win=A", "win=H"), 4, "'H' is no seat"),
        (HAND.replace("B 6-3", "A 6-3"), 3, "seat A is dealt twice"),
        (HAND.replace("set after", "lost in"), 5, "decided=lost in trick 2 should be"),
        (HAND.partition("end")[0], 1, "the hand has no end line"),
        (HAND.partition("end")[0] + "E01 ; bid=30 ; run=1/1 ; status=open", 1, "no end line"),
    ],
)
def test_what_can_not_be_read_names_its_place(text: str, line: int, reason: str) -> None:
    """A malformed vector keeps its file and line and says what is wrong, once."""
    malformed = [vector for vector in read(text) if isinstance(vector, Malformed)]

    assert [f"file.txt:{line}"] == [vector.place for vector in malformed]
    assert [True] == [reason in vector.reason for vector in malformed], malformed


def test_a_malformed_vector_does_not_hide_the_next() -> None:
    """After a vector that can't be read the rest of the file is read all the same."""
    text = HAND.replace("k A", "k X") + "E01 ; bid=30 ; run=12/12 ; status=open\n" + HAND

    assert [Malformed, DecisionVector, HandVector] == [type(vector) for vector in read(text)]


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    """All text files of a folder are read in the order of their names."""
    (tmp_path / "b.md").write_text("E02 ; bid=30 ; run=12/12 ; status=open\n")
    (tmp_path / "a.txt").write_text("E01 ; bid=30 ; run=12/12 ; status=open\n")
    (tmp_path / "c.json").write_text("{}")

    assert ["a.txt:1", "b.md:1"] == [vector.place for vector in read_vector_file(tmp_path)]


FURTHER = """\
Some prose; and more.
T90 ; trump=5 ; A:6-1 B:5-3 C:6-2 D:5-2 ; led=6 ; win=B ; right
T91 ; trump=5 ; A:6-1 B:5-3 C:6-2 D:5-2 ; led=6 ; win=A ; wrong
T92 ; nello/own ; A:6-1 B:5-3 D:5-2 ; led=6 ; win=A ; right
B93 ; std frobnicated ; seq=- ; legal=PASS ; no such option
L94 ; trump=9 ; lead=2-1 ; hand=6-6 ; legal=6-6 ; no such trump
E95 ; bid=30 ; status=open ; malformed
X96 ; something=new ; to come
"""


def test_a_further_file_is_run_by_option(tmp_path: Path) -> None:
    """With `--vectors` each vector of a file passes, fails, is skipped with what is missing, or
    fails with its place if it can't be read."""
    file = tmp_path / "further.txt"
    file.write_text(FURTHER)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "pytest", "tests/rules/test_vectors.py", "--vectors"]
    run = subprocess.run(
        [*command, str(file), "-q", "-p", "no:cacheprovider", "-k", "T9 or B9 or L9 or E9 or X9"],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    out = run.stdout

    assert 1 == run.returncode, out + run.stderr
    assert "4 failed, 2 passed, 1 skipped" in out
    assert "X96: vectors of kind X are not known yet (further.txt:8)" in out
    assert "further.txt:5: B93: 'frobnicated' names no option" in out
    assert "further.txt:6: L94: trump=9 is no contract" in out
    assert "further.txt:7: E95: run= is missing" in out
    assert "FAILED tests/rules/test_vectors.py::test_vector[T91]" in out
