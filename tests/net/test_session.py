"""The session without I/O, through both doors: who is let in, what is asked when, how it ends.

Hall, lobby and floor are the real ones; the bots' messages are made by hand.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import grpc
import pytest

from arena import __version__, config
from arena.net.session import Session, Stage
from arena.net.stream import read_all
from arena.net.wire import Leaving
from arena.play.faults import FaultKind
from arena.play.floor import MOST_LOSSES
from arena.play.line import Presence
from arena.rules.contracts import STRAIGHT, Declaration
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from tests.net.staging import (
    MILLISECOND,
    SECOND,
    TICK,
    Clock,
    Guest,
    House,
    answer_to,
    illegal,
)  # fmt: skip
from texas42.v1 import bot_pb2, game_pb2

NOT_DOUBLES = [call for call in game_pb2.Call.values() if call not in (0, game_pb2.CALL_DOUBLES)]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture(params=["dialled", "joined"])
def door(request: pytest.FixtureRequest) -> str:
    """Each way in which a bot comes to the arena."""
    return str(request.param)


@pytest.fixture
async def house(clock: Clock, door: str) -> House:
    """A run of two deals at four tables in which no bot has come in yet."""
    return House(clock, door)


@pytest.fixture
async def joined(clock: Clock) -> House:
    """The same where the bot is one that dials in."""
    return House(clock, "joined")


@pytest.fixture
def right(house: House) -> Guest:
    """The other bot, let in."""
    return house.guest("right")


@pytest.fixture
def left(house: House, right: Guest) -> Guest:
    """The bot whose sessions are tested, let in; four tables are open, two of them ask it first."""
    left = house.guest()
    house.open()
    return left


# Coming in.


def test_the_arena_is_silent_until_the_hello(house: House) -> None:
    """The bot speaks first; there is nothing to write before."""
    guest = house.session()
    assert guest.hear() is None
    assert guest.session.stage is Stage.GREETING
    assert not house.left.has_arrived


def test_a_hello_is_answered_by_a_welcome_with_the_rules(house: House) -> None:
    """Protocol, window, every rule and the arena's version, in the arena's first message."""
    guest = house.session()
    guest.say_hello("left", window=7, version="1.2", display_name="Left\x1b ★")
    heard = guest.hear()
    assert heard is not None
    assert (heard.welcome.protocol, heard.welcome.window) == (1, 7)
    assert [rules.preset for rules in heard.welcome.rules] == ["standard"]
    assert list(heard.welcome.rules[0].calls) == [int(call) for call in STANDARD.calls]
    assert heard.welcome.arena == f"texas42-arena {__version__}"
    assert (guest.is_open, house.left.has_arrived) == (True, True)
    assert (house.left.card.version, house.left.card.display_name) == ("1.2", "Left ★")
    assert house.left.line.presence is Presence.HERE


@pytest.mark.parametrize(
    ("wanted", "given"),
    [(0, config.STREAM_WINDOW), (1, 1), (300, 300), (2**32 - 1, config.LARGEST_WINDOW)],
)
def test_a_bot_gets_the_window_it_wants_within_bounds(
    house: House, wanted: int, given: int
) -> None:
    """256 unless it says otherwise, never more than the arena's own bound."""
    guest = house.session()
    guest.say_hello("left", window=wanted)
    heard = guest.hear()
    assert heard is not None
    assert (heard.welcome.window, house.left.line.window) == (given, given)


@pytest.mark.parametrize(
    "message",
    [
        bot_pb2.BotMessage(answers=[bot_pb2.Answer(request_id=1, play=game_pb2.DOMINO_6_4)]),
        bot_pb2.BotMessage(),
    ],
    ids=["answers", "empty"],
)
def test_the_first_message_must_be_a_hello(house: House, message: bot_pb2.BotMessage) -> None:
    """Anything else is refused in words, and nobody has come in."""
    guest = house.session()
    guest.say(message)
    goodbye = guest.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_REFUSED
    assert goodbye.text == "the first message on a stream must be a hello"
    assert (house.left.has_arrived, house.left.session) == (False, None)


