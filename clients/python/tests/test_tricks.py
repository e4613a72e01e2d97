"""Suits, following and winning under every call: the worked tricks of the rule book."""

import random

import pytest

from texas42 import Call, Domino, Rules
from texas42.tricks import (
    ALL,
    ANY,
    COUNTS,
    DOUBLES,
    SUITS_OF,
    TRUMP,
    distance,
    mask,
    suits_under,
    value,
)

CALLS = {
    **{str(call.pip): call for call in Call if call.pip is not None},
    "D": Call.DOUBLES,
    "N": Call.FOLLOW_ME,
    "N/low": Call.FOLLOW_ME_LOW,
    "N/own": Call.FOLLOW_ME_OWN,
    "nello/own": Call.NELLO_OWN,
    "nello/high": Call.NELLO_HIGH,
    "nello/low": Call.NELLO_LOW,
    "nello/own-inv": Call.NELLO_OWN_INVERTED,
    "sevens": Call.SEVENS,
    "first lead": Call.UNDECLARED,
}


def tiles(text: str) -> list[Domino]:
    return [Domino.parse(tile) for tile in text.split()]


@pytest.mark.parametrize(
    ("call", "trick", "led", "place"),
    [
        ("5", "6-1 5-3 6-2 5-2", 6, 1),  # T01
        ("1", "4-2 4-3 4-4 6-4", 4, 2),  # T02
        ("3", "6-3 6-6 3-0 6-5", TRUMP, 0),  # T03
        ("3", "5-3 6-3 3-2 4-3", TRUMP, 1),  # T05
        ("0", "6-0 0-0 6-6 5-0", TRUMP, 1),  # T06
        ("0", "6-5 1-0 6-6 6-4", 6, 1),  # T07
        ("4", "2-1 4-2 2-2 2-0", 2, 1),  # T08
        ("4", "6-4 6-6 4-4 4-0", TRUMP, 2),  # T09
        ("6", "5-4 5-5 6-5 6-4", 5, 2),  # T11
        ("1", "3-2 5-3 3-0 4-3", 3, 1),  # T13
        ("1", "3-2 2-2 6-2 5-5", 3, 0),  # T14
        ("N", "6-4 4-4 6-5 5-5", 6, 2),  # T15
        ("N", "1-0 6-1 1-1 6-6", 1, 2),  # T16
        ("D", "6-4 6-5 6-3 0-0", 6, 3),  # T21
        ("D", "6-4 5-4 4-0 6-5", 6, 3),  # T23
        ("D", "2-2 6-5 6-4 1-1", TRUMP, 0),  # T24
        ("5", "5-0 5-5 6-5 5-4", TRUMP, 1),  # T38
        ("N/low", "6-6 6-0 5-5 4-4", 6, 1),  # T18
        ("N/own", "5-5 6-5 6-6 0-0", DOUBLES, 2),  # T19
        ("nello/high", "4-2 4-4 6-4", 4, 1),  # T26
        ("nello/own", "4-2 4-4 6-4", 4, 2),  # T27
        ("nello/low", "6-0 6-6 5-4", 6, 0),  # T28
        ("nello/own", "1-1 6-1 0-0", DOUBLES, 0),  # T29
        ("nello/own-inv", "1-1 6-1 0-0", DOUBLES, 2),
        ("nello/high", "2-0 5-4 6-3", 2, 0),  # T31
        ("nello/low", "3-3 3-0 3-1", 3, 2),  # T32
        ("sevens", "5-1 6-2 4-4 3-3", ANY, 0),  # T34
        ("sevens", "5-5 4-0 5-4 6-3", ANY, 2),  # T35
        ("sevens", "6-3 4-2 6-2 0-0", ANY, 1),  # T36
        ("first lead", "6-2 6-6 2-2 3-3", 6, 1),
    ],
)
def test_who_wins(call: str, trick: str, led: int, place: int) -> None:
    suits = SUITS_OF[CALLS[call]]
    played = tiles(trick)
    assert (suits.led[played[0]], suits.winner(played)) == (led, place)


