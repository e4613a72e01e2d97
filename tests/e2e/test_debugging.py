"""What a bot's author has for debugging: no clocks, and a trace of every question."""

from __future__ import annotations

import re

from tests.e2e.conftest import Run, Write, document_of

QUESTION = re.compile(r"slow table \d seat [A-D] asked to (bid with|call with|play from) \d-\d .*"
                      r"; legal: .+ \(.*\)")  # fmt: skip
ANSWER = re.compile(r"slow table \d seat [A-D] answered [a-z0-9 -]+")


def test_a_bot_under_a_debugger_is_never_late_and_each_question_is_told(
    arena42: Run, bot: Write
) -> None:
    """Longer than the cap over one bid: no fault; the run is unrated; the trace is readable."""
    slow = bot(
        "slow",
        """
asked = 0
def bid(self, seen):
    Mine.asked += 1
    if Mine.asked == 1: time.sleep(2.3)
    return seen.legal_bids[min(1, len(seen.legal_bids) - 1)]
""",
    )
    done = arena42("match", slow, "rule", "--deals", "2", "--seed", "31", "--no-clocks", "--trace",
                   "slow", "--json")  # fmt: skip
    result = document_of(done)["result"]
    assert result["faults"] == {"rule": {}, "slow": {}}
    assert (result["rated"], result["pairs"], result["deterministic"]) == (False, 2, True)
    told = [line for line in done.stderr.splitlines() if line.startswith("slow ")]
    questions = [line for line in told if QUESTION.fullmatch(line)]
    answers = [line for line in told if ANSWER.fullmatch(line)]
    assert len(questions) == len(answers) > 8
    assert len(questions) + len(answers) == len(told)
    assert any("(bids: none yet)" in line for line in questions)
    assert any("called; on the table: " in line for line in questions)
    assert not any(line.startswith("rule ") for line in done.stderr.splitlines())
