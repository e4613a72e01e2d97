"""A pair of hands as bytes: short, quick to write, and read back exactly as it was.

MessagePack of arrays, without names of fields; what the row says already (deal, bots) is left out,
and a tile takes one byte. Compressing on top would save a third of the bytes for four times the
work, so it isn't done. What was packed once must be readable for ever: new fields go to the end,
with a default; anything else gets a new number of the format.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from arena.play.record import FaultRecord, HandRecord

FORMAT: Final = 1
"""The number that stands before the hands."""


class PackedHand(msgspec.Struct, frozen=True, array_like=True):
    """What of a HandRecord stands in the bytes.

    The declarer is 0 for bot a, 1 for bot b.
    """

    half: int
    shaker: int
    bids: tuple[str, ...]
    call: str
    plays: bytes
    declarer: Literal[0, 1] | str
    outcome: str
    awards: tuple[int, ...]
    taken: tuple[int, ...]
    faults: tuple[FaultRecord, ...]
    times_us: tuple[int, ...]
    askers: tuple[int, ...]


def pack(first: HandRecord, second: HandRecord) -> bytes:
    """Return both hands of a pair as bytes; the pair's deal and bots aren't in them."""
    return _ENCODER.encode((FORMAT, _packed(first), _packed(second)))


def unpack(packed: bytes, deal: int, a: str, b: str) -> tuple[HandRecord, HandRecord]:
    """Return both hands of a pair; ValueError for bytes that `pack` never wrote."""
    try:
        number, first, second = _DECODER.decode(packed)
    except msgspec.DecodeError as why:
        raise ValueError(str(why)) from None
    if number != FORMAT:
        raise ValueError(f"format {number} is unknown here")
    return _unpacked(first, deal, a, b), _unpacked(second, deal, a, b)


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, PackedHand, PackedHand])


def _packed(hand: HandRecord) -> PackedHand:
    declarer = hand.declarer
    return PackedHand(
        hand.half, hand.shaker, hand.bids, hand.call, hand.plays,
        0 if declarer == hand.a else 1 if declarer == hand.b else declarer,
        hand.outcome, hand.awards, hand.taken,
        tuple(map(_speakable, hand.faults)) if hand.faults else (),
        hand.times_us, hand.askers,
    )  # fmt: skip


def _unpacked(hand: PackedHand, deal: int, a: str, b: str) -> HandRecord:
    return HandRecord(
        deal, a, b, hand.half, hand.shaker, hand.bids, hand.call, hand.plays,
        hand.declarer if isinstance(hand.declarer, str) else (a, b)[hand.declarer],
        hand.outcome, hand.awards, hand.taken, hand.faults, hand.times_us, hand.askers,
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
