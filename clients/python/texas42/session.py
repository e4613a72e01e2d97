"""One conversation with an arena, without I/O: messages in, messages out.

The same for both doors. It speaks protobuf and knows how the conversation goes (hello first, a
goodbye last); it knows no socket, clock, loop or thread, and is used from one thread only.
"""

import os
from collections.abc import Awaitable, Iterable
from typing import Any

from texas42.asking import MISHAPS, Action, Asker, Failure
from texas42.bot import Bot, name_of
from texas42.observation import Observation
from texas42.report import FaultReport, HandOver, read_fault_report, read_hand_over
from texas42.rules import Rules, read_rules
from texas42.v1 import bot_pb2, game_pb2
from texas42.values import Bid, Call, Decision, Domino

PROTOCOL = 1
NONCE = "ARENA42_NONCE"


class Session:
    """What one stream has said so far, and what is to be said next."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._play = asker.bot.play
        self._book: dict[int, Rules] = {}
        self._outgoing = bot_pb2.BotMessage()
        self._plays: list[bytes] = []  # answers of their own, already encoded
        self.welcome: bot_pb2.Welcome | None = None
        self.goodbye: bot_pb2.Goodbye | None = None

    def hello(self) -> bot_pb2.BotMessage:
        """The message that opens the conversation."""
        return bot_pb2.BotMessage(hello=bot_pb2.Hello(bot=introduce(self._asker.bot)))

    def receive(self, message: bot_pb2.ArenaMessage) -> None:
        """Takes note of a welcome and a goodbye; questions and news are for others."""
        if message.HasField("welcome"):
            self.welcome = message.welcome
            self._book = {rules.rules_id: read_rules(rules) for rules in message.welcome.rules}
        if message.HasField("goodbye"):
            self.goodbye = message.goodbye

    def ask(self, question: bot_pb2.Observation) -> Action | Failure | Awaitable[object]:
        """What the bot answers; may be called on the bot's own thread."""
        return self._asker.ask(question.decision, Observation(question, self._book))

    def think(self, question: bot_pb2.Observation) -> Awaitable[object] | None:
        """Asks, and keeps the answer for `take`; gives back the awaitable of an unfinished one."""
        if question.decision != game_pb2.DECISION_PLAY:
            return self.keep(question.request_id, self.ask(question))
        # By far the commonest decision, so all of it stands in one piece; else it is as above.
        seen = Observation(question, self._book)
        try:
            tile = self._play(seen)
        except MISHAPS as error:
            return self.keep(question.request_id, self._asker.failed(error))
        if type(tile) is not Domino:
            return self.keep(question.request_id, self._asker.judge(Decision.PLAY, tile))
        before, after = _PLAYED[tile]
        self._plays += (before, question.request_id.to_bytes(8, "little"), after)
        return None

    def keep(
        self,
        request_id: int,
        answer: Action | Failure | Awaitable[object],
        seconds: float = 0.0,
    ) -> Awaitable[object] | None:
        """Keeps an answer for `take`, with the time it took if known; gives an awaitable back."""
        if isinstance(answer, Domino):
            fields: dict[str, Any] = {"play": answer}
        elif isinstance(answer, Bid):
            fields = {"bid_kind": answer.kind, "bid_value": answer.value}
        elif isinstance(answer, Call):
            fields = {"call": answer}
        elif isinstance(answer, Failure):
            fields = {"failure": answer.reason}
        else:
            return answer
        think_us = min(int(seconds * 1e6), 2**32 - 1)
        self._outgoing.answers.add(request_id=request_id, think_us=think_us, **fields)
        return None

    def take(self) -> bot_pb2.BotMessage | None:
        """All answers kept since the last call, or None when there are none."""
        message = self._outgoing
        if self._plays:
            message.MergeFromString(b"".join(self._plays))
            self._plays = []
        if not message.answers:
            return None
        self._outgoing = bot_pb2.BotMessage()
        return message


def introduce(bot: Bot) -> bot_pb2.BotInfo:
    """Who the bot is and what it can do."""
    return bot_pb2.BotInfo(
        id=name_of(bot),
        instance=bot.instance,
        display_name=bot.display_name,
        version=bot.version,
        author=bot.author,
        protocol_min=PROTOCOL,
        protocol_max=PROTOCOL,
        calls=map(game_pb2.Call.ValueType, bot.calls),
        window=bot.window,
        nonce=os.environ.get(NONCE, ""),
    )


def news(
    message: bot_pb2.ArenaMessage | bot_pb2.NotifyRequest, bot: Bot
) -> Iterable[HandOver | FaultReport]:
    """What a message tells the bot besides asking it; ended hands only if it wants to hear."""
    if getattr(bot.hand_over, "__func__", None) is not Bot.hand_over:
        yield from map(read_hand_over, message.hands_over)
    yield from map(read_fault_report, message.faults)


def farewell(goodbye: bot_pb2.Goodbye) -> str:
    """Why a session ended, for the person who started the bot."""
    choices = bot_pb2.GoodbyeReason.DESCRIPTOR.values_by_number
    known = choices.get(goodbye.reason, choices[0])
    word = known.name.removeprefix("GOODBYE_REASON_").lower()
    return f"goodbye ({word}): {goodbye.text}" if goodbye.text else f"goodbye ({word})"


def _around_id(tile: Domino) -> tuple[bytes, bytes]:
    """What stands before and after the request id in a message that only plays this tile.

    Joining such pieces costs a third of building an Answer for each decision; protobuf reads
    the joined messages as one with all their answers.
    """
    mark = 2**64 - 1
    answer = bot_pb2.Answer(request_id=mark, play=game_pb2.Domino.ValueType(tile))
    encoded = bot_pb2.BotMessage(answers=[answer]).SerializeToString()
    before, after = encoded.split(mark.to_bytes(8, "little"))  # a fixed64 on the wire
    return before, after


_PLAYED = {tile: _around_id(tile) for tile in Domino}
