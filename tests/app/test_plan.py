"""Plans: which tables follow from what is to be played, and what the result says of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from arena.app import Plan
from arena.play.bots import BotSpec
from arena.play.clocks import NO_CLOCKS
from arena.play.line import Line
from arena.play.report import Terms
from arena.play.schedule import BadFormat, Format, round_robin
from arena.play.table import Seat
from arena.rules.deal import Deal
from arena.rules.presets import preset

BOTS = ("rule", "first", "random", "random-play")


def plan(*bots: str, **more: Any) -> Plan:
    """A tournament of five deals."""
    named = tuple(map(BotSpec.parse, bots or BOTS))
    return Plan("cup", "tournament", named, 5, "seed", Path(), **more)


def test_every_pairing_meets_unless_told_otherwise() -> None:
    """At four seats, under the usual rules."""
    usual = plan()
    assert usual.groups == tuple(round_robin(BOTS))
    assert (usual.blocks, len(usual.schedule)) == (30, 60)
    assert usual.terms == Terms("cup", "standard", "seed", 5, BOTS, rated=True)


def test_every_group_meets_in_a_free_for_all() -> None:
    """And the terms say so, with the players."""
    free = plan(options=preset("sheet_gl", 3), format=Format.FREE_FOR_ALL, time=NO_CLOCKS)
    assert free.groups == tuple(combinations(BOTS, 3))
    assert (free.blocks, len(free.schedule)) == (20, 60)
    assert free.terms == Terms(
        "cup", "sheet_gl", "seed", 5, BOTS, rated=False,
        options={"players": 3}, format=Format.FREE_FOR_ALL,
    )  # fmt: skip


def test_points_and_edited_rules_are_told() -> None:
    """Beside the name of the preset."""
    edited = replace(preset("points_250"), min_bid=25)
    terms = plan(options=edited).terms
    assert (terms.rules, terms.options, terms.points) == ("points_250", {"min_bid": 25}, True)


@pytest.mark.parametrize(
    ("bots", "more", "why"),
    [
        (BOTS, {"format": Format.FREE_FOR_ALL}, "partners"),
        (
            BOTS,
            {"format": Format.FREE_FOR_ALL, "options": preset("sheet_gl", 7)},
            "7 bots or more",
        ),
        (("rule",), {}, "two bots or more"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(
    bots: tuple[str, ...], more: dict[str, Any], why: str
) -> None:
    """Before anything is begun."""
    with pytest.raises(BadFormat, match=why):
        plan(*bots, **more)


@pytest.mark.parametrize("players", range(2, 8))
def test_tables_have_a_bot_at_each_seat(players: int) -> None:
    """The deal and the bots are those of the schedule's sitting of that number."""
    wanted = plan(options=preset("sheet_gl", players))
    lines: dict[str, Line[Seat]] = {
        bot: Line(bot, 1, wanted.time, salt) for salt, bot in enumerate(BOTS)
    }
    tables = list(wanted.tables_for(lines))
    assert [table.number for table in tables] == list(range(len(wanted.schedule)))
    dealt: dict[int, Deal] = {}
    for table, sitting in zip(tables, wanted.schedule.sittings(), strict=True):
        sides = wanted.options.seating.side
        assert [seat.line.bot for seat in table.seats] == [sitting.bot_of(side) for side in sides]
        assert len(table.seats) == players
        assert dealt.setdefault(sitting.deal, table.hand.deal) is table.hand.deal
