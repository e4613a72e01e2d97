"""One hand: whose turn it is, what is legal, how it ends, and that a refusal changes nothing."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.auction import AllPass, BidRounds, FirstBidder
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import (
    Call,
    Declaration,
    Doubles,
    Offered,
    PlungeLeader,
    SevensScope,
    Undeclared,
)
from arena.rules.deal import Deal, Leftover
from arena.rules.hand import Decision, Hand
from arena.rules.illegal import (
    IllegalAction,
    IllegalBid,
    IllegalCall,
    IllegalPlay,
    NotHeld,
    Renege,
    WrongMoment,
)
from arena.rules.options import Options
from arena.rules.presets import PRESETS, STANDARD, preset
from arena.rules.scoring import (
    MarkAward,
    MarkBidPoints,
    Outcome,
    Result,
    Scoring,
    SetAward,
    SetMarks,
    SoloSetAward,
)
from arena.rules.seats import Teams
from arena.rules.suits import TrumpRank
from arena.rules.tiles import ALL_TILES, BIT, TILES, Tile, parse_tiles, say, tile_set, tiles_in
from arena.rules.tricks import trick_points, winner
from tests.rules.staging import (
    EVERY_BID,
    EXAMPLE,
    EXAMPLE_PLAYS,
    SWEEP,
    THIRTY,
    bid_up_to,
    called,
    deals,
    finish,
    play_all,
    random_deal,
    shuffled,
    snapshot,
)

SEED = 42
PLAYED_OUT = replace(STANDARD, early_end=False)
ONE_MARK, TWO_MARKS = Bid.marks(1), Bid.marks(2)

SWEEP_PLAYS = [
    Tile.parse(word)
    for word in [
        "6-6",
        "5-5",
        "4-3",
        "3-0",
        "6-5",
        "5-4",
        "4-2",
        "2-2",
        "6-4",
        "5-3",
        "4-1",
        "2-1",
        "6-3",
        "5-2",
        "4-0",
        "2-0",
        "6-2",
        "5-1",
        "3-3",
        "1-1",
        "6-1",
        "5-0",
        "3-2",
        "1-0",
        "6-0",
        "4-4",
        "3-1",
        "0-0",
    ]
]
"""All seven tricks of SWEEP with sixes trump, won by A."""


def tile(text: str) -> Tile:
    """Read a tile."""
    return Tile.parse(text)


def result_of(hand: Hand) -> Result:
    """The result of a hand that is over."""
    assert hand.result is not None
    return hand.result


# The auction of a hand.


@pytest.mark.parametrize(("shaker", "order"), [(3, (0, 1, 2, 3)), (1, (2, 3, 0, 1))])
def test_the_left_of_the_shaker_bids_first(shaker: int, order: tuple[int, ...]) -> None:
    """O01 and O02: with shaker D the order is A B C D, with shaker B it is C D A B (R7)."""
    hand = Hand(STANDARD, replace(EXAMPLE, shaker=shaker))
    turns = []
    for _ in order:
        assert Decision.BID is hand.decision
        turns.append(hand.turn)
        hand.bid(PASS)

    assert [*order] == turns
    assert order == hand.public.auction.order
    assert shaker == hand.public.shaker


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ("6-6 6-5 | 6-4 6-3 | 6-2 6-1 | 6-0 5-5", "each seat must be dealt 7 tiles"),
        ("6-6 | 6-5", "2 hands were dealt to 4 seats"),
    ],
)
def test_a_deal_must_fit_the_table(hands: str, reason: str) -> None:
    """Four seats are dealt seven tiles each, or there is no hand (R5)."""
    with pytest.raises(ValueError, match=reason):
        Hand(STANDARD, Deal.parse(f"A | {hands}"))


def test_all_pass_throws_the_hand_in() -> None:
    """Case 17: under reshake four passes end the hand at 0-0, with no turn left (R12, C1)."""
    hand = Hand(STANDARD, EXAMPLE)
    for _ in range(4):
        hand.bid(PASS)

    assert Result(Outcome.THROWN_IN, (0, 0), (0, 0)) == hand.result
    assert (True, None, None, ()) == (hand.over, hand.turn, hand.decision, hand.legal_actions())


def test_the_shaker_may_be_forced() -> None:
    """Case 18: after three passes the shaker's legal bids are all but the pass (R12)."""
    hand = Hand(replace(STANDARD, all_pass=AllPass.FORCED), EXAMPLE)
    for _ in range(3):
        hand.bid(PASS)

    assert EXAMPLE.shaker == hand.turn
    assert (*map(Bid.points, range(30, 42)), ONE_MARK, TWO_MARKS) == hand.legal_bids()
    with pytest.raises(IllegalBid, match="may not pass"):
        hand.bid(PASS)


def test_the_highest_bidder_calls_and_leads() -> None:
    """The winner of the auction names trumps and then leads, whoever bid last (R13, R15, R22)."""
    hand = Hand(STANDARD, EXAMPLE)
    for bid in (PASS, Bid.points(31), PASS, PASS):
        hand.bid(bid)
    assert (2, Decision.CALL_TRUMP) == (hand.turn, hand.decision)
    assert STANDARD.calls == hand.legal_calls() == hand.legal_actions()
    assert ((), 0) == (hand.legal_bids(), hand.legal_tiles)

    hand.call_trump(Call.DOUBLES)
    assert (2, Decision.PLAY) == (hand.turn, hand.decision)
    assert Call.DOUBLES is hand.public.call
    assert [2] == list(hand.public.leaders)
    assert EXAMPLE.hands[2] == hand.legal_tiles == tile_set(hand.legal_actions())  # type: ignore[arg-type]
    assert ((), ()) == (hand.legal_bids(), hand.legal_calls())


@pytest.mark.parametrize("bid", [THIRTY, Bid.points(41), ONE_MARK, TWO_MARKS, Bid.marks(5)])
@pytest.mark.parametrize("call", STANDARD.calls)
def test_every_call_is_legal_after_every_bid(call: Call, bid: Bid) -> None:
    """Whatever was bid and is held, any of the nine may be named, trumps held or not (R15)."""
    hand = called(SWEEP, bidder=0, bid=bid, call=call)

    assert (call, bid) == (hand.public.call, hand.public.auction.high)
    assert SWEEP.hands[0] == hand.legal_tiles


def test_a_call_that_the_house_leaves_out_is_refused() -> None:
    """Where only pips may be named, doubles and follow me are refused, and nothing changes."""
    hand = Hand(replace(STANDARD, declarations=frozenset({Declaration.PIPS})), EXAMPLE)
    bid_up_to(hand, 0, THIRTY)
    before = snapshot(hand)

    for call in (Call.DOUBLES, Call.FOLLOW_ME):
        with pytest.raises(IllegalCall, match=f"{call} may not be called .* legal: blanks, ones"):
            hand.call_trump(call)
    assert before == snapshot(hand)
    assert tuple(Call.pips(pip) for pip in range(7)) == hand.legal_calls()


@pytest.mark.parametrize("call", [99, 0, None])
def test_a_trump_that_does_not_exist_is_refused(call: object) -> None:
    """Case 16: trump number 99 or none at all is refused, and nothing changes."""
    hand = Hand(STANDARD, EXAMPLE)
    bid_up_to(hand, 0, THIRTY)
    before = snapshot(hand)

    with pytest.raises(IllegalCall, match=f"{call} may not be called"):
        hand.call_trump(call)  # type: ignore[arg-type]
    assert before == snapshot(hand)


# Tricks.


def test_the_first_lead_need_not_be_a_trump() -> None:
    """The bidder may lead any tile to the first trick (R16, R22)."""
    hand = play_all(called(), ["6-6"])

    assert say(parse_tiles("6-3")) == say(hand.legal_tiles)


