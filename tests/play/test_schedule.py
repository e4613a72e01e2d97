"""The schedule: the same deals for every pairing, at both seatings, deal after deal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from arena.play.deals import deal
from arena.play.schedule import Pairing, Schedule, Sitting, round_robin

BOTS = ("a", "b", "c", "d", "e")


@pytest.fixture
def schedule() -> Schedule:
    """Five bots and an odd number of deals."""
    return Schedule(tuple(round_robin(BOTS)), deals=7)


def test_every_pairing_meets_once() -> None:
    """In the order in which the bots were given; nobody meets itself."""
    assert round_robin(BOTS) == [Pairing(a, b) for a, b in combinations(BOTS, 2)]
    assert len(round_robin(BOTS)) == 10
    assert round_robin(("a", "b")) == [Pairing("a", "b")]


def test_a_pairing_has_a_name() -> None:
    """As people write it."""
    assert str(Pairing("rule", "mine")) == "rule - mine"


def test_all_tables_of_a_deal_stand_together(schedule: Schedule) -> None:
    """Deal-major: every pairing and both halves of a deal before the next deal."""
    sittings = list(schedule.sittings())
    assert len(sittings) == len(schedule) == 7 * 10 * 2
    assert [each.deal for each in sittings] == sorted(each.deal for each in sittings)
    of_first = [(each.pairing, each.half) for each in sittings if each.deal == 0]
    assert of_first == [(pairing, half) for pairing in schedule.pairings for half in range(2)]


def test_every_pairing_plays_the_same_deals_at_both_seatings(schedule: Schedule) -> None:
    """Each deal exactly once in each half, for everybody."""
    for pairing in schedule.pairings:
        own = [each for each in schedule.sittings() if each.pairing == pairing]
        assert Counter((each.deal, each.half) for each in own) == Counter(
            (deal, half) for deal in range(7) for half in range(2)
        )


def test_tables_are_numbered_in_their_order(schedule: Schedule) -> None:
    """`sitting` is the inverse of counting `sittings` off."""
    assert [schedule.sitting(number) for number in range(len(schedule))] == list(
        schedule.sittings()
    )


def test_a_number_is_found_without_counting() -> None:
    """The last of twenty million tables is there at once."""
    schedule = Schedule((Pairing("a", "b"),), deals=10_000_000)
    assert schedule.sitting(19_999_999) == Sitting(9_999_999, Pairing("a", "b"), 1)


def test_bots_change_seats_for_the_second_half() -> None:
    """Partners sit opposite: even seats in one half, odd ones in the other."""
    first, second = (Sitting(0, Pairing("a", "b"), half) for half in range(2))
    assert [first.bot_at(seat) for seat in range(4)] == ["a", "b", "a", "b"]
    assert [second.bot_at(seat) for seat in range(4)] == ["b", "a", "b", "a"]
    for sitting in (first, second):
        seats = [seat for seat in range(4) if sitting.bot_at(seat) == "a"]
        assert {seat % 2 for seat in seats} == {sitting.side_of_a()}


@pytest.mark.parametrize("deals", [1, 7, 40])
def test_both_bots_shake_equally_often(deals: int) -> None:
    """Balanced within every pair, and so over any number of deals."""
    for pairing in round_robin(BOTS):
        sittings = Schedule((pairing,), deals).sittings()
        shakers = Counter(each.bot_at(deal("seed", each.deal).shaker) for each in sittings)
        assert shakers == {pairing.a: deals, pairing.b: deals}


def test_every_seat_shakes_equally_often() -> None:
    """Over a multiple of four deals each seat shakes a quarter of them."""
    sittings = Schedule((Pairing("a", "b"),), 40).sittings()
    shakers = Counter(deal("seed", each.deal).shaker for each in sittings)
    assert shakers == dict.fromkeys(range(4), 20)
