"""Sets hands on the stage: random houses and deals, hands played to a given moment, snapshots."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from arena.rules.auction import AllPass, Auction, BidRounds, FirstBidder
from arena.rules.bids import PASS, Bid, BidKind, MarkRaise, PlungeTiming
from arena.rules.contracts import (
    STRAIGHT,
    Call,
    Doubles,
    Offered,
    PlungeLeader,
    SevensScope,
    Undeclared,
)
from arena.rules.deal import Deal, Leftover
from arena.rules.hand import Action, Decision, Hand, Public
from arena.rules.options import BadOptions, Options
from arena.rules.presets import STANDARD
from arena.rules.scoring import (
    GameWon,
    MarkAward,
    MarkBidPoints,
    Scoring,
    SetAward,
    SetMarks,
    SoloSetAward,
)
from arena.rules.seats import Teams
from arena.rules.shaker import FirstShaker
from arena.rules.stacking import Stacking
from arena.rules.suits import DoublesAre, TrumpRank
from arena.rules.tiles import TILES, Tile, tile_set, tiles_in
from arena.rules.view import View
from tests.rules import naive

EXAMPLE = Deal.parse(
    "A | 6-6 6-0 5-3 5-1 4-0 3-0 2-2 | 6-3 5-4 5-0 4-4 4-2 4-1 3-3"
    " | 6-5 6-4 5-2 4-3 2-1 1-1 1-0 | 6-2 6-1 5-5 3-2 3-1 2-0 0-0"
)
"""The deal of vector H01, which A plays in fours."""

EXAMPLE_PLAYS = [
    Tile.parse(word)
    for word in [
        "4-0",
        "4-2",
        "6-4",
        "0-0",
        "5-2",
        "5-5",
        "5-1",
        "5-0",
        "6-1",
        "6-6",
        "6-3",
        "6-5",
        "6-0",
        "3-3",
        "4-3",
        "6-2",
        "1-1",
        "3-1",
        "5-3",
        "4-1",
        "4-4",
        "2-1",
        "2-0",
        "3-0",
        "5-4",
        "1-0",
        "3-2",
        "2-2",
    ]
]
"""The plays of vector H01."""

SWEEP = Deal.parse(
    "A | 6-6 6-5 6-4 6-3 6-2 6-1 6-0 | 5-5 5-4 5-3 5-2 5-1 5-0 4-4"
    " | 4-3 4-2 4-1 4-0 3-3 3-2 3-1 | 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
)
"""A deal whose seat A holds every six."""

THIRTY = Bid.points(30)
"""The lowest bid."""

EVERY_BID = (
    PASS,
    *(Bid.points(n) for n in range(28, 45)),
    *(Bid(kind, n) for kind in BidKind if kind > BidKind.POINTS for n in range(10)),
)
"""The bids of the usual ladders, and some that none allows."""


def dealt(tiles: Sequence[int], shaker: int) -> Deal:
    """The deal of 28 tiles in this order, seven to each seat."""
    return Deal(shaker, tuple(tile_set(tiles[7 * seat : 7 * seat + 7]) for seat in range(4)))


def shuffled(random: Random) -> Deal:
    """A random deal."""
    tiles: list[int] = list(TILES)
    random.shuffle(tiles)
    return dealt(tiles, random.randrange(4))


def deals() -> st.SearchStrategy[Deal]:
    """Every deal."""
    return st.builds(dealt, st.permutations(TILES), st.integers(0, 3))


# Random houses.


def random_options(random: Random) -> Options:
    """Rules that can be played, drawn from all there are: every option of 2.3 takes every value."""
    for _ in range(200):
        try:
            return Options(**_drawn(random))
        except BadOptions:
            continue
    raise AssertionError("200 draws in a row made no sense")


def houses() -> st.SearchStrategy[Options]:
    """Every house, or near enough; what goes wrong in one is shown in a plainer one if it can."""
    return randoms().map(random_options)


def randoms() -> st.SearchStrategy[Random]:
    """Sources of chance: some that shrink, and as many that reach farther."""
    seeded = st.integers(0, 2**32 - 1).map(Random)
    return st.one_of(st.randoms(use_true_random=False), seeded, seeded)


def _drawn(random: Random) -> dict[str, Any]:
    """Options that mostly go together."""
    drawn = _table(random)
    drawn |= _scoring(random, drawn)
    drawn |= _auction(random, drawn)
    drawn |= _contracts(random, drawn)
    return drawn


def _table(random: Random) -> dict[str, Any]:
    players = random.choice((2, 3, 4, 4, 4, 4, 5, 6, 6, 6, 7))
    seatings = [Teams.SOLO, Teams.AUTO]
    if players == 4:
        seatings += [Teams.TWO_BY_TWO] * 2
    if players == 6:
        seatings += [Teams.TWO_BY_THREE, Teams.THREE_BY_TWO] * 2
    leftover = random.choice((Leftover.REMOVE_FIXED,) * 3 + (Leftover.SLEEP_RANDOM,))
    least = 1 if leftover is Leftover.SLEEP_RANDOM else -(-6 // players)  # the count stays in
    return {
        "preset": "drawn",
        "players": players,
        "player_counts": tuple(sorted({players, random.randint(2, 7)})),
        "teams": random.choice(seatings),
        "leftover": leftover,
        "hand_size": random.choice((None, None, None, random.randint(least, 28 // players))),
        "first_shaker": random.choice((*FirstShaker, random.randrange(players))),
        "first_bidder": random.choice([*FirstBidder]),
        "stacking": random.choice([*Stacking]),
    }


def _scoring(random: Random, table: dict[str, Any]) -> dict[str, Any]:
    scoring = random.choice((Scoring.MARKS, Scoring.MARKS, Scoring.POINTS))
    marks = scoring is Scoring.MARKS
    tiles = table["hand_size"] or 28 // table["players"]
    asleep = table["leftover"] is Leftover.SLEEP_RANDOM and tiles * table["players"] < 28
    may_end_early = not asleep and random.random() < 0.6
    award = random.choice((*MarkAward, MarkAward.CONTRACT))
    bonus = random.random() < 0.5
    return {
        "scoring": scoring,
        "target": random.randint(1, 12) if marks else random.randint(43, 300),
        "win_by": random.choice((1, 1, 2)) if marks else 1,
        "early_end": may_end_early,
        "mark_award": award if marks and not may_end_early else MarkAward.CONTRACT,
        "forced_sweep_bonus": bonus and marks and not may_end_early,
        "set_marks": random.choice([*SetMarks]),
        "set_award": random.choice([*SetAward]),
        "mark_bid_points": random.choice([*MarkBidPoints]),
        "both_over_target": random.choice([*GameWon]),
        "solo_set_award": random.choice([*SoloSetAward]),
    }


def _auction(random: Random, table: dict[str, Any]) -> dict[str, Any]:
    mark_raise, rounds = random.choice([*MarkRaise]), random.choice([*BidRounds])
    top = (table["hand_size"] or 28 // table["players"]) + 34
    needs_cap = mark_raise is MarkRaise.ANY or rounds is BidRounds.UNTIL_PASSED
    caps = [random.randint(1, 4), random.randint(1, 12), random.choice((40, 98, 99))]
    return {
        "min_bid": random.choice((min(30, top), random.randint(1, top), random.randint(1, top))),
        "open_cap_marks": random.choice((1, 2, 2, 3, random.randint(1, 99))),
        "mark_raise": mark_raise,
        "bid_rounds": rounds,
        "max_marks": random.choice(caps if needs_cap else [*caps, None, None]),
        "all_pass": random.choice((*AllPass, AllPass.FORCED)),
        "reshake_cap": random.randint(1, 25),
    }


def _contracts(random: Random, table: dict[str, Any]) -> dict[str, Any]:
    declarations = frozenset(random.sample(STRAIGHT, random.choice((1, 2, 3, 3, 3))))
    undeclared = random.choice([*Undeclared])
    offered = [Offered.OFF, Offered.OPEN, Offered.OPEN]
    if table["all_pass"] is AllPass.FORCED:
        offered.append(Offered.FORCED_ONLY)
    alone = table["teams"].of(table["players"]) is Teams.SOLO
    most = table["max_marks"] or 99
    modes = random.sample([*DoublesAre], random.randint(1, 4))
    return {
        "declarations": declarations,
        "follow_me_doubles": random.choice([d for d in Doubles if d is not Doubles.OWN_INVERTED]),
        "undeclared_trump": undeclared if STRAIGHT[0] in declarations else Undeclared.REJECT,
        "trump_rank": random.choice([*TrumpRank]),
        "nello": random.choice(offered) if table["players"] > 2 else Offered.OFF,
        "nello_min_marks": random.choice((1, 1, 1, 2)),
        "nello_doubles": random.choice([*Doubles]),
        "nello_declarer_modes": tuple(modes),
        "sevens": random.choice(offered),
        "sevens_min_marks": random.choice((1, 1, 1, 2)),
        "sevens_needs_seven": random.random() < 0.5,
        "sevens_scope": random.choice([*SevensScope]),
        "sevens_free_play": random.random() < 0.5,
        "plunge": not alone and random.random() < 0.7,
        "plunge_doubles": random.choice((1, 2, 3, 4)),
        "plunge_marks": min(most, random.choice((1, 3, 4, 4, random.randint(1, 99)))),
        "plunge_timing": random.choice([*PlungeTiming]),
        "plunge_leader": random.choice([*PlungeLeader]),
        "splash": not alone and random.random() < 0.7,
        "splash_doubles": random.choice((1, 2, 3)),
        "splash_marks": min(most, random.choice((2, 3, random.randint(1, 99)))),
    }


def random_deal(random: Random, options: Options) -> Deal:
    """A random deal to the seats of a house, of the tiles that it leaves in."""
    tiles: list[int] = [tile for tile in TILES if tile not in tiles_in(options.removed)]
    random.shuffle(tiles)
    each = options.tiles_per_seat
    hands = (tile_set(tiles[each * seat : each * (seat + 1)]) for seat in range(options.players))
    return Deal(random.randrange(options.players), tuple(hands))


# Hands played to a given moment.


def bid_up_to(hand: Hand, bidder: int, bid: Bid) -> None:
    """Let the others bid no more than it takes for `bidder` to win the auction with `bid`."""
    climb = [Bid.marks(marks) for marks in range(2, bid.value)] if bid.kind is BidKind.MARKS else []
    order = hand.public.auction.order
    before = order.index(bidder)
    for seat in order:
        due = before - order.index(seat)
        if seat == bidder:
            hand.bid(bid)
        else:
            hand.bid(climb[-due] if 0 < due <= len(climb) else PASS)


def called(
    deal: Deal = EXAMPLE,
    bidder: int = 0,
    bid: Bid = THIRTY,
    call: Call = Call.FOURS,
    options: Options = STANDARD,
) -> Hand:
    """A hand whose bidder has called and is about to lead."""
    hand = Hand(options, deal)
    bid_up_to(hand, bidder, bid)
    hand.call_trump(call)
    return hand


def play_all(hand: Hand, tiles: Iterable[Tile | str]) -> Hand:
    """Play these tiles, whoever's turn it is."""
    for tile in tiles:
        hand.play(Tile.parse(tile) if isinstance(tile, str) else tile)
    return hand


