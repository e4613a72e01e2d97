"""Deals from a seed: a deal depends on (seed, index) alone, in any language (version 1).

SHA-256 in counter mode gives bytes, rejection makes them fair, Fisher and Yates shuffle. The
protocol manual writes the algorithm down with worked deals; the tests hold this file to them. Who
shakes first in a whole game comes from the same seed, in the same way, under a label of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import Final, NamedTuple

from arena.rules.deal import Deal
from arena.rules.options import Options
from arena.rules.presets import STANDARD
from arena.rules.shaker import FirstShaker, level_highest
from arena.rules.tiles import BIT, SIZE, TILES, Tile

VERSION: Final = "texas42-deal-1"
SHAKER_VERSION: Final = "texas42-shaker-1"
CIRCLE_VERSION: Final = "texas42-circle-1"
LONGEST_SEED: Final = 64


class BadSeed(ValueError):
    """A seed that can't be written down plainly."""


def check_seed(seed: str) -> str:
    """Return the seed if it can be used: 1 to 64 visible ASCII characters, no bar and no space."""
    plain = seed.isascii() and seed.isprintable() and not {" ", "|"} & set(seed)
    if not (seed and plain and len(seed) <= LONGEST_SEED):
        raise BadSeed(
            f"the seed {seed!r} can't be used: 1 to {LONGEST_SEED} visible ASCII characters, "
            "without spaces and bars"
        )
    return seed


def deal(seed: str, index: int, options: Options = STANDARD, shaker: int | None = None) -> Deal:
    """Return deal number `index` of a seed; seat index mod players shakes if none is given (C1).

    Tiles that these rules take out of the set are passed over, and those left at the end sleep.
    Raises BadSeed for a seed that can't be used, ValueError for an index below 0.
    """
    check_seed(seed)
    if index < 0:
        raise ValueError(f"deals are numbered from 0, not {index}")
    seats, each = options.players, options.tiles_per_seat
    tiles = [tile for tile in shuffled(seed, index) if not options.removed & BIT[tile]]
    hands = tuple(
        sum(BIT[tile] for tile in tiles[seat * each : (seat + 1) * each]) for seat in range(seats)
    )
    return Deal(shaker=index % seats if shaker is None else shaker, hands=hands)


class Draw(NamedTuple):
    """How the first shaker was found: the seat, and the tiles that were drawn for it.

    Each round holds one tile for every seat still in the draw, in seat order; there is none unless
    the highest tile decides.
    """

    shaker: int
    rounds: tuple[tuple[Tile, ...], ...] = ()


MOST_ROUNDS: Final = 20


def first_draw(seed: str, options: Options = STANDARD) -> Draw:
    """Return who shakes the first hand of a game from this seed (R4, C2). Raises BadSeed.

    `high_draw`: round r, from 0, shuffles the whole set as a deal is shuffled, from the text
    `texas42-shaker-1|seed|r|block`; the seats still in the draw take its first tiles, in seat
    order, and those level at the most pips draw again in the next round. So that it ends whatever
    the seed, round 20 isn't shuffled but lies highest first, and 6-6 is level with no other tile.
    `random`: the first byte of `texas42-shaker-1|seed|0|block` below the highest multiple of the
    number of seats, modulo that number. A seat that the rules name shakes without a draw.
    """
    check_seed(seed)
    seats = options.players
    match options.first_shaker:
        case FirstShaker.HIGH_DRAW:
            return _high_draw(seed, seats)
        case FirstShaker.RANDOM:
            bytes_drawn = _bytes_of(seed, 0, SHAKER_VERSION)
            usable = (byte for byte in bytes_drawn if byte < _FAIR[seats - 1])
            return Draw(next(usable) % seats)
        case seat:
            return Draw(seat)


def _high_draw(seed: str, seats: int) -> Draw:
    drawing = list(range(seats))
    rounds: list[tuple[Tile, ...]] = []
    while len(drawing) > 1:
        last = len(rounds) == MOST_ROUNDS
        tiles = TILES[::-1] if last else shuffled(seed, len(rounds), SHAKER_VERSION)
        drawn = tuple(TILES[tile] for tile in tiles[: len(drawing)])
        rounds.append(drawn)
        drawing = level_highest(drawing, drawn)
    return Draw(drawing[0], tuple(rounds))


def circle(seed: str, index: int, bots: Sequence[str]) -> tuple[str, ...]:
    """Return bots in the order in which they sit round the table on deal `index`.

    The names in the order of their bytes, shuffled as a deal is, from the text
    `texas42-circle-1|seed|index|block`: whoever sits before a weak player gains by it, and so the
    neighbours change from deal to deal, and no list of names decides them.
    """
    names = sorted(bots)
    return tuple([names[place] for place in shuffled(seed, index, CIRCLE_VERSION, len(names))])


def shuffled(seed: str, index: int, label: str = VERSION, size: int = SIZE) -> list[int]:
    """Return the 28 tile numbers in the order of deal `index`; with another label and size, as many
    numbers from 0 for another use of the seed."""
    numbers = list(range(size))
    last = size - 1
    for byte in _bytes_of(seed, index, label):
        if last <= 0:
            break
        if byte < _FAIR[last]:
            chosen = byte % (last + 1)
            numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
            last -= 1
    return numbers


_FAIR: Final = tuple(256 - 256 % (last + 1) for last in range(SIZE))
"""Bytes below it give the places 0 to `last` alike; one in the incomplete run above is skipped."""


def _bytes_of(seed: str, index: int, label: str = VERSION) -> Iterator[int]:
    blocks = (f"{label}|{seed}|{index}|{block}".encode("ascii") for block in count())
    return chain.from_iterable(sha256(block).digest() for block in blocks)
