"""TOML files that people write: read so that every mistake is told with its line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from arena import config
from arena.cli.errors import WrongUsage


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
            told = str(why).replace("at end of document", last)
            raise WrongUsage(f"{path}: no TOML: {told}") from None

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


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > config.LARGEST_FILE:
            raise WrongUsage(f"{path} is larger than any such file ({config.LARGEST_FILE} bytes)")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as why:  # no such file, no UTF-8, no name
        raise WrongUsage(f"{path} can't be read: {why}") from None
