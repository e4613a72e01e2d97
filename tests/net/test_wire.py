"""Messages both ways: what can't be read is said so, and never taken for an action."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import Field, fields, replace
from enum import Enum
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor

from arena.net import wire
from arena.net.observation import DOMINO
from arena.play.deals import deal
from arena.play.faults import FaultKind, Unreadable
from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.hand import Action, Decision
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from arena.rules.scoring import Outcome, Scoring
from arena.rules.tiles import TILES, Tile
from tests.net.tables import MANY_RULES, a_table, asks_of
from texas42.v1 import bot_pb2, game_pb2


def read(**said: object) -> Action | Unreadable:
    message = bot_pb2.BotMessage(answers=[bot_pb2.Answer(request_id=9, **said)])  # type: ignore[arg-type]
    ((request_id, action, think_us),) = wire.answers(message)
    assert (request_id, think_us) == (9, 0)
    return action


def test_every_tile_has_its_number_and_name_on_the_wire() -> None:
    """Tile number i is 7 * high + low + 1, the value of DOMINO_high_low."""
    names = {f"DOMINO_{tile.high}_{tile.low}": DOMINO[tile] for tile in TILES}
    assert {**names, "DOMINO_UNSPECIFIED": 0} == dict(game_pb2.Domino.items())


@pytest.mark.parametrize(
    ("theirs", "prefix", "ours"),
    [
        (game_pb2.Call, "CALL", Call),
        (game_pb2.BidKind, "BID_KIND", BidKind),
        (game_pb2.Decision, "DECISION", Decision),
        (game_pb2.FaultKind, "FAULT_KIND", FaultKind),
        (game_pb2.Outcome, "OUTCOME", Outcome),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_every_value_has_a_name_on_the_wire(theirs: Any, prefix: str, ours: Iterable[Enum]) -> None:
    """Calls, bids, decisions, faults and outcomes: the same names on both sides."""
    names = {f"{prefix}_{value.name}" for value in ours} | {f"{prefix}_UNSPECIFIED"}
    assert set(theirs.keys()) == names


@pytest.mark.parametrize("option", fields(Options), ids=lambda each: each.name)
def test_every_choice_of_the_rules_has_a_word_on_the_wire(option: Field[Any]) -> None:
    """An option that is a choice has an enum on the wire with exactly its words, and no other."""
    if option.name == "hand_size":  # told as tiles_per_seat
        return
    field = game_pb2.Rules.DESCRIPTOR.fields_by_name[option.name]
    words = _words_of(option.default)
    if field.enum_type is None:
        assert words == set()
        return
    unspecified, *others = (value.name for value in field.enum_type.values)
    prefix = unspecified.removesuffix("UNSPECIFIED")
    told = {name.removeprefix(prefix).lower() for name in others}
    assert told == words | _ALSO.get(option.name, set())


_ALSO = {"first_shaker": {"seat"}, "nello_declarer_modes": {"declarer"}}


def _words_of(default: object) -> set[str]:
    match default:
        case frozenset():
            return {"pips", "doubles", "follow_me"}
        case tuple() if default and isinstance(default[0], Enum):
            return _words_of(default[0])
        case Enum():
            return {str(each.value) for each in type(default)}
    return set()


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
    """A pass, points, marks, a plunge, a splash and calls."""
    assert read(bid_kind=1) == PASS
    assert read(bid_kind=2, bid_value=31) == Bid.points(31)
    assert read(bid_kind=3, bid_value=2) == Bid.marks(2)
    assert read(bid_kind=4, bid_value=4) == Bid(BidKind.PLUNGE, 4)
    assert read(bid_kind=5, bid_value=3) == Bid(BidKind.SPLASH, 3)
    assert read(call=9) is Call.FOLLOW_ME
    assert read(call=17) is Call.UNDECLARED


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
    assert wire.unary_answer(Decision.PLAY, 5, data) == (5, Tile.parse("6-4"), 0)
    data = bot_pb2.PlayResponse(request_id=6, play=game_pb2.DOMINO_6_4).SerializeToString()
    answered, action, _ = wire.unary_answer(Decision.PLAY, 5, data)
    assert isinstance(action, Unreadable)
    assert (answered, "request 6" in action.came) == (5, True)


def test_what_a_bot_says_that_it_took_is_read() -> None:
    """On a stream and from each of the unary calls, as it is said; 0 where it isn't."""
    said = bot_pb2.BotMessage(
        answers=[
            bot_pb2.Answer(request_id=7, play=game_pb2.DOMINO_6_4, think_us=1_234),
            bot_pb2.Answer(request_id=8, think_us=2**32 - 1),
        ]
    )
    assert [told for _, _, told in wire.answers(said)] == [1_234, 2**32 - 1]
    responses = {
        Decision.BID: bot_pb2.BidResponse(kind=game_pb2.BID_KIND_PASS, think_us=1),
        Decision.CALL_TRUMP: bot_pb2.CallTrumpResponse(call=game_pb2.CALL_FIVES, think_us=2),
        Decision.PLAY: bot_pb2.PlayResponse(play=game_pb2.DOMINO_6_4, think_us=3),
    }
    told = [
        wire.unary_answer(decision, 5, response.SerializeToString())[2]
        for decision, response in responses.items()
    ]
    assert told == [1, 2, 3]


