"""Hands, pairs and runs to put into a store, and programs that do so in processes of their own."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from subprocess import PIPE, Popen

import msgspec

from arena.play.record import FaultRecord, HandRecord
from arena.play.schedule import Pairing
from arena.store import RunHeader
from arena.store.rows import KeptFault

Pair = tuple[HandRecord, HandRecord]

ROOT = Path(__file__).parents[2]

FIRST = HandRecord(
    deal=0,
    a="rule",
    b="random",
    half=0,
    shaker=0,
    bids=("pass", "30", "1 mark", "pass"),
    call="fives",
    plays=bytes([25, 18, 20, 0, 1, 4, 9, 27]),
    declarer="random",
    outcome="set",
    awards=(1, 0),
    taken=(11, 2),
    faults=(),
    times_us=(812, 70_000, 255, 3, 1_999_999, *range(8)),
    askers=(1, 2, 3, 0, 3, 3, 0, 1, 2, 0, 1, 2, 3),
)
LATE = FaultRecord(
    kind="timeout",
    bot="random",
    seat=3,
    asked="bid, holding 6-4 · 5-5 (“¿qué?”)",
    came="nothing but 🁫 and a\ttab",
    elapsed_us=2_000_123_456_789,
    of_time=True,
)
ILLEGAL = FaultRecord("illegal action", "rule", 0, "play", "9-9", 17, of_time=False)
LONE_SURROGATE = "\udc80"


def pair(deal: int, a: str = "rule", b: str = "random") -> Pair:
    """Both hands of a deal, played to the end; `random` loses a mark in the first half."""
    first = msgspec.structs.replace(FIRST, deal=deal, a=a, b=b)
    second = msgspec.structs.replace(first, half=1, outcome="made", plays=b"", awards=(0, 2))
    return first, second


def faulty_pair(deal: int) -> Pair:
    """A deal with a fault in its first half and two in its second."""
    first, second = pair(deal)
    return (
        msgspec.structs.replace(first, faults=(LATE,)),
        msgspec.structs.replace(second, faults=(ILLEGAL, LATE)),
    )


def faults_of(two: Pair) -> list[KeptFault]:
    """The faults in both hands of a pair, in order."""
    return [KeptFault(hand.sitting, fault) for hand in two for fault in hand.faults]


def header(run_id: str = "friday-1", name: str = "friday") -> RunHeader:
    """A run of two bots."""
    return RunHeader(
        id=run_id,
        name=name,
        kind="match",
        preset="standard",
        options={"min_bid": 30, "max_marks": None, "declarations": ["pips", "doubles"]},
        seed="42",
        deals=1000,
        bots=("rule", "random:seed=7"),
        pairings=(Pairing("rule", "random"),),
        started_at="2026-11-30T11:14:03Z",
        arena_version="0.1.0",
    )


BEGINNING = """
import asyncio, os, signal, sys
from arena.store import Store
from tests.store.staging import faulty_pair, header, pair

FILE, *WORDS = sys.argv[1:]
"""


def start(program: str, file: Path, *words: str) -> Popen[str]:
    """Start a program that is given a file and words, with what `BEGINNING` imports."""
    source = BEGINNING + textwrap.dedent(program)
    command = [sys.executable, "-c", source, str(file), *words]
    return Popen(command, cwd=ROOT, stdout=PIPE, stdin=PIPE, text=True)
