"""What one seat may know: its own tiles and what is public, and no tile that is hidden."""

from collections import Counter
from dataclasses import replace
from enum import Enum
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.bids import PASS, Bid, BidKind
from arena.rules.contracts import Call, Offered, Undeclared
from arena.rules.deal import Deal
from arena.rules.hand import Decision, Hand
from arena.rules.illegal import IllegalAction
from arena.rules.options import Options
from arena.rules.presets import PRESETS, STANDARD
from arena.rules.stacking import Stacking
from arena.rules.tiles import TILES, Tile, parse_tiles, tile_set, tiles_in
from arena.rules.view import View
from tests.rules.staging import (
    EXAMPLE,
    EXAMPLE_PLAYS,
    SWEEP,
    called,
    deals,
    finish,
    play_all,
    random_deal,
    random_options,
    randoms,
    shuffled,
    snapshot,
)

SEED = 42
N42PA = PRESETS["n42pa"]
HIDDEN = replace(N42PA, stacking=Stacking.HIDDEN, early_end=False)
OPEN = replace(STANDARD, early_end=False)
PLAIN = {
    View, Bid, BidKind, Call, Decision, Tile, bytearray, list, tuple, int, bool, type(None),
}  # fmt: skip
NO_NUMBER_IS_HIGHER = 99
"""Seats, tiles, bids and points are lower; an integer above it can only be a set of tiles."""


def views_of(hand: Hand) -> list[View]:
    """A view for each seat."""
    return [View(hand, seat) for seat in range(4)]


def reachable(thing: object) -> list[object]:
    """Everything that can be reached from an object, itself included."""
    found, ahead, seen = list[object](), [thing], set[int]()
    while ahead:
        here = ahead.pop()
        found.append(here)
        if id(here) in seen or isinstance(here, Enum):
            continue
        seen.add(id(here))
        if isinstance(here, dict):
            ahead += [*here.keys(), *here.values()]
        elif isinstance(here, list | tuple | set | frozenset | bytearray):
            ahead += here
        slots = [name for kind in type(here).__mro__ for name in getattr(kind, "__slots__", ())]
        ahead += [getattr(here, name) for name in slots if hasattr(here, name)]
        ahead += getattr(here, "__dict__", {}).values()
    return found


def asked(hand: Hand, views: list[View]) -> View:
    """The view of the seat whose turn it is, brought up to date."""
    assert hand.turn is not None
    views[hand.turn].look(hand)
    return views[hand.turn]


# What is in it.


def test_a_view_shows_what_is_public() -> None:
    """The seat sees its tiles, the shaker, the bids, the call, the plays and what was taken."""
    hand = called(options=OPEN)
    views = views_of(hand)
    play_all(hand, EXAMPLE_PLAYS[:6])
    view = asked(hand, views)

    assert (0, 0, 1, 0) == (view.seat, view.shaker, view.first_bidder, view.bidder)
    assert [PASS, PASS, PASS, Bid.points(30)] == view.bids
    assert Call.FOURS is view.call
    assert EXAMPLE.hands[0] == view.dealt
    assert parse_tiles("6-6 6-0 5-3 5-1 3-0 2-2") == view.held
    assert [0, 2] == list(view.leaders)
    assert EXAMPLE_PLAYS[:6] == list(view.plays)
    assert [11, 0] == list(view.taken)
    assert (Decision.PLAY, (), ()) == (view.decision, view.legal_bids, view.legal_calls)
    assert parse_tiles("5-3 5-1") == view.legal_tiles
    assert 0 == view.hidden_tricks


def test_a_view_shows_what_may_be_done() -> None:
    """In the auction the legal bids are shown, to the bidder the calls, then the tiles."""
    hand = Hand(STANDARD, EXAMPLE)
    views = views_of(hand)
    shown = []
    for action in (PASS, Bid.points(30), PASS, PASS, Call.DOUBLES, None):
        view = asked(hand, views)
        shown.append((view.seat, view.decision, view.bidder))
        assert hand.legal_actions() == (
            *view.legal_bids,
            *view.legal_calls,
            *tiles_in(view.legal_tiles),
        )
        if action is not None:
            hand.act(action)

    assert shown == [
        (1, Decision.BID, None),
        (2, Decision.BID, None),
        (3, Decision.BID, 2),
        (0, Decision.BID, 2),
        (2, Decision.CALL_TRUMP, 2),
        (2, Decision.PLAY, 2),
    ]


