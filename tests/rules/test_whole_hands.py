"""Whole hands against the naive evaluator: at random, and as a machine that also does wrong."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arena.rules.auction import AllPass
from arena.rules.bids import Bid, MarkRaise
from arena.rules.contracts import Call
from arena.rules.deal import Deal
from arena.rules.hand import Action, Decision, Hand
from arena.rules.illegal import IllegalAction
from arena.rules.options import STANDARD, Options
from arena.rules.scoring import Outcome
from arena.rules.tiles import ALL_TILES, TILES, tile_set, tiles_in
from arena.rules.view import View
from tests.rules import naive
from tests.rules.staging import (
    EVERY_BID,
    deals,
    naive_bid,
    naive_trumps,
    pair,
    shuffled,
    snapshot,
)

SEED = 2026
HANDS = 1800


class Shadow:
    """The naive evaluator playing along: it keeps lists of its own and is told every action."""

    def __init__(self, options: Options, deal: Deal) -> None:
        self.house = naive.House(
            options.min_bid,
            options.open_cap_marks,
            options.mark_raise.value,
            options.max_marks,
            options.all_pass.value,
        )
        self.early_end = options.early_end
        self.hands = [[pair(tile) for tile in tiles_in(hand)] for hand in deal.hands]
        self.turn = (deal.shaker + 1) % 4
        self.history: list[naive.NaiveBid] = []
        self.bidder = -1
        self.call: Call | None = None
        self.trick: list[naive.Pair] = []
        self.tricks: list[naive.Trick] = []
        self.ended: str | None = None

    def legal(self) -> list[object]:
        """What the seat to act may do: bids, calls or tiles."""
        if self.ended:
            return []
        if len(self.history) < 4:
            return [*naive.legal_bids(self.history, self.house)]
        if self.call is None:
            return [*Call]
        hand, led = self.hands[self.turn], self.trick[0] if self.trick else None
        return [*naive.legal_plays(hand, led, naive_trumps(self.call), "high")]

    def bid(self, bid: naive.NaiveBid) -> None:
        """Hear a bid."""
        self.history.append(bid)
        if bid != naive.NO_BID:
            self.bidder = self.turn
        self.turn = (self.turn + 1) % 4
        if len(self.history) == 4:
            self.turn = self.bidder
            if self.bidder == -1:
                self.ended = "thrown in"

    def play(self, tile: naive.Pair) -> None:
        """See a tile played."""
        self.hands[self.turn].remove(tile)
        self.trick.append(tile)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            assert self.call is not None
            place = naive.winning_place(self.trick, naive_trumps(self.call), "high")
            self.turn = (self.turn + place) % 4
            won = self.turn % 2 == self.bidder % 2
            self.tricks.append((won, naive.worth(self.trick)))
            self.trick = []
            certain = naive.certainty(self.standing(), self.tricks)
            if self.early_end or len(self.tricks) == 7:
                self.ended = certain

    def standing(self) -> naive.NaiveBid:
        """The bid that won the auction."""
        high = naive.highest(self.history)
        assert high is not None
        return high

    def awards(self) -> tuple[int, ...]:
        """The marks of side A-C and of side B-D, once the hand has ended."""
        if self.ended == "thrown in":
            return (0, 0)
        paid = naive.marks(self.standing(), self.ended == "made")
        return paid if self.bidder % 2 == 0 else paid[::-1]


def as_naive(action: object) -> object:
    """An action as the naive evaluator knows it."""
    if isinstance(action, Bid):
        return naive_bid(action)
    return action if isinstance(action, Call) else pair(action)  # type: ignore[arg-type]


def act(hand: Hand, shadow: Shadow, action: Action) -> None:
    """Take an action in both."""
    if isinstance(action, Bid):
        hand.bid(action)
        shadow.bid(naive_bid(action))
    elif isinstance(action, Call):
        hand.call_trump(action)
        shadow.call = action
    else:
        hand.play(action)
        shadow.play(pair(action))


def assert_agreed(hand: Hand, shadow: Shadow, where: str = "") -> None:
    """Hand and shadow stand at the same point and allow the same."""
    expected = shadow.legal()
    got = [as_naive(action) for action in hand.legal_actions()]
    assert len(expected) == len(got), where
    assert {*expected} == {*got}, where
    assert shadow.ended == (None if hand.result is None else hand.result.outcome.value), where
    if hand.result is None:
        assert shadow.turn == hand.turn, where
    else:
        assert shadow.awards() == hand.result.awards, where


HOUSES = [
    STANDARD,
    replace(STANDARD, early_end=False),
    replace(STANDARD, all_pass=AllPass.FORCED, max_marks=2, early_end=False),
    replace(STANDARD, all_pass=AllPass.FORCED_EXACT, open_cap_marks=1),
    replace(STANDARD, mark_raise=MarkRaise.DOUBLE, max_marks=4),
    replace(STANDARD, mark_raise=MarkRaise.ANY, max_marks=7, min_bid=25),
]


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_hand_and_naive_evaluator_agree(number: int) -> None:
    """At every decision of many random hands, in houses of all kinds, both allow the same and end
    alike with the same marks."""
    random, decisions, outcomes = Random(SEED + number), 0, set[str]()
    for played in range(HANDS // len(HOUSES)):
        deal = shuffled(random)
        where = f"seed {SEED + number}, hand {played}: {deal}"
        hand, shadow = Hand(HOUSES[number], deal), Shadow(HOUSES[number], deal)
        assert_agreed(hand, shadow, where)
        while hand.result is None:
            legal = hand.legal_actions()
            timid = hand.decision is Decision.BID and random.random() < 0.6
            act(hand, shadow, legal[0] if timid else random.choice(legal))
            assert_agreed(hand, shadow, where)
            decisions += 1
        outcomes.add(hand.result.outcome.value)

    assert decisions > 3500
    assert {"made", "set"} <= outcomes


class AnyHand(RuleBasedStateMachine):
    """A hand to which right and wrong actions come in any order, in a house of any kind."""

    hand: Hand
    shadow: Shadow
    views: list[View]

    @initialize(options=st.sampled_from(HOUSES), deal=deals())
    def shake(self, options: Options, deal: Deal) -> None:
        """Deal."""
        self.hand, self.shadow = Hand(options, deal), Shadow(options, deal)
        self.views = [View(self.hand, seat) for seat in range(4)]

    @precondition(lambda self: not self.hand.over)
    @rule(choice=st.integers(0, 2**16))
    def act_legally(self, choice: int) -> None:
        """The seat to act does something legal."""
        assert self.hand.turn is not None
        view = self.views[self.hand.turn]
        view.look(self.hand)
        tiles = tiles_in(view.legal_tiles)
        legal: list[Action] = [*view.legal_bids, *view.legal_calls, *tiles]
        assert [*self.hand.legal_actions()] == legal
        act(self.hand, self.shadow, legal[choice % len(legal)])

    @precondition(lambda self: self.hand.decision is Decision.PLAY)
    @rule(choices=st.lists(st.integers(0, 2**16), min_size=4, max_size=12))
    def play_on(self, choices: list[int]) -> None:
        """Some more tiles are played."""
        for choice in choices:
            if self.hand.decision is Decision.PLAY:
                self.act_legally(choice)
                assert_agreed(self.hand, self.shadow)

    @rule(action=st.one_of(*map(st.sampled_from, (EVERY_BID, tuple(Call), TILES))))
    def act_at_will(self, action: Action) -> None:
        """The seat to act does anything: what is illegal is refused and changes nothing."""
        allowed = [as_naive(legal) for legal in self.hand.legal_actions()]
        if as_naive(action) in allowed:
            act(self.hand, self.shadow, action)
            return
        before = snapshot(self.hand)
        with pytest.raises(IllegalAction):
            self.hand.act(action)
        assert before == snapshot(self.hand)

    @invariant()
    def agrees_with_the_shadow(self) -> None:
        """The naive evaluator stands where the hand stands."""
        assert_agreed(self.hand, self.shadow)

    @invariant()
    def keeps_every_tile(self) -> None:
        """Each tile is held by the seat it was dealt to or has been played, once."""
        hand = self.hand
        assert ALL_TILES == sum(hand.held) + tile_set(hand.public.plays)
        assert [0] * 4 == [
            held & ~dealt for held, dealt in zip(hand.held, hand.deal.hands, strict=True)
        ]
        assert sorted(pair(tile) for held in hand.held for tile in tiles_in(held)) == sorted(
            tile for naive_hand in self.shadow.hands for tile in naive_hand
        )

    @invariant()
    def counts_every_point(self) -> None:
        """The points taken are those of the finished tricks, 42 after all seven."""
        taken, tricks = self.hand.public.taken, self.shadow.tricks
        assert sum(taken) == sum(points for _, points in tricks)
        assert 42 == sum(taken) if len(tricks) == 7 else sum(taken) <= 42 - (7 - len(tricks))

    @invariant()
    def asks_exactly_one_thing(self) -> None:
        """A hand asks one seat for one thing, or is over and asks for nothing."""
        hand = self.hand
        asked = [bool(hand.legal_bids()), bool(hand.legal_calls()), bool(hand.legal_tiles)]
        decisions = [Decision.BID, Decision.CALL_TRUMP, Decision.PLAY]
        assert asked == [hand.decision is decision for decision in decisions]
        assert hand.over == (hand.turn is None) == (hand.decision is None)
        if hand.result is not None:
            sides_paid = sum(award > 0 for award in hand.result.awards)
            assert sides_paid == (hand.result.outcome is not Outcome.THROWN_IN)


AnyHand.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyHand = AnyHand.TestCase
TestAnyHand.__doc__ = AnyHand.__doc__
