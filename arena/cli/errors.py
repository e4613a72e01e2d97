"""What went wrong, as a message and an exit status: 2 for what was asked, 1 for what happened."""

from __future__ import annotations

from typing import Final

FAILED: Final = 1
WRONG_USAGE: Final = 2


class WrongUsage(Exception):
    """A flag, an argument or a file that can't be used; the message says what to write."""


def failure_of(error: Exception) -> tuple[str, int] | None:
    """Return the message and the status for an error that is the user's to mend, else None."""
    from arena.app import RunFailed
    from arena.net.entrant import Refused
    from arena.net.service import AddressInUse
    from arena.play.bots import BadBot
    from arena.play.clocks import BadTime
    from arena.play.deals import BadSeed
    from arena.rules.options import BadOptions
    from arena.store import StoreError

    if isinstance(error, (WrongUsage, BadBot, BadTime, BadSeed, BadOptions)):
        return str(error), WRONG_USAGE
    if isinstance(error, (RunFailed, Refused, AddressInUse, StoreError)):
        return str(error), FAILED
    return None
