"""The auction: whose turn it is, what may be bid, who wins it."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.auction import AllPass, Auction, BidRounds, say_bids, seats_bidding
from arena.rules.bids import PASS, Bid, MarkRaise, PlungeTiming
from arena.rules.illegal import IllegalBid
from arena.rules.options import Options
from tests.rules import naive
from tests.rules.staging import EVERY_BID, naive_bid, naive_house, snapshot

ORDER = (2, 3, 0, 1)


def auction(
    house: Options | None = None, history: str = "", doubles: tuple[int, ...] | None = None
) -> Auction:
    """An auction of C, D, A, B after some bids."""
    house = house or Options()
    begun = Auction(house.ladder, house.all_pass, ORDER, house.bid_rounds, doubles)
    for word in history.split():
        begun.bid(Bid.parse(word))
    return begun


def legal(
    history: str, house: Options | None = None, doubles: tuple[int, ...] | None = None
) -> str:
    """What may be bid after a history, as a person lists it."""
    return say_bids(auction(house, history, doubles).legal)


def count_auctions(start: Callable[[], Auction]) -> int:
    """How many complete auctions there are, by trying every legal bid at every turn."""

    def count_after(history: list[Bid]) -> int:
        played = start()
        for bid in history:
            played.bid(bid)
        if played.over:
            return 1
        return sum(count_after([*history, bid]) for bid in played.legal)

    return count_after([])


@pytest.mark.parametrize(
    ("max_marks", "histories"),
    [(1, 2380), (2, 3060), (3, 3196), (4, 3213), (5, 3214), (6, 3214), (7, 3214), (None, 3214)],
)
def test_auctions_are_counted(max_marks: int | None, histories: int) -> None:
    """So many complete auctions exist with a cap of so many marks; none goes beyond 5 marks."""
    assert histories == count_auctions(lambda: auction(Options(max_marks=max_marks)))


def test_each_seat_acts_once_in_order() -> None:
    """Each seat bids or passes once, in the given order; then nothing is legal (R7)."""
    played = auction()
    turns = []
    while not played.over:
        turns.append(played.turn)
        played.bid(PASS)

    assert [*ORDER] == turns
    assert () == played.legal
    assert [PASS] * 4 == played.bids


@pytest.mark.parametrize(
    ("history", "bidder", "high"),
    [
        ("30 31 P M1", 1, Bid.marks(1)),
        ("30 31 32 P", 0, Bid.points(32)),
        ("P 41 P P", 3, Bid.points(41)),
        ("M2 M3 M4 M5", 1, Bid.marks(5)),
        ("P P P P", None, None),
        ("M1 P P P", 2, Bid.marks(1)),
    ],
)
def test_the_highest_bid_wins(history: str, bidder: int | None, high: Bid | None) -> None:
    """The last bid made is the highest, and its maker the bidder; nobody is if all pass (R13)."""
    played = auction(history=history)

    assert played.over
    assert (bidder, high) == (played.bidder, played.high)


def test_the_ladder_of_marks() -> None:
    """Case 19: 41, then 1 mark, then 2 marks; each outbids the ones before (R10)."""
    assert "pass, 30-41, 1 mark, 2 marks" == legal("")
    assert "pass, 1 mark, 2 marks" == legal("41")
    assert "pass, 2 marks" == legal("41 M1")
    assert "pass, 3 marks" == legal("41 M1 M2")


def test_a_pass_does_not_widen_the_step() -> None:
    """After a pass the same bids are open as before it (R10)."""
    assert "pass, 3 marks" == legal("M2") == legal("M2 P") == legal("M2 P P")


@pytest.mark.parametrize(
    ("all_pass", "bids"),
    [
        (AllPass.RESHAKE, "pass, 30-41, 1 mark, 2 marks"),
        (AllPass.FORCED, "30-41, 1 mark, 2 marks"),
        (AllPass.FORCED_EXACT, "30"),
    ],
)
def test_after_three_passes_the_house_decides(all_pass: AllPass, bids: str) -> None:
    """Cases 17 and 18: the last seat may pass, must bid, or must bid the minimum (R12)."""
    assert bids == legal("P P P", Options(all_pass=all_pass))


@pytest.mark.parametrize("all_pass", AllPass)
def test_nobody_is_forced_when_somebody_has_bid(all_pass: AllPass) -> None:
    """Only three passes force the last seat (R11)."""
    house = Options(all_pass=all_pass)

    assert "pass, 31-41, 1 mark, 2 marks" == legal("P 30 P", house)
    assert "pass, 30-41, 1 mark, 2 marks" == legal("P P", house)


def test_the_forced_minimum_may_be_another() -> None:
    """Case 18: with a minimum of 31 the forced seat begins there."""
    assert "31-41, 1 mark, 2 marks" == legal("P P P", Options(all_pass=AllPass.FORCED, min_bid=31))
    assert "31" == legal("P P P", Options(all_pass=AllPass.FORCED_EXACT, min_bid=31))


@pytest.mark.parametrize(
    ("history", "bid"),
    [
        ("35", Bid.points(31)),
        ("35", Bid.points(35)),
        ("", Bid.points(29)),
        ("", Bid.points(42)),
        ("", Bid.marks(3)),
        ("", Bid.marks(9)),
        ("", Bid.marks(0)),
        ("M1", Bid.points(41)),
        ("M1", Bid.marks(1)),
        ("M1", Bid.marks(3)),
        ("M2", Bid.marks(4)),
        ("P P P P", Bid.points(30)),
        ("P P P P", PASS),
    ],
)
def test_an_illegal_bid_changes_nothing(history: str, bid: Bid) -> None:
    """Cases 13 and 14: a bid that isn't legal is refused, and the turn stays (R34)."""
    played = auction(history=history)
    before = snapshot(played)

    with pytest.raises(IllegalBid):
        played.bid(bid)

    assert before == snapshot(played)
    assert bid not in played.legal