def test_the_turn_goes_left_and_the_winner_leads() -> None:
    """Play is clockwise from the leader, and the winner of a trick leads the next (R22)."""
    hand, turns = called(options=PLAYED_OUT), []
    for played in EXAMPLE_PLAYS:
        turns.append(hand.turn)
        hand.play(played)

    assert turns == [
        *(0, 1, 2, 3, 2, 3, 0, 1, 3, 0, 1, 2, 0, 1, 2, 3),
        *(2, 3, 0, 1, 1, 2, 3, 0, 1, 2, 3, 0),
    ]
    assert [0, 2, 3, 0, 2, 1, 1] == list(hand.public.leaders)


def test_the_example_is_set_after_its_second_trick() -> None:
    """H01: 30 by A is set after trick 2, for one mark to B and D, played out or not."""
    stopped = play_all(called(), EXAMPLE_PLAYS[:7])
    assert (False, 1) == (stopped.over, stopped.turn)
    stopped.play(EXAMPLE_PLAYS[7])
    played_out = play_all(called(options=PLAYED_OUT), EXAMPLE_PLAYS)

    assert Result(Outcome.SET, (0, 1), (11, 16)) == stopped.result
    assert Result(Outcome.SET, (0, 1), (13, 29)) == played_out.result


def test_the_suit_led_is_forgotten_after_the_trick() -> None:
    """Case 7: after a trick of sixes 1-1 is led, and 3-1 must follow that."""
    hand = play_all(called(options=PLAYED_OUT), EXAMPLE_PLAYS[:16])
    assert "2-1 1-1 1-0" == say(hand.legal_tiles)
    hand.play(tile("1-1"))

    assert "3-2 3-1 2-0" == say(hand.held[3])
    assert "3-1" == say(hand.legal_tiles)


def test_a_trump_is_not_of_its_other_suit() -> None:
    """H01: in trick 2 B must follow fives with 5-0; 5-4 is a trump and 4-1 no one (R25)."""
    hand = play_all(called(options=PLAYED_OUT), EXAMPLE_PLAYS[:7])
    assert "5-0" == say(hand.legal_tiles)

    hand = play_all(called(options=PLAYED_OUT), EXAMPLE_PLAYS[:19])
    assert "5-4 4-4 4-1" == say(hand.legal_tiles)


FIVES = Deal.parse(
    "D | 6-5 6-6 6-4 6-3 6-1 6-0 1-1 | 6-2 5-5 5-4 5-3 5-2 5-1 5-0"
    " | 4-4 4-3 4-2 4-1 4-0 3-3 3-2 | 3-1 3-0 2-2 2-1 2-0 1-0 0-0"
)


def test_a_renege_is_refused_and_changes_nothing() -> None:
    """Case 11: on 6-5 with 6-2 and 5-5 in hand, 5-5 is refused, and 6-2 may still be played."""
    hand = play_all(called(FIVES, call=Call.BLANKS), ["6-5"])
    before = snapshot(hand)

    with pytest.raises(Renege) as refused:
        hand.play(tile("5-5"))

    assert before == snapshot(hand)
    assert str(refused.value) == (
        "5-5 doesn't follow 6-5, which asks for sixes (blanks called), and the hand can follow; "
        "legal: 6-2"
    )
    hand.play(tile("6-2"))
    assert 2 == hand.turn


def test_a_tile_of_another_seat_is_refused() -> None:
    """A seat plays its own tiles only, and each only once."""
    hand = called(FIVES, call=Call.BLANKS)
    with pytest.raises(NotHeld, match="6-2 isn't held; legal: 6-6 6-5 6-4 6-3 6-1 6-0 1-1"):
        hand.play(tile("6-2"))
    hand.play(tile("6-5"))
    before = snapshot(hand)

    for foreign in ("6-5", "4-4", "6-4"):
        with pytest.raises(NotHeld, match=f"{foreign} isn't held; legal: 6-2"):
            hand.play(tile(foreign))
    assert before == snapshot(hand)


def test_a_void_seat_may_play_anything() -> None:
    """Case 6: C has no six and no blank but 4-0, and may play any of its seven tiles (R24)."""
    hand = play_all(called(FIVES, call=Call.ONES), ["6-5", "6-2"])

    assert FIVES.hands[2] == hand.legal_tiles


# The end of a hand.


@pytest.mark.parametrize("marks", [1, 2, 4])
def test_marks_are_set_by_the_first_lost_trick(marks: int) -> None:
    """Case 22: the first trick lost ends a mark bid, and the others get all of it (R28, R30)."""
    hand = called(SWEEP, bidder=0, bid=Bid.marks(marks), call=Call.BLANKS)
    play_all(hand, ["6-1", "5-5", "4-0", "3-0"])
    assert not hand.over, "the partner's 4-0 has won the trick"
    play_all(hand, ["3-3", "0-0", "6-3", "5-3"])

    assert Result(Outcome.SET, (0, marks), (11, 1)) == hand.result


@pytest.mark.parametrize("marks", [1, 2, 5])
def test_marks_are_made_by_all_seven_tricks(marks: int) -> None:
    """A mark bid is made by the last trick and not before (R28)."""
    hand = called(SWEEP, bidder=0, bid=Bid.marks(marks), call=Call.SIXES)
    play_all(hand, SWEEP_PLAYS[:-1])
    assert not hand.over
    hand.play(SWEEP_PLAYS[-1])

    assert Result(Outcome.MADE, (marks, 0), (42, 0)) == hand.result


def test_points_are_made_as_soon_as_they_are_taken() -> None:
    """The hand stops with the trick that brings the points, or goes on where the house says."""
    stopped, played_out = (
        called(SWEEP, bidder=0, bid=THIRTY, call=Call.SIXES, options=options)
        for options in (STANDARD, PLAYED_OUT)
    )
    play_all(played_out, SWEEP_PLAYS)
    running = [sum(map(trick_points, _tricks(SWEEP_PLAYS)[:number])) for number in range(1, 8)]
    last = next(number for number, points in enumerate(running, 1) if points >= 30)
    play_all(stopped, SWEEP_PLAYS[: 4 * last])

    assert Result(Outcome.MADE, (1, 0), (running[last - 1], 0)) == stopped.result
    assert Result(Outcome.MADE, (1, 0), (42, 0)) == played_out.result
    assert last < 7


def _tricks(plays: list[Tile]) -> list[list[Tile]]:
    return [plays[start : start + 4] for start in range(0, len(plays), 4)]


@settings(deadline=None, max_examples=60)
@given(deals(), st.randoms(use_true_random=False))
def test_stopping_early_awards_the_same(deal: Deal, random: Random) -> None:
    """With the same plays a hand pays the same whether it stops when decided or not (R29)."""
    played_out = finish(Hand(PLAYED_OUT, deal), random, bolder=0.5)
    stopped = _repeat(Hand(STANDARD, deal), played_out)

    assert result_of(played_out).outcome is result_of(stopped).outcome
    assert result_of(played_out).awards == result_of(stopped).awards
    plays = len(stopped.public.plays)
    assert played_out.public.plays[:plays] == stopped.public.plays


def _repeat(hand: Hand, like: Hand) -> Hand:
    """Play a hand as another one was played, to its own end."""
    for bid in like.public.auction.bids:
        hand.bid(bid)
    if like.public.call is not None:
        hand.call_trump(like.public.call)
    for played in like.public.plays:
        if not hand.over:
            hand.play(played)
    return hand


