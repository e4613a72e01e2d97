"""The door for an arena that can't dial the bot, at a small arena that says what a test wants."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from texas42 import Bid, Bot, Call, Domino, Observation, joining
from texas42.joining import visit
from texas42.lifetime import Refusal
from texas42.testing import playing
from texas42.v1 import arena_pb2_grpc, bot_pb2

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"
Script = Callable[[Any], Awaitable[None]]


class Last(Bot):
    id = "last"

    def bid(self, seen: Observation) -> Bid:
        return seen.legal_bids[-1]

    def call_trump(self, seen: Observation) -> Call:
        return seen.legal_calls[-1]

    def play(self, seen: Observation) -> Domino:
        return seen.legal_plays[-1]


class Arena(arena_pb2_grpc.ArenaServiceServicer):
    """Follows one script a connection, the last one from then on."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = list(scripts)
        self.visits = 0

    async def Join(  # type: ignore[override]
        self, request_iterator: object, context: Any
    ) -> None:
        script = self.scripts[min(self.visits, len(self.scripts) - 1)]
        self.visits += 1
        await script(context)

    ListBots = GetLeaderboard = GetMatch = None  # type: ignore[assignment]


@asynccontextmanager
async def opened(path: Path, *scripts: Script) -> AsyncIterator[tuple[Arena, str]]:
    arena = Arena(*scripts)
    server = grpc.aio.server()
    arena_pb2_grpc.add_ArenaServiceServicer_to_server(arena, server)
    address = f"unix:{path}/arena.sock"
    server.add_insecure_port(address)
    await server.start()
    yield arena, address
    await server.stop(0)


def goodbye(reason: "bot_pb2.GoodbyeReason.ValueType", text: str = "") -> bot_pb2.ArenaMessage:
    return bot_pb2.ArenaMessage(goodbye=bot_pb2.Goodbye(reason=reason, text=text))


async def one_game(context: Any) -> None:
    """Lets the bot in, asks three times in one message, and says goodbye."""
    assert (await context.read()).hello.bot.id == "last"
    await context.write(bot_pb2.ArenaMessage(welcome=bot_pb2.Welcome(protocol=1, arena="test")))
    question = bot_pb2.ArenaMessage(observations=[playing(HAND, "fives").message] * 3)
    await context.write(question)
    answers: list[str] = []
    while len(answers) < 3:
        answers += [str(Domino(answer.play)) for answer in (await context.read()).answers]
    assert answers == ["6-6"] * 3
    await context.write(goodbye(bot_pb2.GOODBYE_REASON_FINISHED, "well played"))


async def refuse(context: Any) -> None:
    await context.read()
    await context.write(goodbye(bot_pb2.GOODBYE_REASON_REFUSED, "the name is taken"))


async def hang_up(context: Any) -> None:
    await context.read()


async def break_off(context: Any) -> None:
    await context.abort(grpc.StatusCode.UNAVAILABLE, "restarting")


async def wait(context: Any) -> None:
    await context.read()
    await context.write(bot_pb2.ArenaMessage(welcome=bot_pb2.Welcome(protocol=1, arena="test")))
    await context.read()


async def test_a_bot_joins_answers_and_leaves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(tmp_path, one_game) as (arena, address):
        await visit(Last(), address, asyncio.Event())
        assert arena.visits == 1
    assert capsys.readouterr().err == (
        "texas42: let in by test\ntexas42: goodbye (finished): well played\n"
    )


async def test_a_refused_bot_ends_with_the_reason(tmp_path: Path) -> None:
    async with opened(tmp_path, refuse) as (arena, address):
        with pytest.raises(Refusal, match=r"goodbye \(refused\): the name is taken"):
            await visit(Last(), address, asyncio.Event())
        assert arena.visits == 1


async def test_a_lost_arena_is_dialled_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "RECONNECT_FIRST", 0.001)
    async with opened(tmp_path, hang_up, break_off, break_off, one_game) as (arena, address):
        await visit(Last(), address, asyncio.Event())
        assert arena.visits == 4
    said = capsys.readouterr().err
    assert said.count("trying again") == 2
    assert "(restarting); trying again" in said


async def stall(context: Any) -> None:
    await context.read()
    await context.write(goodbye(bot_pb2.GOODBYE_REASON_STALLED, "no answer for too long"))


async def test_a_bot_sent_off_for_its_silence_dials_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "RECONNECT_FIRST", 0.001)
    async with opened(tmp_path, stall, one_game) as (arena, address):
        await visit(Last(), address, asyncio.Event())
        assert arena.visits == 2


async def test_a_bot_gives_up_in_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(joining, "RECONNECT_FIRST", 0.001)
    monkeypatch.setattr(joining, "RECONNECT_FOR", 0.01)
    with pytest.raises(Refusal, match=f"no arena at unix:{tmp_path}/nobody"):
        await visit(Last(), f"unix:{tmp_path}/nobody", asyncio.Event())


async def test_what_will_not_get_better_is_not_tried_again(tmp_path: Path) -> None:
    async def turn_away(context: Any) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, "no token")

    async with opened(tmp_path, turn_away) as (arena, address):
        with pytest.raises(Refusal, match="does not let last in: UNAUTHENTICATED, no token"):
            await visit(Last(), address, asyncio.Event())
        assert arena.visits == 1


async def test_without_an_address_the_author_is_asked() -> None:
    with pytest.raises(Refusal, match="ARENA42_JOIN"):
        await visit(Last(), None, asyncio.Event())


async def test_a_stop_ends_the_visit(tmp_path: Path) -> None:
    stop = asyncio.Event()

    async def welcome_then_stop(context: Any) -> None:
        await context.read()
        stop.set()
        await context.read()

    async with opened(tmp_path, welcome_then_stop) as (arena, address):
        await visit(Last(), address, stop)
        assert arena.visits == 1


async def test_processes_end_as_the_arena_says(tmp_path: Path) -> None:
    for script, code, words in (
        (one_game_of_first, 0, "texas42: goodbye (finished)"),
        (refuse, 1, "texas42: goodbye (refused): the name is taken"),
    ):
        async with opened(tmp_path, script) as (_, address):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "texas42.house", "first", "--join", address),
                stderr=subprocess.PIPE,
            )
            _, said = await process.communicate()
            assert (process.returncode, said.decode().splitlines()[-1]) == (code, words)


async def one_game_of_first(context: Any) -> None:
    assert (await context.read()).hello.bot.id == "first"
    await context.write(goodbye(bot_pb2.GOODBYE_REASON_FINISHED))


async def test_a_signal_ends_a_visit_in_peace(tmp_path: Path) -> None:
    async with opened(tmp_path, wait) as (_, address):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "texas42.house", "first"),
            *("--join", address, "--id", "mine"),
            stderr=subprocess.PIPE,
        )
        assert process.stderr is not None
        assert await process.stderr.readline() == b"texas42: let in by test\n"
        process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
        assert (process.returncode, said) == (0, b"")
