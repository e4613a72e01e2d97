"""Seats, sides and who acts after whom."""

import pytest

from arena.rules.seats import PARTNERSHIPS, SEAT_NAMES, parse_seat, seat_name, seating


def test_partners_sit_opposite() -> None:
    """Four seats make two sides, {A, C} and {B, D}, so turns alternate between them (R3)."""
    assert 4 == PARTNERSHIPS.seats
    assert 2 == PARTNERSHIPS.sides
    assert (0, 1, 0, 1) == PARTNERSHIPS.side
    assert ((0, 2), (1, 3)) == (PARTNERSHIPS.seats_of(0), PARTNERSHIPS.seats_of(1))


def test_the_left_neighbour_acts_next() -> None:
    """After A comes B, and after D comes A again."""
    assert (1, 2, 3, 0) == PARTNERSHIPS.left
    assert ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)) == PARTNERSHIPS.order


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (3, 3), (4, 4), (6, 2), (6, 3), (7, 7)])
def test_other_tables_are_seated_alike(seats: int, sides: int) -> None:
    """Whatever their number, all seats are in order once, and each belongs to one side."""
    table = seating(seats, sides)
    seated = [seat for side in range(table.sides) for seat in table.seats_of(side)]

    assert sides == table.sides
    assert [*range(seats)] == sorted(seated)
    for seat in range(seats):
        assert seat == table.order[seat][0]
        assert [*range(seats)] == sorted(table.order[seat])
        assert table.left[seat] == table.order[seat][1]
        assert seat in table.seats_of(table.side[seat])


def test_six_seats_of_three_sides_face_each_other() -> None:
    """With three partnerships, partners are i and i + 3 (C14)."""
    assert ((0, 3), (1, 4), (2, 5)) == tuple(seating(6, 3).seats_of(side) for side in range(3))


@pytest.mark.parametrize("seat", range(7))
def test_parse_reads_what_seat_name_writes(seat: int) -> None:
    """A seat written and read again is the same seat; case and space don't matter."""
    assert seat == parse_seat(seat_name(seat)) == parse_seat(f" {seat_name(seat).lower()} ")
    assert "ABCDEFG"[seat] == seat_name(seat) == SEAT_NAMES[seat]


@pytest.mark.parametrize("text", ["", "H", "AB", "ABCDEFG", "0", "1", " "])
def test_what_is_no_seat_is_refused(text: str) -> None:
    """Only one letter from A to G names a seat."""
    with pytest.raises(ValueError, match=r"is no seat: seats are A to G"):
        parse_seat(text)
