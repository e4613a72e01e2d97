"""Files of TOML: what is read, and that a complaint names the line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arena import config
from arena.cli.errors import WRONG_USAGE, WrongUsage, failure_of
from arena.cli.toml_file import TomlFile

Write = Callable[[str], TomlFile]

FILE = """\
# name = "in a comment"
name = "cup"
  deals=9
"quoted" = 1
'single' = 2

bots = ["rule", { name = "mine", cmd = "./mybot" }]

[time]
cap = 1
name = "another"
[[table.of]]
deals = 3
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A file of this text."""

    def written(text: str) -> TomlFile:
        path = tmp_path / "a file.toml"
        path.write_text(text, encoding="utf-8")
        return TomlFile(path)

    return written


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[bytes], str]:
    """Read a file that can't be read; return the complaint without the path."""

    def complaint(content: bytes) -> str:
        path = tmp_path / "bad.toml"
        path.write_bytes(content)
        with pytest.raises(WrongUsage) as wrong:
            TomlFile(path)
        assert failure_of(wrong.value) == (str(wrong.value), WRONG_USAGE)
        assert str(wrong.value).startswith(str(path))
        return str(wrong.value).removeprefix(str(path))

    return complaint


def test_a_file_is_read(write: Write) -> None:
    """As TOML has it; a file without anything says nothing, and a byte order mark neither."""
    assert write("a = 1\n[b]\nc = true\n").document == {"a": 1, "b": {"c": True}}
    assert write("\ufeffa = 1\n").document == {"a": 1}
    assert write("").document == write("\ufeff").document == {}


@pytest.mark.parametrize(
    ("key", "first", "line"),
    [
        ("name", 1, 2),
        ("name", 3, 7),
        ("name", 8, 11),
        ("deals", 1, 3),
        ("deals", 4, 13),
        ("quoted", 1, 4),
        ("single", 1, 5),
        ("cmd", 1, 7),
        ("time", 1, 9),
        ("cap", 1, 10),
        ("cap", 11, 0),
        ("missing", 1, 0),
        ("nam", 1, 0),
        ("ame", 1, 0),
        ("of", 1, 0),
        (".", 1, 0),
    ],
)
def test_a_key_is_found_at_its_line(write: Write, key: str, first: int, line: int) -> None:
    """From a line on, at its head or within braces, quoted or not; never in a comment."""
    assert write(FILE).line_of(key, first) == line


@pytest.mark.parametrize("gap", ["\u2028", "\x85"], ids=ascii)
def test_lines_are_counted_as_toml_counts_them(write: Write, gap: str) -> None:
    """What other programs take for the end of a line is none."""
    assert write(f"# one{gap}line\nb = 2\n").line_of("b", 1) == 2