def test_a_view_is_said_in_words() -> None:
    """A view reads as what a person would be asked."""
    hand = Hand(STANDARD, EXAMPLE)
    views = views_of(hand)
    first = asked(hand, views)
    assert str(first) == (
        "bid with 6-3 5-4 5-0 4-4 4-2 4-1 3-3; legal: pass, 30-41, 1 mark, 2 marks"
    )

    hand.bid(Bid.marks(1))
    for _ in range(3):
        hand.bid(PASS)
    assert str(asked(hand, views)).startswith("call with 6-3 5-4 5-0 4-4 4-2 4-1 3-3; legal: blank")

    hand.call_trump(Call.FOURS)
    hand.play(EXAMPLE_PLAYS[1])
    assert str(asked(hand, views)) == "play from 6-5 6-4 5-2 4-3 2-1 1-1 1-0; legal: 6-4 4-3"


@pytest.mark.parametrize("looker", range(4))
def test_only_the_seat_to_act_has_legal_tiles(looker: int) -> None:
    """A look out of turn, or after the end, shows no legal action of tiles: they are another's."""
    hand = called()
    view = View(hand, looker)
    for played in (*EXAMPLE_PLAYS[:8], None):
        view.look(hand)
        assert view.legal_tiles == (hand.legal_tiles if hand.turn == looker else 0)
        assert 0 == view.legal_tiles & ~EXAMPLE.hands[looker]
        if played is not None:
            hand.play(played)

    assert hand.over
    assert ((), (), None) == (view.legal_bids, view.legal_calls, view.decision)


# What is not in it.


@pytest.mark.parametrize("options", [OPEN, HIDDEN, N42PA], ids=["open", "hidden", "n42pa"])
@settings(deadline=None, max_examples=25)
@given(deal=deals(), random=st.randoms(use_true_random=False))
def test_a_view_reaches_no_foreign_tile(options: Options, deal: Deal, random: Random) -> None:
    """Case 32: whatever is reached from a view is a plain value, its sets of tiles are the seat's
    own, and the only other tiles are those played."""
    hand = Hand(options, deal)
    views = views_of(hand)
    while not hand.over:
        asked(hand, views)
        for view in views:
            own, found = deal.hands[view.seat], reachable(view)
            assert set() == {type(thing) for thing in found} - PLAIN
            sets = [n for n in found if isinstance(n, int) and n > NO_NUMBER_IS_HIGHER]
            assert [] == [tiles for tiles in sets if tiles & ~own]
            assert [] == [*(Counter(view.plays) - Counter(hand.public.plays)).elements()]
            assert own == view.dealt
            assert 0 == (view.held | view.legal_tiles) & ~own
            assert hand.held[view.seat] & ~view.held == 0
        hand.act(random.choice(hand.legal_actions()))

    assert len(hand.public.auction.bids) == 4


def test_the_walk_finds_a_hand_that_is_reachable() -> None:
    """The walk over a view would find a hand, and the tiles in it, if one were there."""
    hand = called()
    found = reachable((View(hand, 0), hand))

    assert [hand] == [thing for thing in found if isinstance(thing, Hand)]
    assert EXAMPLE.hands[3] in found
    assert EXAMPLE.hands[3] not in reachable(View(hand, 0))


