"""Made or set, and what it pays: in marks, in points, to two sides or more, played or forfeited."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Aim
from arena.rules.scoring import (
    COUNT_OF_A_SET,
    POINTS_A_MARK,
    Goal,
    MarkAward,
    MarkBidPoints,
    Outcome,
    Pay,
    Played,
    Result,
    Scoring,
    SetAward,
    SetMarks,
    SoloSetAward,
    awards,
    awards_forfeited,
    goal_of,
)

MADE, SET = Outcome.MADE, Outcome.SET
NEVER = 1000
THIRTY, ONE_MARK, TWO_MARKS = Bid.points(30), Bid.marks(1), Bid.marks(2)
PLUNGE, SPLASH = Bid(BidKind.PLUNGE, 4), Bid(BidKind.SPLASH, 3)

MARKS = Pay()
POINTS = Pay(scoring=Scoring.POINTS)
ONE_WHEN_SET = Pay(set_marks=SetMarks.ONE)
MOST_POINTS = Pay(mark_award=MarkAward.MOST_POINTS)
SWEEP_BONUS = Pay(forced_sweep_bonus=True)
BIDDER_MINUS = Pay(solo_set_award=SoloSetAward.BIDDER_MINUS)

point_bids = st.builds(Bid.points, st.integers(1, 41))
mark_bids = st.builds(Bid.marks, st.integers(1, 9))


def played(
    bid: Bid = THIRTY,
    outcome: Outcome = MADE,
    taken: tuple[int, ...] = (30, 12),
    *,
    bidding: int = 0,
    aim: Aim = Aim.THE_BID,
    forced: bool = False,
) -> Played:
    """A hand that was played: 30 made by side 0 unless something else is said."""
    return Played(bid, aim, bidding, outcome, taken, forced)


def every_ending() -> Iterator[Played]:
    """Hands of every kind of bid, contract and outcome, of two sides and of three."""
    for bid in (THIRTY, Bid.points(41), ONE_MARK, TWO_MARKS, PLUNGE, SPLASH):
        for aim in Aim if bid.kind is BidKind.MARKS else (Aim.THE_BID,):
            for outcome in (MADE, SET):
                for taken in ((42, 0), (23, 19), (21, 21), (0, 42), (20, 12, 12), (0, 0, 44)):
                    for forced in (False, True):
                        yield Played(bid, aim, 0, outcome, taken, forced)


ENDINGS = [*every_ending()]


# Made or set.


@pytest.mark.parametrize("n", range(30, 42))
def test_a_point_bid_is_decided_at_its_points(n: int) -> None:
    """Cases 20 and 24: n points make a bid of n and 43 - n set it; one fewer decides nothing."""
    goal = goal_of(Bid.points(n), 42)

    assert Goal(make=n, set_at=43 - n, lose=NEVER, at_end=SET) == goal
    assert MADE is goal.decided(n, 0)
    assert None is goal.decided(n - 1, 0)
    assert SET is goal.decided(0, 43 - n)
    assert None is goal.decided(0, 42 - n)
    assert None is goal.decided(n - 1, 42 - n)


def test_twelve_do_not_set_thirty_and_thirteen_do() -> None:
    """Case 24: against a bid of 30 the others need 13 points."""
    goal = goal_of(THIRTY, 42)

    assert [None, SET] == [goal.decided(0, 12), goal.decided(0, 13)]


@pytest.mark.parametrize(("total", "bid", "set_at"), [(44, 30, 15), (49, 48, 2), (39, 38, 2)])
def test_other_tables_have_other_totals(total: int, bid: int, set_at: int) -> None:
    """With T points in all a bid of n is set by T + 1 - n of them (section 4)."""
    goal = goal_of(Bid.points(bid), total)

    assert (bid, set_at) == (goal.make, goal.set_at)
    assert Goal(make=total, set_at=1, lose=NEVER, at_end=MADE) == goal_of(ONE_MARK, total)


@given(point_bids | mark_bids, st.integers(0, 42))
def test_a_whole_hand_is_made_or_set(bid: Bid, bidders: int) -> None:
    """Case 20: when all 42 points are taken, exactly one of made and set holds."""
    goal = goal_of(bid, 42)

    assert (bidders >= goal.make) != (42 - bidders >= goal.set_at)
    assert (MADE if bidders >= goal.make else SET) is goal.decided(bidders, 42 - bidders)


@given(point_bids | mark_bids, st.integers(0, 42), st.data())
def test_a_decision_is_final(bid: Bid, bidders: int, data: st.DataObject) -> None:
    """What is decided stays so, whoever takes the rest (R29)."""
    others = data.draw(st.integers(0, 42 - bidders))
    more = data.draw(st.integers(0, 42 - bidders - others))
    goal = goal_of(bid, 42)
    decided = goal.decided(bidders, others)
    in_the_end = goal.decided(bidders + more, 42 - bidders - more)

    assert in_the_end in (MADE, SET)
    assert decided in (None, in_the_end)


@pytest.mark.parametrize("bid", [*map(Bid.marks, range(1, 8)), PLUNGE, SPLASH], ids=str)
@pytest.mark.parametrize("aim", [Aim.THE_BID, Aim.SEVENS])
def test_a_mark_bid_needs_every_trick(bid: Bid, aim: Aim) -> None:
    """Case 22: any point lost sets a mark bid, sevens too, and only all 42 make it (R14, 3.5)."""
    goal = goal_of(bid, 42, aim)

    assert Goal(make=42, set_at=1, lose=NEVER, at_end=MADE) == goal
    assert [MADE, SET, None] == [goal.decided(*taken) for taken in ((42, 0), (41, 1), (41, 0))]


def test_nello_needs_no_trick() -> None:
    """Any point taken sets nello, what the others take is no matter, and it is made only at the end
    (3.4)."""
    goal = goal_of(TWO_MARKS, 42, Aim.NO_TRICK)

    assert [None, None, SET, SET] == [
        goal.decided(*taken) for taken in ((0, 0), (0, 42), (1, 0), (42, 0))
    ]
    assert MADE is goal.at_end


def test_where_tiles_sleep_a_point_bid_may_end_undecided() -> None:
    """It is made with n, set for certain only as if nothing slept, and set at the end (C13)."""
    goal = goal_of(THIRTY, 42)

    assert [MADE, None, SET] == [goal.decided(*taken) for taken in ((30, 0), (29, 12), (0, 13))]
    assert SET is goal.at_end


def test_where_tiles_sleep_a_mark_bid_is_made_at_the_end() -> None:
    """The whole count may not be in play, so losing nothing to the end makes it (C13)."""
    goal = goal_of(ONE_MARK, 42)

    assert [None, None, SET] == [goal.decided(*taken) for taken in ((7, 0), (41, 0), (41, 1))]
    assert MADE is goal.at_end


def test_a_set_has_42_of_which_35_are_count() -> None:
    """Seven tricks and 35 of count are one mark in points (R27, C8)."""
    assert (42, 35) == (POINTS_A_MARK, COUNT_OF_A_SET)


# Marks.


@pytest.mark.parametrize(
    ("bid", "outcome", "paid"),
    [
        (THIRTY, MADE, (1, 0)),
        (Bid.points(41), MADE, (1, 0)),
        (THIRTY, SET, (0, 1)),
        (ONE_MARK, MADE, (1, 0)),
        (TWO_MARKS, MADE, (2, 0)),
        (TWO_MARKS, SET, (0, 2)),
        (Bid.marks(5), SET, (0, 5)),
        (PLUNGE, MADE, (4, 0)),
        (PLUNGE, SET, (0, 4)),
        (SPLASH, SET, (0, 3)),
    ],
)
@pytest.mark.parametrize("aim", Aim)
def test_one_side_gets_the_stake(
    bid: Bid, outcome: Outcome, paid: tuple[int, int], aim: Aim
) -> None:
    """Made, the bidders get the stake, set, the others, whatever was called; never both (R30)."""
    assert paid == awards(MARKS, played(bid, outcome, aim=aim))
    assert paid[::-1] == awards(MARKS, played(bid, outcome, bidding=1, aim=aim))


@pytest.mark.parametrize(
    ("bid", "paid"),
    [(THIRTY, 1), (ONE_MARK, 1), (TWO_MARKS, 1), (Bid.marks(5), 1), (PLUNGE, 1), (SPLASH, 1)],
)
def test_a_set_may_pay_one_mark(bid: Bid, paid: int) -> None:
    """With set_marks one a set pays one mark, and a made bid its stake as ever (2.2-j)."""
    assert (0, paid) == awards(ONE_WHEN_SET, played(bid, SET))
    assert (bid.stake, 0) == awards(ONE_WHEN_SET, played(bid, MADE))


@pytest.mark.parametrize(
    ("outcome", "taken", "paid"),
    [
        (MADE, (30, 12), (1, 0)),
        (SET, (23, 19), (1, 0)),
        (SET, (19, 23), (0, 1)),
        (MADE, (19, 23), (0, 1)),
        (MADE, (21, 21), (1, 0)),
        (SET, (21, 21), (0, 1)),
    ],
)
def test_the_mark_may_go_to_who_took_the_most(
    outcome: Outcome, taken: tuple[int, int], paid: tuple[int, int]
) -> None:
    """With most_points a point bid pays who took more, whatever came of it; at 21 all the contract
    decides (C9)."""
    assert paid == awards(MOST_POINTS, played(THIRTY, outcome, taken))
    assert paid[::-1] == awards(MOST_POINTS, played(THIRTY, outcome, taken[::-1], bidding=1))


@pytest.mark.parametrize("bid", [ONE_MARK, TWO_MARKS, PLUNGE], ids=str)
@pytest.mark.parametrize("aim", Aim)
def test_of_a_mark_bid_most_points_pays_one_mark_by_the_contract(bid: Bid, aim: Aim) -> None:
    """One mark always, and not to who took more (C9)."""
    assert (0, 1) == awards(MOST_POINTS, played(bid, SET, (41, 1), aim=aim))
    assert (1, 0) == awards(MOST_POINTS, played(bid, MADE, (0, 42), aim=aim))


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        (played(THIRTY, MADE, (42, 0), forced=True), (2, 0)),
        (played(Bid.points(31), MADE, (44, 0, 0), forced=True), (2, 0, 0)),
        (played(THIRTY, MADE, (41, 1), forced=True), (1, 0)),
        (played(THIRTY, MADE, (42, 0)), (1, 0)),
        (played(THIRTY, SET, (0, 42), forced=True), (0, 1)),
        (played(THIRTY, MADE, (0, 42), bidding=1, forced=True), (0, 2)),
    ],
)
def test_a_forced_bid_that_sweeps_may_pay_two(hand: Played, paid: tuple[int, ...]) -> None:
    """With forced_sweep_bonus the forced minimum pays two marks for every trick (3.8)."""
    assert paid == awards(SWEEP_BONUS, hand)
    assert tuple(min(1, award) for award in paid) == awards(MARKS, hand)


def test_a_bid_is_not_forced_unless_that_is_told() -> None:
    """A sweep pays two only to who had to bid (3.8)."""
    assert (1, 0) == awards(SWEEP_BONUS, Played(THIRTY, Aim.THE_BID, 0, MADE, (42, 0)))


# More than two sides.


@pytest.mark.parametrize(
    ("pay", "bid", "outcome", "paid"),
    [
        (MARKS, THIRTY, MADE, (0, 1, 0)),
        (MARKS, TWO_MARKS, MADE, (0, 2, 0)),
        (MARKS, THIRTY, SET, (1, 0, 1)),
        (MARKS, TWO_MARKS, SET, (2, 0, 2)),
        (ONE_WHEN_SET, TWO_MARKS, SET, (1, 0, 1)),
        (BIDDER_MINUS, THIRTY, MADE, (0, 1, 0)),
        (BIDDER_MINUS, TWO_MARKS, MADE, (0, 2, 0)),
        (BIDDER_MINUS, THIRTY, SET, (0, -1, 0)),
        (BIDDER_MINUS, TWO_MARKS, SET, (0, -2, 0)),
        (replace(BIDDER_MINUS, set_marks=SetMarks.ONE), TWO_MARKS, SET, (0, -1, 0)),
        (MOST_POINTS, THIRTY, SET, (0, 0, 1)),
    ],
)
def test_alone_a_set_pays_each_other_or_costs_the_bidder(
    pay: Pay, bid: Bid, outcome: Outcome, paid: tuple[int, ...]
) -> None:
    """Each other side gets the stake, or under bidder_minus the bidder loses it (C14, C17)."""
    assert paid == awards(pay, played(bid, outcome, (12, 12, 20), bidding=1))


@pytest.mark.parametrize(("outcome", "paid"), [(MADE, (0, 1, 0)), (SET, (1, 0, 1))])
def test_alone_a_tie_for_the_most_goes_by_the_contract(
    outcome: Outcome, paid: tuple[int, ...]
) -> None:
    """Two sides with as many points: the contract decides who gets one mark (C9)."""
    assert paid == awards(MOST_POINTS, played(THIRTY, outcome, (20, 20, 4), bidding=1))


def test_the_bidder_pays_under_bidder_minus_only() -> None:
    """By default each of the others is paid (section 4)."""
    assert [False, True] == [pay.bidder_pays for pay in (MARKS, BIDDER_MINUS)]
    assert SoloSetAward.EACH_DEFENDER is MARKS.solo_set_award


# Points.


@pytest.mark.parametrize(
    ("pay", "bid", "outcome", "taken", "paid"),
    [
        (POINTS, 31, MADE, (35, 7), (35, 7)),
        (POINTS, 31, SET, (28, 14), (0, 45)),
        (POINTS, 35, SET, (23, 19), (0, 54)),
        (POINTS, 31, SET, (20, 22), (0, 53)),
        (replace(POINTS, set_award=SetAward.BID_ONLY), 35, SET, (23, 19), (0, 35)),
        (replace(POINTS, set_award=SetAward.BID_ONLY), 31, MADE, (35, 7), (35, 7)),
        (POINTS, 30, MADE, (30, 8, 6), (30, 8, 6)),
        (POINTS, 30, SET, (20, 4, 20), (0, 34, 50)),
        (replace(POINTS, set_award=SetAward.BID_ONLY), 30, SET, (20, 4, 20), (0, 30, 30)),
    ],
)
def test_a_point_bid_pays_points(
    pay: Pay, bid: int, outcome: Outcome, taken: tuple[int, ...], paid: tuple[int, ...]
) -> None:
    """Case 23: made, each side adds what it took; set, the others add the bid, with what they took
    or without (R31, 2.2-h)."""
    assert paid == awards(pay, played(Bid.points(bid), outcome, taken))


TAKEN_TOO = replace(POINTS, mark_bid_points=MarkBidPoints.TAKEN)


@pytest.mark.parametrize(
    ("pay", "bid", "outcome", "taken", "paid"),
    [
        (POINTS, ONE_MARK, MADE, (42, 0), (42, 0)),
        (POINTS, TWO_MARKS, MADE, (42, 0), (84, 0)),
        (POINTS, ONE_MARK, SET, (36, 6), (0, 42)),
        (POINTS, TWO_MARKS, SET, (36, 6), (0, 84)),
        (POINTS, ONE_MARK, SET, (36, 6, 2), (0, 42, 42)),
        (POINTS, ONE_MARK, MADE, (44, 0, 0), (42, 0, 0)),
        (replace(POINTS, set_award=SetAward.BID_ONLY), ONE_MARK, SET, (36, 6), (0, 42)),
        (TAKEN_TOO, ONE_MARK, MADE, (42, 0), (42, 0)),
        (TAKEN_TOO, TWO_MARKS, MADE, (42, 0), (42, 0)),
        (TAKEN_TOO, ONE_MARK, SET, (36, 6), (0, 48)),
        (TAKEN_TOO, TWO_MARKS, SET, (36, 6), (0, 90)),
        (TAKEN_TOO, ONE_MARK, SET, (36, 6, 2), (0, 48, 44)),
    ],
)
def test_a_straight_mark_bid_pays_its_42s(
    pay: Pay, bid: Bid, outcome: Outcome, taken: tuple[int, ...], paid: tuple[int, ...]
) -> None:
    """Either side gets 42 a mark and nothing else; or, made, the bidders add what they took, and
    set, the others both (R31, C8)."""
    assert paid == awards(pay, played(bid, outcome, taken))


@pytest.mark.parametrize("pay", [POINTS, TAKEN_TOO], ids=["bid_only", "taken"])
@pytest.mark.parametrize(
    ("bid", "aim", "stake"),
    [
        (PLUNGE, Aim.THE_BID, 168),
        (SPLASH, Aim.THE_BID, 126),
        (ONE_MARK, Aim.NO_TRICK, 42),
        (TWO_MARKS, Aim.NO_TRICK, 84),
        (TWO_MARKS, Aim.SEVENS, 84),
    ],
)
def test_a_special_contract_pays_its_42s_alone(pay: Pay, bid: Bid, aim: Aim, stake: int) -> None:
    """Plunge, splash, nello and sevens pay 42 a mark, whatever was taken (C8)."""
    assert (stake, 0) == awards(pay, played(bid, MADE, (33, 9), aim=aim))
    assert (0, stake) == awards(pay, played(bid, SET, (33, 9), aim=aim))
    assert (0, stake, stake) == awards(pay, played(bid, SET, (33, 9, 2), aim=aim))


@pytest.mark.parametrize(
    "pay", [POINTS, TAKEN_TOO, replace(POINTS, set_award=SetAward.BID_ONLY)], ids=str
)
@pytest.mark.parametrize("other", [ONE_WHEN_SET, MOST_POINTS, SWEEP_BONUS], ids=str)
def test_what_marks_pay_changes_no_points(pay: Pay, other: Pay) -> None:
    """Under points set_marks, mark_award and forced_sweep_bonus do nothing."""
    with_it = replace(
        pay,
        set_marks=other.set_marks,
        mark_award=other.mark_award,
        forced_sweep_bonus=other.forced_sweep_bonus,
    )
    assert [awards(pay, hand) for hand in ENDINGS] == [awards(with_it, hand) for hand in ENDINGS]


@pytest.mark.parametrize("pay", [MARKS, ONE_WHEN_SET, MOST_POINTS, SWEEP_BONUS, BIDDER_MINUS])
def test_what_points_pay_changes_no_marks(pay: Pay) -> None:
    """Under marks set_award and mark_bid_points do nothing."""
    with_it = replace(pay, set_award=SetAward.BID_ONLY, mark_bid_points=MarkBidPoints.TAKEN)

    assert [awards(pay, hand) for hand in ENDINGS] == [awards(with_it, hand) for hand in ENDINGS]


@pytest.mark.parametrize(
    ("pay", "changed"),
    [
        (ONE_WHEN_SET, lambda hand: hand.outcome is SET and hand.bid.stake > 1),
        (SWEEP_BONUS, lambda hand: hand.forced and hand.made and hand.bid.stake != 2),
        (BIDDER_MINUS, lambda hand: hand.outcome is SET),
    ],
    ids=["set_marks", "forced_sweep_bonus", "solo_set_award"],
)
def test_each_option_changes_its_own_hands_only(
    pay: Pay, changed: Callable[[Played], bool]
) -> None:
    """No hand is paid otherwise than by default, but for those that the option is about."""
    other = [hand for hand in ENDINGS if awards(pay, hand) != awards(MARKS, hand)]

    assert other
    assert all(changed(hand) for hand in other)


# Forfeits.


@pytest.mark.parametrize(
    ("high", "stake"),
    [
        (None, 1),
        (THIRTY, 1),
        (ONE_MARK, 1),
        (TWO_MARKS, 2),
        (Bid.marks(5), 5),
        (PLUNGE, 4),
    ],
)
@pytest.mark.parametrize("hand", [None, played(taken=(11, 0))])
def test_a_forfeit_pays_the_highest_bid(high: Bid | None, stake: int, hand: Played | None) -> None:
    """Under marks the others get those of the contract or of the highest bid, at least one, be it
    the bidders who forfeit or not (R34)."""
    assert (0, stake) == forfeited(MARKS, 0, high, hand)
    assert (stake, 0) == forfeited(MARKS, 1, high, hand)
    assert (stake, 0, stake) == forfeited(MARKS, 1, high, hand, sides=3)


def forfeited(
    pay: Pay,
    loser: int,
    high: Bid | None,
    hand: Played | None,
    *,
    untaken: int = 31,
    sides: int = 2,
) -> tuple[int, ...]:
    """What each side is awarded when `loser` forfeits."""
    return awards_forfeited(pay, loser=loser, high=high, played=hand, untaken=untaken, sides=sides)


@pytest.mark.parametrize("high", [None, THIRTY, Bid.marks(3)])
def test_in_the_auction_a_forfeit_pays_42_points(high: Bid | None) -> None:
    """Under points each other side gets 42, whatever was bid (R34)."""
    assert (0, 42) == forfeited(POINTS, 0, high, None)
    assert (42, 0) == forfeited(POINTS, 1, high, None)
    assert (42, 42, 0) == forfeited(POINTS, 2, high, None, sides=3)


@pytest.mark.parametrize(
    ("pay", "bid", "loser", "paid"),
    [
        (POINTS, THIRTY, 0, (0, 30 + 5 + 26)),
        (POINTS, THIRTY, 1, (11 + 26, 5)),
        (replace(POINTS, set_award=SetAward.BID_ONLY), THIRTY, 0, (0, 30)),
        (POINTS, TWO_MARKS, 0, (0, 84)),
        (POINTS, TWO_MARKS, 1, (84, 0)),
        (TAKEN_TOO, TWO_MARKS, 0, (0, 84 + 5 + 26)),
        (TAKEN_TOO, TWO_MARKS, 1, (11 + 26, 5)),
        (TAKEN_TOO, PLUNGE, 0, (0, 168)),
        (TAKEN_TOO, PLUNGE, 1, (168, 0)),
    ],
)
def test_in_points_a_forfeit_is_a_set_or_as_made(
    pay: Pay, bid: Bid, loser: int, paid: tuple[int, int]
) -> None:
    """The bidders' forfeit is scored as set, the others' as made, with the untaken points to the
    other side (R34)."""
    hand = played(bid, Outcome.FORFEITED, (11, 5))
    mirrored = played(bid, Outcome.FORFEITED, (5, 11), bidding=1)

    assert paid == forfeited(pay, loser, bid, hand, untaken=26)
    assert paid[::-1] == forfeited(pay, 1 - loser, bid, mirrored, untaken=26)


@pytest.mark.parametrize(
    ("loser", "paid"), [(1, (30 + 4, 0, 30 + 9)), (0, (4, 20 + 11, 9)), (2, (4, 20 + 11, 9))]
)
def test_alone_a_forfeit_in_points_is_a_set_or_as_made(loser: int, paid: tuple[int, ...]) -> None:
    """The untaken points go to the bidder when another forfeits, and to nobody when the bidder
    does (R34)."""
    hand = played(THIRTY, Outcome.FORFEITED, (4, 20, 9), bidding=1)

    assert paid == forfeited(POINTS, loser, THIRTY, hand, untaken=11, sides=3)


@pytest.mark.parametrize("pay", [ONE_WHEN_SET, MOST_POINTS, SWEEP_BONUS, BIDDER_MINUS])
def test_a_forfeit_in_marks_is_paid_alike_everywhere(pay: Pay) -> None:
    """No option lessens what a forfeit pays the others (R34)."""
    hand = played(TWO_MARKS, Outcome.FORFEITED, (11, 0), forced=True)

    assert (0, 2) == forfeited(pay, 0, TWO_MARKS, hand)
    assert (2, 0) == forfeited(pay, 1, TWO_MARKS, hand)
    assert (0, 2, 2) == forfeited(pay, 0, TWO_MARKS, hand, sides=3)


# Results.


def test_a_result_is_said_in_a_line() -> None:
    """A result names its outcome, and the awards and the points by side."""
    assert "set, awarded 0 1, taken 13 29" == str(Result(SET, (0, 1), (13, 29)))
    assert "thrown in, awarded 0 0, taken 0 0" == str(Result(Outcome.THROWN_IN, (0, 0), (0, 0)))
    assert "set, awarded 0 -1 0, taken 4 20 20" == str(Result(SET, (0, -1, 0), (4, 20, 20)))
