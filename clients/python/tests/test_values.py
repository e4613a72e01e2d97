"""Values speak both ways, stand in their order, and are one object each."""

from typing import Any

import pytest

from texas42 import PASS, Bid, BidKind, Call, Decision, Domino
from texas42.v1 import game_pb2
from texas42.values import DOMINOES, bid_of, calls


def test_all_28_tiles_are_written_and_read() -> None:
    assert len(Domino) == 28
    assert [Domino.parse(str(tile)) for tile in Domino] == list(Domino)


def test_a_tile_has_one_identity() -> None:
    assert Domino.parse("4-6") is Domino.parse(" 6-4 ") is Domino.of(4, 6) is Domino.D6_4


def test_tiles_have_the_numbers_and_names_of_the_wire() -> None:
    wire = {number: name for name, number in game_pb2.Domino.items() if number}
    assert {int(tile): f"DOMINO_{tile.name[1:]}" for tile in Domino} == wire


def test_a_tile_knows_its_ends_and_its_worth() -> None:
    tile = Domino.parse("6-4")
    assert (tile.high, tile.low, tile.pips, tile.count, tile.is_double) == (6, 4, 10, 10, False)
    assert sum(tile.count for tile in Domino) == 35
    assert [str(tile) for tile in Domino if tile.count] == ["3-2", "4-1", "5-0", "5-5", "6-4"]
    assert sum(tile.is_double for tile in Domino) == 7


def test_a_tile_is_written_alike_everywhere() -> None:
    assert f"{Domino.D6_4} {Domino.D6_4:>5}" == "6-4   6-4"


@pytest.mark.parametrize("text", ["", "6", "6-", "7-0", "6-4-1", "a-b", "-6-4", "6 4", "66"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="tile"):
        Domino.parse(text)


def test_ends_beyond_six_are_refused() -> None:
    with pytest.raises(ValueError, match="ends of 0 to 6"):
        Domino.of(7, 0)


def test_calls_are_written_and_read() -> None:
    assert [Call.parse(str(call)) for call in Call] == list(Call)
    assert Call.parse("Follow-Me") is Call.FOLLOW_ME
    assert Call.parse("nello own inverted") is Call.NELLO_OWN_INVERTED
    assert [call.pip for call in Call] == [0, 1, 2, 3, 4, 5, 6, *[None] * 10]
    assert [call for call in Call if not call.is_straight] == list(Call)[11:]
    assert [str(call)[:5] for call in Call if call.is_nello] == ["nello"] * 4
    assert f"{Call.FOLLOW_ME:>10}" == " follow me"


def test_what_is_no_call_is_refused() -> None:
    with pytest.raises(ValueError, match="the calls are blanks, ones"):
        Call.parse("hearts")


def test_calls_have_the_numbers_and_names_of_the_wire() -> None:
    wire = {number: name for name, number in game_pb2.Call.items() if number}
    assert {int(call): f"CALL_{call.name}" for call in Call} == wire


def test_decisions_have_the_numbers_and_names_of_the_wire() -> None:
    wire = {number: name for name, number in game_pb2.Decision.items() if number}
    assert {int(asked): f"DECISION_{asked.name}" for asked in Decision} == wire


LADDER = ["pass", *map(str, range(30, 42)), "1 mark", "2 marks", "3 marks"]


def test_bids_are_written_and_read() -> None:
    assert [str(Bid.parse(text)) for text in LADDER] == LADDER


def test_bids_stand_in_the_order_of_the_ladder() -> None:
    bids = [Bid.parse(text) for text in LADDER]
    assert sorted(set(bids)) == bids
    assert max(bids) == Bid.marks(3)


@pytest.mark.parametrize("text", ["plunge 4", "splash 3", "plunge 12"])
def test_bids_on_doubles_are_written_and_read(text: str) -> None:
    assert str(Bid.parse(text)) == text


def test_bids_on_doubles_stand_where_as_many_marks_do() -> None:
    """Neither is less than the other, and yet they are not the same bid."""
    marks, plunge, splash = Bid.marks(4), Bid.plunge(4), Bid.splash(4)
    for one in (marks, plunge, splash):
        for other in (marks, plunge, splash):
            assert not one < other
            assert not one > other
            assert one <= other >= one
    assert len({marks, plunge, splash}) == 3
    assert Bid.marks(3) < plunge < Bid.marks(5)
    assert Bid.points(41) < Bid.splash(1)
    assert max(Bid.marks(2), Bid.splash(3), Bid.points(41)) == Bid.splash(3)
    assert [bid.in_marks for bid in (PASS, Bid.points(30), marks, plunge)] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (BidKind.MARKS, -1),
        (BidKind.MARKS, 0),
        (BidKind.POINTS, 31.0),
        (BidKind.POINTS, None),
        (BidKind.PASS, 3),
        (BidKind.PLUNGE, True),
        (BidKind.MARKS, 2**32),
        (3, 1),
        ("marks", 1),
    ],
)
def test_a_bid_that_could_not_be_sent_can_not_be_made(kind: Any, value: Any) -> None:
    with pytest.raises(ValueError, match="no bid has the kind"):
        Bid(kind, value)


def test_common_bids_are_one_object_each() -> None:
    assert Bid.parse("31") is Bid.points(31) is bid_of(BidKind.POINTS, 31)
    assert Bid.parse("pass") is PASS is bid_of(BidKind.PASS, 0)
    assert Bid.marks(200) == Bid.parse("200 marks") == bid_of(BidKind.MARKS, 200)


@pytest.mark.parametrize(
    "text", ["", "passes", "x", "-1", "0", "0 marks", "2 hands", "thirty", "plunge", "4 plunge"]
)
def test_what_is_no_bid_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="bid"):
        Bid.parse(text)


def test_unknown_numbers_are_no_values() -> None:
    assert bid_of(9, 4) is bid_of(3, 0) is None
    assert 2 not in DOMINOES
    assert calls([1, 99, 9]) == (Call.BLANKS, Call.FOLLOW_ME)
