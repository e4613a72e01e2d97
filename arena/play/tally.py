"""What the finished hands of a run amount to, however they come in.

A block (a pair, where two bots meet) counts once all its hands are in, and not at all if one of
them is void. Nothing here depends on the order in which hands end: sums are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from arena.play.latency import Latency
from arena.play.pairs import Exact, PairCounts, PairStatistics, pair_score, sign
from arena.play.pool import Met, Score
from arena.play.record import HandRecord
from arena.play.schedule import Format, Group, Pairing, round_robin
from arena.rules.scoring import Outcome
from arena.rules.seats import MOST_SEATS

DECISIONS: Final = ("bid", "call", "play")


@dataclass
class HandSums:
    """What is summed over hands, from one bot's view.

    `margin` is what it was awarded less what its opponent was, `net_wins` the hands it won less
    those it lost; among several opponents the mean of both over these.
    """

    hands: int = 0
    margin: Exact = 0
    net_wins: Exact = 0

    @property
    def margin_per_hand(self) -> float:
        """The mean margin of a hand; 0 before the first."""
        return float(self.margin / self.hands) if self.hands else 0.0

    @property
    def net_wins_per_hand(self) -> float:
        """The mean of hands at 1 for a win, 0 for a level one and -1 for a loss; 0 before any."""
        return float(self.net_wins / self.hands) if self.hands else 0.0

    def add_hands(self, hands: int, margin: Exact, net_wins: Exact) -> None:
        """Add hands with the sums of their margins and of their results by sign."""
        self.hands += hands
        self.margin += margin
        self.net_wins += net_wins


@dataclass
class PairingTally(HandSums):
    """One pairing, from `a`'s view: its blocks counted by result, and their scores by deal number.

    There are five results of a pair: lost both tables, lost one and drew one, level, and so on;
    in a free-for-all three, by the sums of awards over the block: lost, level, won.
    """

    results: list[int] = field(default_factory=lambda: [0] * 5)
    scores: dict[int, Score] = field(default_factory=dict)

    @property
    def counts(self) -> PairCounts:
        """The blocks by result, low to high."""
        return PairCounts(tuple(self.results))

    @property
    def blocks(self) -> int:
        """How many blocks count."""
        return sum(self.results)

    def statistics(self) -> PairStatistics:
        """Return what the counts say, no surer than there are deals: groups in which the two met
        on one deal had the same tiles."""
        if len(self.results) != 3:  # a pair is all there is of a deal
            return self.counts.statistics()
        met = [score for score in self.scores.values() if isinstance(score, Met)]
        return self.counts.statistics(met)

    def add_pair(self, deal: int, first: Exact, second: Exact) -> None:
        """Count the pair of a deal by the margins of its halves."""
        score = pair_score(first, second)
        self.results[round(4 * score)] += 1
        self.scores[deal] = score
        self.add_hands(2, first + second, sign(first) + sign(second))

    def add_meeting(self, deal: int, margins: Sequence[int]) -> None:
        """Count one block of a free-for-all by the margins of its hands; the two may meet again on
        the same deal, in another group."""
        total = sum(margins)
        self.results[1 + sign(total)] += 1
        before = self.scores.get(deal)
        won, times = before if isinstance(before, Met) else (0.0, 0)
        self.scores[deal] = Met(won + (1 + sign(total)) / 2, times + 1)
        self.add_hands(len(margins), total, sum(map(sign, margins)))


@dataclass
class BotTally(HandSums):
    """One bot over all its blocks; `deals` is how many there were."""

    deals: int = 0
    contracts: int = 0
    contracts_set: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    latency: dict[str, Latency] = field(
        default_factory=lambda: {kind: Latency() for kind in DECISIONS}
    )

    @property
    def set_rate(self) -> float:
        """The share of its contracts that were set; 0 while it had none."""
        return self.contracts_set / self.contracts if self.contracts else 0.0

    def add_block(self, hands: int, margin: Exact, net_wins: Exact) -> None:
        """Count one block."""
        self.deals += 1
        self.add_hands(hands, margin, net_wins)

    def thinking(self) -> Latency:
        """Return the think times of all kinds of decisions together."""
        together = Latency()
        for latency in self.latency.values():
            together.counts = [a + b for a, b in zip(together.counts, latency.counts, strict=True)]
            together.total_us += latency.total_us
        return together


class Tally:
    """All pairings and bots of a run in which these groups of bots meet."""

    def __init__(
        self,
        bots: tuple[str, ...],
        groups: tuple[Group, ...],
        form: Format = Format.ROUND_ROBIN,
    ) -> None:
        self.format = form
        if form is Format.ROUND_ROBIN:
            self.pairings = {Pairing(*group): PairingTally() for group in groups}
        else:
            self.pairings = {
                pairing: PairingTally(results=[0] * 3) for pairing in round_robin(bots)
            }
        self.bots = {bot: BotTally() for bot in bots}
        self.blocks = 0
        self.hands = 0
        self.outcomes: Counter[str] = Counter()
        self.deterministic = True
        self._waiting: dict[tuple[int, Group], list[HandRecord]] = {}

    def snapshot(self) -> Tally:
        """Return a copy that stays as it is, to be read elsewhere while this one goes on."""
        copied = Tally(tuple(self.bots), (), self.format)
        for pairing, tally in self.pairings.items():
            copied.pairings[pairing] = replace(
                tally, results=list(tally.results), scores=dict(tally.scores)
            )
        for bot, own in self.bots.items():
            thinking = {kind: latency.copy() for kind, latency in own.latency.items()}
            copied.bots[bot] = replace(own, faults=Counter(own.faults), latency=thinking)
        copied.blocks, copied.hands = self.blocks, self.hands
        copied.deterministic = self.deterministic
        copied.outcomes = Counter(self.outcomes)
        return copied

    def add(self, hand: HandRecord) -> tuple[HandRecord, ...] | None:
        """Count one finished hand; return all hands of its block, in order, when it is the last."""
        self.hands += 1
        self.outcomes[hand.outcome] += 1
        self._count_faults(hand)
        self._count_think_times(hand)
        key = (hand.deal, hand.bots)
        waiting = self._waiting.setdefault(key, [])
        waiting.append(hand)
        if len(waiting) < len(hand.bots):
            return None
        del self._waiting[key]
        block = tuple(sorted(waiting, key=lambda each: each.rotation))
        self._count_block(block)
        return block

    def _count_block(self, block: tuple[HandRecord, ...]) -> None:
        if any(hand.void for hand in block):
            return
        self.blocks += 1
        if self.format is Format.ROUND_ROBIN:
            self._count_pair(*block)
        else:
            self._count_group(block)
        for hand in block:
            if hand.declarer and hand.outcome in _PLAYED_OUT:
                declarer = self.bots[hand.declarer]
                declarer.contracts += 1
                declarer.contracts_set += hand.outcome == Outcome.SET.value

    def _count_pair(self, first: HandRecord, second: HandRecord) -> None:
        a, b = first.bots
        margins = first.margin(), second.margin()
        self.pairings[Pairing(a, b)].add_pair(first.deal, *margins)
        margin, net_wins = sum(margins), sum(map(sign, margins))
        self.bots[a].add_block(2, margin, net_wins)
        self.bots[b].add_block(2, -margin, -net_wins)

    def _count_group(self, block: tuple[HandRecord, ...]) -> None:
        bots, opponents = block[0].bots, len(block[0].bots) - 1
        awards = list(zip(*[hand.awards_by_bot() for hand in block], strict=True))
        margin, net_wins = [0] * len(bots), [0] * len(bots)
        for one, other in combinations(range(len(bots)), 2):
            if Pairing(bots[one], bots[other]) not in self.pairings:
                one, other = other, one  # noqa: PLW2901 - a pairing is told from one view only
            margins = [a - b for a, b in zip(awards[one], awards[other], strict=True)]
            self.pairings[Pairing(bots[one], bots[other])].add_meeting(block[0].deal, margins)
            for place, view in ((one, 1), (other, -1)):
                margin[place] += view * sum(margins)
                net_wins[place] += view * sum(map(sign, margins))
        for place, bot in enumerate(bots):
            self.bots[bot].add_block(
                len(block), Fraction(margin[place], opponents), Fraction(net_wins[place], opponents)
            )

    def _count_faults(self, hand: HandRecord) -> None:
        for fault in hand.faults:
            self.bots[fault.bot].faults[fault.kind] += 1
            self.deterministic = self.deterministic and not fault.of_time

    def _count_think_times(self, hand: HandRecord) -> None:
        """Count the bids, then the call if there was one, then the tiles."""
        bots = [self.bots[bot].latency for bot in hand.bots_by_side()]
        bids = len(hand.bids)
        play = bids + bool(hand.call)
        spans = slice(bids), slice(bids, play), slice(play, None)
        for kind, span in zip(DECISIONS, spans, strict=True):
            # Seats go round the sides, so a few rounds of sides are all seats.
            at_seat = [latency[kind] for latency in bots] * MOST_SEATS
            for seat, took in zip(hand.askers[span], hand.times_us[span], strict=True):
                at_seat[seat].add(took)


_PLAYED_OUT: Final = frozenset({Outcome.MADE.value, Outcome.SET.value})
