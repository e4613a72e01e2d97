"""The one error of this room: whatever goes wrong below is told as this, once and plainly."""

from __future__ import annotations


class StoreError(Exception):
    """The store can't be opened, read or written; the message names the file and what to do."""
