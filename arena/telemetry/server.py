"""Serving the metrics to this machine, from a thread of their own.

It is prometheus_client's server: a scrape never waits for the event loop, nor the loop for it.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, start_http_server

from arena import config


class PortUnavailable(Exception):
    """Metrics can't be served at this port; the message says why and what to write."""


class MetricsServer:
    """Serves a registry until it is stopped."""

    def __init__(self, registry: CollectorRegistry, port: int) -> None:
        """Start to serve; port 0 is a free one. Raises PortUnavailable."""
        host = config.METRICS_HOST
        try:
            self._server, self._thread = start_http_server(port, host, registry)
        except OSError as why:
            raise PortUnavailable(
                f"can't serve metrics at {host}:{port} ({why.strerror}); choose another port with "
                "--metrics-port (0 takes a free one)"
            ) from None
        self.url = f"http://{host}:{self._server.server_port}/metrics"

    def stop(self) -> None:
        """Stop serving and free the port; this waits up to half a second."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
