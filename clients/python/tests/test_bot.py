"""A bot is a subclass or a few functions, and says plainly why it can't be run."""

import pytest

from texas42 import Bid, Bot, BotError, Call, Domino, FaultKind, FaultReport, Observation
from texas42.bot import check, name_of
from texas42.testing import playing


class First(Bot):
    def bid(self, seen: Observation) -> Bid:
        return seen.legal_bids[0]

    def call_trump(self, seen: Observation) -> Call:
        return seen.legal_calls[0]

    def play(self, seen: Observation) -> Domino:
        return seen.legal_plays[0]


def test_a_subclass_is_a_bot() -> None:
    bot = First()
    check(bot)
    assert (name_of(bot), bot.window) == ("first", 256)


def test_attributes_are_of_the_class_or_given() -> None:
    bot = First(id="mine", window=1, display_name="Mine ★")
    check(bot)
    assert (name_of(bot), bot.window, bot.display_name) == ("mine", 1, "Mine ★")
    with pytest.raises(TypeError, match="no attribute 'colour'"):
        First(colour="red")


def test_decorated_functions_are_a_bot() -> None:
    bot = Bot(id="mine")
    bot.on_bid(First().bid)
    bot.on_call_trump(First().call_trump)

    @bot.on_play
    def play(seen: Observation) -> Domino:
        return seen.legal_plays[-1]

    bot.on_hand_over(lambda result: None)
    bot.on_fault(lambda report: None)
    check(bot)
    seen = playing("6-6 6-5 5-5 3-2 2-1 1-0 0-0", "fives")
    assert bot.play(seen) is play(seen) is Domino.D6_6


def test_a_missing_method_is_named() -> None:
    bot = Bot(id="mine")
    bot.on_bid(First().bid)
    with pytest.raises(BotError, match="the bot 'mine' has no call_trump"):
        check(bot)
    with pytest.raises(NotImplementedError):
        bot.play(playing("6-6", "fives"))


@pytest.mark.parametrize("name", ["Mine", "a b", "x" * 33, "ä", "a/b", "a\n"])
def test_a_wrong_id_is_refused(name: str) -> None:
    with pytest.raises(BotError, match="use 1 to 32 of a-z, 0-9 and hyphen"):
        check(First(id=name))


@pytest.mark.parametrize("window", [0, -1, 2**32])
def test_a_wrong_window_is_refused(window: int) -> None:
    with pytest.raises(BotError, match="window"):
        check(First(window=window))


def test_calls_are_calls() -> None:
    check(First(calls=tuple(call for call in Call if call.is_straight)))
    with pytest.raises(BotError, match="the bot's calls hold 'fives', which is no Call"):
        check(First(calls=("fives",)))


def test_faults_are_told_to_the_author(capsys: pytest.CaptureFixture[str]) -> None:
    First().fault(FaultReport(1, FaultKind.ILLEGAL_ACTION, "played 6-4, legal were 5-4 5-3"))
    assert capsys.readouterr().err == (
        "texas42: fault ILLEGAL_ACTION: played 6-4, legal were 5-4 5-3\n"
    )


def test_the_class_itself_is_no_bot() -> None:
    class Mine(Bot):
        pass

    with pytest.raises(BotError, match=r"write Mine\(\)"):
        check(Mine)  # type: ignore[arg-type]
