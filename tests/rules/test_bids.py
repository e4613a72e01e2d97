"""Bids and the ladder they stand on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.bids import MOST_MARKS, PASS, Bid, BidKind, DoublesBid, Ladder, MarkRaise

PLUNGE, SPLASH = BidKind.PLUNGE, BidKind.SPLASH

bids = st.one_of(
    st.just(PASS),
    st.builds(Bid.points, st.integers(1, 41)),
    st.builds(Bid.marks, st.integers(1, 99)),
)
on_doubles = st.builds(Bid, st.sampled_from((PLUNGE, SPLASH)), st.integers(1, 99))


def ladder(
    *,
    min_bid: int = 30,
    open_cap_marks: int = 2,
    mark_raise: MarkRaise = MarkRaise.PLUS_ONE,
    max_marks: int | None = None,
    with_doubles: tuple[DoublesBid, ...] = (),
) -> Ladder:
    """A ladder, the usual one unless something else is said."""
    return Ladder(min_bid, 41, open_cap_marks, mark_raise, max_marks, with_doubles)


def points(first: int, last: int = 41) -> list[Bid]:
    """A run of point bids."""
    return [Bid.points(value) for value in range(first, last + 1)]


def marks(*values: int) -> list[Bid]:
    """Some mark bids."""
    return [Bid.marks(value) for value in values]


@given(bids | on_doubles)
def test_parse_reads_what_str_writes(bid: Bid) -> None:
    """A bid written and read again is the same bid, in capitals and with spaces too."""
    assert bid == Bid.parse(str(bid)) == Bid.parse(f"  {str(bid).upper()} ")


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("P", PASS),
        ("pass", PASS),
        ("30", Bid.points(30)),
        ("M1", Bid.marks(1)),
        ("m12", Bid.marks(12)),
        ("1 mark", Bid.marks(1)),
        ("2 marks", Bid.marks(2)),
        ("plunge 4", Bid(PLUNGE, 4)),
        ("PL4", Bid(PLUNGE, 4)),
        ("splash 3", Bid(SPLASH, 3)),
        ("sp12", Bid(SPLASH, 12)),
    ],
)
def test_short_and_long_forms_are_read(text: str, bid: Bid) -> None:
    """Each bid has a word and a short form."""
    assert bid == Bid.parse(text)


@pytest.mark.parametrize("points", [42, 48, 84])
def test_a_bare_number_is_points(points: int) -> None:
    """Case 19: a bare 42 is 42 points, legal with two players, and never one mark (section 4)."""
    assert Bid.points(points) == Bid.parse(str(points))
    assert Bid.marks(points // 42) != Bid.parse(str(points))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "M", "M0", "M-1", "0", "-30", "30 31", "0 marks", "mark", "31 points", "M1.5",
        "plunge", "plunge 0", "plunge four", "splash -3", "PL", "SP0", "PLM4", "X4", "030", "٣٠",
        "pass 30", "marks 2", "2 marks 2",
    ],
)  # fmt: skip
def test_what_is_no_bid_is_refused(text: str) -> None:
    """Anything else is refused with the forms to use."""
    with pytest.raises(ValueError, match=r"is no bid: write pass, 30 to 41, 1 mark, 2 marks, plu"):
        Bid.parse(text)


def test_any_mark_bid_outranks_any_point_bid() -> None:
    """Case 19: pass, then 30 to 41, then 1 mark, 2 marks ... is the order of bids (R8)."""
    in_order = [PASS, *points(30), *marks(1, 2, 3, 4, 5)]

    assert in_order == sorted(in_order[7:] + in_order[:7])
    assert [BidKind.PASS, BidKind.POINTS, BidKind.MARKS, PLUNGE, SPLASH] == sorted(BidKind)
    assert len(in_order) == len({*in_order})


@pytest.mark.parametrize("kind", [PLUNGE, SPLASH])
@pytest.mark.parametrize("value", range(1, 6))
def test_a_bid_on_doubles_stands_where_its_marks_do(kind: BidKind, value: int) -> None:
    """A plunge of 4 is over 3 marks and points and under 5 marks, and level with 4 (C4)."""
    bid = Bid(kind, value)
    lower, higher = (PASS, Bid.points(99), Bid.marks(value - 1)), Bid.marks(value + 1)

    assert all(low < bid and low <= bid and bid > low and bid >= low for low in lower)
    assert not any(low > bid or low >= bid or bid < low or bid <= low for low in lower)
    assert (True, True, False, False) == (
        bid < higher, bid <= higher, bid > higher, bid >= higher,
    )  # fmt: skip
    assert (False, True, False, True, False) == (
        bid < Bid.marks(value),
        bid <= Bid.marks(value),
        bid > Bid.marks(value),
        bid >= Bid.marks(value),
        bid == Bid.marks(value),
    )
    assert higher == max(bid, higher)


def test_a_bid_compares_with_bids_only() -> None:
    """A bid is neither less nor more than a pair of numbers."""
    pair = (3, 2)
    bid = Bid.marks(1)

    assert (False, False, False, False) == (bid < pair, bid > pair, bid <= pair, bid >= pair)


def test_only_mark_bids_are_in_marks() -> None:
    """Marks, plunge and splash are bids for every trick, points and a pass are not (R14)."""
    assert [False, False, True, True, True] == [kind.in_marks for kind in BidKind]


def test_kinds_of_bids_have_their_numbers() -> None:
    """1 to 5, which are those on the wire."""
    numbers = {"PASS": 1, "POINTS": 2, "MARKS": 3, "PLUNGE": 4, "SPLASH": 5}

    assert numbers == {kind.name: kind.value for kind in BidKind}


def test_bids_are_written_as_people_say_them() -> None:
    """A bid has one written form."""
    bids = (PASS, Bid.points(42), *marks(1, 2), Bid(PLUNGE, 4), Bid(SPLASH, 1))

    assert ["pass", "42", "1 mark", "2 marks", "plunge 4", "splash 1"] == [*map(str, bids)]


def test_a_bid_is_played_for_its_stake() -> None:
    """A point bid is worth one mark, a mark bid its marks (R30)."""
    assert [1, 1, 1, 2, 7] == [bid.stake for bid in (*points(30, 31), *marks(1, 2, 7))]
    assert [4, 3] == [bid.stake for bid in (Bid(PLUNGE, 4), Bid(SPLASH, 3))]


def test_the_first_bid_is_any_point_bid_or_two_marks_at_most() -> None:
    """Case 14: 30 to 41, 1 mark and 2 marks open; 3 or 9 marks don't (R8, R10)."""
    assert (*points(30), *marks(1, 2)) == ladder().above(None).bids


