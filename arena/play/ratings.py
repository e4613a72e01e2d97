"""The strengths of a pool of bots: one number each, with an interval, from all their meetings.

Bradley and Terry's model: a bot of strength θ scores σ(θ − θ′) of a pair against one of strength
θ′, where σ(x) = 1/(1 + e⁻ˣ). Strengths are logits inside and Elo outside, 400/ln 10 to one. A pair
is one observation and counts as score a for one bot, 1 − a for the other; so is each meeting of a
free-for-all. Each bot has also drawn one pair against a virtual player at 0: the prior that keeps
all-win, all-loss and unconnected bots finite.

Intervals come from resampling deals, not pairs: all pairings play the same deals, and what a deal
does to one of them it does to others. Where resampling can't show a doubt (a bot that never lost
would never lose in a replicate), the profile likelihood's interval is taken if it is wider.

Pure, and independent of the order of its input: bots, pairings and deals are sorted first, and
chance is a generator that the caller seeds. Nothing is rounded; the last digits may differ between
machines, as BLAS and exp do, so publish rounded numbers.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.play.likelihood import Floats, climb
from arena.play.pool import PRIOR, Bools, Pairings, Pool, elo_of, zero
from arena.play.profile import BLOCK, profile_ends

__all__ = ["Rating", "Standing", "fit", "rate"]

REPLICATES: Final = 1000
ENDS: Final = (2.5, 97.5)
"""The percentiles of the replicates at which a 95 % interval ends."""
FEW_DEALS: Final = 10
"""Under so many deals the spread of the replicates is not to be trusted."""
LEVEL: Final = 1e-3
"""Elo within which two strengths of a replicate are level."""
FEW_BOTS: Final = 32
"""Up to so many bots each replicate's own curvature costs less than the steps it saves."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength in Elo over the anchor (over the pool's mean without one).

    `low` ≤ `elo` ≤ `high` is its 95 % interval. The anchor is at 0 with no width: the intervals
    are those of differences to it.
    """

    name: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A fitted pool: `ratings`, best first (level ones by name), and what they were drawn from.

    `samples` has shape (replicates, bots), columns in the order of `ratings`, in anchored Elo.
    """

    ratings: tuple[Rating, ...]
    samples: Floats

    def rank_probabilities(self) -> dict[str, tuple[float, ...]]:
        """For each bot the probability of rank 1, 2, …, n: its share of the replicates.

        Bots that are level in a replicate share the ranks between them. Each bot's probabilities
        sum to 1, and so do each rank's.
        """
        replicates, bots = self.samples.shape
        shares = {}
        for place, rating in enumerate(self.ratings):
            lead = self.samples - self.samples[:, [place]]
            above = (lead > LEVEL).sum(axis=1)
            level = (abs(lead) <= LEVEL).sum(axis=1)
            change = np.zeros(bots + 1)
            np.add.at(change, above, 1 / level)
            np.add.at(change, above + level, -1 / level)
            shares[rating.name] = tuple((change.cumsum()[:bots] / replicates).tolist())
        return shares


def rate(pairings: Pairings, *, anchor: str | None = None, seed: int | bytes) -> list[Rating]:
    """Rate every bot named in a pairing, best first: `Pool.of`, then `fit`."""
    return list(fit(Pool.of(pairings), anchor=anchor, seed=seed).ratings)


