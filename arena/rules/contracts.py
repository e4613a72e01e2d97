"""Calls and contracts: what the winner of the auction may name, and how it is then played.

Each call is one row of `CONTRACTS`; a contract joins a call with the law of tricks it brings.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from arena.rules.suits import DoublesAre, suits_with, tiles_with
from arena.rules.tiles import DOUBLES, PIPS
from arena.rules.tricks import TrickLaw, following_suit


class Call(IntEnum):
    """What may be named before the first lead (R15)."""

    BLANKS = 1
    ONES = 2
    TWOS = 3
    THREES = 4
    FOURS = 5
    FIVES = 6
    SIXES = 7
    DOUBLES = 8
    FOLLOW_ME = 9

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read `fours`, `doubles`, `follow me`. Raises ValueError on anything else."""
        for call in cls:
            if str(call) == text.strip().lower():
                return call
        raise ValueError(f"{text!r} is no call: calls are {say_calls(tuple(cls))}")

    @classmethod
    def pips(cls, pip: int) -> Call:
        """Return the call that makes a pip, 0 to 6, trumps. Raises ValueError."""
        if pip not in PIPS:
            raise ValueError(f"no suit has {pip} pips: pips are 0 to 6")
        return cls(cls.BLANKS + pip)

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Declaration(IntEnum):
    """The families of calls that a set of rules allows (`declarations`)."""

    PIPS = 1
    DOUBLES = 2
    FOLLOW_ME = 3


@dataclass(frozen=True, eq=False)
class Contract:
    """A call with the law of tricks that it brings."""

    call: Call
    declaration: Declaration
    law: TrickLaw


def _pip_trumps(pip: int) -> Contract:
    law = following_suit(suits_with(tiles_with(pip)))
    return Contract(Call.pips(pip), Declaration.PIPS, law)


CONTRACTS: Final[dict[Call, Contract]] = {
    **{Call.pips(pip): _pip_trumps(pip) for pip in PIPS},
    Call.DOUBLES: Contract(
        Call.DOUBLES, Declaration.DOUBLES, following_suit(suits_with(trumps=DOUBLES))
    ),
    Call.FOLLOW_ME: Contract(
        Call.FOLLOW_ME,
        Declaration.FOLLOW_ME,
        following_suit(suits_with(trumps=0, doubles=DoublesAre.HIGH)),
    ),
}


def say_calls(calls: tuple[Call, ...]) -> str:
    """Return calls as a person lists them."""
    return ", ".join(str(call) for call in calls)
