"""The wires: sessions with bots over gRPC, how bots are reached, and the arena's own service."""

import os

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what goes wrong is told in the arena's own words

import texas42  # noqa: F401 - before grpc: it sets how gRPC polls
