"""The trace of a bot: each question and answer as a person would say it, and nothing of others."""

from __future__ import annotations

import re

import pytest

from arena.net.trace import Trace
from tests.net.staging import Clock, House, answer_to, illegal
from texas42.v1 import bot_pb2

TILES = r"\d-\d( \d-\d)*"
BIDS = r"(pass|\d\d|1 mark|\d marks)"
LINES = (
    rf"left table \d seat [A-D] asked to bid with {TILES}; legal: pass, .*"
    rf" \(bids: ({BIDS}(, {BIDS})*|none yet)\)",
    rf"left table \d seat [A-D] asked to call with {TILES}; legal: [a-z ,]+ \(bids: .*\)",
    rf"left table \d seat [A-D] asked to play from {TILES}; legal: {TILES}"
    rf" \([a-z ]+ called; on the table: ({TILES}|nothing)\)",
    rf"left table \d seat [A-D] answered ({BIDS}|\d-\d|[a-z ]+)",
)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> House:
    """A run in which the bot `left` is traced."""
    return House(Clock(monkeypatch), trace=Trace("left", said.append))


def test_a_whole_match_reads_like_one(house: House, said: list[str]) -> None:
    """Every kind of line occurs, every line is of one of them, and each question is answered."""
    right, left = house.guest("right"), house.guest()
    house.open()
    house.play_on(left, right)
    assert house.floor.over
    kinds = [
        [place for place, pattern in enumerate(LINES) if re.fullmatch(pattern, line)]
        for line in said
    ]
    assert [line for line, kind in zip(said, kinds, strict=True) if len(kind) != 1] == []
    assert {kind for (kind,) in kinds} == {0, 1, 2, 3}
    assert sum(" asked to " in line for line in said) == sum(" answered " in line for line in said)


def test_the_trick_on_the_table_is_told(house: House, said: list[str]) -> None:
    """A lead is made to an empty table; who follows sees one to three tiles."""
    right, left = house.guest("right"), house.guest()
    house.open()
    house.play_on(left, right)
    on_table = [line.split("on the table: ")[1].rstrip(")") for line in said if "on the" in line]
    assert {0 if tiles == "nothing" else len(tiles.split()) for tiles in on_table} == {0, 1, 2, 3}


def test_faults_and_answers_to_nothing_are_told(house: House, said: list[str]) -> None:
    """With what was legal and what came; an answer to no open question is dropped in words."""
    house.guest("right")
    left = house.guest()
    house.open()
    wrong, empty = left.questions()
    left.answer(illegal(wrong), bot_pb2.Answer(request_id=empty.request_id), answer_to(wrong))
    told = [line.partition(" answered ")[2] or line for line in said[2:]]
    assert told[0] == "12"
    assert told[1].startswith("left FAULT illegal action: 12 ")
    assert "legal: pass, 30" in told[1]
    assert told[2] == "an empty answer: neither a bid nor a call nor a domino"
    assert told[3].startswith("left FAULT malformed: an empty answer")
    assert said[-1].endswith("to a question that isn't open: dropped")
    assert len(told) == 5
