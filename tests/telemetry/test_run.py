"""A run seen from outside: bots of their own processes, its metrics in mid-run, its log."""

from __future__ import annotations

import json
import logging
import shlex
import socket
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from arena.app import Plan, Run, RunFailed
from arena.play.bots import BotSpec
from arena.telemetry.journal import FIGURES
from arena.telemetry.logs import opened

FIRST_LEGAL = """
from texas42 import Bot, serve

class First(Bot):
    def bid(self, seen): return seen.legal_bids[0]
    def call_trump(self, seen): return seen.legal_calls[0]
    def play(self, seen): return seen.legal_plays[0]

serve(First(id="first"))
"""


def plan(directory: Path, **more: Any) -> Plan:
    """A match of two bots that the arena starts."""
    program = directory / "first.py"
    program.write_text(FIRST_LEGAL)
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    bots = tuple(BotSpec.of_command(name, command) for name in ("left", "right"))
    run = directory / "run"
    run.mkdir()
    return Plan("spring", "match", bots, 20, "seed", run, **more)


async def test_a_run_is_seen_from_outside(tmp_path: Path) -> None:
    """A scrape in mid-run doesn't wait for the event loop, and the log says who came and when."""
    said: list[str] = []
    lines: list[str] = []
    scraped: list[str] = []
    with opened(lines.append, terminal=False, level=logging.INFO) as log:
        run = Run(plan(tmp_path, metrics_port=0), said.append, log)

        def scrape(_: object) -> None:
            if run.tally.hands == 9:
                url = said[0].removeprefix("metrics at ")
                with urlopen(url, timeout=10) as answer:
                    scraped.append(answer.read().decode())

        run.on_hand.append(scrape)
        document = await run.play()

    families = {each.name: each for each in text_string_to_metric_families(scraped[0])}
    seen = {name: sum(s.value for s in each.samples) for name, each in families.items()}
    assert [9, 2] == [seen["arena42_hands"], seen["arena42_bot_connected"]]
    assert 0 < seen["arena42_tables_in_play"] <= 40

    told = [json.loads(line) for line in lines]
    events = [each["event"] for each in told]
    assert ["run started", "run finished"] == [events[0], events[-1]]
    assert ["bot let in", "bot let in", "bot started", "bot started"] == sorted(events[1:-1])
    assert {run.id} == {each["run"] for each in told}
    assert {"left", "right"} == {each["bot"] for each in told if each["event"] == "bot let in"}
    assert set(FIGURES) <= set(told[-1])
    assert document["measured"]["decisions"] == told[-1]["decisions"]

    messages = sum(each.messages for each in run.hall.entrants.values())
    assert messages == sum(run.hall.batches)
    assert document["measured"]["decisions"] == run.hall.answers
    assert 0 < run.hall.lag.decisions


async def test_a_port_in_use_ends_the_run_before_it_starts(tmp_path: Path) -> None:
    """There is one clear message, and nothing is written."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        wanted = plan(tmp_path, metrics_port=port)
        with pytest.raises(RunFailed, match=f"127.0.0.1:{port} .*in use.*--metrics-port"):
            await Run(wanted, lambda _: None).play()

    assert [] == list(wanted.directory.iterdir())
