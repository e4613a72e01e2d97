"""A session: one stream with a bot, the same for both doors, without I/O.

The bot speaks first, with a hello; the arena lets it in with a welcome or sends it away with a
goodbye; then asks and answers go back and forth until the arena says goodbye. `receive` takes what
the bot said, `outgoing` gives what to write next.
"""

from __future__ import annotations

import asyncio
from enum import Enum

from arena import __version__, config
from arena.net import wire
from arena.net.entrant import Entrant, Refused
from arena.net.hall import Hall, now_us
from arena.net.lobby import Lobby
from arena.play.line import Presence


class Stage(Enum):
    """How far a session has come."""

    GREETING = "greeting"
    OPEN = "open"
    CLOSED = "closed"


class Session:
    """One stream. `expected` is the entrant that was dialled; None for a bot that dialled in."""

    def __init__(self, lobby: Lobby, hall: Hall, expected: Entrant | None) -> None:
        self._lobby = lobby
        self._hall = hall
        self._expected = expected
        self._welcome = b""
        self._goodbye: bytes | None = None
        self.turn = hall.message_turn
        self.wake = asyncio.Event()
        self.entrant: Entrant | None = None
        self.stage = Stage.GREETING

    def receive(self, message: wire.BotMessage) -> None:
        """Take a message of the bot; once goodbye is due it is dropped."""
        if self._goodbye is not None:
            return
        if len(message.answers) > config.LARGEST_WINDOW:
            why = f"{len(message.answers)} answers in one message, more than could ever be open"
            self.close(wire.Leaving.MISBEHAVED, why)
        elif self.stage is Stage.OPEN and self.entrant is not None:
            self._hall.heard(self.entrant, wire.answers(message))
        elif self.stage is Stage.GREETING:
            self._greet(message)

    def outgoing(self) -> bytes | None:
        """Return the next message to write, None when there is nothing to say now.

        The goodbye is the last; after it the session is closed.
        """
        if self.stage is Stage.OPEN and self.entrant is not None:
            self._think_of_leaving(self.entrant)
        if self._goodbye is not None:
            self.stage = Stage.CLOSED
            last, self._goodbye = self._rest() + self._goodbye, None
            return last
        if self.stage is not Stage.OPEN or self.entrant is None:
            return None
        return self._asks(self.entrant) or None

    def close(self, reason: wire.Leaving, text: str) -> None:
        """Say goodbye with the next message."""
        if self.stage is not Stage.CLOSED:
            self._goodbye = wire.goodbye(reason, text)
            self.wake.set()

    def lost(self) -> None:
        """Note that the stream ended; the bot may come back by another one."""
        self.stage = Stage.CLOSED
        entrant = self.entrant
        if entrant is not None and entrant.session is self:
            entrant.session = None
            self._hall.lost(entrant)

    def _greet(self, message: wire.BotMessage) -> None:
        try:
            if not message.HasField("hello"):
                raise Refused("the first message on a stream must be a hello")
            entrant = self._lobby.admit(message.hello.bot, self._expected)
            window = self._lobby.stream_window(entrant)
            self._hall.came(entrant, window)
        except Refused as why:
            self.close(wire.Leaving.REFUSED, str(why))
            return
        previous = entrant.session
        if isinstance(previous, Session):
            previous.close(wire.Leaving.REPLACED, "a newer connection of this bot took over")
        self.entrant = entrant
        self.stage = Stage.OPEN
        self._welcome = wire.welcome(self._hall.options, window, f"texas42-arena {__version__}")
        entrant.session = self
        entrant.wake = self.wake
        self.wake.set()

    def _asks(self, entrant: Entrant) -> bytes:
        """Return the welcome, the asks and the notices that go out together."""
        greeting, self._welcome = self._welcome, b""
        seats = entrant.line.take(now_us())
        if not seats:
            return greeting
        if self._hall.trace is not None:
            self._hall.trace.asked(entrant.name, seats)
        told = wire.notices(*entrant.notices.take()) if entrant.notices else b""
        return greeting + told + wire.asks(seats, self._hall.options.seating.seats)

    def _rest(self) -> bytes:
        """Return the notices that are left; after a newer connection they belong to that one."""
        if self.entrant is None or self.entrant.session is not self:
            return b""
        return wire.notices(*self.entrant.notices.take())

    def _think_of_leaving(self, entrant: Entrant) -> None:
        if self._hall.finished.is_set():
            self.close(*self._hall.parting())
        elif entrant.line.presence is not Presence.HERE and entrant.session is self:
            self.close(
                wire.Leaving.STALLED, "no answer for too long: the session ends, dial in again"
            )
