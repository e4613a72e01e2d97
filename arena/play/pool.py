"""What a pool of bots has to show for itself: who met whom on which deal, and how that went.

Each two bots that meet are compared on a deal, once or in several groups, and each meeting is one
observation: a score of 0 to 1 for one of them, the rest for the other. Meetings are kept by deal,
because all pairings play the same deals, and what a deal does to one of them it does to others.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from arena.play.likelihood import Floats, Likelihood, Places, climb

__all__ = ["ANCHOR", "ELO_PER_LOGIT", "Bools", "Met", "Pairings", "Pool", "Score", "elo_of", "zero"]


class Met(NamedTuple):
    """Two bots that met `times` times on one deal: the first one's scores there, summed."""

    won: float
    times: int


Score: TypeAlias = float | Met
"""What one bot scored against another on a deal: 0, ¼, ½, ¾ or 1, or several of these summed."""

Pairings: TypeAlias = Mapping[tuple[str, str], Mapping[int, Score | None]]
"""Per pairing, named by its two sides: deal number → score from the first one's view.

None or NaN is a void meeting, as if the deal were missing.
"""

Bools: TypeAlias = npt.NDArray[np.bool_]
Quarters: TypeAlias = npt.NDArray[np.signedinteger[Any]]

ANCHOR: Final = "rule"
"""The house bot that stands at 0 where it takes part and no other anchor is named."""
PRIOR: Final = 1.0
"""How many meetings each bot has drawn against the virtual player at 0."""
ELO_PER_LOGIT: Final = 400 / math.log(10)
ABSENT: Final = -1
"""Stands for a meeting that wasn't played, or was void, among scores in quarters."""
SMALL: Final = 127
"""Numbers up to it take a byte each."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The evidence of a pool, in an order of its own.

    `names` are the n bots, sorted. Pairing p of P is `first[p]` against `second[p]`, places in
    `names`, the lower one first. `quarters`, of shape (K, P), holds the K different ways in which
    deals went: four times what the first bot scored, or ABSENT; `meetings`, (K, P), in how many
    meetings; `times`, of shape (K,), on how many deals it went so. Merging deals that went alike
    loses nothing, and makes resampling a million deals of one pairing as cheap as drawing six
    numbers.
    """

    names: tuple[str, ...]
    first: Places
    second: Places
    quarters: Quarters
    meetings: Quarters
    times: Places

    @classmethod
    def of(cls, pairings: Pairings) -> Self:
        """Gather the evidence; deals without any meeting are none.

        ValueError for a bot paired with itself, a pairing given twice (from both views) and a
        score that is no quarter in 0..1 for each meeting.
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
        """The number of deals of which at least one meeting counts."""
        return int(self.times.sum())

    @property
    def played(self) -> Bools:
        """Whether the two of a pairing met where a deal went so: (K, P)."""
        return np.asarray(self.meetings > 0)

    def by_deal(self) -> tuple[Floats, Floats]:
        """What the first and what the second bot of each pairing scored on each deal: (K, P)."""
        won = self.played * self.quarters.astype(np.float64)
        return won / 4, (4 * self.meetings - won) / 4

    def likelihood(self, won: Floats, lost: Floats, prior: float) -> Likelihood:
        """The likelihood of summed scores of shape (R, P), with the prior's terms."""
        bots = len(self.names)
        drawn = np.full(bots, prior / 2)
        if prior == 0:
            # The likelihood knows only differences. One bot's draw against 0 fixes the level, and
            # as the level is free, moves no difference.
            drawn[:1] = 0.5
        terms = np.broadcast_to(drawn, (len(won), bots))
        return Likelihood(
            bots,
            np.concatenate([self.first, np.arange(bots)]),
            np.concatenate([self.second, np.full(bots, bots)]),
            np.concatenate([won, terms], axis=1),
            np.concatenate([lost, terms], axis=1),
        )

    def whole(self, prior: float) -> Likelihood:
        """The likelihood of all the evidence: one set of results."""
        weights = self.times[None, :].astype(np.float64)
        won, lost = self.by_deal()
        return self.likelihood(weights @ won, weights @ lost, prior)

    def comparable(self) -> Bools:
        """Whether each scored off each other, if only by way of others: (n, n), symmetric.

        Only within such a group does the likelihood alone have a peak (Ford, Amer. Math. Monthly
        64, 1957), and only there does resampling move both ways.
        """
        whole = self.whole(prior=0)
        pairings = len(self.first)
        reach = np.eye(len(self.names))
        reach[self.first, self.second] = whole.won[0, :pairings] > 0
        reach[self.second, self.first] = whole.lost[0, :pairings] > 0
        # Squaring doubles the length of the paths.
        for _ in range(len(reach).bit_length()):
            reach = np.minimum(reach @ reach, 1)
        return np.asarray((reach > 0) & (reach.T > 0))

    def peak(self, prior: float) -> Floats:
        """The most likely strengths: (n,), in logits; ValueError as in `strengths`."""
        if prior < 0:
            raise ValueError(f"a prior is a number of drawn pairs, not {prior}")
        if prior == 0 and not self.comparable().all():
            raise ValueError(
                "without a prior, a group of bots that won all it played has no strength"
            )
        start = np.zeros((1, len(self.names)))
        return np.asarray(climb(self.whole(prior), start)[0])

    def strengths(self, *, anchor: str | None = None, prior: float = PRIOR) -> dict[str, float]:
        """The most likely Elo of each bot, by name, anchored as `zero` says.

        Without the prior (0) the strengths are the plain maximum likelihood, which exists only
        where no group of bots has won everything against the rest: ValueError otherwise.
        """
        at_zero = zero(self.names, anchor)
        elo = elo_of(self.peak(prior), at_zero)
        return dict(zip(self.names, elo.tolist(), strict=True))


