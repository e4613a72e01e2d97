"""The manual says what the code does: proto/README.md is held to the arena and to the protos."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message

from arena import config
from arena.net import wire
from arena.net.observation import observation
from arena.net.stream import SERVER_OPTIONS
from arena.play.clocks import NO_LIMIT, SECOND, TimeControl
from arena.play.deals import deal, shuffled
from arena.play.faults import POLICY, Cost, Fault
from arena.play.floor import MOST_LOSSES, Floor, Listeners
from arena.play.line import MOST_FRESH, Line
from arena.play.table import Seat, Table
from arena.rules.bids import PASS, Bid
from arena.rules.contracts import Call
from arena.rules.hand import Action
from arena.rules.presets import PRESETS, STANDARD
from arena.rules.tiles import Tile, say, tiles_in
from texas42.v1 import arena_pb2, bot_pb2, game_pb2

MANUAL = (Path(__file__).parents[2] / "proto/README.md").read_text("utf-8")
PROTOS = (game_pb2, bot_pb2, arena_pb2)
TIME = TimeControl()
WORDS = {3: "three"}


def section(title: str) -> str:
    """What stands under a heading, down to the next heading of any depth."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", MANUAL, re.M | re.S)
    assert found is not None, f"the manual has no heading {title!r}"
    return found[1]


def rows(title: str) -> list[list[str]]:
    """The rows of the tables under a heading, without their heads."""
    lines = re.findall(r"^ *\|(.*)\|$", section(title), re.M)
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    ruled = [place for place, row in enumerate(cells) if {*"".join(row)} == {"-"}]
    heads = {place - 1 for place in ruled}
    return [row for place, row in enumerate(cells) if place not in heads.union(ruled)]


def first_names(title: str) -> list[str]:
    """The code names in the first cell of each row."""
    return [name for row in rows(title) for name in re.findall(r"`(\w+)`", row[0])]


def blocks(title: str) -> list[Any]:
    """The JSON under a heading."""
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", section(title), re.S)]


def as_shown(message: Message) -> Any:
    """A message as the manual shows it."""
    return MessageToDict(message, preserving_proto_field_name=True)


# The worked hand.

REQUEST_ID, HAND_ID = 81985529216486901, 4436671097853771981
MS = 1000
ASKED_AT = 10 * SECOND
AUCTION: tuple[tuple[Action, int], ...] = (
    (PASS, MS), (Bid.points(31), 46 * MS), (PASS, MS), (PASS, MS), (Call.FIVES, 24_500),
)  # fmt: skip
PLAYED = ("6-5", "5-5", "5-3", "5-4", "4-3", "4-0", "4-1")


class Worked:
    """The worked hand, played by the floor up to the question that the manual shows."""

    def __init__(self) -> None:
        lines: list[Line[Seat]] = [Line(bot, 256, TIME, salt=1) for bot in ("a", "b")]
        for line in lines:
            line.connected(256, 0)
        table = Table(0, STANDARD, deal("1", 0), lines * 2, TIME.bank)
        self.faults: list[Fault] = []
        self.endings: list[bytes] = []
        listeners = Listeners([self._end], [lambda _, fault: self.faults.append(fault)])
        self.floor = Floor(iter([table]), 1, listeners)
        self.floor.fill()
        self.now = 0
        for action, elapsed in AUCTION:
            self.answer(self.ask(table), action, elapsed)
        for tile in PLAYED:
            self.answer(self.ask(table), Tile.parse(tile), 2500)
        self.seat = self.ask(table)
        del self.seat.line.open[self.seat.request_id]
        self.seat.request_id, self.seat.hand_id = REQUEST_ID, HAND_ID
        self.seat.written = self.seat.contract = b""
        self.seat.line.open[REQUEST_ID] = self.seat

    def ask(self, table: Table) -> Seat:
        (seat,) = table.ask().line.take(self.now)
        return seat

    def answer(self, seat: Seat, action: Action, elapsed: int) -> None:
        self.now += elapsed
        self.floor.hear(seat.line, [(seat.request_id, action, 0)], self.now)

    def _end(self, table: Table) -> None:
        self.endings += wire.hands_over(table)[2:3]


