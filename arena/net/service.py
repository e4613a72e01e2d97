"""The arena's own service: the door for bots that dial in, and answers to queries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.net import wire
from arena.net.hall import Hall
from arena.net.lobby import Lobby
from arena.net.session import Session
from arena.net.stream import SERVER_OPTIONS, carry, is_our_own

Results = Callable[[str], Awaitable[Mapping[str, Any] | None]]
"""Gives the document of a tournament by name (empty: the newest), None when there is none. It
holds `tournament`, `rules`, `finished`, `bots` and `pairings` as `result` documents do."""


Context = grpc.aio.ServicerContext[Any, Any]
StreamContext = grpc.aio.ServicerContext[bytes, bytes]


class ArenaService:
    """What is asked of the arena over gRPC. Requests and answers are those of the wire; the
    messages of a stream stay bytes, which the session reads and writes itself."""

    def __init__(self, hall: Hall, lobby: Lobby, results: Results) -> None:
        self._hall = hall
        self._lobby = lobby
        self._results = results

    async def join(self, request_iterator: object, context: StreamContext) -> None:
        """Play with a bot that dialled in, until it or the arena leaves."""
        session = Session(self._lobby, self._hall, None)
        ended = await carry(session, context.read, context.write, _nothing, lambda: None)
        if is_our_own(ended):
            self._hall.fail(ended)

    async def list_bots(self, request: Any, context: Context) -> Any:
        """Return the bots the arena knows now."""
        return wire.list_of_bots(
            (each.card, each.name, each.door, len(each.line.open))
            for each in self._hall.entrants.values()
            if each.has_arrived
        )

    async def get_leaderboard(self, request: Any, context: Context) -> Any:
        """Return the standings of a tournament."""
        return wire.leaderboard(await self._document(request.tournament, context))

    async def get_match(self, request: Any, context: Context) -> Any:
        """Return the evidence of one pairing."""
        document = await self._document(request.tournament, context)
        answer = wire.match(document, request.a, request.b)
        if answer is None:
            bots = ", ".join(bot["name"] for bot in document["bots"])
            await context.abort(
                grpc.StatusCode.NOT_FOUND,
                f"no pairing of {request.a!r} and {request.b!r}; bots are {bots}",
            )
        return answer

    async def _document(self, name: str, context: Context) -> Mapping[str, Any]:
        document = await self._results(name)
        if document is None:
            which = f"called {name!r} " if name else ""
            await context.abort(grpc.StatusCode.NOT_FOUND, f"no tournament {which}is known here")
            raise AssertionError("abort raises")
        return document

    def handlers(self) -> grpc.GenericRpcHandler:
        """Return what a server needs to offer the service."""
        queries: dict[str, tuple[Any, Any]] = {
            "ListBots": (self.list_bots, wire.ListBotsRequest),
            "GetLeaderboard": (self.get_leaderboard, wire.GetLeaderboardRequest),
            "GetMatch": (self.get_match, wire.GetMatchRequest),
        }
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: grpc.unary_unary_rpc_method_handler(
                behaviour, asked.FromString, lambda answer: answer.SerializeToString()
            )
            for name, (behaviour, asked) in queries.items()
        }
        methods["Join"] = grpc.stream_stream_rpc_method_handler(self.join)
        return grpc.method_handlers_generic_handler(wire.ARENA_SERVICE, methods)


async def _nothing() -> None:
    """A server closes its half of a stream by returning."""


class AddressInUse(Exception):
    """The address to listen at can't be had; the message says which and why."""


async def listen(service: ArenaService, address: str) -> grpc.aio.Server:
    """Return a server that has started at an address, with health and reflection on.

    Raises AddressInUse.
    """
    server = grpc.aio.server(options=SERVER_OPTIONS)
    server.add_generic_rpc_handlers((service.handlers(),))
    healthy = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
    names = (wire.ARENA_SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)
    try:
        bound = server.add_insecure_port(address)
    except RuntimeError:
        bound = 0
    if not bound:
        raise AddressInUse(
            f"can't listen at {address}: it is in use or not this machine's; choose another with "
            "--listen"
        )
    await server.start()
    for name in ("", wire.ARENA_SERVICE):
        await healthy.set(name, wire.SERVING)
    return server
