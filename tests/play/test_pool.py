"""The evidence of a pool: gathered in any form, and its most likely strengths."""

import math
from dataclasses import astuple

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize

from arena.play.pairs import elo_of_share
from arena.play.pool import ELO_PER_LOGIT, Met, Pairings, Pool
from arena.play.ratings import rate
from tests.play.pools import POOL, QUARTERS, Scores, by_name, log_likelihood, played


class TestStrengths:
    """The most likely strengths, against three independent fits."""

    def test_two_bots_without_prior(self) -> None:
        """Of two bots the strengths differ by the Elo of the mean score."""
        pairings = {("a", "b"): dict(enumerate([0.0, 0.25, 0.5, 1, 1, 0.75, 1]))}
        elo = Pool.of(pairings).strengths(prior=0, anchor="b")

        assert {"a": pytest.approx(elo_of_share(4.5 / 7)), "b": 0} == elo

    def test_choix_agrees(self) -> None:
        """Without the prior the strengths are those of choix, a pair being four comparisons."""
        pairings = played(POOL, deals=40)
        names = sorted(POOL)
        duels = [
            (names.index(winner), names.index(loser))
            for (a, b), scores in pairings.items()
            for score in scores.values()
            for winner, loser, quarters in ((a, b, score * 4), (b, a, 4 - score * 4))
            for _ in range(round(quarters))
        ]
        theirs = choix.opt_pairwise(len(names), duels, alpha=0, method="BFGS", tol=1e-9)

        ours = Pool.of(pairings).strengths(prior=0)
        assert pytest.approx(list((theirs - theirs.mean()) * ELO_PER_LOGIT), abs=1e-3) == [
            ours[name] for name in names
        ]

    def test_statsmodels_agrees(self) -> None:
        """Without the prior they are a logistic regression's, also where some never met."""
        pairings = played(POOL, deals=60, seed=3)
        del pairings["ace", "eel"], pairings["bee", "cat"]
        names = sorted(POOL)
        design = np.array([[(n == a) - (n == b) for n in names] for a, b in pairings], float)
        won = [sum(scores.values()) for scores in pairings.values()]
        lost = [len(scores) - sum(scores.values()) for scores in pairings.values()]
        # The first bot's column is left out: it stands at 0.
        model = sm.GLM(np.column_stack([won, lost]), design[:, 1:], family=sm.families.Binomial())
        theirs = model.fit(tol=1e-12).params * ELO_PER_LOGIT

        ours = Pool.of(pairings).strengths(prior=0, anchor=names[0])
        assert pytest.approx([0, *theirs], abs=1e-6) == [ours[name] for name in names]

    @pytest.mark.parametrize("prior", [1.0, 7.5])
    def test_prior(self, prior: float) -> None:
        """The prior is drawn pairs against 0, as the likelihood written down here says."""
        pairings = played(POOL, deals=6)
        names = sorted(POOL)
        best = minimize(
            lambda x: (
                -log_likelihood(pairings, dict(zip(names, x * ELO_PER_LOGIT, strict=True)), prior)
            ),
            np.zeros(len(names)),
            tol=1e-9,
        )
        theirs = (best.x - best.x.mean()) * ELO_PER_LOGIT

        ours = Pool.of(pairings).strengths(prior=prior)
        assert pytest.approx(theirs.tolist(), abs=0.01) == list(ours.values())

    def test_prior_of_an_all_win(self) -> None:
        """One bot that won all against one: both leave 0 alike, by as much as the prior lets it.

        At strengths ±θ the slope is n·σ(−2θ) − (σ(θ) − ½), n pairs and half a drawn one: 0.
        """
        elo = Pool.of({("a", "b"): dict.fromkeys(range(30), 1.0)}).strengths(anchor="b")
        theta = elo["a"] / ELO_PER_LOGIT / 2

        slope = 30 / (1 + math.exp(2 * theta)) - (1 / (1 + math.exp(-theta)) - 0.5)
        assert pytest.approx(0, abs=1e-9) == slope

    @pytest.mark.parametrize(
        "pairings",
        [
            {("a", "b"): {0: 1.0, 1: 1.0}},
            {("a", "b"): {0: 0.5}, ("c", "d"): {0: 0.5}},
            {("a", "b"): {0: 0.5}, ("c", "d"): {0: 0.5}, ("a", "c"): {0: 1.0}},
            {("a", "b"): {}},
        ],
    )
    def test_no_strength_without_prior(self, pairings: Scores) -> None:
        """Where a group won all or met nobody, only the prior gives strengths."""
        with pytest.raises(ValueError, match="without a prior"):
            Pool.of(pairings).strengths(prior=0)
        assert all(math.isfinite(elo) for elo in Pool.of(pairings).strengths().values())


