"""How the tiles fall into suits, and how they rank there."""

import pytest

from arena.rules.suits import (
    DOUBLES_SUIT,
    SUITS,
    TRUMP,
    DoublesAre,
    Suits,
    TrumpRank,
    suit_name,
    suits_with,
    tiles_with,
)
from arena.rules.tiles import BIT, DOUBLES, TILES, Tile, parse_tiles, say, tiles_in
from tests.rules import naive
from tests.rules.staging import pair

HIGH, LOW, OWN = DoublesAre.HIGH, DoublesAre.LOW, DoublesAre.OWN_SUIT
INVERTED = DoublesAre.OWN_INVERTED

KINDS: list[tuple[naive.Trumps, int, DoublesAre]] = [
    *((pip, tiles_with(pip), HIGH) for pip in range(7)),
    ("doubles", DOUBLES, HIGH),
    *((None, 0, doubles) for doubles in DoublesAre),
]
IDS = [f"{trumps}-{doubles.value}" for trumps, _, doubles in KINDS]


def ranked(suits: Suits, suit: int) -> str:
    """The tiles of a suit, best first."""
    power = suits.power[suit]
    members = sorted(tiles_in(suits.members[suit]), key=lambda tile: -power[tile])
    return " ".join(map(str, members))


def test_the_trumps_of_a_pip_rank_by_the_other_end() -> None:
    """With fours trumps the double is highest, then 6-4 down to 4-0 (R18)."""
    suits = suits_with(tiles_with(4))

    assert "4-4 6-4 5-4 4-3 4-2 4-1 4-0" == ranked(suits, TRUMP)


@pytest.mark.parametrize(
    ("pip", "in_order"),
    [
        (0, "6-0 5-0 4-0 3-0 2-0 1-0 0-0"),
        (3, "6-3 5-3 4-3 3-3 3-2 3-1 3-0"),
        (6, "6-6 6-5 6-4 6-3 6-2 6-1 6-0"),
    ],
)
def test_trumps_may_rank_by_their_pips(pip: int, in_order: str) -> None:
    """By pip total 6-3 is over 3-3 when threes are trumps; no other suit changes (2.2-f)."""
    usual, by_pips = (suits_with(tiles_with(pip), rank=rank) for rank in TrumpRank)

    assert in_order == ranked(by_pips, TRUMP)
    assert (usual.led, usual.members) == (by_pips.led, by_pips.members)
    for suit in SUITS:
        assert ranked(usual, suit) == ranked(by_pips, suit) or suit == TRUMP
        trumps_by_pips = [by_pips.power[suit][tile] for tile in tiles_in(tiles_with(pip))]
        assert min(trumps_by_pips) > max(
            by_pips.power[suit][tile] for tile in TILES if tile not in tiles_in(tiles_with(pip))
        )


@pytest.mark.parametrize(
    ("doubles", "apart"), [(HIGH, False), (LOW, False), (OWN, True), (INVERTED, True)]
)
def test_doubles_are_in_their_pips_or_apart(doubles: DoublesAre, apart: bool) -> None:
    """High and low doubles follow their pip, those in a suit of their own never do (R21)."""
    suits = suits_with(0, doubles)

    assert apart is doubles.apart
    for tile in tiles_in(DOUBLES):
        assert apart != bool(suits.members[tile.high] & BIT[tile])
        assert (DOUBLES_SUIT if apart else tile.high) == suits.led[tile]


def test_a_trump_leaves_its_other_suit() -> None:
    """With fours trumps no suit of a pip has a tile with a four, and fours is no suit (R18)."""
    suits = suits_with(tiles_with(4))

    assert "2-2 6-2 5-2 3-2 2-1 2-0" == ranked(suits, 2)
    assert "6-6 6-5 6-3 6-2 6-1 6-0" == ranked(suits, 6)
    assert "" == ranked(suits, 4) == ranked(suits, DOUBLES_SUIT)


