"""What the arena says to open and close a session, and what it asks in between or by itself."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from arena.net.observation import as_field, observation, repeated
from arena.net.wire.rulebook import rules
from arena.play.table import Seat
from arena.rules.hand import Decision
from arena.rules.options import Options
from texas42.v1 import bot_pb2

PROTOCOL: Final = 1
"""The version of the protocol that this arena speaks."""


class Leaving(IntEnum):
    """Why the arena ends a session."""

    FINISHED = bot_pb2.GOODBYE_REASON_FINISHED
    REFUSED = bot_pb2.GOODBYE_REASON_REFUSED
    REPLACED = bot_pb2.GOODBYE_REASON_REPLACED
    STALLED = bot_pb2.GOODBYE_REASON_STALLED
    MISBEHAVED = bot_pb2.GOODBYE_REASON_MISBEHAVED
    SHUTDOWN = bot_pb2.GOODBYE_REASON_SHUTDOWN


def asks(seats: Iterable[Seat], at_table: int) -> bytes:
    """Return the part of an ArenaMessage that asks these seats; `at_table` sit at each table."""
    questions = (observation(seat, at_table) for seat in seats)
    return repeated(bot_pb2.ArenaMessage.OBSERVATIONS_FIELD_NUMBER, questions)


def welcome(options: Options, window: int, arena: str) -> bytes:
    """Return the message that lets a bot in."""
    greeting = bot_pb2.Welcome(
        protocol=PROTOCOL, window=window, rules=[rules(options)], arena=arena
    )
    return bot_pb2.ArenaMessage(welcome=greeting).SerializeToString()


def goodbye(reason: Leaving, text: str) -> bytes:
    """Return the message that ends a session."""
    return bot_pb2.ArenaMessage(goodbye=_farewell(reason, text)).SerializeToString()


def last_notice(reason: Leaving, text: str) -> bytes:
    """Return the goodbye for a bot without a stream."""
    return bot_pb2.NotifyRequest(goodbye=_farewell(reason, text)).SerializeToString()


def _farewell(reason: Leaving, text: str) -> bot_pb2.Goodbye:
    named = bot_pb2.GoodbyeReason.Value(f"GOODBYE_REASON_{reason.name}")
    return bot_pb2.Goodbye(reason=named, text=text)


DESCRIBE: Final = bot_pb2.DescribeRequest().SerializeToString()
ASK_BY_CALL: Final = {
    Decision.BID: "Bid",
    Decision.CALL_TRUMP: "CallTrump",
    Decision.PLAY: "Play",
}
"""Which call of the service asks for which decision."""


def rules_of_request(options: Options) -> bytes:
    """Return the part of a unary request that says the rules, the same in every one."""
    return bot_pb2.PlayRequest(rules=rules(options)).SerializeToString()


def unary_request(seat: Seat, at_table: int, said_rules: bytes) -> bytes:
    """Return the request that asks one seat by itself; `at_table` sit at each table."""
    number = bot_pb2.PlayRequest.OBSERVATION_FIELD_NUMBER
    return as_field(number, observation(seat, at_table)) + said_rules
