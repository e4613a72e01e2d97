"""The evidence of one pairing: counts of duplicate pairs, and the Elo they speak for.

Here live the formulas that need one pairing only. A pair is one deal played twice with the sides
swapped; it is the unit of evidence, because the two tables of a pair are not independent. Nothing
here knows bots, deals or tables, and every value is seen from one side.

All sums run over distances from one half, and in an order that flipping does not change, so the
other side's numbers are the exact negatives of these, to the last bit.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Final, Self, TypeAlias, overload

__all__ = [
    "Clusters",
    "Exact",
    "PairCounts",
    "PairStatistics",
    "elo_of_share",
    "pair_score",
    "sign",
]

Exact: TypeAlias = int | Fraction
"""A number without rounding, so that sums don't hang on the order in which hands end."""
Clusters: TypeAlias = Collection[tuple[float, int]]
"""Observations that come from one deal each: their scores summed, and how many there are."""

Z95: Final = 1.959964
"""The normal quantile of a two-sided 95 % interval."""
TAIL: Final = 0.025
"""The share of an interval's misses on either side."""
NO_COUNT: Final = 1e-3
"""What a count of zero counts as, so that no variance is zero."""
EDGE: Final = 1e-3
"""The nearest that a mean score or an end of its interval comes to 0 or 1: Elo ±1199.8."""
FEW_PAIRS: Final = 10
"""Under so many pairs the normal interval is not to be trusted."""
LARGEST_COUNT: Final = 2**63 - 1
"""What a store's integer holds; beyond it the sums of floats would overflow some day."""
NELO_PER_DEVIATION: Final = 800 / math.log(10)
"""Normalised Elo per standard deviation of a single game: fishtest's convention."""


@overload
def pair_score(first: Exact, second: Exact) -> float: ...
@overload
def pair_score(first: Exact | None, second: Exact | None) -> float | None: ...
def pair_score(first: Exact | None, second: Exact | None) -> float | None:
    """The score of one pair from the margins at its two tables: 0, ¼, ½, ¾ or 1.

    A margin is what our seats won less what the others won, in marks (or points); by its sign
    alone a table is won, level or lost. None is a void table, and voids its pair: the score is
    None.
    """
    if first is None or second is None:
        return None
    return (sign(first) + sign(second) + 2) / 4


def sign(margin: Exact) -> int:
    """1 for a table that was won, 0 for a level one, -1 for a lost one."""
    return (margin > 0) - (margin < 0)


def elo_of_share(share: float) -> float:
    """The Elo difference at which a mean score of `share`, strictly in 0..1, is expected.

    −400·log₁₀(1/share − 1), the logistic model of fastchess and fishtest. ValueError outside.
    """
    if not 0 < share < 1:
        raise ValueError(f"a mean score lies strictly between 0 and 1, not at {share!r}")
    return _elo_at(share - 0.5)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs ended how, from one side's view, from the worst result to the best.

    Five counts [LL, LD, WL+DD, WD, WW] of pairs (pentanomial), or three [L, D, W] of single games
    (trinomial), each in 0..2⁶³−1. Any other length, a fraction, or a count out of range is a
    ValueError or TypeError.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        # Counts may come as a list or from numpy; kept so, they would neither hash nor print well.
        counts = tuple(index(count) for count in self.counts)
        if len(counts) not in (3, 5):
            raise ValueError(f"pair counts are five (or three) numbers, not {len(counts)}")
        if not all(0 <= count <= LARGEST_COUNT for count in counts):
            raise ValueError(f"pair counts lie in 0..2^63-1: {counts}")
        object.__setattr__(self, "counts", counts)

    def __str__(self) -> str:
        return ",".join(map(str, self.counts))

    def __add__(self, other: Self) -> Self:
        """The evidence of both together; ValueError for five counts and three."""
        added = zip(self.counts, other.counts, strict=True)
        return type(self)(tuple(ours + theirs for ours, theirs in added))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes, such as "13,37,50,25,3"; ValueError for anything else."""
        parts = [part.strip() for part in text.split(",")]
        if not all(part.isascii() and part.isdigit() for part in parts):
            raise ValueError(f"pair counts are whole numbers with commas between, not {text!r}")
        return cls(tuple(int(part) for part in parts))

    @classmethod
    def of(cls, results: Iterable[tuple[Exact | None, Exact | None]]) -> Self:
        """Count pairs, each given as the margins of our side at its two tables (`pair_score`).

        A pair with a void table (None) is left out.
        """
        return cls.of_scores(pair_score(first, second) for first, second in results)

    @classmethod
    def of_scores(cls, scores: Iterable[float | None]) -> Self:
        """Count pair scores, each 0, ¼, ½, ¾ or 1 (else ValueError); None or NaN is a void pair."""
        tally = Counter(score for score in scores if score is not None and not math.isnan(score))
        counts = tuple(tally.pop(place / 4, 0) for place in range(5))
        if tally:
            raise ValueError(f"a pair scores 0, 1/4, 1/2, 3/4 or 1, not {next(iter(tally))!r}")
        return cls(counts)

    @property
    def total(self) -> int:
        """The number of pairs (of games, where there are three counts)."""
        return sum(self.counts)

    def flipped(self) -> Self:
        """The same pairs from the other side's view."""
        return type(self)(self.counts[::-1])

    def statistics(self, clusters: Clusters = ()) -> "PairStatistics":
        """What these counts say about the difference in strength; `clusters` as in `of`."""
        return PairStatistics.of(self, clusters)


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """What pair counts say of one side's strength over the other's; every field is finite.

    `pairs` is the number of pairs, `mean` the mean score in 10⁻³..1−10⁻³, `variance` that of one
    pair's score. `elo` and the ends of its 95 % interval, `elo_low` ≤ `elo` ≤ `elo_high`, lie in
    ±1199.8: an end there means "this or beyond". `los`, the likelihood of superiority, lies in
    0..1. `nelo` ± `nelo_error` is the normalised Elo of a single game, which does not depend on
    how drawish the rules are; its error is half of its 95 % interval.
    """

    pairs: int
    mean: float
    variance: float
    elo: float
    elo_low: float
    elo_high: float
    los: float
    nelo: float
    nelo_error: float

    @property
    def elo_error(self) -> float:
        """Half the width of Elo's interval, the ± of a table; the interval is not symmetric."""
        return (self.elo_high - self.elo_low) / 2

    @classmethod
    def of(cls, counts: PairCounts, clusters: Clusters = ()) -> Self:
        """Formulas 1 and 2 of the specification, with its guards.

        μ = Σ aᵢnᵢ/N, v = Σ (nᵢ/N)(aᵢ−μ)², SE = √(v/N); Elo(μ), Elo(μ ± 1.96·SE), Φ((μ−½)/SE) and
        (μ−½)/√(2v)·800/ln 10, without the 2 for three counts, which are single games. Sources:
        fastchess `elo_pentanomial.cpp`, fishtest `stat_util.py`.

        Where several observations come from one deal, `clusters` are these deals: they go alike,
        so the intervals are as wide as the deals' own scatter makes them (Kish's design effect).

        No pairs at all are no error but no evidence (Elo 0 in ±1199.8, LOS ½): a run whose every
        pair was void still prints a table, and the guards alone lead there.
        """
        offset, variance, weight = _moments(counts)
        spread = _spread(counts, clusters)
        weight /= spread
        mean = _clamped(offset)
        error = math.sqrt(variance / weight)
        low, high = _ends(counts, offset, error, spread)
        tables = 2 if len(counts.counts) == 5 else 1
        return cls(
            pairs=counts.total,
            mean=0.5 + mean,
            variance=variance,
            elo=_elo_at(mean),
            elo_low=_elo_at(low),
            elo_high=_elo_at(high),
            los=math.erfc(-mean / error / math.sqrt(2)) / 2,
            nelo=mean / math.sqrt(tables * variance) * NELO_PER_DEVIATION,
            nelo_error=Z95 / math.sqrt(tables * weight) * NELO_PER_DEVIATION,
        )


