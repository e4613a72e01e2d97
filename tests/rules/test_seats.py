"""Seats, sides and who acts after whom."""

import pytest

from arena.rules.seats import (
    FEWEST_SEATS,
    MOST_SEATS,
    PLAYER_COUNTS,
    SEAT_NAMES,
    Teams,
    parse_seat,
    seat_name,
    seating,
    sides_of,
)


def test_partners_sit_opposite() -> None:
    """Four seats make two sides, {A, C} and {B, D}, so turns alternate between them (R3)."""
    assert 4 == seating(4, 2).seats
    assert 2 == seating(4, 2).sides
    assert (0, 1, 0, 1) == seating(4, 2).side
    assert ((0, 2), (1, 3)) == (seating(4, 2).seats_of(0), seating(4, 2).seats_of(1))


def test_the_left_neighbour_acts_next() -> None:
    """After A comes B, and after D comes A again."""
    assert (1, 2, 3, 0) == seating(4, 2).left
    assert ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)) == seating(4, 2).order


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
        assert seat % sides == table.side[seat]
    assert (sides < seats) is table.has_partners


def test_six_seats_of_three_sides_face_each_other() -> None:
    """With three partnerships, partners are i and i + 3 (C14)."""
    assert ((0, 3), (1, 4), (2, 5)) == tuple(seating(6, 3).seats_of(side) for side in range(3))


def test_six_seats_of_two_sides_alternate() -> None:
    """As 2x3, seats 0, 2 and 4 play against 1, 3 and 5 (C14)."""
    assert ((0, 2, 4), (1, 3, 5)) == tuple(seating(6, 2).seats_of(side) for side in range(2))


@pytest.mark.parametrize(
    ("seats", "sides", "next_partner"),
    [
        (4, 2, (2, 3, 0, 1)),
        (6, 2, (2, 3, 4, 5, 0, 1)),
        (6, 3, (3, 4, 5, 0, 1, 2)),
        (3, 3, (0, 1, 2)),
    ],
)
def test_the_partner_is_the_next_of_the_side(
    seats: int, sides: int, next_partner: tuple[int, ...]
) -> None:
    """Clockwise from a seat the next on its side is its partner; alone it is its own (C14)."""
    assert next_partner == tuple(seating(seats, sides).partner(seat) for seat in range(seats))


@pytest.mark.parametrize(
    ("seats", "sides", "partners"),
    [
        (4, 2, ((2,), (3,), (0,), (1,))),
        (6, 2, ((2, 4), (3, 5), (0, 4), (1, 5), (0, 2), (1, 3))),
        (6, 3, ((3,), (4,), (5,), (0,), (1,), (2,))),
        (2, 2, ((), ())),
    ],
)
def test_partners_are_all_others_of_the_side(
    seats: int, sides: int, partners: tuple[tuple[int, ...], ...]
) -> None:
    """A seat's partners, lowest first: one, two of them, or none."""
    table = seating(seats, sides)

    assert partners == tuple(table.partners(seat) for seat in range(seats))
    assert any(partners) is table.has_partners


@pytest.mark.parametrize(
    ("seats", "absent", "left"),
    [
        (4, (), (1, 2, 3, 0)),
        (4, (2,), (1, 3, 3, 0)),
        (4, (0,), (1, 2, 3, 1)),
        (6, (2, 4), (1, 3, 3, 5, 5, 0)),
        (6, (0, 5), (1, 2, 3, 4, 1, 1)),
    ],
)
def test_turns_skip_who_sits_out(
    seats: int, absent: tuple[int, ...], left: tuple[int, ...]
) -> None:
    """After each seat comes the next that plays (3.4)."""
    assert left == seating(seats, 2).left_without(absent)


@pytest.mark.parametrize(
    ("teams", "sides"),
    [
        (Teams.AUTO, {2: 2, 3: 3, 4: 2, 5: 5, 6: 6, 7: 7}),
        (Teams.SOLO, {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7}),
        (Teams.TWO_BY_TWO, {4: 2}),
        (Teams.TWO_BY_THREE, {6: 2}),
        (Teams.THREE_BY_TWO, {6: 3}),
    ],
)
def test_teams_choose_the_sides(teams: Teams, sides: dict[int, int]) -> None:
    """`auto` is 2x2 with four and solo otherwise; pairs need four players and threes six (C14)."""
    for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
        if seats in sides:
            assert sides[seats] == sides_of(teams, seats)
            continue
        needed = "four" if teams is Teams.TWO_BY_TWO else "six"
        with pytest.raises(
            ValueError, match=f"teams {teams.value} needs {needed} players, not {seats}"
        ):
            sides_of(teams, seats)


def test_two_to_seven_may_sit_down() -> None:
    """Seven seats have letters, and a game takes two (section 4)."""
    assert (2, 7) == (FEWEST_SEATS, MOST_SEATS)
    assert [2, 3, 4, 5, 6, 7] == [*PLAYER_COUNTS]


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