NAMES_NO_BOT = [
    ("stranger", "no bot named stranger is waited for; waited for: left, right"),
    ("", "'' is no id: use 1 to 32 of a-z, 0-9 and hyphen"),
    ("Left", "'Left' is no id: use 1 to 32 of a-z, 0-9 and hyphen"),
    ("a" * 33, f"{'a' * 33!r} is no id: use 1 to 32 of a-z, 0-9 and hyphen"),
    ("../left\x07", "'../left' is no id: use 1 to 32 of a-z, 0-9 and hyphen"),
]


@pytest.mark.parametrize(("name", "words"), NAMES_NO_BOT)
def test_a_bot_that_dials_in_must_be_waited_for(joined: House, name: str, words: str) -> None:
    """Unknown and impossible ids are refused with the names that are awaited, or how ids look."""
    guest = joined.session()
    guest.say_hello(name)
    goodbye = guest.goodbye()
    assert (goodbye.reason, goodbye.text) == (bot_pb2.GOODBYE_REASON_REFUSED, words)
    assert not joined.left.has_arrived


def test_a_name_of_a_megabyte_is_cut_in_the_refusal(joined: House) -> None:
    """What is said of it fits a line of a log."""
    guest = joined.session()
    guest.say_hello("x" * 1_000_000)
    assert len(guest.goodbye().text) < 600


async def test_nobody_dials_in_as_a_bot_that_the_arena_dials(clock: Clock) -> None:
    """A dialled bot's name at the other door is refused: it would take over a stranger's place."""
    house = House(clock, "dialled")
    guest = Guest(Session(house.lobby, house.hall, None))
    guest.say_hello("left")
    assert guest.goodbye().text == "no bot named left is waited for; waited for: right"
    assert not house.left.has_arrived


async def test_a_dialled_bot_is_who_the_arena_dialled(clock: Clock) -> None:
    """Whatever id it gives itself, it plays under the name from the command line."""
    house = House(clock, "dialled")
    guest = house.session()
    guest.say_hello("quite-another")
    assert guest.hear() is not None
    assert (house.left.session, house.left.card.id) == (guest.session, "quite-another")


CANT_PLAY = [
    ({"protocol_min": 2, "protocol_max": 3}, "the bot speaks protocol 2 to 3, this arena speaks 1"),
    (
        {"calls": NOT_DOUBLES},
        "the bot can't play doubles, which the rules standard allow: add them to its calls, "
        "or take rules without them",
    ),
]


@pytest.mark.parametrize(("about", "words"), CANT_PLAY, ids=["protocol", "calls"])
def test_a_bot_that_cannot_play_here_is_refused_before_the_first_deal(
    house: House, about: dict[str, object], words: str
) -> None:
    """Told what is wanted; a dialled one can't come again, one that joins may mend and retry."""
    guest = house.session()
    guest.say_hello("left", **about)
    goodbye = guest.goodbye()
    assert (goodbye.reason, goodbye.text) == (bot_pb2.GOODBYE_REASON_REFUSED, words)
    assert house.left.is_turned_away == (house.door == "dialled")
    assert not house.left.has_arrived
    if house.door == "dialled":
        assert str(house.left.arrived.exception()) == f"bot left: {words}"
    else:
        assert house.lobby.sent_away == f"left came: {words}"
        assert house.guest().is_open


async def test_a_bot_need_not_play_what_the_rules_leave_out(clock: Clock, door: str) -> None:
    """Without doubles among the calls, a bot that can't play doubles is welcome."""
    options: Options = replace(STANDARD, declarations=frozenset(STRAIGHT) - {Declaration.DOUBLES})
    house = House(clock, door, options=options)
    assert house.guest(calls=NOT_DOUBLES).is_open


@pytest.mark.parametrize("low_and_high", [(0, 0), (1, 1), (0, 9), (1, 9)])
def test_a_protocol_range_that_holds_ours_is_enough(
    house: House, low_and_high: tuple[int, int]
) -> None:
    """Nothing said means version 1; later versions beside it do no harm."""
    low, high = low_and_high
    assert house.guest(protocol_min=low, protocol_max=high).is_open


async def test_a_wrong_nonce_is_another_process(clock: Clock, door: str) -> None:
    """A bot that presents another nonce than the one it was started with is refused."""
    house = House(clock, door, nonce="n0nce")
    guest = house.session()
    guest.say_hello("left", nonce="stolen")
    goodbye = guest.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_REFUSED
    assert "another process answers at this address" in goodbye.text
    assert "n0nce" not in goodbye.text


