"""Which process of a bot plays which seat."""

from __future__ import annotations

import pytest

from arena.play.bots import BadBot, BotSpec
from arena.play.places import Isolation, Places

GROUPS = [("a", "b"), ("a", "c"), ("b", "c")]


def test_isolation_gives_every_seat_against_the_same_bots_a_process() -> None:
    """Four seats against each of two opponents make eight places, and no two seats share one."""
    places = Places([BotSpec.parse(f"{bot}=rule") for bot in "abc"], GROUPS, 4, Isolation.SEAT)
    at = {places.at("a", group, seat, 0) for group in GROUPS[:2] for seat in range(4)}
    assert sorted(at) == [f"a/{n}" for n in range(1, 9)]


def test_too_few_processes_are_refused() -> None:
    """A bot that the arena doesn't start must have as many as isolation takes."""
    bots = [BotSpec.parse("a=join:3"), BotSpec.parse("b=rule")]
    with pytest.raises(BadBot, match="takes 4 processes of it"):
        Places(bots, [("a", "b")], 4, Isolation.SEAT)
