"""Who shakes first, and who next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.shaker import level_highest, shaker_of_hand
from arena.rules.tiles import TILES, Tile

FOUR = range(4)


def drawn(draw: str) -> list[Tile]:
    """A draw as a list of tiles."""
    return [Tile.parse(word) for word in draw.split()]


def test_only_the_tied_draw_again() -> None:
    """O05: with 6-4, 5-5, 3-0 and 2-1, A and B tie at ten and draw again (R4)."""
    assert [0, 1] == level_highest(FOUR, drawn("6-4 5-5 3-0 2-1"))
    assert [0] == level_highest([0, 1], drawn("1-0 0-0"))
    assert [1] == level_highest([0, 1], drawn("0-0 1-0"))


def test_most_pips_shake() -> None:
    """O06: 6-6 of A beats 6-5, 5-5 and 0-0 at once."""
    assert [0] == level_highest(FOUR, drawn("6-6 6-5 5-5 0-0"))


def test_those_left_keep_their_order() -> None:
    """Seats drop out one draw after another."""
    assert [0, 2] == level_highest(FOUR, drawn("6-4 2-1 5-5 3-0"))
    assert [0, 2] == level_highest([0, 2], drawn("3-2 4-1"))
    assert [2] == level_highest([0, 2], drawn("2-0 6-6"))


@given(st.permutations(TILES), st.integers(2, 7))
def test_who_is_left_has_drawn_the_most(tiles: list[Tile], seats: int) -> None:
    """In any draw exactly the seats with the most pips are left."""
    pips = [tile.pips for tile in tiles[:seats]]
    most = [seat for seat in range(seats) if pips[seat] == max(pips)]

    assert most == level_highest(range(seats), tiles[:seats])


@pytest.mark.parametrize("draw", ["6-4 5-5 3-0", "6-4 5-5 3-0 2-1 1-0"])
def test_a_draw_must_fit_those_who_draw(draw: str) -> None:
    """Too few tiles and too many are refused."""
    with pytest.raises(ValueError, match="zip"):
        level_highest(FOUR, drawn(draw))


def test_the_shake_passes_left_after_every_hand() -> None:
    """The shake passes clockwise by one seat a hand, round and round (R6, C1)."""
    assert [2, 3, 0, 1, 2, 3, 0] == [shaker_of_hand(2, hand, 4) for hand in range(7)]
    assert [4, 0, 1] == [shaker_of_hand(4, hand, 5) for hand in range(3)]
