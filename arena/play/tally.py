"""What the finished hands of a run amount to, however they come in.

A pair counts once both its halves are in, and not at all if one of them is void. Nothing here
depends on the order in which hands end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final

from arena.play.latency import Latency
from arena.play.pairs import PairCounts, pair_score
from arena.play.record import HandRecord
from arena.play.schedule import Pairing
from arena.rules.scoring import Outcome

DECISIONS: Final = ("bid", "call", "play")


@dataclass
class PairingTally:
    """One pairing, from `a`'s view: its pairs counted by result, the score of each by deal number,
    and the marks of `a` less those of `b` over all hands."""

    results: list[int] = field(default_factory=lambda: [0] * 5)
    scores: dict[int, float] = field(default_factory=dict)
    margin: int = 0

    @property
    def counts(self) -> PairCounts:
        """The pairs by result, low to high."""
        return PairCounts(tuple(self.results))

    @property
    def pairs(self) -> int:
        """How many pairs count."""
        return len(self.scores)

    @property
    def marks_per_deal(self) -> float:
        """Marks of `a` less marks of `b`, a hand; 0 before the first pair."""
        return self.margin / (2 * self.pairs) if self.pairs else 0.0

    def add(self, deal: int, first: int, second: int) -> None:
        """Count the pair of a deal by the margins of its halves."""
        score = pair_score(first, second)
        self.results[round(4 * score)] += 1
        self.scores[deal] = score
        self.margin += first + second


@dataclass
class BotTally:
    """One bot over all its pairings."""

    deals: int = 0
    hands: int = 0
    margin: int = 0
    contracts: int = 0
    contracts_set: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    latency: dict[str, Latency] = field(
        default_factory=lambda: {kind: Latency() for kind in DECISIONS}
    )

    @property
    def marks_per_deal(self) -> float:
        """Marks won less marks lost, a hand; 0 before the first."""
        return self.margin / self.hands if self.hands else 0.0

    @property
    def set_rate(self) -> float:
        """The share of its contracts that were set; 0 while it had none."""
        return self.contracts_set / self.contracts if self.contracts else 0.0

    def thinking(self) -> Latency:
        """Return the think times of all kinds of decisions together."""
        together = Latency()
        for latency in self.latency.values():
            together.counts = [a + b for a, b in zip(together.counts, latency.counts, strict=True)]
            together.total_us += latency.total_us
        return together


class Tally:
    """All pairings and bots of a run."""

    def __init__(self, bots: tuple[str, ...], pairings: tuple[Pairing, ...]) -> None:
        self.pairings = {pairing: PairingTally() for pairing in pairings}
        self.bots = {bot: BotTally() for bot in bots}
        self.hands = 0
        self.outcomes: Counter[str] = Counter()
        self.deterministic = True
        self._waiting: dict[tuple[Pairing, int], HandRecord] = {}

    @property
    def pairs(self) -> int:
        """How many pairs count, over all pairings."""
        return sum(tally.pairs for tally in self.pairings.values())

    def snapshot(self) -> Tally:
        """Return a copy that stays as it is, to be read elsewhere while this one goes on."""
        copied = Tally(tuple(self.bots), tuple(self.pairings))
        for pairing, tally in self.pairings.items():
            copied.pairings[pairing] = replace(
                tally, results=list(tally.results), scores=dict(tally.scores)
            )
        for bot, own in self.bots.items():
            thinking = {kind: latency.copy() for kind, latency in own.latency.items()}
            copied.bots[bot] = replace(own, faults=Counter(own.faults), latency=thinking)
        copied.hands, copied.deterministic = self.hands, self.deterministic
        copied.outcomes = Counter(self.outcomes)
        return copied

    def add(self, hand: HandRecord) -> tuple[HandRecord, HandRecord] | None:
        """Count one finished hand; return both halves, in order, when it completes its pair."""
        self.hands += 1
        self.outcomes[hand.outcome] += 1
        self._count_bots(hand)
        key = (Pairing(hand.a, hand.b), hand.deal)
        other = self._waiting.pop(key, None)
        if other is None:
            self._waiting[key] = hand
            return None
        first, second = sorted((hand, other), key=lambda half: half.half)
        self._count_pair(first, second)
        return first, second

    def _count_pair(self, first: HandRecord, second: HandRecord) -> None:
        if first.void or second.void:
            return
        pairing = self.pairings[Pairing(first.a, first.b)]
        pairing.add(first.deal, first.margin(), second.margin())
        margin = first.margin() + second.margin()
        for bot, own in ((first.a, margin), (first.b, -margin)):
            tally = self.bots[bot]
            tally.deals += 1
            tally.hands += 2
            tally.margin += own
        for half in (first, second):
            if half.declarer and half.outcome in _PLAYED_OUT:
                declarer = self.bots[half.declarer]
                declarer.contracts += 1
                declarer.contracts_set += half.outcome == Outcome.SET.value

    def _count_bots(self, hand: HandRecord) -> None:
        for fault in hand.faults:
            self.bots[fault.bot].faults[fault.kind] += 1
            self.deterministic = self.deterministic and not fault.of_time
        bids = len(hand.bids)
        self._count_think_times("bid", hand, slice(0, bids))
        self._count_think_times("call", hand, slice(bids, bids + 1))
        self._count_think_times("play", hand, slice(bids + 1, None))

    def _count_think_times(self, kind: str, hand: HandRecord, span: slice) -> None:
        pairing = (self.bots[hand.a].latency[kind], self.bots[hand.b].latency[kind])
        at_seat = (pairing[hand.half], pairing[1 - hand.half]) * len(hand.taken)
        for seat, took in zip(hand.askers[span], hand.times_us[span], strict=True):
            at_seat[seat].add(took)


_PLAYED_OUT: Final = frozenset({Outcome.MADE.value, Outcome.SET.value})
