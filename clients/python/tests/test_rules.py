"""Rules come off the wire as plain values."""

from texas42 import Call, Rules
from texas42.rules import STANDARD, read_rules
from texas42.v1 import game_pb2


def test_announced_rules_are_read() -> None:
    message = game_pb2.Rules(
        rules_id=7,
        preset="standard",
        players=4,
        tiles_per_seat=7,
        min_bid=30,
        open_cap_marks=2,
        mark_raise=game_pb2.MARK_RAISE_PLUS_ONE,
        all_pass=game_pb2.ALL_PASS_RESHAKE,
        calls=map(game_pb2.Call.ValueType, Call),
        target=7,
        early_end=True,
        stacking=game_pb2.STACKING_FACE_UP,
    )
    assert read_rules(message) == STANDARD == Rules()


def test_choices_that_the_client_does_not_know_are_unspecified() -> None:
    message = game_pb2.Rules(max_marks=3, needs_memory=True)
    message.MergeFromString(b"\x38\x63\x68\x63\x52\x01\x63")  # mark_raise, stacking, calls: 99
    rules = read_rules(message)
    assert (rules.mark_raise, rules.stacking, rules.calls) == ("unspecified", "unspecified", ())
    assert (rules.max_marks, rules.needs_memory, rules.players) == (3, True, 4)