@settings(deadline=None, max_examples=60)
@given(deals(), st.randoms(use_true_random=False))
def test_a_whole_hand_is_worth_42(deal: Deal, random: Random) -> None:
    """Case 21: seven tricks give each side what its tricks are worth, 42 together, and exactly
    one of made and set holds, for all marks to one side (R27, R28, R30)."""
    hand = finish(Hand(replace(PLAYED_OUT, all_pass=AllPass.FORCED), deal), random, bolder=0.5)
    public, result = hand.public, result_of(hand)
    law = hand.options.contract(public.call or Call.FOLLOW_ME).law
    taken = [0, 0]
    for leader, trick in zip(public.leaders, _tricks([*map(Tile, public.plays)]), strict=True):
        taken[(leader + winner(law, trick)) % 2] += trick_points(trick)
    high, bidder = public.auction.high, public.auction.bidder
    assert high is not None
    assert bidder is not None
    needed = 42 if high.kind is BidKind.MARKS else high.value
    side = bidder % 2

    assert 42 == sum(taken)
    assert tuple(taken) == result.taken
    assert (Outcome.MADE if taken[side] >= needed else Outcome.SET) is result.outcome
    paid = side if result.outcome is Outcome.MADE else 1 - side
    assert high.stake == result.awards[paid] == sum(result.awards)


# Forfeits.


@pytest.mark.parametrize(
    ("bids", "stake"),
    [
        ([], 1),
        ([PASS], 1),
        ([THIRTY], 1),
        ([THIRTY, ONE_MARK], 1),
        ([THIRTY, TWO_MARKS], 2),
        ([TWO_MARKS, Bid.marks(3), Bid.marks(4)], 4),
        ([TWO_MARKS, PASS, PASS, PASS], 2),
    ],
)
@pytest.mark.parametrize("seat", range(4))
def test_a_forfeit_before_the_call_pays_the_highest_bid(
    seat: int, bids: list[Bid], stake: int
) -> None:
    """Before the call the other side gets the marks of the high bid, at least one (R34)."""
    hand = Hand(STANDARD, EXAMPLE)
    for bid in bids:
        hand.bid(bid)
    hand.forfeit(seat)

    awards = (0, stake) if seat % 2 == 0 else (stake, 0)
    assert Result(Outcome.FORFEITED, awards, (0, 0)) == hand.result
    assert (None, None, ()) == (hand.turn, hand.decision, hand.legal_actions())


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(("bid", "stake"), [(THIRTY, 1), (ONE_MARK, 1), (TWO_MARKS, 2)])
def test_a_forfeit_in_play_pays_the_contract(seat: int, bid: Bid, stake: int) -> None:
    """Whoever forfeits, bidders or defenders, the other side gets the contract's marks (R34)."""
    hand = play_all(called(SWEEP, bid=bid, call=Call.SIXES), SWEEP_PLAYS[:5])
    hand.forfeit(seat)

    awards = (0, stake) if seat % 2 == 0 else (stake, 0)
    assert Result(Outcome.FORFEITED, awards, (11, 0)) == hand.result
    assert (True, None, None, ()) == (hand.over, hand.turn, hand.decision, hand.legal_actions())
    with pytest.raises(WrongMoment, match="the hand is over"):
        hand.play(SWEEP_PLAYS[5])


@pytest.mark.parametrize("plays", [0, 1, 9])
def test_a_void_hand_pays_nobody(plays: int) -> None:
    """A hand that is void has no marks for either side."""
    hand = play_all(called(SWEEP, bid=TWO_MARKS, call=Call.SIXES), SWEEP_PLAYS[:plays])
    hand.void()

    assert (Outcome.VOID, (0, 0)) == (result_of(hand).outcome, result_of(hand).awards)
    assert (None, None, ()) == (hand.turn, hand.decision, hand.legal_actions())


# Who bids first.


def turns_of(hand: Hand, actions: int) -> list[int | None]:
    """Whose turn it is before each of so many actions, the first legal one each time."""
    seats = []
    for _ in range(actions):
        seats.append(hand.turn)
        hand.act(hand.legal_actions()[0])
    return seats


HOLDER_FIRST = replace(STANDARD, first_bidder=FirstBidder.HOLDER_0_1, all_pass=AllPass.FORCED)


@pytest.mark.parametrize(("holder", "order"), [(0, "ABCD"), (1, "BCDA"), (2, "CDAB"), (3, "DABC")])
@pytest.mark.parametrize("shaker", range(4))
def test_the_holder_of_1_0_may_bid_first(shaker: int, holder: int, order: str) -> None:
    """O03: whoever shakes, who was dealt 1-0 bids first, and the last in order is forced (C12)."""
    hands = EXAMPLE.hands  # C holds 1-0
    turned = tuple(hands[(seat - holder + 2) % 4] for seat in range(4))
    hand = Hand(HOLDER_FIRST, Deal(shaker, turned))
    assert holder == hand.turn
    seats = turns_of(hand, 3)

    assert [*map("ABCD".index, order)] == [*seats, hand.turn]
    assert PASS not in hand.legal_bids()


def test_where_1_0_is_not_dealt_the_left_of_the_shaker_bids_first() -> None:
    """With three players 1-0 is taken out of the set (C12)."""
    options = preset("sheet_gl", 3)
    for shaker in range(3):
        hand = Hand(options, replace(THREE, shaker=shaker))
        assert (shaker + 1) % 3 == hand.turn == hand.public.auction.order[0]


# Other tables.

THREE = Deal.parse(
    "C | 6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 | 5-3 5-2 5-1 5-0 4-4 4-3 4-2 4-1 4-0"
    " | 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 0-0"
)
"""Every tile but 1-0, to three; A holds every six."""

ALONE = replace(PRESETS["sheet_gl"], early_end=False, max_marks=None)


def alone(players: int, **changes: object) -> Options:
    """The Galician sheet for so many, every hand played out, and what is changed."""
    return replace(ALONE, players=players, **changes)  # type: ignore[arg-type]


def table_of(options: Options, shaker: int, seed: int = SEED) -> Deal:
    """A deal of these rules, by chance."""
    return replace(random_deal(Random(seed), options), shaker=shaker)


@pytest.mark.parametrize("players", range(2, 8))
def test_any_table_bids_and_plays_clockwise(players: int) -> None:
    """From the left of the shaker, once round, and the trick from its leader on (R7, R22)."""
    options = alone(players, first_bidder=FirstBidder.LEFT_OF_SHAKER)
    hand = Hand(options, table_of(options, shaker=0))
    order = [*range(1, players), 0]
    assert order == [*turns_of(hand, players - 1), hand.turn]
    hand.bid(THIRTY)
    assert (0, Decision.CALL_TRUMP) == (hand.turn, hand.decision)
    hand.call_trump(Call.FOURS)

    assert [*range(players)] == turns_of(hand, players)
    assert players == hand.trick_size == len(hand.public.plays)
    assert hand.turn == hand.public.leaders[1]


@pytest.mark.parametrize(
    ("players", "total"), [(2, 49), (3, 44), (4, 42), (5, 40), (6, 39), (7, 39)]
)
def test_all_tricks_are_worth_the_tables_total(players: int, total: int) -> None:
    """A point for each trick and 35 of count, by side (section 4)."""
    options = alone(players)
    hand = finish(Hand(options, table_of(options, shaker=1)), Random(SEED))

    assert total == sum(result_of(hand).taken)
    assert options.tiles_per_seat == len(hand.public.leaders)
    assert options.seating.sides == len(result_of(hand).taken) == len(result_of(hand).awards)


def test_a_tile_that_was_taken_out_may_not_be_dealt() -> None:
    """With three players 1-0 is no part of the set (section 4)."""
    text = str(THREE).replace("0-0", "1-0")
    with pytest.raises(
        ValueError, match="1-0 is taken out of the set with 3 players, and was deal"
    ):
        Hand(preset("sheet_gl", 3), Deal.parse(text))


