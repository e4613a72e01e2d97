"""House rules as a value: what they allow, what they refuse, and what they make of a table."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from arena.rules.auction import AllPass, BidRounds, FirstBidder
from arena.rules.bids import Bid, BidKind, MarkRaise, PlungeTiming
from arena.rules.contracts import (
    BY_PIP_TOTAL,
    CONTRACTS,
    STRAIGHT,
    Aim,
    Call,
    Declaration,
    Doubles,
    Offered,
    PlungeLeader,
    SevensScope,
    Undeclared,
    say_calls,
)
from arena.rules.deal import Leftover
from arena.rules.options import BadOptions, Options
from arena.rules.presets import PRESETS, STANDARD
from arena.rules.scoring import (
    GameWon,
    MarkAward,
    MarkBidPoints,
    Pay,
    Scoring,
    SetAward,
    SetMarks,
    SoloSetAward,
)
from arena.rules.seats import Teams, seating
from arena.rules.shaker import FirstShaker
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre, TrumpRank
from arena.rules.tiles import ALL_TILES, parse_tiles, say
from arena.rules.tricks import nearest_to_seven
from tests.rules.staging import houses

ANY_COUNT = (2, 3, 4, 5, 6, 7)
OPEN_TO_ALL = replace(STANDARD, player_counts=ANY_COUNT, teams=Teams.AUTO)
POINTS = PRESETS["points_250"]
HIGHEST = 99


def seated(players: int, **changes: Any) -> Options:
    """Standard rules at a table of so many, alone but for four."""
    return replace(OPEN_TO_ALL, players=players, **changes)


# What can't be played.

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    # Values that no rules could have.
    ({"players": 1}, "players", "players is 2 to 7, not 1"),
    ({"players": 8}, "players", "players is 2 to 7, not 8"),
    ({"players": 0}, "players", "players is 2 to 7, not 0"),
    ({"players": -1}, "players", "players is 2 to 7, not -1"),
    ({"open_cap_marks": 0}, "open_cap_marks", "open_cap_marks is 1 to 99, not 0"),
    ({"open_cap_marks": 100}, "open_cap_marks", "open_cap_marks is 1 to 99, not 100"),
    ({"max_marks": 0}, "max_marks", "max_marks is 1 to 99, not 0"),
    ({"max_marks": 100}, "max_marks", "max_marks is 1 to 99, not 100"),
    ({"reshake_cap": 0}, "reshake_cap", "reshake_cap is 1 to 1000, not 0"),
    ({"reshake_cap": 1001}, "reshake_cap", "reshake_cap is 1 to 1000, not 1001"),
    ({"win_by": 0}, "win_by", "win_by is 1 to 2, not 0"),
    ({"win_by": 3}, "win_by", "win_by is 1 to 2, not 3"),
    ({"nello_min_marks": 0}, "nello_min_marks", "nello_min_marks is 1 to 99, not 0"),
    ({"nello_min_marks": 100}, "nello_min_marks", "nello_min_marks is 1 to 99, not 100"),
    ({"sevens_min_marks": 0}, "sevens_min_marks", "sevens_min_marks is 1 to 99, not 0"),
    ({"sevens_min_marks": 100}, "sevens_min_marks", "sevens_min_marks is 1 to 99, not 100"),
    ({"plunge_doubles": 0}, "plunge_doubles", "plunge_doubles is 1 to 7, not 0"),
    ({"plunge_doubles": 8}, "plunge_doubles", "plunge_doubles is 1 to 7, not 8"),
    ({"plunge_marks": 0}, "plunge_marks", "plunge_marks is 1 to 99, not 0"),
    ({"plunge_marks": 100}, "plunge_marks", "plunge_marks is 1 to 99, not 100"),
    ({"splash_doubles": 0}, "splash_doubles", "splash_doubles is 1 to 7, not 0"),
    ({"splash_doubles": 8}, "splash_doubles", "splash_doubles is 1 to 7, not 8"),
    ({"splash_marks": 0}, "splash_marks", "splash_marks is 1 to 99, not 0"),
    ({"splash_marks": 100}, "splash_marks", "splash_marks is 1 to 99, not 100"),
    ({"first_shaker": 4}, "first_shaker", "first_shaker is a seat where nobody sits"),
    ({"first_shaker": -1}, "first_shaker", "first_shaker is a seat where nobody sits"),
    (
        {"declarations": frozenset[Declaration]()},
        "declarations",
        "declarations names one or more of pips, doubles, follow_me",
    ),
    (
        {"declarations": frozenset({Declaration.PIPS, Declaration.NELLO})},
        "declarations",
        "declarations names one or more of pips, doubles, follow_me",
    ),
    (
        {"player_counts": ()},
        "player_counts",
        "player_counts lists one or more numbers from 2 to 7",
    ),
    (
        {"player_counts": (1, 4)},
        "player_counts",
        "player_counts lists one or more numbers from 2 to 7",
    ),
    (
        {"player_counts": (4, 8)},
        "player_counts",
        "player_counts lists one or more numbers from 2 to 7",
    ),
    ({"player_counts": (4, 5, 4)}, "player_counts", "player_counts lists something twice"),
    (
        {"nello_declarer_modes": (DoublesAre.LOW, DoublesAre.LOW)},
        "nello_declarer_modes",
        "nello_declarer_modes lists something twice",
    ),
    (
        {"follow_me_doubles": Doubles.OWN_INVERTED},
        "follow_me_doubles",
        "follow_me_doubles is high, low, own or declarer",
    ),
    ({"hand_size": 0}, "hand_size", "hand_size is 1 to 7 with 4 players, not 0"),
    ({"hand_size": -1}, "hand_size", "hand_size is 1 to 7 with 4 players, not -1"),
    ({"hand_size": 8}, "hand_size", "hand_size is 1 to 7 with 4 players, not 8"),
    (
        {"players": 3, "hand_size": 10},
        "hand_size",
        "hand_size is 1 to 9 with 3 players, not 10",
    ),
    # The table.
    (
        {"player_counts": (2, 3)},
        "players",
        "these rules are for 2, 3 players, not for 4 (player_counts)",
    ),
    (
        {"players": 3, "player_counts": (4,), "teams": Teams.SOLO},
        "players",
        "these rules are for 4 players, not for 3 (player_counts)",
    ),
    (
        {"players": 3, "teams": Teams.TWO_BY_TWO},
        "teams",
        "teams 2x2 needs four players, not 3; write auto, solo, or 2x3 or 3x2 with six",
    ),
    (
        {"teams": Teams.TWO_BY_THREE},
        "teams",
        "teams 2x3 needs six players, not 4; write auto, solo, or 2x3 or 3x2 with six",
    ),
    (
        {"teams": Teams.THREE_BY_TWO},
        "teams",
        "teams 3x2 needs six players, not 4; write auto, solo, or 2x3 or 3x2 with six",
    ),
    (
        {"hand_size": 1},
        "hand_size",
        "so small a hand would take count out of the game; let tiles sleep",
    ),
    (
        {"players": 2, "hand_size": 2, "early_end": False},
        "hand_size",
        "so small a hand would take count out of the game; let tiles sleep",
    ),
    (
        {"teams": Teams.SOLO, "plunge": True},
        "plunge",
        "plunge needs a partner who calls, and players and teams leave none: write plunge = false",
    ),
    (
        {"players": 5, "splash": True},
        "splash",
        "splash needs a partner who calls, and players and teams leave none: write splash = false",
    ),
    (
        {"players": 2, "nello": Offered.OPEN},
        "nello",
        'nello is not played by two players: write nello = "off"',
    ),
    (
        {"nello": Offered.OPEN, "nello_min_marks": 3, "max_marks": 2},
        "nello_min_marks",
        "nello_min_marks 3 is more than may be bid (max_marks 2)",
    ),
    (
        {
            "sevens": Offered.FORCED_ONLY,
            "sevens_min_marks": 2,
            "open_cap_marks": 1,
            "all_pass": AllPass.FORCED,
        },
        "sevens_min_marks",
        "sevens_min_marks 2 is more than may be bid (open_cap_marks 1)",
    ),
    (
        {"plunge": True, "plunge_doubles": 5, "hand_size": 4},
        "plunge_doubles",
        "plunge_doubles 5 is more than a hand holds (hand_size 4)",
    ),
    (
        {"splash": True, "splash_doubles": 5, "hand_size": 4},
        "splash_doubles",
        "splash_doubles 5 is more than a hand holds (hand_size 4)",
    ),
    (
        {
            "forced_sweep_bonus": True,
            "mark_award": MarkAward.MOST_POINTS,
            "early_end": False,
        },
        "forced_sweep_bonus",
        "forced_sweep_bonus pays two marks, and most_points always one",
    ),
    (
        {"nello_doubles": Doubles.DECLARER, "nello_declarer_modes": ()},
        "nello_declarer_modes",
        "nello_declarer_modes lists where the bidder may put doubles",
    ),
    # The auction.
    ({"min_bid": 0}, "min_bid", "min_bid is 1 to 41 where all tricks are worth 42"),
    ({"min_bid": 42}, "min_bid", "min_bid is 1 to 41 where all tricks are worth 42"),
    (
        {"players": 7, "min_bid": 39},
        "min_bid",
        "min_bid is 1 to 38 where all tricks are worth 39",
    ),
    (
        {"mark_raise": MarkRaise.ANY},
        "max_marks",
        "mark_raise any needs max_marks, or there is no highest bid",
    ),
    (
        {"bid_rounds": BidRounds.UNTIL_PASSED},
        "max_marks",
        "bid_rounds until_passed needs max_marks, or bidding may never end",
    ),
    (
        {"plunge": True, "max_marks": 3},
        "plunge_marks",
        "plunge_marks 4 is over max_marks 3",
    ),
    (
        {"splash": True, "max_marks": 2},
        "splash_marks",
        "splash_marks 3 is over max_marks 2",
    ),
    (
        {"nello": Offered.FORCED_ONLY},
        "nello",
        "nello forced_only needs all_pass forced: nobody is forced to bid one",
    ),
    (
        {"sevens": Offered.FORCED_ONLY},
        "sevens",
        "sevens forced_only needs all_pass forced: nobody is forced to bid one",
    ),
    (
        {"nello": Offered.FORCED_ONLY, "all_pass": AllPass.FORCED_EXACT},
        "nello",
        "nello forced_only needs all_pass forced: nobody is forced to bid one",
    ),
    (
        {"sevens": Offered.FORCED_ONLY, "all_pass": AllPass.FORCED_EXACT},
        "sevens",
        "sevens forced_only needs all_pass forced: nobody is forced to bid one",
    ),
    (
        {
            "undeclared_trump": Undeclared.FIRST_LEAD_HIGH_END,
            "declarations": frozenset({Declaration.DOUBLES, Declaration.FOLLOW_ME}),
        },
        "undeclared_trump",
        "undeclared_trump makes a pip trumps, but declarations lacks pips",
    ),
    # What hands pay.
    (
        {"target": 0},
        "target",
        "target is 1 to 100000 under scoring marks, not 0: write target = 7",
    ),
    (
        {"target": 100_001},
        "target",
        "target is 1 to 100000 under scoring marks, not 100001: write target = 7",
    ),
    (
        {"scoring": Scoring.POINTS, "target": 42},
        "target",
        "target is 43 to 100000 under scoring points, not 42: write target = 250",
    ),
    (
        {"scoring": Scoring.POINTS, "target": 250, "win_by": 2},
        "win_by",
        "win_by 2 is not played under scoring points: write win_by = 1",
    ),
    (
        {
            "scoring": Scoring.POINTS,
            "target": 250,
            "early_end": False,
            "mark_award": MarkAward.MOST_POINTS,
        },
        "mark_award",
        "mark_award awards marks: it makes no sense under points",
    ),
    (
        {
            "scoring": Scoring.POINTS,
            "target": 250,
            "early_end": False,
            "forced_sweep_bonus": True,
        },
        "forced_sweep_bonus",
        "forced_sweep_bonus awards marks: it makes no sense under points",
    ),
    (
        {"mark_award": MarkAward.MOST_POINTS},
        "early_end",
        "mark_award needs every trick played: early_end must be false",
    ),
    (
        {"forced_sweep_bonus": True},
        "early_end",
        "forced_sweep_bonus needs every trick played: early_end must be false",
    ),
    (
        {"players": 3, "leftover": Leftover.SLEEP_RANDOM},
        "early_end",
        "early_end is true, but where tiles sleep (leftover, hand_size) every trick is played: "
        "write early_end = false",
    ),
    (
        {"hand_size": 6, "leftover": Leftover.SLEEP_RANDOM},
        "early_end",
        "early_end is true, but where tiles sleep (leftover, hand_size) every trick is played: "
        "write early_end = false",
    ),
]


@pytest.mark.parametrize(("changes", "option", "reason"), REFUSED)
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], option: str, reason: str) -> None:
    """Options that can't be played are refused, with the option to change and the reason."""
    with pytest.raises(BadOptions) as refused:
        replace(OPEN_TO_ALL, **changes)

    assert (option, reason) == (refused.value.option, refused.value.reason)
    assert f"rules standard: {reason}" == str(refused.value)


