"""The strengths of a pool of bots: one number each, with an interval, from all their pairs.

Bradley and Terry's model: a bot of strength θ scores σ(θ − θ′) of a pair against one of strength
θ′, where σ(x) = 1/(1 + e⁻ˣ). Strengths are logits inside and Elo outside, 400/ln 10 to one. A pair
is one observation and counts as score a for one bot, 1 − a for the other. Each bot has also drawn
one pair against a virtual player at 0: the prior that keeps all-win, all-loss and unconnected bots
finite.

Intervals come from resampling deals, not pairs: all pairings play the same deals, and what a deal
does to one of them it does to others. Where resampling can't show a doubt (a bot that never lost
would never lose in a replicate), the profile likelihood's interval is taken if it is wider.

Pure, and independent of the order of its input: bots, pairings and deals are sorted first, and
chance is a generator that the caller seeds. Nothing is rounded; the last digits may differ between
machines, as BLAS and exp do, so publish rounded numbers.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from arena.play.likelihood import MOST_STEPS, Floats, Likelihood, Places, climb

__all__ = ["Pairings", "Pool", "Rating", "Standing", "fit", "rate"]

Pairings: TypeAlias = Mapping[tuple[str, str], Mapping[int, float | None]]
"""Per pairing, named by its two sides: deal number → pair score from the first one's view.

Scores are 0, ¼, ½, ¾ or 1; None or NaN is a void pair, as if the deal were missing.
"""

Bools: TypeAlias = npt.NDArray[np.bool_]
Quarters: TypeAlias = npt.NDArray[np.int8]

ANCHOR: Final = "rule"
"""The house bot that stands at 0 where it takes part and no other anchor is named."""
REPLICATES: Final = 1000
PRIOR: Final = 1.0
"""How many pairs each bot has drawn against the virtual player at 0."""
ENDS: Final = (2.5, 97.5)
"""The percentiles of the replicates at which a 95 % interval ends."""
DROP: Final = 1.92
"""How far the log-likelihood falls to a 95 % interval's ends: half of χ²'s 3.84, 1 degree."""
FEW_DEALS: Final = 10
"""Under so many deals the spread of the replicates is not to be trusted."""
ELO_PER_LOGIT: Final = 400 / math.log(10)
ABSENT: Final = -1
"""Stands for a pair that wasn't played, or was void, among scores in quarters."""
LEVEL: Final = 1e-3
"""Elo within which two strengths of a replicate are level."""
NEARLY: Final = 1e-6
"""How close to DROP, by their roots, the ends of a profile interval are sought."""
FEW_BOTS: Final = 32
"""Up to so many bots each replicate's own curvature costs less than the steps it saves."""
BLOCK: Final = 2**18
"""Numbers worked on at a time: a few arrays of 2 MB, whatever the size of the pool."""


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


@dataclass(frozen=True, slots=True)
class Pool:
    """The evidence of a pool, in an order of its own.

    `names` are the n bots, sorted. Pairing p of P is `first[p]` against `second[p]`, places in
    `names`, the lower one first. `quarters`, of shape (K, P), holds the K different ways in which
    deals went: four times the first bot's score, or ABSENT; `times`, of shape (K,), on how many
    deals it went so. Merging deals that went alike loses nothing, and makes resampling a million
    deals of one pairing as cheap as drawing six numbers.
    """

    names: tuple[str, ...]
    first: Places
    second: Places
    quarters: Quarters
    times: Places

    @classmethod
    def of(cls, pairings: Pairings) -> Self:
        """Gather the evidence; deals without any pair are none.

        ValueError for a bot paired with itself, a pairing given twice (from both views) and a
        score that is no quarter in 0..1.
        """
        names = tuple(sorted({name for pairing in pairings for name in pairing}))
        places = {name: place for place, name in enumerate(names)}
        columns = sorted(tuple(sorted((places[a], places[b]))) for a, b in pairings)
        if any(pair[0] == pair[1] for pair in columns) or len(set(columns)) < len(columns):
            raise ValueError("two different bots make a pairing, and each pairing is given once")
        ends = np.array(columns, dtype=np.intp).reshape(-1, 2)
        table = _table([_scores((names[a], names[b]), pairings) for a, b in columns])
        return cls(names, ends[:, 0], ends[:, 1], *_merged(table))

    @property
    def deals(self) -> int:
        """The number of deals of which at least one pair counts."""
        return int(self.times.sum())

    def strengths(self, *, anchor: str | None = None, prior: float = PRIOR) -> dict[str, float]:
        """The most likely Elo of each bot, by name, anchored as in `fit`.

        Without the prior (0) the strengths are the plain maximum likelihood, which exists only
        where no group of bots has won everything against the rest: ValueError otherwise.
        """
        zero = _zero(self.names, anchor)
        theta = _peak(self, prior)
        return dict(zip(self.names, _elo(theta, zero).tolist(), strict=True))


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
    zero = _zero(pool.names, anchor)
    peak = _peak(pool, prior)
    samples = _elo(_replicates(pool, peak, prior, seed, replicates), zero)
    elo = _elo(peak, zero)
    low, high = np.percentile(samples, ENDS, axis=0) if len(elo) else (elo, elo)
    doubtful = _doubtful(pool, zero)
    ends = _profile_ends(pool, peak, prior, _contrasts(zero)[doubtful])
    low[doubtful] = np.minimum(low[doubtful], ends[:, 0])
    high[doubtful] = np.maximum(high[doubtful], ends[:, 1])
    # A percentile interval needs not hold the estimate, but a published one had better.
    low, high = np.minimum(low, elo), np.maximum(high, elo)
    order = sorted(range(len(elo)), key=lambda place: (-elo[place], pool.names[place]))
    ratings = (Rating(pool.names[i], float(elo[i]), float(low[i]), float(high[i])) for i in order)
    return Standing(tuple(ratings), samples[:, order])


