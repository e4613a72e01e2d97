"""The draw for the first shaker: what a seed gives, as `first_draw` says it, and that it ends."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import pytest

from arena.play import deals
from arena.play.deals import MOST_ROUNDS, BadSeed, Draw, first_draw
from arena.rules.options import Options
from arena.rules.presets import STANDARD, preset
from arena.rules.shaker import FirstShaker, level_highest
from arena.rules.tiles import TILES

RANDOM = replace(STANDARD, first_shaker=FirstShaker.RANDOM)

PINNED = {
    "1": "C: 1-0 6-0 5-2 2-2",
    "demo": "C: 6-4 3-3 6-5 4-1",
    4 * "0123456789abcdef": "C: 2-0 4-2 5-1 1-1, then 2-1 3-3",
    "679": "C: 0-0 5-1 4-2 3-1, then 6-0 3-3, then 3-0 4-4",
}


def said(draw: Draw) -> str:
    """A draw as a record has it."""
    rounds = ", then ".join(" ".join(map(str, drawn)) for drawn in draw.rounds)
    return f"{'ABCDEFG'[draw.shaker]}: {rounds}"


@pytest.mark.parametrize("seed", PINNED)
def test_a_pinned_draw(seed: str) -> None:
    """A seed gives the same draw for ever."""
    assert PINNED[seed] == said(first_draw(seed))


def by_the_docstring(seed: str, number: int, seats: int) -> list[tuple[int, int]]:
    """The tiles of a round, by the words of the docstring and of the protocol's manual alone."""
    texts = [f"texas42-shaker-1|{seed}|{number}|{block}" for block in range(4)]
    stream = iter(b"".join(sha256(text.encode("ascii")).digest() for text in texts))
    tiles = [(high, low) for high in range(7) for low in range(high + 1)]
    for last in range(27, 0, -1):
        byte = next(byte for byte in stream if byte < 256 - 256 % (last + 1))
        place = byte % (last + 1)
        tiles[last], tiles[place] = tiles[place], tiles[last]
    return tiles[:seats]


def test_the_draw_is_the_one_of_its_words() -> None:
    """Each round of 300 seeds is the start of a shuffle of its own."""
    for seed in map(str, range(300)):
        for number, drawn in enumerate(first_draw(seed).rounds):
            tiles = [(tile.high, tile.low) for tile in drawn]
            assert by_the_docstring(seed, number, len(drawn)) == tiles


@pytest.mark.parametrize("players", range(2, 8))
def test_the_highest_tile_shakes(players: int) -> None:
    """The rules find the same seat in the rounds that were drawn (R4)."""
    options = replace(preset("sheet_gl", players), first_shaker=FirstShaker.HIGH_DRAW)
    for seed in map(str, range(200)):
        draw = first_draw(seed, options)
        left: Sequence[int] = range(players)
        for drawn in draw.rounds:
            left = level_highest(left, drawn)
        assert left == [draw.shaker]
        assert players == len(draw.rounds[0])


def test_every_seat_may_shake() -> None:
    """About equally often, drawn or at random."""
    for options in (STANDARD, RANDOM):
        seen = Counter(first_draw(str(seed), options).shaker for seed in range(2000))
        assert all(400 < seen[seat] < 600 for seat in range(4))


@pytest.mark.parametrize("players", range(2, 8))
def test_random_takes_a_fair_byte(players: int) -> None:
    """The first one below the highest multiple of the number of seats, and no tile is drawn."""
    options = preset("sheet_gl", players)
    for seed in map(str, range(200)):
        stream = sha256(f"texas42-shaker-1|{seed}|0|0".encode()).digest()
        fair = next(byte for byte in stream if byte < 256 - 256 % players)
        assert Draw(fair % players) == first_draw(seed, options)


def test_a_seat_that_the_rules_name_shakes() -> None:
    """Without a draw, whatever the seed."""
    assert Draw(2) == first_draw("1", replace(STANDARD, first_shaker=2))


@pytest.mark.parametrize("options", [STANDARD, preset("sheet_gl", 7)])
def test_the_draw_always_ends(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were all rounds level, the last isn't shuffled: its first seat draws 6-6."""
    options = replace(options, first_shaker=FirstShaker.HIGH_DRAW)
    level = [TILES.index(tile) for tile in TILES if tile.pips == 6]  # 6-0 5-1 4-2 3-3
    monkeypatch.setattr(deals, "shuffled", lambda *_: [*level, *level])
    draw = first_draw("1", options)

    assert 0 == draw.shaker
    assert MOST_ROUNDS + 1 == len(draw.rounds)
    assert TILES[-1] == draw.rounds[-1][0]


def test_a_bad_seed_draws_nothing() -> None:
    """As it deals nothing."""
    with pytest.raises(BadSeed):
        first_draw("two words")