def test_every_option_with_limits_has_a_refusal() -> None:
    """What is left takes any of its values, whatever the others say."""
    free = {
        "preset", "leftover", "first_bidder", "bid_rounds", "all_pass", "mark_raise", "trump_rank",
        "scoring", "set_marks", "set_award", "mark_bid_points", "both_over_target", "stacking",
        "nello_doubles", "sevens_needs_seven", "sevens_scope", "sevens_free_play", "plunge_timing",
        "plunge_leader", "solo_set_award",
    }  # fmt: skip

    assert {field.name for field in fields(Options)} == free | {option for _, option, _ in REFUSED}


# What can.


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 2},
        {"players": 7},
        {"players": 6, "teams": Teams.TWO_BY_THREE, "plunge": True, "splash": True},
        {"players": 6, "teams": Teams.THREE_BY_TWO, "plunge": True, "splash": True},
        {"teams": Teams.SOLO},
        {"players": 3, "nello": Offered.OPEN},
        {"players": 2, "sevens": Offered.OPEN},
        {"player_counts": (4,)},
        {"first_shaker": 0},
        {"first_shaker": 3},
        {"players": 7, "first_shaker": 6},
        {"hand_size": 7},
        {"hand_size": 2},
        {"players": 2, "hand_size": 14},
        {"players": 2, "hand_size": 3},
        {"hand_size": 1, "leftover": Leftover.SLEEP_RANDOM, "early_end": False},
        {"players": 3, "leftover": Leftover.SLEEP_RANDOM, "early_end": False},
        {"leftover": Leftover.SLEEP_RANDOM},
        {"players": 7, "leftover": Leftover.SLEEP_RANDOM},
        {"min_bid": 1},
        {"min_bid": 41},
        {"players": 2, "min_bid": 48},
        {"open_cap_marks": 1},
        {"open_cap_marks": 99},
        {"open_cap_marks": 5, "max_marks": 2},
        {"max_marks": 1},
        {"max_marks": 99},
        {"mark_raise": MarkRaise.ANY, "max_marks": 1},
        {"mark_raise": MarkRaise.DOUBLE},
        {"bid_rounds": BidRounds.UNTIL_PASSED, "max_marks": 99},
        {"reshake_cap": 1},
        {"reshake_cap": 1000},
        {"declarations": frozenset({Declaration.PIPS})},
        {"declarations": frozenset({Declaration.FOLLOW_ME})},
        {
            "declarations": frozenset({Declaration.PIPS}),
            "undeclared_trump": Undeclared.FIRST_LEAD_HIGH_END,
        },
        {"follow_me_doubles": Doubles.DECLARER},
        {"target": 1},
        {"target": 100_000},
        {"scoring": Scoring.POINTS, "target": 43},
        {"win_by": 2},
        {"mark_award": MarkAward.MOST_POINTS, "early_end": False},
        {"forced_sweep_bonus": True, "early_end": False},
        {"nello_min_marks": 99, "sevens_min_marks": 99},
        {"nello_min_marks": 3, "sevens_min_marks": 3, "max_marks": 2},
        {"nello": Offered.OPEN, "nello_min_marks": 2, "max_marks": 2},
        {"sevens": Offered.OPEN, "sevens_min_marks": 99},
        {"plunge_doubles": 5, "splash_doubles": 5, "hand_size": 4},
        {"plunge": True, "plunge_doubles": 4, "splash": True, "hand_size": 4},
        {"nello_declarer_modes": ()},
        {"nello": Offered.FORCED_ONLY, "sevens": Offered.FORCED_ONLY, "all_pass": AllPass.FORCED},
        {"nello": Offered.OPEN, "all_pass": AllPass.FORCED_EXACT},
        {"nello_doubles": Doubles.OWN_INVERTED},
        {"plunge": True, "plunge_marks": 4, "max_marks": 4},
        {"splash": True, "splash_marks": 3, "max_marks": 3},
        {"plunge_marks": 9, "splash_marks": 9, "max_marks": 1},
        {"plunge_doubles": 1, "splash_doubles": 1},
        {"plunge_doubles": 7, "splash_doubles": 7},
        {"plunge_marks": 99, "splash_marks": 99},
        {"plunge_marks": 1, "splash_marks": 1},
    ],
)
def test_what_can_be_played_is_allowed(changes: dict[str, Any]) -> None:
    """The lowest and highest values that make sense are options, and stand as given."""
    options = replace(OPEN_TO_ALL, **changes)

    assert changes == {name: getattr(options, name) for name in changes}