@pytest.mark.parametrize(
    ("call", "lead", "hand", "legal"),
    [
        ("4", "2-1", "4-2 6-6 5-3", "4-2 6-6 5-3"),  # L01
        ("4", "2-1", "4-2 6-2 5-3", "6-2"),  # L02
        ("3", "6-3", "6-6 6-5 3-0", "3-0"),  # L03
        ("D", "6-6", "6-5 6-4 3-2", "6-5 6-4 3-2"),  # L05
        ("D", "6-4", "6-6 4-4 5-1", "6-6 4-4 5-1"),  # L07
        ("N", "6-4", "4-4 6-0 5-5", "6-0"),  # L09
        ("N", "5-2", "2-2 2-1 6-0", "2-2 2-1 6-0"),  # L10
        ("6", "", "6-6 5-0 1-1", "6-6 5-0 1-1"),  # L18
        ("0", "5-3", "5-0 3-3 4-2", "5-0 3-3 4-2"),  # L19
        ("N/own", "5-2", "5-5 2-1 6-0", "5-5 2-1 6-0"),  # L11
        ("nello/high", "5-2", "5-5 2-1 6-0", "5-5"),  # L13
        ("nello/own", "5-2", "5-5 2-1 6-0", "5-5 2-1 6-0"),  # L14
        ("sevens", "4-3", "6-2 5-1 0-0", "6-2 5-1"),  # L16
        ("sevens", "", "6-2 5-1 0-0", "6-2 5-1"),
        ("first lead", "", "6-2 5-1 0-0", "6-2 5-1 0-0"),
    ],
)
def test_what_is_legal(call: str, lead: str, hand: str, legal: str) -> None:
    suits = SUITS_OF[CALLS[call]]
    assert suits.legal(tiles(hand), Domino.parse(lead) if lead else None) == tiles(legal)


def test_sets_of_tiles() -> None:
    assert ALL.bit_count() == 28
    assert COUNTS == mask(tiles("5-5 6-4 5-0 4-1 3-2"))
    assert value(tiles("5-5 6-4 5-0 0-0")) == 26
    assert [SUITS_OF[call].trumps.bit_count() for call in Call] == [7] * 8 + [0] * 9


def test_suits_fit_together() -> None:
    """A tile belongs to the suit it asks for, and of two members exactly one beats the other, but
    for equals in sevens."""
    for suits in SUITS_OF.values():
        for tile in Domino:
            led = suits.led[tile]
            assert suits.follows(tile, led)
            assert suits.above[tile] & ~suits.members[led] == 0
            for other in Domino:
                level = suits.call is Call.SEVENS and distance(tile) == distance(other)
                if other is not tile and suits.follows(other, led) and not level:
                    beaten_by = suits.beaten_by[led]
                    assert (beaten_by[tile] >> other & 1) != (beaten_by[other] >> tile & 1)


def test_a_better_tile_wins_wherever_it_lies() -> None:
    rng = random.Random(42)
    for _ in range(2000):
        suits = SUITS_OF[rng.choice([call for call in Call if call is not Call.SEVENS])]
        trick = rng.sample(list(Domino), 4)
        best = trick[suits.winner(trick)]
        rest = trick[1:]
        rng.shuffle(rest)
        again = [trick[0], *rest]
        assert again[suits.winner(again)] is best


def test_the_rules_say_how_trumps_rank_and_how_sevens_is_played() -> None:
    """`sheet_es` by the letter ranks 6-3 over 3-3; the letter of `sheet_is` leaves sevens free."""
    assert suits_under(Rules(), Call.THREES) is SUITS_OF[Call.THREES]
    assert suits_under(Rules(preset="other"), Call.SEVENS) is SUITS_OF[Call.SEVENS]
    by_pips = suits_under(Rules(trump_rank="pip_total"), Call.THREES)
    assert by_pips.winner(tiles("3-3 6-3 5-3")) == 1
    undeclared = suits_under(Rules(trump_rank="pip_total"), Call.UNDECLARED)
    assert undeclared.winner(tiles("3-0 3-3 6-3")) == 2
    free = suits_under(Rules(sevens_free_play=True), Call.SEVENS)
    hand = tiles("6-2 5-1 0-0")
    assert free.legal(hand, None) == free.legal(hand, Domino.D4_3) == hand
    assert free.winner(tiles("0-0 6-2 5-1")) == 1


def test_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="no tile was led"):
        SUITS_OF[Call.FIVES].winner([])
