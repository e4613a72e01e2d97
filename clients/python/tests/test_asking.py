"""Whatever the author's code does becomes an action, a failure, or an awaitable."""

from collections.abc import Callable
from inspect import isawaitable
from typing import Any

import pytest

from texas42 import (
    PASS,
    Bid,
    BidKind,
    Bot,
    Call,
    Decision,
    Domino,
    FaultKind,
    FaultReport,
    HandOver,
    Outcome,
)
from texas42.asking import Asker, Failure
from texas42.limits import REASON_CHARACTERS, TRACEBACKS
from texas42.testing import playing

SEEN = playing("6-6 6-5 5-5 3-2 2-1 1-0 0-0", "fives")


def asker(play: Callable[..., Any]) -> Asker:
    bot = Bot(id="mine")
    bot.on_bid(lambda seen: PASS)
    bot.on_call_trump(lambda seen: Call.FIVES)
    bot.on_play(play)
    return Asker(bot)


def test_an_action_comes_back_as_it_is() -> None:
    mine = asker(lambda seen: Domino.D6_6)
    assert mine.ask(Decision.PLAY, SEEN) is Domino.D6_6
    assert mine.ask(Decision.BID, SEEN) is PASS
    assert mine.ask(Decision.CALL_TRUMP, SEEN) is Call.FIVES


def test_an_exception_is_a_failure_with_the_authors_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(seen: object) -> Domino:
        raise KeyError("no\nsuch tile")

    assert asker(broken).ask(Decision.PLAY, SEEN) == Failure(r"KeyError: 'no\nsuch tile'")
    said = capsys.readouterr().err
    assert said.startswith("texas42: mine failed: KeyError")
    assert 'raise KeyError("no' in said
    assert "texas42/asking.py" not in said


def test_a_bot_that_wants_to_exit_has_failed() -> None:
    def leave(seen: object) -> Domino:
        raise SystemExit(3)

    assert asker(leave).ask(Decision.PLAY, SEEN) == Failure("SystemExit: 3")


@pytest.mark.parametrize("answer", [None, 47, "6-4", PASS, Call.FIVES])
def test_a_wrong_type_is_a_failure(answer: object, capsys: pytest.CaptureFixture[str]) -> None:
    failure = asker(lambda seen: answer).ask(Decision.PLAY, SEEN)
    assert isinstance(failure, Failure)
    assert "not a Domino, such as one of seen.legal_plays" in failure.reason
    assert failure.reason in capsys.readouterr().err


def test_a_bid_that_is_none_is_a_failure_with_its_reason() -> None:
    bot = Bot(id="mine")
    bot.on_bid(lambda seen: Bid(BidKind.MARKS, -1))
    bot.on_call_trump(lambda seen: Call.FIVES)
    bot.on_play(lambda seen: Domino.D6_6)
    failure = Asker(bot).ask(Decision.BID, SEEN)
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("ValueError: no bid has the kind <BidKind.MARKS: 3>")


def test_an_unknown_decision_is_a_failure() -> None:
    failure = asker(lambda seen: Domino.D6_6).ask(9, SEEN)
    assert failure == Failure("this client does not know decision 9")


def test_a_reason_is_one_short_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(seen: object) -> Domino:
        raise ValueError("a\x1b[31m\n" + "b" * 1000)

    failure = asker(broken).ask(Decision.PLAY, SEEN)
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("ValueError: a?[31m bbb")
    assert len(failure.reason) == REASON_CHARACTERS
    assert "\x1b" not in capsys.readouterr().err.splitlines()[0]


def test_a_flood_of_failures_is_shown_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    mine = asker(lambda seen: None)
    for _ in range(3 * TRACEBACKS):
        mine.ask(Decision.PLAY, SEEN)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == TRACEBACKS + 1
    assert lines[-1] == "texas42: further failures are not shown"


async def test_an_asynchronous_answer_is_finished() -> None:
    async def play(seen: object) -> Domino:
        return Domino.D6_6

    answer = asker(play).ask(Decision.PLAY, SEEN)
    assert isawaitable(answer)
    assert await asker(play).finish(Decision.PLAY, answer) is Domino.D6_6


async def test_an_asynchronous_failure_shows_the_authors_own_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def broken(seen: object) -> Domino:
        raise RuntimeError("late")

    mine = asker(broken)
    answer = mine.ask(Decision.PLAY, SEEN)
    assert isawaitable(answer)
    assert await mine.finish(Decision.PLAY, answer) == Failure("RuntimeError: late")
    said = capsys.readouterr().err
    assert "in broken" in said
    assert "texas42/asking.py" not in said


async def test_an_asynchronous_wrong_type_is_a_failure() -> None:
    async def nothing(seen: object) -> None:
        return None

    mine = asker(nothing)
    answer = mine.ask(Decision.PLAY, SEEN)
    assert isawaitable(answer)
    assert isinstance(await mine.finish(Decision.PLAY, answer), Failure)


def test_news_is_told_and_its_failure_kept_away(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[object] = []

    def fail(report: FaultReport) -> None:
        heard.append(report)
        raise RuntimeError("oops")

    mine = asker(lambda seen: Domino.D6_6)
    mine.bot.on_hand_over(heard.append)
    mine.bot.on_fault(fail)
    result = HandOver(1, Outcome.MADE, (1, 0), (30, 12), None, None)
    report = FaultReport(1, FaultKind.TIMEOUT, "late")
    assert mine.tell(result) is None
    assert mine.tell(report) is None
    assert heard == [result, report]
    assert "RuntimeError: oops" in capsys.readouterr().err


async def test_asynchronous_news_may_fail_too(capsys: pytest.CaptureFixture[str]) -> None:
    async def fail(result: HandOver) -> None:
        raise RuntimeError("oops")

    mine = asker(lambda seen: Domino.D6_6)
    mine.bot.on_hand_over(fail)
    unfinished = mine.tell(HandOver(1, Outcome.MADE, (1, 0), (30, 12), None, None))
    assert unfinished is not None
    await mine.hear(unfinished)
    assert "RuntimeError: oops" in capsys.readouterr().err