def test_doubles_as_trumps_leave_their_pips() -> None:
    """Doubles rank 6-6 to 0-0 as trumps; the top six is then 6-5 (R20)."""
    suits = suits_with(DOUBLES)

    assert "6-6 5-5 4-4 3-3 2-2 1-1 0-0" == ranked(suits, TRUMP)
    assert "6-5 6-4 6-3 6-2 6-1 6-0" == ranked(suits, 6)
    assert "6-3 5-3 4-3 3-2 3-1 3-0" == ranked(suits, 3)
    assert "" == ranked(suits, DOUBLES_SUIT)


@pytest.mark.parametrize(
    ("doubles", "sixes", "of_their_own"),
    [
        (HIGH, "6-6 6-5 6-4 6-3 6-2 6-1 6-0", ""),
        (LOW, "6-5 6-4 6-3 6-2 6-1 6-0 6-6", ""),
        (OWN, "6-5 6-4 6-3 6-2 6-1 6-0", "6-6 5-5 4-4 3-3 2-2 1-1 0-0"),
        (INVERTED, "6-5 6-4 6-3 6-2 6-1 6-0", "0-0 1-1 2-2 3-3 4-4 5-5 6-6"),
    ],
)
def test_follow_me_has_no_trumps(doubles: DoublesAre, sixes: str, of_their_own: str) -> None:
    """Without trumps the doubles stand high, low, or in a suit of their own either way up (R21)."""
    suits = suits_with(0, doubles)

    assert "" == ranked(suits, TRUMP)
    assert sixes == ranked(suits, 6)
    assert of_their_own == ranked(suits, DOUBLES_SUIT)


@pytest.mark.parametrize(("trumps", "trump_set", "doubles"), KINDS, ids=IDS)
def test_every_suit_is_the_naive_one(
    trumps: naive.Trumps, trump_set: int, doubles: DoublesAre
) -> None:
    """Members, ranks and the suit that each tile asks for are those of the definitions."""
    suits = suits_with(trump_set, doubles)

    for pip in range(7):
        expected = naive.pip_suit(pip, trumps, doubles.value)
        assert expected == [pair(Tile.parse(word)) for word in ranked(suits, pip).split()]
    for tile in TILES:
        expected = naive.suit_asked(pair(tile), trumps, doubles.value)
        asked = ranked(suits, suits.led[tile]).split()
        assert expected == [pair(Tile.parse(word)) for word in asked]


@pytest.mark.parametrize(("trumps", "trump_set", "doubles"), KINDS, ids=IDS)
def test_a_tile_off_suit_never_wins(
    trumps: naive.Trumps, trump_set: int, doubles: DoublesAre
) -> None:
    """In a trick of some suit only its members and the trumps are worth anything, each another
    value, and every trump beats every member (R19, R26)."""
    suits = suits_with(trump_set, doubles)

    for suit in SUITS:
        power = suits.power[suit]
        counting = suits.members[suit] | trump_set
        values = [power[tile] for tile in tiles_in(counting)]
        assert [bool(counting & BIT[tile]) for tile in TILES] == [value > 0 for value in power]
        assert len(values) == len({*values})
        in_suit = [power[tile] for tile in tiles_in(suits.members[suit] & ~trump_set)]
        assert sorted(values) == sorted(in_suit) + sorted(
            power[tile] for tile in tiles_in(trump_set)
        )


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_lead_asks_for_its_higher_end(tile: Tile) -> None:
    """A led tile asks for its higher end, unless it is a trump (R23)."""
    for pip in range(7):
        suits = suits_with(tiles_with(pip))
        assert suits.led[tile] == (TRUMP if pip in (tile.high, tile.low) else tile.high)


@pytest.mark.parametrize("pip", range(7))
def test_seven_tiles_bear_each_pip(pip: int) -> None:
    """The set of a pip is its double and six others."""
    expected = " ".join(f"{max(pip, other)}-{min(pip, other)}" for other in range(7))

    assert parse_tiles(expected) == tiles_with(pip)
    assert 7 == len(say(tiles_with(pip)).split())


def test_suits_are_named_as_players_say() -> None:
    """Suits are blanks to sixes, doubles and trumps."""
    names = "blanks ones twos threes fours fives sixes doubles trumps"

    assert names == " ".join(suit_name(suit) for suit in SUITS)
