"""Metrics of a hall and its tally, served for as long as something else goes on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from arena.app.errors import RunFailed
from arena.net.hall import Hall
from arena.play.tally import Tally


def serve_metrics(hall: Hall, tally: Tally, seed: str, port: int, closing: AsyncExitStack) -> str:
    """Serve /metrics at a loopback port (0: a free one) until `closing` closes; return its URL.

    Raises RunFailed when the port can't be had.
    """
    from arena.telemetry.metrics import registry_of
    from arena.telemetry.server import MetricsServer, PortUnavailable

    try:
        server = MetricsServer(registry_of(hall, tally, seed), port)
    except PortUnavailable as why:
        raise RunFailed(str(why)) from None
    closing.push_async_callback(asyncio.to_thread, server.stop)
    return server.url
