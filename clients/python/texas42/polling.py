"""Has gRPC poll its sockets itself: a third less work for a message, and a third less waiting.

Up to 1.85 gRPC passes what comes in through threads of an event engine of its own before it
reaches Python. Importing this module turns that off for the process, unless its owner has said
otherwise in GRPC_EXPERIMENTS. It must be imported before grpc, which reads the setting once.
"""

import os
from importlib.metadata import version

_LAST_TRIED = (1, 85)

if tuple(map(int, version("grpcio").split(".")[:2])) <= _LAST_TRIED:
    os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
