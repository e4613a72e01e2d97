"""Names of bots as the command line has them: every form, and what is refused in which words."""

from __future__ import annotations

import pytest

from arena.play.bots import HOUSE_BOTS, BadBot, BotSpec, Reached, field_of

FORMS = [
    ("rule", "rule", Reached.HOUSE, "rule"),
    ("random-play", "random-play", Reached.HOUSE, "random-play"),
    ("random:seed=7", "random:seed=7", Reached.HOUSE, "random:seed=7"),
    ("other=rule", "other", Reached.HOUSE, "rule"),
    ("other=random:seed=7", "other", Reached.HOUSE, "random:seed=7"),
    ("mine=localhost:5001", "mine", Reached.ADDRESS, "localhost:5001"),
    ("mine=10.0.0.7:5001", "mine", Reached.ADDRESS, "10.0.0.7:5001"),
    ("mine=[::1]:5001", "mine", Reached.ADDRESS, "[::1]:5001"),
    ("mine=rule:5001", "mine", Reached.ADDRESS, "rule:5001"),
    ("mine=unix:./mine.sock", "mine", Reached.ADDRESS, "unix:./mine.sock"),
    ("mine=cmd:./mybot --listen {address}", "mine", Reached.COMMAND, "./mybot --listen {address}"),
    ("mine=cmd:env A=1 ./mybot", "mine", Reached.COMMAND, "env A=1 ./mybot"),
    ("mine=join", "mine", Reached.JOIN, ""),
    (f"{'a-1' * 10}zz=join", f"{'a-1' * 10}zz", Reached.JOIN, ""),
]


@pytest.mark.parametrize(("text", "name", "reached", "where"), FORMS, ids=[f[0] for f in FORMS])
def test_every_form_is_read_and_written(text: str, name: str, reached: Reached, where: str) -> None:
    """House bot, address, socket, command, join; `str` gives what was read."""
    bot = BotSpec.parse(text)
    assert bot == BotSpec(name, reached, where)
    assert str(bot) == text


@pytest.mark.parametrize("name", HOUSE_BOTS)
def test_every_house_bot_is_known_by_its_name(name: str) -> None:
    """Under its own name and under another."""
    assert BotSpec.parse(name) == BotSpec(name, Reached.HOUSE, name)
    assert BotSpec.parse(f"other={name}") == BotSpec("other", Reached.HOUSE, name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no house bot is called ''"),
        ("nobody", "no house bot is called 'nobody'; house bots are random, random-play, rule"),
        ("Rule", "no house bot is called 'Rule'"),
        ("rule ", "no house bot is called 'rule '"),
        ("random:sead", "no house bot is called 'random:sead'"),
        ("nobody:seed=7", "no house bot is called 'nobody:seed=7'"),
        ("random:seed=", "no house bot is called 'random:seed='"),
        ("random:seed=-1", "no house bot is called 'random:seed=-1'"),
        ("random:seed=٧", "no house bot is called 'random:seed=٧'"),
        (
            "random:seed=1234567890123456789",
            "no house bot is called 'random:seed=1234567890123456789'",
        ),
        ("=localhost:5001", "'' is no name"),
        ("Mine=join", "'Mine' is no name for a bot: use 1 to 32 of a-z, 0-9 and hyphen"),
        ("../mine=join", "is no name"),
        ("mi\x07ne=join", "is no name"),
        ("mine\n=join", "is no name"),
        (f"{'a' * 33}=join", "is no name"),
        ("mine=", "bot mine: '' is no address; write host:port, unix:PATH, cmd:COMMAND, join, or"),
        ("mine=nobody", "'nobody' is no address"),
        ("mine=localhost", "'localhost' is no address"),
        ("mine=localhost:", "is no address"),
        ("mine=localhost:port", "is no address"),
        ("mine=localhost:١٢", "is no address"),
        ("mine=localhost:5001/", "is no address"),
        ("mine=http://localhost:5001", "is no address"),
        ("mine=unix:", "is no address"),
        ("mine=Join", "is no address"),
        ("mine=cmd:", "bot mine: the command is empty"),
        ("mine=cmd:  ", "bot mine: the command is empty"),
    ],
)
def test_what_names_no_bot_is_refused_in_words(text: str, words: str) -> None:
    """The message names what was wrong and says what to write."""
    with pytest.raises(BadBot) as refused:
        BotSpec.parse(text)
    assert words in str(refused.value)


@pytest.mark.parametrize("house", ["localhost:5001", "cmd:./mybot", "x=rule", "join", ""])
def test_a_house_bot_is_nothing_else(house: str) -> None:
    """Where a house bot is to be named, addresses and commands are refused."""
    with pytest.raises(BadBot, match="no house bot is called"):
        BotSpec.of_house("mine", house)


def test_a_field_keeps_its_order() -> None:
    """The bots of a run stand as they were given."""
    bots = [BotSpec.parse(text) for text in ("rule", "mine=join", "random")]
    assert field_of(iter(bots), 2, 3) == tuple(bots)


@pytest.mark.parametrize("number", [0, 1, 4])
def test_a_field_of_too_few_or_too_many_is_refused(number: int) -> None:
    """The message counts them."""
    bots = [BotSpec.parse(f"bot-{place}=join") for place in range(number)]
    named = "1 bot was" if number == 1 else f"{number} bots were"
    with pytest.raises(BadBot, match=f"^{named} named; this takes 2 to 3$"):
        field_of(bots, 2, 3)


@pytest.mark.parametrize(
    ("twice", "advice"),
    [
        ("rule", "other=rule"),
        ("mine=cmd:./mybot {address}", "other=cmd:./mybot {address}"),
        ("mine=localhost:5001", "other=localhost:5001"),
        ("mine=join", "other=join"),
    ],
)
def test_two_of_one_name_are_refused_with_what_to_write(twice: str, advice: str) -> None:
    """The advice is itself a bot that can be named so."""
    bot = BotSpec.parse(twice)
    with pytest.raises(BadBot) as refused:
        field_of((bot, bot), 2, 2)
    assert str(refused.value) == (
        f"two bots are called {bot.name}; give one another name, such as {advice}"
    )
    assert BotSpec.parse(advice).name == "other"


def test_one_name_by_two_doors_is_one_name_twice() -> None:
    """Names are the key, however the bots are reached."""
    bots = (BotSpec.parse("mine=join"), BotSpec.parse("mine=localhost:5001"))
    with pytest.raises(BadBot, match="two bots are called mine"):
        field_of(bots, 2, 2)


@pytest.mark.parametrize("port", ["0", "65536", "99999"])
def test_a_port_that_there_is_not_is_refused(port: str) -> None:
    """It would only be noticed after the whole wait for a bot."""
    with pytest.raises(BadBot, match="is no port"):
        BotSpec.parse(f"mine=localhost:{port}")
