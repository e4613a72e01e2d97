"""What finished hands amount to: pairs, bots, think times, whatever the order they come in."""

from __future__ import annotations

import random

import pytest

from arena.play.faults import FaultKind
from arena.play.schedule import Pairing, round_robin
from arena.play.tally import Tally
from tests.play.records import TIMES, hand, pair

AB = Pairing("a", "b")


def tally(*bots: str) -> Tally:
    names = bots or ("a", "b")
    return Tally(names, tuple(round_robin(names)))


def test_nothing_has_been_played_yet() -> None:
    """All is zero, and nothing divides by it."""
    empty = tally()
    assert (empty.hands, empty.pairs, empty.deterministic) == (0, 0, True)
    assert empty.pairings[AB].counts.counts == (0, 0, 0, 0, 0)
    assert (empty.pairings[AB].marks_per_deal, empty.bots["a"].marks_per_deal) == (0, 0)
    assert (empty.bots["a"].set_rate, empty.bots["a"].thinking().decisions) == (0, 0)


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        (-1, -2, (1, 0, 0, 0, 0)),
        (-1, 0, (0, 1, 0, 0, 0)),
        (1, -2, (0, 0, 1, 0, 0)),
        (0, 0, (0, 0, 1, 0, 0)),
        (0, 2, (0, 0, 0, 1, 0)),
        (1, 1, (0, 0, 0, 0, 1)),
    ],
)
def test_a_pair_counts_by_the_signs_of_its_halves(
    first: int, second: int, counts: tuple[int, ...]
) -> None:
    """From a's view, low to high; the marks count in the margin alone."""
    played = tally()
    for half in pair(0, first, second):
        played.add(half)
    evidence = played.pairings[AB]
    assert (evidence.counts.counts, evidence.pairs) == (counts, 1)
    assert evidence.marks_per_deal == (first + second) / 2
    assert played.bots["a"].marks_per_deal == -played.bots["b"].marks_per_deal
    assert played.bots["a"].marks_per_deal == (first + second) / 2


def test_a_pair_counts_once_both_halves_are_in() -> None:
    """Whichever comes first; then both are given back in order."""
    first, second = pair(3, 1, -2)
    for halves in ((first, second), (second, first)):
        played = tally()
        assert played.add(halves[0]) is None
        assert (played.pairs, played.hands, played.bots["a"].deals) == (0, 1, 0)
        assert played.add(halves[1]) == (first, second)
        assert (played.pairs, played.hands, played.bots["a"].deals) == (1, 2, 1)


def test_halves_of_other_deals_and_pairings_make_no_pair() -> None:
    """A pair is one deal of one pairing."""
    played = tally("a", "b", "c")
    assert played.add(hand(0, 0)) is None
    assert played.add(hand(1, 1)) is None
    assert played.add(hand(0, 1, bots=("a", "c"))) is None
    assert (played.pairs, played.hands) == (0, 3)


@pytest.mark.parametrize("half", [0, 1])
def test_a_void_half_voids_its_pair(half: int) -> None:
    """Neither half counts for anybody, though both were played and are given back."""
    halves = list(pair(0, 2, 2))
    halves[half] = hand(0, half, outcome="void", fault=(FaultKind.ARENA_FAULT, "a"))
    played = tally()
    assert [played.add(each) for each in halves] == [None, tuple(halves)]
    assert (played.pairs, played.bots["a"].deals, played.bots["a"].margin) == (0, 0, 0)
    assert (played.hands, dict(played.outcomes)) == (2, {"made": 1, "void": 1})
    assert played.bots["a"].faults == {"arena fault": 1}


def test_contracts_are_counted_for_their_declarers() -> None:
    """Set or made; a forfeit is neither, and nobody declares a hand that is thrown in."""
    played = tally()
    for half in (
        hand(0, 0, 1, declarer="a"),
        hand(0, 1, 1, declarer="b", outcome="set"),
        hand(1, 0, -1, declarer="a", outcome="set"),
        hand(1, 1, 2, declarer="a"),
        hand(2, 0, 1, declarer="b", outcome="forfeited"),
        hand(2, 1),
    ):
        played.add(half)
    a, b = played.bots["a"], played.bots["b"]
    assert (a.contracts, a.contracts_set, b.contracts, b.contracts_set) == (3, 1, 1, 1)
    assert (a.set_rate, b.set_rate) == (1 / 3, 1.0)