@pytest.mark.parametrize(
    ("award", "awards"),
    [(SoloSetAward.EACH_DEFENDER, (2, 0, 2)), (SoloSetAward.BIDDER_MINUS, (0, -2, 0))],
)
def test_alone_a_set_pays_the_others_or_costs_the_bidder(
    award: SoloSetAward, awards: tuple[int, ...]
) -> None:
    """B bids two marks, plays fives, and C wins the first trick (C17)."""
    options = alone(3, solo_set_award=award, set_marks=SetMarks.STAKE, early_end=True)
    hand = called(THREE, bidder=1, bid=TWO_MARKS, call=Call.FOLLOW_ME, options=options)
    play_all(hand, ["4-0", "3-2", "6-4"])

    assert Result(Outcome.SET, awards, (16, 0, 0)) == hand.result


@pytest.mark.parametrize(
    ("teams", "sides"),
    [
        (Teams.TWO_BY_THREE, (0, 1, 0, 1, 0, 1)),
        (Teams.THREE_BY_TWO, (0, 1, 2, 0, 1, 2)),
        (Teams.SOLO, (0, 1, 2, 3, 4, 5)),
    ],
)
def test_six_take_points_by_side(teams: Teams, sides: tuple[int, ...]) -> None:
    """What partners take they take together (C14)."""
    options = alone(6, teams=teams)
    hand = finish(Hand(options, table_of(options, shaker=5)), Random(SEED))
    public = hand.public
    law = options.contract(public.call or Call.FOLLOW_ME).law
    taken = [0] * options.seating.sides
    for number, leader in enumerate(public.leaders):
        trick = [*map(Tile, public.plays[6 * number : 6 * number + 6])]
        taken[sides[(leader + winner(law, trick)) % 6]] += trick_points(trick)

    assert tuple(taken) == result_of(hand).taken


# Bidding on doubles, and the partner's call.

ON_DOUBLES = Deal.parse(
    "D | 6-6 5-5 4-4 3-3 6-5 5-4 4-3 | 6-4 6-3 6-2 6-1 6-0 5-3 5-2"
    " | 2-2 1-1 0-0 5-1 5-0 4-2 4-1 | 4-0 3-2 3-1 3-0 2-1 2-0 1-0"
)
"""A holds four doubles and its partner C three; A bids first."""
HOUSE = PRESETS["texas_house"]
PLUNGE, SPLASH = Bid(BidKind.PLUNGE, 4), Bid(BidKind.SPLASH, 3)


def bid_in_turn(options: Options, *bids: Bid, deal: Deal = ON_DOUBLES) -> Hand:
    """A hand after these bids; the rest pass."""
    hand = Hand(options, deal)
    for bid in bids:
        hand.bid(bid)
    while hand.decision is Decision.BID:
        hand.bid(PASS)
    return hand


def test_who_holds_the_doubles_may_plunge() -> None:
    """Cases 15 and 32: A may plunge and splash, B neither, and C may splash (3.6, 3.7)."""
    hand, offered = Hand(HOUSE, ON_DOUBLES), []
    for _ in range(3):
        offered.append([bid for bid in hand.legal_bids() if bid.kind > BidKind.MARKS])
        hand.bid(PASS)

    assert [[PLUNGE, SPLASH], [], [SPLASH]] == offered
    assert [] == [bid for bid in Hand(STANDARD, ON_DOUBLES).legal_bids() if bid in (PLUNGE, SPLASH)]


@pytest.mark.parametrize(
    ("bids", "caller", "bidder"),
    [((PLUNGE,), 2, 0), ((SPLASH,), 2, 0), ((PASS, PASS, SPLASH), 0, 2)],
)
def test_after_a_plunge_the_partner_calls_and_leads(
    bids: tuple[Bid, ...], caller: int, bidder: int
) -> None:
    """O08: A plunges, C names trumps and leads, in the order C D A B (3.6)."""
    hand = bid_in_turn(HOUSE, *bids)
    assert (caller, caller, bidder) == (hand.turn, hand.public.caller, hand.public.auction.bidder)
    assert STANDARD.calls == hand.legal_calls()
    hand.call_trump(Call.FOURS)

    assert [caller] == list(hand.public.leaders)
    assert () == hand.public.sitting_out
    assert [(caller + step) % 4 for step in range(4)] == turns_of(hand, 4)


@pytest.mark.parametrize("bid", [PLUNGE, SPLASH], ids=str)
def test_after_a_plunge_the_bidder_may_lead(bid: Bid) -> None:
    """O08: with plunge_leader=bidder C names trumps and A leads (2.2-p)."""
    hand = bid_in_turn(replace(HOUSE, plunge_leader=PlungeLeader.BIDDER), bid)
    assert (2, 2) == (hand.turn, hand.public.caller)
    hand.call_trump(Call.FOURS)

    assert [0, 1, 2, 3] == turns_of(hand, 4)
    assert 0 == hand.public.leaders[0]


def test_who_leads_after_other_bids_is_the_bidder() -> None:
    """Whoever would lead after a plunge, a bidder calls and leads after any other bid (R22)."""
    for leader in PlungeLeader:
        hand = bid_in_turn(replace(HOUSE, plunge_leader=leader), ONE_MARK)
        assert (0, 0) == (hand.turn, hand.public.caller)
        hand.call_trump(Call.FOURS)
        assert 0 == hand.turn


def test_a_plunge_is_won_by_its_side() -> None:
    """The partner's tricks count for the bidder's side, and the first lost one sets it (3.6)."""
    hand = bid_in_turn(HOUSE, PLUNGE)
    hand.call_trump(Call.FOURS)
    play_all(hand, ["4-2", "4-0", "4-4", "6-4"])
    assert (0, [11, 0]) == (hand.turn, list(hand.public.taken))
    for lead in ("6-6", "6-5", "5-5", "3-3", "5-4", "4-3"):
        assert not hand.over
        hand.play(tile(lead))
        turns_of(hand, 3)

    assert Result(Outcome.MADE, (4, 0), (42, 0)) == hand.result


@pytest.mark.parametrize(
    ("teams", "caller"),
    [(Teams.TWO_BY_THREE, {0: 2, 3: 5, 4: 0, 5: 1}), (Teams.THREE_BY_TWO, {0: 3, 2: 5, 5: 2})],
)
def test_with_six_the_next_partner_calls(teams: Teams, caller: dict[int, int]) -> None:
    """2x3: the next of the side clockwise; 3x2: the seat opposite (C14)."""
    options = alone(6, teams=teams, plunge=True, plunge_doubles=1)
    for bidder, partner in caller.items():
        shaker = (bidder - 1) % 6
        hands = (Hand(options, table_of(options, shaker, seed)) for seed in range(99))
        hand = next(hand for hand in hands if PLUNGE in hand.legal_bids())
        assert bidder == hand.turn
        hand.bid(PLUNGE)
        while hand.decision is Decision.BID:
            hand.bid(PASS)
        assert (partner, partner) == (hand.turn, hand.public.caller)


def test_the_caller_is_known_once_the_auction_is_over() -> None:
    """Before that nobody calls, and nobody ever does in a hand that all pass."""
    hand = Hand(STANDARD, EXAMPLE)
    for bid in (PASS, THIRTY, PASS):
        hand.bid(bid)
        assert None is hand.public.caller
    hand.bid(PASS)
    assert 2 == hand.public.caller
    assert None is _passed_out().public.caller


def _passed_out() -> Hand:
    hand = Hand(STANDARD, EXAMPLE)
    for _ in range(4):
        hand.bid(PASS)
    return hand


