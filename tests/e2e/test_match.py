"""Matches between remote bots: results that don't hang on time, and faults that are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Run, Write, document_of

RULE_LIKE = "def bid(self, seen): return seen.legal_bids[min(1, len(seen.legal_bids) - 1)]"


def test_a_match_has_the_keys_that_are_promised(arena42: Run) -> None:
    """Every documented key of `result` and `measured` is there, and the counts add up."""
    document = document_of(
        arena42("match", "rule", "random-play", "--deals", "40", "--seed", "1", "--json")
    )
    result, measured = document["result"], document["measured"]
    assert (result["a"], result["b"], result["pairs"]) == ("rule", "random-play", 40)
    assert sum(result["counts"]) == 40
    assert result["elo_low"] <= result["elo"] <= result["elo_high"]
    assert 0 <= result["los"] <= 1
    assert result["faults"] == {"random-play": {}, "rule": {}}
    assert result["deterministic"]
    assert measured["decisions_per_second"] > 0
    assert isinstance(result["marks_per_deal"], float)


def test_the_result_is_the_same_at_any_number_of_tables(arena42: Run, bot: Write) -> None:
    """Byte for byte, at 1, 7, 256 and 1,024 tables, and beside a bot that sleeps at random."""
    results = [
        document_of(
            arena42("match", "rule", "random-play", "--deals", "30", "--seed", "1", "--json",
                    "--tables", str(tables))
        )["result"]
        for tables in (1, 7, 256, 1024)
    ]  # fmt: skip
    assert [json.dumps(each) for each in results] == [json.dumps(results[0])] * 4


def test_a_bot_that_sleeps_at_random_changes_no_result(arena42: Run, bot: Write) -> None:
    """The same policy with and without naps gives byte-equal results."""
    nap = "def play(self, seen): time.sleep(random.random() / 100); return seen.legal_plays[0]"
    results = [
        document_of(
            arena42("match", "rule", bot("mine", RULE_LIKE + "\n" + extra), "--deals", "10",
                    "--seed", "2", "--json", "--tables", str(tables))
        )["result"]
        for extra, tables in (("", 4), (nap, 20))
    ]  # fmt: skip
    assert json.dumps(results[0]) == json.dumps(results[1])
    assert results[0]["faults"] == {"mine": {}, "rule": {}}


def test_a_serial_bot_of_20_ms_has_no_fault_at_256_tables(arena42: Run, bot: Write) -> None:
    """Waiting behind a bot's own decisions is never charged: cap 2 s, 40 tables open, no fault."""
    slow = bot("slow", RULE_LIKE + "\ndef play(self, seen): time.sleep(0.02); "
               "return seen.legal_plays[0]")  # fmt: skip
    result = document_of(
        arena42("match", slow, "rule", "--deals", "20", "--seed", "3", "--tables", "256", "--json")
    )["result"]
    assert result["faults"] == {"rule": {}, "slow": {}}
    assert result["pairs"] == 20


def test_a_bot_killed_in_mid_run_ends_typed_and_the_rest_is_played(
    arena42: Run, bot: Write
) -> None:
    """A bot that kills itself at its 60th decision, every time it is started again."""
    dying = bot(
        "dying",
        RULE_LIKE
        + """
asked = 0
def play(self, seen):
    Mine.asked += 1
    if Mine.asked == 60: os.kill(os.getpid(), signal.SIGKILL)
    return seen.legal_plays[0]
""",
    )
    document = document_of(
        arena42("match", dying, "rule", "--deals", "60", "--seed", "4", "--tables", "8", "--json")
    )
    result = document["result"]
    assert result["pairs"] == 60
    assert set(result["faults"]["dying"]) == {"disconnected"}
    assert result["faults"]["rule"] == {}
    assert not result["deterministic"]


def test_a_bot_killed_once_is_started_again_and_loses_nothing(
    arena42: Run, bot: Write, tmp_path: Path
) -> None:
    """What was open is asked anew of the new process: no fault, every pair played."""
    once = bot(
        "once",
        RULE_LIKE
        + f"""
asked = 0
def play(self, seen):
    Mine.asked += 1
    if Mine.asked == 60 and not os.path.exists({str(tmp_path / "died")!r}):
        open({str(tmp_path / "died")!r}, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return seen.legal_plays[0]
""",
    )
    result = document_of(
        arena42("match", once, "rule", "--deals", "40", "--seed", "5", "--tables", "8", "--json")
    )["result"]
    assert (tmp_path / "died").exists()
    assert result["faults"] == {"once": {}, "rule": {}}
    assert result["pairs"] == 40


def test_a_bot_that_stops_answering_is_found_and_the_run_ends(arena42: Run, bot: Write) -> None:
    """SIGSTOP in mid-run: a time-out, then stalled, and every table still ends."""
    frozen = bot(
        "frozen",
        RULE_LIKE
        + """
asked = 0
def play(self, seen):
    Mine.asked += 1
    if Mine.asked == 40: os.kill(os.getpid(), signal.SIGSTOP)
    return seen.legal_plays[0]
""",
    )
    result = document_of(
        arena42("match", frozen, "rule", "--deals", "20", "--seed", "6", "--tables", "8", "--json")
    )["result"]
    assert result["pairs"] == 20
    assert set(result["faults"]["frozen"]) <= {"timeout", "stalled", "disconnected"}
    assert "timeout" in result["faults"]["frozen"]
    assert result["faults"]["rule"] == {}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("def play(self, seen): return Domino.parse('6-6')", "illegal action"),
        ("def play(self, seen): return 'six-four'", "malformed"),
        ("def play(self, seen): return 1 // 0", "malformed"),
    ],
)
def test_a_wrong_answer_is_a_fault_with_its_evidence(
    arena42: Run, bot: Write, body: str, kind: str
) -> None:
    """Illegal tiles, answers of the wrong type and exceptions forfeit their deals and no more."""
    wrong = bot("wrong", RULE_LIKE + "\n" + body)
    done = arena42("match", wrong, "rule", "--deals", "6", "--seed", "7", "--json", "--trace",
                   "wrong")  # fmt: skip
    result = document_of(done)["result"]
    assert set(result["faults"]["wrong"]) == {kind}
    assert result["pairs"] == 6
    assert f"FAULT {kind}" in done.stderr
    assert "legal:" in done.stderr
