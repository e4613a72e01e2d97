"""Sets the arena's side on the stage: a hall with its bots' lines, a floor, and a clock by hand.

A `Guest` is the bot's end of one session: it says messages of the protocol and hears what the
arena would write, without a socket.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from arena import config
from arena.app import Plan
from arena.net import wire
from arena.net.entrant import Entrant
from arena.net.hall import Hall
from arena.net.lobby import Lobby
from arena.net.session import Session, Stage
from arena.net.trace import Trace
from arena.play.bots import BotSpec
from arena.play.faults import Fault
from arena.play.floor import Floor, Listeners, SeatLine
from arena.play.line import Line
from arena.play.record import HandRecord, record_of
from arena.play.table import Table
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from texas42.v1 import bot_pb2, game_pb2

BOTS = ("left", "right")
MILLISECOND = 1_000
SECOND = 1_000_000
TICK = round(config.CLOCK_TICK * SECOND)


class Clock:
    """The arena's clock, moved by hand, in microseconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000 * SECOND
        for module in ("hall", "session"):
            monkeypatch.setattr(f"arena.net.{module}.now_us", lambda: self.now)


class House:
    """A run of two bots in the arena's own objects. `door` is how `left` comes in; `right` joins.

    `hands` are the records of the hands that ended, `faults` what was ruled, `told` what became of
    the bots, in order.
    """

    def __init__(
        self,
        clock: Clock,
        door: str = "joined",
        *,
        deals: int = 2,
        tables: int = 4,
        options: Options = STANDARD,
        nonce: str = "",
        trace: Trace | None = None,
    ) -> None:
        self.clock = clock
        self.door = door
        self.plan = Plan(
            name="test", kind="match", bots=tuple(BotSpec.parse(f"{bot}=join") for bot in BOTS),
            deals=deals, seed="session", directory=Path(), options=options, tables=tables,
        )  # fmt: skip
        self.hall = Hall(options, trace)
        self.told: list[tuple[str, str, str]] = []
        self.hall.bot_listeners.append(lambda *what: self.told.append(what))
        for salt, (bot, door_of) in enumerate(zip(BOTS, (door, "joined"), strict=True), start=1):
            line: SeatLine = Line(bot, 1, self.plan.time, salt)
            self.hall.entrants[bot] = Entrant(bot, line, door_of, nonce if bot == "left" else "")
        self.lobby = Lobby(options, self.hall.entrants)
        self.hands: list[HandRecord] = []
        self.faults: list[Fault] = []
        listeners = Listeners()
        self.hall.listen(listeners)
        listeners.fault.append(lambda _, fault: self.faults.append(fault))
        listeners.hand_over.append(self._keep)
        lines = {name: entrant.line for name, entrant in self.hall.entrants.items()}
        self.floor = Floor(self.plan.tables_for(lines), tables, listeners)

    @property
    def left(self) -> Entrant:
        """The bot whose sessions are tested."""
        return self.hall.entrants["left"]

    def _keep(self, table: Table) -> None:
        self.hands.append(record_of(table, self.plan.schedule.sitting(table.number)))

    def session(self, bot: str = "left") -> Guest:
        """Return a new stream of a bot by its door, before the first message."""
        entrant = self.hall.entrants[bot]
        expected = entrant if entrant.door == "dialled" else None
        return Guest(Session(self.lobby, self.hall, expected))

    def guest(self, bot: str = "left", **about: object) -> Guest:
        """Return a new stream of a bot that has said hello and heard the welcome."""
        guest = self.session(bot)
        guest.say_hello(bot, **about)
        welcome = guest.hear()
        assert welcome is not None
        assert welcome.HasField("welcome")
        return guest

    def open(self) -> None:
        """Take the first tables, as the hall does when it plays."""
        self.hall.floor = self.floor
        self.hall.turn()

    def play_on(self, *guests: Guest) -> None:
        """Let these guests answer whatever they are asked until there is nothing more to say."""
        while sum(guest.answer_all() for guest in guests):
            self.clock.now += MILLISECOND

    def is_behind(self) -> bool:
        """Say as the keeper of results that there is room for more."""
        return False

    def let_pass(self, microseconds: int) -> None:
        """Let time go by, with the hall looking at its clock at every tick."""
        until = self.clock.now + microseconds
        while self.clock.now < until:
            self.clock.now = min(until, self.clock.now + TICK)
            self.hall.rule_on_silence(self.floor)
            self.hall.turn()


class Guest:
    """A bot's end of one session, in messages of the protocol."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.told: list[bot_pb2.ArenaMessage] = []

    @property
    def is_open(self) -> bool:
        """Whether the session is neither greeting nor closed."""
        return self.session.stage is Stage.OPEN

    def say(self, message: bot_pb2.BotMessage) -> None:
        """Send a message, as bytes, the way a stream carries it."""
        read = wire.bot_message(message.SerializeToString())
        assert read is not None
        self.session.receive(read)

    def say_hello(self, name: str, **about: object) -> None:
        """Introduce the bot."""
        info = bot_pb2.BotInfo(id=name, **about)  # type: ignore[arg-type]
        self.say(bot_pb2.BotMessage(hello=bot_pb2.Hello(bot=info)))

    def answer(self, *answers: bot_pb2.Answer) -> None:
        """Send answers in one message."""
        self.say(bot_pb2.BotMessage(answers=answers))

    def hear(self) -> bot_pb2.ArenaMessage | None:
        """Return what the arena writes next, None when it has nothing to say now."""
        data = self.session.outgoing()
        if data is None:
            return None
        self.told.append(wire.arena_message(data))
        return self.told[-1]

    def questions(self) -> list[bot_pb2.Observation]:
        """Return what the arena asks next, which must be something."""
        heard = self.hear()
        assert heard is not None
        assert heard.observations
        return list(heard.observations)

    def answer_all(self) -> bool:
        """Answer every question of the next message; return whether there were any."""
        heard = self.hear()
        if heard is None or not heard.observations:
            return False
        self.answer(*map(answer_to, heard.observations))
        return True

    def goodbye(self) -> bot_pb2.Goodbye:
        """Return the goodbye, which must be what the arena says next, and its last word."""
        heard = self.hear()
        assert heard is not None
        assert heard.HasField("goodbye")
        assert self.session.stage is Stage.CLOSED
        assert self.session.outgoing() is None
        return heard.goodbye


def answer_to(seen: bot_pb2.Observation) -> bot_pb2.Answer:
    """Answer as a plain bot does: bid the lowest that isn't a pass, call and play the first."""
    if seen.legal_plays:
        return bot_pb2.Answer(request_id=seen.request_id, play=seen.legal_plays[0])
    if seen.legal_calls:
        return bot_pb2.Answer(request_id=seen.request_id, call=seen.legal_calls[0])
    place = min(1, len(seen.legal_bid_kinds) - 1)
    return bot_pb2.Answer(
        request_id=seen.request_id,
        bid_kind=seen.legal_bid_kinds[place],
        bid_value=seen.legal_bid_values[place],
    )


def illegal(seen: bot_pb2.Observation) -> bot_pb2.Answer:
    """Answer a bid with one that no rules allow."""
    return bot_pb2.Answer(
        request_id=seen.request_id, bid_kind=game_pb2.BID_KIND_POINTS, bid_value=12
    )
