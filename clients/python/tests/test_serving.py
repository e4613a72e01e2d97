"""The door for an arena that dials, through a real socket with a stock gRPC client."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from texas42 import Bid, Bot, Call, Domino, HandOver, Observation
from texas42.limits import SLOW_AT_ONCE
from texas42.serving import offer
from texas42.testing import bidding, calling, playing
from texas42.v1 import bot_pb2, bot_pb2_grpc, game_pb2

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"
Start = Callable[..., tuple["subprocess.Popen[str]", str]]


class Last(Bot):
    id = "last"

    def bid(self, seen: Observation) -> Bid:
        return seen.legal_bids[-1]

    def call_trump(self, seen: Observation) -> Call:
        return seen.legal_calls[-1]

    def play(self, seen: Observation) -> Domino:
        return seen.legal_plays[-1]


@asynccontextmanager
async def offered(bot: Bot, path: Path) -> AsyncIterator[Any]:
    """A bot served in this process, and a client of it."""
    stop = asyncio.Event()
    serving = asyncio.create_task(offer(bot, f"unix:{path}/bot.sock", stop))
    async with grpc.aio.insecure_channel(f"unix:{path}/bot.sock") as channel:
        stub = bot_pb2_grpc.BotServiceStub(channel)
        await stub.Describe(bot_pb2.DescribeRequest(), wait_for_ready=True)
        yield stub
    stop.set()
    await serving


async def test_unary_calls(tmp_path: Path) -> None:
    async with offered(Last(), tmp_path) as stub:
        bot = (await stub.Describe(bot_pb2.DescribeRequest())).bot
        assert (bot.id, bot.protocol_max, bot.window) == ("last", 1, 256)
        bid = await stub.Bid(bot_pb2.BidRequest(observation=bidding(HAND, ["30"]).message))
        assert (bid.request_id, bid.kind, bid.value) == (1, game_pb2.BID_KIND_MARKS, 2)
        call = await stub.CallTrump(bot_pb2.CallTrumpRequest(observation=calling(HAND).message))
        assert (call.request_id, call.call) == (1, game_pb2.CALL_FOLLOW_ME)
        play = await stub.Play(bot_pb2.PlayRequest(observation=playing(HAND, "fives").message))
        assert (play.request_id, play.play) == (1, game_pb2.DOMINO_6_6)


async def test_unary_calls_say_how_long_the_bot_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own clock, at each of the three; an asynchronous method with what it waited for."""
    now = 0.0

    class Thoughtful(Last):
        def bid(self, seen: Observation) -> Bid:
            pass_time(0.25)
            return seen.legal_bids[-1]

        def call_trump(self, seen: Observation) -> Call:
            pass_time(10_000)
            return seen.legal_calls[-1]

        async def play(self, seen: Observation) -> Domino:  # type: ignore[override]
            await asyncio.sleep(0)
            pass_time(0.5)
            return seen.legal_plays[-1]

    def pass_time(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr("texas42.service.perf_counter", lambda: now)
    async with offered(Thoughtful(), tmp_path) as stub:
        bid = await stub.Bid(bot_pb2.BidRequest(observation=bidding(HAND, ["30"]).message))
        call = await stub.CallTrump(bot_pb2.CallTrumpRequest(observation=calling(HAND).message))
        play = await stub.Play(bot_pb2.PlayRequest(observation=playing(HAND, "fives").message))
    assert (bid.think_us, call.think_us, play.think_us) == (250_000, 2**32 - 1, 500_000)


async def test_unary_news(tmp_path: Path) -> None:
    heard: list[object] = []

    async def hear(result: HandOver) -> None:
        heard.append(result.hand_id)

    bot = Last()
    bot.on_hand_over(hear)
    bot.on_fault(lambda report: heard.append(report.reason))
    async with offered(bot, tmp_path) as stub:
        await stub.Notify(
            bot_pb2.NotifyRequest(
                hands_over=[bot_pb2.HandOver(hand_id=4)],
                faults=[bot_pb2.FaultReport(reason="late")],
                goodbye=bot_pb2.Goodbye(text="well played"),
            )
        )
    assert heard == [4, "late"]


async def test_a_failure_ends_a_unary_call_with_its_reason(tmp_path: Path) -> None:
    async with offered(Last(), tmp_path) as stub:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stub.Play(bot_pb2.PlayRequest())
        assert caught.value.code() is grpc.StatusCode.INTERNAL
        assert caught.value.details() == "IndexError: tuple index out of range"
        await stub.Play(bot_pb2.PlayRequest(observation=playing(HAND, "fives").message))


async def test_unary_calls_carry_their_rules(tmp_path: Path) -> None:
    class Curious(Last):
        async def play(self, seen: Observation) -> Domino:  # type: ignore[override]
            assert seen.rules.preset == "n42pa"
            return seen.legal_plays[0]

    async with offered(Curious(), tmp_path) as stub:
        observation = playing(HAND, "fives").message
        rules = game_pb2.Rules(preset="n42pa")
        answer = await stub.Play(bot_pb2.PlayRequest(observation=observation, rules=rules))
        assert answer.play == game_pb2.DOMINO_0_0


def questions(*numbers: int) -> bot_pb2.ArenaMessage:
    message = bot_pb2.ArenaMessage()
    for number in numbers:
        message.observations.add().CopyFrom(playing(HAND, "fives").message)
        message.observations[-1].request_id = number
    return message


async def answers(session: Any, count: int) -> list[int]:
    numbers: list[int] = []
    while len(numbers) < count:
        numbers += [answer.request_id for answer in (await session.read()).answers]
    return numbers


async def test_a_session(tmp_path: Path) -> None:
    async with offered(Last(), tmp_path) as stub:
        session = stub.Session()
        assert (await session.read()).hello.bot.id == "last"
        await session.write(bot_pb2.ArenaMessage(welcome=bot_pb2.Welcome(protocol=1)))
        await session.write(questions(*range(1, 101)))
        assert sorted(await answers(session, 100)) == list(range(1, 101))
        goodbye = bot_pb2.Goodbye(reason=bot_pb2.GOODBYE_REASON_FINISHED)
        await session.write(bot_pb2.ArenaMessage(goodbye=goodbye))
        assert await session.read() is grpc.aio.EOF
        assert await session.code() is grpc.StatusCode.OK


async def test_a_session_of_a_slow_bot_gives_what_is_finished(tmp_path: Path) -> None:
    gate = threading.Event()

    class Slow(Last):
        def play(self, seen: Observation) -> Domino:
            if seen.request_id == 1:
                time.sleep(1.5 * SLOW_AT_ONCE)  # so slow that it moves to its thread
            if seen.request_id == 4:
                gate.wait()
            return seen.legal_plays[0]

    async with offered(Slow(), tmp_path) as stub:
        session = stub.Session()
        await session.read()
        await session.write(questions(1))
        assert await answers(session, 1) == [1]
        await session.write(questions(2, 3, 4, 5))
        assert await answers(session, 2) == [2, 3]
        gate.set()
        assert await answers(session, 2) == [4, 5]
        play = await stub.Play(bot_pb2.PlayRequest(observation=playing(HAND, "fives").message))
        assert play.play == game_pb2.DOMINO_0_0
        session.cancel()


async def test_a_lost_session_leaves_the_bot_ready_for_the_next(tmp_path: Path) -> None:
    async with offered(Last(), tmp_path) as stub:
        for _ in range(3):
            session = stub.Session()
            await session.read()
            await session.write(questions(1))
            assert await answers(session, 1) == [1]
            session.cancel()


async def test_stock_tools_find_the_service(tmp_path: Path) -> None:
    health = pytest.importorskip("grpc_health.v1.health_pb2")
    health_calls = pytest.importorskip("grpc_health.v1.health_pb2_grpc")
    reflection = pytest.importorskip("grpc_reflection.v1alpha.reflection_pb2")
    reflection_calls = pytest.importorskip("grpc_reflection.v1alpha.reflection_pb2_grpc")
    async with (
        offered(Last(), tmp_path),
        grpc.aio.insecure_channel(f"unix:{tmp_path}/bot.sock") as channel,
    ):
        request = health.HealthCheckRequest(service="texas42.v1.BotService")
        answer = await health_calls.HealthStub(channel).Check(request)
        assert answer.status == health.HealthCheckResponse.SERVING
        listing = reflection_calls.ServerReflectionStub(channel).ServerReflectionInfo()
        await listing.write(reflection.ServerReflectionRequest(list_services=""))
        found = (await listing.read()).list_services_response.service
        assert "texas42.v1.BotService" in [service.name for service in found]
        listing.cancel()


def test_a_port_in_use_is_one_line(start: Start) -> None:
    _, address = start("-m", "texas42.house", "first", "--listen", "localhost:0")
    second = run_house("first", "--listen", address)
    assert second.returncode == 1
    assert second.stderr == f"texas42: can't listen on {address}: it is in use\n"


def test_a_unix_socket_in_use_is_one_line(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "x.sock"
    _, address = start("-m", "texas42.house", "first", "--listen", f"unix:{path}")
    second = run_house("first", "--listen", address)
    assert (second.returncode, second.stderr) == (
        1,
        f"texas42: can't listen on {address}: it is in use\n",
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_bot(start: Start, number: signal.Signals, tmp_path: Path) -> None:
    process, address = start("-m", "texas42.house", "rule", "--listen", f"unix:{tmp_path}/x.sock")
    with grpc.insecure_channel(address) as channel:
        said = iter(bot_pb2_grpc.BotServiceStub(channel).Session(iter(())))
        assert next(said).hello.bot.id == "rule"
        process.send_signal(number)
        assert process.wait() == 0
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()


def test_a_signal_stops_a_bot_that_never_ends_thinking(start: Start, tmp_path: Path) -> None:
    stuck = tmp_path / "stuck.py"
    stuck.write_text(
        "import sys\n"
        "from texas42 import Bot, serve\n"
        "class Stuck(Bot):\n"
        "    def bid(self, seen):\n"
        "        print('thinking', file=sys.stderr, flush=True)\n"
        "        while True: pass\n"
        "    call_trump = play = bid\n"
        "serve(Stuck())\n"
    )
    process, address = start(str(stuck), ARENA42_LISTEN=f"unix:{tmp_path}/x.sock")
    with grpc.insecure_channel(address) as channel:
        asked = bot_pb2_grpc.BotServiceStub(channel).Bid.future(bot_pb2.BidRequest())
        assert process.stderr is not None
        assert process.stderr.readline() == "thinking\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 1
        assert "ended all the same" in process.stderr.read()
        assert asked.exception() is not None


def run_house(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "texas42.house", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_bot_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    script = tmp_path / "none.py"
    script.write_text("from texas42 import Bot, serve\nserve(Bot(id='mine'))\n")
    ended = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (1, "texas42: the bot 'mine' has no bid\n")
