"""What a hand is worth: made or set, and what either side is awarded.

Points taken in tricks decide whether a contract is made or set (R28); what that pays is marks (R30)
or points (R31), and those win the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from arena.rules.bids import Bid, BidKind
from arena.rules.contracts import Aim

POINTS_A_MARK: Final = 42
"""What one mark of a mark bid is worth in points, at any number of players (C8)."""
COUNT_OF_A_SET: Final = 35
"""What the five count tiles are worth together (R27)."""


class Outcome(Enum):
    """How a hand ended."""

    MADE = "made"
    SET = "set"
    THROWN_IN = "thrown in"
    FORFEITED = "forfeited"
    VOID = "void"


class Scoring(Enum):
    """What hands pay and games are won by: marks, or points."""

    MARKS = "marks"
    POINTS = "points"


class MarkAward(Enum):
    """Who gets the mark: by the contract, or who took the most points (C9)."""

    CONTRACT = "contract"
    MOST_POINTS = "most_points"


# A member of an enum is slow to look up.
_MARKS: Final = Scoring.MARKS
_BY_CONTRACT: Final = MarkAward.CONTRACT
_MADE: Final = Outcome.MADE


class SetMarks(Enum):
    """What a set mark bid pays: its stake, or one mark (2.2-j)."""

    STAKE = "stake"
    ONE = "one"


class SetAward(Enum):
    """What a set pays in points: the bid with what was taken, or the bid alone (2.2-h)."""

    BID_PLUS_TAKEN = "bid_plus_taken"
    BID_ONLY = "bid_only"


class MarkBidPoints(Enum):
    """What a straight mark bid pays in points: its 42s alone, or what was taken, too (C8)."""

    BID_ONLY = "bid_only"
    TAKEN = "taken"


class GameWon(Enum):
    """Who wins when several sides are over the target in one hand (R33)."""

    HIGHER_TOTAL = "higher_total"
    BIDDER_FIRST = "bidder_first"


class SoloSetAward(Enum):
    """Who pays for a set where there are more than two sides: it pays each of the others its stake,
    or the bidder loses it (section 4)."""

    EACH_DEFENDER = "each_defender"
    BIDDER_MINUS = "bidder_minus"


class Result(NamedTuple):
    """The end of a hand: its outcome, and by side what is awarded (in marks, or in points under
    points scoring; a lone bidder may lose some) and the points taken."""

    outcome: Outcome
    awards: tuple[int, ...]
    taken: tuple[int, ...]

    def __str__(self) -> str:
        awards = " ".join(map(str, self.awards))
        points = " ".join(map(str, self.taken))
        return f"{self.outcome.value}, awarded {awards}, taken {points}"


@dataclass(frozen=True)
class Goal:
    """What decides a contract: the bidding side makes it with `make` points, and is set once the
    others have `set_at`, or itself `lose` (R28).

    `at_end` is how a hand ends in which nothing of that came before the last trick.
    """

    make: int
    set_at: int
    lose: int
    at_end: Outcome = Outcome.SET

    def decided(self, bidders: int, others: int) -> Outcome | None:
        """Return MADE or SET as soon as the points taken settle it, else None."""
        if bidders >= self.make:
            return Outcome.MADE
        if others >= self.set_at or bidders >= self.lose:
            return Outcome.SET
        return None


_NEVER: Final = 1000
"""More points than there are."""


@lru_cache(maxsize=1024)
def goal_of(bid: Bid, total: int, aim: Aim = Aim.THE_BID) -> Goal:
    """Return the goal of a bid where all tricks together are worth `total` points.

    Any trick is worth at least one, so every trick is every point (R14), and no trick no point
    (3.4). Where tiles sleep the total may not be reached: then a mark bid is made by losing nothing
    to the end, and a point bid is set before the end only as if nothing slept (C13).
    """
    if aim is Aim.NO_TRICK:
        return Goal(make=_NEVER, set_at=_NEVER, lose=1, at_end=Outcome.MADE)
    if bid.kind is BidKind.POINTS:
        return Goal(make=bid.value, set_at=total + 1 - bid.value, lose=_NEVER)
    return Goal(make=total, set_at=1, lose=_NEVER, at_end=Outcome.MADE)


@dataclass(frozen=True, kw_only=True)
class Pay:
    """How hands pay under one set of rules; each field is the option of that name."""

    scoring: Scoring = Scoring.MARKS
    mark_award: MarkAward = MarkAward.CONTRACT
    set_marks: SetMarks = SetMarks.STAKE
    set_award: SetAward = SetAward.BID_PLUS_TAKEN
    mark_bid_points: MarkBidPoints = MarkBidPoints.BID_ONLY
    forced_sweep_bonus: bool = False
    solo_set_award: SoloSetAward = SoloSetAward.EACH_DEFENDER

    @cached_property
    def bidder_pays(self) -> bool:
        """Whether a set takes from the bidder instead of giving to the others."""
        return self.solo_set_award is SoloSetAward.BIDDER_MINUS


class Played(NamedTuple):
    """A hand that was played out, or far enough to know its outcome.

    `bidding` is the bidding side, `taken` the points by side, `forced` whether its bidder had to
    bid the minimum and did.
    """

    bid: Bid
    aim: Aim
    bidding: int
    outcome: Outcome
    taken: tuple[int, ...]
    forced: bool = False

    @property
    def made(self) -> bool:
        """Whether the bidding side did what it bid."""
        return self.outcome is _MADE

    @property
    def swept(self) -> bool:
        """Whether the bidding side won every trick: each is worth a point at least."""
        return sum(self.taken) == self.taken[self.bidding]

    @property
    def is_special(self) -> bool:
        """Whether the contract pays its marks whatever was taken (C8)."""
        return self.aim is not Aim.THE_BID or self.bid.kind in (BidKind.PLUNGE, BidKind.SPLASH)


def awards(pay: Pay, hand: Played) -> tuple[int, ...]:
    """Return what each side is awarded for a hand that was played (R30, R31, C8, C9, C14)."""
    if pay.scoring is not _MARKS:
        return _points(pay, hand)
    if pay.mark_award is not _BY_CONTRACT:
        return _one_mark(pay, hand)
    stake = hand.bid.stake
    if hand.outcome is _MADE:
        if pay.forced_sweep_bonus and hand.forced and hand.swept:
            stake = 2
    elif pay.set_marks is SetMarks.ONE and hand.bid.kind.in_marks:
        stake = 1
    return _by_contract(pay, hand, stake)


def _one_mark(pay: Pay, hand: Played) -> tuple[int, ...]:
    """One mark: for a point bid to the side that took the most, otherwise by the contract (C9)."""
    sides = range(len(hand.taken))
    most = [side for side in sides if hand.taken[side] == max(hand.taken)]
    if hand.bid.kind is BidKind.POINTS and len(most) == 1:
        return tuple([int(side == most[0]) for side in sides])
    return _by_contract(pay, hand, 1)


def _by_contract(pay: Pay, hand: Played, stake: int) -> tuple[int, ...]:
    bidding, sides = hand.bidding, range(len(hand.taken))
    if hand.outcome is _MADE:
        return tuple([stake if side == bidding else 0 for side in sides])
    if pay.bidder_pays:
        return tuple([-stake if side == bidding else 0 for side in sides])
    return tuple([0 if side == bidding else stake for side in sides])


def _points(pay: Pay, hand: Played) -> tuple[int, ...]:
    made, taken = hand.made, hand.taken
    if hand.bid.kind is BidKind.POINTS:
        bid, adds_taken = hand.bid.value, pay.set_award is SetAward.BID_PLUS_TAKEN
    else:
        bid = POINTS_A_MARK * hand.bid.stake
        adds_taken = pay.mark_bid_points is MarkBidPoints.TAKEN and not hand.is_special
        if not adds_taken:
            return tuple(bid if (side == hand.bidding) == made else 0 for side in range(len(taken)))
    if made:
        return taken
    return tuple(
        0 if side == hand.bidding else bid + (own if adds_taken else 0)
        for side, own in enumerate(taken)
    )


def awards_forfeited(
    pay: Pay, *, loser: int, high: Bid | None, played: Played | None, untaken: int, sides: int
) -> tuple[int, ...]:
    """Return what each side is awarded when `loser` forfeits the hand (R34).

    Under marks each other side gets those of the contract, or of the highest bid so far, at least
    one. Under points the bidders' forfeit is a set, the others' is as made, and the `untaken`
    points go to the only other side, or to the bidders; while the auction is on (`played` is None)
    each other side gets 42.
    """
    if pay.scoring is Scoring.MARKS:
        stake = 1 if high is None else high.stake
    elif played is None:
        stake = POINTS_A_MARK
    else:
        return _points(pay, _as_if_ended(played, loser, untaken))
    return tuple(0 if side == loser else stake for side in range(sides))


def _as_if_ended(hand: Played, loser: int, untaken: int) -> Played:
    taken = list(hand.taken)
    if loser != hand.bidding:
        taken[hand.bidding] += untaken
    elif len(taken) == 2:
        taken[1 - loser] += untaken
    outcome = Outcome.SET if loser == hand.bidding else Outcome.MADE
    return Played(hand.bid, hand.aim, hand.bidding, outcome, tuple(taken))
