"""What bots say: who they are, and their answers; what can't be read is said so in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from google.protobuf.message import DecodeError

from arena.net.observation import TILE_OF
from arena.net.wire.asking import ASK_BY_CALL
from arena.play.faults import Unreadable
from arena.play.floor import Answer
from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.hand import Action, Decision
from texas42.v1 import bot_pb2

BotMessage = bot_pb2.BotMessage
BotInfo = bot_pb2.BotInfo


# Who a bot is.


def described(data: bytes) -> BotInfo:
    """Read what Describe returned."""
    return bot_pb2.DescribeResponse.FromString(data).bot


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
    playable = set(map(int, info.calls))
    missing = [each for each in calls if playable and int(each) not in playable]
    return ", ".join(map(str, missing))


# What it answers.


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
    """Read the answers of a message: the request's id with the action, or why there is none, and
    the time that the bot says it took."""
    # The tile 0-0 is false, and goes the longer way.
    return [
        (answer.request_id, _TILE(answer.play) or _other_answer(answer), answer.think_us)
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


@lru_cache(maxsize=512)
def bid(kind: int, value: int) -> Action | Unreadable:
    """Read a bid; whether it is a legal one is for the rules to say."""
    if not kind:
        return Unreadable("an empty answer")
    if kind not in BidKind.__members__.values():
        return Unreadable(f"{kind} is no kind of bid of this protocol")
    return Bid(BidKind(kind), value)


def unary_answer(decision: Decision, request_id: int, data: bytes) -> Answer:
    """Read what a unary call returned for a decision, as the answer to this request."""
    try:
        answered, action, think_us = _UNARY[decision](data)
    except DecodeError:
        why = f"{len(data)} bytes that are no answer to {ASK_BY_CALL[decision]}"
        return request_id, Unreadable(why), 0
    if answered not in (0, request_id):
        why = f"an answer to request {answered}, not to this one"
        return request_id, Unreadable(why), 0
    return request_id, action, think_us


def _read_bid(data: bytes) -> Answer:
    said = bot_pb2.BidResponse.FromString(data)
    return said.request_id, bid(said.kind, said.value), said.think_us


def _read_call(data: bytes) -> Answer:
    said = bot_pb2.CallTrumpResponse.FromString(data)
    return said.request_id, call(said.call), said.think_us


def _read_play(data: bytes) -> Answer:
    said = bot_pb2.PlayResponse.FromString(data)
    return said.request_id, tile(said.play), said.think_us


_UNARY: Final = {
    Decision.BID: _read_bid,
    Decision.CALL_TRUMP: _read_call,
    Decision.PLAY: _read_play,
}


# What is shown of its texts.

_LONGEST_TEXT: Final = 500


def shortened(text: str) -> str:
    """Return a bot's text fit for a log: one line of visible characters, not too long."""
    visible = "".join(each if each.isprintable() else " " for each in text[: 2 * _LONGEST_TEXT])
    line = " ".join(visible.split())
    return line if len(line) <= _LONGEST_TEXT else line[: _LONGEST_TEXT - 1] + "…"
