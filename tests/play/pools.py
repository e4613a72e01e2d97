"""Pools of bots, and their likelihood written down once more."""

import itertools
import math
import random
from collections.abc import Mapping

from arena.play.pool import ELO_PER_LOGIT
from arena.play.ratings import Rating

Scores = dict[tuple[str, str], dict[int, float]]
QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def played(strengths: Mapping[str, float], deals: int, seed: int = 1) -> Scores:
    """A round robin between bots of these Elo, every pairing on the same deals."""
    chance = random.Random(seed)
    pairings: Scores = {}
    for a, b in itertools.combinations(strengths, 2):
        share = 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        wins = ((chance.random() < share) + (chance.random() < share) for _ in range(deals))
        pairings[a, b] = {deal: won / 2 for deal, won in enumerate(wins)}
    return pairings


def by_name(found: list[Rating]) -> dict[str, Rating]:
    """Ratings to look up."""
    return {one.name: one for one in found}


def log_likelihood(pairings: Scores, elo: Mapping[str, float], prior: float) -> float:
    """The model written down once more, pair by pair, for one set of strengths."""
    total = 0.0
    for (a, b), scores in pairings.items():
        gap = (elo[a] - elo[b]) / ELO_PER_LOGIT
        for score in scores.values():
            total -= score * math.log1p(math.exp(-gap)) + (1 - score) * math.log1p(math.exp(gap))
    for value in elo.values():
        theta = value / ELO_PER_LOGIT
        total -= prior / 2 * (math.log1p(math.exp(-theta)) + math.log1p(math.exp(theta)))
    return total


POOL = {"ace": 90.0, "bee": 40.0, "cat": 0.0, "dog": -30.0, "eel": -100.0}
