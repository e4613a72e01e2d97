"""The command that runs a house bot."""

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version

import grpc
import pytest

import texas42
from texas42.house import NAMES, house_bot, main
from texas42.house.bots import Random
from texas42.house.drawing import default_seed
from texas42.v1 import bot_pb2, bot_pb2_grpc


def test_the_bots_of_the_house() -> None:
    assert NAMES == ("first", "random", "random-play", "rule")
    assert [house_bot(name).id for name in NAMES] == list(NAMES)


def test_the_version_is_the_distributions() -> None:
    assert texas42.__version__ == version("texas42") == house_bot("rule").version


def test_a_seed_is_part_of_the_name() -> None:
    bot = house_bot("random-play:seed=7")
    assert isinstance(bot, Random)
    assert (bot.seed, bot.id) == (7, "random-play-seed-7")
    unseeded = house_bot("random")
    assert isinstance(unseeded, Random)
    assert unseeded.seed == default_seed("random")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("rules", "no house bot 'rules'; there are first, random, random-play, rule"),
        ("rule:seed=7", "rule draws nothing at random"),
        ("random:seed=x", "write the seed as in random:seed=7"),
        ("random:", "write the seed as in random:seed=7"),
        ("random:depth=7", "write the seed as in random:seed=7"),
    ],
)
def test_wrong_names_are_refused(name: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err


def test_a_wrong_id_is_one_line() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "texas42.house", "rule", "--id", "No!"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 1
    assert ended.stderr == ("texas42: the bot's id is 'No!'; use 1 to 32 of a-z, 0-9 and hyphen\n")


def test_a_house_bot_listens_under_its_name(
    start: Callable[..., tuple["subprocess.Popen[str]", str]],
) -> None:
    arguments = ("-m", "texas42.house", "random:seed=7", "--listen", "localhost:0", "--id", "lots")
    _, address = start(*arguments, ARENA42_NONCE="abc")
    with grpc.insecure_channel(address) as channel:
        bot = bot_pb2_grpc.BotServiceStub(channel).Describe(bot_pb2.DescribeRequest()).bot
    assert (bot.id, bot.nonce, bot.version) == ("lots", "abc", texas42.__version__)
