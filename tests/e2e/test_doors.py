"""Both doors and the simple way in: dialled, joined, and three unary calls without the client."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path

from tests.e2e.conftest import ARENA42, DEADLINE, Run, Write, document_of

JOINING = """
    import sys
    from texas42 import *

    class Mine(Bot):
        id = sys.argv[2]
        def bid(self, seen): return seen.legal_bids[min(1, len(seen.legal_bids) - 1)]
        def call_trump(self, seen): return seen.legal_calls[0]
        def play(self, seen): return seen.legal_plays[0]

    join(Mine(), sys.argv[1])
"""

PLAIN_GRPC = """
    # A bot without the client library: three calls and nothing else.
    import sys
    from concurrent import futures
    import grpc
    from texas42.v1 import bot_pb2, bot_pb2_grpc

    class Plain(bot_pb2_grpc.BotServiceServicer):
        def Bid(self, request, context):
            seen = request.observation
            last = min(1, len(seen.legal_bid_kinds) - 1)
            return bot_pb2.BidResponse(
                kind=seen.legal_bid_kinds[last], value=seen.legal_bid_values[last])
        def CallTrump(self, request, context):
            return bot_pb2.CallTrumpResponse(call=request.observation.legal_calls[0])
        def Play(self, request, context):
            return bot_pb2.PlayResponse(play=request.observation.legal_plays[0])

    server = grpc.server(futures.ThreadPoolExecutor(2))
    bot_pb2_grpc.add_BotServiceServicer_to_server(Plain(), server)
    server.add_insecure_port(sys.argv[1])
    server.start()
    server.wait_for_termination()
