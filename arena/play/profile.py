"""Intervals by the profile likelihood, for strengths whose doubt no resampling of deals shows."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from arena.play.likelihood import MOST_STEPS, Floats, Likelihood, climb
from arena.play.pool import ELO_PER_LOGIT, Pool

__all__ = ["BLOCK", "profile_ends"]

DROP: Final = 1.92
"""How far the log-likelihood falls to a 95 % interval's ends: half of χ²'s 3.84, 1 degree."""
NEARLY: Final = 1e-6
"""How close to DROP, by their roots, the ends of a profile interval are sought."""
BLOCK: Final = 2**18
"""Numbers worked on at a time: a few arrays of 2 MB, whatever the size of the pool."""


def profile_ends(pool: Pool, peak: Floats, prior: float, contrasts: Floats) -> Floats:
    """Both ends, in Elo, of each contrast's profile-likelihood interval: (m, 2).

    The contrasts at which the likelihood, highest over all else, has dropped by 1.92 (Venzon and
    Moolgavkar, Appl. Statistics 37, 1988). The prior belongs to the likelihood: without it the
    interval of an all-win bot has no upper end.
    """
    whole = pool.whole(prior)
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
