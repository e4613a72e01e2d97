"""One hand: whose turn it is, what is legal, how it ends, and that a refusal changes nothing."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import Call, Declaration
from arena.rules.deal import Deal
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
from arena.rules.options import STANDARD
from arena.rules.scoring import Outcome, Result
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
    assert tuple(Call) == hand.legal_calls() == hand.legal_actions()
    assert ((), 0) == (hand.legal_bids(), hand.legal_tiles)

    hand.call_trump(Call.DOUBLES)
    assert (2, Decision.PLAY) == (hand.turn, hand.decision)
    assert Call.DOUBLES is hand.public.call
    assert [2] == list(hand.public.leaders)
    assert EXAMPLE.hands[2] == hand.legal_tiles == tile_set(hand.legal_actions())  # type: ignore[arg-type]
    assert ((), ()) == (hand.legal_bids(), hand.legal_calls())


@pytest.mark.parametrize("bid", [THIRTY, Bid.points(41), ONE_MARK, TWO_MARKS, Bid.marks(5)])
@pytest.mark.parametrize("call", Call)
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


# Illegal actions.


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
    with pytest.raises(WrongMoment):
        hand.forfeit(0)
    with pytest.raises(WrongMoment):
        hand.void()
    assert hand.result == result
