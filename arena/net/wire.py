"""The only place where values of the game meet protobuf messages.

Observations are written in the room next door, byte by byte; everything else goes through the
library here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any, Final

from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2

from arena.net.observation import (
    RULES_ID,
    TILE_OF,
    as_field,
    fixed64_tag,
    from_side,
    observation,
    repeated,
)
from arena.play.faults import Fault, FaultKind, Unreadable
from arena.play.floor import Answer
from arena.play.report import flipped
from arena.play.table import Seat, Table
from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.hand import Action, Decision
from arena.rules.options import Options
from arena.rules.scoring import Outcome
from texas42.v1 import arena_pb2, bot_pb2, game_pb2

BotMessage = bot_pb2.BotMessage
BotInfo = bot_pb2.BotInfo
FaultReport = bot_pb2.FaultReport

# What the arena says.

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


def _call(call: Call) -> game_pb2.Call.ValueType:
    return game_pb2.Call.Value(f"CALL_{call.name}")


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


def rules(options: Options) -> game_pb2.Rules:
    """Return the rules as bots are told them."""
    return game_pb2.Rules(
        rules_id=RULES_ID,
        preset=options.preset,
        players=options.seating.seats,
        tiles_per_seat=options.tiles_per_seat,
        min_bid=options.min_bid,
        open_cap_marks=options.open_cap_marks,
        mark_raise=game_pb2.MarkRaise.Value(f"MARK_RAISE_{options.mark_raise.name}"),
        max_marks=options.max_marks or 0,
        all_pass=game_pb2.AllPass.Value(f"ALL_PASS_{options.all_pass.name}"),
        calls=[_call(call) for call in options.calls],
        target=options.target,
        early_end=options.early_end,
        stacking=game_pb2.Stacking.Value(f"STACKING_{options.stacking.name}"),
        needs_memory=options.needs_memory,
    )


def fault_kind(kind: FaultKind) -> game_pb2.FaultKind.ValueType:
    """Return the kind of a fault as the wire names it."""
    return game_pb2.FaultKind.Value(f"FAULT_KIND_{kind.name}")


def hands_over(table: Table) -> list[bytes]:
    """Return for each seat how its hand ended, without a tile, as a HandOver message."""
    result, seating = table.hand.result, table.hand.options.seating
    assert result is not None
    by_side = [
        _how_it_ended(result.outcome, from_side(result.awards, side), from_side(result.taken, side))
        for side in range(seating.sides)
    ]
    told = [
        _HAND_ID + seat.hand_id.to_bytes(8, "little") + by_side[side]
        for seat, side in zip(table.seats, seating.side, strict=True)
    ]
    if table.faults:
        for seat in range(seating.seats):
            told[seat] += _whose_fault(table.faults[-1], seat, seating.seats)
    return told


def _whose_fault(fault: Fault, seat: int, seats: int) -> bytes:
    by = (fault.seat - seat) % seats
    return bot_pb2.HandOver(fault=fault_kind(fault.kind), forfeited_by=by).SerializeToString()


_HAND_ID: Final = fixed64_tag(bot_pb2.HandOver.HAND_ID_FIELD_NUMBER)


@lru_cache(maxsize=4096)
def _how_it_ended(outcome: Outcome, awards: tuple[int, ...], taken: tuple[int, ...]) -> bytes:
    named = game_pb2.Outcome.Value(f"OUTCOME_{outcome.name}")
    return bot_pb2.HandOver(outcome=named, awards=awards, taken=taken).SerializeToString()


def fault_report(fault: Fault, request_id: int) -> bot_pb2.FaultReport:
    """Return what a bot is told of its own fault."""
    return bot_pb2.FaultReport(
        request_id=request_id, kind=fault_kind(fault.kind), reason=str(fault)
    )


def notices(hands_over: Iterable[bytes], faults: Iterable[bot_pb2.FaultReport]) -> bytes:
    """Return the part of an ArenaMessage that tells how hands ended and what was at fault."""
    hands = repeated(bot_pb2.ArenaMessage.HANDS_OVER_FIELD_NUMBER, hands_over)
    return hands + bot_pb2.ArenaMessage(faults=faults).SerializeToString()


def notify_request(hands_over: Iterable[bytes], faults: Iterable[bot_pb2.FaultReport]) -> bytes:
    """Return the same for a bot without a stream."""
    hands = repeated(bot_pb2.NotifyRequest.HANDS_OVER_FIELD_NUMBER, hands_over)
    return hands + bot_pb2.NotifyRequest(faults=faults).SerializeToString()


# What the arena asks by unary calls.

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


def unary_answer(decision: Decision, request_id: int, data: bytes) -> Action | Unreadable:
    """Read what a unary call returned for a decision."""
    try:
        answered, action = _UNARY[decision](data)
    except DecodeError:
        return Unreadable(f"{len(data)} bytes that are no answer to {ASK_BY_CALL[decision]}")
    if answered not in (0, request_id):
        return Unreadable(f"an answer to request {answered}, not to this one")
    return action


def _read_bid(data: bytes) -> tuple[int, Action | Unreadable]:
    said = bot_pb2.BidResponse.FromString(data)
    return said.request_id, bid(said.kind, said.value)


def _read_call(data: bytes) -> tuple[int, Action | Unreadable]:
    said = bot_pb2.CallTrumpResponse.FromString(data)
    return said.request_id, call(said.call)


def _read_play(data: bytes) -> tuple[int, Action | Unreadable]:
    said = bot_pb2.PlayResponse.FromString(data)
    return said.request_id, tile(said.play)


_UNARY: Final = {
    Decision.BID: _read_bid,
    Decision.CALL_TRUMP: _read_call,
    Decision.PLAY: _read_play,
}


def described(data: bytes) -> BotInfo:
    """Read what Describe returned."""
    return bot_pb2.DescribeResponse.FromString(data).bot


# What a bot says.


@dataclass(frozen=True)
class Card:
    """What a bot says of itself; the defaults are what a bot without Describe means."""

    id: str = ""
    display_name: str = ""
    version: str = ""
    author: str = ""
    instance: str = ""
    window: int = 0


def card(info: BotInfo) -> Card:
    """Read a bot's description; its texts are cut and cleared of what can't be shown."""
    return Card(
        id=shortened(info.id),
        display_name=shortened(info.display_name),
        version=shortened(info.version),
        author=shortened(info.author),
        instance=shortened(info.instance),
        window=info.window,
    )


def calls_missing(info: BotInfo, calls: Iterable[Call]) -> str:
    """Return which of the calls a bot says it can't play under, in words; none if it can."""
    playable = set(info.calls)
    missing = [each for each in calls if playable and _call(each) not in playable]
    return ", ".join(map(str, missing))


