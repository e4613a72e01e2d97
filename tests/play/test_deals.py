"""Deals from a seed: the worked deals, the manual's words, and how even the shuffle is."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from arena.play.deals import BadSeed, check_seed, circle, deal, shuffled
from arena.rules.deal import Deal, Leftover
from arena.rules.options import Options
from arena.rules.presets import STANDARD, preset
from arena.rules.tiles import ALL_TILES, SIZE, TILES, Tile, say, tiles_in

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests/vectors/deals.txt"
MANUAL = ROOT / "proto/README.md"
SEATS = "ABCD"
HEX_DIGITS = "0123456789abcdef" * 4


@dataclass(frozen=True)
class Worked:
    """A worked deal, as it is written down: in a line of the vectors or a block of the manual."""

    seed: str
    index: int
    first_bytes: str
    order: tuple[int, ...]
    shaker: str
    hands: tuple[str, ...]

    @classmethod
    def of(cls, fields: dict[str, str]) -> "Worked":
        """Read the fields, by name; none may be missing."""
        return cls(
            seed=fields["seed"],
            index=int(fields["index"]),
            first_bytes=fields["bytes"].replace(" ", ""),
            order=tuple(map(int, fields["order"].split())),
            shaker=fields["shaker"],
            hands=tuple(fields[seat] for seat in SEATS),
        )

    def __str__(self) -> str:
        return f"{self.seed[:8]}-{self.index}"


def in_vectors() -> list[Worked]:
    """The worked deals of the vectors."""
    lines = VECTORS.read_text("utf-8").splitlines()
    deals = [line for line in lines if line and not line.startswith("#")]
    return [Worked.of(dict(re.findall(r"(\w+)=(.+?)(?: ; |$)", line))) for line in deals]


def blocks_of_manual() -> list[dict[str, str]]:
    """The blocks of the manual that write a deal down, by the first word of each line."""
    blocks = re.findall(r"^```text\n(seed .*?)^```$", MANUAL.read_text("utf-8"), re.M | re.S)
    return [dict(re.findall(r"^(\w+) +(.+)$", block, re.M)) for block in blocks]


# The worked deals.


@pytest.mark.parametrize("worked", in_vectors(), ids=str)
def test_worked_deal(worked: Worked) -> None:
    """The arena deals what the vector says: the order, the hands and the shaker."""
    dealt = deal(worked.seed, worked.index)

    assert list(worked.order) == shuffled(worked.seed, worked.index)
    assert worked.hands == tuple(say(hand) for hand in dealt.hands)
    assert worked.shaker == SEATS[dealt.shaker]


def test_the_manual_shows_the_vectors() -> None:
    """The worked deals of the manual are those of the vectors, in the same order."""
    assert in_vectors() == [Worked.of(block) for block in blocks_of_manual()]


def test_the_manual_shows_what_is_hashed() -> None:
    """The text that the manual shows as the first input hashes to the bytes that it shows."""
    for block in blocks_of_manual():
        assert f"texas42-deal-1|{block['seed']}|{block['index']}|0" == block["input"]
        assert block["bytes"] == sha256(block["input"].encode("ascii")).digest()[:8].hex(" ")


def test_the_worked_deals_show_what_is_rare() -> None:
    """Among them are a long seed, a byte that is skipped, and one that needs a second block."""
    used = {
        (worked.seed, worked.index): by_the_manual(worked.seed, worked.index)[2]
        for worked in in_vectors()
    }

    assert {("1", 0): 27, ("1", 5): 27, (HEX_DIGITS, 123456): 28, ("1", 5663): 33} == used


# The manual's words.

Ends = tuple[int, int]


def by_the_manual(seed: str, index: int) -> tuple[int, list[set[Ends]], int]:
    """The shaker, the hands and the number of bytes used, by the five steps of the manual alone."""
    texts = [f"texas42-deal-1|{seed}|{index}|{block}" for block in range(8)]
    stream = b"".join(sha256(text.encode("ascii")).digest() for text in texts)
    tiles = [(high, low) for high in range(7) for low in range(high + 1)]
    used = 0
    for last in range(27, 0, -1):
        n = last + 1
        while stream[used] >= 256 - (256 % n):
            used += 1
        place = stream[used] % n
        used += 1
        tiles[last], tiles[place] = tiles[place], tiles[last]
    hands = [set(tiles[7 * seat : 7 * seat + 7]) for seat in range(4)]
    return index % 4, hands, used


def ends_of(dealt: Deal) -> list[set[Ends]]:
    """The hands of a deal as ends of tiles."""
    return [{(tile.high, tile.low) for tile in tiles_in(hand)} for hand in dealt.hands]


@pytest.mark.parametrize("seed", ["1", "0", "texas42-deal-1", "!~#;:{}", HEX_DIGITS])
def test_the_manual_and_the_arena_deal_alike(seed: str) -> None:
    """What the manual says in words gives the same 500 deals, low indices and high ones."""
    for index in [*range(300), *range(10**9, 10**9 + 200)]:
        dealt = deal(seed, index)
        shaker, hands, _ = by_the_manual(seed, index)

        assert (shaker, hands) == (dealt.shaker, ends_of(dealt))


def test_the_manual_numbers_tiles_as_the_arena_does() -> None:
    """Tile high-low has the number high * (high + 1) / 2 + low."""
    assert [Tile.of(high, low) for high in range(7) for low in range(high + 1)] == [*TILES]
    assert [tile.high * (tile.high + 1) // 2 + tile.low for tile in TILES] == [*range(SIZE)]


# Other tables.

SLEEPY = replace(preset("sheet_gl"), leftover=Leftover.SLEEP_RANDOM, early_end=False)

PINNED_FOR_THREE = (
    "B | 6-5 6-4 5-0 4-2 4-1 3-1 2-2 2-0 0-0 | 6-6 6-1 5-4 5-3 4-3 4-0 3-2 3-0 1-1"
    " | 6-3 6-2 6-0 5-5 5-2 5-1 4-4 3-3 2-1"
)
"""Deal 4 of seed 1, by the steps of the manual."""


def test_a_deal_for_three_is_pinned() -> None:
    """With 1-0 passed over the first nine tiles are A's, the next B's, the rest C's (section 4)."""
    assert str(deal("1", 4, preset("sheet_gl", 3))) == PINNED_FOR_THREE