@pytest.mark.parametrize("nonce", ["n0nce", ""])
async def test_the_right_nonce_or_none_is_let_in(clock: Clock, door: str, nonce: str) -> None:
    """A bot in another language need not know of nonces."""
    assert House(clock, door, nonce="n0nce").guest(nonce=nonce).is_open


def test_unknown_fields_of_a_hello_are_ignored(house: House) -> None:
    """A later version of the protocol may say more; field 99 is nobody's here."""
    hello = bot_pb2.BotMessage(hello=bot_pb2.Hello(bot=bot_pb2.BotInfo(id="left")))
    unknown = bytes((99 << 3 & 127 | 128, 99 << 3 >> 7, 42))
    guest = house.session()
    guest.say(bot_pb2.BotMessage.FromString(hello.SerializeToString() + unknown))
    assert guest.is_open


def test_what_is_refused_stays_out(house: House) -> None:
    """A right hello after the wrong first message, on the same stream, comes too late."""
    guest = house.session()
    guest.answer()
    guest.say_hello("left")
    assert guest.goodbye().reason == bot_pb2.GOODBYE_REASON_REFUSED
    guest.say_hello("left")
    assert guest.hear() is None
    assert (house.left.has_arrived, house.left.session) == (False, None)


# Asks and answers.


def test_asks_go_out_together_and_none_while_they_are_in_flight(left: Guest, right: Guest) -> None:
    """One message for all that waits; nothing until an answer comes; then all the rest at once."""
    first = left.questions()
    assert len(first) == 2
    assert right.answer_all()
    assert left.hear() is None
    left.answer(answer_to(first[0]))
    second = left.questions()
    assert len(second) == 2
    assert {each.request_id for each in first}.isdisjoint(each.request_id for each in second)
    assert left.hear() is None


def test_asks_wait_for_no_answer_once_nothing_is_open(left: Guest, right: Guest) -> None:
    """Nothing is in flight after the last answer: what comes up then goes out at once."""
    assert left.answer_all()
    assert left.hear() is None
    assert right.answer_all()
    assert len(left.questions()) == 4


async def test_the_window_bounds_what_is_open(clock: Clock, door: str) -> None:
    """A bot that wants two at a time has two, and gets the next for each one it answers."""
    house = House(clock, door, deals=8, tables=16)
    house.guest("right")
    left = house.guest(window=2)
    house.open()
    first = left.questions()
    assert len(first) == 2
    left.answer(answer_to(first[1]))
    assert len(left.questions()) == 1
    assert len(house.left.line.open) == 2


def test_answers_come_split_and_in_any_order(house: House, left: Guest, right: Guest) -> None:
    """Each answer names its question; the tables go on as if they had come together."""
    for seen in reversed(left.questions()):
        left.answer(answer_to(seen))
    house.play_on(left, right)
    assert (len(house.hands), house.faults, house.left.line.late) == (4, [], 0)


def test_a_second_answer_to_a_question_is_dropped(house: House, left: Guest) -> None:
    """The first one counts, though the second says something else: one decision, one dropped."""
    seen, _ = left.questions()
    left.answer(answer_to(seen), illegal(seen))
    left.answer(illegal(seen))
    assert (house.floor.decisions, house.left.line.late, house.faults) == (1, 2, [])


def test_an_unknown_answer_is_dropped(house: House, left: Guest) -> None:
    """Numbers that were never asked are counted, and nothing else comes of them."""
    first = left.questions()
    wrong = bot_pb2.Answer(request_id=first[0].request_id ^ 1 << 60, play=game_pb2.DOMINO_6_4)
    left.answer(wrong, bot_pb2.Answer(), bot_pb2.Answer(request_id=1, failure="I never was asked"))
    assert (house.floor.decisions, house.left.line.late, house.faults) == (0, 3, [])
    assert list(house.left.line.open) == [seen.request_id for seen in first]


def test_a_stale_answer_does_not_stop_the_clock(house: House, left: Guest) -> None:
    """A bot that repeats an old answer every second is late with the live question all the same."""
    old, live = left.questions()
    left.answer(answer_to(old))
    for _ in range(2):
        house.let_pass(SECOND)
        left.answer(answer_to(old))
    assert house.faults == []
    house.let_pass(MILLISECOND)
    assert [(fault.kind, fault.elapsed_us) for fault in house.faults] == [
        (FaultKind.TIMEOUT, 2 * SECOND + MILLISECOND)
    ]
    assert live.request_id not in house.left.line.open


