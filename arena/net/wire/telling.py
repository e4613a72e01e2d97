"""What the arena tells bots besides asking: how hands ended, and which answers were at fault."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from arena.net.observation import fixed64_tag, from_side, repeated
from arena.play.faults import Fault, FaultKind
from arena.play.table import Table
from arena.rules.scoring import Outcome
from texas42.v1 import bot_pb2, game_pb2

FaultReport = bot_pb2.FaultReport


def fault_kind(kind: FaultKind) -> game_pb2.FaultKind.ValueType:
    """Return the kind of a fault as the wire names it."""
    return game_pb2.FaultKind.Value(f"FAULT_KIND_{kind.name}")


def hands_over(table: Table) -> list[bytes]:
    """Return for each seat how its hand ended, without a tile, as a HandOver message."""
    result, seating = table.hand.result, table.hand.options.seating
    assert result is not None
    by_side = [
        _how_it_ended(result.outcome, from_side(result.awards, side), from_side(result.taken, side))
        for side in range(seating.sides)
    ]
    told = [
        _HAND_ID + seat.hand_id.to_bytes(8, "little") + by_side[side]
        for seat, side in zip(table.seats, seating.side, strict=True)
    ]
    if table.faults:
        for seat in range(seating.seats):
            told[seat] += _whose_fault(table.faults[-1], seat, seating.seats)
    return told


def _whose_fault(fault: Fault, seat: int, seats: int) -> bytes:
    by = (fault.seat - seat) % seats
    return bot_pb2.HandOver(fault=fault_kind(fault.kind), forfeited_by=by).SerializeToString()


_HAND_ID: Final = fixed64_tag(bot_pb2.HandOver.HAND_ID_FIELD_NUMBER)


@lru_cache(maxsize=4096)
def _how_it_ended(outcome: Outcome, awards: tuple[int, ...], taken: tuple[int, ...]) -> bytes:
    named = game_pb2.Outcome.Value(f"OUTCOME_{outcome.name}")
    return bot_pb2.HandOver(outcome=named, awards=awards, taken=taken).SerializeToString()


def fault_report(fault: Fault, request_id: int) -> bot_pb2.FaultReport:
    """Return what a bot is told of its own fault."""
    return bot_pb2.FaultReport(
        request_id=request_id, kind=fault_kind(fault.kind), reason=str(fault)
    )


def notices(hands_over: Iterable[bytes], faults: Iterable[bot_pb2.FaultReport]) -> bytes:
    """Return the part of an ArenaMessage that tells how hands ended and what was at fault."""
    hands = repeated(bot_pb2.ArenaMessage.HANDS_OVER_FIELD_NUMBER, hands_over)
    return hands + bot_pb2.ArenaMessage(faults=faults).SerializeToString()


def notify_request(hands_over: Iterable[bytes], faults: Iterable[bot_pb2.FaultReport]) -> bytes:
    """Return the same for a bot without a stream."""
    hands = repeated(bot_pb2.NotifyRequest.HANDS_OVER_FIELD_NUMBER, hands_over)
    return hands + bot_pb2.NotifyRequest(faults=faults).SerializeToString()
