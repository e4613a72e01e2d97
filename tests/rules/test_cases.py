"""Cases that broke other programs for 42, each in a real hand and under its number."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import Call, Doubles, Offered, PlungeLeader
from arena.rules.deal import Deal, Leftover
from arena.rules.game import Game
from arena.rules.hand import Decision, Hand
from arena.rules.illegal import IllegalAction, IllegalBid, IllegalPlay, NotHeld
from arena.rules.options import Options
from arena.rules.presets import STANDARD, preset
from arena.rules.scoring import Outcome, Scoring
from arena.rules.suits import DoublesAre
from arena.rules.tiles import DOUBLES, TILES, Tile, parse_tiles, say, tile_set, tiles_in
from tests.rules.staging import EXAMPLE, play_all, random_deal, snapshot

SEED = 42
M1, M2 = Bid.marks(1), Bid.marks(2)
ANYTHING = replace(
    STANDARD,
    early_end=False,
    leftover=Leftover.SLEEP_RANDOM,
    follow_me_doubles=Doubles.DECLARER,
    nello=Offered.OPEN,
    nello_doubles=Doubles.DECLARER,
    nello_declarer_modes=(*DoublesAre,),
    sevens=Offered.OPEN,
)
"""Every call is legal, and the seats may be dealt fewer tiles than there are."""
PLUNGING = replace(STANDARD, plunge=True, splash=True)
PLAYED_OUT = replace(STANDARD, early_end=False, all_pass=AllPass.FORCED)


def won_by_a(options: Options, deal: Deal, call: Call, bid: Bid = M1) -> Hand:
    """A hand of this deal that A has won; D shook."""
    hand = Hand(options, replace(deal, shaker=options.players - 1))
    hand.bid(bid)
    for _ in range(options.players - 1):
        hand.bid(PASS)
    hand.call_trump(call)
    return hand


def small_hand(call: Call, *hands: str) -> Hand:
    """A hand of a few tiles: those of A, of B, and so on, and the rest as it comes. A has called.

    Short hands are filled up, and seats left out dealt, from the lowest tile that is free.
    """
    dealt = [[*tiles_in(parse_tiles(text))] for text in hands] + [[]] * (4 - len(hands))
    size = max(map(len, dealt))
    named = [tile for tiles in dealt for tile in tiles]
    free = iter([tile for tile in TILES if tile not in named])
    filled = [[*tiles, *(next(free) for _ in range(size - len(tiles)))] for tiles in dealt]
    deal = Deal(3, tuple(map(tile_set, filled)))
    return won_by_a(replace(ANYTHING, hand_size=size), deal, call)


# Legal plays.


@pytest.mark.parametrize(
    ("number", "call", "led", "held", "legal"),
    [
        (1, Call.FOURS, "2-1", "4-2 6-6 2-0", "2-0"),
        (1, Call.FOURS, "2-1", "4-2 6-6 5-3", "6-6 5-3 4-2"),
        (1, Call.ONES, "6-5", "6-1 6-0 1-1", "6-0"),
        (1, Call.ONES, "6-5", "6-1 4-3 1-1", "6-1 4-3 1-1"),
        (2, Call.ONES, "6-1", "6-5 1-0 6-6", "1-0"),
        (2, Call.ONES, "6-1", "6-5 6-6 4-3", "6-6 6-5 4-3"),
        (3, Call.DOUBLES, "6-5", "6-6 6-4", "6-4"),
        (3, Call.DOUBLES, "6-6", "6-5 1-1 6-4", "1-1"),
        (4, Call.NELLO_OWN, "5-3", "5-5 5-0", "5-0"),
        (4, Call.FOLLOW_ME_OWN, "5-3", "5-5 5-0", "5-0"),
        (4, Call.NELLO_HIGH, "5-3", "5-5 5-0", "5-5 5-0"),
        (4, Call.NELLO_OWN_INVERTED, "5-3", "5-5 5-0", "5-0"),
        (5, Call.NELLO_OWN, "3-3", "6-6 3-1", "6-6"),
        (5, Call.NELLO_LOW, "3-3", "6-6 3-1", "3-1"),
        (6, Call.ONES, "6-5", "4-3 2-0 0-0", "4-3 2-0 0-0"),
        (6, Call.NELLO_OWN, "6-5", "4-3 2-0 6-6", "6-6 4-3 2-0"),
        (26, Call.SEVENS, "4-3", "6-2 5-1 0-0", "6-2 5-1"),
        (26, Call.SEVENS, "4-3", "6-1 5-2 4-4", "6-1 5-2"),
    ],
)
def test_what_may_follow(number: int, call: Call, led: str, held: str, legal: str) -> None:
    """Cases 1 to 6 and 26: exactly these tiles of B may be played on the lead of A."""
    hand = small_hand(call, led, held)
    if call is Call.SEVENS:  # a leader in sevens has no choice: A holds nothing nearer
        assert led in say(hand.legal_tiles).split()
    hand.play(Tile.parse(led))

    assert legal == say(hand.legal_tiles), number
    assert 1 == hand.turn


def test_the_leader_in_sevens_must_play_its_nearest() -> None:
    """Case 26: the nearest to seven must be led, too, all that are equally near being open."""
    assert "5-2 4-3" == say(small_hand(Call.SEVENS, "4-3 5-2 0-0 6-2").legal_tiles)
    assert "4-4 3-3" == say(small_hand(Call.SEVENS, "4-4 3-3 6-3").legal_tiles)


@pytest.mark.parametrize(
    ("number", "call", "trick", "winner"),
    [
        (8, Call.SIXES, "3-1 5-3 3-0 2-2", 1),
        (8, Call.SIXES, "3-1 3-0 2-2 5-3", 3),
        (8, Call.SIXES, "3-1 5-3 3-3 6-0", 3),
        (26, Call.SEVENS, "4-3 5-2 6-1 0-0", 0),
        (26, Call.SEVENS, "6-3 4-2 6-2 0-0", 1),
    ],
)
def test_who_wins(number: int, call: Call, trick: str, winner: int) -> None:
    """Cases 8 and 26: tiles of a suit rank by the other end, and of equal sevens the first wins."""
    hand = small_hand(call, *trick.split())
    play_all(hand, trick.split())

    assert hand.result is not None
    side = [points > 0 for points in hand.result.taken].index(True)
    assert winner % 2 == side, number
    assert (Outcome.MADE if side == 0 else Outcome.SET) is hand.result.outcome


def test_the_suit_led_is_forgotten() -> None:
    """Case 7: after a trick of sixes A leads 2-1, and B must follow twos."""
    hand = small_hand(Call.BLANKS, "6-6 2-1", "6-2 6-1 2-2", "6-5 5-2", "6-4 3-2")
    play_all(hand, ["6-6", "6-1", "6-5", "6-4", "2-1"])

    assert "6-2 2-2" == say(hand.legal_tiles)


def test_a_renege_is_refused() -> None:
    """Case 11: 6-5 led, hand 6-2 5-5; 5-5 is refused, and all stays as it was."""
    hand = play_all(small_hand(Call.FOLLOW_ME, "6-5", "6-2 5-5"), ["6-5"])
    before = snapshot(hand)

    with pytest.raises(IllegalPlay):
        hand.play(Tile.parse("5-5"))
    with pytest.raises(NotHeld):
        hand.play(Tile.parse("6-5"))
    assert before == snapshot(hand)


# Nello.


def test_the_partner_in_nello_never_plays() -> None:
    """Case 10: C's tiles stay where they are, a trick has three tiles, and a made hand has as many
    points as its seven tricks hold."""
    random, outcomes = Random(SEED), Counter[Outcome]()
    options = replace(ANYTHING, leftover=Leftover.REMOVE_FIXED)
    for _ in range(200):
        deal = random_deal(random, options)
        hand = won_by_a(options, deal, Call.NELLO_OWN, M2)
        turns = []
        while not hand.over:
            turns.append(hand.turn)
            hand.play(random.choice(tiles_in(hand.legal_tiles)))
        assert hand.result is not None
        plays, taken = [TILES[tile] for tile in hand.public.plays], hand.result.taken
        outcomes[hand.result.outcome] += 1

        assert (2,) == hand.public.sitting_out
        assert 2 not in turns
        assert replace(deal, shaker=3).hands[2] == hand.held[2]
        assert 0 == len(plays) % 3
        assert sum(taken) == len(plays) // 3 + sum(tile.count for tile in plays)
        made = hand.result.outcome is Outcome.MADE
        assert made == (taken[0] == 0)
        assert (len(plays) == 21) or not made
        assert ((2, 0) if made else (0, 2)) == hand.result.awards

    assert {Outcome.MADE, Outcome.SET} == {*outcomes}


# The auction.


@pytest.mark.parametrize(
    ("number", "history", "bid"),
    [
        (13, "35", "31"),
        (13, "35", "35"),
        (14, "", "9 marks"),
        (14, "", "3 marks"),
        (14, "1 mark", "3 marks"),
        (14, "1 mark", "4 marks"),
        (14, "2 marks", "4 marks"),
        (15, "", "plunge 4"),
        (19, "1 mark", "41"),
        (19, "1 mark", "1 mark"),
    ],
)
def test_a_wrong_bid_is_refused(number: int, history: str, bid: str) -> None:
    """Cases 13, 14, 15 and 19: such a bid is refused, and the turn stays."""
    hand = Hand(STANDARD, EXAMPLE)
    for word in filter(None, history.split(",")):
        hand.bid(Bid.parse(word))
    before = snapshot(hand)

    with pytest.raises(IllegalBid):
        hand.bid(Bid.parse(bid))
    assert before == snapshot(hand), number


@pytest.mark.parametrize("doubles", range(8))
def test_a_plunge_takes_four_doubles(doubles: int) -> None:
    """Cases 14 and 15: with fewer than four doubles a plunge is refused, with four it may open,
    and a splash with three; it is offered to nobody else."""
    other = [tile for tile in TILES if not tile.is_double]
    mine = [*tiles_in(DOUBLES)[:doubles], *other[: 7 - doubles]]
    rest = [tile for tile in TILES if tile not in mine]
    hands = [mine, *(rest[start : start + 7] for start in (0, 7, 14))]
    hand = Hand(PLUNGING, Deal(3, tuple(map(tile_set, hands))))
    plunge, splash = Bid(BidKind.PLUNGE, 4), Bid(BidKind.SPLASH, 3)

    assert (doubles >= 4) == (plunge in hand.legal_bids())
    assert (doubles >= 3) == (splash in hand.legal_bids())
    if doubles < 4:
        before = snapshot(hand)
        with pytest.raises(IllegalBid):
            hand.bid(plunge)
        assert before == snapshot(hand)
    else:
        hand.bid(plunge)
        assert plunge == hand.public.auction.high


@pytest.mark.parametrize("call", [99, 0, None, -1])
def test_a_call_that_does_not_exist_is_refused(call: object) -> None:
    """Case 16: a trump numbered 99, or none at all, is refused, and all stays as it was."""
    hand = Hand(ANYTHING, EXAMPLE)
    for bid in (M1, PASS, PASS, PASS):
        hand.bid(bid)
    before = snapshot(hand)

    with pytest.raises(IllegalAction):
        hand.call_trump(call)  # type: ignore[arg-type]
    assert before == snapshot(hand)


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("all_pass", AllPass)
def test_all_pass(players: int, all_pass: AllPass) -> None:
    """Cases 17 and 18: when all others have passed the last seat may pass, and the hand is thrown
    in, or it has to bid, the minimum or more."""
    options = replace(preset("sheet_gl", players), all_pass=all_pass)
    hand = Hand(options, random_deal(Random(SEED), options))
    for _ in range(players - 1):
        hand.bid(PASS)
    legal = hand.legal_bids()

    assert hand.turn == hand.public.auction.order[-1]
    assert Bid.points(30) in legal
    if all_pass is AllPass.RESHAKE:
        hand.bid(PASS)
        assert hand.result is not None
        assert Outcome.THROWN_IN is hand.result.outcome
        assert {0} == {*hand.result.awards}
    else:
        assert PASS not in legal
        assert (len(legal) == 1) == (all_pass is AllPass.FORCED_EXACT)
        with pytest.raises(IllegalBid):
            hand.bid(PASS)
        hand.bid(Bid.points(30))
        assert hand.public.auction.forced


def test_any_marks_outbid_any_points() -> None:
    """Case 19: 41, 1 mark and 2 marks outbid each other in turn; 42 and 1 mark are one bid."""
    hand = Hand(STANDARD, EXAMPLE)
    for bid in (Bid.points(41), M1, M2):
        hand.bid(bid)

    assert (PASS, Bid.marks(3)) == tuple(hand.legal_bids())
    assert Bid.points(42) not in Hand(STANDARD, EXAMPLE).legal_bids()


# Made and set.


@pytest.mark.parametrize("n", range(30, 42))
def test_a_point_bid_is_made_or_set_at_its_number(n: int) -> None:
    """Cases 20 and 24: the hand goes on until the bidders have n points or the others 43 - n, so
    42 - n don't set it; exactly one of the two comes about."""
    random, seen = Random(SEED + n), Counter[str]()
    for _ in range(600):
        hand = won_by_a(STANDARD, random_deal(random, STANDARD), Call.FIVES, Bid.points(n))
        while not hand.over:
            mine, theirs = hand.public.taken
            assert mine < n
            assert theirs < 43 - n
            seen["one short"] += theirs == 42 - n
            hand.play(random.choice(tiles_in(hand.legal_tiles)))
        assert hand.result is not None
        mine, theirs = hand.result.taken
        assert (mine >= n) != (theirs >= 43 - n)
        made = hand.result.outcome is Outcome.MADE
        assert made == (mine >= n)
        assert ((1, 0) if made else (0, 1)) == hand.result.awards
    rarely_so = (32, 37, 38)  # the others then have nearly all tricks, and hardly any count
    assert seen["one short"] or n in rarely_so


