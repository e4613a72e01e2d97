"""What finished hands amount to: blocks, bots, think times, whatever the order they come in."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.play.faults import FaultKind
from arena.play.pool import Met
from arena.play.record import HandRecord
from arena.play.schedule import Format, Pairing, round_robin
from arena.play.tally import Tally
from arena.rules.presets import preset
from arena.testing.virtual import VirtualBot, VirtualRun
from tests.play.records import TIMES, group_block, hand, pair, solo_hand

AB = Pairing("a", "b")


def tally(*bots: str) -> Tally:
    names = bots or ("a", "b")
    return Tally(names, tuple(round_robin(names)))


def free_for_all(*bots: str, seats: int = 3) -> Tally:
    return Tally(bots, tuple(combinations(bots, seats)), Format.FREE_FOR_ALL)


def counted(played: Tally, hands: Iterable[HandRecord]) -> Tally:
    for each in hands:
        played.add(each)
    return played


def test_nothing_has_been_played_yet() -> None:
    """All is zero, and nothing divides by it."""
    empty = tally()
    assert (empty.hands, empty.blocks, empty.deterministic) == (0, 0, True)
    assert empty.pairings[AB].counts.counts == (0, 0, 0, 0, 0)
    for sums in (empty.pairings[AB], empty.bots["a"]):
        assert (sums.margin_per_hand, sums.net_wins_per_hand) == (0, 0)
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
    signs = (first > 0) - (first < 0) + (second > 0) - (second < 0)
    assert evidence.net_wins_per_hand == played.bots["a"].net_wins_per_hand == signs / 2
    assert (evidence.counts.counts, evidence.blocks) == (counts, 1)
    assert evidence.margin_per_hand == (first + second) / 2
    assert played.bots["a"].margin_per_hand == -played.bots["b"].margin_per_hand
    assert played.bots["a"].margin_per_hand == (first + second) / 2


def test_a_pair_counts_once_both_halves_are_in() -> None:
    """Whichever comes first; then both are given back in order."""
    first, second = pair(3, 1, -2)
    for halves in ((first, second), (second, first)):
        played = tally()
        assert played.add(halves[0]) is None
        assert (played.blocks, played.hands, played.bots["a"].deals) == (0, 1, 0)
        assert played.add(halves[1]) == (first, second)
        assert (played.blocks, played.hands, played.bots["a"].deals) == (1, 2, 1)


def test_halves_of_other_deals_and_pairings_make_no_pair() -> None:
    """A pair is one deal of one pairing."""
    played = tally("a", "b", "c")
    assert played.add(hand(0, 0)) is None
    assert played.add(hand(1, 1)) is None
    assert played.add(hand(0, 1, bots=("a", "c"))) is None
    assert (played.blocks, played.hands) == (0, 3)


@pytest.mark.parametrize("half", [0, 1])
def test_a_void_half_voids_its_pair(half: int) -> None:
    """Neither half counts for anybody, though both were played and are given back."""
    halves = list(pair(0, 2, 2))
    halves[half] = hand(0, half, outcome="void", fault=(FaultKind.ARENA_FAULT, "a"))
    played = tally()
    assert [played.add(each) for each in halves] == [None, tuple(halves)]
    assert (played.blocks, played.bots["a"].deals, played.bots["a"].margin) == (0, 0, 0)
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
    """By kind of decision: first the bids, then the call, then plays."""
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


@pytest.mark.parametrize(
    ("bids", "call", "times", "expected"),
    [
        (8, "sixes", 8 + 1 + 3, {"bid": 8, "call": 1, "play": 3}),  # a second round of bids
        (2, "sixes", 2 + 1, {"bid": 2, "call": 1, "play": 0}),
        (3, "", 3, {"bid": 3, "call": 0, "play": 0}),  # forfeited at the call
        (1, "", 1, {"bid": 1, "call": 0, "play": 0}),
        (0, "", 0, {"bid": 0, "call": 0, "play": 0}),
        (3, "nello own", 3 + 1 + 8, {"bid": 3, "call": 1, "play": 8}),
    ],
)
def test_kinds_of_decisions_are_told_apart(
    bids: int, call: str, times: int, expected: dict[str, int]
) -> None:
    """However many bids, whether a call was made, however few tiles: each counts as what it was."""
    like = solo_hand(0, 1, 0, 0, 1)
    taken = tuple(number % 3 for number in range(times))
    ended = replace(
        like,
        bids=("30",) * bids,
        call=call,
        askers=taken,
        times_us=tuple(10**seat for seat in taken),
    )
    played = counted(free_for_all("a", "b", "c"), [ended])
    kinds = {
        kind: sum(own.latency[kind].decisions for own in played.bots.values()) for kind in expected
    }
    assert kinds == expected
    # At rotation 1 a sits at seat 1, where each decision took 10 µs.
    thinking = played.bots["a"].thinking()
    assert thinking.total_us == 10 * thinking.decisions == 10 * taken.count(1)


# Two bots at tables of any size.


@pytest.mark.parametrize(
    ("awards", "margin"),
    [
        ((3, 0, 1), Fraction(2)),  # (3 + 1) / 2 - 0
        ((0, 1, 1), Fraction(-1, 2)),
        ((0, 0, 0), 0),
        ((1, 1, 1, 1, 0), Fraction(-1, 3)),  # (1 + 1 + 0) / 3 - 1
        ((-1, 0, 0, 0, 0, 0, 0), Fraction(-1, 4)),
    ],
)
def test_a_margin_is_a_mean_per_seat(awards: tuple[int, ...], margin: Fraction) -> None:
    """Two bots with unequal numbers of seats are compared by what a seat brought (C19)."""
    first = replace(hand(0, 0), awards=awards)
    second = replace(first, rotation=1)
    assert (first.margin(), second.margin()) == (margin, -margin)
    played = counted(tally(), [first, second])
    assert (played.pairings[AB].margin, played.pairings[AB].scores) == (0, {0: 0.5})


def test_sums_of_margins_are_exact() -> None:
    """A third and a third and a third is one, in any order."""
    thirds = [replace(hand(deal, half), awards=(0, 1, 0, 0, 0), rotation=half)
              for deal in range(9) for half in range(2)]  # fmt: skip
    halves = [replace(hand(deal, half), awards=(10**9, 0, 1), rotation=half)
              for deal in range(9, 12) for half in range(2)]  # fmt: skip
    chance = random.Random(1)
    for _ in range(3):
        chance.shuffle(thirds)
        played = counted(tally(), [*thirds, *halves])
        assert (played.pairings[AB].margin, played.bots["b"].margin) == (0, 0)
        assert played.pairings[AB] == counted(tally(), [*halves, *thirds]).pairings[AB]


# Everybody for themselves.


def test_a_group_is_compared_two_by_two() -> None:
    """By the sums of their awards over the block; marks a hand are means over the opponents."""
    # Sums: a 4, b 4, c 1. By hands a - b: 1 -1 0, a - c: 0 2 1, b - c: -1 3 1.
    block = group_block(5, (1, 0, 1), (2, 3, 0), (1, 1, 0))
    played = counted(free_for_all("a", "b", "c"), block)
    told = {
        str(pairing): (own.results, own.scores, own.hands, own.margin, own.net_wins)
        for pairing, own in played.pairings.items()
    }
    assert told == {
        "a - b": ([0, 1, 0], {5: Met(0.5, 1)}, 3, 0, 0),
        "a - c": ([0, 0, 1], {5: Met(1.0, 1)}, 3, 3, 2),
        "b - c": ([0, 0, 1], {5: Met(1.0, 1)}, 3, 3, 1),
    }
    bots = {name: (own.deals, own.hands, own.margin, own.net_wins)
            for name, own in played.bots.items()}  # fmt: skip
    assert bots == {
        "a": (1, 3, Fraction(3, 2), 1),
        "b": (1, 3, Fraction(3, 2), Fraction(1, 2)),
        "c": (1, 3, -3, Fraction(-3, 2)),
    }
    assert played.blocks == 1


def test_bots_that_meet_in_several_groups_have_met_so_often() -> None:
    """All meetings on one deal are kept together; each counts as one result."""
    played = free_for_all("a", "b", "c", "d")
    for third, marks in (("c", (1, 0, 0)), ("d", (0, 1, 0))):
        counted(played, group_block(2, marks, marks, marks, bots=("a", "b", third)))
    counted(played, group_block(3, (0, 0, 1), (0, 0, 0), (0, 0, 0), bots=("a", "b", "d")))
    evidence = played.pairings[AB]
    assert evidence.scores == {2: Met(1.0, 2), 3: Met(0.5, 1)}
    assert (evidence.results, evidence.blocks, played.blocks) == ([1, 1, 1], 3, 3)
    assert played.pairings[Pairing("a", "c")].scores == {2: Met(1.0, 1)}
    assert played.pairings[Pairing("c", "d")].scores == {}
    assert [own.deals for own in played.bots.values()] == [3, 3, 1, 2]


@pytest.mark.parametrize("rotation", range(3))
def test_a_void_table_voids_its_block(rotation: int) -> None:
    """For everybody in the group, and for no other block of the deal."""
    block = group_block(0, (1, 0, 0), (1, 0, 0), (1, 0, 0))
    block[rotation] = replace(block[rotation], outcome="void", awards=(0, 0, 0))
    other = group_block(0, (1, 0, 0), (1, 0, 0), (1, 0, 0), bots=("a", "b", "d"))
    played = free_for_all("a", "b", "c", "d")
    assert [played.add(each) for each in block] == [None, None, tuple(block)]
    assert (played.blocks, played.pairings[AB].blocks, played.bots["a"].deals) == (0, 0, 0)
    counted(played, other)
    assert (played.blocks, played.pairings[AB].scores) == (1, {0: Met(1.0, 1)})
    assert played.hands == 6


def test_a_block_is_given_back_in_order() -> None:
    """When its last hand is in, whichever that is."""
    block = group_block(0, (1, 0, 0), (0, 1, 0), (0, 0, 1))
    for last in range(3):
        played = free_for_all("a", "b", "c")
        early = [each for each in block if each.rotation != last]
        assert [played.add(each) for each in (*reversed(early), block[last])] == [
            None, None, tuple(block),
        ]  # fmt: skip


MARKS = st.tuples(*[st.integers(-2, 3)] * 3)
BLOCKS = st.lists(st.tuples(MARKS, MARKS, MARKS), min_size=1, max_size=8)


@settings(max_examples=60)
@given(BLOCKS, st.randoms())
def test_what_one_wins_the_others_lose(blocks: list[tuple[tuple[int, ...], ...]],
                                       chance: random.Random) -> None:  # fmt: skip
    """Over all bots margins and wins are zero, exactly, and no order changes anything."""
    names = ("a", "b", "c", "d")
    groups = list(combinations(names, 3))
    hands = [
        each
        for deal, marks in enumerate(blocks)
        for group in groups
        for each in group_block(deal, *marks, bots=group)
    ]
    in_order, shuffled = free_for_all(*names), free_for_all(*names)
    counted(in_order, hands)
    counted(shuffled, chance.sample(hands, len(hands)))
    assert in_order.pairings == shuffled.pairings
    assert in_order.bots["a"].margin == shuffled.bots["a"].margin
    assert sum(own.margin for own in in_order.bots.values()) == 0
    assert sum(own.net_wins for own in in_order.bots.values()) == 0
    assert in_order.blocks == len(blocks) * 4


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("players", [2, 3, 5, 6, 7])
def test_copies_are_level_at_any_table(players: int, form: Format) -> None:
    """Bots that answer alike win as much as they lose over each block, whoever sits where."""
    names = "abcdefg"[: max(3, players)]
    bots = tuple(VirtualBot(name) for name in names)
    run = VirtualRun(bots, deals=5, options=preset("sheet_gl", players), format=form).play()
    assert len(run.hands) == len(run.schedule)
    assert run.faults == []
    assert {own.margin for own in run.tally.bots.values()} == {0}
    assert {share for own in run.tally.pairings.values() for share in own.scores.values()} <= {
        0.5, *(Met(times / 2, times) for times in range(1, 99)),
    }  # fmt: skip
    assert all(own.deals > 0 for own in run.tally.bots.values())


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
    assert in_order.blocks == 510
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
    before = (kept.hands, kept.blocks, kept.pairings[AB].counts, dict(kept.outcomes))
    for half in pair(1, -1, 0):
        played.add(half)
    played.add(hand(2, 0, -1, outcome="forfeited", fault=(FaultKind.STALLED, "a")))
    assert (kept.hands, kept.blocks, kept.pairings[AB].counts, dict(kept.outcomes)) == before
    assert before[:2] == (2, 1)
    assert (kept.pairings[AB].scores, kept.pairings[AB].margin) == ({0: 1.0}, 2)
    assert (kept.deterministic, dict(kept.bots["a"].faults)) == (True, {})
    assert (kept.bots["a"].deals, kept.bots["a"].margin) == (1, 2)
