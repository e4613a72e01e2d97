"""The Python client of the Texas 42 arena: write `bid`, `call_trump` and `play`, then `serve()`.

All that an author needs is here; nothing else in the package is promised to stay.
"""

from texas42 import polling  # noqa: F401 - it must come before grpc
from texas42.bot import Bot, BotError
from texas42.joining import join
from texas42.observation import Contract, Observation, Trick
from texas42.report import FaultKind, FaultReport, HandOver, Outcome
from texas42.rules import Rules
from texas42.serving import serve
from texas42.values import (
    LEFT,
    ME,
    PARTNER,
    PASS,
    RIGHT,
    Bid,
    BidKind,
    Call,
    Decision,
    Domino,
)

__version__ = "0.1.0"

__all__ = [
    "LEFT",
    "ME",
    "PARTNER",
    "PASS",
    "RIGHT",
    "Bid",
    "BidKind",
    "Bot",
    "BotError",
    "Call",
    "Contract",
    "Decision",
    "Domino",
    "FaultKind",
    "FaultReport",
    "HandOver",
    "Observation",
    "Outcome",
    "Rules",
    "Trick",
    "join",
    "serve",
]
