"""The gRPC options of both doors, each set on purpose; the numbers stand in limits.py."""

from typing import Final

from texas42.limits import (
    KEEPALIVE,
    KEEPALIVE_ALLOWED,
    KEEPALIVE_ANSWER,
    MESSAGE_BYTES,
    RECONNECT_FIRST,
    RECONNECT_MOST,
)

_BOTH: Final = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    ("grpc.max_send_message_length", MESSAGE_BYTES),
    # A connection whose other end vanished is noticed, even while nobody talks.
    ("grpc.keepalive_time_ms", int(KEEPALIVE * 1000)),
    ("grpc.keepalive_timeout_ms", int(KEEPALIVE_ANSWER * 1000)),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)

SERVER: Final = (
    *_BOTH,
    # Else a second process could listen on the same port, and nobody would be told.
    ("grpc.so_reuseport", 0),
    # Else an arena that probes more often than every five minutes is turned away.
    ("grpc.http2.min_ping_interval_without_data_ms", int(KEEPALIVE_ALLOWED * 1000)),
)

CHANNEL: Final = (
    *_BOTH,
    # Each attempt dials anew, instead of sitting out the waiting time of the one before.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", int(RECONNECT_FIRST * 1000)),
    ("grpc.max_reconnect_backoff_ms", int(RECONNECT_MOST * 1000)),
)
