"""An entrant: a bot of this run, however it is reached."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from arena import config
from arena.net import wire
from arena.play.faults import Fault
from arena.play.floor import SeatLine

NAME: Final = re.compile(r"[a-z0-9-]{1,32}")


class Refused(Exception):
    """A bot that is not let in; the message says why and what to do."""


class Entrant:
    """One bot of the run: its name, its line, how it is reached, and what it is still to be told.

    `door` is "started", "dialled" or "joined". `wake` is set when there may be something to send.
    `arrived` is done when the bot is first let in, or holds the reason why it can't be.
    """

    def __init__(self, name: str, line: SeatLine, door: str, nonce: str = "") -> None:
        self.name = name
        self.line = line
        self.door = door
        self.nonce = nonce
        self.card = wire.Card()
        self.wake = asyncio.Event()
        self.arrived: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.notices = Notices()
        self.session: object | None = None
        self.messages = 0

    @property
    def has_arrived(self) -> bool:
        """Whether the bot was ever let in."""
        return self.arrived.done() and not self.is_turned_away

    @property
    def is_turned_away(self) -> bool:
        """Whether the bot can't take part."""
        return self.arrived.done() and (
            self.arrived.cancelled() or self.arrived.exception() is not None
        )

    def let_in(self) -> None:
        """Note that the bot is here."""
        if not self.arrived.done():
            self.arrived.set_result(None)

    def turn_away(self, why: str) -> None:
        """Note that the bot can't take part."""
        if not self.arrived.done():
            self.arrived.set_exception(Refused(f"bot {self.name}: {why}"))


@dataclass
class Notices:
    """What a bot is to be told beside its asks: ended hands and its own faults, oldest first."""

    hands: deque[bytes] = field(default_factory=lambda: deque(maxlen=config.MOST_NOTICES))
    faults: deque[tuple[Fault, int]] = field(
        default_factory=lambda: deque(maxlen=config.MOST_NOTICES)
    )

    def __bool__(self) -> bool:
        return bool(self.hands or self.faults)

    def take(self) -> tuple[list[bytes], list[wire.FaultReport]]:
        """Return them, ready to be written, and forget them."""
        hands = list(self.hands)
        faults = [wire.fault_report(fault, request_id) for fault, request_id in self.faults]
        self.hands.clear()
        self.faults.clear()
        return hands, faults
