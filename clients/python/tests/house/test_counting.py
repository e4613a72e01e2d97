"""What a seat can work out about tiles it doesn't see."""

import math

from texas42 import LEFT, ME, PARTNER, RIGHT, Domino
from texas42.house.counting import Unseen
from texas42.testing import playing
from texas42.tricks import mask

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"


def tiles(text: str) -> int:
    return mask(map(Domino.parse, text.split()))


def test_at_first_anybody_may_hold_any_tile() -> None:
    unseen = Unseen(playing(HAND, "fives"))
    assert unseen.tiles.bit_count() == 21
    assert unseen.may[LEFT] == unseen.may[PARTNER] == unseen.may[RIGHT] == unseen.tiles
    assert unseen.may[ME] == 0


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    unseen = Unseen(playing(HAND, "fives", played="5-5 5-4 6-4 4-4 6-6"))
    fives = tiles("5-3 5-2 5-1 5-0")
    assert unseen.may[PARTNER] & fives == unseen.may[RIGHT] & fives == 0
    assert unseen.has_none(PARTNER, fives) == 1.0
    assert unseen.has_none(LEFT, tiles("5-3")) == 0.0  # nobody else may hold it


def test_chances_are_those_of_counting() -> None:
    unseen = Unseen(playing(HAND, "fives"))
    assert math.isclose(unseen.has_none(LEFT, tiles("6-4")), 14 / 21)
    chance = math.comb(19, 7) / math.comb(21, 7)
    assert math.isclose(unseen.has_none(LEFT, tiles("6-4 6-3")), chance)
    assert unseen.has_none(LEFT, tiles("6-6")) == 1.0  # it is ours


def test_beating_needs_a_higher_tile_or_a_trump_and_no_suit() -> None:
    unseen = Unseen(playing(HAND, "fives"))
    suits = unseen.suits
    six_five_led = suits.beaten_by[6][Domino.D6_6]
    sure = unseen.can_beat(LEFT, six_five_led & unseen.tiles, 6)
    no_six = unseen.has_none(LEFT, suits.members[6])
    no_five = unseen.has_none(LEFT, suits.trumps)
    assert math.isclose(sure, no_six * (1 - no_five))
    assert unseen.can_beat(LEFT, 0, 6) == 0.0


def test_hidden_tricks_leave_the_numbers_of_tiles_right() -> None:
    message = playing(HAND, "fives", played="5-5 5-4 5-3 5-2 6-6 6-4").message
    del message.plays[:4]
    message.hidden_tricks = 1
    unseen = Unseen(type(playing(HAND, "fives"))(message, {}))
    assert unseen._held == [5, 5, 6, 6]
