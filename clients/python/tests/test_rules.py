"""Rules come off the wire as plain values."""

from dataclasses import fields

from texas42 import Call, Rules
from texas42.rules import read_rules
from texas42.v1 import game_pb2


def test_announced_rules_are_read() -> None:
    message = game_pb2.Rules(
        rules_id=7,
        preset="mine",
        players=6,
        tiles_per_seat=4,
        total_points=39,
        sides=3,
        player_counts=[4, 6],
        teams=game_pb2.TEAMS_3X2,
        first_bidder=game_pb2.FIRST_BIDDER_HOLDER_0_1,
        mark_raise=game_pb2.MARK_RAISE_PLUS_ONE,
        declarations=[game_pb2.DECLARATION_PIPS, game_pb2.DECLARATION_FOLLOW_ME],
        calls=[game_pb2.CALL_SIXES, game_pb2.CALL_NELLO_OWN_INVERTED],
        nello=game_pb2.SPECIAL_FORCED_ONLY,
        nello_declarer_modes=[game_pb2.DOUBLES_ARE_OWN_INVERTED],
        plunge=True,
        plunge_marks=4,
    )
    rules = read_rules(message)
    assert (rules.preset, rules.players, rules.player_counts) == ("mine", 6, (4, 6))
    assert (rules.tiles_per_seat, rules.total_points, rules.sides) == (4, 39, 3)
    assert (rules.teams, rules.first_bidder, rules.mark_raise) == ("3x2", "holder_0_1", "plus_one")
    assert rules.declarations == ("pips", "follow_me")
    assert rules.calls == (Call.SIXES, Call.NELLO_OWN_INVERTED)
    assert (rules.nello, rules.nello_declarer_modes) == ("forced_only", ("own_inverted",))
    assert (rules.plunge, rules.plunge_marks, rules.splash) == (True, 4, False)
    assert rules.seats_by_side == ((0, 3), (1, 4), (2, 5))


def test_the_client_has_every_field_of_the_message() -> None:
    names = {field.name for field in game_pb2.Rules.DESCRIPTOR.fields}
    assert {field.name for field in fields(Rules)} == names - {"rules_id"}


def test_what_is_never_zero_is_as_usual_when_nothing_is_said() -> None:
    rules = read_rules(game_pb2.Rules())
    assert (rules.players, rules.sides, rules.tiles_per_seat, rules.total_points) == (4, 2, 7, 42)
    assert Rules().usual_table
    assert not Rules(players=3, sides=3, tiles_per_seat=9).usual_table


def test_choices_that_the_client_does_not_know_are_unspecified() -> None:
    message = game_pb2.Rules(max_marks=3, needs_memory=True)
    message.MergeFromString(b"\x38\x63\x68\x63\x52\x01\x63")  # mark_raise, stacking, calls: 99
    rules = read_rules(message)
    assert (rules.mark_raise, rules.stacking, rules.calls) == ("unspecified", "unspecified", ())
    assert (rules.max_marks, rules.needs_memory, rules.players) == (3, True, 4)
