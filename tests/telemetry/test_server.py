"""Serving metrics: to this machine, until it is stopped, at a port that can be had."""

from __future__ import annotations

import socket
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from arena.telemetry.metrics import registry_of
from arena.telemetry.server import MetricsServer, PortUnavailable
from tests.telemetry.stage import StandInHall, small_tally


def started(port: int = 0) -> MetricsServer:
    return MetricsServer(registry_of(StandInHall.of(), small_tally(), ""), port)


def test_metrics_are_served_until_the_server_is_stopped() -> None:
    """Port 0 takes a free one, which the URL tells; afterwards nobody answers there."""
    server = started()
    try:
        with urlopen(server.url, timeout=10) as answer:
            text, kind = answer.read().decode(), answer.headers["Content-Type"]
    finally:
        server.stop()

    assert server.url.startswith("http://127.0.0.1:")
    assert not server.url.startswith("http://127.0.0.1:0/")
    assert kind.startswith("text/plain; version=")
    assert 'arena42_hands_total{outcome="made"} 1.0' in text.splitlines()
    with pytest.raises(URLError):
        urlopen(server.url, timeout=10)


def test_a_port_in_use_is_said_so() -> None:
    """The message names the address, the reason, and the flag that helps."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortUnavailable) as told:
            started(port)

    assert f"127.0.0.1:{port}" in str(told.value)
    assert "in use" in str(told.value)
    assert "--metrics-port" in str(told.value)


def test_two_servers_never_share_a_port() -> None:
    """The second one fails at once, and the first one goes on."""
    first = started()
    try:
        with pytest.raises(PortUnavailable):
            started(int(first.url.rpartition(":")[2].partition("/")[0]))
        with urlopen(first.url, timeout=10) as answer:
            assert 200 == answer.status
    finally:
        first.stop()


def test_a_stopped_server_frees_its_port() -> None:
    """The next run can have the same one."""
    first = started()
    first.stop()
    second = started(int(first.url.rpartition(":")[2].partition("/")[0]))
    second.stop()

    assert first.url == second.url