"""


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def program(folder: Path, name: str, body: str) -> str:
    file = folder / name
    file.write_text(textwrap.dedent(body))
    return str(file)


def test_one_bot_is_dialled_and_the_other_joins(arena42: Run, bot: Write, tmp_path: Path) -> None:
    """The same policy by both doors: every pair is level, and nobody is at fault."""
    address = free_port()
    same = "def bid(self, seen): return seen.legal_bids[min(1, len(seen.legal_bids) - 1)]"
    joining = subprocess.Popen(
        [sys.executable, program(tmp_path, "join.py", JOINING), address, "inward"]
    )
    try:
        result = document_of(
            arena42(
                "match",
                bot("outward", same),
                "inward=join",
                "--listen",
                address,
                "--deals",
                "30",
                "--seed",
                "8",
                "--json",
            )
        )["result"]
        assert joining.wait(DEADLINE) == 0
    finally:
        joining.kill()
    assert result["faults"] == {"inward": {}, "outward": {}}
    assert result["counts"] == [0, 0, 30, 0, 0]


def test_a_bot_nobody_waits_for_is_told_so(tmp_path: Path) -> None:
    """It is refused by name, with the names that are waited for, and exits."""
    address = free_port()
    arena = subprocess.Popen(
        [*ARENA42, "match", "rule", "wanted=join", "--listen", address, "--join-wait", "60"],
        cwd=tmp_path, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert arena.stderr is not None
    try:
        while "waiting for wanted" not in arena.stderr.readline():
            assert arena.poll() is None
        stranger = subprocess.run(
            [sys.executable, program(tmp_path, "join.py", JOINING), address, "stranger"],
            capture_output=True, text=True, timeout=DEADLINE, check=False,
        )  # fmt: skip
    finally:
        arena.send_signal(signal.SIGINT)
        arena.communicate(timeout=DEADLINE)
    assert stranger.returncode == 1
    assert "stranger" in stranger.stderr
    assert "wanted" in stranger.stderr
    assert arena.returncode == 130


def test_three_unary_calls_make_a_bot(arena42: Run, tmp_path: Path) -> None:
    """Describe, Notify and Session are unimplemented; the bot plays a whole match all the same."""
    plain = program(tmp_path, "plain.py", PLAIN_GRPC)
    result = document_of(
        arena42("match", f"plain=cmd:{sys.executable} {plain} {{address}}", "rule", "--deals",
                "10", "--seed", "9", "--json")
    )["result"]  # fmt: skip
    assert result["faults"] == {"plain": {}, "rule": {}}
    assert result["pairs"] == 10


def test_rules_that_need_a_memory_refuse_a_bot_without_a_stream(
    arena42: Run, tmp_path: Path
) -> None:
    """Under n42pa tricks are turned down: the bot is told which rules it can play."""
    plain = program(tmp_path, "plain.py", PLAIN_GRPC)
    done = arena42("match", f"plain=cmd:{sys.executable} {plain} {{address}}", "rule", "--rules",
                   "n42pa", "--deals", "2")  # fmt: skip
    assert done.returncode == 1
    assert "Session" in done.stderr
    assert "standard" in done.stderr


def test_n42pa_is_played_over_streams(arena42: Run) -> None:
    """The house bots play hands whose tricks are turned down."""
    result = document_of(
        arena42("match", "rule", "random-play", "--rules", "n42pa", "--deals", "20", "--seed",
                "10", "--json")
    )["result"]  # fmt: skip
    assert result["faults"] == {"random-play": {}, "rule": {}}
    assert result["rules"] == "n42pa"


def test_another_process_at_the_address_is_not_taken_for_the_bot(
    arena42: Run, tmp_path: Path
) -> None:
    """A bot that presents another nonce than the one it was started with is refused."""
    body = JOINING.replace("join(Mine(), sys.argv[1])",
                           "import os; os.environ['ARENA42_NONCE'] = 'stolen'; "
                           "serve(Mine(), sys.argv[1])")  # fmt: skip
    liar = program(tmp_path, "liar.py", body)
    done = arena42("match", f"liar=cmd:{sys.executable} {liar} {{address}} liar", "rule",
                   "--deals", "2")  # fmt: skip
    assert done.returncode == 1
    assert "nonce" in done.stderr


def test_bots_end_with_the_arena_however_it_ends(tmp_path: Path) -> None:
    """kill -9 of the arena leaves no bot and no child of a bot behind."""
    pids = tmp_path / "pids"
    child = (f"{sys.executable} -c 'import subprocess, sys, time, os; "
             f"sub = subprocess.Popen([sys.executable, \"-c\", \"import time; time.sleep(600)\"]); "
             f"open(\"{pids}\", \"w\").write(str(os.getpid()) + \" \" + str(sub.pid)); "
             f"time.sleep(600)'")  # fmt: skip
    arena = subprocess.Popen(
        [*ARENA42, "match", f"idle=cmd:{child}", "rule"], cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    eventually(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    arena.kill()
    arena.wait()
    for pid in map(int, pids.read_text().split()):
        eventually(lambda pid=pid: not alive(pid))


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie doesn't."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def eventually(condition: object, seconds: float = 20.0) -> None:
    """Wait until a condition holds; fail when it doesn't within some seconds."""
    until = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < until, "it never came about"
        os.sched_yield()


