"""Who shakes first, and who next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.shaker import first_shaker, shaker_of_hand
from arena.rules.tiles import TILES, Tile


def drawn(*draws: str) -> list[list[Tile]]:
    """Draws as lists of tiles."""
    return [[Tile.parse(word) for word in draw.split()] for draw in draws]


def test_only_the_tied_draw_again() -> None:
    """O05: with 6-4, 5-5, 3-0 and 2-1, A and B tie at ten and draw again (R4)."""
    draws = drawn("6-4 5-5 3-0 2-1", "1-0 0-0")

    assert 0 == first_shaker(iter(draws), 4)
    assert 1 == first_shaker(iter([draws[0], *drawn("0-0 1-0")]), 4)


def test_most_pips_shake() -> None:
    """O06: 6-6 of A beats 6-5, 5-5 and 0-0 at once, and no second draw is taken."""
    draws = iter(drawn("6-6 6-5 5-5 0-0", "0-0 6-6"))

    assert 0 == first_shaker(draws, 4)
    assert 1 == len([*draws])


def test_a_tie_may_last_several_draws() -> None:
    """Seats drop out one draw after another, and those left keep their order."""
    draws = drawn("6-4 2-1 5-5 3-0", "3-2 4-1", "5-4 6-3", "2-0 6-6")

    assert 2 == first_shaker(iter(draws), 4)


@given(st.permutations(TILES), st.integers(2, 7))
def test_the_shaker_has_drawn_the_most(tiles: list[Tile], seats: int) -> None:
    """In any first draw without a tie, the seat with the most pips shakes."""
    draw = tiles[:seats]
    pips = [tile.pips for tile in draw]
    tied = pips.count(max(pips))
    again = [[Tile.of(place, 0) for place in range(tied)]]
    leaders = [seat for seat in range(seats) if pips[seat] == max(pips)]

    assert leaders[-1] == first_shaker(iter([draw, *again]), seats)


@pytest.mark.parametrize(
    ("draws", "reason"),
    [
        (["6-4 5-5 3-0"], "4 seats draw, but 3 tiles were given"),
        (["6-4 5-5 3-0 2-1", "1-0 0-0 2-0"], "2 seats draw, but 3 tiles were given"),
        (["6-4 5-5 3-0 2-1"], "the draw for the first shaker ended in a tie"),
        ([], "the draw for the first shaker ended in a tie"),
    ],
)
def test_a_draw_must_fit_those_who_draw(draws: list[str], reason: str) -> None:
    """Too few tiles, too many or no end of ties are refused with the reason."""
    with pytest.raises(ValueError, match=reason):
        first_shaker(iter(drawn(*draws)), 4)


def test_the_shake_passes_left_after_every_hand() -> None:
    """The shake passes clockwise by one seat a hand, round and round (R6, C1)."""
    assert [2, 3, 0, 1, 2, 3, 0] == [shaker_of_hand(2, hand, 4) for hand in range(7)]
    assert [4, 0, 1] == [shaker_of_hand(4, hand, 5) for hand in range(3)]
