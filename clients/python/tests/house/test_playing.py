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


def test_a_table_of_another_size_gets_a_legal_answer() -> None:
    seen = playing("6-0 5-4 4-1", "sixes")
    assert str(play(Observation(seen.message, {0: Rules(players=3)}))) == "4-1"
