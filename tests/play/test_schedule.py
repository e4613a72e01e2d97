"""The schedule: the same deals for all that meet, at all their seatings, deal after deal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.deals import deal
from arena.play.schedule import (
    MOST_GROUPS,
    BadFormat,
    Format,
    Group,
    Pairing,
    Schedule,
    Sitting,
    groups_of,
    round_robin,
)
from arena.rules.presets import preset
from arena.rules.seats import Seating, Teams, seating, sides_of

BOTS = ("a", "b", "c", "d", "e")
SEATINGS = [
    seating(4, 2),
    *(seating(seats, seats) for seats in range(2, 8)),
    seating(6, sides_of(Teams.TWO_BY_THREE, 6)),
    seating(6, sides_of(Teams.THREE_BY_TWO, 6)),
]
"""Every table there is: partners or each alone, from two seats to seven."""
TABLES = pytest.mark.parametrize(
    "table", SEATINGS, ids=lambda table: f"{table.seats} seats, {table.sides} sides"
)


@pytest.fixture
def schedule() -> Schedule:
    """Five bots and an odd number of deals."""
    return Schedule(tuple(round_robin(BOTS)), deals=7)


def seats_of(sitting: Sitting, table: Seating) -> list[str]:
    """Who sits where, from seat A on."""
    return [sitting.bot_of(side) for side in table.side]


# Who meets whom.


def test_every_pairing_meets_once() -> None:
    """In the order in which the bots were given; nobody meets itself."""
    assert round_robin(BOTS) == [Pairing(a, b) for a, b in combinations(BOTS, 2)]
    assert len(round_robin(BOTS)) == 10
    assert round_robin(("a", "b")) == [Pairing("a", "b")]


def test_a_pairing_has_a_name() -> None:
    """As people write it."""
    assert str(Pairing("rule", "mine")) == "rule - mine"


@TABLES
def test_a_round_robin_is_played_at_any_table(table: Seating) -> None:
    """Pairings meet, however many seats there are."""
    assert groups_of(Format.ROUND_ROBIN, BOTS, table) == round_robin(BOTS)


def test_a_free_for_all_is_every_group_of_as_many_as_there_are_seats() -> None:
    """All combinations, in the order in which the bots were given."""
    assert groups_of(Format.FREE_FOR_ALL, BOTS, seating(3, 3)) == list(combinations(BOTS, 3))
    assert groups_of(Format.FREE_FOR_ALL, BOTS, seating(5, 5)) == [BOTS]
    assert groups_of(Format.FREE_FOR_ALL, BOTS, seating(2, 2)) == round_robin(BOTS)


@pytest.mark.parametrize("table", [seating(4, 2), seating(6, 2), seating(6, 3)])
def test_partners_play_no_free_for_all(table: Seating) -> None:
    """The reason is told, and what to do."""
    with pytest.raises(BadFormat, match=r"partners.*rules without partnerships.*round-robin"):
        groups_of(Format.FREE_FOR_ALL, tuple("abcdefg"), table)


def test_a_free_for_all_takes_as_many_bots_as_there_are_seats() -> None:
    """With fewer, the message names both numbers and what to do."""
    with pytest.raises(BadFormat, match=r"6 players needs 6 bots .*there are 5: .*lower"):
        groups_of(Format.FREE_FOR_ALL, BOTS, seating(6, 6))


def test_no_run_has_more_groups_than_can_be_played() -> None:
    """Seven of forty bots would make millions."""
    bots = [str(number) for number in range(40)]
    assert comb(40, 7) > MOST_GROUPS
    with pytest.raises(BadFormat, match=r"40 bots make 18643560 groups of 7.*name fewer"):
        groups_of(Format.FREE_FOR_ALL, bots, seating(7, 7))


# In which order.


def test_all_tables_of_a_deal_stand_together(schedule: Schedule) -> None:
    """Deal-major: every pairing and both halves of a deal before the next deal."""
    sittings = list(schedule.sittings())
    assert len(sittings) == len(schedule) == 7 * 10 * 2
    assert [each.deal for each in sittings] == sorted(each.deal for each in sittings)
    of_first = [(each.bots, each.rotation) for each in sittings if each.deal == 0]
    assert of_first == [(pairing, half) for pairing in schedule.groups for half in range(2)]


def test_all_that_meet_play_the_same_deals_at_all_seatings(schedule: Schedule) -> None:
    """Each deal exactly once at each rotation, for everybody."""
    free_for_all = Schedule(tuple(combinations(BOTS, 3)), deals=7)
    for played, seatings in ((schedule, 2), (free_for_all, 3)):
        assert played.seatings == seatings
        for bots in played.groups:
            own = [each for each in played.sittings() if {*each.bots} == {*bots}]
            assert Counter((each.deal, each.rotation) for each in own) == Counter(
                (deal, rotation) for deal in range(7) for rotation in range(seatings)
            )


def test_neighbours_change_from_deal_to_deal() -> None:
    """Each order round the table comes about as often as the others, and a block keeps its own."""
    blocks = 6 * 100
    sittings = list(Schedule((("a", "b", "c", "d"),), blocks, "a-seed").sittings())
    circles = [sittings[4 * block].bots for block in range(blocks)]
    assert all(each.bots == circles[each.deal] for each in sittings)
    left_of_a = Counter(circle[circle.index("a") - 1] for circle in circles)
    assert {*left_of_a} == {"b", "c", "d"}
    assert all(abs(times - blocks / 3) < blocks / 10 for times in left_of_a.values())


def test_the_order_in_which_bots_are_named_seats_nobody() -> None:
    """The seed alone does."""
    one, other = (Schedule((bots,), 50, "a-seed") for bots in (("a", "b", "c"), ("c", "a", "b")))
    assert list(one.sittings()) == list(other.sittings())
    assert list(one.sittings()) != list(Schedule(one.groups, 50, "another").sittings())


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_tables_are_numbered_in_their_order(size: int) -> None:
    """`sitting` is the inverse of counting `sittings` off."""
    schedule = Schedule(tuple(combinations(BOTS, size)), deals=3)
    assert [schedule.sitting(number) for number in range(len(schedule))] == list(
        schedule.sittings()
    )


def test_a_number_is_found_without_counting() -> None:
    """The last of twenty million tables is there at once."""
    schedule = Schedule((Pairing("a", "b"),), deals=10_000_000)
    assert schedule.sitting(19_999_999) == Sitting(9_999_999, Pairing("a", "b"), 1)


# Who sits where.


@pytest.mark.parametrize(
    ("table", "first", "second"),
    [
        (seating(4, 2), "abab", "baba"),
        (seating(2, 2), "ab", "ba"),
        (seating(3, 3), "aba", "bab"),
        (seating(5, 5), "ababa", "babab"),
        (seating(7, 7), "abababa", "bababab"),
        (seating(6, 2), "ababab", "bababa"),
        (seating(6, 3), "abaaba", "babbab"),
    ],
)
def test_two_bots_have_the_even_sides_and_the_odd_ones(
    table: Seating, first: str, second: str
) -> None:
    """In one half, and the other way round in the other (C19); partners are of one bot."""
    halves = [Sitting(0, Pairing("a", "b"), half) for half in range(2)]
    assert ["".join(seats_of(half, table)) for half in halves] == [first, second]


def test_a_group_moves_on_by_a_seat() -> None:
    """In seating k, bot i of the group sits at seat i + k."""
    group, table = ("a", "b", "c", "d"), seating(4, 4)
    seated = ["".join(seats_of(Sitting(0, group, k), table)) for k in range(4)]
    assert seated == ["abcd", "dabc", "cdab", "bcda"]


@given(table=st.sampled_from(SEATINGS), together=st.booleans(), number=st.integers(0, 99))
def test_each_bot_plays_each_side_once_in_a_block(
    table: Seating, together: bool, number: int
) -> None:
    """Whatever the table, two bots or one for each side: nobody has the better seats."""
    bots: Group = BOTS[:2] if together else tuple("abcdefg"[: table.sides])
    block = [Sitting(number, bots, rotation) for rotation in range(len(bots))]
    for side in range(table.sides):
        assert sorted(sitting.bot_of(side) for sitting in block) == sorted(bots)
    for sitting in block:
        seated = seats_of(sitting, table)
        assert set(seated) == set(bots)
        assert [seated[table.partner(seat)] for seat in range(table.seats)] == seated


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("deals", [1, 7, 40])
def test_all_bots_shake_equally_often(players: int, deals: int) -> None:
    """Balanced within every block, and so over any number of deals."""
    options = preset("sheet_gl", players)
    groups: list[Group] = [("a", "b"), tuple("abcdefg"[: options.seating.sides])]
    for bots in groups:
        shakers = Counter(
            each.bot_of(options.seating.side[deal("seed", each.deal, options).shaker])
            for each in Schedule((bots,), deals).sittings()
        )
        assert shakers == dict.fromkeys(bots, deals)


def test_every_seat_shakes_equally_often() -> None:
    """Over a multiple of four deals each seat shakes a quarter of them."""
    sittings = Schedule((Pairing("a", "b"),), 40).sittings()
    shakers = Counter(deal("seed", each.deal).shaker for each in sittings)
    assert shakers == dict.fromkeys(range(4), 20)
