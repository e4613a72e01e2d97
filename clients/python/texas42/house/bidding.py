"""What a hand is worth before the first lead: a count of points under each call.

A point is worth about 0.11 in the log odds of taking 30; at 0 points a hand takes 30 as often
as not. The numbers were fitted to 120,000 hands that `rule` played out under `standard`. At other
tables than the usual one a hand is bid on when nearly all its tiles look like tricks.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from texas42.observation import Observation
from texas42.rules import STANDARD
from texas42.tricks import SUITS_OF, TRUMP, mask
from texas42.values import PASS, Bid, BidKind, Call, Domino

OPENING: Final = 0  # points for an opening bid of 30
OVER: Final = 2  # points for going over an opponent's 30; one more for each step

_TRUMP: Final = 2  # each trump
_BEST: Final = 4  # the best trump
_BEST_TWO: Final = 4  # and the next one with it
_THIRD: Final = 1  # the third
_LOSER: Final = -4  # each tile that something in its own suit beats
_SUIT: Final = -1  # each suit besides trumps
_COUNT: Final = 1  # for five points of count among the trumps

_FOLLOW_ME: Final = -36  # without trumps, at first
_WINNER: Final = 9  # each tile that nothing in its suit beats
_NEXT: Final = 3  # each tile that only one tile of its suit beats

_LOSERS: Final = 1  # how many a hand may hold that is bid on at another table


def points(call: Call, dealt: Iterable[Domino]) -> int:
    """The points that these seven tiles are worth under a straight call."""
    suits, mine = SUITS_OF[call], mask(dealt)
    better = [(suits.above[tile] & ~mine).bit_count() for tile in _rest(call, dealt)]
    if not suits.trumps:
        return _FOLLOW_ME + _WINNER * better.count(0) + _NEXT * better.count(1)
    best, second, third = _TOP[call]
    total = _TRUMP * (mine & suits.trumps).bit_count()
    total += _LOSER * (len(better) - better.count(0))
    total += _SUIT * len({suits.led[tile] for tile in _rest(call, dealt)})
    if best & mine:
        total += _BEST + (_BEST_TWO if second & mine else 0)
    if third & mine:
        total += _THIRD
    return total + _COUNT * sum(t.count for t in dealt if suits.trumps >> t & 1) // 5


@lru_cache(maxsize=4096)
def best_call(dealt: tuple[Domino, ...]) -> tuple[int, Call]:
    """The highest points of a hand and their call, of the nine usual ones; of equal the lowest."""
    total, number = max((points(call, dealt), -call) for call in STANDARD.calls)
    return total, Call(-number)


def losers(call: Call, dealt: Iterable[Domino]) -> int:
    """How many of these tiles are no trumps and can be beaten in their own suit."""
    suits, mine = SUITS_OF[call], mask(dealt)
    return sum(bool(suits.above[tile] & ~mine) for tile in _rest(call, dealt))


def bid(seen: Observation) -> Bid:
    """The lowest bid that wins so far, when the hand is worth it and no partner has bid.

    Never a plunge, a splash or more marks than it must.
    """
    if seen.rules.usual_table:
        return _bid(seen)
    fewest = min(losers(call, seen.dealt) for call in STANDARD.calls)
    led = seen.high_bidder in seen.partners or seen.high_bid.in_marks
    return _lowest(seen, PASS) if led or fewest > _LOSERS else _lowest_over(seen)


def _bid(seen: Observation) -> Bid:
    total, _ = best_call(seen.dealt)
    high = seen.high_bid
    if high is PASS:
        wanted, need = Bid.points(seen.rules.min_bid), OPENING
    elif high.kind is BidKind.POINTS and seen.high_bidder not in seen.partners:
        wanted = Bid.points(high.value + 1)
        need = OVER + high.value - seen.rules.min_bid
    else:
        wanted, need = PASS, 0
    if total >= need and wanted in seen.legal_bids:
        return wanted
    return _lowest(seen, PASS)


def _lowest_over(seen: Observation) -> Bid:
    """The lowest bid that is no pass, in points if there is one."""
    points = [bid for bid in seen.legal_bids if bid.kind is BidKind.POINTS]
    return points[0] if points else _lowest(seen, PASS)


def _lowest(seen: Observation, wanted: Bid) -> Bid:
    """The bid that is wanted; whoever may not make it bids the least."""
    legal = seen.legal_bids
    return wanted if wanted in legal else min(legal, key=lambda bid: (bid, bid.kind))


def call(seen: Observation) -> Call:
    """The call under which the hand is worth most, of those that are legal.

    Nello, sevens or trumps left to the first lead only where nothing else is legal.
    """
    _, best = best_call(seen.dealt)
    if best in seen.legal_calls:
        return best
    straight = [call for call in seen.legal_calls if call.is_straight]
    if not straight:
        return seen.legal_calls[0]
    return max(straight, key=lambda call: (points(call, seen.dealt), -call))


def _rest(call: Call, dealt: Iterable[Domino]) -> list[Domino]:
    trumps = SUITS_OF[call].trumps
    return [tile for tile in dealt if not trumps >> tile & 1]


def _top(call: Call) -> tuple[int, int, int]:
    """The three best trumps, each as a mask."""
    suits = SUITS_OF[call]
    trumps = [tile for tile in Domino if suits.trumps >> tile & 1]
    trumps.sort(key=lambda tile: suits.beaten_by[TRUMP][tile].bit_count())
    first, second, third = (1 << tile for tile in trumps[:3])
    return first, second, third


_TOP: Final = {call: _top(call) for call in Call if SUITS_OF[call].trumps}
