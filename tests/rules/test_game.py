"""A whole game: the totals, the shake, the end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid
from arena.rules.game import MOST_HANDS, Ending, Game
from arena.rules.hand import Hand
from arena.rules.options import STANDARD
from arena.rules.scoring import Outcome, Result
from tests.rules.staging import EXAMPLE, SWEEP, called, finish, play_all, shuffled, snapshot

THROWN_IN = Result(Outcome.THROWN_IN, (0, 0), (0, 0))


def won_by(side: int, marks: int = 1) -> Result:
    """A hand that pays some marks to a side."""
    awards = (marks, 0) if side == 0 else (0, marks)
    return Result(Outcome.MADE, awards, (42, 0) if side == 0 else (0, 42))


def game_at(mine: int, theirs: int, target: int = 7) -> Game:
    """A game where the sides have so many marks."""
    game = Game(replace(STANDARD, target=target), 0)
    for side in [0] * mine + [1] * theirs:
        game.hand_ended(won_by(side))
    return game


def state(game: Game) -> dict[str, object]:
    """All that a game holds."""
    return {name: snapshot(value) for name, value in vars(game).items()}


@pytest.mark.parametrize("side", [0, 1])
def test_at_six_all_any_hand_ends_the_game(side: int) -> None:
    """O10: at 6-6 a made or a set bid ends it, after 13 scoring hands at most (R32)."""
    game = game_at(6, 6)
    assert 12 == game.hands
    game.hand_ended(won_by(side))

    assert Ending(side, (7, 6) if side == 0 else (6, 7)) == game.ending
    assert 13 == game.hands


def test_two_marks_reach_seven_from_five() -> None:
    """O11: at 5-6 the first side makes 2 marks and wins 7-6."""
    game = game_at(5, 6)
    game.hand_ended(won_by(0, marks=2))

    assert Ending(0, (7, 6)) == game.ending


def test_overshoot_stands() -> None:
    """Marks beyond the target are not cut off (R32, C16)."""
    game = game_at(6, 0)
    game.hand_ended(won_by(0, marks=5))

    assert Ending(0, (11, 0)) == game.ending


def test_thrown_in_hands_pass_the_shake_and_score_nothing() -> None:
    """O04 and case 17: all pass with shaker B, so C shakes next and the totals stay (R6, C1)."""
    game = Game(STANDARD, 1)
    hand = Hand(game.next_options, replace(EXAMPLE, shaker=game.shaker))
    for _ in range(4):
        hand.bid(PASS)
    assert hand.result is not None
    game.hand_ended(hand.result)

    assert 2 == game.shaker
    assert ((0, 0), 1, None) == (game.totals, game.hands, game.ending)


def test_the_seat_left_of_the_shaker_bids_first_in_every_hand() -> None:
    """Case 25: the first bidder is the seat whose turn it is, one further left each hand."""
    game, random, first_bidders = Game(STANDARD, 3), Random(7), []
    for number in range(8):
        hand = Hand(game.next_options, replace(shuffled(random), shaker=game.shaker))
        first_bidders.append(hand.turn)
        assert hand.turn == hand.public.auction.order[0] == hand.public.auction.turn
        hand.bid(PASS if number % 2 else Bid.points(30))
        game.hand_ended(THROWN_IN if number % 2 else won_by(number // 2 % 2))

    assert [0, 1, 2, 3, 0, 1, 2, 3] == first_bidders


def test_after_twenty_thrown_in_the_next_hand_is_forced() -> None:
    """In whole games the cap on reshakes in a row forces the next hand, and only that (C1)."""
    game = Game(STANDARD, 0)
    for _ in range(20):
        assert AllPass.RESHAKE is game.next_options.all_pass
        game.hand_ended(THROWN_IN)

    assert AllPass.FORCED is game.next_options.all_pass
    assert replace(STANDARD, all_pass=AllPass.FORCED) == game.next_options

    game.hand_ended(won_by(1))
    assert STANDARD == game.next_options


def test_only_hands_in_a_row_count_for_the_cap() -> None:
    """A hand that was played in between starts the count of thrown-in hands anew (C1)."""
    game = Game(replace(STANDARD, reshake_cap=2), 0)
    forced = []
    for result in (THROWN_IN, won_by(0), THROWN_IN, THROWN_IN, won_by(0), THROWN_IN):
        game.hand_ended(result)
        forced.append(game.next_options.all_pass is AllPass.FORCED)

    assert [False, False, False, True, False, False] == forced


def test_when_all_always_pass_the_cap_still_ends_the_game() -> None:
    """Where everybody passes who may, every fourth hand is forced, and the game reaches its end."""
    game, random = Game(replace(STANDARD, reshake_cap=3), 0), Random(5)
    outcomes = []
    while game.ending is None:
        deal = replace(shuffled(random), shaker=game.shaker)
        result = _passed(Hand(game.next_options, deal))
        outcomes.append(result.outcome is Outcome.THROWN_IN)
        game.hand_ended(result)

    assert [True, True, True, False] * sum(game.totals) == outcomes
    assert 7 == max(game.ending.totals)


def _passed(hand: Hand) -> Result:
    """The result of a hand in which everybody passes who may, and the rest is the first choice."""
    while hand.result is None:
        hand.act(hand.legal_actions()[0])
    return hand.result


def test_no_game_passes_two_hundred_hands() -> None:
    """After 200 hands the leader wins (C15)."""
    game = Game(replace(STANDARD, target=300), 0)
    for _ in range(MOST_HANDS - 1):
        game.hand_ended(THROWN_IN)
    assert 199 == game.hands
    game.hand_ended(won_by(1))

    assert 200 == MOST_HANDS == game.hands
    assert Ending(1, (0, 1)) == game.ending


def test_a_level_game_of_two_hundred_hands_is_a_draw() -> None:
    """After 200 hands a level game has no winner (C15)."""
    game = Game(replace(STANDARD, target=300), 0)
    for number in range(MOST_HANDS):
        game.hand_ended(won_by(number % 2))

    assert Ending(None, (100, 100)) == game.ending


def test_an_ended_game_takes_no_further_hand() -> None:
    """A hand after the end is refused, and the game stays as it was."""
    game = game_at(7, 0)
    before = state(game)

    with pytest.raises(ValueError, match="the game has ended"):
        game.hand_ended(won_by(1))

    assert before == state(game)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5)), min_size=40, max_size=40))
def test_totals_are_the_sum_of_the_awards(hands: list[tuple[int, int]]) -> None:
    """The totals are all awards together, and the game ends with the first to reach the target."""
    game, totals = Game(STANDARD, 0), [0, 0]
    for side, marks in hands:
        if game.ending is not None:
            break
        game.hand_ended(won_by(side, marks) if marks else THROWN_IN)
        totals[side] += marks
        reached = [index for index in (0, 1) if totals[index] >= 7]
        ending = Ending(reached[0], tuple(totals)) if reached else None
        assert (tuple(totals), ending) == (game.totals, game.ending)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 9), st.randoms(use_true_random=False))
def test_a_match_has_at_most_two_targets_less_one_scoring_hands(
    target: int, random: Random
) -> None:
    """Played at random, a game to T marks has at most 2T - 1 hands that score."""
    game = Game(replace(STANDARD, target=target), random.randrange(4))
    scoring = 0
    while game.ending is None:
        deal = replace(shuffled(random), shaker=game.shaker)
        hand = finish(Hand(game.next_options, deal), random, bolder=0.3)
        assert hand.result is not None
        scoring += any(hand.result.awards)
        game.hand_ended(hand.result)

    assert (target + 4) // 5 <= scoring <= 2 * target - 1
    assert game.ending.winner is not None
    assert target <= game.ending.totals[game.ending.winner]
    assert target > game.ending.totals[1 - game.ending.winner]


def test_a_set_hand_counts_for_the_defenders() -> None:
    """A played hand goes into the totals with the marks it paid."""
    game = Game(STANDARD, SWEEP.shaker)
    hand = called(deal=SWEEP, bidder=1, bid=Bid.marks(2), options=game.next_options)
    play_all(hand, ["5-5", "4-3", "3-0", "6-5"])
    assert hand.result is not None
    game.hand_ended(hand.result)

    assert Outcome.SET is hand.result.outcome
    assert (2, 0) == game.totals