@pytest.mark.parametrize(
    ("key", "within", "place"),
    [
        ("name", "", ", line 2"),
        ("name", "time", ", line 11"),
        ("cap", "time", ", line 10"),
        ("missing", "", ""),
        ("missing", "time", ""),
    ],
)
def test_a_complaint_names_file_line_and_key(
    write: Write, key: str, within: str, place: str
) -> None:
    """The line where it stands, in its table if it is in one, or the file alone."""
    file = write(FILE)
    assert str(file.wrong(key, "is odd", within)) == f"{file.path}{place}: {key}: is odd"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"a = 1\nb =\n", ": no TOML: Invalid value (at line 2, column 4)"),
        (b"a", ": no TOML: Expected '=' after a key in a key/value pair (at line 1, the end of "),
        (b"a = [1,\n2,\n", ": no TOML: Invalid value (at line 3, the end of the file)"),
        (
            b"players = 4, 5\n",
            ": no TOML: Expected newline or end of document after a statement (at",
        ),
        (b"a = " + b"9" * 9999, ": no TOML: Exceeds the limit (4300 digits)"),
        (b"a = " + b"[" * 9999 + b"]" * 9999, ": no TOML: maximum recursion depth exceeded"),
    ],
    ids=["value", "end", "open", "commas", "long", "deep"],
)
def test_what_is_no_toml_is_refused(
    refused: Callable[[bytes], str], content: bytes, complaint: str
) -> None:
    """With the place, as far as there is one."""
    assert refused(content).startswith(complaint)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("plunge = true\nplunge = true\n", 2, "plunge"),
        ("plunge = true\nplunge = true", 2, "plunge"),
        ("a = 1\n'b' = 2\n\"b\" = 3 # again\nc = 4\n", 3, "b"),
        ("bots = [\n1,\n]\nbots = [\n2,\n]\n\nc = 3\n", 4, "bots"),
        ("bots = []\n[[bots]]\n", 2, "bots"),
        ("[time]\ncap = 1\n[ time ]\ncap = 2\n", 3, "time"),
        ("[a.b]\n[a.b]\n", 2, "a.b"),
        ("[time]\ncap = 1\n cap=2\n", 3, "cap"),
    ],
)
def test_a_key_that_stands_twice_is_named(
    refused: Callable[[bytes], str], text: str, line: int, key: str
) -> None:
    """With the line of its second place, however long its value is."""
    assert refused(text.encode()) == f", line {line}: {key}: stands twice; keep one of the two"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("a = 1\nmax_marks = none\n", ' (at line 2, column 13): write "none", in quotes'),
        ("a = [pips, doubles]\n", ' (at line 1, column 6): write "pips", in quotes'),
        ("a = [\n  pips]\n", ' (at line 2, column 3): write "pips", in quotes'),
        ("a = True\n", " (at line 1, column 5): write true"),
        ("a = FALSE\n", " (at line 1, column 5): write false"),
        ("a = -none\n", " (at line 1, column 5)"),
        ("a = ", " (at line 1, the end of the file)"),
        ("word = [", " (at line 1, the end of the file)"),
    ],
)
def test_a_word_without_quotes_is_told_with_what_to_write(
    refused: Callable[[bytes], str], text: str, advice: str
) -> None:
    """Words stand in quotes, true and false in small letters; of other signs nothing is known."""
    assert refused(text.encode()) == f": no TOML: Invalid value{advice}"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"a = \xff\n", ", line 1: the byte 0xff is"),
        ("name = 'x'\r\n# caf\xe9\r\n".encode("latin-1"), ", line 2: the byte 0xe9 is"),
        ("\ufeffa = 1\nb = 2\n".encode() + b"c = '\x80'", ", line 3: the byte 0x80 is"),
        ("a = 1\n".encode("utf-16"), ", line 1: the byte 0xff is"),
        (b"a = '\x0a\xc3", ", line 2: the byte 0xc3 is"),
    ],
)
def test_a_file_in_another_encoding_is_refused(
    refused: Callable[[bytes], str], content: bytes, complaint: str
) -> None:
    """With the line and the byte."""
    assert refused(content) == f"{complaint} no UTF-8; save the file as UTF-8"


def test_a_file_that_is_too_large_is_not_read(
    refused: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its size is asked first; one byte less is read."""
    monkeypatch.setattr(config, "LARGEST_FILE", 6)
    assert refused(b"a = 12\n") == " is larger than any such file (6 bytes)"


def test_the_largest_file_is_read(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as large as may be."""
    monkeypatch.setattr(config, "LARGEST_FILE", 6)
    assert write("a = 1\n").document == {"a": 1}


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("missing.toml", "there is no such file"),
        (".", "it is a folder"),
        ("x" * 300 + ".toml", "File name too long"),
        ("with\0nought.toml", r".*embedded null.*"),
    ],
    ids=["missing", "folder", "long", "nought"],
)
def test_what_is_no_file_is_refused(tmp_path: Path, path: str, complaint: str) -> None:
    """By its path, once, with the reason in words."""
    with pytest.raises(WrongUsage) as wrong:
        TomlFile(tmp_path / path)
    told = str(wrong.value).removeprefix(f"{tmp_path / path} can't be read: ")
    assert re.fullmatch(complaint, told)


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, str(2**256), "[1, 0x" + "f" * 99 + "]"])
def test_a_number_beyond_any_seed_is_refused(tmp_path: Path, value: str) -> None:
    """Python would read it, and then couldn't even say it."""
    path = tmp_path / "mine.toml"
    path.write_text(f"a = 1\nb = {value}\n")
    with pytest.raises(WrongUsage) as refused:
        TomlFile(path)

    reason = "so large a number can't be meant: the largest have 256 bits"
    assert f"{path}, line 2: b: {reason}" == str(refused.value)
