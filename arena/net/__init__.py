"""The wires: sessions with bots over gRPC, how bots are reached, and the arena's own service."""

import texas42  # noqa: F401 - before grpc: it sets how gRPC polls