def fit(
    pool: Pool,
    *,
    anchor: str | None = None,
    seed: int | bytes,
    replicates: int = REPLICATES,
    prior: float = PRIOR,
) -> Standing:
    """Formula 6 of the specification: Bradley–Terry by maximum likelihood, bootstrap over deals.

    `anchor` names the bot at 0; None is "rule" where it takes part, and otherwise the mean of the
    pool is at 0. ValueError for an anchor that isn't in the pool. `seed`, an integer of 0 or more
    or bytes, and the pool decide the result; equal ones give equal floats. `prior` is in drawn
    pairs per bot and above 0: a replicate may miss every win that held the pool together.
    """
    if prior <= 0 or replicates < 1:
        raise ValueError("intervals need a prior above 0 and at least one replicate")
    at_zero = zero(pool.names, anchor)
    peak = pool.peak(prior)
    samples = elo_of(_replicates(pool, peak, prior, seed, replicates), at_zero)
    elo = elo_of(peak, at_zero)
    low, high = np.percentile(samples, ENDS, axis=0) if len(elo) else (elo, elo)
    doubtful = _doubtful(pool, at_zero)
    ends = profile_ends(pool, peak, prior, _contrasts(at_zero)[doubtful])
    low[doubtful] = np.minimum(low[doubtful], ends[:, 0])
    high[doubtful] = np.maximum(high[doubtful], ends[:, 1])
    # A percentile interval needs not hold the estimate, but a published one had better.
    low, high = np.minimum(low, elo), np.maximum(high, elo)
    order = sorted(range(len(elo)), key=lambda place: (-elo[place], pool.names[place]))
    ratings = (Rating(pool.names[i], float(elo[i]), float(low[i]), float(high[i])) for i in order)
    return Standing(tuple(ratings), samples[:, order])


def _replicates(pool: Pool, peak: Floats, prior: float, seed: int | bytes, count: int) -> Floats:
    """Strengths, of shape (count, n) in logits, had the deals been other ones of their kind.

    Each replicate draws as many deals as there are, with replacement, and keeps all that was
    played on them (Efron's bootstrap, the deal being the unit).
    """
    if not pool.deals:
        return np.tile(peak, (count, 1))
    chance = np.random.default_rng(_entropy(seed))
    won, lost = pool.by_deal()
    kinds, pairings = pool.quarters.shape
    bots = len(peak)
    inverse = None
    if bots > FEW_BOTS:
        whole = pool.whole(prior)
        inverse = np.linalg.inv(whole.curvature(whole.derivatives(peak[None, :])[1])[0])
    size = max(1, BLOCK // max(kinds, pairings + bots))
    blocks = []
    for done in range(0, count, size):
        rows = min(size, count - done)
        weights = chance.multinomial(pool.deals, pool.times / pool.deals, rows).astype(np.float64)
        likelihood = pool.likelihood(weights @ won, weights @ lost, prior)
        start = np.tile(peak, (rows, 1))
        if inverse is not None:
            # All sets start at one point, where one row of gaps serves all: nearly free.
            start += likelihood.gradient(likelihood.derivatives(peak[None, :])[0]) @ inverse
        blocks.append(climb(likelihood, start, inverse=inverse))
    return np.concatenate(blocks)


def _entropy(seed: int | bytes) -> int:
    """A seed as the integer that numpy takes; bytes of any length and value stay different."""
    return int.from_bytes(b"\x01" + seed) if isinstance(seed, bytes) else seed


def _doubtful(pool: Pool, at_zero: Bools) -> Bools:
    """Whose strength over the zero the bootstrap alone would make too sure: (n,).

    Those with few deals, and those not comparable with every bot that makes up the zero: bots
    that won or lost everything, and the members of a group that did so as a group. The zero's
    own doubt is everybody's; a sole anchor has none towards itself.
    """
    played = pool.played
    few = np.zeros(len(at_zero), np.bool_)
    for place in range(len(at_zero)):
        own = played[:, (pool.first == place) | (pool.second == place)].any(axis=1)
        few[place] = pool.times[own].sum() < FEW_DEALS
    comparable = pool.comparable()
    known = at_zero
    if at_zero.sum() > FEW_BOTS:
        # What stray bots add to the doubt of so broad a mean is not worth a minute's work.
        group = comparable.sum(axis=1)
        known = at_zero & ~few & (group == group.max())
    apart = ~comparable[:, known].all(axis=1)
    return np.asarray((few | apart | few[known].any()) & ~(at_zero & (at_zero.sum() == 1)))


def _contrasts(at_zero: Bools) -> Floats:
    """The weights that make strengths into each bot's strength over the zero: (n, n)."""
    return np.asarray(np.eye(len(at_zero)) - at_zero / max(1, at_zero.sum()))