@pytest.mark.parametrize("players", range(2, 8))
def test_tiles_are_dealt_in_their_order(players: int) -> None:
    """Whoever plays, the order is that of the seed; seats take their share one after another."""
    options = preset("sheet_gl", players)
    for index in range(50):
        left_in = [tile for tile in shuffled("1", index) if not options.removed >> tile & 1]
        each = options.tiles_per_seat
        dealt = deal("1", index, options)

        assert len(dealt.hands) == players
        for seat, hand in enumerate(dealt.hands):
            assert sorted(left_in[seat * each : (seat + 1) * each]) == [*tiles_in(hand)]


@pytest.mark.parametrize("players", range(2, 8))
def test_the_whole_set_is_dealt_but_for_what_is_taken_out(players: int) -> None:
    """No seat ever gets a tile that is out, and every other tile is dealt (section 4)."""
    options = preset("sheet_gl", players)

    for index in range(50):
        assert ALL_TILES & ~options.removed == sum(deal("1", index, options).hands)


@pytest.mark.parametrize(("players", "asleep"), [(2, 0), (3, 1), (5, 3), (6, 4), (7, 0)])
def test_any_tile_may_sleep(players: int, asleep: int) -> None:
    """With sleep_random the last tiles of the order are dealt to nobody: each in its time (C13)."""
    options = replace(SLEEPY, players=players)
    slept = 0
    for index in range(300):
        left_over = ALL_TILES & ~sum(deal("1", index, options).hands)
        last = shuffled("1", index)[SIZE - asleep :]
        assert sorted(last) == [*tiles_in(left_over)]
        slept |= left_over

    assert (ALL_TILES if asleep else 0) == slept


@pytest.mark.parametrize(
    ("options", "tiles"),
    [
        (replace(STANDARD, hand_size=5), 5),
        (replace(SLEEPY, players=2, hand_size=7), 7),
        (preset("sheet_gl", 2), 14),
    ],
)
def test_each_seat_gets_as_many_as_the_house_says(options: Options, tiles: int) -> None:
    """The size of a hand is an option (C17)."""
    assert {tiles} == {len(tiles_in(hand)) for hand in deal("1", 7, options).hands}


