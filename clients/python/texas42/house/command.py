"""The command that runs a house bot: `texas42-bot rule --listen localhost:5001`."""

import argparse
from collections.abc import Sequence

from texas42 import __version__
from texas42.bot import Bot
from texas42.house.bots import First, Random, RandomPlay, Rule
from texas42.house.drawing import default_seed
from texas42.joining import join
from texas42.serving import serve

_WITHOUT_SEED: dict[str, type[Bot]] = {"first": First, "rule": Rule}
_WITH_SEED: dict[str, type[Random]] = {"random": Random, "random-play": RandomPlay}
NAMES = tuple(sorted((*_WITHOUT_SEED, *_WITH_SEED)))


def house_bot(name: str) -> Bot:
    """The house bot of this name, such as `rule` or `random:seed=7`.

    Its id is the name with hyphens for what an id can't hold. Raises ValueError when there is no
    such bot.
    """
    kind, colon, setting = name.partition(":")
    if kind in _WITHOUT_SEED and not colon:
        bot: Bot = _WITHOUT_SEED[kind]()
    elif kind in _WITH_SEED:
        bot = _WITH_SEED[kind](_seed(name, setting) if colon else default_seed(kind))
    elif kind in _WITHOUT_SEED:
        raise ValueError(f"{kind} draws nothing at random and takes no {setting!r}")
    else:
        raise ValueError(f"no house bot {kind!r}; there are {', '.join(NAMES)}")
    bot.id = name.replace(":", "-").replace("=", "-")
    bot.version = __version__
    bot.author = "texas42"
    return bot


def _seed(name: str, setting: str) -> int:
    key, _, value = setting.partition("=")
    if key != "seed" or not (value.isascii() and value.isdecimal()) or len(value) > 20:
        raise ValueError(f"{name!r}: write the seed as in {name.partition(':')[0]}:seed=7")
    return int(value)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a house bot until it is stopped; SystemExit(2) when the arguments are wrong."""
    parser = argparse.ArgumentParser(prog="texas42-bot", description="Runs a house bot.")
    parser.add_argument("bot", help=f"{', '.join(NAMES)}; with a seed as in random:seed=7")
    door = parser.add_mutually_exclusive_group()
    door.add_argument("--listen", metavar="ADDRESS", help="wait here for an arena that dials")
    door.add_argument("--join", metavar="ADDRESS", help="dial the arena that listens here")
    parser.add_argument("--id", metavar="NAME", help="the bot's key: 1 to 32 of a-z, 0-9, hyphen")
    parser.add_argument("--version", action="version", version=f"texas42 {__version__}")
    given = parser.parse_args(arguments)
    try:
        bot = house_bot(given.bot)
    except ValueError as error:
        parser.error(str(error))
    if given.id is not None:
        bot.id = given.id
    if given.join is not None:
        join(bot, given.join)
    else:
        serve(bot, given.listen)
