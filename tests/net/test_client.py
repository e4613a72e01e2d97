"""The Python client and the arena mean the same: rules, seats, tricks, and what the house bots do.

What the arena asks goes through its bytes into the client's own objects, without a socket.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import texas42
from arena.net import wire
from arena.net.observation import DOMINO, observation
from arena.play.deals import deal
from arena.play.faults import Unreadable
from arena.play.table import Seat, Table
from arena.rules.auction import seats_bidding
from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Call
from arena.rules.hand import Action, Decision
from arena.rules.options import Options
from arena.rules.tiles import TILES, tiles_in
from arena.rules.tricks import legal_tiles, winner
from tests.net.tables import MANY_RULES, a_table, asks_of
from texas42.house import NAMES, house_bot
from texas42.rules import Rules, read_rules
from texas42.tricks import suits_under
from texas42.v1 import bot_pb2

TILE_OF = {DOMINO[tile]: tile for tile in TILES}


def seen_by(seat: Seat, options: Options, rules: Rules) -> texas42.Observation:
    """What the bot of a seat sees when it is asked."""
    message = bot_pb2.Observation.FromString(observation(seat, options.players))
    return texas42.Observation(message, {1: rules})


def read_back(answer: texas42.Bid | texas42.Call | texas42.Domino) -> Action:
    """What the arena understands of an answer."""
    match answer:
        case texas42.Bid():
            action = wire.bid(answer.kind, answer.value)
        case texas42.Call():
            action = wire.call(answer)
        case _:
            action = wire.tile(answer)
    assert not isinstance(action, Unreadable)
    return action


@pytest.mark.parametrize("name", MANY_RULES)
def test_the_client_reads_every_option(name: str) -> None:
    """Under its name and as its word, wherever the client has it."""
    options = MANY_RULES[name]
    rules = read_rules(wire.rules(options))
    expected = options.as_dict()
    del expected["hand_size"]
    if name == "standard-4":
        assert rules == Rules()
    for option, value in expected.items():
        plain = tuple(value) if isinstance(value, list) else value
        assert (option, getattr(rules, option)) == (option, plain)
    assert [*map(int, rules.calls)] == [*map(int, options.calls)]
    assert (rules.sides, rules.tiles_per_seat) == (options.seating.sides, options.tiles_per_seat)
    assert rules.total_points == options.total_points
    assert [set(seats) for seats in rules.seats_by_side] == [
        set(options.seating.seats_of(side)) for side in range(options.seating.sides)
    ]


@pytest.mark.parametrize("name", MANY_RULES)
def test_the_client_sees_who_did_what(name: str) -> None:
    """Bids, tricks, winners, partners, who sits out and what was taken: all at the right seats."""
    options, rng = MANY_RULES[name], random.Random(5)
    rules = read_rules(wire.rules(options))
    for index in range(25):
        table = a_table(options, deal("seen", index, options))
        for seat in asks_of(table, rng):
            check(seen_by(seat, options, rules), seat, table, options)


def check(seen: texas42.Observation, seat: Seat, table: Table, options: Options) -> None:
    """Compare what the client says with the hand itself."""
    own, seating, public = seat.view.seat, options.seating, table.hand.public
    who = seats_bidding(public.auction.order, public.auction.bids)
    assert [((bidder + own) % options.players, str(bid)) for bidder, bid in seen.bids] == [
        (bidder, str(bid)) for bidder, bid in zip(who, public.auction.bids, strict=True)
    ]
    assert {(other + own) % options.players for other in seen.partners} == {*seating.partners(own)}
    assert str(seen)
    if seat.view.decision is not Decision.PLAY:
        return
    assert {(other + own) % options.players for other in seen.sitting_out} == {*public.sitting_out}
    order = [*tricks_of(table)][seen.hidden_tricks :]
    assert [
        [((other + own) % options.players, str(tile)) for other, tile in trick]
        for trick in (*seen.tricks, seen.trick)
    ] == order
    if seen.taken:
        side = seating.side[own]
        assert seen.taken == (*public.taken[side:], *public.taken[:side])


def tricks_of(table: Table) -> Iterator[list[tuple[int, str]]]:
    """Every trick of a hand, the one on the table last, as seats with their tiles."""
    hand = table.hand
    present = [seat for seat in range(hand.options.players) if seat not in hand.public.sitting_out]
    size = len(present)
    for number, leader in enumerate(hand.public.leaders):
        place = present.index(leader)
        seats = present[place:] + present[:place]
        tiles = hand.public.plays[number * size :][:size]
        yield [(seat, str(TILES[tile])) for seat, tile in zip(seats, tiles, strict=False)]


@pytest.mark.parametrize("call", Call, ids=str)
@pytest.mark.parametrize("name", ["every_call-4", "partners_call-4"])
def test_the_client_plays_by_the_law_of_every_call(name: str, call: Call) -> None:
    """What may be played and who wins, under both ways to rank trumps and to play sevens."""
    options, rng = MANY_RULES[name], random.Random(int(call))
    law = options.contract(call).law
    suits = suits_under(read_rules(wire.rules(options)), texas42.Call(call))
    for _ in range(500):
        tiles = rng.sample(TILES, 11)
        hand, trick = sorted(tiles[:7]), tiles[7:]
        held = sum(1 << tile for tile in hand)
        dominoes = [texas42.Domino(DOMINO[tile]) for tile in tiles]
        mine, led = sorted(dominoes[:7]), dominoes[7]
        after = law
        if call is Call.UNDECLARED:  # the second seat is asked under the pip that it became
            after = options.contract(Call.pips(trick[0].high)).law
        for lead, lead_there, rule in ((None, None, law), (led, trick[0], after)):
            may = [TILE_OF[tile] for tile in suits.legal(mine, lead)]
            assert may == list(tiles_in(legal_tiles(rule, held, lead_there)))
        assert suits.winner(dominoes[7:]) == winner(after, trick)


@pytest.mark.parametrize("bot", [*NAMES, "random:seed=7"])
def test_house_bots_answer_legally_under_all_rules(bot: str) -> None:
    """Every preset at every number of players, and options that no preset has."""
    player = house_bot(bot)
    asked: Counter[object] = Counter()
    for options in MANY_RULES.values():
        rules = read_rules(wire.rules(options))
        for index in range(12):
            table = a_table(options, deal("house", index, options))
            while not table.over:
                seat = table.ask()
                seen = seen_by(seat, options, rules)
                ask = (player.bid, player.call_trump, player.play)[seen.decision - 1]
                answer = ask(seen)
                assert isinstance(answer, texas42.Bid | texas42.Call | texas42.Domino)
                asked[seen.decision] += 1
                table.answer(read_back(answer), 0)  # raises what is illegal
    assert min(asked.values()) > 100


@pytest.mark.parametrize("bot", ["rule", "random-play"])
def test_rule_plays_legally_whatever_the_others_bid_and_call(bot: str) -> None:
    """One seat is `rule`, the others do anything: so it meets every call and every sort of bid."""
    player, rng = house_bot(bot), random.Random(9)
    met: Counter[object] = Counter()
    for options in MANY_RULES.values():
        rules = read_rules(wire.rules(options))
        for index in range(30):
            table = a_table(options, deal("among", index, options))
            while not table.over:
                seat = table.ask()
                met.update([table.hand.public.call, *(bid.kind for bid in seat.view.bids)])
                if seat.view.seat != index % options.players:
                    table.answer(rng.choice(table.hand.legal_actions()), 0)
                    continue
                seen = seen_by(seat, options, rules)
                ask = (player.bid, player.call_trump, player.play)[seen.decision - 1]
                answer = ask(seen)
                assert isinstance(answer, texas42.Bid | texas42.Call | texas42.Domino)
                table.answer(read_back(answer), 0)
                met["asked"] += 1
    assert set(met) >= {*Call, *BidKind, "asked"}


def test_rule_never_bids_on_doubles_or_calls_what_it_does_not_know() -> None:
    """Neither a plunge, nor a splash, nor nello, nor sevens, nor trumps left to the first lead."""
    player = house_bot("rule")
    for options in MANY_RULES.values():
        rules = read_rules(wire.rules(options))
        for index in range(40):
            table = a_table(options, deal("shy", index, options))
            while table.hand.decision in (Decision.BID, Decision.CALL_TRUMP):
                seen = seen_by(table.ask(), options, rules)
                if table.hand.decision is Decision.BID:
                    bid = player.bid(seen)
                    assert isinstance(bid, texas42.Bid)
                    assert bid.kind not in (texas42.BidKind.PLUNGE, texas42.BidKind.SPLASH)
                    table.answer(Bid(BidKind(bid.kind), bid.value), 0)
                else:
                    call = player.call_trump(seen)
                    assert isinstance(call, texas42.Call)
                    assert call.is_straight
                    table.answer(Call(call), 0)
