"""One conversation with an arena, without I/O: messages in, messages out.

The same for both doors. It speaks protobuf and knows how the conversation goes (hello first, a
goodbye last); it knows no socket, clock, loop or thread, and is used from one thread only.
"""

import os
from collections.abc import Awaitable, Iterable
from functools import lru_cache
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
_PLAY = game_pb2.DECISION_PLAY


class Session:
    """What one stream has said so far, and what is to be said next."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._play = asker.bot.play
        self._book: dict[int, Rules] = {}
        self._answers: list[bytes] = []  # pieces of the next message
        self.welcome: bot_pb2.Welcome | None = None
        self.goodbye: bot_pb2.Goodbye | None = None

    def hello(self) -> bytes:
        """The BotMessage that opens the conversation, encoded."""
        hello = bot_pb2.Hello(bot=introduce(self._asker.bot))
        return bot_pb2.BotMessage(hello=hello).SerializeToString()

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
        if question.decision != _PLAY:
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
        self._answers += (before, question.request_id.to_bytes(8, "little"), after)
        return None

    def keep(
        self,
        request_id: int,
        answer: Action | Failure | Awaitable[object],
        seconds: float = 0.0,
    ) -> Awaitable[object] | None:
        """Keeps an answer for `take`, with the time it took if known; gives an awaitable back."""
        if not isinstance(answer, (Domino, Bid, Call, Failure)):
            return answer
        think_us = min(int(seconds * 1e6), 2**32 - 1)
        before, after = _around_id(answer) if think_us == 0 else _encoded(answer, think_us)
        self._answers += (before, request_id.to_bytes(8, "little"), after)
        return None

    def take(self) -> bytes | None:
        """All answers kept since the last call as one encoded BotMessage, None when none are."""
        if not self._answers:
            return None
        answers, self._answers = self._answers, []
        return b"".join(answers)


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


def _encoded(answer: Action | Failure, think_us: int = 0) -> tuple[bytes, bytes]:
    """What stands before and after the request id in a BotMessage that gives only this answer.

    Joining such pieces costs a third of building an Answer for each decision; protobuf reads
    the joined messages as one with all their answers.
    """
    if isinstance(answer, Domino):
        fields: dict[str, Any] = {"play": answer}
    elif isinstance(answer, Bid):
        fields = {"bid_kind": answer.kind, "bid_value": answer.value}
    elif isinstance(answer, Call):
        fields = {"call": answer}
    else:
        fields = {"failure": answer.reason}
    # A fixed64 on the wire, and the first field, so it is the first that looks like this.
    mark = 2**64 - 1
    message = bot_pb2.BotMessage(
        answers=[bot_pb2.Answer(request_id=mark, think_us=think_us, **fields)]
    )
    before, _, after = message.SerializeToString().partition(mark.to_bytes(8, "little"))
    return before, after


# Typed, since a call and a tile of the same number are equal.
_around_id = lru_cache(maxsize=1024, typed=True)(_encoded)
_PLAYED = {tile: _encoded(tile) for tile in Domino}
