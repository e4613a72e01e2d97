"""The auction: whose turn it is, what may be bid, who wins it."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.auction import AllPass, Auction, say_bids
from arena.rules.bids import PASS, Bid, MarkRaise
from arena.rules.illegal import IllegalBid
from arena.rules.options import Options
from tests.rules import naive
from tests.rules.staging import EVERY_BID, naive_bid, snapshot

ORDER = (2, 3, 0, 1)


def auction(house: Options | None = None, history: str = "") -> Auction:
    """An auction of C, D, A, B after some bids."""
    house = house or Options()
    begun = Auction(house.ladder, house.all_pass, ORDER)
    for word in history.split():
        begun.bid(Bid.parse(word))
    return begun


def legal(history: str, house: Options | None = None) -> str:
    """What may be bid after a history, as a person lists it."""
    return say_bids(auction(house, history).legal)


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


def as_naive(house: Options) -> naive.House:
    """A house as the naive evaluator knows it."""
    return naive.House(
        house.min_bid,
        house.open_cap_marks,
        house.mark_raise.value,
        house.max_marks,
        house.all_pass.value,
    )


@settings(deadline=None, max_examples=60)
@given(houses, st.randoms(use_true_random=False))
def test_auction_and_naive_evaluator_agree(house: Options, random: Random) -> None:
    """In any house both name the same legal bids at every turn, and the same winner."""
    played, history = auction(house), list[naive.NaiveBid]()
    while not played.over:
        expected = naive.legal_bids(history, as_naive(house))
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