@pytest.mark.parametrize(
    ("history", "bid", "words"),
    [
        (
            "35",
            Bid.points(31),
            "31 may not be bid (35 stands); legal: pass, 36-41, 1 mark, 2 marks",
        ),
        ("", Bid.marks(3), "3 marks may not be bid (no bid yet); legal: pass, 30-41, 1 mark, 2"),
        ("P P P", PASS, "the last seat may not pass when all others have; legal: 30-41, 1 mark"),
        ("P P P 30", PASS, "pass comes too late: the auction is over"),
    ],
)
def test_a_refusal_says_what_was_legal(history: str, bid: Bid, words: str) -> None:
    """The message names the bid, what stands, and all that was legal."""
    played = auction(Options(all_pass=AllPass.FORCED), history)

    with pytest.raises(IllegalBid) as refused:
        played.bid(bid)

    assert words == str(refused.value)[: len(words)]


@pytest.mark.parametrize(
    ("all_pass", "history", "forced"),
    [
        (AllPass.FORCED, "P P P 30", True),
        (AllPass.FORCED, "P P P M2", True),
        (AllPass.FORCED_EXACT, "P P P 30", True),
        (AllPass.RESHAKE, "P P P 30", False),
        (AllPass.RESHAKE, "P P P P", False),
        (AllPass.FORCED, "P P 30 P", False),
        (AllPass.FORCED, "P P 30 31", False),
        (AllPass.FORCED, "30 P P P", False),
        (AllPass.FORCED, "30 31 P 32", False),
    ],
)
def test_a_bidder_is_forced_who_had_no_choice(
    all_pass: AllPass, history: str, forced: bool
) -> None:
    """Only the last seat is, after passes alone, and where the house forces it (C3)."""
    assert forced is auction(Options(all_pass=all_pass), history).forced


# Bidding on doubles.

HOUSE = Options(plunge=True, splash=True)
DOUBLES = (3, 4, 0, 2)
"""What A, B, C and D hold: the order is C D A B."""


def test_each_seat_bids_on_its_own_doubles() -> None:
    """Cases 15 and 32: the seat to act is offered what its own doubles allow (3.6, 3.7)."""
    plain = "pass, 30-41, 1 mark, 2 marks"

    assert plain == legal("", HOUSE, DOUBLES) == legal("P", HOUSE, DOUBLES)
    assert f"{plain}, splash 3" == legal("P P", HOUSE, DOUBLES)
    assert f"{plain}, plunge 4, splash 3" == legal("P P P", HOUSE, DOUBLES)


def test_without_doubles_told_nobody_bids_on_them() -> None:
    """An auction that isn't told what doubles there are offers no plunge (3.6)."""
    house = Options(plunge=True, plunge_doubles=1)

    assert "pass, 30-41, 1 mark, 2 marks" == legal("", house)
    assert "pass, 30-41, 1 mark, 2 marks" == legal("", house, (0, 0, 0, 0))


