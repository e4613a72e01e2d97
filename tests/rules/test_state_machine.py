"""Hands of any house to which right and wrong actions come in any order, and whole games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arena.rules.contracts import Call
from arena.rules.game import MOST_HANDS, Game
from arena.rules.hand import Action, Decision, Hand
from arena.rules.illegal import IllegalAction
from arena.rules.options import Options
from arena.rules.scoring import Outcome, Result, Scoring, SoloSetAward
from arena.rules.tiles import TILES, tile_set, tiles_in
from arena.rules.tricks import trick_points
from arena.rules.view import View
from tests.rules import naive
from tests.rules.staging import (
    EVERY_BID,
    finish,
    houses,
    naive_bid,
    naive_call,
    pair,
    random_deal,
    randoms,
    shadow_of,
    snapshot,
    tell,
)

SEED = 2026


class AnyHand(RuleBasedStateMachine):
    """A hand to which right and wrong actions come in any order, in a house of any kind."""

    hand: Hand
    shadow: naive.Shadow
    views: list[View]

    @initialize(options=houses(), random=randoms())
    def shake(self, options: Options, random: Random) -> None:
        """Deal."""
        deal = random_deal(random, options)
        self.hand, self.shadow = Hand(options, deal), shadow_of(options, deal)
        self.views = [View(self.hand, seat) for seat in range(options.players)]

    @precondition(lambda self: not self.hand.over)
    @rule(choice=st.integers(0, 2**16))
    def act_legally(self, choice: int) -> None:
        """The seat to act does something legal, which its view offered and no other's did."""
        legal: list[Action] = [*self.hand.legal_actions()]
        for view in self.views:
            view.look(self.hand)
            shown: list[Action] = [
                *view.legal_bids, *view.legal_calls, *tiles_in(view.legal_tiles)
            ]  # fmt: skip
            assert shown == (legal if view.seat == self.hand.turn else [])
        action = legal[choice % len(legal)]
        self.hand.act(action)
        tell(self.shadow, action)

    @precondition(lambda self: not self.hand.over)
    @rule(choices=st.lists(st.integers(0, 2**16), min_size=4, max_size=12))
    def act_on(self, choices: list[int]) -> None:
        """Some more legal actions come."""
        for choice in choices:
            if not self.hand.over:
                self.act_legally(choice)
                self.agrees_with_the_shadow()

    @rule(action=st.one_of(*map(st.sampled_from, (EVERY_BID, tuple(Call), TILES))))
    def act_at_will(self, action: Action) -> None:
        """The seat to act does anything: what is illegal is refused and changes nothing."""
        legal = self.hand.legal_actions()
        if any(action == one and isinstance(action, type(one)) for one in legal):
            self.hand.act(action)
            tell(self.shadow, action)
            return
        before = snapshot(self.hand)
        with pytest.raises(IllegalAction):
            self.hand.act(action)
        assert before == snapshot(self.hand)

    @invariant()
    def agrees_with_the_shadow(self) -> None:
        """The naive evaluator stands where the hand stands, and allows the same."""
        hand, shadow = self.hand, self.shadow
        assert shadow.turn == hand.turn
        assert sorted(shadow.legal_bids()) == sorted(map(naive_bid, hand.legal_bids()))
        assert {*shadow.legal_calls()} == {*map(naive_call, hand.legal_calls())}
        assert sorted(shadow.legal_tiles()) == sorted(map(pair, tiles_in(hand.legal_tiles)))
        if hand.result is not None:
            assert shadow.awards() == [*hand.result.awards]

    @invariant()
    def keeps_every_tile(self) -> None:
        """Each tile is held by the seat it was dealt to or has been played, once; seats that sit
        out keep all of theirs."""
        hand, plays = self.hand, self.hand.public.plays
        assert len(plays) == len({*plays})
        assert sum(hand.deal.hands) == sum(hand.held) + tile_set(plays)
        for seat, held in enumerate(hand.held):
            assert held & ~hand.deal.hands[seat] == 0
            if seat in hand.public.sitting_out:
                assert held == hand.deal.hands[seat]
        assert self.shadow.hands == [
            [tile for tile in dealt if tile in held]
            for dealt, held in zip(self.shadow.dealt, _pairs_of(hand.held), strict=True)
        ]

    @invariant()
    def counts_every_point(self) -> None:
        """The points taken are those of the finished tricks, and no more than there are."""
        public, options = self.hand.public, self.hand.options
        tricks = _tricks(public.plays, options.players - len(public.sitting_out))
        assert sum(public.taken) == sum(map(trick_points, tricks))
        assert sum(public.taken) <= options.total_points
        if len(public.plays) == options.players * options.tiles_per_seat:
            asleep = options.tiles_asleep > 0
            assert asleep or sum(public.taken) == options.total_points

    @invariant()
    def asks_exactly_one_thing(self) -> None:
        """A hand asks one seat for one thing, or is over and asks for nothing."""
        hand = self.hand
        asked = [bool(hand.legal_bids()), bool(hand.legal_calls()), bool(hand.legal_tiles)]
        assert asked == [hand.decision is decision for decision in Decision]
        assert hand.over == (hand.turn is None) == (hand.decision is None)
        assert hand.turn not in hand.public.sitting_out

    @invariant()
    def ends_in_one_way(self) -> None:
        """A hand is made, or set, or thrown in when nobody bid, and what it pays fits that."""
        hand, result = self.hand, self.hand.result
        if result is None:
            return
        bidder = hand.public.auction.bidder
        assert (result.outcome is Outcome.THROWN_IN) == (bidder is None)
        assert result.outcome in (Outcome.MADE, Outcome.SET, Outcome.THROWN_IN)
        assert result.taken == tuple(hand.public.taken)
        assert any(result.awards) == (result.outcome is not Outcome.THROWN_IN)

    def teardown(self) -> None:
        """Every hand comes to an end."""
        if hasattr(self, "hand"):
            _play_out(self.hand, self.shadow)
            self.agrees_with_the_shadow()
            self.ends_in_one_way()


