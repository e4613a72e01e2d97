"""Hands, blocks and runs to put into a store, and programs that do so in processes of their own."""

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

Block = tuple[HandRecord, ...]

ROOT = Path(__file__).parents[2]

FIRST = HandRecord(
    deal=0,
    bots=Pairing("rule", "random"),
    rotation=0,
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
OF_OLD = (
    "93019c000094a470617373a23330a631206d61726ba470617373a56669766573c408191214000104091b01a3"
    "736574920100920b029187a46b696e64a774696d656f7574a3626f74a672616e646f6da47365617403a56173"
    "6b6564d9276269642c20686f6c64696e6720362d3420c2b720352d352028e2809cc2bf7175c3a93fe2809d29"
    "a463616d65ba6e6f7468696e672062757420f09f81ab20616e64206109746162aa656c61707365645f7573cf"
    "000001d1b0a5ed15a76f665f74696d65c39dcd032cce00011170ccff03ce001e847f00010203040506079d01"
    "0203000303000102000102039c010094a470617373a23330a631206d61726ba470617373a56669766573c400"
    "01a46d616465920002920b029287a46b696e64ae696c6c6567616c20616374696f6ea3626f74a472756c65a4"
    "7365617400a561736b6564a4706c6179a463616d65a3392d39aa656c61707365645f757311a76f665f74696d"
    "65c287a46b696e64a774696d656f7574a3626f74a672616e646f6da47365617403a561736b6564d927626964"
    "2c20686f6c64696e6720362d3420c2b720352d352028e2809cc2bf7175c3a93fe2809d29a463616d65ba6e6f"
    "7468696e672062757420f09f81ab20616e64206109746162aa656c61707365645f7573cf000001d1b0a5ed15"
    "a76f665f74696d65c39dcd032cce00011170ccff03ce001e847f00010203040506079d010203000303000102"
    "00010203"
)
"""The hands of `faulty_pair(7)` as the first program packed them, in hex."""


def pair(deal: int, a: str = "rule", b: str = "random") -> Block:
    """Both hands of a deal, played to the end; `random` loses a mark in the first half."""
    first = msgspec.structs.replace(FIRST, deal=deal, bots=(a, b))
    second = msgspec.structs.replace(first, rotation=1, outcome="made", plays=b"", awards=(0, 2))
    return first, second


def group(deal: int, *bots: str) -> Block:
    """The hands of a deal at all seatings of bots that play each for itself; the last one made a
    contract at the last of them."""
    names = bots or ("rule", "random", "first")
    like = msgspec.structs.replace(
        FIRST, deal=deal, bots=names, declarer=names[-1], awards=(0,) * len(names), taken=()
    )
    return tuple(
        msgspec.structs.replace(like, rotation=rotation, shaker=rotation, call="nello own")
        for rotation in range(len(names))
    )


def faulty_pair(deal: int) -> Block:
    """A deal with a fault in its first half and two in its second."""
    first, second = pair(deal)
    return (
        msgspec.structs.replace(first, faults=(LATE,)),
        msgspec.structs.replace(second, faults=(ILLEGAL, LATE)),
    )


def faults_of(block: Block) -> list[KeptFault]:
    """The faults in all hands of a block, in order."""
    return [KeptFault(hand.sitting, fault) for hand in block for fault in hand.faults]


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
        groups=(("rule", "random"),),
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