# The table and the tiles.


@pytest.mark.parametrize(
    ("players", "teams", "sides"),
    [
        (4, Teams.TWO_BY_TWO, 2),
        (4, Teams.SOLO, 4),
        (4, Teams.AUTO, 2),
        (2, Teams.AUTO, 2),
        (6, Teams.AUTO, 6),
        (6, Teams.TWO_BY_THREE, 2),
        (6, Teams.THREE_BY_TWO, 3),
    ],
)
def test_teams_make_the_sides(players: int, teams: Teams, sides: int) -> None:
    """Who plays together is one option, for each number of players (C14)."""
    seating = seated(players, teams=teams).seating

    assert (players, sides) == (seating.seats, seating.sides)


def test_a_table_has_four_seats_of_seven_tiles() -> None:
    """Four players in two partnerships play seven tricks for 42 points (R3, R5, R27)."""
    assert seating(4, 2) == STANDARD.seating
    assert (7, 42) == (STANDARD.tiles_per_seat, STANDARD.total_points)
    assert (0, 0, 0) == (STANDARD.tiles_left_over, STANDARD.removed, STANDARD.tiles_asleep)


@pytest.mark.parametrize(
    ("players", "hand_size", "tiles", "total", "removed"),
    [
        (2, None, 14, 49, "nothing"),
        (3, None, 9, 44, "1-0"),
        (5, None, 5, 40, "3-0 2-0 1-0"),
        (6, None, 4, 39, "4-0 3-0 2-0 1-0"),
        (7, None, 4, 39, "nothing"),
        (4, 6, 6, 41, "4-0 3-0 2-0 1-0"),
        (2, 13, 13, 48, "2-0 1-0"),
    ],
)
def test_tiles_that_can_not_be_dealt_are_taken_out(
    players: int, hand_size: int | None, tiles: int, total: int, removed: str
) -> None:
    """N01 to N06: each seat gets as many, or as the house says, and the rest leaves the set (4)."""
    options = seated(players, hand_size=hand_size)

    assert (tiles, total) == (options.tiles_per_seat, options.total_points)
    assert removed == say(options.removed)
    assert 28 - players * tiles == options.tiles_left_over == options.removed.bit_count()
    assert 0 == options.tiles_asleep