def _moments(counts: PairCounts) -> tuple[float, float, float]:
    """Mean score less ½, variance of one score, and number of pairs, zeros counting as 10⁻³."""
    steps = len(counts.counts) - 1
    offsets = [place / steps - 0.5 for place in range(steps + 1)]
    weights = [count or NO_COUNT for count in counts.counts]
    # fsum rounds once, whatever the order: this is what makes flipping exact.
    weight = math.fsum(weights)
    offset = math.fsum(a * n for a, n in zip(offsets, weights, strict=True)) / weight
    squares = (n / weight * (a - offset) ** 2 for a, n in zip(offsets, weights, strict=True))
    return offset, math.fsum(squares), weight


def _spread(counts: PairCounts, clusters: Clusters) -> float:
    """How many observations count as one, 1 or more: by how much the clusters' sums scatter more
    than they would if the observations in them had nothing to do with one another."""
    total = counts.total
    if not clusters or len(clusters) >= total:
        return 1.0
    steps = len(counts.counts) - 1
    mean = math.fsum(won - times / 2 for won, times in clusters) / total
    offsets = [place / steps - 0.5 - mean for place in range(steps + 1)]
    apart = math.fsum(n * a**2 for a, n in zip(offsets, counts.counts, strict=True))
    together = math.fsum((won - times / 2 - times * mean) ** 2 for won, times in clusters)
    return max(1.0, together / apart) if apart else total / len(clusters)


def _ends(counts: PairCounts, offset: float, error: float, spread: float) -> tuple[float, float]:
    """The ends of the mean's 95 % interval, less ½ and clamped; `offset` is not yet clamped."""
    trials = counts.total / spread
    if trials < FEW_PAIRS or counts.total in (counts.counts[0], counts.counts[-1]):
        won, lost = trials * (0.5 + offset), trials * (0.5 - offset)
        low, high = _least_share(won, lost) - 0.5, 0.5 - _least_share(lost, won)
    else:
        mean = _clamped(offset)
        low, high = mean - Z95 * error, mean + Z95 * error
    return _clamped(low), _clamped(high)


def _least_share(won: float, lost: float) -> float:
    """The lower end of Clopper and Pearson's 95 % interval for a share; parts of trials allowed.

    The 2.5 % quantile of Beta(won, lost + 1) (Biometrika 26, 1934). In 0..1.
    """
    from scipy.special import betaincinv

    return float(betaincinv(won, lost + 1, TAIL)) if won > 0 else 0.0


def _clamped(offset: float) -> float:
    """A distance from one half, brought into ±(½ − 10⁻³)."""
    return max(EDGE - 0.5, min(0.5 - EDGE, offset))


def _elo_at(offset: float) -> float:
    """The Elo of the mean score ½ + offset; two logarithms make it exactly odd."""
    return 400 * (math.log10(0.5 + offset) - math.log10(0.5 - offset))
