"""Values speak both ways, stand in their order, and are one object each."""

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
    assert [call.pip for call in Call] == [0, 1, 2, 3, 4, 5, 6, None, None]
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


def test_common_bids_are_one_object_each() -> None:
    assert Bid.parse("31") is Bid.points(31) is bid_of(BidKind.POINTS, 31)
    assert Bid.parse("pass") is PASS is bid_of(BidKind.PASS, 0)
    assert Bid.marks(200) == Bid.parse("200 marks") == bid_of(BidKind.MARKS, 200)


@pytest.mark.parametrize("text", ["", "passes", "x", "-1", "0", "0 marks", "2 hands", "thirty"])
def test_what_is_no_bid_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="bid"):
        Bid.parse(text)


def test_unknown_numbers_are_no_values() -> None:
    assert bid_of(4, 4) is None
    assert 2 not in DOMINOES
    assert calls([1, 10, 9]) == (Call.BLANKS, Call.FOLLOW_ME)