@pytest.mark.parametrize("high", range(30, 42))
def test_points_are_outbid_by_more_points_or_marks(high: int) -> None:
    """Any higher point bid outbids points, skipping included, and so do 1 and 2 marks (R9)."""
    assert (*points(high + 1), *marks(1, 2)) == ladder().above(Bid.points(high)).bids


@pytest.mark.parametrize("high", range(1, 8))
def test_marks_are_outbid_by_one_mark_more(high: int) -> None:
    """Over so many marks only one more may be bid, and no points (R10)."""
    assert (Bid.marks(high + 1),) == ladder().above(Bid.marks(high)).bids


def test_pass_stands_before_the_bids() -> None:
    """The list with the pass is the list without it, the pass first, each time it is asked."""
    usual = ladder()
    for high in (None, *points(30), *marks(1, 2, 3)):
        assert (PASS, *usual.above(high).bids) == usual.pass_or_above(high).bids
        assert usual.pass_or_above(high) is usual.pass_or_above(high)


@pytest.mark.parametrize("high", [None, *points(41), *marks(1, 2)])
def test_a_choice_is_also_a_set(high: Bid | None) -> None:
    """Bids in order and the same to be asked quickly, for a seat that is free, forced or held to
    the minimum."""
    for choice in (ladder().above(high), ladder().pass_or_above(high), ladder().minimum()):
        assert {*choice.bids} == choice.as_set
        assert len(choice.bids) == len(choice.as_set)