def test_the_worked_observation_is_what_the_arena_asks() -> None:
    """Field by field, and as long as the manual says."""
    asked = observation(Worked().seat)
    shown, _ = blocks("A worked observation")
    assert shown == as_shown(bot_pb2.Observation.FromString(asked))
    assert f"this observation has {len(asked)} bytes" in section("A worked observation")


def test_the_worked_answer_is_read_and_legal() -> None:
    """It names the question and one of the tiles listed there."""
    question, answer = blocks("A worked observation")
    message = ParseDict(answer, bot_pb2.BotMessage())
    assert [(REQUEST_ID, Tile.parse("4-4"), 0)] == [*wire.answers(message)]
    assert answer["answers"][0]["play"] in question["legal_plays"]


def test_the_worked_fault_is_what_the_bot_is_told() -> None:
    """The wrong tile gives the report and the ending that the manual shows."""
    worked = Worked()
    worked.answer(worked.seat, Tile.parse("5-0"), 2500)
    (fault,), (ending,) = worked.faults, worked.endings
    assert blocks("HandOver and FaultReport") == [
        as_shown(wire.fault_report(fault, REQUEST_ID)),
        as_shown(bot_pb2.HandOver.FromString(ending)),
    ]


def test_the_rules_are_those_of_the_presets() -> None:
    """The preset `standard` in full, and the two fields in which `n42pa` differs."""
    standard, other = wire.rules(STANDARD), wire.rules(PRESETS["n42pa"])
    assert blocks("Rules") == [as_shown(standard)]
    names = (field.name for field in standard.DESCRIPTOR.fields)
    differing = {name for name in names if getattr(standard, name) != getattr(other, name)}
    assert differing == {"preset", "stacking", "needs_memory"}
    assert game_pb2.Stacking.Name(other.stacking) in section("Rules")
    assert other.needs_memory


def test_every_call_is_in_the_table() -> None:
    """By its name, with the pips drawn together."""
    named = {name for row in rows("Calls") for name in re.findall(r"`(\w+)`", row[0])}
    assert named == {call.name for call in Call} - {call.name for call in list(Call)[1:6]}


def test_the_other_tables() -> None:
    """Tiles, those taken out, points and sides, as the preset for all numbers of players has it."""
    preset = PRESETS["sheet_gl"]
    tables = [preset.for_players(players) for players in preset.player_counts]
    assert [row[:4] for row in rows("Other tables")] == [
        [
            str(options.players),
            str(options.tiles_per_seat),
            " ".join(str(tile) for tile in tiles_in(options.removed)) or "none",
            str(options.total_points),
        ]
        for options in tables
    ]
    assert [row[4][0] for row in rows("Other tables")] == [
        str(options.seating.sides) for options in tables
    ]


def test_the_worked_deal_for_three() -> None:
    """The order is that of the first worked deal, and the hands are what the arena deals."""
    (block,) = re.findall(r"^```text\n(players .*?)^```$", MANUAL, re.M | re.S)
    fields = dict(re.findall(r"^(\w+) +(.+)$", block, re.M))
    options = PRESETS["sheet_gl"].for_players(int(fields["players"]))
    seed, index = fields["seed"], int(fields["index"])
    dealt = deal(seed, index, options)
    assert list(map(int, fields["order"].split())) == shuffled(seed, index)
    assert [fields[seat] for seat in "ABC"] == [say(hand) for hand in dealt.hands]
    assert fields["shaker"] == "ABC"[dealt.shaker]


# Numbers.


def seconds(number: float) -> str:
    return f"{number:g} s"


def test_the_clocks() -> None:
    """The table of cap, bank, floor, grace and increment holds the defaults of TimeControl."""
    assert [row[:2] for row in rows("Time")] == [
        ["cap", seconds(TIME.cap / SECOND)],
        ["bank", seconds(TIME.bank / SECOND)],
        ["floor", f"{TIME.floor // MS} ms"],
        ["grace", seconds(TIME.grace / SECOND)],
        ["increment", seconds(TIME.increment / SECOND)],
    ]


