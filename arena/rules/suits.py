"""How the tiles fall into suits once trumps are called, and how they rank there.

A tile's suit is a number: 0 to 6 for the pips, DOUBLES_SUIT where the doubles are a suit of their
own, TRUMP for trumps. Suits don't rank against one another; a trump beats them all (R18 to R21).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.rules.tiles import BIT, DOUBLES, PIPS, TILES, Tile

DOUBLES_SUIT: Final = 7
TRUMP: Final = 8
SUITS: Final = (*PIPS, DOUBLES_SUIT, TRUMP)


class DoublesAre(Enum):
    """Where a double stands when it is no trump (R21)."""

    HIGH = "high"
    LOW = "low"
    OWN_SUIT = "own"
    OWN_INVERTED = "own_inverted"

    @property
    def apart(self) -> bool:
        """Whether the doubles are a suit of their own."""
        return self in (DoublesAre.OWN_SUIT, DoublesAre.OWN_INVERTED)


class TrumpRank(Enum):
    """How the trumps of a pip rank: its double first, or by their pips (2.2-f)."""

    DOUBLE_HIGH = "double_high"
    PIP_TOTAL = "pip_total"


@dataclass(frozen=True)
class Suits:
    """The suits under one call.

    `led[tile]` is the suit that a tile asks for when led (R23), `members[suit]` the set of tiles
    that follow that suit (R24, R25), and `power[suit][tile]` what a tile is worth in a trick where
    that suit was led: the highest wins, 0 never does (R26).
    """

    led: tuple[int, ...]
    members: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]


def suits_with(
    trumps: int, doubles: DoublesAre = DoublesAre.HIGH, rank: TrumpRank = TrumpRank.DOUBLE_HIGH
) -> Suits:
    """Return the suits when the tiles of the set `trumps` are trumps.

    The trumps of a pip rank by their other end, its double above all (R18), or by their pips where
    `rank` says so; doubles as trumps rank by their pips (R20).
    """
    led = tuple(_suit_led(tile, trumps, doubles) for tile in TILES)
    members = tuple(
        sum(BIT[tile] for tile in TILES if _belongs(tile, suit, trumps, doubles)) for suit in SUITS
    )
    power = tuple(
        tuple(
            _trump_power(tile, trumps, rank)
            if trumps & BIT[tile]
            else _suit_power(tile, suit, doubles)
            if members[suit] & BIT[tile]
            else 0
            for tile in TILES
        )
        for suit in SUITS
    )
    return Suits(led, members, power)


def _suit_led(tile: Tile, trumps: int, doubles: DoublesAre) -> int:
    if trumps & BIT[tile]:
        return TRUMP
    if tile.is_double and doubles.apart:
        return DOUBLES_SUIT
    return tile.high


def _belongs(tile: Tile, suit: int, trumps: int, doubles: DoublesAre) -> bool:
    if trumps & BIT[tile]:
        return suit == TRUMP
    if tile.is_double and doubles.apart:
        return suit == DOUBLES_SUIT
    return suit in (tile.high, tile.low)


_ABOVE_EVERY_SUIT: Final = 32
_ABOVE_OFF_SUIT: Final = 8


def _trump_power(tile: Tile, trumps: int, rank: TrumpRank) -> int:
    if trumps == DOUBLES or rank is TrumpRank.PIP_TOTAL:
        return _ABOVE_EVERY_SUIT + tile.pips
    return _ABOVE_EVERY_SUIT + _rank_beside(tile, _common_pip(trumps), DoublesAre.HIGH)


def _suit_power(tile: Tile, suit: int, doubles: DoublesAre) -> int:
    if suit == DOUBLES_SUIT:
        low_first = doubles is DoublesAre.OWN_INVERTED
        return _ABOVE_OFF_SUIT + (len(PIPS) - tile.high if low_first else tile.high)
    return _ABOVE_OFF_SUIT + _rank_beside(tile, suit, doubles)


def _rank_beside(tile: Tile, pip: int, doubles: DoublesAre) -> int:
    """Rank a tile among those with `pip`: by the other end, its double at the top or bottom."""
    if tile.is_double:
        return -1 if doubles is DoublesAre.LOW else len(PIPS)
    return tile.low if tile.high == pip else tile.high


def tiles_with(pip: int) -> int:
    """Return the set of the seven tiles that bear a pip."""
    return sum(BIT[tile] for tile in TILES if pip in (tile.high, tile.low))


def _common_pip(trumps: int) -> int:
    return next(pip for pip in PIPS if tiles_with(pip) == trumps)


def suit_name(suit: int) -> str:
    """Return a suit as players say it."""
    names = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
    return {DOUBLES_SUIT: "doubles", TRUMP: "trumps"}.get(suit) or names[suit]
