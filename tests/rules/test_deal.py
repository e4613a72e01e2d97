"""Deals: who holds what, and who shook."""

import pytest
from hypothesis import given, settings

from arena.rules.deal import MOST_REMOVED, Deal, removed_tiles
from arena.rules.tiles import ALL_TILES, BIT, TILES, parse_tiles, say, tiles_in
from tests.rules.staging import EXAMPLE, deals


@settings(deadline=None)
@given(deals())
def test_parse_reads_what_str_writes(deal: Deal) -> None:
    """A deal written and read again is the same deal."""
    assert deal == Deal.parse(str(deal))


@settings(deadline=None)
@given(deals())
def test_all_tiles_are_dealt(deal: Deal) -> None:
    """Each of four seats holds seven tiles, and nothing is left over (R5)."""
    assert [7] * 4 == [len(tiles_in(hand)) for hand in deal.hands]
    assert ALL_TILES == sum(deal.hands)


def test_a_deal_is_written_by_seats() -> None:
    """The shaker comes first, then the tiles of A, B, C and D, highest first."""
    assert str(EXAMPLE) == (
        "A | 6-6 6-0 5-3 5-1 4-0 3-0 2-2 | 6-3 5-4 5-0 4-4 4-2 4-1 3-3"
        " | 6-5 6-4 5-2 4-3 2-1 1-1 1-0 | 6-2 6-1 5-5 3-2 3-1 2-0 0-0"
    )
    assert 0 == EXAMPLE.shaker
    assert parse_tiles("6-6 6-0 5-3 5-1 4-0 3-0 2-2") == EXAMPLE.hands[0]


def test_order_and_ends_may_be_written_in_any_way() -> None:
    """Case 31: tiles in any order, with their ends in any order, make the same deal."""
    assert Deal.parse("b|6-4 0-0|1-1 5-2") == Deal.parse("B | 0-0 4-6 | 2-5 1-1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A | 6-6 6-5 | 6-4 6-6", "seat B holds 6-6, which is dealt already"),
        ("A | 6-6 6-5 | 6-4 6-3 | 6-6 6-2", "seat C holds 6-6, which is dealt already"),
        ("A | 6-6 6-5 | 6-4", r"the hands differ in size: \[1, 2\]"),
        ("C | 6-6 | 6-5", "the shaker 2 is no seat of this deal"),
        ("A", "the hands differ in size"),
        ("H | 6-6 | 6-5", "'H ' is no seat"),
        ("A | 6-6 | 6-7", "'6-7' is no tile"),
        ("A | 6-6 6-6 | 6-5 6-4", "6-6 comes twice"),
    ],
)
def test_what_is_no_deal_is_refused(text: str, reason: str) -> None:
    """A tile dealt twice, hands of different sizes, or a shaker elsewhere make no deal."""
    with pytest.raises(ValueError, match=reason):
        Deal.parse(text)


@pytest.mark.parametrize(
    ("number", "removed"),
    [
        (0, "nothing"),
        (1, "1-0"),
        (3, "3-0 2-0 1-0"),
        (4, "4-0 3-0 2-0 1-0"),
        (5, "6-0 4-0 3-0 2-0 1-0"),
        (6, "6-0 4-0 3-0 2-0 1-1 1-0"),
        (7, "6-0 4-0 3-0 2-1 2-0 1-1 1-0"),
    ],
)
def test_tiles_are_taken_out_from_the_bottom(number: int, removed: str) -> None:
    """First 1-0, then the other blanks, then the ones, but never the double blank (section 4)."""
    assert removed == say(removed_tiles(number))


def test_count_is_never_taken_out() -> None:
    """The five tiles that count stay in, and the double blank: 22 others may go."""
    everything = removed_tiles(MOST_REMOVED)

    assert 22 == MOST_REMOVED == len(tiles_in(everything))
    assert "6-4 5-5 5-0 4-1 3-2 0-0" == say(ALL_TILES & ~everything)
    assert [] == [tile for tile in TILES if tile.count and everything & BIT[tile]]


def test_more_can_not_be_taken_out() -> None:
    """One more would take count out of the game, and is refused."""
    with pytest.raises(ValueError, match="only 22 tiles can be taken out, not 23"):
        removed_tiles(23)


def test_each_removal_adds_one_tile() -> None:
    """Taking out one more never puts another back."""
    for number in range(MOST_REMOVED):
        added = removed_tiles(number + 1) & ~removed_tiles(number)
        assert 0 == removed_tiles(number) & ~removed_tiles(number + 1)
        assert 1 == added.bit_count()