def test_the_other_deadlines() -> None:
    """Each row begins with the number that the arena goes by."""
    expected = (
        config.CONNECT_DEADLINE,
        config.DESCRIBE_DEADLINE,
        config.HELLO_DEADLINE,
        config.START_DEADLINE,
        config.JOIN_DEADLINE,
        config.RECONNECT_GRACE,
        (TIME.cap + TIME.grace) / SECOND,
        config.DESCRIBE_DEADLINE,
        config.GOODBYE_DEADLINE,
        config.QUIT_DEADLINE,
    )
    found = [re.findall(r"\b[\d.]+ s\b", row[1])[:1] for row in rows("Other deadlines")]
    assert found == [[seconds(each)] for each in expected]


def test_the_window() -> None:
    """What a bot gets that asks for nothing, and the most it gets."""
    assert rows("The window") == [
        ["stream", str(config.STREAM_WINDOW), str(config.LARGEST_WINDOW)],
        ["unary calls", str(config.UNARY_WINDOW), str(config.LARGEST_UNARY_WINDOW)],
    ]


def test_the_probes() -> None:
    """A dialled bot is probed more rarely than gRPC's defaults forbid, a joined one often."""
    assert rows("Settings of your gRPC library") == [
        ["was dialled or started", seconds(config.DIALLED_KEEPALIVE_MS / 1000)],
        ["dialled in", seconds(config.KEEPALIVE_MS / 1000)],
    ]


ALLOWED = dict(SERVER_OPTIONS)["grpc.http2.min_ping_interval_without_data_ms"] / 1000
PAUSES = ", ".join(f"{pause:g}" for pause in config.RETRY_PAUSES[:-1])


@pytest.mark.parametrize(
    ("title", "phrase"),
    [
        ("The model", f"{config.TABLES} unless it is told otherwise"),
        ("The simple way in", f"a `window` of up to {config.LARGEST_UNARY_WINDOW} calls at once"),
        ("The two doors", f"it tries again for {config.START_DEADLINE:g} s"),
        ("The two doors", f"It waits {config.JOIN_DEADLINE:g} s, unless"),
        ("The two doors", f"the last {config.LOG_TAIL} lines are shown"),
        ("The two doors", f"and SIGKILL {config.QUIT_DEADLINE:g} s later"),
        ("The two doors", f"answer within {config.START_DEADLINE:g} s of being started"),
        ("The two doors", f"started again, {WORDS[config.MOST_RESTARTS]} times at most"),
        (
            "Settings of your gRPC library",
            f"doesn't answer a probe within {config.KEEPALIVE_TIMEOUT_MS / 1000:g} s",
        ),
        ("Settings of your gRPC library", f"no more often than every {ALLOWED:g} s"),
        (
            "Settings of your gRPC library",
            f"A message of yours may have {config.LARGEST_MESSAGE >> 20} MiB",
        ),
        ("The life of a connection", f"within {config.HELLO_DEADLINE:g} s of the stream's opening"),
        ("The life of a connection", f"the arena waits {config.GOODBYE_DEADLINE:g} s for that"),
        ("Coming back", f"after {PAUSES} s and then every {config.RETRY_PAUSES[-1]:g} s"),
        ("Coming back", f"You have {config.RECONNECT_GRACE:g} s to come back"),
        ("Coming back", f"may be lost with {WORDS[MOST_LOSSES]} connections and is asked anew"),
        ("Faults", f"one question was lost with more than {WORDS[MOST_LOSSES]} connections"),
        ("HandOver and FaultReport", f"If more than {config.MOST_NOTICES} of a kind wait"),
        ("What can be asked of the arena", f"at `{config.ARENA_ADDRESS}` unless told otherwise"),
        ("Time", f"both are {NO_LIMIT}, nothing is ever late"),
        ("When time runs out", f"Silence is ruled on every {config.CLOCK_TICK * 1000:g} ms"),
        ("When time runs out", f"longer than {config.STALL * 1000:g} ms"),
        ("When time runs out", f"One question gets {WORDS[MOST_FRESH]} fresh deadlines at most"),
        ("When time runs out", f"Silent for {(TIME.cap + TIME.grace) / SECOND:g} s (cap and"),
        ("When time runs out", f"Come back within {config.RECONNECT_GRACE:g} s"),
        ("Versions", f"The protocol's own version is {wire.PROTOCOL}, and"),
    ],
)
def test_a_number_in_the_text(title: str, phrase: str) -> None:
    """The sentence stands there with the number that the code has."""
    assert phrase in " ".join(section(title).split())


