"""The door for an arena that dials: `serve(bot)` offers BotService at an address.

It knows gRPC servers, their addresses and how they stop; the calls are service.py's.
"""

import asyncio
import os
from contextlib import suppress
from typing import Any

import grpc

from texas42.asking import Asker
from texas42.bot import Bot
from texas42.lifetime import Refusal, live, say
from texas42.limits import STOP_GRACE
from texas42.listening import make_sure
from texas42.options import SERVER
from texas42.service import Service
from texas42.thinker import Thinker
from texas42.v1 import bot_pb2

LISTEN = "ARENA42_LISTEN"
DEFAULT_ADDRESS = "localhost:5001"
SERVICE = "texas42.v1.BotService"


def serve(bot: Bot, address: str | None = None) -> None:
    """Waits at an address for an arena that dials, and answers it, until SIGTERM or SIGINT.

    The address is `host:port` or `unix:path`; without one it is that of the environment's
    ARENA42_LISTEN, else localhost:5001. Port 0 takes any free port. Raises SystemExit(1), with
    one line on stderr, when the bot can't be run as written or the address can't be had.
    """
    where = address or os.environ.get(LISTEN) or DEFAULT_ADDRESS
    live(lambda stop: offer(bot, where, stop))


async def offer(bot: Bot, address: str, stop: asyncio.Event) -> None:
    """Serves the bot until `stop` is set; raises BotError or Refusal."""
    service = Service(Asker(bot), Thinker())
    make_sure(address)
    server = grpc.aio.server(options=SERVER)
    server.add_generic_rpc_handlers((_calls_of(service),))
    await _offer_tools(server)
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise Refusal(f"can't listen on {address}: {error}") from None
    await server.start()
    host, _, asked = address.rpartition(":")
    say(f"listening on {host}:{port}" if asked == "0" else f"listening on {address}")
    await stop.wait()
    # Calls under way may end in peace; a session has no end of its own and is cut off then.
    await server.stop(STOP_GRACE)


def _calls_of(service: Service) -> grpc.GenericRpcHandler:
    """The calls of BotService as the generated code has them, but for Session, whose answers come
    encoded."""
    calls: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        name: grpc.unary_unary_rpc_method_handler(
            getattr(service, name),
            request_deserializer=getattr(bot_pb2, f"{name}Request").FromString,
            response_serializer=getattr(bot_pb2, f"{name}Response").SerializeToString,
        )
        for name in ("Describe", "Bid", "CallTrump", "Play", "Notify")
    }
    calls["Session"] = grpc.stream_stream_rpc_method_handler(
        service.Session, request_deserializer=bot_pb2.ArenaMessage.FromString
    )
    return grpc.method_handlers_generic_handler(SERVICE, calls)


async def _offer_tools(server: grpc.aio.Server) -> None:
    """Turns on what stock gRPC tools ask for, where the optional packages are installed."""
    with suppress(ImportError):
        from grpc_reflection.v1alpha import reflection

        reflection.enable_server_reflection((SERVICE, reflection.SERVICE_NAME), server)
    with suppress(ImportError):
        from grpc_health.v1 import health, health_pb2, health_pb2_grpc

        servicer = health.aio.HealthServicer()
        for name in ("", SERVICE):
            await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