@pytest.mark.parametrize("history", ["P P P", "P P 41", "P M2 M3"])
def test_who_has_no_doubles_may_not_plunge(history: str) -> None:
    """Case 15: a plunge without the doubles is refused when it is bid."""
    played = auction(HOUSE, history, (3, 3, 3, 3))
    before = snapshot(played)

    with pytest.raises(IllegalBid, match="plunge 4 may not be bid"):
        played.bid(Bid.parse("plunge 4"))
    assert before == snapshot(played)


def test_a_splash_may_be_outbid_and_a_plunge_too() -> None:
    """The others climb on over a plunge by the ladder, with one of their own too (3.6)."""
    assert "pass, 4 marks, plunge 4" == legal("P P SP3", HOUSE, DOUBLES)
    assert "pass, 5 marks, plunge 5" == legal("M2 M3 M4", HOUSE, DOUBLES)
    assert "pass, 5 marks, plunge 5" == legal("P PL4", HOUSE, (4, 4, 4, 4))
    assert "pass, 5 marks" == legal("P PL4", HOUSE, (3, 4, 0, 4))


def test_the_forced_seat_may_plunge_but_not_under_forced_exact() -> None:
    """It may make any legal bid, or only the minimum (C3)."""
    forced, exact = (
        Options(plunge=True, all_pass=all_pass)
        for all_pass in (AllPass.FORCED, AllPass.FORCED_EXACT)
    )

    assert "30-41, 1 mark, 2 marks, plunge 4" == legal("P P P", forced, DOUBLES)
    assert "30" == legal("P P P", exact, DOUBLES)


def test_an_opening_plunge_is_gone_once_somebody_has_bid() -> None:
    """Under opening_only passes leave it open and any bid closes it; a splash stays (2.2-o)."""
    house = Options(plunge=True, splash=True, plunge_timing=PlungeTiming.OPENING_ONLY)
    four = (4, 4, 4, 4)

    assert "pass, 30-41, 1 mark, 2 marks, plunge 4, splash 3" == legal("P P", house, four)
    assert "pass, 31-41, 1 mark, 2 marks, splash 3" == legal("30", house, four)
    assert "pass, 4 marks" == legal("M2 M3", house, four)


# Bidding until all but one have passed.

ON_AND_ON = Options(bid_rounds=BidRounds.UNTIL_PASSED, max_marks=4)


def turns(history: str, house: Options = ON_AND_ON) -> str:
    """The seats that made the bids of a history, and who is next: `.` when the auction is over."""
    played, seats = auction(house), ""
    for word in history.split():
        seats += "ABCD"[played.turn]
        played.bid(Bid.parse(word))
    return seats + ("." if played.over else "ABCD"[played.turn])


@pytest.mark.parametrize(
    ("history", "seats"),
    [
        ("30 31 32 33", "CDABC"),
        ("30 31 32 33 34", "CDABCD"),
        ("30 P 31 P", "CDABC"),
        ("30 P 31 P 32", "CDABCA"),
        ("30 P 31 P 32 P", "CDABCA."),
        ("30 P 31 P 32 33 P", "CDABCAC."),
        ("P P 30 31", "CDABA"),
        ("P P 30 31 P", "CDABA."),
        ("P P 30 31 32 33 34 P", "CDABABAB."),
        ("30 P P P", "CDAB."),
        ("P 30 P P", "CDAB."),
        ("P P P 30", "CDAB."),
        ("P P P P", "CDAB."),
        ("30 31 P P P", "CDABC."),
        ("30 31 P 32 33 P P", "CDABCDB."),
        ("30 31 P 32 P 33 P", "CDABCDB."),
        ("30 M1 P P M2 M3 M4 P", "CDABCDCD."),
    ],
)
def test_bidding_goes_round_until_all_others_have_passed(history: str, seats: str) -> None:
    """Turns go on clockwise; a pass is final and the high bidder isn't asked again (C5)."""
    assert seats == turns(history)


@pytest.mark.parametrize(
    ("history", "bidder", "high"),
    [
        ("30 P 31 P 32 P", 2, Bid.points(32)),
        ("P P 30 31 P", 1, Bid.points(31)),
        ("30 M1 P P M2 M3 M4 P", 2, Bid.marks(4)),
        ("P P P P", None, None),
        ("P P P 30", 1, Bid.points(30)),
    ],
)
def test_the_last_bid_wins_however_long_it_took(
    history: str, bidder: int | None, high: Bid | None
) -> None:
    """The bidder is whoever made the highest bid, in whichever round (R13, C5)."""
    played = auction(ON_AND_ON, history)

    assert played.over
    assert (bidder, high) == (played.bidder, played.high)