@pytest.mark.parametrize("options", [OPEN, HIDDEN, N42PA], ids=["open", "hidden", "n42pa"])
def test_hidden_tiles_change_no_view(options: Options) -> None:
    """Two deals that differ only in the tiles the others still hold give one seat equal views at
    each of its turns, until what is played differs."""
    random, compared, parted = Random(SEED), 0, 0
    for _ in range(150):
        seat, deal = random.randrange(4), shuffled(random)
        hand = finish(Hand(options, deal), random, bolder=0.5)
        common = random.randrange(len(hand.public.plays) + 1)
        other = _with_others_shuffled(deal, list(hand.public.plays[:common]), seat, random)
        ours, theirs = _looks(options, deal, hand, seat), _looks(options, other, hand, seat)
        turns = _turns_before(hand, seat, common)
        if len(theirs) >= turns:
            assert ours[:turns] == theirs[:turns], f"seed {SEED}: {deal} and {other}"
            compared += turns
            parted += deal != other

    assert compared > 300
    assert parted > 60


def _with_others_shuffled(deal: Deal, plays: list[int], seat: int, random: Random) -> Deal:
    """A deal where `seat` holds the same, and the others the same of the tiles in `plays`."""
    known = tile_set(plays)
    others = [other for other in range(4) if other != seat]
    loose = [tile for other in others for tile in tiles_in(deal.hands[other] & ~known)]
    random.shuffle(loose)
    hands = list(deal.hands)
    for other in others:
        kept = deal.hands[other] & known
        missing = 7 - len(tiles_in(kept))
        hands[other] = kept | tile_set(loose[:missing])
        loose = loose[missing:]
    return Deal(deal.shaker, tuple(hands))


def _looks(options: Options, deal: Deal, like: Hand, seat: int) -> list[object]:
    """The views of a seat at each of its turns when a deal is played as another hand was.

    Stops where a play is illegal in this deal, or the seat lacks the tile.
    """
    hand, shown = Hand(options, deal), list[object]()
    view = View(hand, seat)
    public = like.public
    actions: list[Bid | Call | Tile] = [*public.auction.bids]
    actions += [] if public.call is None else [public.call]
    actions += [TILES[tile] for tile in public.plays]
    for action in actions:
        if hand.turn == seat:
            view.look(hand)
            shown.append(snapshot(view))
        try:
            hand.act(action)
        except IllegalAction:
            break
    return shown


def _turns_before(hand: Hand, seat: int, plays: int) -> int:
    """How often a seat was asked before play number `plays`, the auction and call included."""
    asked_to_call = hand.public.call is not None and hand.public.auction.bidder == seat
    turns = 1 + asked_to_call
    for trick, leader in enumerate(hand.public.leaders):
        turns += 4 * trick + (seat - leader) % 4 < plays
    return turns


# Stacking.


@pytest.mark.parametrize("seat", range(4))
def test_n42pa_turns_tricks_down_from_one_mark(seat: int) -> None:
    """Under n42pa with a mark bid a request shows the trick on the table and the one before, which
    the seat has not seen whole; older ones, and points taken, are gone (C7)."""
    hand = called(SWEEP, bid=Bid.marks(1), call=Call.SIXES, options=N42PA)
    views, shown = views_of(hand), list[tuple[int, list[int]]]()
    winners = [0]
    for number, played in enumerate(SWEEP_IN_ORDER):
        view = asked(hand, views)
        if view.seat == seat:
            shown.append((view.hidden_tricks, list(view.plays)))
            trick = number // 4
            assert max(0, trick - 1) == view.hidden_tricks
            assert SWEEP_IN_ORDER[4 * view.hidden_tricks : number] == list(view.plays)
            assert not view.taken
            assert winners == list(view.leaders)
            assert SWEEP.hands[seat] == view.dealt
            assert hand.legal_tiles == view.legal_tiles
        hand.play(TILES[played])
        if number % 4 == 3:
            winners.append(0)

    assert [0, 0, 1, 2, 3, 4, 5] == [hidden for hidden, _ in shown]


SWEEP_IN_ORDER: list[int] = [
    tile
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
    for tile in tiles_in(parse_tiles(word))
]


