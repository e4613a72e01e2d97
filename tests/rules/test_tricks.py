"""What must follow a lead, and who wins a trick."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.contracts import CONTRACTS, Call
from arena.rules.suits import DOUBLES_SUIT, TRUMP, DoublesAre, suits_with
from arena.rules.tiles import ALL_TILES, TILES, Tile, parse_tiles, say
from arena.rules.tricks import (
    NEAREST_FIRST,
    SEVENS,
    TrickLaw,
    allowed,
    distance_from_seven,
    following_suit,
    legal_tiles,
    nearest_to_seven,
    trick_points,
    winner,
)

OWN_DOUBLES = following_suit(suits_with(0, DoublesAre.OWN_SUIT))
FOLLOWING_SUIT = [call for call in Call if call < Call.SEVENS]


def law(call: Call) -> TrickLaw:
    """The law of a call."""
    return CONTRACTS[call].law


def legal(law: TrickLaw, led: str, hand: str) -> str:
    """What of a hand may be played on a lead."""
    return say(legal_tiles(law, parse_tiles(hand), Tile.parse(led)))


def wins(law: TrickLaw, trick: str) -> str:
    """The tile that wins a trick."""
    tiles = [Tile.parse(word) for word in trick.split()]
    return str(tiles[winner(law, tiles)])


def test_a_trump_does_not_follow_its_other_end() -> None:
    """Case 1: fours trump and 2-1 led, 4-2 neither may nor must follow twos (R25)."""
    assert "2-0" == legal(law(Call.FOURS), "2-1", "4-2 6-6 2-0")
    assert "6-6 5-3 4-2" == legal(law(Call.FOURS), "2-1", "4-2 6-6 5-3")
    assert "6-5" == legal(law(Call.ONES), "6-0", "6-1 6-5 1-1")


def test_a_led_trump_asks_for_trumps() -> None:
    """Case 2: aces trump and 6-1 led, trumps must follow and 6-5 need not (R23)."""
    assert TRUMP == law(Call.ONES).asks[Tile.parse("6-1")]
    assert "1-0" == legal(law(Call.ONES), "6-1", "6-5 1-0 6-6")
    assert "6-6 6-5 4-3" == legal(law(Call.ONES), "6-1", "6-5 6-6 4-3")


def test_a_double_as_trump_does_not_follow_its_pip() -> None:
    """Case 3: doubles trump and 6-5 led, only 6-4 of 6-6 6-4 is legal (R20)."""
    assert "6-4" == legal(law(Call.DOUBLES), "6-5", "6-6 6-4")


def test_a_double_in_its_own_suit_does_not_follow_its_pip() -> None:
    """Case 4: doubles a suit of their own and 5-3 led, 5-0 follows and 5-5 may not (R21)."""
    assert "5-0" == legal(OWN_DOUBLES, "5-3", "5-5 5-0")


def test_doubles_in_their_own_suit_follow_each_other() -> None:
    """Case 5: doubles a suit of their own and 3-3 led, 6-6 must follow and 3-1 may not."""
    assert DOUBLES_SUIT == OWN_DOUBLES.asks[Tile.parse("3-3")]
    assert "6-6" == legal(OWN_DOUBLES, "3-3", "6-6 3-1")


@pytest.mark.parametrize("hand", ["4-3 2-0 0-0", "4-2"])
def test_who_can_not_follow_may_play_anything(hand: str) -> None:
    """Case 6: void in the suit led and without trumps, every tile is legal (R24)."""
    assert say(parse_tiles(hand)) == legal(law(Call.ONES), "6-5", hand)


def test_there_is_no_duty_to_trump_or_to_win() -> None:
    """Who follows may play low, and who can't follow need not trump (R24)."""
    assert "6-6 6-0" == legal(law(Call.ONES), "6-5", "6-6 6-0 1-1")
    assert "5-4 4-3 1-1" == legal(law(Call.ONES), "6-0", "5-4 4-3 1-1")


def test_tiles_of_a_suit_rank_by_the_other_end() -> None:
    """Case 8: sixes trump and 3-1 led, 5-3 beats 3-0, and 3-3 beats both (R19)."""
    assert "5-3" == wins(law(Call.SIXES), "3-1 5-3 3-0 2-2")
    assert "3-3" == wins(law(Call.SIXES), "3-1 5-3 3-0 3-3")
    assert "6-0" == wins(law(Call.SIXES), "3-1 5-3 6-0 3-3")


@pytest.mark.parametrize("call", FOLLOWING_SUIT)
def test_anything_may_be_led(call: Call) -> None:
    """A leader may lead every tile held, trumps included (R22)."""
    held = parse_tiles("6-6 6-4 5-1 3-3 0-0")

    assert held == legal_tiles(law(call), held, None)
    assert (ALL_TILES,) == law(call).lead