# --- Gathering the evidence ---


def _scores(pairing: tuple[str, str], pairings: Pairings) -> tuple[Places, Quarters]:
    """Deal numbers and scores in quarters of one pairing, void ones ABSENT, seen from its first."""
    flip = pairing not in pairings
    scores = pairings[pairing[::-1] if flip else pairing]
    deals = np.fromiter(scores, np.intp, len(scores))
    quarters = 4 * np.array(list(scores.values()), dtype=np.float64)
    void = np.isnan(quarters)
    wrong = ~void & ~np.isin(quarters, range(5))
    if wrong.any():
        score, deal = quarters[wrong][0] / 4, deals[wrong][0]
        raise ValueError(
            f"a pair scores 0, 1/4, 1/2, 3/4 or 1, not {score} (deal {deal} of {pairing})"
        )
    quarters = np.where(void, ABSENT, 4 - quarters if flip else quarters)
    return deals, quarters.astype(np.int8)


def _table(columns: list[tuple[Places, Quarters]]) -> Quarters:
    """Scores in quarters by deal and pairing, of shape (deals, pairings)."""
    none = np.zeros(0, np.intp)
    deals = np.unique(np.concatenate([none, *(numbers for numbers, _ in columns)]))
    table = np.full((len(deals), len(columns)), ABSENT, np.int8)
    for place, (numbers, quarters) in enumerate(columns):
        table[np.searchsorted(deals, numbers), place] = quarters
    return table


def _merged(table: Quarters) -> tuple[Quarters, Places]:
    """The different rows of a table of scores, sorted, and how often each occurs; no empty ones."""
    played = np.ascontiguousarray(table[(table != ABSENT).any(axis=1)])
    if not played.size:
        return played, np.zeros(0, np.intp)
    # As opaque bytes, whole rows are compared at once.
    rows = played.view(np.dtype((np.void, played.shape[1]))).ravel()
    _, places, times = np.unique(rows, return_index=True, return_counts=True)
    return played[places], times


# --- The likelihood, and the way up ---


def _by_deal(pool: Pool) -> tuple[Floats, Floats]:
    """What the first and what the second bot of each pairing scored on each deal: both (K, P)."""
    quarters = pool.quarters.astype(np.float64)
    played = quarters != ABSENT
    return played * quarters / 4, played * (4 - quarters) / 4


def _likelihood(pool: Pool, won: Floats, lost: Floats, prior: float) -> Likelihood:
    """The likelihood of summed scores of shape (R, P), with the prior's terms."""
    bots = len(pool.names)
    drawn = np.full(bots, prior / 2)
    if prior == 0:
        # The likelihood knows only differences. One bot's draw against 0 fixes the level, and as
        # the level is free, moves no difference.
        drawn[:1] = 0.5
    terms = np.broadcast_to(drawn, (len(won), bots))
    return Likelihood(
        bots,
        np.concatenate([pool.first, np.arange(bots)]),
        np.concatenate([pool.second, np.full(bots, bots)]),
        np.concatenate([won, terms], axis=1),
        np.concatenate([lost, terms], axis=1),
    )


