"""News comes off the wire as plain values."""

from texas42 import FaultKind, FaultReport, HandOver, Outcome
from texas42.report import read_fault_report, read_hand_over
from texas42.v1 import bot_pb2, game_pb2


def test_the_end_of_a_hand() -> None:
    message = bot_pb2.HandOver(
        hand_id=5, outcome=game_pb2.OUTCOME_SET, awards=[0, 1], taken=[20, 22], forfeited_by=3
    )
    assert read_hand_over(message) == HandOver(5, Outcome.SET, (0, 1), (20, 22), None, None)


def test_a_forfeit() -> None:
    message = bot_pb2.HandOver(
        outcome=game_pb2.OUTCOME_FORFEITED, forfeited_by=3, fault=game_pb2.FAULT_KIND_TIMEOUT
    )
    result = read_hand_over(message)
    assert (result.forfeited_by, result.fault) == (3, FaultKind.TIMEOUT)


def test_unknown_numbers() -> None:
    message = bot_pb2.HandOver()
    message.MergeFromString(b"\x10\x63")
    assert read_hand_over(message).outcome is Outcome.UNKNOWN
    report = bot_pb2.FaultReport(request_id=1, reason="new")
    report.MergeFromString(b"\x10\x63")
    assert read_fault_report(report) == FaultReport(1, FaultKind.UNKNOWN, "new")


def test_the_names_are_those_of_the_wire() -> None:
    outcomes = {number: name for name, number in game_pb2.Outcome.items() if number}
    assert {int(o): f"OUTCOME_{o.name}" for o in Outcome if o} == outcomes
    kinds = {number: name for name, number in game_pb2.FaultKind.items() if number}
    assert {int(k): f"FAULT_KIND_{k.name}" for k in FaultKind if k} == kinds