def test_a_late_answer_is_not_applied(house: House, left: Guest) -> None:
    """50 ms too late: one TIMEOUT with the measured time; the answer itself is only counted."""
    late, other = left.questions()
    house.let_pass(2 * SECOND + 50 * MILLISECOND)
    left.answer(answer_to(late))
    assert (house.floor.decisions, house.left.line.late) == (0, 1)
    assert [(fault.kind, fault.elapsed_us) for fault in house.faults] == [
        (FaultKind.TIMEOUT, 2 * SECOND + TICK)
    ]
    house.let_pass(2 * SECOND)
    left.answer(answer_to(other))
    assert (house.floor.decisions, len(house.faults)) == (1, 1)


def test_a_legal_answer_found_late_before_the_clock_was_looked_at_is_late_too(
    house: House, left: Guest, clock: Clock
) -> None:
    """Late is late, whether a tick came between or not."""
    late, _ = left.questions()
    house.let_pass(2 * SECOND)
    clock.now += 1
    left.answer(answer_to(late))
    assert [(fault.kind, fault.elapsed_us) for fault in house.faults] == [
        (FaultKind.TIMEOUT, 2 * SECOND + 1)
    ]
    assert house.floor.decisions == 0


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        ({}, FaultKind.MALFORMED, "an empty answer"),
        ({"failure": "out of fuel"}, FaultKind.MALFORMED, "the bot failed: out of fuel"),
        ({"play": game_pb2.DOMINO_6_4}, FaultKind.ILLEGAL_ACTION, "a bid is due"),
        ({"bid_kind": 2, "bid_value": 29}, FaultKind.ILLEGAL_ACTION, "legal: pass, 30-41"),
    ],
)
def test_a_wrong_answer_is_told_to_the_bot_with_its_evidence(
    left: Guest, right: Guest, said: dict[str, object], kind: FaultKind, words: str
) -> None:
    """The next message holds the request, the kind, what was asked, what came and how long."""
    wrong, other = left.questions()
    left.answer(bot_pb2.Answer(request_id=wrong.request_id, **said))  # type: ignore[arg-type]
    left.answer(answer_to(other))
    assert right.answer_all()
    heard = left.hear()
    assert heard is not None
    (report,) = heard.faults
    assert (report.request_id, int(report.kind)) == (wrong.request_id, int(kind))
    assert words in report.reason
    assert "asked: bid with" in report.reason
    own, partner = sorted(heard.hands_over, key=lambda over: over.hand_id != wrong.hand_id)
    assert own.hand_id == wrong.hand_id
    assert {own.outcome, partner.outcome} == {game_pb2.OUTCOME_FORFEITED}
    assert (own.forfeited_by, partner.forfeited_by) == (0, 2)
    assert (own.fault, list(own.awards)) == (int(kind), [0, 1])


def test_every_seat_is_told_how_its_hand_ended(house: House, left: Guest, right: Guest) -> None:
    """Both seats of each bot at each table, each from its own side, before or with the goodbye."""
    house.play_on(left, right)
    house.hall.finish()
    left.goodbye()
    overs = [over for message in left.told for over in message.hands_over]
    seen = {each.hand_id for message in left.told for each in message.observations}
    assert len(overs) == len(seen) == 2 * len(house.hands) == 8
    assert {over.hand_id for over in overs} == seen
    of_left = [hand.awards[hand.rotation] for hand in house.hands]
    assert sorted(over.awards[0] for over in overs) == sorted(of_left * 2)


# Coming back.


def test_a_newer_connection_takes_over(house: House, left: Guest) -> None:
    """The older one is told so; what was open is asked anew, whole, with what is left of its time:
    the bot was a second at the oldest, and hadn't begun the others."""
    first = left.questions()
    house.let_pass(SECOND)
    newer = house.guest()
    again = newer.told[-1].observations
    goodbye = left.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_REPLACED
    assert goodbye.text == "a newer connection of this bot took over"
    assert {each.request_id for each in first}.isdisjoint(each.request_id for each in again)
    assert [each.cap_us for each in again] == [SECOND, *[2 * SECOND] * (len(first) - 1)]
    again[0].cap_us = first[0].cap_us
    for old, new in zip(first, again, strict=True):
        new.request_id = old.request_id
        assert new == old
        assert new.cap_us > 0
        assert new.bank_us > 0
    house.let_pass(SECOND)
    assert (house.faults, house.left.line.presence) == ([], Presence.HERE)


