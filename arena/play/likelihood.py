"""The log-likelihood of Bradley and Terry's model, for many sets of scores at once, and its climb.

Strengths are logits here. Pure numbers: nothing here knows bots, deals, chance or Elo.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]

ARRIVED: Final = 1e-5
"""Standard errors; a fit has arrived when its next move is shorter."""
TINY: Final = 1e-300
"""Keeps 0/0 away where there is nothing left to climb."""
MOST_STEPS: Final = 500
"""More than any pool needs; the steps can't diverge, so reaching it is a defect of ours."""
SHARED_STEPS: Final = 12
"""After so many steps with a borrowed curvature a replicate gets its own."""


@dataclass(frozen=True, slots=True)
class Likelihood:
    """The log-likelihoods of R sets of results of one pool, all climbed at once.

    A term t of T is the pairs of bot `first[t]` against `second[t]`: place n is the virtual
    player, at 0. `won` and `lost`, of shape (R, T), are the scores of both, not negative. Its
    methods take strengths of shape (R, n), in logits.
    """

    bots: int
    first: Places
    second: Places
    won: Floats
    lost: Floats

    def only(self, sets: Places) -> "Likelihood":
        """These sets of results alone."""
        return Likelihood(self.bots, self.first, self.second, self.won[sets], self.lost[sets])

    def gaps(self, theta: Floats) -> Floats:
        """First less second strength of each term: (R, T)."""
        known = np.concatenate([theta, np.zeros((len(theta), 1))], axis=1)
        return np.asarray(known.take(self.first, axis=1) - known.take(self.second, axis=1))

    def value(self, theta: Floats) -> Floats:
        """The log-likelihoods: (R,)."""
        gaps = self.gaps(theta)
        terms = self.won * np.logaddexp(0, -gaps) + self.lost * np.logaddexp(0, gaps)
        return -np.asarray(terms.sum(axis=1))

    def derivatives(self, theta: Floats) -> tuple[Floats, Floats]:
        """By each term's gap: the first derivative, and the second's negative: both (R, T)."""
        gaps = self.gaps(theta)
        # Each share by its own exponential: 1 − σ would have no digits left near 0.
        with np.errstate(over="ignore"):  # then the share is 0, as it should
            ahead, behind = 1 / (1 + np.exp(-gaps)), 1 / (1 + np.exp(gaps))
        return self.won * behind - self.lost * ahead, (self.won + self.lost) * ahead * behind

    def square(self, terms: Floats) -> Floats:
        """Values of shape (R, T) at their two bots: (R, n + 1, n + 1)."""
        square = np.zeros((len(terms), self.bots + 1, self.bots + 1))
        square[:, self.first, self.second] = terms
        return square

    def gradient(self, rise: Floats) -> Floats:
        """By each bot's strength: (R, n)."""
        square = self.square(rise)
        return np.asarray((square.sum(axis=2) - square.sum(axis=1))[:, :-1])

    def curvature(self, bend: Floats) -> Floats:
        """The negative Hessian, positive definite: (R, n, n)."""
        square = self.square(bend)
        square += square.transpose(0, 2, 1)
        diagonal = np.eye(self.bots + 1) * square.sum(axis=2)[:, :, None]
        return np.asarray((diagonal - square)[:, :-1, :-1])


def climb(
    likelihood: Likelihood,
    start: Floats,
    *,
    inverse: Floats | None = None,
    contrasts: Floats | None = None,
) -> Floats:
    """The strengths, of shape (R, n), at which each likelihood is highest, from `start`.

    Newton's method, its steps shortened so that none can overshoot. `inverse`, of shape (n, n),
    is the inverse curvature near the peaks, which serves all sets until it proves too far off.
    With `contrasts`, of shape (R, n), only those strengths are looked at whose contrast is that
    of the start. ArithmeticError where the peak isn't found.
    """
    theta = start.copy()
    open_sets = np.arange(len(theta))
    for step in range(MOST_STEPS):
        if not len(open_sets):
            return theta
        part = likelihood.only(open_sets) if len(open_sets) < len(theta) else likelihood
        rise, bend = part.derivatives(theta[open_sets])
        gradient = part.gradient(rise)
        if inverse is not None and step < SHARED_STEPS:
            move = gradient @ inverse
        else:
            held = None if contrasts is None else contrasts[open_sets]
            move = _newton_move(part.curvature(bend), gradient, held)
        gaps = part.gaps(move)
        curved = (gaps**2 * bend).sum(axis=1)
        slope = (gradient * move).sum(axis=1) if inverse is not None else curved
        theta[open_sets] += _safe_length(gaps, slope, curved)[:, None] * move
        # Written so that NaN would not pass for arrived.
        open_sets = open_sets[~(curved <= ARRIVED**2)]
    raise ArithmeticError(f"no peak of the likelihood found in {MOST_STEPS} steps")


def _newton_move(curvature: Floats, gradient: Floats, contrasts: Floats | None) -> Floats:
    """Newton's step for each set, of shape (R, n); with contrasts, the one that keeps them."""
    if contrasts is None:
        return np.asarray(np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0])
    sides = np.linalg.solve(curvature, np.stack([gradient, contrasts], axis=2))
    free, along = sides[:, :, 0], sides[:, :, 1]
    share = (contrasts * free).sum(axis=1) / (contrasts * along).sum(axis=1)
    return np.asarray(free - share[:, None] * along)


def _safe_length(gaps: Floats, slope: Floats, curved: Floats) -> Floats:
    """How much of a move certainly climbs: (R,).

    `gaps`, (R, T), is what the move adds to each gap; `slope` and `curved`, (R,), are the
    likelihood's slope and negative curvature along it at the start (equal for Newton's move). On
    the way a logistic's curvature grows at most by e^(dt), d being the largest addition, so the
    likelihood rises by no less than slope·t − curved·(e^(dt) − dt − 1)/d²: highest at
    t = ln(1 + d·slope/curved)/d. (Sun and Tran-Dinh, Math. Programming 178, 2019: the damped step
    for ν = 2.)
    """
    # A move of nothing is taken whole, whatever its length.
    largest = abs(gaps).max(axis=1, initial=TINY)
    return np.asarray(np.log1p(largest * (slope + TINY) / (curved + TINY)) / largest)
