"""The hands of a block as bytes: short, quick to write, and read back exactly as it was.

MessagePack of arrays, without names of fields; what the row says already (deal, bots) is left out,
and a tile takes one byte. Compressing on top would save a third of the bytes for four times the
work, so it isn't done. What was packed once must be readable for ever: new fields go to the end,
with a default; anything else gets a new number of the format.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from arena.play.record import FaultRecord, HandRecord
from arena.play.schedule import Group

FORMAT: Final = 1
"""The number that stands before the hands."""


class PackedHand(msgspec.Struct, frozen=True, array_like=True):
    """What of a HandRecord stands in the bytes.

    The declarer is its place among the block's bots.
    """

    rotation: int
    shaker: int
    bids: tuple[str, ...]
    call: str
    plays: bytes
    declarer: Literal[0, 1, 2, 3, 4, 5, 6] | str
    outcome: str
    awards: tuple[int, ...]
    taken: tuple[int, ...]
    faults: tuple[FaultRecord, ...]
    times_us: tuple[int, ...]
    askers: tuple[int, ...]
    told_us: tuple[int, ...] = ()
    arena_us: tuple[int, ...] = ()


def pack(block: Sequence[HandRecord]) -> bytes:
    """Return the hands of a block as bytes; the block's deal and bots aren't in them."""
    return _ENCODER.encode((FORMAT, *map(_packed, block)))


def unpack(packed: bytes, deal: int, bots: Group) -> tuple[HandRecord, ...]:
    """Return the hands of a block; ValueError for bytes that `pack` never wrote."""
    try:
        number, *hands = _decoder(len(bots)).decode(packed)
    except msgspec.DecodeError as why:
        raise ValueError(str(why)) from None
    if number != FORMAT:
        raise ValueError(f"format {number} is unknown here")
    return tuple([_unpacked(hand, deal, bots) for hand in hands])


_ENCODER: Final = msgspec.msgpack.Encoder()


@lru_cache(maxsize=8)
def _decoder(hands: int) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(tuple[(int, *[PackedHand] * hands)])  # type: ignore[misc]


def _packed(hand: HandRecord) -> PackedHand:
    bots, declarer = hand.bots, hand.declarer
    return PackedHand(
        hand.rotation, hand.shaker, hand.bids, hand.call, hand.plays,
        bots.index(declarer) if declarer in bots else declarer,  # type: ignore[arg-type]
        hand.outcome, hand.awards, hand.taken,
        tuple(map(_speakable, hand.faults)) if hand.faults else (),
        hand.times_us, hand.askers, hand.told_us, hand.arena_us,
    )  # fmt: skip


def _unpacked(hand: PackedHand, deal: int, bots: Group) -> HandRecord:
    return HandRecord(
        deal, bots, hand.rotation, hand.shaker, hand.bids, hand.call, hand.plays,
        hand.declarer if isinstance(hand.declarer, str) else bots[hand.declarer],
        hand.outcome, hand.awards, hand.taken, hand.faults, hand.times_us, hand.askers,
        hand.told_us, hand.arena_us,
    )  # fmt: skip


# Faults: their evidence is words from outside.


def _speakable(fault: FaultRecord) -> FaultRecord:
    try:
        _ENCODER.encode(fault)
    except UnicodeEncodeError:  # half a surrogate pair: no file and no database takes it
        return msgspec.structs.replace(fault, asked=escaped(fault.asked), came=escaped(fault.came))
    return fault


def escaped(text: str) -> str:
    """Return the text with what UTF-8 can't say written as \\udc80."""
    return text.encode("utf-8", "backslashreplace").decode()