def test_every_hand_has_42_points() -> None:
    """Case 21: seven tricks count with the 35 of the tiles, so a bid of 41 can be made."""
    random, most = Random(SEED), 0
    for _ in range(300):
        hand = won_by_a(PLAYED_OUT, random_deal(random, PLAYED_OUT), Call.SIXES, Bid.points(36))
        while not hand.over:
            hand.play(random.choice(tiles_in(hand.legal_tiles)))
        assert hand.result is not None
        assert 42 == sum(hand.result.taken)
        most = max(most, *hand.result.taken)
    assert most > 36


ALL_BUT_ONE = Deal.parse(
    "D | 6-6 6-5 6-4 6-3 6-2 6-1 1-0 | 5-5 5-4 5-3 5-2 5-1 5-0 0-0"
    " | 4-4 4-3 4-2 4-1 4-0 3-3 2-0 | 6-0 3-2 3-1 3-0 2-2 2-1 1-1"
)
"""A deal where A, playing in sixes, loses its 1-0 to the 1-1 of D."""


@pytest.mark.parametrize("marks", [1, 2, 3, 5])
@pytest.mark.parametrize("early_end", [True, False])
def test_marks_lost_with_41_points(marks: int, early_end: bool) -> None:
    """Case 22: all but one point taken, the defenders get the whole stake all the same; where the
    hand may stop it does so at the first trick lost."""
    options = replace(STANDARD, open_cap_marks=5, early_end=early_end)
    hand = won_by_a(options, ALL_BUT_ONE, Call.SIXES, Bid.marks(marks))
    while not hand.over:
        hand.play(max(tiles_in(hand.legal_tiles)))
    assert hand.result is not None
    assert ((41, 1), (0, marks)) == (hand.result.taken, hand.result.awards)

    hand = won_by_a(options, ALL_BUT_ONE, Call.SIXES, Bid.marks(marks))
    play_all(hand, ["1-0", "5-1", "4-1", "1-1"])
    assert early_end == hand.over
    while not hand.over:
        hand.play(max(tiles_in(hand.legal_tiles)))
    assert hand.result is not None
    assert (0, marks) == hand.result.awards


