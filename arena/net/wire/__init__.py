"""The only place where values of the game meet protobuf messages.

Observations are written in the room next door, byte by byte; everything else goes through the
library here. A module for each direction: what the arena asks and tells, what it hears, what it
replies to queries.
"""

from arena.net.wire.asking import (
    ASK_BY_CALL,
    DESCRIBE,
    PROTOCOL,
    Leaving,
    asks,
    goodbye,
    last_notice,
    rules_of_request,
    unary_request,
    welcome,
)
from arena.net.wire.hearing import (
    BotInfo,
    BotMessage,
    Card,
    answers,
    arena_message,
    bid,
    bot_message,
    call,
    calls_missing,
    card,
    described,
    shortened,
    tile,
    unary_answer,
)
from arena.net.wire.replies import (
    ARENA_SERVICE,
    SERVING,
    GetLeaderboardRequest,
    GetMatchRequest,
    ListBotsRequest,
    leaderboard,
    list_of_bots,
    match,
)
from arena.net.wire.rulebook import rules
from arena.net.wire.telling import (
    FaultReport,
    fault_kind,
    fault_report,
    hands_over,
    notices,
    notify_request,
)

__all__ = [
    "ARENA_SERVICE",
    "ASK_BY_CALL",
    "DESCRIBE",
    "PROTOCOL",
    "SERVING",
    "BotInfo",
    "BotMessage",
    "Card",
    "FaultReport",
    "GetLeaderboardRequest",
    "GetMatchRequest",
    "Leaving",
    "ListBotsRequest",
    "answers",
    "arena_message",
    "asks",
    "bid",
    "bot_message",
    "call",
    "calls_missing",
    "card",
    "described",
    "fault_kind",
    "fault_report",
    "goodbye",
    "hands_over",
    "last_notice",
    "leaderboard",
    "list_of_bots",
    "match",
    "notices",
    "notify_request",
    "rules",
    "rules_of_request",
    "shortened",
    "tile",
    "unary_answer",
    "unary_request",
    "welcome",
]