def test_bidding_may_go_on_until_all_others_have_passed() -> None:
    """The turn of the hand is the auction's, round after round (C5)."""
    options = replace(STANDARD, bid_rounds=BidRounds.UNTIL_PASSED, max_marks=7)
    hand, seats = Hand(options, EXAMPLE), []
    for bid in (THIRTY, Bid.points(31), PASS, PASS, Bid.points(32), ONE_MARK, PASS):
        seats.append(hand.turn)
        hand.bid(bid)

    assert [1, 2, 3, 0, 1, 2, 1] == seats
    assert (2, Decision.CALL_TRUMP) == (hand.turn, hand.decision)


# Nello.

NELLO = replace(STANDARD, nello=Offered.OPEN)
H03 = Deal.parse(
    "D | 6-5 6-0 4-3 4-2 4-1 4-0 3-3 | 6-2 5-5 3-2 2-1 1-1 1-0 0-0"
    " | 6-1 5-4 5-0 3-1 3-0 2-2 2-0 | 6-6 6-4 6-3 5-3 5-2 5-1 4-4"
)
ALL_BLANKS = Deal.parse(
    "D | 6-0 5-0 4-0 3-0 2-0 1-0 0-0 | 6-6 6-5 6-4 6-3 6-2 6-1 5-5"
    " | 4-1 3-3 3-2 3-1 2-2 2-1 1-1 | 5-4 5-3 5-2 5-1 4-4 4-3 4-2"
)
"""A holds the lowest tile of every suit: it can't win a trick."""


def test_in_nello_the_partner_sits_out() -> None:
    """O07: nello by B, so D sits out: B, C and A play, and then C, who won, A and B (3.4)."""
    hand = called(EXAMPLE, bidder=1, bid=ONE_MARK, call=Call.NELLO_OWN, options=NELLO)
    assert ((3,), 3) == (hand.public.sitting_out, hand.trick_size)
    turns = []
    for word in ("4-1", "6-4", "4-0", "5-2", "5-3"):
        turns.append(hand.turn)
        hand.play(tile(word))

    assert [1, 2, 0, 2, 0] == turns
    assert [1, 2] == list(hand.public.leaders)
    assert (1, "5-4 5-0") == (hand.turn, say(hand.legal_tiles))
    assert EXAMPLE.hands[3] == hand.held[3]


def test_nello_is_set_by_the_first_trick_that_is_won() -> None:
    """H03: A ducks under 6-6, and then its 6-5 wins a trick: set, be it played out or not (C6)."""
    for options in (NELLO, replace(NELLO, early_end=False)):
        hand = called(H03, bid=ONE_MARK, call=Call.NELLO_OWN, options=options)
        play_all(hand, ["3-3", "0-0", "6-6"])
        assert (3, [0, 1]) == (hand.turn, list(hand.public.taken))
        play_all(hand, ["6-4", "6-5", "6-2"])

        assert Result(Outcome.SET, (0, 1), (11, 1)) == hand.result


def test_where_doubles_stand_is_in_the_call() -> None:
    """H03 with the doubles high: B must follow 3-3 with 3-2, D with 6-3 or 5-3, and A wins."""
    hand = called(H03, bid=ONE_MARK, call=Call.NELLO_HIGH, options=_declarer(NELLO))
    hand.play(tile("3-3"))
    assert "3-2" == say(hand.legal_tiles)
    hand.play(tile("3-2"))
    assert "6-3 5-3" == say(hand.legal_tiles)
    hand.play(tile("6-3"))

    assert Result(Outcome.SET, (0, 1), (6, 0)) == hand.result


def _declarer(options: Options) -> Options:
    return replace(options, nello_doubles=Doubles.DECLARER)


@pytest.mark.parametrize("call", ["nello own", "nello high", "nello low"])
@pytest.mark.parametrize("bid", [ONE_MARK, TWO_MARKS], ids=str)
def test_nello_is_made_by_seven_tricks_lost(call: str, bid: Bid) -> None:
    """Nothing that the others take decides it before the last trick (3.4)."""
    hand = called(ALL_BLANKS, bid=bid, call=Call.parse(call), options=_declarer(NELLO))
    while not hand.over:
        hand.act(hand.legal_actions()[-1 if hand.turn == 0 else 0])

    assert (7, 21) == (len(hand.public.leaders), len(hand.public.plays))
    assert Result(Outcome.MADE, (bid.value, 0), (0, 32)) == hand.result
    assert ALL_BLANKS.hands[2] == hand.held[2]


@pytest.mark.parametrize(
    ("players", "teams", "out"),
    [
        (4, Teams.SOLO, ()),
        (4, Teams.TWO_BY_TWO, (2,)),
        (3, Teams.SOLO, ()),
        (6, Teams.SOLO, ()),
        (6, Teams.TWO_BY_THREE, (2, 4)),
        (6, Teams.THREE_BY_TWO, (3,)),
    ],
)
def test_all_partners_sit_out(players: int, teams: Teams, out: tuple[int, ...]) -> None:
    """One of two, both of three, and nobody where each plays alone (C14, C17)."""
    options = alone(players, teams=teams, nello=Offered.OPEN)
    hand = called(table_of(options, shaker=players - 1), 0, ONE_MARK, Call.NELLO_OWN, options)
    assert out == hand.public.sitting_out
    assert players - len(out) == hand.trick_size
    seats = turns_of(hand, hand.trick_size)

    assert [seat for seat in range(players) if seat not in out] == seats
    assert hand.turn not in out


def test_nello_takes_a_mark_bid() -> None:
    """After a bid in points it may not be called, and nothing changes (3.4)."""
    hand = Hand(NELLO, EXAMPLE)
    bid_up_to(hand, 0, Bid.points(41))
    before = snapshot(hand)

    assert STANDARD.calls == hand.legal_calls()
    with pytest.raises(IllegalCall, match="nello own may not be called"):
        hand.call_trump(Call.NELLO_OWN)
    assert before == snapshot(hand)


@pytest.mark.parametrize(("first", "legal"), [(PASS, True), (THIRTY, False)])
def test_forced_only_nello_is_for_the_forced_seat(first: Bid, legal: bool) -> None:
    """After three passes the last seat may bid a mark and call it, and nobody else may (C3)."""
    options = replace(STANDARD, all_pass=AllPass.FORCED, nello=Offered.FORCED_ONLY)
    hand = bid_in_turn(options, first, PASS, PASS, ONE_MARK)

    assert legal is hand.public.auction.forced
    assert legal is (Call.NELLO_OWN in hand.legal_calls())


# Sevens.

OF_SEVENS = replace(STANDARD, sevens=Offered.OPEN)
NEAR_SEVEN = Deal.parse(
    "D | 6-1 5-2 4-3 6-2 6-0 5-3 5-1 | 4-4 4-2 3-3 6-6 6-5 6-4 6-3"
    " | 5-5 5-4 5-0 4-1 4-0 3-2 3-1 | 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
)
"""A, who leads, always holds the nearest to seven."""


def sevens(deal: Deal = EXAMPLE, **changes: object) -> Hand:
    """A hand in which A has bid a mark and called sevens."""
    options = replace(OF_SEVENS, **changes)  # type: ignore[arg-type]
    return called(deal, bid=ONE_MARK, call=Call.SEVENS, options=options)


def test_in_sevens_all_play_their_nearest() -> None:
    """The leader too: A of 6-0, 5-3, 5-1, then B of 4-4, 4-2, 3-3, and C of its sevens (3.5)."""
    hand, legal = sevens(), []
    for word in ("5-3", "4-4", "5-2", "6-1"):
        legal.append(say(hand.legal_tiles))
        hand.play(tile(word))

    assert ["6-0 5-3 5-1", "4-4 4-2 3-3", "5-2 4-3", "6-1"] == legal
    assert (2, "4-3") == (hand.turn, say(hand.legal_tiles))


