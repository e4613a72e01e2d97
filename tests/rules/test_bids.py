"""Bids and the ladder they stand on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.bids import PASS, Bid, BidKind, Ladder, MarkRaise

bids = st.one_of(
    st.just(PASS),
    st.builds(Bid.points, st.integers(1, 41)),
    st.builds(Bid.marks, st.integers(1, 99)),
)


def ladder(
    *,
    min_bid: int = 30,
    open_cap_marks: int = 2,
    mark_raise: MarkRaise = MarkRaise.PLUS_ONE,
    max_marks: int | None = None,
) -> Ladder:
    """A ladder, the usual one unless something else is said."""
    return Ladder(min_bid, 41, open_cap_marks, mark_raise, max_marks)


def points(first: int, last: int = 41) -> list[Bid]:
    """A run of point bids."""
    return [Bid.points(value) for value in range(first, last + 1)]


def marks(*values: int) -> list[Bid]:
    """Some mark bids."""
    return [Bid.marks(value) for value in values]


@given(bids)
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
    ],
)
def test_short_and_long_forms_are_read(text: str, bid: Bid) -> None:
    """Each bid has a word and a short form."""
    assert bid == Bid.parse(text)


@pytest.mark.parametrize("text", ["42", "84", "168", "43"])
def test_a_bare_42_is_no_bid(text: str) -> None:
    """Case 19: 42 and 1 mark are one bid with one form; the message says which."""
    with pytest.raises(ValueError, match=f"'{text}' is no bid: write 42 as 1 mark, 84 as 2 marks"):
        Bid.parse(text)


@pytest.mark.parametrize(
    "text", ["", " ", "M", "M0", "M-1", "0", "-30", "30 31", "0 marks", "mark", "31 points", "M1.5"]
)
def test_what_is_no_bid_is_refused(text: str) -> None:
    """Anything else is refused with the forms to use."""
    with pytest.raises(ValueError, match=r"is no bid: write pass, 30 to 41, 1 mark, 2 marks"):
        Bid.parse(text)


def test_any_mark_bid_outranks_any_point_bid() -> None:
    """Case 19: pass, then 30 to 41, then 1 mark, 2 marks ... is the order of bids (R8)."""
    in_order = [PASS, *points(30), *marks(1, 2, 3, 4, 5)]

    assert in_order == sorted(in_order[7:] + in_order[:7])
    assert [BidKind.PASS, BidKind.POINTS, BidKind.MARKS] == sorted(BidKind)
    assert len(in_order) == len({*in_order})


def test_a_bid_is_played_for_its_stake() -> None:
    """A point bid is worth one mark, a mark bid its marks (R30)."""
    assert [1, 1, 1, 2, 7] == [bid.stake for bid in (*points(30, 31), *marks(1, 2, 7))]


def test_the_first_bid_is_any_point_bid_or_two_marks_at_most() -> None:
    """Case 14: 30 to 41, 1 mark and 2 marks open; 3 or 9 marks don't (R8, R10)."""
    assert (*points(30), *marks(1, 2)) == ladder().above(None)


@pytest.mark.parametrize("high", range(30, 42))
def test_points_are_outbid_by_more_points_or_marks(high: int) -> None:
    """Any higher point bid outbids points, skipping included, and so do 1 and 2 marks (R9)."""
    assert (*points(high + 1), *marks(1, 2)) == ladder().above(Bid.points(high))


@pytest.mark.parametrize("high", range(1, 8))
def test_marks_are_outbid_by_one_mark_more(high: int) -> None:
    """Over so many marks only one more may be bid, and no points (R10)."""
    assert (Bid.marks(high + 1),) == ladder().above(Bid.marks(high))


def test_pass_stands_before_the_bids() -> None:
    """The list with the pass is the list without it, the pass first, each time it is asked."""
    usual = ladder()
    for high in (None, *points(30), *marks(1, 2, 3)):
        assert (PASS, *usual.above(high)) == usual.pass_or_above(high)
        assert usual.pass_or_above(high) is usual.pass_or_above(high)


def test_the_minimum_is_the_lowest_bid() -> None:
    """No bid but a pass is lower than the minimum (R8)."""
    assert Bid.points(30) == ladder().minimum() == ladder().above(None)[0]
    assert Bid.points(25) == ladder(min_bid=25).minimum() == ladder(min_bid=25).above(None)[0]


@pytest.mark.parametrize(
    ("open_cap", "max_marks", "openings"),
    [(1, None, 1), (2, 1, 1), (2, 2, 2), (4, 3, 3), (4, None, 4), (1, 7, 1)],
)
def test_openings_are_capped_twice(open_cap: int, max_marks: int | None, openings: int) -> None:
    """Openings go to the lower of open_cap_marks and max_marks (C4)."""
    capped = ladder(open_cap_marks=open_cap, max_marks=max_marks)

    assert (*points(30), *marks(*range(1, openings + 1))) == capped.above(None)


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
    ],
)
def test_marks_are_raised_as_the_house_says(
    mark_raise: MarkRaise, max_marks: int | None, high: int, raises: list[int]
) -> None:
    """Over k marks a house allows k + 1, or 2k, or anything, up to max_marks (C4)."""
    house = ladder(mark_raise=mark_raise, max_marks=max_marks)

    assert tuple(marks(*raises)) == house.above(Bid.marks(high))


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
    above = [*house.above(high)]

    assert sorted({*above}) == above
    assert [bid for bid in above if bid > (high or PASS)] == above
    assert [bid for bid in above if bid <= Bid.marks(max_marks)] == above


def test_raising_to_any_height_needs_a_cap() -> None:
    """Without max_marks there would be no last bid to list."""
    with pytest.raises(ValueError, match="mark_raise any needs max_marks"):
        ladder(mark_raise=MarkRaise.ANY).above(Bid.marks(1))