@pytest.mark.parametrize("decision", list(Decision))
def test_an_empty_unary_response_is_never_an_action(decision: Decision) -> None:
    """Protobuf's empty message is zero bytes: it must not be taken for a pass or 0-0."""
    assert isinstance(wire.unary_answer(decision, 5, b"")[1], Unreadable)


@pytest.mark.parametrize("name", MANY_RULES)
def test_rules_are_told_whole(name: str) -> None:
    """Every option is told under its name, as the value that it has."""
    options = MANY_RULES[name]
    told = {
        field.name: _plain(field, getattr(wire.rules(options), field.name))
        for field in game_pb2.Rules.DESCRIPTOR.fields
    }
    expected = options.as_dict()
    assert expected.pop("hand_size") in ("auto", told["tiles_per_seat"])
    expected["max_marks"] = options.max_marks or 0
    assert {option: told.pop(option) for option in expected} == expected
    assert told == {
        "rules_id": 1,
        "tiles_per_seat": options.tiles_per_seat,
        "total_points": options.total_points,
        "sides": options.seating.sides,
        "calls": [call.name.lower() for call in options.calls],
        "needs_memory": options.needs_memory,
    }


def _plain(field: FieldDescriptor, value: Any) -> object:
    if field.enum_type is None:
        return value if isinstance(value, int | str) else list(value)
    if not isinstance(value, int):
        return [_plain(field, each) for each in value]
    prefix = field.enum_type.values[0].name.removesuffix("UNSPECIFIED")
    return field.enum_type.values_by_number[value].name.removeprefix(prefix).lower()


def test_a_first_shaker_by_seat_is_told_without_the_seat() -> None:
    """Seats are counted from each receiver, and the rules are the same for all of them."""
    told = wire.rules(replace(STANDARD, first_shaker=2))
    assert told.first_shaker == game_pb2.FIRST_SHAKER_SEAT


def test_marks_may_be_lost() -> None:
    """A player who bid alone and is set loses marks of its own: awards go below 0, yours first."""
    options = replace(
        MANY_RULES["alone-4"], scoring=Scoring.MARKS, target=7, all_pass=AllPass.FORCED
    )
    table = a_table(options, deal("lost", 0, options))
    for bid in (PASS, Bid.marks(2), PASS, PASS):
        table.answer(bid, 0)
    for _ in asks_of(table, random.Random(1)):
        pass
    told = [bot_pb2.HandOver.FromString(each) for each in wire.hands_over(table)]
    bidder = table.hand.public.auction.bidder
    assert bidder is not None
    assert [each.awards[(bidder - seat) % 4] for seat, each in enumerate(told)] == [-2] * 4
    assert all(sum(each.awards) == -2 for each in told)


def test_a_bot_that_lacks_a_call_is_told_which() -> None:
    """Only what these rules can lead to counts, and a bot that names no call can play all."""
    straight = bot_pb2.BotInfo(calls=list(range(1, 10)))  # type: ignore[arg-type]
    house = MANY_RULES["texas_house-4"].calls
    assert wire.calls_missing(straight, STANDARD.calls) == ""
    assert wire.calls_missing(straight, house) == "nello own, nello high"
    assert wire.calls_missing(bot_pb2.BotInfo(), house) == ""
