"""How `rule` plays in positions where any player would agree."""

import pytest

from texas42 import LEFT, ME, PARTNER, RIGHT, Observation, Rules
from texas42.house.playing import play
from texas42.testing import playing


@pytest.mark.parametrize(
    ("dealt", "call", "bidder", "played", "best"),
    [
        # The bidder draws trumps with the best one.
        ("5-5 6-5 5-4 6-6 4-4 2-1 1-0", "fives", ME, "", "5-5"),
        # Partner has the trick for certain: count goes on it.
        ("5-0 6-4 4-1 3-2 2-1 1-0 3-3", "sixes", PARTNER, "6-6 6-1", "6-4"),
        ("5-0 4-1 3-2 2-1 1-0 3-3 2-2", "sixes", PARTNER, "6-6 6-1", "3-2"),
        # The other side has it: no count.
        ("5-0 4-1 3-2 2-1 1-0 3-3 2-0", "sixes", LEFT, "6-6 6-1 6-2", "1-0"),
        # Last to play, a low trump takes the count.
        ("6-0 6-5 4-1 3-2 2-1 1-1 3-3", "sixes", LEFT, "5-5 5-4 5-3", "6-0"),
    ],
)
def test_plain_positions(dealt: str, call: str, bidder: int, played: str, best: str) -> None:
    assert str(play(playing(dealt, call, bidder=bidder, played=played))) == best


def test_a_single_legal_tile_is_played() -> None:
    seen = playing("6-0 5-4 4-1 3-2 2-1 1-1 3-3", "sixes", bidder=RIGHT, played="6-6")
    assert str(play(seen)) == "6-0"


ALONE = Rules(players=3, sides=3, tiles_per_seat=9, total_points=44)


@pytest.mark.parametrize(
    ("dealt", "call", "bidder", "played", "best"),
    [
        # A sure winner is led, and a low tile without count where there is none.
        ("6-6 6-0 5-4 4-1", "sixes", ME, "", "6-6"),
        ("6-0 5-4 4-1", "sixes", ME, "", "6-0"),
        # The last to play takes the bidder's trick with the lowest tile that does.
        ("6-0 6-5 4-1 3-2", "sixes", LEFT, "5-5 5-4", "6-0"),
        # A fellow defender has it for certain: count goes on it.
        ("5-0 4-4 3-3 1-0", "sixes", LEFT, "2-1 6-6", "5-0"),
    ],
)
def test_rules_of_thumb_at_another_table(
    dealt: str, call: str, bidder: int, played: str, best: str
) -> None:
    message = playing(dealt, call, bidder=bidder, played=played).message
    assert str(play(Observation(message, {0: ALONE}))) == best


@pytest.mark.parametrize(
    ("call", "played", "best"),
    [
        ("nello own", "", "1-0"),  # the tile that most others beat is led
        ("nello own", "6-6", "5-5"),  # the highest that stays below
        ("nello high", "4-3", "4-2"),
        ("sevens", "6-1", "4-2"),
    ],
)
def test_rules_of_thumb_for_special_contracts(call: str, played: str, best: str) -> None:
    seen = playing("6-2 5-5 4-2 1-0", call, bidder=RIGHT if played else ME, played=played)
    assert str(play(seen)) == best