def test_a_set_hand_in_points() -> None:
    """Case 23: in the points game a bid of 31 that takes 20 against 22 pays 0 and 53."""
    random, options = Random(SEED), preset("points_250")
    assert Scoring.POINTS is options.scoring
    seen = set()
    for _ in range(800):
        hand = won_by_a(options, random_deal(random, options), Call.FOURS, Bid.points(31))
        while not hand.over:
            hand.play(random.choice(tiles_in(hand.legal_tiles)))
        assert hand.result is not None
        mine, theirs = hand.result.taken
        seen.add((hand.result.taken, hand.result.awards))
        assert ((mine, theirs) if mine >= 31 else (0, theirs + 31)) == hand.result.awards
    assert ((20, 22), (0, 53)) in seen


def test_one_seat_bids_first() -> None:
    """Case 25: the seat whose turn it is opens the auction, one further left every hand."""
    game, random, first = Game(STANDARD, 0), Random(SEED), []
    for number in range(9):
        hand = Hand(STANDARD, replace(random_deal(random, STANDARD), shaker=game.shaker))
        assert hand.turn == hand.public.auction.order[0]
        first.append(hand.turn)
        for bid in (PASS if number % 2 else Bid.points(41), PASS, PASS, PASS):
            hand.bid(bid)
        if not hand.over:
            hand.void()
        assert hand.result is not None
        game.hand_ended(hand.result)
    assert [1, 2, 3, 0, 1, 2, 3, 0, 1] == first