def bot_message(data: bytes) -> BotMessage | None:
    """Read a message of a stream; None when these bytes are none."""
    try:
        return BotMessage.FromString(data)
    except DecodeError:
        return None


def arena_message(data: bytes) -> bot_pb2.ArenaMessage:
    """Read a message of the arena, for those who play both sides. Raises DecodeError."""
    return bot_pb2.ArenaMessage.FromString(data)


def answers(message: bot_pb2.BotMessage) -> list[Answer]:
    """Read the answers of a message: the request's id with the action, or why there is none."""
    # The tile 0-0 is false, and goes the longer way.
    return [
        (answer.request_id, _TILE(answer.play) or _other_answer(answer))
        for answer in message.answers[:]  # a list: protobuf makes one quicker than it iterates
    ]


_TILE: Final = TILE_OF.get


def _other_answer(answer: bot_pb2.Answer) -> Action | Unreadable:
    match answer.WhichOneof("action"):
        case "bid_kind":
            return bid(answer.bid_kind, answer.bid_value)
        case "call":
            return call(answer.call)
        case "play":
            return tile(answer.play)
        case "failure":
            return Unreadable(f"the bot failed: {shortened(answer.failure)}")
    return Unreadable("an empty answer: neither a bid nor a call nor a domino")


def tile(number: int) -> Action | Unreadable:
    """Read a domino."""
    known = TILE_OF.get(number)
    if known is not None:
        return known
    return Unreadable(f"{number} is no domino of this protocol" if number else "an empty answer")