def _whole(pool: Pool, prior: float) -> Likelihood:
    """The likelihood of all the evidence: one set of results."""
    weights = pool.times[None, :].astype(np.float64)
    won, lost = _by_deal(pool)
    return _likelihood(pool, weights @ won, weights @ lost, prior)


def _peak(pool: Pool, prior: float) -> Floats:
    """The most likely strengths of the pool: (n,), in logits; ValueError as in `strengths`."""
    if prior < 0:
        raise ValueError(f"a prior is a number of drawn pairs, not {prior}")
    if prior == 0 and not _comparable(pool).all():
        raise ValueError("without a prior, a group of bots that won all it played has no strength")
    start = np.zeros((1, len(pool.names)))
    return np.asarray(climb(_whole(pool, prior), start)[0])


# --- Anchor and intervals ---


def _zero(names: tuple[str, ...], anchor: str | None) -> Bools:
    """Which bots' mean strength is Elo 0: (n,)."""
    if anchor is None and ANCHOR in names:
        anchor = ANCHOR
    if anchor is None:
        return np.ones(len(names), np.bool_)
    if anchor not in names:
        raise ValueError(f"the anchor {anchor!r} is not among the bots: {', '.join(names)}")
    return np.array([name == anchor for name in names])


def _elo(theta: Floats, zero: Bools) -> Floats:
    """Strengths, of shape (…, n), as Elo over the mean of the bots at zero."""
    if not len(zero):
        return theta
    level = theta[..., zero].mean(axis=-1, keepdims=True)
    return np.asarray((theta - level) * ELO_PER_LOGIT)