def test_a_tile_that_is_farther_from_seven_is_refused() -> None:
    """By what it is, and nothing changes (3.5)."""
    hand = sevens()
    before = snapshot(hand)
    with pytest.raises(IllegalPlay) as refused:
        hand.play(tile("6-6"))

    assert before == snapshot(hand)
    assert "6-6 is not among the hand's nearest to seven; legal: 6-0 5-3 5-1" == str(refused.value)
    assert IllegalPlay is type(refused.value)


def test_in_free_play_any_tile_may_be_played() -> None:
    """With sevens_free_play nothing binds the leader or the others (C18)."""
    hand = sevens(sevens_free_play=True)
    for seat, word in enumerate(("6-6", "6-3", "1-0", "0-0")):
        assert (seat, EXAMPLE.hands[seat]) == (hand.turn, hand.legal_tiles)
        hand.play(tile(word))

    assert Result(Outcome.SET, (0, 1), (0, 1)) == hand.result


def test_of_equals_the_first_to_play_wins() -> None:
    """Case 26: A's 5-3 and B's 4-4 are alike, and so are C's 5-2 and D's 6-1 (3.5)."""
    hand = play_all(sevens(), ["5-3", "4-4", "5-2", "6-1"])
    assert (False, [1, 0]) == (hand.over, list(hand.public.taken))
    tie = play_all(sevens(sevens_free_play=True), ["6-6", "4-4", "2-1", "6-2"])

    assert Result(Outcome.SET, (0, 1), (0, 1)) == tie.result


@pytest.mark.parametrize("early_end", [True, False])
def test_sevens_ends_with_the_first_lost_trick(early_end: bool) -> None:
    """Whether hands are played out or not (C6)."""
    hand = play_all(
        sevens(early_end=early_end, sevens_free_play=True), ["6-0", "4-4", "1-1", "6-1"]
    )
    assert Result(Outcome.SET, (0, 1), (0, 1)) == hand.result


@pytest.mark.parametrize("scope", SevensScope)
def test_sevens_is_made_by_seven_tricks(scope: SevensScope) -> None:
    """A wins them all, and has won nothing before the last (3.5)."""
    hand = sevens(NEAR_SEVEN, sevens_scope=scope)
    while len(hand.public.plays) < 27:
        hand.act(hand.legal_actions()[0])
    assert not hand.over
    hand.act(hand.legal_actions()[0])

    assert Result(Outcome.MADE, (1, 0), (42, 0)) == hand.result


@pytest.mark.parametrize(
    ("last", "scope", "over"),
    [
        ("6-1", SevensScope.TEAM, False),
        ("6-1", SevensScope.BIDDER, True),
        ("6-2", SevensScope.BIDDER, False),
        ("2-0", SevensScope.BIDDER, False),
    ],
)
def test_an_opponent_nearer_than_the_bidder_may_set_it(
    last: str, scope: SevensScope, over: bool
) -> None:
    """C wins the trick for A; D's 6-1 is nearer than A's own 5-3, its 6-2 only as near (3.5)."""
    hand = sevens(sevens_scope=scope, sevens_free_play=True)
    play_all(hand, ["5-3", "4-4", "5-2", last])

    assert over is hand.over
    assert (1, 0) == tuple(hand.public.taken)
    if over:
        assert (Outcome.SET, (0, 1)) == (result_of(hand).outcome, result_of(hand).awards)


def test_the_scope_is_asked_in_every_trick() -> None:
    """In a trick that C leads it is still A's own tile that counts (3.5)."""
    hand = sevens(sevens_scope=SevensScope.BIDDER, sevens_free_play=True)
    play_all(hand, ["5-3", "4-4", "5-2", "6-2"])
    assert 2 == hand.turn
    play_all(hand, ["4-3", "6-1", "6-6"])
    assert not hand.over
    hand.play(tile("5-0"))

    assert Result(Outcome.SET, (0, 1), (7, 0)) == hand.result


def test_the_scope_of_sevens_is_for_sevens_only() -> None:
    """Any other contract is decided by its points (3.5)."""
    options = replace(PLAYED_OUT, sevens_scope=SevensScope.BIDDER)
    hand = play_all(called(options=options), EXAMPLE_PLAYS)

    assert play_all(called(options=PLAYED_OUT), EXAMPLE_PLAYS).result == hand.result


# Trumps by the first lead.

UNDECLARED = replace(PLAYED_OUT, undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END)


@pytest.mark.parametrize(
    ("lead", "call", "legal"),
    [
        ("6-2", Call.SIXES, "6-6 6-0"),
        ("5-5", Call.FIVES, "5-3 5-1"),
        ("3-1", Call.THREES, "5-3 3-0"),
        ("0-0", Call.BLANKS, "6-0 4-0 3-0"),
    ],
)
def test_the_first_lead_may_make_trumps(lead: str, call: Call, legal: str) -> None:
    """O09: the higher end of the first tile is trumps, and of a double its pip (R17, C11)."""
    hand = called(bidder=3, call=Call.UNDECLARED, options=UNDECLARED)
    assert (Call.UNDECLARED, EXAMPLE.hands[3]) == (hand.public.call, hand.legal_tiles)
    hand.play(tile(lead))

    assert (call, 0) == (hand.public.call, hand.turn)
    assert legal == say(hand.legal_tiles)


def test_only_the_first_lead_makes_trumps() -> None:
    """The hand then goes on as if they had been called (R17)."""
    undeclared = called(call=Call.UNDECLARED, options=UNDECLARED)
    declared = called(call=Call.FOURS, options=UNDECLARED)
    for hand in (undeclared, declared):
        play_all(hand, EXAMPLE_PLAYS)

    assert Call.FOURS is undeclared.public.call
    assert declared.result == undeclared.result
    assert declared.public.leaders == undeclared.public.leaders


@pytest.mark.parametrize(("rank", "winner"), [(TrumpRank.DOUBLE_HIGH, 3), (TrumpRank.PIP_TOTAL, 2)])
@pytest.mark.parametrize("call", [Call.FIVES, Call.UNDECLARED])
def test_trumps_may_rank_by_their_pips(rank: TrumpRank, winner: int, call: Call) -> None:
    """Fives are trumps: 6-5 has more pips than 5-5, which is the higher one else (2.2-f)."""
    hand = called(bidder=3, call=call, options=replace(UNDECLARED, trump_rank=rank))
    play_all(hand, ["5-5", "5-1", "5-4", "6-5"])

    assert winner == hand.turn


def test_who_must_call_may_not_leave_it() -> None:
    """By default there is no lead without a call (R17)."""
    hand = Hand(STANDARD, EXAMPLE)
    bid_up_to(hand, 0, THIRTY)

    with pytest.raises(IllegalCall, match="undeclared may not be called"):
        hand.call_trump(Call.UNDECLARED)
    with pytest.raises(WrongMoment, match="a tile came where a call is due"):
        hand.play(tile("4-0"))


def test_in_follow_me_the_call_may_say_where_the_doubles_are() -> None:
    """With follow_me_doubles=declarer there are three calls, each with its law (C10)."""
    options = replace(PLAYED_OUT, follow_me_doubles=Doubles.DECLARER)
    legal = {
        call: say(play_all(called(call=call, options=options), ["6-6"]).legal_tiles)
        for call in (Call.FOLLOW_ME, Call.FOLLOW_ME_LOW, Call.FOLLOW_ME_OWN)
    }

    assert ["6-3", "6-3", "4-4 3-3"] == [*legal.values()]
    low = play_all(called(call=Call.FOLLOW_ME_LOW, options=options), ["6-6", "6-3", "6-5", "6-1"])
    assert 2 == low.turn