def test_the_minimum_is_the_lowest_bid() -> None:
    """No bid but a pass is lower than the minimum (R8)."""
    for lowest in (30, 25, 41):
        house = ladder(min_bid=lowest)
        assert Bid.points(lowest) == house.lowest == house.above(None).bids[0]
        assert (Bid.points(lowest),) == house.minimum().bids


@pytest.mark.parametrize(
    ("open_cap", "max_marks", "openings"),
    [(1, None, 1), (2, 1, 1), (2, 2, 2), (4, 3, 3), (4, None, 4), (1, 7, 1)],
)
def test_openings_are_capped_twice(open_cap: int, max_marks: int | None, openings: int) -> None:
    """Openings go to the lower of open_cap_marks and max_marks (C4)."""
    capped = ladder(open_cap_marks=open_cap, max_marks=max_marks)

    assert (*points(30), *marks(*range(1, openings + 1))) == capped.above(None).bids


@pytest.mark.parametrize(
    ("mark_raise", "max_marks", "high", "raises"),
    [
        (MarkRaise.PLUS_ONE, 3, 2, [3]),
        (MarkRaise.PLUS_ONE, 3, 3, []),
        (MarkRaise.DOUBLE, None, 1, [2]),
        (MarkRaise.DOUBLE, None, 2, [4]),
        (MarkRaise.DOUBLE, None, 3, [6]),
        (MarkRaise.DOUBLE, 4, 4, []),
        (MarkRaise.DOUBLE, 5, 3, []),
        (MarkRaise.ANY, 4, 1, [2, 3, 4]),
        (MarkRaise.ANY, 4, 4, []),
        (MarkRaise.PLUS_ONE, None, 98, [99]),
        (MarkRaise.PLUS_ONE, None, 99, []),
        (MarkRaise.DOUBLE, None, 49, [98]),
        (MarkRaise.DOUBLE, None, 50, []),
        (MarkRaise.ANY, None, 97, [98, 99]),
        (MarkRaise.PLUS_ONE, 120, 99, []),
    ],
)
def test_marks_are_raised_as_the_house_says(
    mark_raise: MarkRaise, max_marks: int | None, high: int, raises: list[int]
) -> None:
    """Over k marks a house allows k + 1, or 2k, or anything, up to max_marks or 99 (C4)."""
    house = ladder(mark_raise=mark_raise, max_marks=max_marks)

    assert tuple(marks(*raises)) == house.above(Bid.marks(high)).bids


@given(
    st.integers(1, 41),
    st.integers(1, 9),
    st.sampled_from(MarkRaise),
    st.integers(1, 9),
    st.none() | bids.filter(lambda bid: bid != PASS),
)
def test_every_bid_above_is_higher(
    min_bid: int, open_cap: int, mark_raise: MarkRaise, max_marks: int, high: Bid | None
) -> None:
    """Whatever the house, each bid listed is higher than the one that stands, and they ascend."""
    house = ladder(
        min_bid=min_bid, open_cap_marks=open_cap, mark_raise=mark_raise, max_marks=max_marks
    )
    above = [*house.above(high).bids]

    assert sorted({*above}) == above
    assert [bid for bid in above if bid > (high or PASS)] == above
    assert [bid for bid in above if bid <= Bid.marks(max_marks)] == above


# Plunge and splash.

JUMPS = DoublesBid(PLUNGE, doubles=4, marks=4, climbs=True)
OPENS = DoublesBid(PLUNGE, doubles=4, marks=4, climbs=True, opening_only=True)
SPLASHES = DoublesBid(SPLASH, doubles=3, marks=3, climbs=False)


@pytest.mark.parametrize(
    ("kind", "high", "value"),
    [
        (JUMPS, None, 4),
        (JUMPS, Bid.points(41), 4),
        (JUMPS, Bid.marks(3), 4),
        (JUMPS, Bid.marks(4), 5),
        (JUMPS, Bid.marks(7), 8),
        (JUMPS, Bid(SPLASH, 3), 4),
        (JUMPS, Bid(PLUNGE, 4), 5),
        (OPENS, None, 4),
        (OPENS, Bid.points(30), None),
        (OPENS, Bid.marks(1), None),
        (OPENS, Bid.marks(4), None),
        (SPLASHES, None, 3),
        (SPLASHES, Bid.points(41), 3),
        (SPLASHES, Bid.marks(2), 3),
        (SPLASHES, Bid.marks(3), None),
        (SPLASHES, Bid(PLUNGE, 4), None),
    ],
)
def test_a_bid_on_doubles_goes_over_what_it_may(
    kind: DoublesBid, high: Bid | None, value: int | None
) -> None:
    """A plunge jumps over lower bids and climbs over higher ones, or only opens; a splash jumps
    and never climbs (3.6, 3.7)."""
    assert (None if value is None else Bid(kind.kind, value)) == kind.over(high)


