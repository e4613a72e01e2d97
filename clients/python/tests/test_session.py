"""The conversation without I/O: messages in, messages out."""

import pytest

from texas42 import PASS, Bid, Bot, Call, Domino, Observation
from texas42.asking import Asker, Failure
from texas42.session import Session, farewell, news
from texas42.testing import bidding, calling, playing
from texas42.v1 import bot_pb2, game_pb2

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"


class Last(Bot):
    id = "last"
    version = "1.2"
    author = "A. Author"
    display_name = "Last ★"
    instance = "2"
    window = 7
    calls = (Call.FIVES, Call.DOUBLES)

    def bid(self, seen: Observation) -> Bid:
        return seen.legal_bids[-1]

    def call_trump(self, seen: Observation) -> Call:
        return seen.legal_calls[-1]

    def play(self, seen: Observation) -> Domino:
        return seen.legal_plays[-1]


def asked(session: Session, *seen: Observation) -> bot_pb2.BotMessage | None:
    """What the session says to these questions, sent under the numbers 1, 2, .."""
    message = bot_pb2.ArenaMessage(observations=[one.message for one in seen])
    for number, question in enumerate(message.observations, 1):
        question.request_id = number
    session.receive(message)
    for question in message.observations:
        assert session.think(question) is None
    return taken(session)


def taken(session: Session) -> bot_pb2.BotMessage | None:
    """What the session has to say, decoded."""
    said = session.take()
    return None if said is None else bot_pb2.BotMessage.FromString(said)


def test_hello_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA42_NONCE", "n0nce")
    hello = bot_pb2.BotMessage.FromString(Session(Asker(Last())).hello())
    assert hello == bot_pb2.BotMessage(
        hello=bot_pb2.Hello(
            bot=bot_pb2.BotInfo(
                id="last",
                instance="2",
                display_name="Last ★",
                version="1.2",
                author="A. Author",
                protocol_min=1,
                protocol_max=1,
                calls=[game_pb2.CALL_FIVES, game_pb2.CALL_DOUBLES],
                window=7,
                nonce="n0nce",
            )
        )
    )


def test_answers_go_back_together_under_their_numbers() -> None:
    session = Session(Asker(Last()))
    answers = asked(session, bidding(HAND, ["30"]), calling(HAND), playing(HAND, "fives"))
    assert answers == bot_pb2.BotMessage(
        answers=[
            bot_pb2.Answer(request_id=1, bid_kind=game_pb2.BID_KIND_MARKS, bid_value=2),
            bot_pb2.Answer(request_id=2, call=game_pb2.CALL_FOLLOW_ME),
            bot_pb2.Answer(request_id=3, play=game_pb2.DOMINO_6_6),
        ]
    )
    assert session.take() is None


def test_a_failure_is_an_answer() -> None:
    session = Session(Asker(Last()))
    empty = Observation(bot_pb2.Observation(decision=game_pb2.DECISION_PLAY), {})
    unasked = Observation(bot_pb2.Observation(), {})
    answers = asked(session, empty, unasked)
    assert answers == bot_pb2.BotMessage(
        answers=[
            bot_pb2.Answer(request_id=1, failure="IndexError: tuple index out of range"),
            bot_pb2.Answer(request_id=2, failure="this client does not know decision 0"),
        ]
    )


def test_an_answer_may_come_later_with_its_time() -> None:
    session = Session(Asker(Last()))
    assert session.keep(5, Domino.D6_4, seconds=0.25) is None
    assert session.keep(6, PASS) is None
    assert session.keep(7, Failure("late")) is None
    assert taken(session) == bot_pb2.BotMessage(
        answers=[
            bot_pb2.Answer(request_id=5, play=game_pb2.DOMINO_6_4, think_us=250_000),
            bot_pb2.Answer(request_id=6, bid_kind=game_pb2.BID_KIND_PASS),
            bot_pb2.Answer(request_id=7, failure="late"),
        ]
    )


def test_announced_rules_are_those_of_the_questions() -> None:
    presets: list[str] = []

    class Curious(Last):
        def play(self, seen: Observation) -> Domino:
            presets.append(seen.rules.preset)
            return seen.legal_plays[0]

    session = Session(Asker(Curious()))
    rules = game_pb2.Rules(rules_id=3, preset="n42pa")
    session.receive(bot_pb2.ArenaMessage(welcome=bot_pb2.Welcome(window=8, rules=[rules])))
    question = playing(HAND, "fives")
    question.message.rules_id = 3
    asked(session, question, playing(HAND, "sixes"))
    assert presets == ["n42pa", "standard"]
    assert session.welcome is not None
    assert session.welcome.window == 8


def test_unknown_fields_and_enum_values_are_ignored() -> None:
    session = Session(Asker(Last()))
    question = playing(HAND, "fives")
    question.message.MergeFromString(b"\x32\x01\x02\x98\x06\x01")  # a legal play 2, a field 99
    answers = asked(session, question)
    assert answers is not None
    assert answers.answers[0].play == game_pb2.DOMINO_6_6
    later = bot_pb2.ArenaMessage()
    later.MergeFromString(b"\x98\x06\x01")
    session.receive(later)
    assert session.goodbye is None


def test_news_of_both_kinds() -> None:
    message = bot_pb2.ArenaMessage(
        hands_over=[bot_pb2.HandOver(hand_id=1)], faults=[bot_pb2.FaultReport(request_id=2)]
    )
    listening = Last()
    listening.on_hand_over(lambda result: None)
    assert [type(item).__name__ for item in news(message, listening)] == [
        "HandOver",
        "FaultReport",
    ]
    assert [type(item).__name__ for item in news(message, Last())] == ["FaultReport"]


def test_a_goodbye_is_noted_and_told() -> None:
    session = Session(Asker(Last()))
    goodbye = bot_pb2.Goodbye(reason=bot_pb2.GOODBYE_REASON_REFUSED, text="no such tournament")
    session.receive(bot_pb2.ArenaMessage(goodbye=goodbye))
    assert session.goodbye == goodbye
    assert farewell(goodbye) == "goodbye (refused): no such tournament"
    unknown = bot_pb2.Goodbye()
    unknown.MergeFromString(b"\x08\x63")
    assert farewell(unknown) == "goodbye (unspecified)"