@pytest.mark.parametrize(("players", "hand_size", "asleep"), [(3, None, 1), (2, 7, 14), (7, 4, 0)])
def test_tiles_that_can_not_be_dealt_may_sleep(
    players: int, hand_size: int | None, asleep: int
) -> None:
    """With sleep_random nothing leaves the set, and what is left is any of it (C13)."""
    options = seated(players, hand_size=hand_size, leftover=Leftover.SLEEP_RANDOM, early_end=False)

    assert (0, asleep) == (options.removed, options.tiles_asleep)
    assert options.tiles_per_seat + 35 == options.total_points


@pytest.mark.parametrize("first", FirstBidder)
def test_the_holder_may_bid_first(first: FirstBidder) -> None:
    """With holder_0_1 who was dealt 1-0 bids first (2.2-b)."""
    options = replace(STANDARD, first_bidder=first)

    assert (first is FirstBidder.HOLDER_0_1) is options.holder_bids_first


# The auction.


def test_the_ladder_is_built_of_the_options() -> None:
    """The ladder has the option's minimum, openings, raises and cap."""
    options = replace(
        STANDARD, min_bid=40, open_cap_marks=3, mark_raise=MarkRaise.DOUBLE, max_marks=6
    )
    points, marks = Bid.points, Bid.marks

    assert (points(40), points(41), marks(1), marks(2), marks(3)) == options.ladder.above(None).bids
    assert (marks(6),) == options.ladder.above(marks(3)).bids
    assert () == options.ladder.above(marks(4)).bids


