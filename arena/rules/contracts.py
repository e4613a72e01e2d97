"""Calls and contracts: what the winner of the auction may name, and how it is then played.

Each call is one row of `CONTRACTS`: the family it belongs to, what it asks of the bidding side, and
the law of tricks it brings. A call says all: where the doubles stand is part of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import Final

from arena.rules.suits import DoublesAre, TrumpRank, suits_with, tiles_with
from arena.rules.tiles import DOUBLES, PIPS
from arena.rules.tricks import TrickLaw, following_suit, nearest_to_seven


class Call(IntEnum):
    """What may be named before the first lead (R15). FOLLOW_ME has its doubles high; UNDECLARED
    leaves it to the first lead (R17)."""

    BLANKS = 1
    ONES = 2
    TWOS = 3
    THREES = 4
    FOURS = 5
    FIVES = 6
    SIXES = 7
    DOUBLES = 8
    FOLLOW_ME = 9
    FOLLOW_ME_LOW = 10
    FOLLOW_ME_OWN = 11
    NELLO_OWN = 12
    NELLO_HIGH = 13
    NELLO_LOW = 14
    NELLO_OWN_INVERTED = 15
    SEVENS = 16
    UNDECLARED = 17

    # Enum would hash the name, in Python code, at every look-up.
    __hash__ = int.__hash__

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read `fours`, `doubles`, `follow me`, `nello own`. Raises ValueError on all else."""
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


class Doubles(Enum):
    """Where the doubles stand in follow me or nello: in one place, or where the bidder says."""

    OWN = "own"
    HIGH = "high"
    LOW = "low"
    OWN_INVERTED = "own_inverted"
    DECLARER = "declarer"

    @property
    def mode(self) -> DoublesAre:
        """The one place. Raises ValueError where the bidder says."""
        return DoublesAre(self.value)


class Declaration(IntEnum):
    """The families of calls. The straight ones, the first three, a set of rules allows by name
    (`declarations`), the others by options of their own."""

    PIPS = 1
    DOUBLES = 2
    FOLLOW_ME = 3
    NELLO = 4
    SEVENS = 5
    UNDECLARED = 6


STRAIGHT: Final = (Declaration.PIPS, Declaration.DOUBLES, Declaration.FOLLOW_ME)


class Aim(Enum):
    """What the bidding side plays for: what it bid, no trick (3.4), or every trick by the law of
    sevens (3.5)."""

    THE_BID = "the bid"
    NO_TRICK = "no trick"
    SEVENS = "sevens"


@dataclass(frozen=True, eq=False)
class Contract:
    """A call with the law of tricks that it brings and what the bidding side then plays for.

    Where `partners_sit_out` the bidder's partners turn their tiles down and skip every turn.
    """

    call: Call
    declaration: Declaration
    law: TrickLaw
    aim: Aim = Aim.THE_BID
    partners_sit_out: bool = False


def _pip_trumps(pip: int, rank: TrumpRank) -> Contract:
    law = following_suit(suits_with(tiles_with(pip), rank=rank))
    return Contract(Call.pips(pip), Declaration.PIPS, law)


def _follow_me(call: Call, doubles: DoublesAre) -> Contract:
    return Contract(call, Declaration.FOLLOW_ME, following_suit(suits_with(0, doubles)))


def _nello(call: Call, doubles: DoublesAre) -> Contract:
    law = following_suit(suits_with(0, doubles))
    return Contract(call, Declaration.NELLO, law, Aim.NO_TRICK, partners_sit_out=True)


FOLLOW_ME_CALLS: Final = {
    DoublesAre.HIGH: Call.FOLLOW_ME,
    DoublesAre.LOW: Call.FOLLOW_ME_LOW,
    DoublesAre.OWN_SUIT: Call.FOLLOW_ME_OWN,
}
"""The call of follow me by where its doubles stand (3.1)."""

NELLO_CALLS: Final = {
    DoublesAre.OWN_SUIT: Call.NELLO_OWN,
    DoublesAre.HIGH: Call.NELLO_HIGH,
    DoublesAre.LOW: Call.NELLO_LOW,
    DoublesAre.OWN_INVERTED: Call.NELLO_OWN_INVERTED,
}
"""The call of nello by where its doubles stand (3.4)."""


def contracts_with(rank: TrumpRank) -> dict[Call, Contract]:
    """Return the contract of every call, the trumps of a pip ranking so."""
    no_trumps = following_suit(suits_with(0))
    rows = [
        *(_pip_trumps(pip, rank) for pip in PIPS),
        Contract(Call.DOUBLES, Declaration.DOUBLES, following_suit(suits_with(DOUBLES))),
        *(_follow_me(call, doubles) for doubles, call in FOLLOW_ME_CALLS.items()),
        *(_nello(call, doubles) for doubles, call in NELLO_CALLS.items()),
        Contract(Call.SEVENS, Declaration.SEVENS, nearest_to_seven(free_play=False), Aim.SEVENS),
        # Only its first lead is ever looked up here: then the lead has made it another call.
        Contract(Call.UNDECLARED, Declaration.UNDECLARED, no_trumps),
    ]
    return {row.call: row for row in rows}


CONTRACTS: Final = contracts_with(TrumpRank.DOUBLE_HIGH)
BY_PIP_TOTAL: Final = contracts_with(TrumpRank.PIP_TOTAL)


def with_free_play(sevens: Contract) -> Contract:
    """Return the contract of sevens with every tile legal (`sevens_free_play`)."""
    return replace(sevens, law=nearest_to_seven(free_play=True))


class Offered(Enum):
    """Whether a special contract may be called: never, by any winner, or by the forced one."""

    OFF = "off"
    OPEN = "open"
    FORCED_ONLY = "forced_only"


class SevensScope(Enum):
    """Who must be nearest to seven in sevens: one of the bidding side, or the bidder (3.5)."""

    TEAM = "team"
    BIDDER = "bidder"


class PlungeLeader(Enum):
    """Who leads after a plunge or a splash: the partner, who calls, or the bidder (3.6)."""

    PARTNER = "partner"
    BIDDER = "bidder"


class Undeclared(Enum):
    """What a bidder may do that names no trumps: nothing, or let the first lead name them (R17)."""

    REJECT = "reject"
    FIRST_LEAD_HIGH_END = "first_lead_high_end"


def say_calls(calls: tuple[Call, ...]) -> str:
    """Return calls as a person lists them."""
    return ", ".join(str(call) for call in calls)