class TestDeals:
    """How deals are kept."""

    def test_deals_that_went_alike_are_merged(self) -> None:
        """One pairing has five ways for a deal to go, however many deals there are."""
        pool = Pool.of({("a", "b"): {deal: QUARTERS[deal % 5] for deal in range(1000)}})

        assert [0, 1, 2, 3, 4] == sorted(pool.quarters[:, 0].tolist())
        assert ([200] * 5, 1000) == (pool.times.tolist(), pool.deals)


class TestSeveralMeetings:
    """Bots that meet several times on one deal, in other company each time."""

    def test_counts_as_often_as_they_met(self) -> None:
        """Strengths are those of as many pairs, on whatever deals these had been."""
        apart: Scores = {
            ("a", "b"): dict(enumerate([1.0, 0.5, 1.0, 0.0, 1.0, 1.0])),
            ("b", "c"): dict(enumerate([0.5, 0.5, 1.0])),
        }
        together: Pairings = {
            ("a", "b"): {0: Met(2.5, 3), 1: Met(0, 1), 2: Met(2, 2)},
            ("b", "c"): {0: Met(1.0, 2), 1: Met(1.0, 1)},
        }

        assert Pool.of(apart).strengths() == pytest.approx(Pool.of(together).strengths())

    def test_once_is_as_a_pair(self) -> None:
        """Met once on each deal, a pool is the same pool."""
        pairings = played(POOL, 30)
        met: Pairings = {
            pairing: {deal: Met(score, 1) for deal, score in scores.items()}
            for pairing, scores in pairings.items()
        }

        assert rate(pairings, seed=1) == rate(met, seed=1)

    def test_a_deal_is_one_draw_of_the_bootstrap(self) -> None:
        """A hundred meetings that all went as their deal did say no more than the deals."""
        pairings = played({"a": 50, "rule": 0}, 200)
        many: Pairings = {
            pairing: {deal: Met(100 * score, 100) for deal, score in scores.items()}
            for pairing, scores in pairings.items()
        }
        once, often = (by_name(rate(each, seed=1))["a"] for each in (pairings, many))

        # But for the prior, which weighs less against more.
        assert pytest.approx(astuple(once)[1:], abs=3) == astuple(often)[1:]

    def test_seen_from_the_other_side(self) -> None:
        """What one scored the other lost, meeting by meeting."""
        ours: Pairings = {("a", "b"): {0: Met(2.5, 3), 1: None, 2: Met(1, 4)}}
        theirs: Pairings = {("b", "a"): {0: Met(0.5, 3), 2: Met(3, 4)}}
        mixed: Pairings = {("a", "b"): {0: Met(2.5, 3), 2: Met(1, 4), 3: 0.25}}

        assert rate(ours, seed=1) == rate(theirs, seed=1)
        assert Pool.of(mixed).deals == 3

    def test_numbers_of_meetings_have_no_bound(self) -> None:
        """As many groups as there can be."""
        many: Pairings = {("a", "b"): {0: Met(65_408, 130_816), 1: Met(130_816, 130_816)}}

        assert (
            pytest.approx(elo_of_share(0.75)) == Pool.of(many).strengths(prior=0, anchor="b")["a"]
        )

    @pytest.mark.parametrize("won", [3.5, -0.5, 0.3, math.inf])
    def test_more_than_was_to_be_had(self, won: float) -> None:
        """A sum that so many meetings can't give is refused."""
        with pytest.raises(ValueError, match=r"deal 7 of \('a', 'b'\)"):
            rate({("a", "b"): {7: Met(won, 3)}}, seed=1)
