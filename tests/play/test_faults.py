"""Faults are values: each kind has a price, a name for people and one on the wire."""

from __future__ import annotations

import pytest

from arena.net import wire
from arena.play.faults import OF_TIME, POLICY, Cost, Fault, FaultKind
from texas42.v1 import game_pb2

NOBODYS = {FaultKind.NEVER_STARTED, FaultKind.ARENA_FAULT}


def fault(kind: FaultKind) -> Fault:
    return Fault(kind, "mine", 2, "bid with 6-6; legal: pass, 30", "12 is no bid", 1_500)


def test_the_policy_has_a_price_for_every_kind() -> None:
    """The table is whole, and knows nothing else."""
    assert set(POLICY) == set(FaultKind)


@pytest.mark.parametrize("kind", FaultKind)
def test_what_a_fault_costs(kind: FaultKind) -> None:
    """The deal is forfeited; a game that never started, or the arena's fault, is nobody's loss."""
    expected = Cost.VOID_DEAL if kind in NOBODYS else Cost.FORFEIT_DEAL
    assert fault(kind).cost is expected


@pytest.mark.parametrize("kind", FaultKind)
def test_every_kind_has_its_name_on_the_wire(kind: FaultKind) -> None:
    """The same number and the same word; in a leaderboard it is found by its words."""
    assert game_pb2.FaultKind.Name(wire.fault_kind(kind)) == f"FAULT_KIND_{kind.name}"
    assert int(wire.fault_kind(kind)) == int(kind) > 0
    document = {
        "tournament": "cup", "rules": "standard", "format": "round-robin", "finished": True,
        "bots": [{
            "rank": 1, "name": "mine", "elo": 0.0, "elo_low": 0.0, "elo_high": 0.0, "deals": 1,
            "marks_per_deal": 0.0, "set_rate": 0.0, "faults": {str(kind): 3},
        }],
    }  # fmt: skip
    (count,) = wire.leaderboard(document).standings[0].faults
    assert (int(count.kind), count.count) == (int(kind), 3)


def test_only_faults_of_time_may_differ_in_another_run() -> None:
    """What a bot answers hangs on the deal; whether it is there hangs on the day."""
    assert {kind for kind in FaultKind if fault(kind).of_time} == OF_TIME
    assert OF_TIME == {FaultKind.TIMEOUT, FaultKind.DISCONNECTED, FaultKind.STALLED}


def test_a_fault_is_told_with_its_evidence() -> None:
    """Kind, what came, what was asked, how long it took."""
    assert str(fault(FaultKind.ILLEGAL_ACTION)) == (
        "illegal action: 12 is no bid (asked: bid with 6-6; legal: pass, 30; after 1.5 ms)"
    )