def finish(hand: Hand, random: Random, bolder: float = 0.0) -> Hand:
    """Play a hand to its end at random; `bolder` is how often a bid takes the place of a pass."""
    while not hand.over:
        legal = hand.legal_actions()
        if hand.decision is Decision.BID and PASS in legal and random.random() > bolder:
            hand.act(PASS)
        else:
            hand.act(random.choice(legal))
    return hand


def snapshot(thing: object) -> object:
    """All that a state machine holds, its own parts included, as values that don't change."""
    if isinstance(thing, Hand | Public | Auction | View):
        slots = type(thing).__slots__
        return {slot: snapshot(getattr(thing, slot)) for slot in slots if hasattr(thing, slot)}
    if isinstance(thing, list | bytearray):
        return ("list", *thing)
    return frozenset(thing) if isinstance(thing, set) else thing


# To speak with the naive evaluator.


def naive_house(options: Options) -> naive.House:
    """A house as the naive evaluator knows it: under the names of the rule book."""
    plain: dict[str, Any] = options.as_dict()
    return naive.House(**plain)


def naive_hands(deal: Deal) -> list[list[naive.Pair]]:
    """The seats' tiles as the naive evaluator knows them."""
    return [[pair(tile) for tile in tiles_in(hand)] for hand in deal.hands]