@pytest.mark.parametrize(("players", "top"), [(2, 48), (3, 43), (4, 41), (5, 39), (6, 38), (7, 38)])
def test_point_bids_end_below_all_tricks(players: int, top: int) -> None:
    """The highest point bid is T - 1; T itself is one mark (section 4)."""
    bids = seated(players).ladder.above(None).bids

    assert top == max(bid.value for bid in bids if bid.kind is BidKind.POINTS)
    assert (Bid.marks(1), Bid.marks(2)) == bids[-2:]


@pytest.mark.parametrize(("plunge", "splash"), [(False, False), (True, False), (False, True)])
def test_only_what_is_played_is_bid_on_doubles(plunge: bool, splash: bool) -> None:
    """Seven doubles bring no plunge or splash where the house doesn't play it (3.6, 3.7)."""
    options = replace(STANDARD, plunge=plunge, splash=splash)
    offered = {bid.kind for bid in options.ladder.above(None, 7).bids}

    assert (plunge, splash) == (BidKind.PLUNGE in offered, BidKind.SPLASH in offered)
    assert plunge + splash == len(options.bids_on_doubles)


def test_what_a_plunge_takes_are_options() -> None:
    """Its doubles, its marks and when it may be bid (3.6)."""
    plunge = replace(
        STANDARD, plunge=True, plunge_doubles=5, plunge_marks=2, splash_doubles=1, splash_marks=7
    )
    opening = replace(plunge, plunge_timing=PlungeTiming.OPENING_ONLY)

    assert Bid(BidKind.PLUNGE, 2) == plunge.ladder.above(Bid.points(30), 5).bids[-1]
    assert Bid(BidKind.PLUNGE, 3) == plunge.ladder.above(Bid.marks(2), 5).bids[-1]
    assert Bid.marks(2) == plunge.ladder.above(Bid.points(30), 4).bids[-1]
    assert Bid.marks(2) == opening.ladder.above(Bid.points(30), 5).bids[-1]
    assert Bid(BidKind.PLUNGE, 2) == opening.ladder.above(None, 5).bids[-1]


def test_what_a_splash_takes_are_options() -> None:
    """Its doubles and its marks; it may jump whatever a plunge may, and never climbs (3.7)."""
    options = replace(
        STANDARD,
        splash=True,
        splash_doubles=2,
        splash_marks=2,
        plunge_timing=PlungeTiming.OPENING_ONLY,
    )

    assert Bid(BidKind.SPLASH, 2) == options.ladder.above(Bid.marks(1), 2).bids[-1]
    assert Bid.marks(2) == options.ladder.above(Bid.marks(1), 1).bids[-1]
    assert Bid.marks(3) == options.ladder.above(Bid.marks(2), 7).bids[-1]


# Calls and contracts.

PIP_CALLS = [Call.pips(pip) for pip in range(7)]
STRAIGHT_CALLS = [*PIP_CALLS, Call.DOUBLES, Call.FOLLOW_ME]


@pytest.mark.parametrize(
    ("declarations", "calls"),
    [
        ({Declaration.PIPS}, PIP_CALLS),
        ({Declaration.PIPS, Declaration.DOUBLES}, [call for call in Call if call < 9]),
        ({Declaration.FOLLOW_ME}, [Call.FOLLOW_ME]),
        ({*STRAIGHT}, STRAIGHT_CALLS),
    ],
)
def test_declarations_choose_the_calls(declarations: set[Declaration], calls: list[Call]) -> None:
    """A house may leave out doubles, follow me or both (R15)."""
    options = replace(STANDARD, declarations=frozenset(declarations))

    assert tuple(calls) == options.calls == options.straight_calls
    assert [CONTRACTS[call] for call in calls] == [options.contract(call) for call in calls]


