"""Complete hands a second through the rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from arena.play.deals import deal
from arena.rules.deal import Deal
from arena.rules.hand import Decision, Hand
from arena.rules.options import Options
from arena.rules.presets import preset
from arena.rules.tiles import tiles_in

_DEALS = 2_000


def hands_per_second(seconds: float) -> float:
    """Return how many hands a second are played with random legal bids, a random call and all
    seven tricks; hands that are thrown in are played but not counted."""
    options = replace(preset("n42pa"), early_end=False)
    deals = [deal("bench", index) for index in range(_DEALS)]
    chance = random.Random(42).random
    hands, started = 0, perf_counter()
    while True:
        for dealt in deals:
            hands += _play(options, dealt, chance)
        elapsed = perf_counter() - started
        if elapsed >= seconds:
            return hands / elapsed


def _play(options: Options, dealt: Deal, chance: Callable[[], float]) -> bool:
    hand = Hand(options, dealt)
    while hand.decision is Decision.BID:
        bids = hand.legal_bids()
        hand.bid(bids[int(chance() * len(bids))])
    if hand.decision is None:
        return False
    calls = hand.legal_calls()
    hand.call_trump(calls[int(chance() * len(calls))])
    while hand.result is None:
        tiles = tiles_in(hand.legal_tiles)
        hand.play(tiles[int(chance() * len(tiles))])
    return True
