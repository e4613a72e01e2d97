"""What to say of an action in a record that can't be: what is due instead, and why not."""

from __future__ import annotations

from arena.play.notation.words import outcome_of
from arena.rules.auction import say_bids
from arena.rules.bids import Bid
from arena.rules.contracts import Call, say_calls
from arena.rules.hand import Action, Decision, Hand
from arena.rules.seats import seat_name
from arena.rules.suits import suit_name
from arena.rules.tiles import BIT, TILES, Tile, say


def doing(action: Action) -> str:
    """Return what somebody does, in words."""
    match action:
        case Bid():
            return "passes" if not action.value else f"bids {action}"
        case Call():
            return f"calls {action}"
    return f"plays {action}"


def due(hand: Hand, seat: int | None = None) -> str:
    """Return what is to be done now, or that nothing is, to a `seat` that did something else."""
    if hand.turn is None or hand.decision is None:
        return f"the hand is over: {outcome_of(hand)}"
    what = {
        Decision.BID: "bid", Decision.CALL_TRUMP: "call", Decision.PLAY: "play",
    }[hand.decision]  # fmt: skip
    out = f"{seat_name(seat or 0)} sits out; " if seat in hand.public.sitting_out else ""
    return f"{out}{seat_name(hand.turn)} is to {what}; legal: {_legal(hand)}"


def _legal(hand: Hand) -> str:
    match hand.decision:
        case Decision.BID:
            return say_bids(hand.legal_bids())
        case Decision.CALL_TRUMP:
            return say_calls(hand.legal_calls())
    return say(hand.legal_tiles)


def why_not(hand: Hand, action: Action) -> str:
    """Return why the seat to act may not do this, and what it may do."""
    match hand.decision, action:
        case Decision.BID, Bid():
            why = _why_no_bid(hand, action)
        case Decision.CALL_TRUMP, Call():
            why = "these rules or the bid don't allow it"
        case Decision.PLAY, Tile():
            why = _why_no_play(hand, action)
        case _:
            return due(hand)
    return f"{why}; legal: {_legal(hand)}"


def _why_no_bid(hand: Hand, bid: Bid) -> str:
    auction = hand.public.auction
    if not bid.value:
        return "all others have passed: the last seat is forced to bid"
    ladder = hand.options.ladder
    if bid.value in (42, 84) and bid == Bid.points(bid.value) and ladder.top_points == 41:
        return f"{bid} is written as {Bid.marks(bid.value // 42)}"
    return "nobody has bid" if auction.high is None else f"{auction.high} stands"


def _why_no_play(hand: Hand, tile: Tile) -> str:
    assert hand.turn is not None
    seat = seat_name(hand.turn)
    if not hand.deal.hands[hand.turn] & BIT[tile]:
        return f"{seat} wasn't dealt it"
    if not hand.held[hand.turn] & BIT[tile]:
        return f"{seat} has played it"
    on_table = len(hand.public.plays) % hand.trick_size
    assert hand.public.call is not None
    law = hand.options.contract(hand.public.call).law
    suit = law.asks[TILES[hand.public.plays[-on_table]]] if on_table else None
    if suit is None:
        return f"{seat} must play a tile nearest to seven"
    return f"{suit_name(suit)} were led and {seat} can follow"