def test_ctrl_c_ends_the_run_and_its_bots(tmp_path: Path, bot: Write) -> None:
    """SIGINT: exit status 130, one line, and no bot left running."""
    slow = bot("slow", "def play(self, seen): time.sleep(0.05); return seen.legal_plays[0]\n"
               "def bid(self, seen): open('pid', 'w').write(str(os.getpid())); "
               "return seen.legal_bids[min(1, len(seen.legal_bids) - 1)]")  # fmt: skip
    arena = subprocess.Popen(
        [*ARENA42, "match", slow, "rule", "--deals", "5000"], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    pid_file = tmp_path / "pid"
    eventually(lambda: pid_file.exists() and pid_file.read_text() != "")
    arena.send_signal(signal.SIGINT)
    out, err = arena.communicate(timeout=DEADLINE)
    assert arena.returncode == 130
    assert out == ""
    assert "interrupted" in err
    assert "Traceback" not in err
    assert not alive(int(pid_file.read_text()))


def test_two_signals_at_once_end_the_run_at_once(tmp_path: Path, bot: Write) -> None:
    """A second SIGINT right after the first ends the arena; its bots end with it."""
    slow = bot("slow", "def bid(self, seen): open('pid', 'w').write(str(os.getpid())); "
               "time.sleep(0.05); return seen.legal_bids[0]")  # fmt: skip
    arena = subprocess.Popen(
        [*ARENA42, "match", slow, "rule", "--deals", "5000"], cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    pid_file = tmp_path / "pid"
    eventually(lambda: pid_file.exists() and pid_file.read_text() != "")
    arena.send_signal(signal.SIGINT)
    arena.send_signal(signal.SIGTERM)
    assert arena.wait(DEADLINE) == 130
    eventually(lambda: not alive(int(pid_file.read_text())))


def test_a_tournament_file_runs_and_prints_in_one_go(arena42: Run, tmp_path: Path) -> None:
    """Three bots, bots as texts and as tables: ranks, intervals, pairings, latencies."""
    (tmp_path / "cup.toml").write_text(
        'name = "cup"\nrules = "standard"\ndeals = 40\nseed = 11\nformat = "round-robin"\n'
        'bots = ["rule", "random-play", "again=random:seed=7"]\n[time]\ncap = 1.5\n'
        '[faults]\npolicy = "forfeit-deal"\n'
    )
    document = document_of(arena42("tournament", "run", "cup.toml", "--dir", "cup", "--json"))
    result, measured = document["result"], document["measured"]
    assert [bot["name"] for bot in result["bots"]] == ["rule", "random-play", "again"]
    assert [bot["rank"] for bot in result["bots"]] == [1, 2, 3]
    assert result["bots"][0]["elo"] == 0
    assert all(bot["elo_low"] <= bot["elo"] <= bot["elo_high"] for bot in result["bots"])
    assert [bot["deals"] for bot in result["bots"]] == [80, 80, 80]
    assert len(result["pairings"]) == 3
    assert set(measured["latency"]) == {"rule", "random-play", "again"}
    assert (tmp_path / "cup" / "run.db").exists()
    assert json.dumps(result)


def test_a_served_run_answers_a_stock_tool(arena42: Run, tmp_path: Path) -> None:
    """`buf curl` with reflection lists the services and reads the leaderboard of a kept run."""
    (tmp_path / "cup.toml").write_text(
        'name = "cup"\ndeals = 10\nseed = 12\nbots = ["rule", "random-play", "random"]\n'
    )
    document_of(arena42("tournament", "run", "cup.toml", "--dir", "cup", "--json"))
    address = free_port()
    serving = subprocess.Popen(
        [*ARENA42, "serve", "--dir", "cup", "--listen", address], cwd=tmp_path,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert serving.stderr is not None
    try:
        assert "serving cup" in serving.stderr.readline()
        services = buf_curl(f"http://{address}", "--list-services")
        board = json.loads(
            buf_curl(f"http://{address}/texas42.v1.ArenaService/GetLeaderboard", "-d", "{}")
        )
        match = json.loads(
            buf_curl(f"http://{address}/texas42.v1.ArenaService/GetMatch", "-d",
                     '{"a": "random", "b": "rule"}')
        )  # fmt: skip
    finally:
        serving.terminate()
        serving.communicate(timeout=DEADLINE)
    assert "texas42.v1.ArenaService" in services.split()
    assert board["standings"][0]["bot"] == "rule"
    assert board["finished"]
    assert (match["a"], match["pairs"]) == ("random", 10)


def test_a_house_bot_describes_itself_to_a_stock_tool(tmp_path: Path) -> None:
    """`buf curl` with reflection calls Describe on a house bot run by hand."""
    address = free_port()
    house = subprocess.Popen(
        [sys.executable, "-m", "texas42.house", "rule", "--listen", address],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert house.stderr is not None
    try:
        assert "listening" in house.stderr.readline()
        said = json.loads(buf_curl(f"http://{address}/texas42.v1.BotService/Describe", "-d", "{}"))
    finally:
        house.terminate()
        house.communicate(timeout=DEADLINE)
    assert said["bot"]["id"] == "rule"


def buf_curl(url: str, *arguments: str) -> str:
    buf = Path(sys.executable).with_name("buf")
    done = subprocess.run(
        [buf, "curl", "--http2-prior-knowledge", "--protocol", "grpc", *arguments, url],
        capture_output=True, text=True, timeout=DEADLINE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout
