"""The bot at the top of the README is short, and answers correctly as it stands there."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import grpc

from texas42.testing import bidding, calling, playing
from texas42.v1 import bot_pb2, bot_pb2_grpc, game_pb2

HAND = "6-6 6-5 5-5 3-2 2-1 1-0 0-0"
README = Path(__file__).parents[1] / "README.md"


def first_block() -> str:
    found = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_bot_is_under_fifteen_lines() -> None:
    assert len(first_block().splitlines()) < 15


def test_the_bot_answers_correctly(
    start: Callable[..., tuple["subprocess.Popen[str]", str]], tmp_path: Path
) -> None:
    script = tmp_path / "lowest.py"
    script.write_text(first_block())
    _, address = start(str(script), ARENA42_LISTEN="localhost:0")
    with grpc.insecure_channel(address) as channel:
        stub = bot_pb2_grpc.BotServiceStub(channel)
        bid = stub.Bid(bot_pb2.BidRequest(observation=bidding(HAND).message))
        call = stub.CallTrump(bot_pb2.CallTrumpRequest(observation=calling(HAND).message))
        play = stub.Play(bot_pb2.PlayRequest(observation=playing(HAND, "fives").message))
        question = bot_pb2.ArenaMessage(observations=[playing(HAND, "fives").message])
        said = iter(stub.Session(iter([question])))
        hello, answer = next(said), next(said)
    assert (bid.kind, call.call) == (game_pb2.BID_KIND_PASS, game_pb2.CALL_BLANKS)
    assert play.play == answer.answers[0].play == game_pb2.DOMINO_0_0
    assert hello.hello.bot.id == "lowest"


def test_what_is_seen_reads_as_the_readme_says() -> None:
    seen = playing(HAND, "fives", bid="31", played="5-5 5-4 5-3 5-2 6-6 6-4")
    assert str(seen) in README.read_text()