def zero(names: tuple[str, ...], anchor: str | None) -> Bools:
    """Which bots' mean strength is Elo 0: (n,).

    The anchor; without one "rule" where it takes part, and otherwise all bots. ValueError for an
    anchor that isn't among the names.
    """
    if anchor is None and ANCHOR in names:
        anchor = ANCHOR
    if anchor is None:
        return np.ones(len(names), np.bool_)
    if anchor not in names:
        raise ValueError(f"the anchor {anchor!r} is not among the bots: {', '.join(names)}")
    return np.array([name == anchor for name in names])


def elo_of(theta: Floats, at_zero: Bools) -> Floats:
    """Strengths, of shape (…, n), as Elo over the mean of the bots at zero."""
    if not len(at_zero):
        return theta
    level = theta[..., at_zero].mean(axis=-1, keepdims=True)
    return np.asarray((theta - level) * ELO_PER_LOGIT)


# Gathering the evidence.

Column: TypeAlias = tuple[Places, npt.NDArray[np.int32], npt.NDArray[np.int32]]
"""Of one pairing: deal numbers, scores in quarters (void ones ABSENT), numbers of meetings."""


def _scores(pairing: tuple[str, str], pairings: Pairings) -> Column:
    """The column of one pairing, seen from its first."""
    flip = pairing not in pairings
    scores = pairings[pairing[::-1] if flip else pairing]
    deals = np.fromiter(scores, np.intp, len(scores))
    rows = list(scores.values())
    meetings = np.ones(len(rows), np.int32)
    if Met in set(map(type, rows)):
        sums = [row if isinstance(row, Met) else Met(math.nan if row is None else row, 1)
                for row in rows]  # fmt: skip
        meetings = np.array([met.times for met in sums], dtype=np.int32)
        rows = [met.won for met in sums]
    quarters = 4 * np.array(rows, dtype=np.float64)
    void = np.isnan(quarters)
    wrong = ~void & ~((quarters >= 0) & (quarters <= 4 * meetings) & (quarters == quarters.round()))
    if wrong.any():
        score, deal = quarters[wrong][0] / 4, deals[wrong][0]
        raise ValueError(
            f"a pair scores 0, 1/4, 1/2, 3/4 or 1, not {score} (deal {deal} of {pairing})"
        )
    if flip:
        quarters = 4 * meetings - quarters
    return deals, np.where(void, ABSENT, quarters).astype(np.int32), np.where(void, 0, meetings)


def _table(columns: list[Column]) -> Quarters:
    """Scores in quarters by deal and pairing, then numbers of meetings: (deals, 2·pairings)."""
    none = np.zeros(0, np.intp)
    deals = np.unique(np.concatenate([none, *(numbers for numbers, _, _ in columns)]))
    most = max((4 * int(meetings.max(initial=0)) for _, _, meetings in columns), default=0)
    table = np.zeros((len(deals), 2 * len(columns)), np.int8 if most <= SMALL else np.int32)
    table[:, : len(columns)] = ABSENT
    for place, (numbers, quarters, meetings) in enumerate(columns):
        rows = np.searchsorted(deals, numbers)
        table[rows, place] = quarters
        table[rows, len(columns) + place] = meetings
    return table


def _merged(table: Quarters) -> tuple[Quarters, Quarters, Places]:
    """The different rows of a table, sorted, in its two parts, and how often each row occurs; no
    empty ones."""
    pairings = table.shape[1] // 2
    played = np.ascontiguousarray(table[(table[:, pairings:] > 0).any(axis=1)])
    if not played.size:
        return played[:, :pairings], played[:, pairings:], np.zeros(0, np.intp)
    # As opaque bytes, whole rows are compared at once; big-endian ones sort as on any machine.
    whole = played.astype(played.dtype.newbyteorder(">"))
    rows = whole.view(np.dtype((np.void, whole.shape[1] * whole.itemsize))).ravel()
    _, places, times = np.unique(rows, return_index=True, return_counts=True)
    return played[places, :pairings], played[places, pairings:], times
