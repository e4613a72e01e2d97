"""A whole game: the totals, the shake, the end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid
from arena.rules.game import MOST_HANDS, Ending, Game, game_winner
from arena.rules.hand import Hand
from arena.rules.presets import PRESETS, STANDARD, preset
from arena.rules.scoring import GameWon, Outcome, Result
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


# Who has won.

POINTS = PRESETS["points_250"]
BIDDER_FIRST = replace(POINTS, both_over_target=GameWon.BIDDER_FIRST)
BY_TWO = PRESETS["lechner"]
THREE = preset("sheet_gl", 3)
THREE_IN_POINTS = replace(
    POINTS, players=3, player_counts=(3,), teams=THREE.teams, both_over_target=GameWon.BIDDER_FIRST
)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((6, 6), None), ((7, 6), 0), ((6, 7), 1), ((0, 11), 1), ((0, 0), None), ((8, 7), 0)],
)
def test_the_target_wins(totals: tuple[int, int], winner: int | None) -> None:
    """The side with the target or more has won (R32)."""
    assert winner == game_winner(STANDARD, totals, 0) == game_winner(STANDARD, totals, None)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((7, 6), None),
        ((6, 7), None),
        ((7, 5), 0),
        ((7, 7), None),
        ((8, 7), None),
        ((9, 7), 0),
        ((7, 9), 1),
        ((6, 4), None),
        ((11, 10), None),
    ],
)
def test_a_game_may_be_won_by_two(totals: tuple[int, int], winner: int | None) -> None:
    """With win_by 2 the target wins only with a lead of two (C15)."""
    assert winner == game_winner(BY_TWO, totals, 0) == game_winner(BY_TWO, totals, 1)


@pytest.mark.parametrize(
    ("totals", "bidding", "higher", "bidder_first"),
    [
        ((271, 241), 0, 0, 0),
        ((255, 257), 0, 1, 0),
        ((255, 257), 1, 1, 1),
        ((255, 257), None, 1, 1),
        ((257, 255), 1, 0, 1),
        ((250, 250), 0, None, 0),
        ((250, 250), None, None, None),
        ((249, 250), 0, 1, 1),
        ((249, 249), 0, None, None),
    ],
)
def test_of_two_over_the_target_the_higher_wins_or_who_bid(
    totals: tuple[int, int], bidding: int | None, higher: int | None, bidder_first: int | None
) -> None:
    """O12 and O13: the higher total wins and a tie plays on, or the bidding side wins (R33)."""
    assert higher == game_winner(POINTS, totals, bidding)
    assert bidder_first == game_winner(BIDDER_FIRST, totals, bidding)


def test_bidder_first_is_for_points_only() -> None:
    """Under marks the higher total wins, whoever bid (R33)."""
    marks = replace(THREE, both_over_target=GameWon.BIDDER_FIRST)

    assert 1 == game_winner(marks, (7, 8, 0), 0)


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((7, 6, 6), 0),
        ((7, 8, 6), 1),
        ((7, 7, 6), None),
        ((7, 7, 8), 2),
        ((8, 7, 8), None),
        ((-2, 7, 3), 1),
        ((6, 6, 6), None),
    ],
)
def test_alone_the_highest_over_the_target_wins(
    totals: tuple[int, ...], winner: int | None
) -> None:
    """Of several over the target the highest wins, and level ones play on (C17)."""
    assert winner == game_winner(THREE, totals, 0)


@pytest.mark.parametrize(("bidding", "winner"), [(0, 0), (1, 2), (2, 2), (None, 2)])
def test_alone_the_bidder_may_come_first(bidding: int | None, winner: int) -> None:
    """A bidder below the target does not win by bidding first (R33)."""
    assert winner == game_winner(THREE_IN_POINTS, (251, 240, 260), bidding)


def test_a_game_is_told_who_bid() -> None:
    """O13: 225 to 245, and the bidders make 30 with 30 to 12: 255 to 257 (R33)."""
    made = Result(Outcome.MADE, (30, 12), (30, 12))
    endings = list[Ending | None]()
    for options in (POINTS, BIDDER_FIRST):
        game = Game(options, 0)
        game.hand_ended(Result(Outcome.MADE, (225, 245), (30, 12)), 0)
        assert game.ending is None
        game.hand_ended(made, 0)
        endings.append(game.ending)

    assert [Ending(1, (255, 257)), Ending(0, (255, 257))] == endings


def test_a_game_in_points_ends_at_its_target() -> None:
    """O12: 240 to 230, and 31 made with 31 to 11 ends it at 271 to 241."""
    game = Game(POINTS, 0)
    game.hand_ended(Result(Outcome.MADE, (240, 230), (35, 7)), 0)
    game.hand_ended(Result(Outcome.MADE, (31, 11), (31, 11)), 0)

    assert Ending(0, (271, 241)) == game.ending


def test_a_lead_of_one_plays_on_where_two_are_needed() -> None:
    """7-6 is not the end, 8-6 is (C15)."""
    game = Game(BY_TWO, 0)
    for side in (*[0] * 6, *[1] * 6, 0):
        game.hand_ended(won_by(side))
    assert ((7, 6), None) == (game.totals, game.ending)
    game.hand_ended(won_by(0))

    assert Ending(0, (8, 6)) == game.ending


def test_after_two_hundred_hands_any_lead_wins() -> None:
    """A lead of one is enough then, though two are needed else (C15)."""
    game = Game(BY_TWO, 0)
    for number in range(MOST_HANDS - 1):
        game.hand_ended(won_by(number % 2))
    assert ((100, 99), None) == (game.totals, game.ending)
    game.hand_ended(THROWN_IN)

    assert Ending(0, (100, 99)) == game.ending


@pytest.mark.parametrize(
    ("last", "ending"),
    [((1, 0, 0), Ending(0, (6, 5, 5))), ((0, 0, 0), Ending(None, (5, 5, 5)))],
)
def test_alone_a_game_ends_after_two_hundred_hands(last: tuple[int, ...], ending: Ending) -> None:
    """The one who leads wins, and level leaders don't (C15)."""
    game = Game(THREE, 0)
    game.hand_ended(Result(Outcome.SET, (5, 5, 5), (0, 0, 0)))
    for _ in range(MOST_HANDS - 2):
        game.hand_ended(Result(Outcome.THROWN_IN, (0, 0, 0), (0, 0, 0)))
    assert game.ending is None
    game.hand_ended(Result(Outcome.MADE, last, (44, 0, 0)))

    assert ending == game.ending