# When a hand stops.

POINTS = PRESETS["points_250"]


@pytest.mark.parametrize(
    ("early_end", "mark_bids", "bid", "stops"),
    [
        (True, MarkBidPoints.BID_ONLY, THIRTY, False),
        (True, MarkBidPoints.BID_ONLY, ONE_MARK, True),
        (True, MarkBidPoints.TAKEN, ONE_MARK, False),
        (False, MarkBidPoints.BID_ONLY, ONE_MARK, False),
    ],
)
def test_in_points_a_hand_is_played_out_for_what_is_taken(
    early_end: bool, mark_bids: MarkBidPoints, bid: Bid, stops: bool
) -> None:
    """H01, set after its second trick, stops there only for a mark bid that pays its 42 (C6)."""
    options = replace(POINTS, early_end=early_end, mark_bid_points=mark_bids)
    hand = play_all(called(bid=bid, options=options), EXAMPLE_PLAYS[:8])

    assert stops is hand.over
    if not stops:
        play_all(hand, EXAMPLE_PLAYS[8:])
    assert Outcome.SET is result_of(hand).outcome


@pytest.mark.parametrize(
    ("options", "bid", "awards"),
    [
        (PLAYED_OUT, THIRTY, (0, 1)),
        (POINTS, THIRTY, (0, 59)),
        (replace(POINTS, set_award=SetAward.BID_ONLY), THIRTY, (0, 30)),
        (POINTS, TWO_MARKS, (0, 84)),
        (replace(POINTS, mark_bid_points=MarkBidPoints.TAKEN), TWO_MARKS, (0, 113)),
        (replace(PLAYED_OUT, mark_award=MarkAward.MOST_POINTS), TWO_MARKS, (0, 1)),
        (replace(PLAYED_OUT, set_marks=SetMarks.ONE), TWO_MARKS, (0, 1)),
    ],
)
def test_the_example_is_paid_as_the_house_says(
    options: Options, bid: Bid, awards: tuple[int, int]
) -> None:
    """H01: A is set with 13 to 29 (R30, R31, C8, C9)."""
    hand = play_all(called(bid=bid, options=options), EXAMPLE_PLAYS)

    assert Result(Outcome.SET, awards, (13, 29)) == hand.result


SWEEPS = replace(PLAYED_OUT, all_pass=AllPass.FORCED, forced_sweep_bonus=True)


@pytest.mark.parametrize(
    ("shaker", "all_pass", "bid", "marks"),
    [
        (0, AllPass.FORCED, THIRTY, 2),
        (0, AllPass.FORCED_EXACT, THIRTY, 2),
        (0, AllPass.FORCED, Bid.points(31), 1),
        (0, AllPass.RESHAKE, THIRTY, 1),
        (3, AllPass.FORCED, THIRTY, 1),
    ],
)
def test_a_forced_minimum_that_sweeps_pays_two(
    shaker: int, all_pass: AllPass, bid: Bid, marks: int
) -> None:
    """Only the forced seat's lowest bid does, with every trick won (3.8)."""
    options = replace(SWEEPS, all_pass=all_pass)
    hand = called(replace(SWEEP, shaker=shaker), bid=bid, call=Call.SIXES, options=options)
    play_all(hand, SWEEP_PLAYS)

    assert Result(Outcome.MADE, (marks, 0), (42, 0)) == hand.result


# Tiles asleep.

SLEEPY = replace(
    ALONE, players=2, hand_size=7, leftover=Leftover.SLEEP_RANDOM,
    first_bidder=FirstBidder.LEFT_OF_SHAKER,
)  # fmt: skip
COUNT_ASLEEP = Deal.parse("B | 6-6 6-5 6-3 6-2 6-1 6-0 5-3 | 4-3 4-2 3-3 3-1 2-1 1-1 0-0")
"""No tile that counts is dealt: seven tricks are seven points."""


@pytest.mark.parametrize(
    ("bid", "outcome", "awards"),
    [
        (THIRTY, Outcome.SET, (0, 1)),
        (ONE_MARK, Outcome.MADE, (1, 0)),
        (TWO_MARKS, Outcome.MADE, (2, 0)),
    ],
)
def test_where_count_sleeps_a_sweep_makes_marks_but_no_points(
    bid: Bid, outcome: Outcome, awards: tuple[int, int]
) -> None:
    """A point bid that falls short is set at the end, a mark bid is made there (C13)."""
    hand = called(COUNT_ASLEEP, bid=bid, call=Call.SIXES, options=SLEEPY)
    play_all(
        hand,
        ["6-6", "4-3", "6-5", "4-2", "6-3", "3-3", "6-2", "3-1", "6-1", "2-1", "6-0", "1-1", "5-3"],
    )
    assert not hand.over
    hand.play(tile("0-0"))

    assert Result(outcome, awards, (7, 0)) == hand.result


def test_where_tiles_sleep_the_bids_are_as_if_nothing_slept() -> None:
    """Seven tricks are worth 42 at most, so 41 is the highest point bid (C13)."""
    legal = Hand(SLEEPY, COUNT_ASLEEP).legal_bids()

    assert (PASS, *map(Bid.points, range(30, 42)), ONE_MARK, TWO_MARKS) == legal


# Forfeits in points.


@pytest.mark.parametrize(
    ("bid", "seat", "awards"),
    [
        (THIRTY, 0, (0, 61)),
        (THIRTY, 2, (0, 61)),
        (THIRTY, 1, (42, 0)),
        (THIRTY, 3, (42, 0)),
        (TWO_MARKS, 0, (0, 84)),
        (TWO_MARKS, 1, (84, 0)),
    ],
)
def test_a_forfeit_in_points_gives_the_rest_to_the_other_side(
    bid: Bid, seat: int, awards: tuple[int, int]
) -> None:
    """With 11 of 42 taken the other side gets 31; then it is a set, or as made (R34)."""
    hand = play_all(called(SWEEP, bid=bid, call=Call.SIXES, options=POINTS), SWEEP_PLAYS[:5])
    hand.forfeit(seat)

    assert Result(Outcome.FORFEITED, awards, (11, 0)) == hand.result


@pytest.mark.parametrize("bids", [(), (THIRTY,), (TWO_MARKS, PASS, PASS)])
def test_a_forfeit_in_the_auction_pays_42_points(bids: tuple[Bid, ...]) -> None:
    """Whatever was bid so far (R34)."""
    hand = Hand(POINTS, EXAMPLE)
    for bid in bids:
        hand.bid(bid)
    hand.forfeit(1)

    assert Result(Outcome.FORFEITED, (42, 0), (0, 0)) == hand.result


@pytest.mark.parametrize(("bid", "award"), [(THIRTY, 42 + 30), (TWO_MARKS, 84)])
def test_a_bidder_that_makes_no_call_is_set(bid: Bid, award: int) -> None:
    """Nobody is let off a bid by calling nothing: it stands once the auction is over (R34)."""
    hand = Hand(POINTS, EXAMPLE)
    for each in (bid, PASS, PASS, PASS):
        hand.bid(each)
    hand.forfeit(1)

    assert Result(Outcome.FORFEITED, (award, 0), (0, 0)) == hand.result


@pytest.mark.parametrize(
    ("options", "deal", "total"),
    [
        (replace(SLEEPY, scoring=Scoring.POINTS, target=250), COUNT_ASLEEP, 7),
        (alone(3, scoring=Scoring.POINTS, target=250), THREE, 44),
    ],
)
def test_what_is_untaken_is_what_was_dealt(options: Options, deal: Deal, total: int) -> None:
    """Count that sleeps is nobody's; the bidder gets all that is in play (R34, C13)."""
    hand = called(deal, bid=THIRTY, call=Call.SIXES, options=options)
    hand.forfeit(1)

    assert total == result_of(hand).awards[0]


