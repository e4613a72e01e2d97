"""Tiles and sets of tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.tiles import (
    ALL_TILES,
    BIT,
    COUNT,
    DOUBLES,
    SIZE,
    TILES,
    Tile,
    parse_tiles,
    say,
    tile_set,
    tiles_in,
)
from tests.rules import naive

tiles = st.sampled_from(TILES)
sets_of_tiles = st.integers(0, ALL_TILES)


def test_the_set_is_double_six() -> None:
    """There is one tile for each pair of ends, 0-0 to 6-6 (R1)."""
    assert 28 == SIZE == len(TILES)
    assert naive.EVERY_TILE == [(tile.high, tile.low) for tile in TILES]
    assert [*range(28)] == [*TILES]


@given(tiles)
def test_parse_reads_what_str_writes(tile: Tile) -> None:
    """A tile written and read again is the same tile."""
    assert tile == Tile.parse(str(tile))
    assert f"Tile({tile.high}-{tile.low})" == repr(tile)


@given(tiles)
def test_both_orders_of_the_ends_are_one_tile(tile: Tile) -> None:
    """Case 31: `4-6` and `6-4` are the same tile."""
    assert tile == Tile.parse(f"{tile.low}-{tile.high}")
    assert tile == Tile.of(tile.low, tile.high) == Tile.of(tile.high, tile.low)
    assert tile is Tile.parse(f" {tile.low}-{tile.high}\n")


@pytest.mark.parametrize(
    "text", ["", "-", "6", "6-", "-4", "7-0", "0-7", "6-4-2", "66-4", "6 4", "6--4", "a-b", "٦-٤"]
)
def test_what_is_no_tile_is_refused(text: str) -> None:
    """Anything but two ends from 0 to 6 is refused, with the form to use."""
    with pytest.raises(ValueError, match=r"is no tile: write it as 6-4"):
        Tile.parse(text)


@pytest.mark.parametrize(("one_end", "other_end"), [(7, 0), (0, 7), (-1, 3), (99, 99)])
def test_ends_outside_the_set_are_refused(one_end: int, other_end: int) -> None:
    """A double-six set has no tile with such an end."""
    with pytest.raises(ValueError, match=f"no tile {one_end}-{other_end}"):
        Tile.of(one_end, other_end)


@given(st.text("0123456789-- a٦", max_size=5))
def test_parse_never_fails_otherwise(text: str) -> None:
    """Whatever is read gives a tile that is written with those ends, or a ValueError."""
    try:
        tile = Tile.parse(text)
    except ValueError:
        return
    assert sorted(text.strip().split("-")) == sorted(str(tile).split("-"))


def test_pips_and_doubles() -> None:
    """Pips are both ends together; the seven doubles have equal ends."""
    assert [high + low for high, low in naive.EVERY_TILE] == [tile.pips for tile in TILES]
    assert [high == low for high, low in naive.EVERY_TILE] == [tile.is_double for tile in TILES]
    assert "6-6 5-5 4-4 3-3 2-2 1-1 0-0" == say(DOUBLES)


def test_five_tiles_count() -> None:
    """5-5 and 6-4 count ten, 5-0, 4-1 and 3-2 five, all others nothing (R27)."""
    counts = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}

    assert [counts.get(str(tile), 0) for tile in TILES] == [tile.count for tile in TILES]
    assert [tile.count for tile in TILES] == [*COUNT]
    assert 35 == sum(COUNT)


@given(st.sets(tiles))
def test_a_set_gives_back_its_members(members: set[Tile]) -> None:
    """Tiles put into a set come out again, lowest number first, in whatever order they came."""
    together = tile_set(members)

    assert tuple(sorted(members)) == tiles_in(together)
    assert together == tile_set(sorted(members, reverse=True)) == sum(BIT[t] for t in members)
    assert all(isinstance(tile, Tile) for tile in tiles_in(together))


@given(sets_of_tiles)
def test_parse_tiles_reads_what_say_writes(together: int) -> None:
    """A set written and read again is the same set, highest tile first."""
    written = say(together)
    words = written.split() if together else []

    assert together == parse_tiles(" ".join(words))
    assert words == sorted(words, reverse=True)


def test_the_empty_set_is_said_in_words() -> None:
    """No tiles at all read as `nothing`, not as an empty line."""
    assert "nothing" == say(0)
    assert () == tiles_in(0)
    assert 0 == parse_tiles("")


def test_all_tiles_are_every_tile() -> None:
    """The whole set holds each tile once."""
    assert TILES == tiles_in(ALL_TILES)
    assert ALL_TILES == tile_set(TILES)


@pytest.mark.parametrize("text", ["6-4 6-4", "6-4 5-5 4-6"])
def test_a_tile_comes_once_in_a_set(text: str) -> None:
    """A tile that comes twice, in either order of its ends, is refused by name."""
    with pytest.raises(ValueError, match=r"^6-4 comes twice$"):
        parse_tiles(text)


@pytest.mark.parametrize("number", [-1, 28, 49])
def test_a_number_beyond_the_set_is_no_tile(number: int) -> None:
    """Only 0 to 27 are tiles; -1 is not 6-6."""
    with pytest.raises(ValueError, match="no tile"):
        Tile(number)
