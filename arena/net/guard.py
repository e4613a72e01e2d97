"""Runs a local bot so that it ends with the arena, its children too, however the arena ends.

This file is a program of its own and uses nothing but the standard library. It is started as
`guard.py COMMAND ...` with standard input tied to the arena: when that closes (the arena said so,
or was killed), the bot's whole process group is asked to end, and killed if it doesn't.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time

QUIT_DEADLINE = float(os.environ.get("ARENA42_QUIT_DEADLINE", "2"))
POLL = 0.05


def end_group(group: int, sig: int) -> None:
    """Send a signal to all processes of a group that are still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, sig)


def main(command: list[str]) -> int:
    """Run the command until it ends or standard input closes; return its exit status."""
    try:
        bot = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
    signal.signal(signal.SIGTERM, lambda *_: end_group(bot.pid, signal.SIGTERM))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while bot.poll() is None:
        readable, _, _ = select.select([sys.stdin], [], [], POLL)
        if readable and not os.read(sys.stdin.fileno(), 1024):
            break
    end_group(bot.pid, signal.SIGTERM)
    killed_at = time.monotonic() + QUIT_DEADLINE
    while bot.poll() is None and time.monotonic() < killed_at:
        time.sleep(POLL)
    end_group(bot.pid, signal.SIGKILL)
    status = bot.wait()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