@pytest.mark.parametrize("call", [Call.SIXES, Call.UNDECLARED])
def test_after_the_call_a_forfeit_is_of_the_contract(call: Call) -> None:
    """Even before the first lead (R34)."""
    options = replace(POINTS, undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END)
    hand = called(SWEEP, bid=THIRTY, call=call, options=options)
    hand.forfeit(2)

    assert Result(Outcome.FORFEITED, (0, 72), (0, 0)) == hand.result


def test_alone_each_other_gets_what_a_forfeit_pays() -> None:
    """Under marks each of the others the marks of the contract (R34)."""
    hand = called(THREE, bid=TWO_MARKS, call=Call.SIXES, options=alone(3))
    hand.forfeit(1)

    assert Result(Outcome.FORFEITED, (2, 0, 2), (0, 0, 0)) == hand.result


def test_a_partner_may_forfeit_a_plunge() -> None:
    """The seat that calls can forfeit too, and the others get the plunge's marks (R34)."""
    hand = bid_in_turn(HOUSE, PLUNGE)
    hand.forfeit(2)

    assert Result(Outcome.FORFEITED, (0, 4), (0, 0)) == hand.result


def test_a_renege_late_in_a_trick_names_the_lead() -> None:
    """Whoever follows, it is the tile led that asks (R24)."""
    hand = play_all(called(), ["6-6", "6-3", "6-5"])
    with pytest.raises(Renege, match=r"5-5 doesn't follow 6-6, which asks for sixes \(fours call"):
        hand.play(tile("5-5"))


# Illegal actions.


def test_decisions_have_their_numbers() -> None:
    """1 to 3, which are those on the wire."""
    assert {"BID": 1, "CALL_TRUMP": 2, "PLAY": 3} == {each.name: each.value for each in Decision}


def test_an_action_of_another_kind_is_refused() -> None:
    """A bid, a call and a tile are each refused where another is due, and after the end."""
    bid, call, played = THIRTY, Call.FOURS, tile("4-0")
    hand = Hand(STANDARD, EXAMPLE)
    messages = []
    for due in (bid, call, played):
        for action in (bid, call, played):
            if action is not due:
                messages.append(refusal(hand, action))
        if due is bid:
            bid_up_to(hand, 0, bid)
        elif due is call:
            hand.act(call)
    play_all(hand, EXAMPLE_PLAYS[:8])
    messages += [refusal(hand, action) for action in (bid, call, played)]

    assert messages == [
        "a call came where a bid is due",
        "a tile came where a bid is due",
        "a bid came where a call is due",
        "a tile came where a call is due",
        "a bid came where a tile is due",
        "a call came where a tile is due",
        "a bid comes too late: the hand is over",
        "a call comes too late: the hand is over",
        "a tile comes too late: the hand is over",
    ]


def refusal(hand: Hand, action: Bid | Call | Tile) -> str:
    """What is said of an action that comes at the wrong moment."""
    before = snapshot(hand)
    with pytest.raises(WrongMoment) as refused:
        hand.act(action)
    assert before == snapshot(hand)
    return str(refused.value)


def expected_error(hand: Hand, action: Bid | Call | Tile) -> type[IllegalAction]:
    """The class of error that an illegal action raises."""
    kind = Decision.PLAY
    if isinstance(action, Bid):
        kind = Decision.BID
    elif isinstance(action, Call):
        kind = Decision.CALL_TRUMP
    if hand.decision is not kind:
        return WrongMoment
    if kind is Decision.BID:
        return IllegalBid
    if kind is Decision.CALL_TRUMP:
        return IllegalCall
    assert hand.turn is not None
    assert isinstance(action, int)
    return Renege if hand.held[hand.turn] & BIT[action] else NotHeld


@pytest.mark.parametrize("seed", range(SEED, SEED + 12))
def test_every_illegal_action_changes_nothing(seed: int) -> None:
    """At every moment of a hand each action that isn't legal raises its own error, and leaves all
    state as it was (R34)."""
    random = Random(seed)
    options = replace(STANDARD, declarations=frozenset({Declaration.PIPS}))
    hand = Hand(options, shuffled(random))
    every_action: list[Bid | Call | Tile] = [*EVERY_BID, *Call, *TILES]
    seen = set()
    while True:
        legal, before = hand.legal_actions(), snapshot(hand)
        kinds = {type(action) for action in legal}
        for action in every_action:
            if type(action) in kinds and action in legal:
                continue
            error = expected_error(hand, action)
            with pytest.raises(error):
                hand.act(action)
            assert before == snapshot(hand), f"seed {seed}: {action}"
            seen.add(error)
        if hand.over:
            break
        bidding = hand.decision is Decision.BID and hand.public.auction.high is None
        hand.act(random.choice(legal[1:] if bidding else legal))

    assert {WrongMoment, IllegalBid, IllegalCall, NotHeld} <= seen


def test_every_refusal_is_an_illegal_action() -> None:
    """Whoever catches IllegalAction catches every refusal, and a ValueError is one too."""
    for error in (IllegalBid, IllegalCall, IllegalPlay, NotHeld, Renege, WrongMoment):
        assert issubclass(error, IllegalAction)
    assert issubclass(IllegalAction, ValueError)
    assert issubclass(NotHeld, IllegalPlay)
    assert issubclass(Renege, IllegalPlay)


# All hands.


@settings(deadline=None, max_examples=60)
@given(deals(), st.randoms(use_true_random=False))
def test_no_tile_is_lost_or_made(deal: Deal, random: Random) -> None:
    """At every moment each tile is held by one seat or played once, and a legal action exists."""
    hand = Hand(PLAYED_OUT, deal)
    while not hand.over:
        together = sum(hand.held) + tile_set(hand.public.plays)
        assert ALL_TILES == together
        assert [0, 0, 0, 0] == [
            held & ~dealt for held, dealt in zip(hand.held, deal.hands, strict=True)
        ]
        assert hand.turn is not None
        assert hand.legal_actions() != ()
        assert 0 == hand.legal_tiles & ~hand.held[hand.turn]
        hand.act(random.choice(hand.legal_actions()))

    assert ALL_TILES == sum(hand.held) + tile_set(hand.public.plays)
    assert 28 == sum(len(tiles_in(held)) for held in hand.held) + len(hand.public.plays)


def test_a_hand_takes_a_deal_and_leaves_it() -> None:
    """Two hands of one deal don't touch each other, nor the deal."""
    text = str(EXAMPLE)
    one, other = called(), called()
    before = snapshot(other)
    play_all(one, EXAMPLE_PLAYS[:8])

    assert before == snapshot(other)
    assert text == str(EXAMPLE)


def test_random_against_random_is_even() -> None:
    """Case 41: over 1,000 hands played at random each side wins half of the marks, within 3 %."""
    random, marks = Random(SEED), [0, 0]
    for _ in range(1000):
        awards = result_of(finish(Hand(STANDARD, shuffled(random)), random, bolder=0.3)).awards
        marks = [total + award for total, award in zip(marks, awards, strict=True)]

    assert 50 == pytest.approx(100 * marks[0] / sum(marks), abs=3)


def test_a_hand_that_is_over_can_be_neither_forfeited_nor_voided() -> None:
    """A result once reached stays."""
    hand = Hand(STANDARD, EXAMPLE)
    hand.forfeit(1)
    result = hand.result
    reason = re.escape(f"the hand is over ({result})")
    with pytest.raises(WrongMoment, match=reason):
        hand.forfeit(0)
    with pytest.raises(WrongMoment, match=reason):
        hand.void()
    assert hand.result == result
