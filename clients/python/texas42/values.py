"""The values of the game: tiles, bids, calls and decisions.

Each speaks both ways: `Domino.parse("6-4")` and `str(tile)`. Values are immutable and looked up
by their wire number, never built per decision. Nothing here knows a message, a rule or a bot.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Self

# Seats are counted from the one who looks: the left one acts next. At other tables than that of
# four in two sides these are the first four seats; see `Observation.partners`.
ME: Final = 0
LEFT: Final = 1
PARTNER: Final = 2
RIGHT: Final = 3


class Decision(IntEnum):
    """What a seat is asked for."""

    BID = 1
    CALL_TRUMP = 2
    PLAY = 3

    def __str__(self) -> str:
        return ("bid", "call trumps", "play")[self - 1]


class Domino(IntEnum):
    """One of the 28 tiles, as an int equal to its wire number, 7 * high + low + 1.

    Tiles sort by their high end, then by their low end. `Domino.parse("6-4")` and
    `Domino.parse("4-6")` are the same tile, `Domino.of(4, 6)` too.
    """

    high: int  # 0..6
    low: int  # 0..high
    is_double: bool
    pips: int  # 0..12
    count: int  # what the tile adds to its trick: 0, 5 or 10

    D0_0 = 1
    D1_0 = 8
    D1_1 = 9
    D2_0 = 15
    D2_1 = 16
    D2_2 = 17
    D3_0 = 22
    D3_1 = 23
    D3_2 = 24
    D3_3 = 25
    D4_0 = 29
    D4_1 = 30
    D4_2 = 31
    D4_3 = 32
    D4_4 = 33
    D5_0 = 36
    D5_1 = 37
    D5_2 = 38
    D5_3 = 39
    D5_4 = 40
    D5_5 = 41
    D6_0 = 43
    D6_1 = 44
    D6_2 = 45
    D6_3 = 46
    D6_4 = 47
    D6_5 = 48
    D6_6 = 49

    def __new__(cls, number: int) -> Self:
        """Describes the tile, once: from then on `Domino(number)` only looks it up."""
        tile = int.__new__(cls, number)
        tile._value_ = number
        tile.high = (number - 1) // 7
        tile.low = (number - 1) % 7
        tile.is_double = tile.high == tile.low
        tile.pips = tile.high + tile.low
        tile.count = tile.pips if tile.pips in (5, 10) else 0
        return tile

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    # Enum would hash the name, in Python code, at every look-up in a set.
    __hash__ = int.__hash__

    @classmethod
    def of(cls, one: int, other: int) -> "Domino":
        """The tile with these two ends, in either order.

        Raises ValueError when an end is not 0..6.
        """
        top = max(one, other)
        bottom = min(one, other)
        if not 0 <= bottom <= top <= 6:
            raise ValueError(f"a tile has ends of 0 to 6, not {one}-{other}")
        return cls(7 * top + bottom + 1)

    @classmethod
    def parse(cls, text: str) -> "Domino":
        """The tile written so, such as `6-4` or `4-6`.

        Raises ValueError when the text is not a tile.
        """
        ends = text.strip().split("-")
        if len(ends) != 2 or not all(end in _PIPS for end in ends):
            raise ValueError(f"not a tile: {text!r}; write it like 6-4")
        return cls.of(int(ends[0]), int(ends[1]))


class Call(IntEnum):
    """What is named before the first lead, as an int equal to its wire number.

    The three calls of FOLLOW_ME have no trumps and differ in where doubles stand. In nello the
    bidder is to take no trick; sevens knows no suits. After UNDECLARED the first tile led makes its
    higher end trumps, and from then on the call is that pip.
    """

    pip: int | None  # the suit 0..6 that is trumps, or None where there is none
    is_straight: bool  # one of pips, doubles and follow me
    is_nello: bool

    BLANKS = 1
    ONES = 2
    TWOS = 3
    THREES = 4
    FOURS = 5
    FIVES = 6
    SIXES = 7
    DOUBLES = 8
    FOLLOW_ME = 9  # a double is the highest of its suit
    FOLLOW_ME_LOW = 10  # a double is the lowest of its suit
    FOLLOW_ME_OWN = 11  # the doubles are a suit of their own, 6-6 highest
    NELLO_OWN = 12
    NELLO_HIGH = 13
    NELLO_LOW = 14
    NELLO_OWN_INVERTED = 15  # 0-0 highest
    SEVENS = 16
    UNDECLARED = 17

    def __new__(cls, number: int) -> Self:
        """Describes the call, once: from then on `Call(number)` only looks it up."""
        call = int.__new__(cls, number)
        call._value_ = number
        call.pip = number - 1 if number <= 7 else None
        call.is_straight = number <= 11
        call.is_nello = 12 <= number <= 15
        return call

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    __hash__ = int.__hash__

    @classmethod
    def parse(cls, text: str) -> "Call":
        """The call written so, such as `fives`, `doubles`, `follow me` or `nello own`.

        Raises ValueError when the text is not a call.
        """
        name = text.strip().upper().replace(" ", "_").replace("-", "_")
        try:
            return cls[name]
        except KeyError:
            known = ", ".join(map(str, cls))
            raise ValueError(f"not a call: {text!r}; the calls are {known}") from None


class BidKind(IntEnum):
    """What sort of bid it is."""

    PASS = 1
    POINTS = 2
    MARKS = 3
    PLUNGE = 4  # marks on many doubles, for which the bidder's partner calls
    SPLASH = 5  # the same with fewer doubles and for fewer marks


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid. Bids compare as they outbid one another: pass < 30 < .. < 41 < 1 mark < 2 marks.

    A plunge or a splash stands where as many marks do: neither is less than the other, and yet
    they are not equal. What players call 42 is one mark, 84 is two marks. Get one from `PASS`,
    `Bid.points(30)`, `Bid.marks(1)`, `Bid.parse("2 marks")` or out of `legal_bids`.
    """

    kind: BidKind
    value: int  # 0 for a pass, 30 points and up, or 1 mark and up

    def __post_init__(self) -> None:
        """Raises ValueError when that is no bid, such as one of -1 marks."""
        wrong = type(self.kind) is not BidKind or type(self.value) is not int
        if wrong or self.value not in _VALUES[self.kind]:
            raise ValueError(f"no bid has the kind {self.kind!r} and the value {self.value!r}")

    @property
    def in_marks(self) -> bool:
        """Whether the bid is for every trick, its value the marks at stake."""
        return self.kind >= BidKind.MARKS

    @property
    def standing(self) -> tuple[int, int]:
        """Where the bid stands; a higher one outbids it."""
        return min(self.kind, BidKind.MARKS), self.value

    def __lt__(self, other: "Bid") -> bool:
        return self.standing < other.standing

    def __le__(self, other: "Bid") -> bool:
        return self.standing <= other.standing

    def __gt__(self, other: "Bid") -> bool:
        return self.standing > other.standing

    def __ge__(self, other: "Bid") -> bool:
        return self.standing >= other.standing

    def __str__(self) -> str:
        if self.kind is BidKind.PASS:
            return "pass"
        if self.kind is BidKind.POINTS:
            return str(self.value)
        if self.kind is BidKind.MARKS:
            return "1 mark" if self.value == 1 else f"{self.value} marks"
        return f"{self.kind.name.lower()} {self.value}"

    @classmethod
    def points(cls, value: int) -> "Bid":
        """A bid of so many points; ValueError unless there is one and more."""
        return _bid(BidKind.POINTS, value)

    @classmethod
    def marks(cls, value: int) -> "Bid":
        """A bid of so many marks; ValueError unless there is one and more."""
        return _bid(BidKind.MARKS, value)

    @classmethod
    def plunge(cls, marks: int) -> "Bid":
        """A plunge for so many marks; ValueError unless there is one and more."""
        return _bid(BidKind.PLUNGE, marks)

    @classmethod
    def splash(cls, marks: int) -> "Bid":
        """A splash for so many marks; ValueError unless there is one and more."""
        return _bid(BidKind.SPLASH, marks)

    @classmethod
    def parse(cls, text: str) -> "Bid":
        """The bid written so: `pass`, `30` to `41`, `1 mark`, `2 marks`, `plunge 4`, `splash 3`.

        Raises ValueError when the text is not a bid.
        """
        match text.split():
            case ["pass"]:
                return PASS
            case [number] if _is_number(number):
                return cls.points(int(number))
            case [number, "mark" | "marks"] if _is_number(number):
                return cls.marks(int(number))
            case ["plunge", number] if _is_number(number):
                return cls.plunge(int(number))
            case ["splash", number] if _is_number(number):
                return cls.splash(int(number))
        raise ValueError(f"not a bid: {text!r}; write pass, 30, 2 marks, plunge 4 or splash 3")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _bid(kind: BidKind, value: int) -> Bid:
    known = _BIDS.get((kind, value))
    if known is not None:
        return known
    if value < 1:
        raise ValueError(f"a bid of {value} is none; say pass instead")
    return Bid(kind, value)