def shadow_of(options: Options, deal: Deal) -> naive.Shadow:
    """The naive evaluator at the start of a hand."""
    return naive.Shadow(naive_house(options), deal.shaker, naive_hands(deal))


def pair(tile: int) -> naive.Pair:
    """A tile as the naive evaluator knows it."""
    return TILES[tile].high, TILES[tile].low


def naive_bid(bid: Bid) -> naive.NaiveBid:
    """A bid as the naive evaluator knows it."""
    return bid.kind.name.lower(), bid.value


_NAIVE_CALLS: dict[Call, naive.NaiveCall] = {
    **{Call(pip + 1): pip for pip in range(7)},
    Call.DOUBLES: "doubles",
    Call.FOLLOW_ME: "follow me high",
    Call.FOLLOW_ME_LOW: "follow me low",
    Call.FOLLOW_ME_OWN: "follow me own",
    Call.NELLO_OWN: "nello own",
    Call.NELLO_HIGH: "nello high",
    Call.NELLO_LOW: "nello low",
    Call.NELLO_OWN_INVERTED: "nello own_inverted",
    Call.SEVENS: "sevens",
    Call.UNDECLARED: "undeclared",
}


def naive_call(call: Call) -> naive.NaiveCall:
    """A call as the naive evaluator knows it."""
    return _NAIVE_CALLS[call]


def naive_trumps(call: Call) -> naive.Trumps:
    """The trumps of a call as the naive evaluator knows them."""
    return naive.trumps_of(naive_call(call))


def naive_doubles(call: Call) -> str:
    """Where the doubles of a call stand, as the naive evaluator knows it."""
    return naive.doubles_of(naive_call(call))


def tell(shadow: naive.Shadow, action: Action) -> None:
    """Let the naive evaluator see an action."""
    if isinstance(action, Bid):
        shadow.bid(naive_bid(action))
    elif isinstance(action, Call):
        shadow.call(naive_call(action))
    else:
        shadow.play(pair(action))