@pytest.mark.parametrize("players", range(2, 8))
def test_the_shake_goes_round_the_table(players: int) -> None:
    """Seat index mod players shakes, unless another is given, and the tiles are the same (C1)."""
    options = preset("sheet_gl", players)
    for index in range(2 * players):
        dealt = deal("1", index, options)
        assert index % players == dealt.shaker
        for shaker in range(players):
            assert replace(dealt, shaker=shaker) == deal("1", index, options, shaker)


def test_four_are_dealt_alike_by_any_rules() -> None:
    """The rules of four at two pairs have no say in the deal."""
    for index in range(20):
        assert deal("1", index) == deal("1", index, STANDARD)
        assert deal("1", index) == deal("1", index, preset("sheet_gl"))


def test_a_deal_below_nought_is_refused() -> None:
    """Deals are numbered from 0."""
    with pytest.raises(ValueError, match="deals are numbered from 0, not -1"):
        deal("1", -1)
    with pytest.raises(BadSeed):
        deal("two words", 0)


# How even the deals are.


def test_the_shaker_is_balanced() -> None:
    """Of any four deals in a row each seat shakes one, and the seed has no say in it."""
    shakers = [deal("1", index).shaker for index in range(401)]

    assert all({0, 1, 2, 3} == set(shakers[first : first + 4]) for first in range(398))
    assert shakers == [deal("another", index).shaker for index in range(401)]


def test_deals_differ() -> None:
    """No two of 6,000 deals are alike, be it for their seed or for their index."""
    seeds = ("1", "11", "one")
    hands = {deal(seed, index).hands for seed in seeds for index in range(2000)}

    assert 6000 == len(hands)


EXPECTED = 27 * 28
"""What `unevenness` is on average when every order is equally likely; its deviation is 40."""
TOO_UNEVEN = EXPECTED + 6 * 40
SHUFFLES = 4000


def unevenness(orders: Iterator[Sequence[int]]) -> float:
    """Chi-square of how often each of 28 tiles lies at each of 28 places in SHUFFLES orders."""
    seen = Counter(cell for order in orders for cell in enumerate(order))
    fair = SHUFFLES / SIZE
    cells = ((place, tile) for place in range(SIZE) for tile in range(SIZE))
    return sum((seen[cell] - fair) ** 2 / fair for cell in cells)


@pytest.mark.parametrize("seed", ["1", "2", HEX_DIGITS])
def test_the_shuffle_is_even(seed: str) -> None:
    """Every tile lies at every place about equally often."""
    assert TOO_UNEVEN > unevenness(shuffled(seed, index) for index in range(SHUFFLES))


def test_an_uneven_shuffle_would_be_seen() -> None:
    """The well-known wrong shuffle, which swaps each place with any other, doesn't pass."""
    random = Random(42)

    def wrongly() -> list[int]:
        tiles = [*range(SIZE)]
        for place in range(SIZE):
            other = random.randrange(SIZE)
            tiles[place], tiles[other] = tiles[other], tiles[place]
        return tiles

    assert TOO_UNEVEN < unevenness(wrongly() for _ in range(SHUFFLES))


# Seeds.


@pytest.mark.parametrize("seed", ["1", "!", "~", "A-b_c.9", HEX_DIGITS])
def test_a_plain_seed_is_taken_as_it_is(seed: str) -> None:
    """One to 64 visible ASCII characters make a seed."""
    assert seed == check_seed(seed)


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "x" * 65,
        "two words",
        " 1",
        "1 ",
        "a|b",
        "|",
        "tab\t",
        "line\n",
        "\0",
        "\x7f",
        "é",
        "４２",
    ],
)
def test_a_bad_seed_is_refused(seed: str) -> None:
    """What can't be written down plainly is no seed, and the message says what is one."""
    with pytest.raises(BadSeed, match="can't be used: 1 to 64 visible ASCII characters"):
        check_seed(seed)


def test_a_pinned_circle() -> None:
    """The order round the table depends on seed, deal and names alone."""
    names = ["rule", "first", "random", "mine", "yours"]
    expected = [
        ("rule", "first", "random", "mine", "yours"),
        ("mine", "first", "rule", "yours", "random"),
    ]
    for order in (names, names[::-1]):
        assert expected == [circle("a-seed", index, order) for index in (0, 1)]
