"""Results that are served: worked out anew from a store, they are those of the run itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.app import Plan
from arena.app.serving import Results
from arena.play.bots import BotSpec
from arena.play.report import tournament_result
from arena.play.schedule import Format
from arena.rules.options import Options
from arena.rules.presets import STANDARD, preset
from arena.store import RunHeader, Store
from arena.testing.policies import by_hash, first
from arena.testing.virtual import VirtualBot, VirtualRun

NAMES = ("rule", "first", "random", "second")


def header(plan: Plan) -> RunHeader:
    """What a store is told of a plan before it is played."""
    return RunHeader(
        id="cup-1", name=plan.name, kind=plan.kind, preset=plan.options.preset,
        options=plan.options.as_dict(), seed=plan.seed, deals=plan.deals,
        bots=tuple(map(str, plan.bots)), groups=plan.groups, format=plan.format,
        started_at="2026-11-30T11:14:03Z", arena_version="0.1.0",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "form"),
    [
        (STANDARD, Format.ROUND_ROBIN),
        (preset("points_250"), Format.ROUND_ROBIN),
        (replace(preset("sheet_gl", 5), min_bid=20), Format.ROUND_ROBIN),
        (preset("sheet_gl", 2), Format.FREE_FOR_ALL),
        (preset("sheet_gl", 3), Format.FREE_FOR_ALL),
    ],
)
async def test_standings_are_those_of_the_run(
    tmp_path: Path, options: Options, form: Format
) -> None:
    """Whatever the rules and the format, from the header and the hands alone."""
    bots = tuple(BotSpec.parse(f"{name}=localhost:1") for name in NAMES)
    plan = Plan("cup", "tournament", bots, 6, "seed", tmp_path, options=options, format=form)
    players = tuple(VirtualBot(name, first if "s" in name else by_hash) for name in NAMES)
    run = VirtualRun(players, 6, "seed", options=options, format=form).play()
    async with await Store.open(tmp_path / "run.db") as store:
        await store.begin_run(header(plan))
        waiting = VirtualRun(players, 6, "seed", options=options, format=form).tally
        for hand in run.hands:
            block = waiting.add(hand)
            if block is not None:
                store.add_block("cup-1", block)
        await store.flush()
        results = Results(store)
        served = await results.of("cup")
        tally, seed = await results.newest()

    expected = tournament_result(plan.terms, run.tally)
    assert served == {**expected, "tournament": "cup", "finished": False}
    assert (tally.pairings, tally.blocks, seed) == (run.tally.pairings, plan.blocks, "seed")
