"""Real processes over real sockets: the command line as its users run it."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEADLINE = 100
ARENA42 = (sys.executable, "-m", "arena")

Run = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[[str, str], str]


@pytest.fixture
def arena42(tmp_path: Path) -> Run:
    """Run `arena42` with these arguments in a folder of its own, to its end."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*ARENA42, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )

    return run


@pytest.fixture
def bot(tmp_path: Path) -> Write:
    """Write a bot's program from the body of its three methods, and name it for the command line.

    The body is that of a class on the reference client; `name=cmd:...` is returned.
    """

    def write(name: str, body: str) -> str:
        program = tmp_path / f"{name}.py"
        program.write_text(
            "import os, random, signal, sys, time\n"
            "from texas42 import *\n\n"
            "class Mine(Bot):\n"
            f"    id = {name!r}\n"
            "    def bid(self, seen): return seen.legal_bids[0]\n"
            "    def call_trump(self, seen): return seen.legal_calls[0]\n"
            "    def play(self, seen): return seen.legal_plays[0]\n"
            + textwrap.indent(textwrap.dedent(body), "    ")
            + "\nserve(Mine(), sys.argv[1])\n"
        )
        return f"{name}=cmd:{sys.executable} {program} {{address}}"

    return write


def document_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the JSON document of a run that must have ended well."""
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document
