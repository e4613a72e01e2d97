"""The second opinion: on random positions of all contracts, in random houses, the rules and the
naive evaluator say the same."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest

from arena.rules.auction import AllPass
from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.game import Game
from arena.rules.hand import Action, Decision, Hand
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from arena.rules.scoring import MarkAward, Outcome, Result, Scoring
from arena.rules.seats import Teams
from arena.rules.suits import TrumpRank
from arena.rules.tiles import TILES, tile_set, tiles_in
from arena.rules.tricks import legal_tiles, trick_points, winner
from tests.rules import naive
from tests.rules.staging import (
    naive_bid,
    naive_call,
    naive_house,
    pair,
    random_deal,
    random_options,
    shadow_of,
    tell,
)

SEED = 4242
"""With the numbers below, some 230,000 positions are compared at the least."""
PLAYED_CALLS = [call for call in Call if call is not Call.UNDECLARED]
FAMILIES = {
    **{call: "pips" for call in Call if call <= Call.SIXES},
    Call.DOUBLES: "doubles",
    **{call: "follow me" for call in Call if Call.FOLLOW_ME <= call <= Call.FOLLOW_ME_OWN},
    **{call: "nello" for call in Call if Call.NELLO_OWN <= call <= Call.NELLO_OWN_INVERTED},
    Call.SEVENS: "sevens",
    Call.UNDECLARED: "undeclared",
}

# Tables.


TABLES = [
    *((players, Teams.AUTO) for players in range(2, 8)),
    *((players, Teams.SOLO) for players in range(2, 8)),
    (4, Teams.TWO_BY_TWO),
    (6, Teams.TWO_BY_THREE),
    (6, Teams.THREE_BY_TWO),
]


@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_tables(players: int, teams: Teams) -> None:
    """Sides, partners, tiles and points are those of the table of section 4."""
    options = replace(STANDARD, players=players, player_counts=(players,), teams=teams)
    house, seating = naive_house(options), options.seating

    assert naive.side_of_seats(house) == [*seating.side]
    for seat in range(players):
        partners = naive.partners(house, seat)
        assert sorted(partners) == [*seating.partners(seat)]
        assert partners[:1] == [seating.partner(seat)][: len(partners)]
    assert naive.tiles_each(house) == options.tiles_per_seat
    assert naive.total(house) == options.total_points
    assert naive.removed_tiles(house) == _pairs(options.removed)


# Tricks.

TRICKS = 9_600
"""Positions of each of the sixteen calls."""


@pytest.mark.parametrize("call", PLAYED_CALLS, ids=str)
def test_tricks(call: Call) -> None:
    """Under each call both name the same legal plays, the same winner of one to seven tiles, and
    the same points."""
    seed = f"{SEED} {call}"
    random, seen = Random(seed), Counter[str]()
    rules = [
        replace(STANDARD, trump_rank=rank, sevens_free_play=free)
        for rank in TrumpRank
        for free in (False, True)
    ]
    naive_rules = [naive_house(options) for options in rules]
    for number in range(TRICKS):
        which = random.randrange(len(rules))
        law, house = rules[which].contract(call).law, naive_rules[which]
        size = random.randint(1, 7)
        tiles = random.sample(TILES, size + random.randint(1, 14))
        trick, hand = tiles[:size], tiles[size:]
        led = None if random.random() < 0.1 else trick[0]
        where = f"seed {seed!r}, position {number}: {house.trump_rank}, {led} led, {trick} {hand}"

        held, lead = [*map(pair, hand)], None if led is None else pair(led)
        may = naive.may_play(house, naive_call(call), held, lead)
        assert sorted(may) == _pairs(legal_tiles(law, tile_set(hand), led)), where
        played = [*map(pair, trick)]
        won_by = naive.place_of_winner(house, naive_call(call), played)
        assert won_by == winner(law, trick), where
        assert naive.worth(played) == trick_points(trick), where

        seen["bound"] += len(may) < len(hand)
        seen["free"] += len(may) == len(hand)
        seen["held by the lead"] += won_by == 0
        seen["lost by the lead"] += won_by > 0

    assert all(count > TRICKS // 10 for count in seen.values()), seen


def _pairs(tiles: int) -> list[naive.Pair]:
    return sorted(pair(tile) for tile in tiles_in(tiles))


# Whole hands.

PIECES = range(12)
HOUSES = 175
"""Houses of each piece, with a few hands in each."""
DEALS = 3


@pytest.mark.parametrize("piece", PIECES)
def test_whole_hands(piece: int) -> None:
    """At every decision of many hands both ask the same seat and allow it the same; tricks, points,
    ends and awards are the same, too."""
    random, decisions = Random(SEED + piece), Counter[str]()
    ends, kinds, tallied = Counter[tuple[str, str]](), Counter[BidKind](), Counter[str]()
    for house in range(HOUSES):
        options = random_options(random)
        for deal in range(DEALS):
            where = f"seed {SEED + piece}, house {house}, deal {deal}"
            hand, shadow = _start(options, random)
            assert_agreed(hand, shadow, where)
            while hand.result is None:
                decisions[_what(hand)] += 1
                action = _choice(hand, random, decisions)
                hand.act(action)
                tell(shadow, action)
                assert_agreed(hand, shadow, where)
            if hand.public.call is not None and hand.public.auction.high is not None:
                ends[FAMILIES[hand.public.call], hand.result.outcome.value] += 1
                kinds[hand.public.auction.high.kind] += 1
                tallied.update(_rare(hand))

    assert sum(decisions.values()) > 6_000
    assert all(decisions[str(call)] > 150 for call in PLAYED_CALLS), decisions
    assert decisions[str(Call.UNDECLARED)] > 50
    played = {*FAMILIES.values()} - {"undeclared"}
    rare = {("doubles", "made"), ("sevens", "made")}
    assert {(family, end) for family in played for end in ("made", "set")} - rare <= {*ends}
    assert all(kinds[kind] >= 3 for kind in BidKind if kind is not BidKind.PASS), kinds
    assert {"most points", "bidder minus", "asleep", "points"} <= {*tallied}, tallied


def _rare(hand: Hand) -> list[str]:
    """What of the rarer ways to score is at work in a hand."""
    options, auction = hand.options, hand.public.auction
    assert hand.result is not None
    assert auction.high is not None
    awards = hand.result.awards
    in_points = auction.high.kind is BidKind.POINTS
    ways = {
        "most points": in_points and options.mark_award is MarkAward.MOST_POINTS,
        "bidder minus": min(awards) < 0,
        "asleep": options.tiles_asleep > 0,
        "points": options.scoring is Scoring.POINTS,
    }
    return [way for way, at_work in ways.items() if at_work]


def _start(options: Options, random: Random) -> tuple[Hand, naive.Shadow]:
    deal = random_deal(random, options)
    return Hand(options, deal), shadow_of(options, deal)


def _what(hand: Hand) -> str:
    """What a decision is counted under: its contract, or what is asked before there is one."""
    if hand.decision is Decision.PLAY:
        return str(hand.public.call)
    return "bids" if hand.decision is Decision.BID else "calls"


def _choice(hand: Hand, random: Random, decisions: Counter[str]) -> Action:
    """A legal action: bids of every kind, of calls the one least played, any tile."""
    if hand.decision is Decision.CALL_TRUMP:
        return min(hand.legal_calls(), key=lambda call: (decisions[str(call)], random.random()))
    if hand.decision is Decision.PLAY:
        return random.choice(tiles_in(hand.legal_tiles))
    return _bid(hand.legal_bids(), random)


def _bid(legal: Sequence[Bid], random: Random) -> Bid:
    if PASS in legal and random.random() < 0.3:
        return PASS
    kinds = sorted({bid.kind for bid in legal})
    kind = BidKind.POINTS if BidKind.POINTS in kinds and random.random() < 0.3 else None
    kind = kind or random.choice(kinds)
    return random.choice([bid for bid in legal if bid.kind is kind])


def assert_agreed(hand: Hand, shadow: naive.Shadow, where: str) -> None:
    """Hand and shadow stand at the same point, allow the same, and have seen the same."""
    public = hand.public
    assert shadow.turn == hand.turn, where
    if hand.decision is Decision.PLAY:
        assert sorted(shadow.legal_tiles()) == _pairs(hand.legal_tiles), where
        assert shadow.taken() == [*public.taken], where
        assert shadow.leaders == [*public.leaders], where
    elif hand.decision is Decision.CALL_TRUMP:
        assert _alike(shadow.legal_calls(), map(naive_call, hand.legal_calls())), where
        assert shadow.contract is not None, where
        assert shadow.contract.bidder == public.auction.bidder, where
        assert shadow.contract.forced == public.auction.forced, where
        assert shadow.caller == public.caller, where
    elif hand.decision is Decision.BID:
        assert _alike(shadow.legal_bids(), map(naive_bid, hand.legal_bids())), where
    else:
        assert hand.result is not None, where
        assert shadow.ended == hand.result.outcome.value.replace("_", " "), where
        assert shadow.taken() == [*hand.result.taken], where
        assert shadow.awards() == [*hand.result.awards], f"{where}: {hand.options}"
    if public.call is not None:
        assert shadow.contract is not None, where
        assert shadow.contract.call == naive_call(public.call), where
        assert shadow.out == sorted(public.sitting_out), where


def _alike(expected: Iterable[object], got: Iterable[object]) -> bool:
    """Whether these are the same things in any order, none twice."""
    first, second = [*expected], [*got]
    return len(first) == len(second) and {*first} == {*second}


def test_forced_hands() -> None:
    """Where all pass who may, a forced minimum is scored alike, and its sweeps are among them."""
    random, awards = Random(SEED), Counter[int]()
    for number in range(5_000):
        options = random_options(random)
        if not options.forced_sweep_bonus or options.all_pass is AllPass.RESHAKE:
            continue
        hand, shadow = _start(options, random)
        while hand.result is None:
            legal = hand.legal_bids()
            action = legal[0] if legal else _choice(hand, random, Counter())
            hand.act(action)
            tell(shadow, action)
            assert_agreed(hand, shadow, f"seed {SEED}, house {number}")
        assert hand.public.auction.forced
        awards[max(hand.result.awards)] += 1

    assert awards[2] >= 2
    assert awards[1] > 100
    assert {0, 1, 2} == {*awards}


# Auctions.


@pytest.mark.parametrize("piece", range(4))
def test_auctions(piece: int) -> None:
    """In every house both allow the same bids, ask the same seats, and name the same winner."""
    random, made = Random(SEED + piece), Counter[BidKind]()
    for number in range(900):
        where = f"seed {SEED + piece}, auction {number}"
        hand, shadow = _start(random_options(random), random)
        while hand.decision is Decision.BID:
            bid = _bid(hand.legal_bids(), random)
            made[bid.kind] += 1
            hand.act(bid)
            tell(shadow, bid)
            assert_agreed(hand, shadow, where)

    assert all(made[kind] > 10 for kind in BidKind), made


# Forfeits and games.


@pytest.mark.parametrize("piece", range(2))
def test_forfeits(piece: int) -> None:
    """A hand that is forfeited at any moment by any seat pays what the definitions say (R34)."""
    random, moments = Random(SEED + piece), Counter[object]()
    for number in range(900):
        options = random_options(random)
        hand, shadow = _start(options, random)
        moment = random.choice([*Decision])
        before = 0 if moment is Decision.CALL_TRUMP else random.randint(0, 12)
        while not hand.over and (hand.decision is not moment or before > 0):
            before -= hand.decision is moment
            action = _choice(hand, random, Counter())
            hand.act(action)
            tell(shadow, action)
        if hand.over:
            continue
        seat = random.randrange(options.players)
        where = f"seed {SEED + piece}, hand {number}, seat {seat}: {options}, {hand.deal}"
        moments[hand.decision, options.scoring] += 1
        expected = shadow.forfeit(seat)
        hand.forfeit(seat)
        assert hand.result is not None
        assert expected == [*hand.result.awards], where

    assert all(moments[moment, way] > 20 for moment in Decision for way in Scoring), moments


@pytest.mark.parametrize("piece", range(2))
def test_games(piece: int) -> None:
    """After every hand both say whether the game is over and who has won (R32, R33, C15, C17)."""
    random, endings = Random(SEED + piece), Counter[str]()
    for number in range(400):
        options = random_options(random)
        seats = range(options.seating.sides)
        house, totals = naive_house(options), [0 for _ in seats]
        game, hands, over = Game(options, 0), 0, False
        slow = number % 5 == 0
        while not over:
            awards = _random_awards(random, options, slow)
            bidding = random.choice(seats)
            totals = [total + award for total, award in zip(totals, awards, strict=True)]
            hands += 1
            game.hand_ended(Result(Outcome.MADE, awards, tuple(0 for _ in seats)), bidding)
            over = naive.game_over(house, totals, bidding, hands)
            won_by = naive.game_winner(house, totals, bidding, hands)
            where = f"seed {SEED + piece}, game {number}, hand {hands}: {totals}, {options}"
            assert over == (game.ending is not None), where
            if game.ending is not None:
                assert (won_by, tuple(totals)) == (game.ending.winner, game.ending.totals), where
                endings["at 200" if hands == 200 else "won"] += 1
                endings["level" if won_by is None else "decided"] += 1

    assert all(endings[ending] > 5 for ending in ("at 200", "won", "level", "decided")), endings


def _random_awards(random: Random, options: Options, slow: bool) -> tuple[int, ...]:
    """What a hand might pay; in a slow game next to nothing, and no side more than another."""
    sides = range(options.seating.sides)
    if slow:
        return (int(random.random() < 0.02),) * len(sides)
    worth = [0, 0, 0, 1, 2, -1] if options.scoring is Scoring.MARKS else [0, 5, 31, 42]
    return tuple(random.choice(worth) for _ in sides)
