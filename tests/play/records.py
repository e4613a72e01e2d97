"""Hands as they are kept, made by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.play.faults import OF_TIME, FaultKind
from arena.play.record import FaultRecord, HandRecord
from arena.play.schedule import Pairing

TIMES = (50, 100, 200, 400, 1_000, 3_000)


def hand(
    deal: int,
    half: int,
    margin: int = 0,
    *,
    bots: tuple[str, str] = ("a", "b"),
    outcome: str = "",
    declarer: str = "",
    fault: tuple[FaultKind, str] | None = None,
    times_us: tuple[int, ...] = TIMES,
) -> HandRecord:
    """Return a hand that the first bot won by `margin` marks: four bids, a call and a play.

    The first bot has the even seats in half 0; it is made unless told otherwise, thrown in when
    nobody won.
    """
    own, others = max(margin, 0), max(-margin, 0)
    faults = []
    if fault is not None:
        kind, bot = fault
        faults = [FaultRecord(str(kind), bot, 0, "asked", "came", 7, kind in OF_TIME)]
    return HandRecord(
        deal=deal, bots=Pairing(*bots), rotation=half, shaker=deal % 4,
        bids=("30", "pass", "pass", "pass"), call="sixes", plays=bytes([27]), declarer=declarer,
        outcome=outcome or ("made" if margin else "thrown in"),
        awards=(others, own) if half else (own, others), taken=(30, 12), faults=tuple(faults),
        times_us=times_us, askers=(0, 1, 2, 3, 0, 1)[: len(times_us)],
    )  # fmt: skip


def pair(
    deal: int, first: int, second: int, bots: tuple[str, str] = ("a", "b")
) -> tuple[HandRecord, HandRecord]:
    """Return both halves of a deal with their margins, from the first bot's view."""
    return hand(deal, 0, first, bots=bots), hand(deal, 1, second, bots=bots)


def solo_hand(
    deal: int, rotation: int, *awards: int, bots: tuple[str, ...] = ("a", "b", "c"), **more: Any
) -> HandRecord:
    """Return a hand of bots that play each for itself, with the award of each bot in turn."""
    at_seats = tuple(awards[(seat - rotation) % len(bots)] for seat in range(len(bots)))
    like = hand(deal, 0, 1, **more)
    changed = {"bots": bots, "rotation": rotation, "awards": at_seats, "taken": (14,) * len(bots)}
    return msgspec.structs.replace(like, **changed)


def group_block(
    deal: int, *awards: tuple[int, ...], bots: tuple[str, ...] = ("a", "b", "c")
) -> list[HandRecord]:
    """Return a block of a free-for-all, one hand for each rotation, with the awards of the bots."""
    return [solo_hand(deal, rotation, *own, bots=bots) for rotation, own in enumerate(awards)]