@pytest.mark.parametrize(
    ("doubles", "calls"),
    [
        (Doubles.HIGH, "follow me"),
        (Doubles.LOW, "follow me low"),
        (Doubles.OWN, "follow me own"),
        (Doubles.DECLARER, "follow me, follow me low, follow me own"),
    ],
)
def test_follow_me_is_called_by_its_doubles(doubles: Doubles, calls: str) -> None:
    """One way of calling follow me, or all three where the declarer says (C10)."""
    with_it, without = (
        replace(STANDARD, follow_me_doubles=doubles, declarations=frozenset(declarations))
        for declarations in ({Declaration.FOLLOW_ME}, {Declaration.DOUBLES})
    )

    assert calls == say_calls(with_it.calls)
    assert "doubles" == say_calls(without.calls)


@pytest.mark.parametrize(
    ("doubles", "modes", "calls"),
    [
        (Doubles.OWN, (DoublesAre.HIGH,), "nello own"),
        (Doubles.HIGH, (), "nello high"),
        (Doubles.LOW, (), "nello low"),
        (Doubles.OWN_INVERTED, (), "nello own inverted"),
        (Doubles.DECLARER, (DoublesAre.LOW,), "nello low"),
        (Doubles.DECLARER, (DoublesAre.LOW, DoublesAre.OWN_SUIT), "nello own, nello low"),
        (
            Doubles.DECLARER,
            (*DoublesAre,),
            "nello own, nello high, nello low, nello own inverted",
        ),
    ],
)
def test_nello_is_called_by_its_doubles(
    doubles: Doubles, modes: tuple[DoublesAre, ...], calls: str
) -> None:
    """One way of calling nello, or those of the modes where the declarer says (C10)."""
    options = replace(STANDARD, nello_doubles=doubles, nello_declarer_modes=modes)

    assert calls == say_calls(options.nello_calls)
    assert options.calls == options.straight_calls
    offered = replace(options, nello=Offered.OPEN)
    assert options.straight_calls + options.nello_calls == offered.calls


def test_special_calls_stand_last() -> None:
    """Nello, sevens and no call at all are offered where the house says, in one order (R15)."""
    options = replace(
        STANDARD,
        nello=Offered.OPEN,
        sevens=Offered.OPEN,
        undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END,
    )

    assert options.calls == (*STRAIGHT_CALLS, Call.NELLO_OWN, Call.SEVENS, Call.UNDECLARED)
    assert (*STRAIGHT_CALLS, Call.SEVENS) == replace(STANDARD, sevens=Offered.OPEN).calls


SEVEN, NO_SEVEN = parse_tiles("6-1 5-5"), parse_tiles("6-6 5-5")
EVERYTHING = replace(
    STANDARD,
    nello=Offered.OPEN,
    sevens=Offered.OPEN,
    undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END,
    plunge=True,
    splash=True,
)


def extras(options: Options, bid: Bid, *, forced: bool = False, held: int = SEVEN) -> str:
    """What may be called besides the straight calls."""
    calls = options.calls_after(bid, forced, held)
    assert options.straight_calls == calls[: len(options.straight_calls)]
    return say_calls(calls[len(options.straight_calls) :])


@pytest.mark.parametrize(
    ("bid", "calls"),
    [
        (Bid.points(30), "undeclared"),
        (Bid.points(41), "undeclared"),
        (Bid.marks(1), "nello own, sevens, undeclared"),
        (Bid.marks(2), "nello own, sevens, undeclared"),
        (Bid(BidKind.PLUNGE, 4), ""),
        (Bid(BidKind.SPLASH, 3), ""),
    ],
)
def test_what_may_be_called_depends_on_the_bid(bid: Bid, calls: str) -> None:
    """Nello and sevens take a mark bid, and the partner in plunge or splash names trumps (C10,
    C11, C18)."""
    assert calls == extras(EVERYTHING, bid)


@pytest.mark.parametrize("marks", [1, 2, 3])
def test_special_contracts_have_their_minimum(marks: int) -> None:
    """A bid lower than nello_min_marks or sevens_min_marks can't call them (C18)."""
    nello = replace(STANDARD, nello=Offered.OPEN, nello_min_marks=2)
    sevens = replace(STANDARD, sevens=Offered.OPEN, sevens_min_marks=3)

    assert ("nello own" if marks >= 2 else "") == extras(nello, Bid.marks(marks))
    assert ("sevens" if marks >= 3 else "") == extras(sevens, Bid.marks(marks))


@pytest.mark.parametrize("option", ["nello", "sevens"])
def test_forced_only_is_for_the_forced_player(option: str) -> None:
    """Only the forced seat may call it, and only with a mark bid of the minimum (C3)."""
    options = replace(
        STANDARD,
        all_pass=AllPass.FORCED,
        **{option: Offered.FORCED_ONLY, f"{option}_min_marks": 2},  # type: ignore[arg-type]
    )
    call = "nello own" if option == "nello" else "sevens"

    assert "" == extras(options, Bid.marks(2))
    assert call == extras(options, Bid.marks(2), forced=True)
    assert "" == extras(options, Bid.marks(1), forced=True)
    assert "" == extras(options, Bid.points(30), forced=True)


