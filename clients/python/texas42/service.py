"""BotService: the calls an arena makes on a bot that it dials.

It puts gRPC's calls on one side to the asking and the stream on the other; it knows no address
and no process. A failure of the bot ends a unary call with INTERNAL and the reason, since the
responses have no place for it.
"""

from collections.abc import Awaitable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import grpc

from texas42.asking import Action, Asker, Failure
from texas42.lifetime import say
from texas42.observation import Observation
from texas42.rules import read_rules
from texas42.session import farewell, introduce, news
from texas42.stream import Stream
from texas42.thinker import Thinker
from texas42.v1 import bot_pb2, bot_pb2_grpc, game_pb2
from texas42.values import Bid, Call, Decision, Domino

if TYPE_CHECKING:
    Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]

Request: TypeAlias = bot_pb2.BidRequest | bot_pb2.CallTrumpRequest | bot_pb2.PlayRequest


class Service(bot_pb2_grpc.BotServiceServicer):
    """Serves one bot. The names of the methods are the wire's."""

    def __init__(self, asker: Asker, thinker: Thinker) -> None:
        self._asker = asker
        self._thinker = thinker

    async def Describe(
        self, request: bot_pb2.DescribeRequest, context: "Context"
    ) -> bot_pb2.DescribeResponse:
        """Says who the bot is."""
        return bot_pb2.DescribeResponse(bot=introduce(self._asker.bot))

    async def Bid(self, request: bot_pb2.BidRequest, context: "Context") -> bot_pb2.BidResponse:
        """Asks for a bid."""
        answer, think_us = await self._ask(Decision.BID, request, context)
        assert isinstance(answer, Bid)
        return bot_pb2.BidResponse(
            request_id=request.observation.request_id,
            kind=game_pb2.BidKind.ValueType(answer.kind),
            value=answer.value,
            think_us=think_us,
        )

    async def CallTrump(
        self, request: bot_pb2.CallTrumpRequest, context: "Context"
    ) -> bot_pb2.CallTrumpResponse:
        """Asks for trumps."""
        answer, think_us = await self._ask(Decision.CALL_TRUMP, request, context)
        assert isinstance(answer, Call)
        return bot_pb2.CallTrumpResponse(
            request_id=request.observation.request_id,
            call=game_pb2.Call.ValueType(answer),
            think_us=think_us,
        )

    async def Play(self, request: bot_pb2.PlayRequest, context: "Context") -> bot_pb2.PlayResponse:
        """Asks for a tile."""
        answer, think_us = await self._ask(Decision.PLAY, request, context)
        assert isinstance(answer, Domino)
        return bot_pb2.PlayResponse(
            request_id=request.observation.request_id,
            play=game_pb2.Domino.ValueType(answer),
            think_us=think_us,
        )

    async def Notify(
        self, request: bot_pb2.NotifyRequest, context: "Context"
    ) -> bot_pb2.NotifyResponse:
        """Tells the bot how hands ended and which answers were at fault."""
        for item in news(request, self._asker.bot):
            unfinished = await self._thinker.run(partial(self._asker.tell, item))
            if unfinished is not None:
                await self._asker.hear(unfinished)
        if request.HasField("goodbye"):
            say(farewell(request.goodbye))
        return bot_pb2.NotifyResponse()

    async def Session(  # type: ignore[override]  # gRPC takes a coroutine that reads and writes too
        self, request_iterator: object, context: "Context"
    ) -> None:
        """Carries many decisions at once."""
        stream = Stream(self._asker, self._thinker, context.read, context.write)
        goodbye = await stream.run()
        if goodbye is not None:
            say(farewell(goodbye))

    async def _ask(
        self, decision: Decision, request: Request, context: "Context"
    ) -> tuple[Action, int]:
        """The bot's answer, and how many microseconds it took; not what it waited for its turn."""
        question = request.observation
        book = {question.rules_id: read_rules(request.rules)} if request.HasField("rules") else {}
        seen = Observation(question, book)
        answer, seconds = await self._thinker.run(partial(self._timed, decision, seen))
        if not isinstance(answer, (Bid, Call, Domino, Failure)):
            started = perf_counter()
            answer = await self._asker.finish(decision, answer)
            seconds += perf_counter() - started
        if isinstance(answer, Failure):
            await context.abort(grpc.StatusCode.INTERNAL, answer.reason)
        return answer, min(int(seconds * 1e6), 2**32 - 1)

    def _timed(
        self, decision: Decision, seen: Observation
    ) -> tuple[Action | Failure | Awaitable[object], float]:
        started = perf_counter()
        answer = self._asker.ask(decision, seen)
        return answer, perf_counter() - started