def test_how_the_window_follows() -> None:
    """It starts at the number of questions that the manual says, for the default cap."""
    line: Line[Seat] = Line("a", config.STREAM_WINDOW, TIME, salt=1)
    said = " ".join(section("The window").split())
    assert f"which is {line.window_now} questions" in said
    line.measured(0, 1)
    assert line.window_now == TIME.cap // 2 // (TIME.cap // 32 * 7 // 8)
    assert "1/32 of the cap" in said
    assert "moves by 1/8 towards" in said


# Names.


def test_the_kinds_of_fault() -> None:
    """Every kind has its row, with what the policy says it costs."""
    costs = {Cost.FORFEIT_DEAL: "forfeited", Cost.VOID_DEAL: "void"}
    assert [row[0] for row in rows("Faults")] == [f"`{kind.name}`" for kind in POLICY]
    for row, cost in zip(rows("Faults"), POLICY.values(), strict=True):
        assert re.findall("forfeited|void", row[2])[0] == costs[cost]


def test_the_goodbyes() -> None:
    """Every reason has its row."""
    assert first_names("Goodbyes") == [
        name.removeprefix("GOODBYE_REASON_")
        for name, number in bot_pb2.GoodbyeReason.items()
        if number
    ]


@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("Observation", bot_pb2.Observation),
        ("Rules", game_pb2.Rules),
        ("BotInfo", bot_pb2.BotInfo),
    ],
)
def test_every_field_has_its_row(title: str, message: type[Message]) -> None:
    """Each field stands in the first column once; tables of other things don't count."""
    names = {field.name for field in message.DESCRIPTOR.fields}
    assert sorted(first_names(title)) == sorted(names)


def names_of_the_protos() -> Iterator[str]:
    for proto in PROTOS:
        yield from proto.DESCRIPTOR.message_types_by_name
        for service in proto.DESCRIPTOR.services_by_name.values():
            yield service.name
            yield from (method.name for method in service.methods)


@pytest.mark.parametrize("name", [*names_of_the_protos()])
def test_every_message_and_every_call_is_mentioned(name: str) -> None:
    """By its name, set as code."""
    assert re.search(rf"`(\w+\.)?{name}(\.\w+)?`", MANUAL)


def test_the_calls() -> None:
    """The overview has every call, with its request and its response."""
    expected = [
        [method.name, method.input_type.name, method.output_type.name]
        for proto in PROTOS
        for service in proto.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    ]
    found = [[re.findall(r"`(\w+)`", cell)[0] for cell in row] for row in rows("The messages")]
    assert sorted(found) == sorted(expected)


def test_names_in_code_exist() -> None:
    """What is written like a value of an enum or a message with its field is one."""
    values = {name for proto in PROTOS for enum in proto.DESCRIPTOR.enum_types_by_name.values()
              for name in enum.values_by_name}  # fmt: skip
    fields = {
        f"{message.name}.{field.name}"
        for proto in PROTOS
        for message in proto.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
    }
    prefixes = "|".join(
        enum.values[0].name.removesuffix("_UNSPECIFIED")
        for proto in PROTOS
        for enum in proto.DESCRIPTOR.enum_types_by_name.values()
    )
    assert {*re.findall(rf"\b(?:{prefixes})_[A-Z0-9_]+\b", MANUAL)} <= values | {"CALL_TRUMP"}
    assert {*re.findall(r"`([A-Z]\w+\.[a-z_]+)`", MANUAL)} <= fields


def test_links_lead_somewhere() -> None:
    """Every link to a heading finds one, and every link to a file finds the file."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", MANUAL, flags=re.S), re.M)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(([^)]+)\)", MANUAL)
    room = Path(__file__).parents[2] / "proto"
    lost = [
        link
        for link in links
        if not (link[1:] in anchors if link[0] == "#" else (room / link).exists())
    ]
    assert lost == []