def test_sevens_may_need_a_seven() -> None:
    """With sevens_needs_seven the caller must hold 6-1, 5-2 or 4-3; nello needs none (3.5)."""
    needs = replace(EVERYTHING, sevens_needs_seven=True)

    assert "nello own, sevens, undeclared" == extras(needs, Bid.marks(1), held=SEVEN)
    assert "nello own, undeclared" == extras(needs, Bid.marks(1), held=NO_SEVEN)
    assert "nello own, sevens, undeclared" == extras(EVERYTHING, Bid.marks(1), held=NO_SEVEN)


@pytest.mark.parametrize("rank", TrumpRank)
def test_the_rank_of_trumps_chooses_the_contracts(rank: TrumpRank) -> None:
    """With pip_total the trumps of a pip rank by their pips (2.2-f)."""
    options = replace(STANDARD, trump_rank=rank)
    rows = BY_PIP_TOTAL if rank is TrumpRank.PIP_TOTAL else CONTRACTS

    assert [*rows.values()] == [options.contract(call) for call in Call]


@pytest.mark.parametrize("rank", TrumpRank)
@pytest.mark.parametrize("free", [False, True])
def test_free_play_changes_sevens_alone(rank: TrumpRank, free: bool) -> None:
    """With sevens_free_play the law of sevens is another, and no other contract's (C18)."""
    usual = replace(STANDARD, trump_rank=rank)
    options = replace(usual, sevens_free_play=free)

    assert nearest_to_seven(free_play=free) == options.contract(Call.SEVENS).law
    assert Aim.SEVENS is options.contract(Call.SEVENS).aim
    for call in Call:
        if call is not Call.SEVENS:
            assert usual.contract(call) is options.contract(call)


# Stacking.

BIDS = (
    Bid.points(30), Bid.points(41), Bid.marks(1), Bid.marks(2), Bid.marks(5),
    Bid(BidKind.SPLASH, 1), Bid(BidKind.SPLASH, 2), Bid(BidKind.PLUNGE, 4),
)  # fmt: skip