# Plunge and splash.


@pytest.mark.parametrize("leader", PlungeLeader)
@pytest.mark.parametrize("kind", [BidKind.PLUNGE, BidKind.SPLASH])
def test_the_partner_calls(kind: BidKind, leader: PlungeLeader) -> None:
    """Case 29: after a plunge or a splash the turn to call is the partner's, a tile from anybody is
    refused until then, and who leads is an option; play goes on clockwise from there."""
    options = replace(PLUNGING, plunge_leader=leader, nello=Offered.OPEN, sevens=Offered.OPEN)
    deal = Deal.parse(
        "D | 6-6 5-5 4-4 3-3 6-0 5-0 4-0 | 6-1 6-2 6-3 6-4 6-5 5-4 5-3"
        " | 2-2 1-1 0-0 5-2 5-1 4-3 4-2 | 4-1 3-2 3-1 3-0 2-1 2-0 1-0"
    )
    hand = Hand(options, deal)
    hand.bid(Bid(kind, 4 if kind is BidKind.PLUNGE else 3))
    for _ in range(3):
        hand.bid(PASS)
    assert (2, 2, Decision.CALL_TRUMP) == (hand.turn, hand.public.caller, hand.decision)
    assert tuple(Call)[:9] == hand.legal_calls()
    before = snapshot(hand)
    for wrong in (Tile.parse("6-6"), Tile.parse("2-2"), Call.NELLO_OWN, Call.SEVENS, M2):
        with pytest.raises(IllegalAction):
            hand.act(wrong)
    assert before == snapshot(hand)

    hand.call_trump(Call.DOUBLES)
    turns = []
    for _ in range(4):
        turns.append(hand.turn)
        hand.play(tiles_in(hand.legal_tiles)[-1])
    assert ([2, 3, 0, 1] if leader is PlungeLeader.PARTNER else [0, 1, 2, 3]) == turns
    assert 0 == hand.public.auction.bidder


# Tiles.


def test_a_tile_has_one_identity() -> None:
    """Case 31: 4-6 and 6-4 are one tile, whoever holds it and however it is written."""
    assert Tile.parse("4-6") is Tile.parse("6-4")
    assert "6-4" == str(Tile.parse("4-6"))
    turned = Deal.parse(str(EXAMPLE).replace("6-4", "4-6").replace("3-0", "0-3"))
    assert EXAMPLE == turned