def call(number: int) -> Action | Unreadable:
    """Read a call."""
    if number in Call.__members__.values():
        return Call(number)
    return Unreadable(f"{number} is no call of this protocol" if number else "an empty answer")


@lru_cache(maxsize=256)
def bid(kind: int, value: int) -> Action | Unreadable:
    """Read a bid; whether it is a legal one is for the rules to say."""
    if not kind:
        return Unreadable("an empty answer")
    if kind not in BidKind.__members__.values():
        return Unreadable(f"{kind} is no kind of bid of this protocol")
    return Bid(BidKind(kind), value)


_LONGEST_TEXT: Final = 500


def shortened(text: str) -> str:
    """Return a bot's text fit for a log: one line of visible characters, not too long."""
    visible = "".join(each if each.isprintable() else " " for each in text[: 2 * _LONGEST_TEXT])
    line = " ".join(visible.split())
    return line if len(line) <= _LONGEST_TEXT else line[: _LONGEST_TEXT - 1] + "…"


# What the arena answers to queries.

SERVING: Final = health_pb2.HealthCheckResponse.SERVING
ListBotsRequest = arena_pb2.ListBotsRequest
GetLeaderboardRequest = arena_pb2.GetLeaderboardRequest
GetMatchRequest = arena_pb2.GetMatchRequest
ARENA_SERVICE: Final = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name


def list_of_bots(
    bots: Iterable[tuple[Card, str, str, int]],
) -> arena_pb2.ListBotsResponse:
    """Return bots as (card, name, door, decisions open)."""
    return arena_pb2.ListBotsResponse(
        bots=[
            arena_pb2.ConnectedBot(
                bot=BotInfo(
                    id=name,
                    instance=each.instance,
                    display_name=each.display_name,
                    version=each.version,
                    author=each.author,
                    window=each.window,
                ),
                door=door,
                open_decisions=open_decisions,
            )
            for each, name, door, open_decisions in bots
        ]
    )


def leaderboard(document: Mapping[str, Any]) -> arena_pb2.GetLeaderboardResponse:
    """Return the standings of a tournament's document."""
    return arena_pb2.GetLeaderboardResponse(
        tournament=document["tournament"],
        rules=document["rules"],
        finished=document["finished"],
        standings=[
            arena_pb2.Standing(
                rank=bot["rank"],
                bot=bot["name"],
                elo=bot["elo"],
                elo_low=bot["elo_low"],
                elo_high=bot["elo_high"],
                deals=bot["deals"],
                marks_per_deal=bot["marks_per_deal"],
                set_rate=bot["set_rate"],
                faults=[
                    arena_pb2.FaultCount(kind=_fault_named(kind), count=count)
                    for kind, count in bot["faults"].items()
                ],
            )
            for bot in document["bots"]
        ],
    )


def match(document: Mapping[str, Any], a: str, b: str) -> arena_pb2.GetMatchResponse | None:
    """Return the evidence of one pairing, from the view of `a`; None when there is no such."""
    for pairing in document["pairings"]:
        if (pairing["a"], pairing["b"]) == (a, b):
            return _match(document, pairing)
        if (pairing["a"], pairing["b"]) == (b, a):
            return _match(document, flipped(pairing))
    return None


def _match(document: Mapping[str, Any], pairing: Mapping[str, Any]) -> arena_pb2.GetMatchResponse:
    return arena_pb2.GetMatchResponse(
        tournament=document["tournament"],
        a=pairing["a"],
        b=pairing["b"],
        pairs=pairing["pairs"],
        counts=pairing["counts"],
        marks_per_deal=pairing["marks_per_deal"],
        elo=pairing["elo"],
        elo_low=pairing["elo_low"],
        elo_high=pairing["elo_high"],
        los=pairing["los"],
    )


def _fault_named(words: str) -> game_pb2.FaultKind.ValueType:
    return game_pb2.FaultKind.Value(f"FAULT_KIND_{words.upper().replace(' ', '_')}")
