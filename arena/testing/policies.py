"""What a scripted bot answers, as functions of a view. None draws on anything but its arguments."""

from __future__ import annotations

from hashlib import sha256

from arena.rules.hand import Action
from arena.rules.tiles import TILES, tiles_in
from arena.rules.view import View


def choices(view: View) -> tuple[Action, ...]:
    """Return all that the seat may answer."""
    return view.legal_bids or view.legal_calls or tiles_in(view.legal_tiles)


def first(view: View) -> Action:
    """Answer with the first legal action: pass, blanks, the lowest tile."""
    return choices(view)[0]


def by_hash(view: View) -> Action:
    """Answer as if at random, but always the same in the same situation."""
    legal = choices(view)
    seen = f"{view.seat}{view.held}{view.bids}{view.plays}{view.leaders}"
    return legal[int.from_bytes(sha256(seen.encode()).digest()[:8], "big") % len(legal)]


def illegal(view: View) -> Action:
    """Answer with a tile that the seat doesn't hold."""
    return next(tile for tile in TILES if not view.held >> tile & 1)