def test_the_first_tier_held_is_played() -> None:
    """A seat must play from the best tier it holds a tile of; nothing comes of nothing."""
    tiers = (parse_tiles("6-6 5-5"), parse_tiles("4-4"))

    assert parse_tiles("5-5") == allowed(parse_tiles("5-5 4-4 3-3"), tiers)
    assert parse_tiles("4-4") == allowed(parse_tiles("4-4 3-3"), tiers)
    assert 0 == allowed(parse_tiles("3-3"), tiers) == allowed(0, tiers)


def test_equal_tiles_are_won_by_the_first() -> None:
    """Of tiles worth the same, the one played first wins: no suit has such, but sevens have."""
    level = TrickLaw(asks=(0,) * 28, lead=(ALL_TILES,), follow=(), power=((1,) * 28,) * 28)

    assert 0 == winner(level, TILES[:4])
    assert 1 == winner(law(Call.SIXES), [Tile.parse(word) for word in ["5-4", "5-5", "2-1", "3-0"]])


# Sevens.

BY_DISTANCE = [
    "6-1 5-2 4-3",
    "6-2 6-0 5-3 5-1 4-4 4-2 3-3",
    "6-3 5-4 5-0 4-1 3-2",
    "6-4 5-5 4-0 3-1 2-2",
    "6-5 3-0 2-1",
    "6-6 2-0 1-1",
    "1-0",
    "0-0",
]
"""The tiles by how far they are from seven, as section 3.5 lists them."""


def test_tiles_are_so_far_from_seven() -> None:
    """From 6-1, 5-2 and 4-3, which are seven, to 0-0, which is farthest (3.5)."""
    assert BY_DISTANCE == [say(tiles) for tiles in NEAREST_FIRST]
    assert parse_tiles(BY_DISTANCE[0]) == SEVENS
    for distance, tiles in enumerate(BY_DISTANCE):
        assert {distance} == {distance_from_seven(Tile.parse(word)) for word in tiles.split()}


@pytest.mark.parametrize(
    ("hand", "playable"),
    [
        ("6-2 5-1 0-0", "6-2 5-1"),
        ("6-6 1-0", "6-6"),
        ("0-0", "0-0"),
        ("4-3 4-4 6-1", "6-1 4-3"),
        ("6-5 5-5", "5-5"),
    ],
)
def test_in_sevens_the_nearest_is_played(hand: str, playable: str) -> None:
    """Case 26: whoever leads or follows must play one of the hand's nearest to seven (3.5)."""
    sevens, held = law(Call.SEVENS), parse_tiles(hand)

    assert playable == say(legal_tiles(sevens, held, None))
    for led in TILES:
        assert playable == say(legal_tiles(sevens, held, led))


def test_in_free_play_any_tile_is_played() -> None:
    """With sevens_free_play no tile is bound, to lead or to follow (C18)."""
    free, held = nearest_to_seven(free_play=True), parse_tiles("6-2 5-1 0-0")

    assert {held} == {legal_tiles(free, held, led) for led in (None, *TILES)}


@pytest.mark.parametrize(
    ("trick", "winning"),
    [
        ("4-3 5-2 6-1 0-0", "4-3"),
        ("5-1 6-2 4-4 3-3", "5-1"),
        ("5-5 4-0 5-4 6-3", "5-4"),
        ("6-3 4-2 6-2 0-0", "4-2"),
        ("0-0 1-0 6-6 6-5", "6-5"),
    ],
)
@pytest.mark.parametrize("free_play", [False, True])
def test_in_sevens_the_nearest_wins_and_of_equals_the_first(
    trick: str, winning: str, free_play: bool
) -> None:
    """Case 26: the smallest distance wins, the earliest of equals, whatever was led (3.5)."""
    assert winning == wins(nearest_to_seven(free_play=free_play), trick)


def test_sevens_has_no_suits() -> None:
    """No lead asks for anything (3.5)."""
    assert {None} == {*law(Call.SEVENS).asks}


# What tricks are worth.


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("6-6 6-5 3-0 2-0", 1),
        ("5-5 6-4 3-2 4-1", 31),
        ("5-0 4-1 3-2 0-0", 16),
        ("5-5 6-6 3-3 2-2", 11),
    ],
)
def test_a_trick_is_worth_one_and_its_count(trick: str, points: int) -> None:
    """Each trick adds one point to the counts in it (R27)."""
    assert points == trick_points([Tile.parse(word) for word in trick.split()])


@settings(deadline=None)
@given(st.permutations(TILES), st.sampled_from(FOLLOWING_SUIT))
def test_any_seven_tricks_are_worth_42(tiles: list[Tile], call: Call) -> None:
    """Case 21: the tricks count as well as the tiles, and each trick has one winner."""
    tricks = [tiles[4 * number : 4 * number + 4] for number in range(7)]

    assert 42 == sum(map(trick_points, tricks))
    for trick in tricks:
        power = law(call).power[trick[0]]
        best = max(power[tile] for tile in trick)
        assert [trick[winner(law(call), trick)]] == [t for t in trick if power[t] == best]
