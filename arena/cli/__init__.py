"""The command line: `arena42`. It reads what the user wants, hands it to the app, and prints.

Results go to stdout, everything else to stderr. Heavy modules are imported by the commands that
need them, so that `--help` is quick. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import sys

from arena.cli.commands import app


def main() -> None:
    """Run the command line."""
    from arena.cli.errors import failure_of

    try:
        app(prog_name="arena42")
    except Exception as error:
        told = failure_of(error)
        if told is None:
            raise
        message, status = told
        print(f"arena42: {message}", file=sys.stderr)
        sys.exit(status)