def test_the_replaced_connection_is_fenced_off(house: House, left: Guest) -> None:
    """Its answers change nothing, its end is nobody's loss, and it takes no notice with it."""
    first = left.questions()
    left.answer(illegal(first[0]))
    newer = house.session()
    newer.say_hello("left")
    left.answer(answer_to(first[1]))
    assert (house.floor.decisions, len(house.faults)) == (0, 1)
    left.goodbye()
    left.session.lost()
    assert newer.hear() is not None
    assert house.left.line.presence is Presence.HERE
    assert house.left.session is newer.session
    assert [message for message in left.told if message.faults] == []
    told = [report.request_id for message in newer.told for report in message.faults]
    assert told == [first[0].request_id]


def test_a_lost_bot_is_asked_anew_when_it_comes_back(
    house: House, left: Guest, right: Guest
) -> None:
    """Within the grace nothing is lost: the same questions under other numbers, and no fault."""
    first = left.questions()
    left.session.lost()
    assert (house.left.line.presence, house.left.session) == (Presence.AWAY, None)
    assert left.hear() is None
    again = house.guest()
    asked = again.told[-1].observations
    assert [each.hand_id for each in asked] == [each.hand_id for each in first]
    again.answer(*map(answer_to, asked))
    house.play_on(again, right)
    assert (len(house.hands), house.faults) == (4, [])


def test_a_bot_that_is_lost_at_every_question_ends_typed(
    house: House, left: Guest, right: Guest
) -> None:
    """Its questions are asked anew so often and no oftener: DISCONNECTED, and the run ends."""
    connections = 0
    while not house.floor.over:
        connections += 1
        assert connections < 1_000
        house.play_on(right)
        left.hear()
        left.session.lost()
        left = house.guest()
    assert {(fault.bot, fault.kind) for fault in house.faults} == {("left", FaultKind.DISCONNECTED)}
    assert len(house.hands) == len(house.faults) == 4
    assert connections > MOST_LOSSES


def test_a_bot_that_dials_anew_at_every_question_ends_typed(
    house: House, left: Guest, right: Guest
) -> None:
    """Replacing its own connection for ever, rather than dropping it, helps as little."""
    connections = 0
    while not house.floor.over:
        connections += 1
        assert connections < 1_000
        house.play_on(right)
        left.hear()
        left = house.guest()
    assert {(fault.bot, fault.kind) for fault in house.faults} == {("left", FaultKind.DISCONNECTED)}
    assert connections > MOST_LOSSES


def test_a_bot_that_answers_one_question_a_connection_is_played_with(
    house: House, left: Guest, right: Guest
) -> None:
    """Losses count for a question, not for a hand: whoever answers before it is lost gets on."""
    connections = 0
    while not house.floor.over:
        connections += 1
        assert connections < 1_000
        house.play_on(right)
        heard = left.told[-1] if left.told[-1].observations else left.hear()
        if heard is not None and heard.observations:
            left.answer(answer_to(heard.observations[0]))
        left.session.lost()
        left = house.guest()
    assert (house.faults, len(house.hands)) == ([], 4)
    assert connections > 4 * MOST_LOSSES


def test_a_bot_that_was_given_up_cannot_come_back(house: House, left: Guest) -> None:
    """Its tables ended by its fault; a later hello is refused in words."""
    left.session.lost()
    house.floor.give_up(house.left.line, FaultKind.DISCONNECTED)
    again = house.session()
    again.say_hello("left")
    goodbye = again.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_REFUSED
    assert goodbye.text == "bot left was away for too long and has been given up"
    assert house.left.line.presence is Presence.GONE
    assert {fault.kind for fault in house.faults} == {FaultKind.DISCONNECTED}


# How a session ends.


