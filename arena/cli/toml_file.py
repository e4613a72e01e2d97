"""TOML files that people write: read so that every mistake is told with its line."""

from __future__ import annotations

import difflib
import errno
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from arena import config
from arena.cli.errors import WrongUsage

_KEY: Final = re.compile(r"""\s*(?:\[+\s*)?["']?([\w.-]+)["']?\s*[]=]""")
_BITS: Final = 256
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_WHY: Final = {errno.ENOENT: "there is no such file", errno.EISDIR: "it is a folder"}


class TomlFile:
    """A file, its keys, and where they stand. `document` is what it says."""

    def __init__(self, path: Path) -> None:
        """Raises WrongUsage for a file that can't be read or is no TOML."""
        self.path = path
        text = _text_of(path)
        self._lines = text.split("\n")  # as TOML counts them
        try:
            self.document: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as why:  # no TOML, or too long, or too deep
            last = f"at line {text.count(chr(10)) + 1}, the end of the file"
            raise self._no_toml(str(why).replace("at end of document", last)) from None
        self._check_numbers("", self.document)

    def _check_numbers(self, key: str, value: Any) -> None:
        """Refuse whole numbers beyond any seed, some of which Python couldn't even say."""
        if isinstance(value, dict):
            for name, each in value.items():
                self._check_numbers(name, each)
        elif isinstance(value, list):
            for each in value:
                self._check_numbers(key, each)
        elif isinstance(value, int) and value.bit_length() >= _BITS:
            raise self.wrong(
                key, f"so large a number can't be meant: the largest have {_BITS} bits"
            )

    def _no_toml(self, why: str) -> WrongUsage:
        """Return why this is no TOML, in plain words for what people often write."""
        place = re.search(r"at line (\d+)(?:, column (\d+))?", why)
        if place and why.startswith("Cannot "):  # declare, overwrite, mutate a key that was there
            for number in range(int(place[1]), 0, -1):  # its value may be longer than a line
                if key := _KEY.match(self._lines[number - 1]):
                    twice = f"{key[1]}: stands twice; keep one of the two"
                    return WrongUsage(f"{self.path}, line {number}: {twice}")
        if place and place[2] and why.startswith("Invalid value"):
            word = _WORD.match(self._lines[int(place[1]) - 1], int(place[2]) - 1)
            if word and word[0].lower() in ("true", "false"):
                why += f": write {word[0].lower()}"
            elif word:
                why += f': write "{word[0]}", in quotes'
        return WrongUsage(f"{self.path}: no TOML: {why}")

    def wrong(self, key: str, why: str, within: str = "") -> WrongUsage:
        """Return what is wrong with a key, in the table `within`, with its line."""
        number = self.line_of(key, self.line_of(within, 1) if within else 1)
        place = f"{self.path}, line {number}" if number else f"{self.path}"
        return WrongUsage(f"{place}: {key}: {why}")

    def line_of(self, key: str, first: int) -> int:
        """Return the number of the line, from `first` on, that names a key or a table; 0: none."""
        name = re.escape(key)
        place = re.compile(
            rf"""^\s*(\[+\s*)?["']?{name}["']?\s*[]=]|[{{,]\s*["']?{name}["']?\s*="""
        )
        lines = enumerate(self._lines, start=1)
        return next((n for n, line in lines if n >= first and place.search(line)), 0)


def guess(key: str, known: Iterable[str]) -> str:
    """Return the question which key may be meant, to be put behind a complaint; none if nothing is
    near."""
    near = difflib.get_close_matches(key, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(config.LARGEST_FILE + 1)
        if len(data) > config.LARGEST_FILE:
            raise WrongUsage(f"{path} is larger than any such file ({config.LARGEST_FILE} bytes)")
        return data.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as why:
        line = why.object.count(b"\n", 0, why.start) + 1
        wrong = f"the byte 0x{why.object[why.start]:02x} is no UTF-8; save the file as UTF-8"
        raise WrongUsage(f"{path}, line {line}: {wrong}") from None
    except OSError as why:
        reason = _WHY.get(why.errno or 0, why.strerror)
        raise WrongUsage(f"{path} can't be read: {reason}") from None
    except ValueError as why:  # no name of a file
        raise WrongUsage(f"{path} can't be read: {why}") from None