@pytest.mark.parametrize(
    ("stacking", "hidden"),
    [
        (Stacking.FACE_UP, (0, 0, 0, 0, 0, 0, 0, 0)),
        (Stacking.HIDDEN_FROM_1_MARK, (0, 0, 1, 1, 1, 1, 1, 1)),
        (Stacking.HIDDEN_FROM_2_MARKS, (0, 0, 0, 1, 1, 0, 1, 1)),
        (Stacking.HIDDEN, (1, 1, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_stacking_begins_at_its_bid(stacking: Stacking, hidden: tuple[int, ...]) -> None:
    """Tricks lie face down from one mark, from two, always or never; a plunge or a splash counts
    as its marks (C7)."""
    assert hidden == tuple(int(stacking.hides(bid)) for bid in BIDS)


@pytest.mark.parametrize("stacking", Stacking)
def test_only_hidden_tricks_need_memory(stacking: Stacking) -> None:
    """A bot needs to remember nothing where every trick lies face up."""
    assert (stacking is not Stacking.FACE_UP) == replace(STANDARD, stacking=stacking).needs_memory


def test_no_memory_is_needed_where_no_bid_hides_a_trick() -> None:
    """Tricks hidden from two marks on are never hidden where one mark is the highest bid."""
    hidden = replace(STANDARD, stacking=Stacking.HIDDEN_FROM_2_MARKS)

    assert [False, True] == [replace(hidden, max_marks=most).needs_memory for most in (1, 2)]


# What hands pay.


def test_each_option_of_pay_is_passed_on() -> None:
    """How hands pay is said by the options of those names."""
    options = seated(
        3,
        early_end=False,
        set_marks=SetMarks.ONE,
        set_award=SetAward.BID_ONLY,
        mark_bid_points=MarkBidPoints.TAKEN,
        forced_sweep_bonus=True,
        solo_set_award=SoloSetAward.BIDDER_MINUS,
    )

    assert options.pay == Pay(
        set_marks=SetMarks.ONE,
        set_award=SetAward.BID_ONLY,
        mark_bid_points=MarkBidPoints.TAKEN,
        forced_sweep_bonus=True,
        solo_set_award=SoloSetAward.BIDDER_MINUS,
    )
    most = replace(STANDARD, early_end=False, mark_award=MarkAward.MOST_POINTS)
    assert Pay(mark_award=MarkAward.MOST_POINTS) == most.pay
    assert Pay() == STANDARD.pay
    assert Pay(scoring=Scoring.POINTS) == POINTS.pay


@pytest.mark.parametrize(
    ("players", "teams", "bidder_pays"),
    [
        (4, Teams.TWO_BY_TWO, False),
        (6, Teams.TWO_BY_THREE, False),
        (6, Teams.THREE_BY_TWO, True),
        (4, Teams.SOLO, True),
        (2, Teams.SOLO, True),
        (7, Teams.AUTO, True),
    ],
)
def test_between_two_partnerships_a_set_pays_the_others(
    players: int, teams: Teams, bidder_pays: bool
) -> None:
    """bidder_minus is for those who play alone, and for three pairs (C14)."""
    options = seated(players, teams=teams, solo_set_award=SoloSetAward.BIDDER_MINUS)

    assert bidder_pays is options.pay.bidder_pays


@pytest.mark.parametrize(
    ("scoring", "early_end", "mark_bids", "ends"),
    [
        (Scoring.MARKS, True, MarkBidPoints.BID_ONLY, (True, True, True)),
        (Scoring.MARKS, True, MarkBidPoints.TAKEN, (True, True, True)),
        (Scoring.MARKS, False, MarkBidPoints.BID_ONLY, (False, False, False)),
        (Scoring.POINTS, True, MarkBidPoints.BID_ONLY, (False, True, True)),
        (Scoring.POINTS, True, MarkBidPoints.TAKEN, (False, False, False)),
        (Scoring.POINTS, False, MarkBidPoints.BID_ONLY, (False, False, False)),
    ],
)
def test_a_hand_ends_early_where_what_is_taken_does_not_count(
    scoring: Scoring, early_end: bool, mark_bids: MarkBidPoints, ends: tuple[bool, ...]
) -> None:
    """Under points only a mark bid that pays its 42s alone may end early (C6)."""
    options = replace(
        STANDARD, scoring=scoring, target=250, early_end=early_end, mark_bid_points=mark_bids
    )
    bids = (Bid.points(30), Bid.marks(1), Bid(BidKind.PLUNGE, 4))

    assert ends == tuple(options.ends_early(bid) for bid in bids)


# The same rules elsewhere.


def test_rules_may_be_played_by_others() -> None:
    """For another number of players only that number changes, and for the same nothing."""
    three = OPEN_TO_ALL.for_players(3)

    assert replace(OPEN_TO_ALL, players=3) == three
    assert OPEN_TO_ALL is OPEN_TO_ALL.for_players(4)
    with pytest.raises(BadOptions, match="these rules are for 4 players, not for 3"):
        STANDARD.for_players(3)


def test_options_are_told_in_plain_values() -> None:
    """Words, numbers, truth values and lists, under the names of the rule book (2.3)."""
    told = replace(
        EVERYTHING,
        first_shaker=2,
        hand_size=7,
        max_marks=7,
        nello_declarer_modes=(DoublesAre.OWN_INVERTED, DoublesAre.HIGH),
        both_over_target=GameWon.BIDDER_FIRST,
        sevens_scope=SevensScope.BIDDER,
        plunge_leader=PlungeLeader.BIDDER,
    ).as_dict()
    usual = STANDARD.as_dict()

    assert {"first_shaker": "C", "hand_size": 7, "max_marks": 7} == {
        name: told[name] for name in ("first_shaker", "hand_size", "max_marks")
    }
    assert ["own_inverted", "high"] == told["nello_declarer_modes"]
    assert ("bidder_first", "bidder", "bidder", True) == (
        told["both_over_target"],
        told["sevens_scope"],
        told["plunge_leader"],
        told["plunge"],
    )
    assert ("high_draw", "auto", None, [4], "2x2", False) == (
        usual["first_shaker"],
        usual["hand_size"],
        usual["max_marks"],
        usual["player_counts"],
        usual["teams"],
        usual["splash"],
    )
    assert ["pips", "doubles", "follow_me"] == usual["declarations"]
    assert [field.name for field in fields(Options)] == [*usual]
    assert "A" == replace(STANDARD, first_shaker=0).as_dict()["first_shaker"]


@given(houses())
def test_plain_values_are_plain(options: Options) -> None:
    """Whatever the house, each value is a word, a number, a truth value, none, or a list."""
    for value in options.as_dict().values():
        for each in value if isinstance(value, list) else [value]:
            assert type(each) in (str, int, bool, type(None))


def test_options_are_compared_by_value() -> None:
    """Two houses with the same rules are equal, and a changed one isn't."""
    assert replace(STANDARD) == STANDARD
    assert replace(STANDARD, all_pass=AllPass.FORCED) != STANDARD
    assert {"all_pass": "forced"} == {
        name: value
        for name, value in replace(STANDARD, all_pass=AllPass.FORCED).as_dict().items()
        if value != STANDARD.as_dict()[name]
    }


@pytest.mark.parametrize("shaker", [*FirstShaker, 0, 3])
def test_any_seat_may_shake_first(shaker: FirstShaker | int) -> None:
    """By the draw, by chance, or a seat that is named (C2)."""
    assert shaker == replace(STANDARD, first_shaker=shaker).first_shaker


def test_the_one_place_of_doubles_is_told() -> None:
    """Where the declarer says there is no one place."""
    places = [Doubles.OWN, Doubles.HIGH, Doubles.LOW, Doubles.OWN_INVERTED]

    assert [
        DoublesAre.OWN_SUIT, DoublesAre.HIGH, DoublesAre.LOW, DoublesAre.OWN_INVERTED,
    ] == [doubles.mode for doubles in places]  # fmt: skip
    with pytest.raises(ValueError, match="declarer"):
        _ = Doubles.DECLARER.mode


@given(houses())
def test_no_tile_is_counted_twice(options: Options) -> None:
    """In any house the tiles dealt, taken out and asleep are the whole set."""
    dealt = options.players * options.tiles_per_seat

    assert 28 == dealt + options.removed.bit_count() + options.tiles_asleep
    assert 0 == options.removed & ~ALL_TILES
    assert not (options.removed and options.tiles_asleep)