def _replicates(pool: Pool, peak: Floats, prior: float, seed: int | bytes, count: int) -> Floats:
    """Strengths, of shape (count, n) in logits, had the deals been other ones of their kind.

    Each replicate draws as many deals as there are, with replacement, and keeps all that was
    played on them (Efron's bootstrap, the deal being the unit).
    """
    if not pool.deals:
        return np.tile(peak, (count, 1))
    chance = np.random.default_rng(_entropy(seed))
    won, lost = _by_deal(pool)
    kinds, pairings = pool.quarters.shape
    bots = len(peak)
    inverse = None
    if bots > FEW_BOTS:
        whole = _whole(pool, prior)
        inverse = np.linalg.inv(whole.curvature(whole.derivatives(peak[None, :])[1])[0])
    size = max(1, BLOCK // max(kinds, pairings + bots))
    blocks = []
    for done in range(0, count, size):
        rows = min(size, count - done)
        weights = chance.multinomial(pool.deals, pool.times / pool.deals, rows).astype(np.float64)
        likelihood = _likelihood(pool, weights @ won, weights @ lost, prior)
        start = np.tile(peak, (rows, 1))
        if inverse is not None:
            # All sets start at one point, where one row of gaps serves all: nearly free.
            start += likelihood.gradient(likelihood.derivatives(peak[None, :])[0]) @ inverse
        blocks.append(climb(likelihood, start, inverse=inverse))
    return np.concatenate(blocks)


def _entropy(seed: int | bytes) -> int:
    """A seed as the integer that numpy takes; bytes of any length and value stay different."""
    return int.from_bytes(b"\x01" + seed) if isinstance(seed, bytes) else seed


def _comparable(pool: Pool) -> Bools:
    """Whether each scored off each other, if only by way of others: (n, n), symmetric.

    Only within such a group does the likelihood alone have a peak (Ford, Amer. Math. Monthly 64,
    1957), and only there does resampling move both ways.
    """
    whole = _whole(pool, prior=0)
    pairings = len(pool.first)
    reach = np.eye(len(pool.names))
    reach[pool.first, pool.second] = whole.won[0, :pairings] > 0
    reach[pool.second, pool.first] = whole.lost[0, :pairings] > 0
    # Squaring doubles the length of the paths.
    for _ in range(len(reach).bit_length()):
        reach = np.minimum(reach @ reach, 1)
    return np.asarray((reach > 0) & (reach.T > 0))


def _doubtful(pool: Pool, zero: Bools) -> Bools:
    """Whose strength over the zero the bootstrap alone would make too sure: (n,).

    Those with few deals, and those not comparable with every bot that makes up the zero: bots
    that won or lost everything, and the members of a group that did so as a group. The zero's
    own doubt is everybody's; a sole anchor has none towards itself.
    """
    played = pool.quarters != ABSENT
    few = np.zeros(len(zero), np.bool_)
    for place in range(len(zero)):
        own = played[:, (pool.first == place) | (pool.second == place)].any(axis=1)
        few[place] = pool.times[own].sum() < FEW_DEALS
    comparable = _comparable(pool)
    known = zero
    if zero.sum() > FEW_BOTS:
        # What stray bots add to the doubt of so broad a mean is not worth a minute's work.
        group = comparable.sum(axis=1)
        known = zero & ~few & (group == group.max())
    apart = ~comparable[:, known].all(axis=1)
    return np.asarray((few | apart | few[known].any()) & ~(zero & (zero.sum() == 1)))


def _contrasts(zero: Bools) -> Floats:
    """The weights that make strengths into each bot's strength over the zero: (n, n)."""
    return np.asarray(np.eye(len(zero)) - zero / max(1, zero.sum()))


def _profile_ends(pool: Pool, peak: Floats, prior: float, contrasts: Floats) -> Floats:
    """Both ends, in Elo, of each contrast's profile-likelihood interval: (m, 2).

    The contrasts at which the likelihood, highest over all else, has dropped by 1.92 (Venzon and
    Moolgavkar, Appl. Statistics 37, 1988). The prior belongs to the likelihood: without it the
    interval of an all-win bot has no upper end.
    """
    whole = _whole(pool, prior)
    covariance = np.linalg.inv(whole.curvature(whole.derivatives(peak[None, :])[1])[0])
    size = max(1, BLOCK // max(1, whole.won.size + covariance.size))
    parts = (contrasts[done : done + size] for done in range(0, len(contrasts), size))
    ends = [_profile_block(whole, peak, covariance, part) for part in parts]
    return np.concatenate([np.zeros((0, 2)), *ends]) * ELO_PER_LOGIT


def _profile_block(
    whole: Likelihood, peak: Floats, covariance: Floats, contrasts: Floats
) -> Floats:
    """Both ends, in logits, for a few contrasts at once: (m, 2); `covariance` is that at the peak.

    Each end is sought in standard errors of its contrast from the peak, along the ridge on which
    the likelihood drops least.
    """
    both = np.repeat(contrasts, 2, axis=0)
    errors = np.sqrt(((both @ covariance) * both).sum(axis=1))
    errors[::2] *= -1
    ridge = both @ covariance / errors[:, None]
    many = whole.only(np.zeros(len(both), np.intp))
    top = whole.value(peak[None, :])

    def excess(reach: Floats) -> Floats:
        theta = climb(many, peak + reach[:, None] * ridge, contrasts=both)
        # By its root the drop is nearly a line, which the search likes.
        return np.asarray(np.sqrt(np.maximum(top - many.value(theta), 0)) - math.sqrt(DROP))

    reach = _crossing(excess, np.full(len(both), math.sqrt(2 * DROP)))
    return np.asarray(both @ peak + reach * errors).reshape(-1, 2)


def _crossing(function: Callable[[Floats], Floats], guess: Floats) -> Floats:
    """Where rising functions, below 0 at 0, cross 0, from guesses above 0: (size,).

    Regula falsi. An end that stays twice is given half its value (the Illinois rule), lest it
    stay for ever.
    """
    near, far = np.zeros_like(guess), guess
    below, above = function(near), function(far)
    while (above < 0).any():
        near, below = np.where(above < 0, far, near), np.where(above < 0, above, below)
        far = np.where(above < 0, 2 * far, far)
        above = function(far)
    went = np.zeros_like(guess)
    for _ in range(MOST_STEPS):
        middle = far - above * (far - near) / (above - below)
        value = function(middle)
        if (abs(value) < NEARLY).all():
            return middle
        side = np.sign(value)
        above = np.where(side > 0, value, np.where(went < 0, above / 2, above))
        below = np.where(side > 0, np.where(went > 0, below / 2, below), value)
        near, far = np.where(side > 0, near, middle), np.where(side > 0, middle, far)
        went = side
    raise ArithmeticError(f"no end of an interval found in {MOST_STEPS} steps")