def calls(numbers: Iterable[int]) -> tuple[Call, ...]:
    """The calls of these wire numbers, in their order; unknown numbers are left out."""
    return tuple(filter(None, map(_CALL, numbers)))


def bid_of(kind: int, value: int) -> Bid | None:
    """The bid of this wire kind and value, or None when this client knows no such bid."""
    if kind == BidKind.PASS:
        return PASS
    known = _BIDS.get((kind, value))
    if known is not None:
        return known
    return Bid(BidKind(kind), value) if value in _VALUES.get(kind, ()) else None


# By kind, the values that the wire can carry.
_VALUES: Final = {int(kind): range(1, 2**32) for kind in BidKind} | {int(BidKind.PASS): range(1)}
PASS: Final = Bid(BidKind.PASS, 0)

_PIPS = frozenset("0123456")
# All bids of every ladder; plain ints find them, since the kinds are ints.
_BIDS: dict[tuple[int, int], Bid] = {
    (bid.kind, bid.value): bid
    for bid in (
        PASS,
        *(Bid(BidKind.POINTS, points) for points in range(1, 49)),
        *(
            Bid(kind, marks)
            for kind in (BidKind.MARKS, BidKind.PLUNGE, BidKind.SPLASH)
            for marks in range(1, 100)
        ),
    )
}

# The tile of every wire number there is.
DOMINOES: Final = {int(tile): tile for tile in Domino}
_CALL = {int(call): call for call in Call}.get
