"""Records: whatever the rules and the seats, what is kept of a hand is enough to play it again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.play.deals import deal
from arena.play.record import HandRecord
from arena.play.schedule import Format
from arena.rules.auction import BidRounds
from arena.rules.bids import Bid
from arena.rules.contracts import Call
from arena.rules.hand import Action, Hand
from arena.rules.options import Options
from arena.rules.presets import PRESETS, preset
from arena.rules.scoring import SoloSetAward
from arena.rules.seats import Teams
from arena.rules.tiles import TILES
from arena.rules.view import View
from arena.testing.policies import first, illegal
from arena.testing.virtual import VirtualBot, VirtualRun

ANY_RULES = {
    **PRESETS,
    **{f"gl, {players} players": preset("sheet_gl", players) for players in (2, 3, 5, 6, 7)},
    "2x3": replace(preset("sheet_gl"), players=6, teams=Teams.TWO_BY_THREE),
    "3x2": replace(preset("sheet_gl"), players=6, teams=Teams.THREE_BY_TWO),
    "until passed": replace(
        preset("sheet_gl", 3),
        bid_rounds=BidRounds.UNTIL_PASSED,
        solo_set_award=SoloSetAward.BIDDER_MINUS,
    ),
}


def hands_of(options: Options, deals: int, **second: object) -> list[HandRecord]:
    """Two bots at these rules' table; the second may be odd."""
    bots = VirtualBot("a"), VirtualBot("b", **second)  # type: ignore[arg-type]
    return VirtualRun(bots, deals, seed="record", options=options).play().hands


def now_and_then_illegal(view: View) -> Action:
    """Answer legally, but for a fifth of all hands of tiles."""
    return illegal(view) if view.held % 5 == 0 else first(view)


def replayed(record: HandRecord, options: Options) -> Hand:
    """Play a record's hand again, by what it says and no more."""
    hand = Hand(options, deal("record", record.deal, options))
    for bid in record.bids:
        hand.bid(Bid.parse(bid))
    if record.call:
        hand.act(Call.parse(record.call))
    for tile in record.plays:
        hand.play(TILES[tile])
    return hand


@pytest.mark.parametrize("options", ANY_RULES.values(), ids=ANY_RULES)
def test_a_hand_is_played_again_from_its_record(options: Options) -> None:
    """The same outcome, awards and points, with the same seats asked in the same order."""
    for record in hands_of(options, 25):
        result = replayed(record, options).result
        assert result is not None
        assert (record.outcome, record.awards, record.taken) == (
            result.outcome.value, result.awards, result.taken,
        )  # fmt: skip
        decisions = len(record.bids) + bool(record.call) + len(record.plays)
        assert len(record.askers) == len(record.times_us) == decisions
        assert len(record.bots_by_side()) == options.seating.sides == len(record.awards)


@pytest.mark.parametrize("options", ANY_RULES.values(), ids=ANY_RULES)
def test_a_hand_that_was_forfeited_is_played_as_far_as_it_went(options: Options) -> None:
    """Up to the decision that was at fault, whichever it was."""
    seen = set()
    for record in hands_of(options, 25, policy=now_and_then_illegal):
        if record.outcome == "forfeited":
            hand = replayed(record, options)
            (fault,) = record.faults
            assert (hand.turn, hand.result) == (fault.seat, None)
            seen.add(hand.decision)
    assert len(seen) > 1


def test_the_declarer_is_the_bot_whose_bid_stood() -> None:
    """At each rotation of a group, by the seat of the highest bid."""
    options = preset("sheet_gl", 3)
    bots = tuple(VirtualBot(name) for name in "abc")
    run = VirtualRun(bots, 12, "record", options=options, format=Format.FREE_FOR_ALL).play()
    declarers = set()
    for record in run.hands:
        bidder = replayed(record, options).public.auction.bidder
        assert bidder is not None
        assert record.declarer == record.bots[(bidder - record.rotation) % 3]
        declarers.add(record.declarer)
    assert declarers == {"a", "b", "c"}