async def test_bytes_that_are_no_message_end_the_session(house: House, left: Guest) -> None:
    """MISBEHAVED, with how many bytes there were; what follows on that stream is dropped."""
    first = left.questions()
    answer = bot_pb2.BotMessage(answers=[answer_to(first[0])]).SerializeToString()
    coming = iter([b"\xff" * 9, answer, grpc.aio.EOF])

    async def read() -> object:
        return next(coming)

    await read_all(left.session, read)
    goodbye = left.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_MISBEHAVED
    assert goodbye.text == "9 bytes that are no message of this protocol"
    assert house.floor.decisions == 0


def test_more_answers_than_could_be_open_end_the_session(house: House, left: Guest) -> None:
    """A flood would hold up every other bot: MISBEHAVED, and none of it is read."""
    left.questions()
    left.answer(*[bot_pb2.Answer()] * (config.LARGEST_WINDOW + 1))
    goodbye = left.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_MISBEHAVED
    assert goodbye.text == "4097 answers in one message, more than could ever be open"
    assert (house.left.line.late, house.faults) == (0, [])


def test_a_silent_bot_is_told_that_it_stalled(house: House, left: Guest, right: Guest) -> None:
    """After cap and grace the session ends; within its grace the bot dials in and plays on."""
    left.questions()
    house.let_pass(7 * SECOND)
    assert left.hear() is None
    house.let_pass(TICK)
    goodbye = left.goodbye()
    assert goodbye.reason == bot_pb2.GOODBYE_REASON_STALLED
    assert "dial in again" in goodbye.text
    left.session.lost()
    again = house.guest()
    assert house.told[-2:] == [("lost", "left", "stalled"), ("back", "left", "")]
    again.answer(*map(answer_to, again.told[-1].observations))
    house.play_on(again, right)
    assert [fault.kind for fault in house.faults] == [FaultKind.TIMEOUT, FaultKind.STALLED]
    assert len(house.hands) == 4


@pytest.mark.parametrize("kind", [FaultKind.STALLED, FaultKind.DISCONNECTED])
def test_a_bot_that_stays_away_is_given_up_for_what_it_did(
    house: House, left: Guest, right: Guest, kind: FaultKind
) -> None:
    """Every table that needs it ends: STALLED if it fell silent, DISCONNECTED if it was lost."""
    left.questions()
    if kind is FaultKind.STALLED:
        house.let_pass(7 * SECOND + TICK)
    left.session.lost()
    house.let_pass(round(config.RECONNECT_GRACE * SECOND) + TICK)
    assert house.told[-1] == ("given up", "left", str(kind))
    house.play_on(right)
    assert house.floor.over
    assert len(house.hands) == 4
    assert {fault.bot for fault in house.faults} == {"left"}
    assert house.faults[-1].kind is kind


async def test_the_last_goodbye_carries_the_last_notices(
    house: House, left: Guest, right: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How the last hands ended is told beside the goodbye: nobody asks any more."""
    monkeypatch.setattr(config, "CLOCK_TICK", 0.0)
    house.play_on(left, right)
    await asyncio.wait_for(house.hall.play(house.floor, house), 10)
    goodbye = left.goodbye()
    assert (goodbye.reason, goodbye.text) == (bot_pb2.GOODBYE_REASON_FINISHED, "all is played")
    assert len(left.told[-1].hands_over) > 0
    assert sum(len(message.hands_over) for message in left.told) == 2 * len(house.hands)


def test_after_goodbye_nothing_is_heard_or_said(house: House, left: Guest) -> None:
    """The session is closed: answers are dropped, and a second goodbye is not said."""
    first = left.questions()
    left.session.close(Leaving.SHUTDOWN, "the arena closes")
    left.goodbye()
    left.answer(*map(answer_to, first))
    left.session.close(Leaving.SHUTDOWN, "the arena closes")
    assert left.hear() is None
    assert house.floor.decisions == 0


async def test_both_doors_lead_to_the_same_game(clock: Clock) -> None:
    """The same bots by either door play the same hands to the last tile and microsecond."""
    by_door = []
    for door in ("dialled", "joined"):
        clock.now = 1_000 * SECOND
        house = House(clock, door, deals=6, tables=5)
        right, left = house.guest("right"), house.guest()
        house.open()
        house.play_on(left, right)
        assert house.floor.over
        by_door.append(house.hands)
    assert len(by_door[0]) == 12
    assert by_door[0] == by_door[1]
