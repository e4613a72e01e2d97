"""A second opinion on the rules: written from their definitions, with lists, and slow.

Nothing here comes from arena.rules, neither code nor tables. A tile is a pair (high, low); a suit
is the list of its tiles, best first; trumps are named by a pip 0 to 6, by "doubles", or by None.
A bid is a pair such as ("pass", 0), ("points", 31) or ("marks", 2).
"""

from dataclasses import dataclass

Pair = tuple[int, int]
Trumps = int | str | None
NaiveBid = tuple[str, int]

EVERY_TILE: list[Pair] = [(high, low) for high in range(7) for low in range(high + 1)]
SIX_TO_NOUGHT = [6, 5, 4, 3, 2, 1, 0]
NO_BID: NaiveBid = ("pass", 0)


def tile(one_end: int, other_end: int) -> Pair:
    """The tile with these ends, the higher one first."""
    return (one_end, other_end) if one_end >= other_end else (other_end, one_end)


# Suits and tricks (R18 to R27).


def trump_suit(trumps: Trumps) -> list[Pair]:
    """The trumps, best first (R18, R20)."""
    if trumps is None:
        return []
    if trumps == "doubles":
        return [(pip, pip) for pip in SIX_TO_NOUGHT]
    assert isinstance(trumps, int)
    return [(trumps, trumps)] + [tile(trumps, pip) for pip in SIX_TO_NOUGHT if pip != trumps]


def pip_suit(pip: int, trumps: Trumps, doubles: str) -> list[Pair]:
    """The tiles that follow a pip, best first; no trump is among them (R19, R21, R25)."""
    others = [tile(pip, other) for other in SIX_TO_NOUGHT if other != pip]
    if doubles == "high":
        members = [(pip, pip), *others]
    elif doubles == "low":
        members = [*others, (pip, pip)]
    else:
        members = others
    return [member for member in members if member not in trump_suit(trumps)]


def suit_asked(led: Pair, trumps: Trumps, doubles: str) -> list[Pair]:
    """The suit that a lead asks for, best first (R23)."""
    if led in trump_suit(trumps):
        return trump_suit(trumps)
    if doubles == "own" and led[0] == led[1]:
        every_double = [(pip, pip) for pip in SIX_TO_NOUGHT]
        return [double for double in every_double if double not in trump_suit(trumps)]
    return pip_suit(max(led), trumps, doubles)


def legal_plays(hand: list[Pair], led: Pair | None, trumps: Trumps, doubles: str) -> list[Pair]:
    """What of a hand may be played on a lead, or may be led (R22, R24)."""
    if led is None:
        return hand
    following = [mine for mine in hand if mine in suit_asked(led, trumps, doubles)]
    if following:
        return following
    return hand


def winning_place(trick: list[Pair], trumps: Trumps, doubles: str) -> int:
    """Which tile of a trick wins, the lead being number 0 (R26)."""
    for best in trump_suit(trumps) + suit_asked(trick[0], trumps, doubles):
        if best in trick:
            return trick.index(best)
    raise AssertionError("the lead itself is always of the suit led")


def worth(trick: list[Pair]) -> int:
    """The points of a trick (R27)."""
    points = 1
    for member in trick:
        if member in [(5, 5), (6, 4)]:
            points += 10
        if member in [(5, 0), (4, 1), (3, 2)]:
            points += 5
    return points


# The auction (R7 to R12, C4).


@dataclass(frozen=True)
class House:
    """The choices of a house that touch the auction."""

    min_bid: int = 30
    open_cap_marks: int = 2
    mark_raise: str = "plus_one"
    max_marks: int | None = None
    all_pass: str = "reshake"


def highest(history: list[NaiveBid]) -> NaiveBid | None:
    """The bid that stands: each was higher than those before, so it is the last one made."""
    made = [bid for bid in history if bid != NO_BID]
    return made[-1] if made else None


def may_bid(bid: NaiveBid, history: list[NaiveBid], house: House) -> bool:
    """Whether the next of four seats may make this bid."""
    kind, value = bid
    standing = highest(history)
    everybody_passed = history == [NO_BID, NO_BID, NO_BID]
    if kind == "pass":
        return house.all_pass == "reshake" or not everybody_passed
    if everybody_passed and house.all_pass == "forced_exact":
        return bid == ("points", house.min_bid)
    if kind == "points":
        if not house.min_bid <= value <= 41:
            return False
        return standing is None or (standing[0] == "points" and value > standing[1])
    if value < 1 or (house.max_marks is not None and value > house.max_marks):
        return False
    if standing is None or standing[0] == "points":
        return value <= house.open_cap_marks
    if house.mark_raise == "plus_one":
        return value == standing[1] + 1
    if house.mark_raise == "double":
        return value == standing[1] + standing[1]
    return value > standing[1]


def legal_bids(history: list[NaiveBid], house: House) -> list[NaiveBid]:
    """All that the next of four seats may bid; nothing once four have."""
    if len(history) == 4:
        return []
    every_bid = [NO_BID]
    every_bid += [("points", points) for points in range(60)]
    every_bid += [("marks", marks) for marks in range(20)]
    return [bid for bid in every_bid if may_bid(bid, history, house)]


# What a hand pays (R14, R28, R30).

Trick = tuple[bool, int]
"""Whether the bidding side won it, and its points."""


def is_made(bid: NaiveBid, tricks: list[Trick]) -> bool:
    """Whether the bid is made by these seven tricks (R14): points by count, marks by tricks."""
    assert len(tricks) == 7
    if bid[0] == "marks":
        return all(won for won, _ in tricks)
    return sum(points for won, points in tricks if won) >= bid[1]


def certainty(bid: NaiveBid, tricks: list[Trick]) -> str | None:
    """What is certain after these tricks, whoever takes the points still to come."""
    taken = sum(points for won, points in tricks if won)
    lost = sum(points for won, points in tricks if not won)
    to_come = 42 - taken - lost
    if bid[0] == "marks":
        if not all(won for won, _ in tricks):
            return "set"
        return "made" if len(tricks) == 7 else None
    if taken >= bid[1]:
        return "made"
    if taken + to_come < bid[1]:
        return "set"
    return None


def marks(bid: NaiveBid, made: bool) -> tuple[int, int]:
    """The marks of the bidding side and of the other (R30)."""
    stake = bid[1] if bid[0] == "marks" else 1
    return (stake, 0) if made else (0, stake)