@pytest.mark.parametrize(
    ("doubles", "kinds"),
    [(0, []), (2, []), (3, [SPLASH]), (4, [PLUNGE, SPLASH]), (7, [PLUNGE, SPLASH])],
)
def test_a_bid_on_doubles_takes_the_doubles(doubles: int, kinds: list[BidKind]) -> None:
    """Case 15: a plunge takes four doubles and a splash three; both are listed last."""
    house = ladder(with_doubles=(JUMPS, SPLASHES))
    listed = house.pass_or_above(None, doubles).bids

    assert (PASS, *points(30), *marks(1, 2)) == listed[:15]
    assert kinds == [bid.kind for bid in listed[15:]]


def test_without_doubles_nothing_is_bid_on_them() -> None:
    """A hand of which no doubles are told has none."""
    house = ladder(with_doubles=(DoublesBid(SPLASH, doubles=1, marks=3, climbs=False),))

    assert (*points(30), *marks(1, 2)) == house.above(None).bids
    assert house.pass_or_above(None, 0).bids == house.pass_or_above(None).bids
    assert Bid(SPLASH, 3) == house.above(None, 1).bids[-1]


def test_what_one_hand_may_bid_is_not_offered_to_another() -> None:
    """Hands with other doubles get other choices, in whatever order they are asked."""
    house = ladder(with_doubles=(JUMPS, SPLASHES))
    for doubles in (4, 0, 3, 4, 3, 0):
        kinds = {bid.kind for bid in house.above(Bid.marks(2), doubles).bids}
        assert (doubles > 3, doubles > 2) == (PLUNGE in kinds, SPLASH in kinds)


@pytest.mark.parametrize(
    ("max_marks", "high", "offered"),
    [
        (3, None, [Bid(SPLASH, 3)]),
        (4, None, [Bid(PLUNGE, 4), Bid(SPLASH, 3)]),
        (4, Bid.marks(4), []),
        (5, Bid.marks(4), [Bid(PLUNGE, 5)]),
        (None, Bid.marks(98), [Bid(PLUNGE, 99)]),
        (None, Bid.marks(99), []),
    ],
)
def test_bids_on_doubles_stay_below_the_cap(
    max_marks: int | None, high: Bid | None, offered: list[Bid]
) -> None:
    """No plunge goes over max_marks, or over 99 (C4)."""
    house = ladder(max_marks=max_marks, with_doubles=(JUMPS, SPLASHES))

    assert offered == [bid for bid in house.above(high, 7).bids if bid.kind > BidKind.MARKS]


@pytest.mark.parametrize(
    ("mark_raise", "raises"),
    [(MarkRaise.PLUS_ONE, [5]), (MarkRaise.DOUBLE, [8]), (MarkRaise.ANY, [5, 6, 7, 8, 9])],
)
def test_marks_go_over_a_plunge_as_over_marks(mark_raise: MarkRaise, raises: list[int]) -> None:
    """Over plunge 4 stand 5 marks, or 8 where marks double (C4)."""
    house = ladder(mark_raise=mark_raise, max_marks=9)

    assert tuple(marks(*raises)) == house.above(Bid(PLUNGE, 4)).bids
    assert house.above(Bid.marks(4)).bids == house.above(Bid(PLUNGE, 4)).bids


def test_ninety_nine_marks_are_the_most() -> None:
    """Without a cap any raise still ends at 99, so that every ladder ends (C4)."""
    assert 99 == MOST_MARKS
    assert tuple(marks(*range(2, 100))) == ladder(mark_raise=MarkRaise.ANY).above(marks(1)[0]).bids