@pytest.mark.parametrize(
    ("options", "bid", "hidden"),
    [
        (N42PA, Bid.points(41), False),
        (N42PA, Bid.marks(1), True),
        (N42PA, Bid.marks(2), True),
        (STANDARD, Bid.points(41), False),
        (STANDARD, Bid.marks(2), False),
        (replace(N42PA, stacking=Stacking.HIDDEN_FROM_2_MARKS), Bid.marks(1), False),
        (replace(N42PA, stacking=Stacking.HIDDEN_FROM_2_MARKS), Bid.marks(2), True),
        (HIDDEN, Bid.points(30), True),
    ],
)
def test_stacking_decides_what_is_shown(options: Options, bid: Bid, hidden: bool) -> None:
    """In the fourth trick A sees everything where tricks lie face up, else from trick 3 on."""
    options = replace(options, early_end=False)
    hand = called(SWEEP, bid=bid, call=Call.SIXES, options=options)
    views = views_of(hand)
    for played in SWEEP_IN_ORDER[:12]:
        asked(hand, views)
        hand.play(TILES[played])
    view = asked(hand, views)

    assert (2 if hidden else 0) == view.hidden_tricks
    assert SWEEP_IN_ORDER[8 if hidden else 0 : 12] == list(view.plays)
    assert ([] if hidden else [28, 0]) == list(view.taken)
    assert [0, 0, 0, 0] == list(view.leaders)


def test_nothing_is_hidden_in_the_auction() -> None:
    """Stacking begins with the contract: all see all bids, and the bidder calls with open eyes."""
    hand = Hand(HIDDEN, EXAMPLE)
    views = views_of(hand)
    for number, bid in enumerate((Bid.marks(1), PASS, Bid.marks(2), PASS)):
        view = asked(hand, views)
        assert number == len(view.bids)
        assert 0 == view.hidden_tricks
        hand.bid(bid)

    view = asked(hand, views)
    assert (3, Decision.CALL_TRUMP) == (view.seat, view.decision)
    assert [Bid.marks(1), PASS, Bid.marks(2), PASS] == view.bids
    assert [0, 0] == list(view.taken)


@pytest.mark.parametrize("plays", range(29))
def test_a_resumed_view_shows_no_older_trick(plays: int) -> None:
    """A view made anew in mid-hand shows what the seat's own view shows at that turn (C7)."""
    hand = called(SWEEP, bid=Bid.points(30), call=Call.SIXES, options=HIDDEN)
    views = views_of(hand)
    for played in SWEEP_IN_ORDER[:plays]:
        asked(hand, views)
        hand.play(TILES[played])
    if hand.turn is None:
        assert 28 == plays
        return
    resumed = View(hand, hand.turn)
    resumed.look(hand)

    assert snapshot(asked(hand, views)) == snapshot(resumed)


@settings(deadline=None, max_examples=25)
@given(deal=deals(), random=st.randoms(use_true_random=False))
def test_each_trick_is_shown_once_whole(deal: Deal, random: Random) -> None:
    """Under hidden stacks each seat is shown each trick of the hand, but for the last, whole at
    exactly one of its turns, and legality and score are those of open stacks (R36)."""
    hidden, seen = Hand(HIDDEN, deal), [Counter[int]() for _ in range(4)]
    views = views_of(hidden)
    while not hidden.over:
        view = asked(hidden, views)
        if view.decision is Decision.PLAY:
            whole = range(view.hidden_tricks, len(view.leaders) - 1)
            seen[view.seat].update(whole)
        hidden.act(random.choice(hidden.legal_actions()))
    like = Hand(OPEN, deal)
    for bid in hidden.public.auction.bids:
        like.bid(bid)
    if hidden.public.call is not None:
        like.call_trump(hidden.public.call)
    play_all(like, [TILES[tile] for tile in hidden.public.plays])

    tricks = range(6 if hidden.public.plays else 0)
    assert [dict.fromkeys(tricks, 1)] * 4 == [dict(counter) for counter in seen]
    assert hidden.result == like.result


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("stacking", [Stacking.HIDDEN, Stacking.HIDDEN_FROM_1_MARK])
def test_tricks_of_three_are_turned_down_whole(seat: int, stacking: Stacking) -> None:
    """In nello, where D sits out, a trick has three tiles, and they go together (C7)."""
    options = replace(STANDARD, nello=Offered.OPEN, stacking=stacking)
    hand = called(ALL_BLANKS, 1, Bid.marks(1), Call.NELLO_OWN, options)
    views, hidden = views_of(hand), list[int]()
    while not hand.over:
        view = asked(hand, views)
        if view.seat == seat:
            tricks = len(hand.public.plays) // 3
            hidden.append(view.hidden_tricks)
            assert hand.public.plays[3 * view.hidden_tricks :] == view.plays
            assert len(view.plays) % 3 == len(hand.public.plays) % 3
            assert max(0, tricks - 1) == view.hidden_tricks
            assert ((3,), []) == (view.sitting_out, [*view.taken])
        hand.act(hand.legal_actions()[0])

    assert [0, 0, 1, 2, 3, 4, 5] == hidden
    assert 21 == len(hand.public.plays)


