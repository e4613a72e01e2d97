"""Every noun speaks both ways: what `str` writes `parse` reads, and the other way round."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.bids import MOST_MARKS, PASS, Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.deal import Deal
from arena.rules.seats import MOST_SEATS, parse_seat, seat_name
from arena.rules.tiles import ALL_TILES, TILES, Tile, parse_tiles, say, tiles_in
from tests.rules.staging import deals, random_deal, random_options

SOME_MARKS = (BidKind.MARKS, BidKind.PLUNGE, BidKind.SPLASH)
EVERY_BID = [
    PASS,
    *(Bid.points(points) for points in range(1, 63)),
    *(Bid(kind, marks) for kind in SOME_MARKS for marks in range(1, MOST_MARKS + 1)),
]
PARSERS: list[Callable[[str], object]] = [
    Tile.parse,
    parse_tiles,
    parse_seat,
    Bid.parse,
    Call.parse,
    Deal.parse,
]

# Written, then read.


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_is_read_as_it_is_written(tile: Tile) -> None:
    """Also with its ends exchanged, and blanks around it."""
    assert [tile] * 3 == [Tile.parse(text) for text in (str(tile), str(tile)[::-1], f" {tile} ")]


@given(st.integers(1, ALL_TILES), st.randoms(use_true_random=False))
def test_a_set_of_tiles_is_read_as_it_is_written(tiles: int, random: Random) -> None:
    """Also in another order."""
    words = say(tiles).split()
    random.shuffle(words)

    assert tiles == parse_tiles(say(tiles)) == parse_tiles(" ".join(words))


@pytest.mark.parametrize("seat", range(MOST_SEATS))
def test_a_seat_is_read_as_it_is_written(seat: int) -> None:
    """Also as a small letter."""
    assert [seat, seat] == [parse_seat(seat_name(seat)), parse_seat(seat_name(seat).lower())]


@pytest.mark.parametrize("bid", EVERY_BID, ids=str)
def test_a_bid_is_read_as_it_is_written(bid: Bid) -> None:
    """Also in capitals, and in short."""
    short = {
        BidKind.PASS: "P", BidKind.POINTS: f"{bid.value}", BidKind.MARKS: f"M{bid.value}",
        BidKind.PLUNGE: f"PL{bid.value}", BidKind.SPLASH: f"SP{bid.value}",
    }[bid.kind]  # fmt: skip

    assert [bid] * 3 == [Bid.parse(text) for text in (str(bid), str(bid).upper(), short)]


@pytest.mark.parametrize("call", Call, ids=str)
def test_a_call_is_read_as_it_is_written(call: Call) -> None:
    """Also in capitals."""
    assert [call, call] == [Call.parse(str(call)), Call.parse(str(call).upper())]


@given(deals())
def test_a_deal_is_read_as_it_is_written(deal: Deal) -> None:
    """Four hands and who shook."""
    assert deal == Deal.parse(str(deal))


@given(st.randoms(use_true_random=False))
def test_a_deal_for_any_number_of_players_is_read_as_it_is_written(random: Random) -> None:
    """With tiles taken out or asleep."""
    deal = random_deal(random, random_options(random))

    assert deal == Deal.parse(str(deal))


# Read, then written.

WORDS = st.sampled_from([
    *map(str, TILES), "4-6", *"ABCG|", "pass", "P", "30", "42", "1 mark", "2 marks", "M2",
    "plunge 4", "PL4", "splash", "fours", "follow me", "nello own", "sevens", "0", "-1", "²", "7-7",
])  # fmt: skip
TEXTS = st.one_of(st.text(max_size=12), st.lists(WORDS, max_size=8).map(" ".join))


@given(TEXTS)
def test_a_text_is_a_value_or_a_value_error(text: str) -> None:
    """And a value is written as something that means the same."""
    for parse in PARSERS:
        try:
            value = parse(text)
        except ValueError:
            continue
        assert value == parse(said(parse, value))


def said(parse: Callable[[str], object], value: object) -> str:
    """What is written for a value that `parse` gave."""
    if parse is parse_tiles:
        assert isinstance(value, int)
        return " ".join(map(str, tiles_in(value)))
    if parse is parse_seat:
        assert isinstance(value, int)
        return seat_name(value)
    return str(value)