def test_faults_are_counted_by_bot_and_kind() -> None:
    """Only a fault of time makes another run of the seed differ."""
    played, deterministic = tally(), []
    for each in (
        hand(0, 0, 1, outcome="forfeited", fault=(FaultKind.ILLEGAL_ACTION, "b")),
        hand(0, 1, 1, outcome="forfeited", fault=(FaultKind.ILLEGAL_ACTION, "b")),
        hand(1, 0, -1, outcome="forfeited", fault=(FaultKind.TIMEOUT, "a")),
        hand(1, 1, 1),
    ):
        played.add(each)
        deterministic.append(played.deterministic)
    assert deterministic == [True, True, False, False]
    assert {bot: dict(own.faults) for bot, own in played.bots.items()} == {
        "a": {"timeout": 1},
        "b": {"illegal action": 2},
    }


@pytest.mark.parametrize(
    ("half", "of_a", "of_b"),
    [
        (0, {"bid": 50 + 200, "call": 1_000, "play": 0}, {"bid": 500, "call": 0, "play": 3_000}),
        (1, {"bid": 500, "call": 0, "play": 3_000}, {"bid": 250, "call": 1_000, "play": 0}),
    ],
)
def test_think_times_go_to_the_bot_that_sat_there(
    half: int, of_a: dict[str, int], of_b: dict[str, int]
) -> None:
    """By kind of decision: the first four are bids, then the call, then plays."""
    played = tally()
    played.add(hand(0, half))
    told = {
        bot: {kind: latency.total_us for kind, latency in own.latency.items()}
        for bot, own in played.bots.items()
    }
    assert told == {"a": of_a, "b": of_b}
    together = [own.thinking() for own in played.bots.values()]
    assert [each.decisions for each in together] == [3, 3]
    assert sum(each.total_us for each in together) == sum(TIMES)


def test_a_hand_that_ended_early_has_fewer_times() -> None:
    """A fault at the second bid: one decision was taken."""
    played = tally()
    played.add(hand(0, 0, times_us=(70,)))
    assert played.bots["a"].latency["bid"].total_us == 70
    assert played.bots["b"].thinking().decisions == 0


def test_the_order_in_which_hands_end_changes_nothing() -> None:
    """A thousand hands of three pairings, shuffled: the same counts, scores and margins."""
    chance = random.Random(5)
    hands = [
        half
        for deal in range(170)
        for bots in (("a", "b"), ("a", "c"), ("b", "c"))
        for half in pair(deal, chance.randint(-2, 2), chance.randint(-2, 2), bots)
    ]
    in_order, shuffled = tally("a", "b", "c"), tally("a", "b", "c")
    for each in hands:
        in_order.add(each)
    for each in chance.sample(hands, len(hands)):
        shuffled.add(each)
    assert in_order.pairs == 510
    assert in_order.pairings == shuffled.pairings
    assert (in_order.hands, in_order.outcomes) == (shuffled.hands, shuffled.outcomes)
    for bot in ("a", "b", "c"):
        ours, theirs = in_order.bots[bot], shuffled.bots[bot]
        assert (ours.deals, ours.margin) == (theirs.deals, theirs.margin) != (0, 0)
        assert ours.thinking().counts == theirs.thinking().counts


def test_a_snapshot_stays_as_it_is() -> None:
    """What is counted later doesn't show in it."""
    played = tally()
    for half in pair(0, 1, 1):
        played.add(half)
    kept = played.snapshot()
    before = (kept.hands, kept.pairs, kept.pairings[AB].counts, dict(kept.outcomes))
    for half in pair(1, -1, 0):
        played.add(half)
    played.add(hand(2, 0, -1, outcome="forfeited", fault=(FaultKind.STALLED, "a")))
    assert (kept.hands, kept.pairs, kept.pairings[AB].counts, dict(kept.outcomes)) == before
    assert before[:2] == (2, 1)
    assert (kept.pairings[AB].scores, kept.pairings[AB].margin) == ({0: 1.0}, 2)
    assert (kept.deterministic, dict(kept.bots["a"].faults)) == (True, {})
    assert (kept.bots["a"].deals, kept.bots["a"].margin) == (1, 2)