ALL_BLANKS = Deal.parse(
    "A | 5-4 5-3 5-2 5-1 4-4 4-3 4-2 | 6-0 5-0 4-0 3-0 2-0 1-0 0-0"
    " | 6-6 6-5 6-4 6-3 6-2 6-1 5-5 | 4-1 3-3 3-2 3-1 2-2 2-1 1-1"
)
"""B holds the lowest tile of every suit, so its nello goes to the end."""


@pytest.mark.parametrize("kind", [BidKind.PLUNGE, BidKind.SPLASH])
@pytest.mark.parametrize(
    ("stacking", "hidden"),
    [
        (Stacking.FACE_UP, False),
        (Stacking.HIDDEN_FROM_1_MARK, True),
        (Stacking.HIDDEN_FROM_2_MARKS, True),
        (Stacking.HIDDEN, True),
    ],
)
def test_a_plunge_turns_tricks_down_as_its_marks_do(
    kind: BidKind, stacking: Stacking, hidden: bool
) -> None:
    """A bid on doubles is a mark bid (C7)."""
    options = replace(
        PRESETS["texas_house"],
        stacking=stacking,
        plunge_doubles=1,
        splash_doubles=1,
        early_end=False,
    )
    hand = Hand(options, replace(SWEEP, shaker=3))
    views = views_of(hand)
    hand.bid(Bid(kind, 4 if kind is BidKind.PLUNGE else 3))
    while len(hand.public.plays) < 10:
        asked(hand, views)
        hand.act(hand.legal_actions()[0])

    view = asked(hand, views)
    assert (1 if hidden else 0) == view.hidden_tricks
    assert hand.public.plays[4 if hidden else 0 :] == view.plays


# What may be done is for the seat to act alone.


def test_only_the_seat_to_act_is_told_what_it_may_bid() -> None:
    """Case 32: another's legal bids would tell who holds four doubles."""
    options = replace(PRESETS["texas_house"], plunge_doubles=1, splash_doubles=1)
    hand = Hand(options, SWEEP)
    views = views_of(hand)
    for _ in range(4):
        for view in views:
            view.look(hand)
            assert (hand.legal_bids() if hand.turn == view.seat else ()) == view.legal_bids
            assert Decision.BID is view.decision
        hand.bid(PASS if PASS in hand.legal_bids() else Bid.points(30))


def test_only_the_caller_is_told_what_it_may_call() -> None:
    """After a plunge the partner is asked; what it may call is not shown to the bidder (3.6)."""
    options = replace(PRESETS["texas_house"], plunge_doubles=1)
    hand = Hand(options, replace(SWEEP, shaker=3))
    views = views_of(hand)
    hand.bid(Bid(BidKind.PLUNGE, 4))
    for _ in range(3):
        hand.bid(PASS)
    for view in views:
        view.look(hand)

    assert [(), (), STANDARD.calls, ()] == [view.legal_calls for view in views]
    assert [0, 0, 0, 0] == [view.bidder for view in views]
    assert [(), (), (), ()] == [view.legal_bids for view in views]


