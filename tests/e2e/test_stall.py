"""An arena that stands still blames nobody for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from tests.e2e.conftest import ARENA42, DEADLINE, Write

STANDING = 2.5
"""Seconds: longer than the cap of a decision."""


def test_no_bot_is_blamed_for_an_arena_that_stood_still(tmp_path: Path, bot: Write) -> None:
    """SIGSTOP and SIGCONT in mid-run, with decisions open: no fault, and the stall is counted."""
    begun = tmp_path / "begun"
    steady = bot(
        "steady",
        f"""
asked = 0
def play(self, seen):
    Mine.asked += 1
    if Mine.asked == 100: open({str(begun)!r}, "w").close()
    time.sleep(0.001)
    return seen.legal_plays[0]
def bid(self, seen):
    return seen.legal_bids[min(1, len(seen.legal_bids) - 1)]
""",
    )
    arena = subprocess.Popen(
        [*ARENA42, "match", steady, "rule", "--deals", "30", "--seed", "23", "--json"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + DEADLINE
    while not begun.exists():
        assert time.monotonic() < until
        os.sched_yield()
    arena.send_signal(signal.SIGSTOP)
    time.sleep(STANDING)
    arena.send_signal(signal.SIGCONT)
    out, err = arena.communicate(timeout=DEADLINE)
    assert arena.returncode == 0, err
    document = json.loads(out)
    assert document["result"]["faults"] == {"rule": {}, "steady": {}}
    assert (document["result"]["pairs"], document["result"]["deterministic"]) == (30, True)
    assert document["measured"]["arena_stalls"] >= 1