def test_a_total_may_go_below_nothing() -> None:
    """A lone bidder that loses its stake has less than it began with (C17)."""
    game = Game(THREE, 0)
    game.hand_ended(Result(Outcome.SET, (0, -2, 0), (0, 0, 44)))

    assert (0, -2, 0) == game.totals


@pytest.mark.parametrize("players", range(2, 8))
def test_the_shake_goes_round_any_table(players: int) -> None:
    """The shake passes left after every hand, whoever the first shaker is (R6, C1)."""
    game, shakers = Game(preset("sheet_gl", players), players - 1), []
    nothing = (0,) * game_sides(players)
    for _ in range(2 * players):
        shakers.append(game.shaker)
        game.hand_ended(Result(Outcome.THROWN_IN, nothing, nothing))

    assert [players - 1, *range(players - 1)] * 2 == shakers


def game_sides(players: int) -> int:
    """How many sides there are by the Galician sheet."""
    return 2 if players == 4 else players


def test_a_forced_house_stays_as_it_is() -> None:
    """The cap on reshakes has no say where the last seat must bid anyway."""
    game = Game(PRESETS["harper"], 0)
    game.hand_ended(won_by(0))

    assert PRESETS["harper"] is game.next_options


def test_the_first_hand_is_not_forced() -> None:
    """Nothing has been thrown in before it (C1)."""
    assert STANDARD is Game(STANDARD, 0).next_options


def test_a_set_hand_counts_for_the_defenders() -> None:
    """A played hand goes into the totals with the marks it paid."""
    game = Game(STANDARD, SWEEP.shaker)
    hand = called(deal=SWEEP, bidder=1, bid=Bid.marks(2), options=game.next_options)
    play_all(hand, ["5-5", "4-3", "3-0", "6-5"])
    assert hand.result is not None
    game.hand_ended(hand.result)

    assert Outcome.SET is hand.result.outcome
    assert (2, 0) == game.totals