def test_a_seat_at_the_top_of_the_ladder_may_only_pass() -> None:
    """With a cap of one mark the others are still asked, and can but pass (C5)."""
    house = Options(bid_rounds=BidRounds.UNTIL_PASSED, max_marks=1)

    assert "pass" == legal("M1", house) == legal("M1 P", house)
    assert "CDAB." == turns("M1 P P P", house)
    assert "CDABC." == turns("30 M1 P P P", house)


def test_forced_is_the_last_seat_of_round_one() -> None:
    """Who bids later, in another round, had the choice (C5)."""
    house = Options(bid_rounds=BidRounds.UNTIL_PASSED, max_marks=4, all_pass=AllPass.FORCED)

    assert "30-41, 1 mark, 2 marks" == legal("P P P", house)
    assert auction(house, "P P P 35").forced
    assert not auction(house, "P P 30 31 P").forced
    assert not auction(house, "30 31 P P 32 P").forced
    assert "pass, 32-41, 1 mark, 2 marks" == legal("P P 30 31", house)


@pytest.mark.parametrize(
    ("history", "seats"),
    [
        ("", ()),
        ("30 P 31 P 32 33 P", (2, 3, 0, 1, 2, 0, 2)),
        ("P P P P", (2, 3, 0, 1)),
        ("P P 30 31 P", (2, 3, 0, 1, 0)),
        ("30 31 P 32 P 33 P", (2, 3, 0, 1, 2, 3, 1)),
    ],
)
def test_the_seats_of_bids_can_be_told(history: str, seats: tuple[int, ...]) -> None:
    """From the order and the bids alone it follows which seat made which (C5)."""
    assert seats == seats_bidding(ORDER, [Bid.parse(word) for word in history.split()])


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 7), st.sampled_from(BidRounds), st.randoms(use_true_random=False))
def test_the_turn_is_that_of_the_seats_told(
    players: int, rounds: BidRounds, random: Random
) -> None:
    """At any table each bid is made by the seat that the bids before it lead to."""
    order = tuple(range(players))
    ladder = Options(max_marks=9).ladder
    played, seats = Auction(ladder, AllPass.RESHAKE, order, rounds), []
    while not played.over:
        seats.append(played.turn)
        played.bid(random.choice(played.legal[:3]))

    assert tuple(seats) == seats_bidding(order, played.bids)


def test_bids_are_listed_as_people_say_them() -> None:
    """Runs of points are drawn together; nothing is said of nothing."""
    assert "" == say_bids(())
    assert "pass" == say_bids((PASS,))
    assert "pass, 41, 1 mark" == say_bids((PASS, Bid.points(41), Bid.marks(1)))
    assert "40-41, 2 marks" == say_bids((Bid.points(40), Bid.points(41), Bid.marks(2)))


houses = st.builds(
    Options,
    min_bid=st.integers(1, 41),
    open_cap_marks=st.integers(1, 5),
    mark_raise=st.sampled_from(MarkRaise),
    max_marks=st.integers(1, 8),
    all_pass=st.sampled_from(AllPass),
)


@settings(deadline=None, max_examples=60)
@given(houses, st.randoms(use_true_random=False))
def test_auction_and_naive_evaluator_agree(house: Options, random: Random) -> None:
    """In any house both name the same legal bids at every turn, and the same winner."""
    played, history = auction(house), list[naive.NaiveBid]()
    while not played.over:
        expected = naive.legal_bids(history, naive_house(house))
        assert sorted(expected) == sorted(map(naive_bid, played.legal))
        assert [bid in played.legal for bid in EVERY_BID] == [
            naive_bid(bid) in expected for bid in EVERY_BID
        ]
        bid = random.choice(played.legal)
        played.bid(bid)
        history.append(naive_bid(bid))

    high = naive.highest(history)
    assert high == (None if played.high is None else naive_bid(played.high))
    winner = None if high is None else ORDER[history.index(high)]
    assert winner == played.bidder


def test_every_usual_auction_is_a_naive_one() -> None:
    """In every auction of the usual house both evaluators allow the same at every turn."""
    ahead, complete = [list[Bid]()], 0
    while ahead:
        history = ahead.pop()
        played = auction()
        for bid in history:
            played.bid(bid)
        expected = naive.legal_bids([*map(naive_bid, history)], naive.House())
        assert sorted(expected) == sorted(map(naive_bid, played.legal)), history
        ahead += [[*history, bid] for bid in played.legal]
        complete += played.over

    assert 3214 == complete