def _pairs_of(hands: Sequence[int]) -> list[list[naive.Pair]]:
    return [[pair(tile) for tile in tiles_in(hand)] for hand in hands]


def _tricks(plays: Sequence[int], size: int) -> list[Sequence[int]]:
    """The finished tricks among these plays."""
    return [plays[end - size : end] for end in range(size, len(plays) + 1, size)]


def _play_out(hand: Hand, shadow: naive.Shadow) -> None:
    random = Random(SEED)
    for _ in range(1_000):
        if hand.over:
            return
        action = random.choice(hand.legal_actions())
        hand.act(action)
        tell(shadow, action)
    raise AssertionError("the hand doesn't end")


AnyHand.TestCase.settings = settings(max_examples=120, stateful_step_count=30, deadline=None)
TestAnyHand = AnyHand.TestCase
TestAnyHand.__doc__ = AnyHand.__doc__


# Whole games.


def played(game: Game, options: Options, random: Random) -> Counter[str]:
    """Play a game to its end at random; returns how many hands it had, and how many scored."""
    counts = Counter[str]()
    while game.ending is None:
        deal = replace(random_deal(random, options), shaker=game.shaker)
        hand = finish(Hand(game.next_options, deal), random, bolder=0.4)
        result, bidder = _result(hand), hand.public.auction.bidder
        bidding = None if bidder is None else options.seating.side[bidder]
        game.hand_ended(result, bidding)
        counts["hands"] += 1
        counts["scoring"] += any(result.awards)
    return counts


def _result(hand: Hand) -> Result:
    assert hand.result is not None
    return hand.result


@settings(max_examples=25, deadline=None)
@given(houses(), randoms())
def test_every_game_ends(options: Options, random: Random) -> None:
    """No game passes 200 hands, and the side that has won has as much as any (C15)."""
    game = Game(options, 0)
    counts = played(game, options, random)

    assert game.ending is not None
    assert counts["hands"] == game.hands <= MOST_HANDS
    if game.ending.winner is not None and game.hands < MOST_HANDS:
        assert game.ending.totals[game.ending.winner] >= options.target


@settings(max_examples=40, deadline=None)
@given(houses(), randoms())
def test_a_game_of_two_sides_has_few_scoring_hands(options: Options, random: Random) -> None:
    """Played for marks to T, a game between two sides has at most 2T - 1 hands that score (R32),
    unless a lone bidder may lose marks."""
    assume(options.seating.sides == 2)
    options = replace(
        options, scoring=Scoring.MARKS, target=random.randint(1, 12), win_by=1,
        solo_set_award=SoloSetAward.EACH_DEFENDER,
    )  # fmt: skip
    game = Game(options, 0)
    counts = played(game, options, random)

    assert game.ending is not None
    assert counts["scoring"] <= 2 * options.target - 1
    if game.hands < MOST_HANDS:
        assert game.ending.winner is not None
