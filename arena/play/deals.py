"""Deals from a seed: a deal depends on (seed, index) alone, in any language (version 1).

SHA-256 in counter mode gives bytes, rejection makes them fair, Fisher and Yates shuffle. The
protocol manual writes the algorithm down with worked deals; the tests hold this file to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count
from typing import Final

from arena.rules.deal import Deal
from arena.rules.tiles import BIT, SIZE

VERSION: Final = "texas42-deal-1"
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


def deal(seed: str, index: int, seats: int = 4) -> Deal:
    """Return deal number `index` of a seed; seat index mod `seats` shakes (C1).

    Raises BadSeed for a seed that can't be used, ValueError for an index below 0.
    """
    check_seed(seed)
    if index < 0:
        raise ValueError(f"deals are numbered from 0, not {index}")
    tiles = shuffled(seed, index)
    each = SIZE // seats
    hands = tuple(
        sum(BIT[tile] for tile in tiles[seat * each : (seat + 1) * each]) for seat in range(seats)
    )
    return Deal(shaker=index % seats, hands=hands)


def shuffled(seed: str, index: int) -> list[int]:
    """Return the 28 tile numbers in the order of deal `index`."""
    tiles = list(range(SIZE))
    last = SIZE - 1
    for byte in _bytes_of(seed, index):
        if byte < _FAIR[last]:
            chosen = byte % (last + 1)
            tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
            last -= 1
            if last == 0:
                break
    return tiles


_FAIR: Final = tuple(256 - 256 % (last + 1) for last in range(SIZE))
"""Bytes below it give the places 0 to `last` alike; one in the incomplete run above is skipped."""


def _bytes_of(seed: str, index: int) -> Iterator[int]:
    blocks = (f"{VERSION}|{seed}|{index}|{block}".encode("ascii") for block in count())
    return chain.from_iterable(sha256(block).digest() for block in blocks)
