"""What a user can get wrong: one clear message, the right exit status, nothing half-written."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("match", "rule", "nobody"), 2, "no house bot is called 'nobody'"),
        (("match", "rule", "rule"), 2, "two bots are called rule"),
        (("match", "rule", "../evil=localhost:1"), 2, "no name for a bot"),
        (("match", "rule", "a\x07=localhost:1"), 2, "no name for a bot"),
        (("match", "rule", "mine=nowhere"), 2, "no address"),
        (("match", "rule", "mine=cmd:"), 2, "command is empty"),
        (("match", "rule", "random", "--deals", "0"), 2, "--deals"),
        (("match", "rule", "random", "--seed", "a|b"), 2, "can't be used"),
        (("match", "rule", "random", "--rules", "bridge"), 2, "presets are"),
        (("match", "rule", "random", "--trace", "other"), 2, "no such bot"),
        (("match", "rule", "random", "--nonsense"), 2, "--nonsense"),
        (("match", "rule", "mine=join"), 2, "--listen"),
        (("match", "rule", "mine=join", "--listen", "nonsense"), 2, "no address"),
        (("match", "rule", "mine=localhost:99999"), 2, "no port"),
        (("match", "rule", "mine=cmd:false"), 1, "ended before it answered"),
        (("match", "rule", "mine=cmd:/no/such/program"), 1, "No such file"),
        (("match", "rule", "mine=cmd:sh -c 'echo out of fuel; exit 3'"), 1, "out of fuel"),
        (("tournament", "run", "missing.toml"), 2, "missing.toml"),
        (("bench", "everything"), 2, "everything"),
    ],
)
def test_a_mistake_gets_one_clear_message(
    arena42: Run, tmp_path: Path, arguments: tuple[str, ...], status: int, words: str
) -> None:
    """The message names what was wrong; there is no traceback and nothing on stdout."""
    done = arena42(*arguments)
    assert done.returncode == status, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert status == 1 or not list(tmp_path.iterdir())


def test_a_port_in_use_is_named(arena42: Run) -> None:
    """Exit 1 with the address and the flag that chooses another."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = arena42("match", "rule", "mine=join", "--listen", address)
    assert done.returncode == 1
    assert address in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bot_that_never_joins_is_named(arena42: Run) -> None:
    """Exit 1 when its time is up, not when the longest time of any bot is."""
    done = arena42("match", "rule", "mine=join", "--listen", "127.0.0.1:0", "--join-wait", "1")
    assert done.returncode == 1
    assert "mine: it did not join" in done.stderr
    assert "within 1 s" in done.stderr


def test_a_server_that_is_no_bot_is_told_apart(arena42: Run, tmp_path: Path) -> None:
    """A gRPC server without the bot's calls is no bot, and no match is rated against it."""
    with contextlib.ExitStack() as ending:
        server = tmp_path / "server.py"
        server.write_text(
            "import sys, grpc\n"
            "from concurrent import futures\n"
            "server = grpc.server(futures.ThreadPoolExecutor(1))\n"
            "server.add_insecure_port(sys.argv[1])\n"
            "server.start()\n"
            "server.wait_for_termination()\n"
        )
        address = f"unix:{tmp_path}/empty.sock"
        empty = subprocess.Popen([sys.executable, server, address])
        ending.callback(empty.wait)
        ending.callback(empty.kill)
        done = arena42("match", f"mine={address}", "rule", "--deals", "2")
    assert done.returncode == 1
    assert "mine: no bot is there" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_cannot_be_written_is_named(arena42: Run, tmp_path: Path) -> None:
    """A folder below a plain file can't be made by anybody, root included."""
    (tmp_path / "file").touch()
    done = arena42("match", "rule", "random", "--dir", str(tmp_path / "file" / "run"))
    assert done.returncode == 2
    assert "--dir" in done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = 'x'\ndeals = ", "line 2"),
        ("name = 'x'\nbots = ['rule', 'random']", "the key deals is missing"),
        ("name = 'x'\ndeals = 0\nbots = ['rule', 'random']", "line 2: deals"),
        ("name = 'x'\ndeals = 9\ndeels = 9\nbots = ['rule', 'random']", "line 3: deels"),
        ("name = 'a/b'\ndeals = 9\nbots = ['rule', 'random']", "line 1: name"),
        ("name = 'x'\ndeals = 9\nbots = ['rule', 'rule']", "line 3: bots"),
        ("name = 'x'\ndeals = 9\nbots = ['rule']", "line 3: bots"),
        ("name = 'x'\ndeals = 9\nrules = 'whist'\nbots = ['rule', 'random']", "line 3: rules"),
        ("name = 'x'\ndeals = 9\nformat = 'knock-out'\nbots = ['rule', 'random']", "line 3"),
        ("name = 'x'\ndeals = 9\nbots = ['rule', 'random']\n[time]\ncap = 0", "line 4: time"),
        ("name = 'x'\ndeals = 9\nbots = ['rule', 'random']\n[time]\ncap = 'long'", "line 5: cap"),
        ("name = 'x'\ndeals = 9\nbots = ['rule', 'random']\n[faults]\npolicy = 'mercy'", "line 5"),
        ("name = 'x'\ndeals = 9\n[[bots]]\nname = 'a'\n[[bots]]\nname = 'b'\ncmd = 'x'", "line 3"),
    ],
)
def test_a_wrong_tournament_file_is_told_by_key_and_line(
    arena42: Run, tmp_path: Path, text: str, words: str
) -> None:
    """Exit 2, the file, the line and the key; nothing is started and nothing is written."""
    (tmp_path / "cup.toml").write_text(text)
    done = arena42("tournament", "run", "cup.toml", "--dir", "run")
    assert done.returncode == 2, done.stderr
    assert "cup.toml" in done.stderr
    assert words in done.stderr
    assert not (tmp_path / "run").exists()