def test_what_was_legal_is_gone_at_the_next_look() -> None:
    """A view that showed legal bids or calls shows none once another is to act."""
    hand = Hand(STANDARD, EXAMPLE)
    views = views_of(hand)
    bidding = asked(hand, views)
    hand.bid(Bid.points(30))
    bidding.look(hand)
    assert () == bidding.legal_bids
    for _ in range(3):
        hand.bid(PASS)
    calling = asked(hand, views)
    assert STANDARD.calls == calling.legal_calls
    hand.call_trump(Call.FOURS)
    calling.look(hand)

    assert ((), EXAMPLE.hands[1]) == (calling.legal_calls, calling.legal_tiles)


# Who sits out, and trumps by the first lead.


def test_who_sits_out_is_shown_with_the_call() -> None:
    """Nobody, until nello is called and for all other calls (3.4)."""
    options = replace(STANDARD, nello=Offered.OPEN)
    hand = Hand(options, EXAMPLE)
    views = views_of(hand)
    for bid in (Bid.marks(1), PASS, PASS, PASS):
        assert () == asked(hand, views).sitting_out
        hand.bid(bid)
    assert () == asked(hand, views).sitting_out
    hand.call_trump(Call.NELLO_OWN)
    for view in views:
        view.look(hand)

    assert [(3,)] * 4 == [view.sitting_out for view in views]
    assert [()] * 4 == [_looked(called(options=options), seat).sitting_out for seat in range(4)]


def _looked(hand: Hand, seat: int) -> View:
    view = View(hand, seat)
    view.look(hand)
    return view


UNDECLARED = replace(STANDARD, undeclared_trump=Undeclared.FIRST_LEAD_HIGH_END, early_end=False)


def test_a_call_that_the_lead_makes_is_shown() -> None:
    """The leader sees that nothing is called; after the lead all see what it made trumps (C11)."""
    hand = called(call=Call.UNDECLARED, options=UNDECLARED)
    views = views_of(hand)
    leading = asked(hand, views)
    assert (Call.UNDECLARED, EXAMPLE.hands[0]) == (leading.call, leading.legal_tiles)
    hand.play(Tile.parse("4-0"))
    for view in views:
        view.look(hand)

    assert [Call.FOURS] * 4 == [view.call for view in views]


@pytest.mark.parametrize("stacking", Stacking)
def test_trumps_by_the_lead_hide_as_called_trumps_do(stacking: Stacking) -> None:
    """From the second play on each seat is shown what it would be if fours had been called (C7)."""
    options = replace(UNDECLARED, stacking=stacking)
    shown = []
    for call in (Call.UNDECLARED, Call.FOURS):
        hand, looks = called(call=call, options=options), list[object]()
        views = views_of(hand)
        for played in EXAMPLE_PLAYS:
            looks.append(snapshot(asked(hand, views)))
            hand.play(played)
        shown.append(looks[1:])

    assert shown[0] == shown[1]


# Other tables.


@pytest.mark.parametrize("stacking", [Stacking.FACE_UP, Stacking.HIDDEN])
@settings(deadline=None, max_examples=60)
@given(random=randoms())
def test_in_any_house_a_view_reaches_no_foreign_tile(stacking: Stacking, random: Random) -> None:
    """Case 32: at any table, by any rules, a view has the seat's own tiles and those played, and
    only the seat to act has legal actions."""
    options = replace(random_options(random), stacking=stacking)
    deal = random_deal(random, options)
    hand = Hand(options, deal)
    views = [View(hand, seat) for seat in range(options.players)]
    while not hand.over:
        asked(hand, views)
        for view in views:
            own, found = deal.hands[view.seat], reachable(view)
            assert set() == {type(thing) for thing in found} - PLAIN
            sets = [n for n in found if isinstance(n, int) and n > NO_NUMBER_IS_HIGHER]
            assert [] == [tiles for tiles in sets if tiles & ~own]
        view = views[random.randrange(options.players)]
        view.look(hand)
        legal = (*view.legal_bids, *view.legal_calls, *tiles_in(view.legal_tiles))
        assert (hand.legal_actions() if hand.turn == view.seat else ()) == legal
        hand.act(random.choice(hand.legal_actions()))
