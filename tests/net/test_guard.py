"""The guard of a local bot: it ends with the arena, its children too, and its status is told.

Every process of a bot holds the other end of a pipe; when reading it comes to its end, all of them
are gone.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from arena.net.spawn import GUARD

DEADLINE = 30
WITH_A_CHILD = """
import subprocess, sys, time
child = [sys.executable, "-c", "import time; print('child', flush=True); time.sleep(600)"]
subprocess.Popen(child)
{then}
"""
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("stubborn", flush=True)
time.sleep(600)
"""


@contextmanager
def guarded(*command: str, patience: str = "10") -> Iterator[subprocess.Popen[str]]:
    """Run a command under the guard as the arena does, with its output in a pipe."""
    guard = subprocess.Popen(
        [sys.executable, "-I", "-S", str(GUARD), *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "ARENA42_QUIT_DEADLINE": patience},
    )  # fmt: skip
    with guard:
        try:
            yield guard
        finally:
            guard.kill()


def python(body: str) -> tuple[str, ...]:
    return (sys.executable, "-c", body)


def ending(guard: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Return status, output and errors once the guard and all that the bot started are gone."""
    out, err = guard.communicate(timeout=DEADLINE)
    return guard.returncode, out, err


def line_of(guard: subprocess.Popen[str]) -> str:
    assert guard.stdout is not None
    return guard.stdout.readline().strip()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 0),
        ("import sys; sys.exit(7)", 7),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", 128 + signal.SIGKILL),
    ],
)
def test_the_status_of_the_bot_is_passed_on(body: str, status: int) -> None:
    """As a shell does: 128 and the signal for one that was killed."""
    with guarded(*python(body)) as guard:
        assert guard.wait(DEADLINE) == status


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/no/such/bot", "/no/such/bot: No such file or directory"),
        (os.path.dirname(__file__), f"{os.path.dirname(__file__)}: Permission denied"),
    ],
    ids=["missing", "not to be run"],
)
def test_a_command_that_cannot_be_run_is_named(command: str, words: str) -> None:
    """Status 127 and one line, which the user is shown as the bot's last words."""
    with guarded(command) as guard:
        assert ending(guard) == (127, "", f"{words}\n")


def test_the_bot_ends_with_its_children_when_the_arena_is_gone() -> None:
    """Standard input closes, however the arena ended: the whole group is asked to end."""
    with guarded(*python(WITH_A_CHILD.format(then="time.sleep(600)"))) as guard:
        assert line_of(guard) == "child"
        assert guard.poll() is None
        assert ending(guard) == (128 + signal.SIGTERM, "", "")


def test_a_bot_that_ends_by_itself_leaves_no_child_behind() -> None:
    """Its children are ended though nobody told the guard to, and its own status is told."""
    with guarded(*python(WITH_A_CHILD.format(then="sys.exit(3)"))) as guard:
        assert guard.wait(DEADLINE) == 3
        assert guard.stdout is not None
        assert guard.stdout.read() in {"", "child\n"}


def test_a_bot_that_will_not_end_is_killed() -> None:
    """Asked first, killed when its time is over."""
    with guarded(*python(STUBBORN), patience="0.1") as guard:
        assert line_of(guard) == "stubborn"
        assert ending(guard)[0] == 128 + signal.SIGKILL


def test_a_request_to_end_reaches_the_bot() -> None:
    """SIGTERM to the guard is one to the bot, which may end in its own way."""
    body = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(5))
print("ready", flush=True)
time.sleep(600)
"""
    with guarded(*python(body)) as guard:
        assert line_of(guard) == "ready"
        guard.terminate()
        assert guard.wait(DEADLINE) == 5


def test_the_bot_has_no_terminal_to_read_from() -> None:
    """What the arena holds is the guard's input, not the bot's."""
    with guarded(*python("import sys; print(repr(sys.stdin.read()))")) as guard:
        assert line_of(guard) == "''"
        assert guard.wait(DEADLINE) == 0


def test_the_guard_needs_nothing_but_the_standard_library() -> None:
    """It is started for every bot: it must come up at once, wherever the arena is installed."""
    body = f"import runpy, sys; runpy.run_path({str(GUARD)!r}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", body], capture_output=True, text=True,
        timeout=DEADLINE, check=True,
    )  # fmt: skip
    loaded = {module.partition(".")[0] for module in done.stdout.split()}
    assert "subprocess" in loaded
    assert loaded - sys.stdlib_module_names == {"__main__"}
    assert "asyncio" not in loaded
