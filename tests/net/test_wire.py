"""Messages both ways: what can't be read is said so, and never taken for an action."""

from __future__ import annotations

import pytest

from arena.net import wire
from arena.net.observation import DOMINO
from arena.play.faults import FaultKind, Unreadable
from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid, BidKind, MarkRaise
from arena.rules.contracts import Call
from arena.rules.hand import Action, Decision
from arena.rules.options import PRESETS, Stacking
from arena.rules.scoring import Outcome
from arena.rules.tiles import TILES
from texas42.v1 import bot_pb2, game_pb2


def read(**said: object) -> Action | Unreadable:
    message = bot_pb2.BotMessage(answers=[bot_pb2.Answer(request_id=9, **said)])  # type: ignore[arg-type]
    ((request_id, action),) = wire.answers(message)
    assert request_id == 9
    return action


def test_every_tile_has_its_number_and_name_on_the_wire() -> None:
    """Tile number i is 7 * high + low + 1, the value of DOMINO_high_low."""
    names = {f"DOMINO_{tile.high}_{tile.low}": DOMINO[tile] for tile in TILES}
    assert {**names, "DOMINO_UNSPECIFIED": 0} == dict(game_pb2.Domino.items())


def test_every_value_of_the_rules_has_a_name_on_the_wire() -> None:
    """Calls, bids, decisions, faults, outcomes and options: the same names on both sides."""
    for prefix, ours, theirs in (
        ("CALL", Call, game_pb2.Call),
        ("BID_KIND", BidKind, game_pb2.BidKind),
        ("DECISION", Decision, game_pb2.Decision),
        ("FAULT_KIND", FaultKind, game_pb2.FaultKind),
        ("OUTCOME", Outcome, game_pb2.Outcome),
        ("MARK_RAISE", MarkRaise, game_pb2.MarkRaise),
        ("ALL_PASS", AllPass, game_pb2.AllPass),
        ("STACKING", Stacking, game_pb2.Stacking),
    ):
        names = {f"{prefix}_{value.name}" for value in ours} | {f"{prefix}_UNSPECIFIED"}
        assert set(theirs.keys()) == names


def test_numbers_of_calls_bids_and_decisions_are_those_of_the_proto() -> None:
    """These travel as plain numbers, so they must be equal one by one."""
    for prefix, ours, theirs in (
        ("CALL", Call, game_pb2.Call),
        ("BID_KIND", BidKind, game_pb2.BidKind),
        ("DECISION", Decision, game_pb2.Decision),
    ):
        assert {f"{prefix}_{value.name}": int(value) for value in ours} == {
            name: number for name, number in theirs.items() if number
        }


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_domino_is_read_as_its_tile(tile: int) -> None:
    """Each of the 28 comes back as itself."""
    assert read(play=DOMINO[tile]) == tile


def test_bids_and_calls_are_read() -> None:
    """A pass, points, marks and a call."""
    assert read(bid_kind=1) == PASS
    assert read(bid_kind=2, bid_value=31) == Bid.points(31)
    assert read(bid_kind=3, bid_value=2) == Bid.marks(2)
    assert read(call=9) is Call.FOLLOW_ME


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "empty"),
        ({"bid_value": 30}, "empty"),
        ({"play": 7}, "7 is no domino"),
        ({"play": -1}, "-1 is no domino"),
        ({"call": 99}, "99 is no call"),
        ({"bid_kind": 9, "bid_value": 30}, "9 is no kind of bid"),
        ({"play": 0}, "empty"),
        ({"call": 0}, "empty"),
        (
            {"failure": "ZeroDivisionError\x1b[31m\nline 2"},
            "the bot failed: ZeroDivisionError [31m",
        ),
        ({"failure": "x" * 5000}, "…"),
    ],
)
def test_what_is_no_action_is_said_in_words(said: dict[str, object], words: str) -> None:
    """Nothing empty, unknown or double becomes a bid, a call or a tile."""
    action = read(**said)
    assert isinstance(action, Unreadable)
    assert words in action.came
    assert len(action.came) < 600


def test_a_message_of_garbage_is_no_message() -> None:
    """Bytes that protobuf can't read give None, and no exception."""
    assert wire.bot_message(b"\xff\xff\xff\xff") is None


def test_unary_answers_may_leave_the_id_out_but_not_say_another() -> None:
    """The call itself says which request it answers; a wrong id is a mix-up."""
    data = bot_pb2.PlayResponse(play=game_pb2.DOMINO_6_4).SerializeToString()
    assert str(wire.unary_answer(Decision.PLAY, 5, data)) == "6-4"
    data = bot_pb2.PlayResponse(request_id=6, play=game_pb2.DOMINO_6_4).SerializeToString()
    action = wire.unary_answer(Decision.PLAY, 5, data)
    assert isinstance(action, Unreadable)
    assert "request 6" in action.came


@pytest.mark.parametrize("decision", list(Decision))
def test_an_empty_unary_response_is_never_an_action(decision: Decision) -> None:
    """Protobuf's empty message is zero bytes: it must not be taken for a pass or 0-0."""
    assert isinstance(wire.unary_answer(decision, 5, b""), Unreadable)


def test_rules_are_told_whole() -> None:
    """Every preset becomes a Rules message with its own values."""
    told = wire.rules(PRESETS["n42pa"])
    assert (told.preset, told.players, told.tiles_per_seat) == ("n42pa", 4, 7)
    assert told.needs_memory
    assert told.stacking == game_pb2.STACKING_HIDDEN_FROM_1_MARK
    assert list(told.calls) == list(range(1, 10))
    assert not wire.rules(PRESETS["standard"]).needs_memory
