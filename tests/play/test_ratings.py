"""The ratings of a pool: against other people's fits, at the extremes, and in any order."""

import itertools
import math
import random
import subprocess
import sys
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from arena.play import ratings
from arena.play.pairs import PairCounts, elo_of_share
from arena.play.pool import Pairings, Pool
from arena.play.ratings import Rating, Standing, fit, rate
from tests.play.pools import POOL, QUARTERS, Scores, by_name, log_likelihood, played


class TestAnchor:
    """Who stands at 0."""

    def test_rule_is_the_default(self) -> None:
        """The house bot `rule` is at 0, without width, wherever it takes part."""
        found = by_name(rate(played({"rule": 0, **POOL}, 20), seed=1))

        assert (0, 0, 0) == astuple(found["rule"])[1:]

    def test_mean_without_rule(self) -> None:
        """Without it the mean of the pool is at 0."""
        found = rate(played(POOL, 20), seed=1)

        assert pytest.approx(0, abs=1e-9) == sum(one.elo for one in found)

    def test_named_anchor(self) -> None:
        """Any other bot may be the anchor; differences stay what they are."""
        pairings = played({"rule": 0, **POOL}, 20)
        default = by_name(rate(pairings, seed=1))
        moved = by_name(rate(pairings, anchor="cat", seed=1))

        assert (0, 0, 0) == astuple(moved["cat"])[1:]
        assert pytest.approx(default["ace"].elo - default["cat"].elo) == moved["ace"].elo
        assert pytest.approx(-default["cat"].high) == moved["rule"].low

    def test_unknown_anchor(self) -> None:
        """An anchor that doesn't take part is named and refused."""
        with pytest.raises(ValueError, match="'fox' is not among the bots: a, b"):
            rate({("a", "b"): {0: 1.0}}, anchor="fox", seed=1)


class TestIntervals:
    """What the intervals hold, and how wide they are."""

    def test_of_two_bots(self) -> None:
        """Of two bots the bootstrap's interval is the pair statistics', give or take its noise.

        An end of 1,000 replicates is off by about 0.08 standard errors; a third of one is far
        outside of that, and far inside of what a wrong unit of resampling would do.
        """
        pairings = played({"a": 60, "rule": 0}, 2000)
        found = by_name(rate(pairings, seed=1))["a"]
        pairs = PairCounts.of_scores(pairings["a", "rule"].values()).statistics()

        third = pairs.elo_error / 1.96 / 3
        assert pytest.approx(pairs.elo, abs=0.1) == found.elo
        assert pytest.approx((pairs.elo_low, pairs.elo_high), abs=third) == (found.low, found.high)

    def test_deals_stay_together(self) -> None:
        """Bots that score alike on every deal are exactly level, however the deals fall."""
        luck = played({"a": 50, "c": 0}, 200)["a", "c"]
        pairings = {("a", "c"): luck, ("b", "c"): luck, ("a", "b"): dict.fromkeys(luck, 0.5)}
        found = by_name(rate(pairings, anchor="b", seed=1))

        assert pytest.approx((0, 0, 0), abs=1e-6) == astuple(found["a"])[1:]
        assert found["c"].high - found["c"].low > 30

    def test_cover_the_truth(self) -> None:
        """95 % intervals hold the truth about as often, also when deals tie the pairings together.

        Each deal favours `a`, or not, at both of its pairings. 400 pools: the share covered has a
        binomial deviation of √(0.95·0.05/400) = 0.011; four of them are allowed.
        """
        chance = np.random.default_rng(7)
        covered = []
        for seed in range(400):
            luck = chance.random(150)
            table = [
                np.where(luck < 0.3, 1.0, np.where(chance.random(150) < 0.5, 0.5, 0.25)),
                np.where(luck < 0.3, 1.0, np.where(chance.random(150) < 0.5, 0.5, 0.25)),
            ]
            pairings = {
                ("a", other): dict(enumerate(scores.tolist()))
                for other, scores in zip(("b", "c"), table, strict=True)
            }
            standing = fit(Pool.of(pairings), anchor="b", seed=seed, replicates=300)
            found = by_name(list(standing.ratings))
            truth = elo_of_share(0.3 + 0.7 * 0.375)
            covered.append(
                (found["a"].low <= truth <= found["a"].high, found["c"].low <= 0 <= found["c"].high)
            )
        assert pytest.approx((0.95, 0.95), abs=0.044) == tuple(np.mean(covered, axis=0))

    def test_all_won_and_all_lost(self) -> None:
        """A bot that won all and one that lost all have finite strengths and wide intervals."""
        pairings = played({"rule": 0, "even": 0}, 100)
        for other in ("rule", "even"):
            pairings["best", other] = dict.fromkeys(range(100), 1.0)
            pairings[other, "worst"] = dict.fromkeys(range(100), 1.0)
        pairings["best", "worst"] = dict.fromkeys(range(100), 1.0)
        found = rate(pairings, seed=1)

        assert ("best", "worst") == (found[0].name, found[-1].name)
        assert all(math.isfinite(x) for one in found for x in astuple(one)[1:])
        assert found[0].high - found[0].low > 500
        assert found[-1].high - found[-1].low > 500
        # The bot in the middle, comparable with the anchor, is none the worse for it.
        even = by_name(found)["even"]
        assert even.high - even.low < 150

    def test_profile_ends(self) -> None:
        """At both ends of an all-win bot's interval the best likelihood has dropped by 1.92."""
        pairings = {("a", "rule"): dict.fromkeys(range(25), 1.0)}
        found = by_name(rate(pairings, seed=1))["a"]

        def highest(gap: float) -> float:
            best = minimize(
                lambda x: -log_likelihood(pairings, {"a": x[0] + gap, "rule": x[0]}, 1.0),
                np.array([-gap / 2]),
                tol=1e-10,
            )
            return -float(best.fun)

        drops = [highest(found.elo) - highest(end) for end in (found.low, found.high)]
        assert pytest.approx([1.92, 1.92], abs=1e-4) == drops

    def test_anchor_that_lost_everything(self) -> None:
        """Nobody is sure of a distance to an anchor that never scored."""
        pairings = played({"a": 0, "b": 0}, 100)
        pairings |= {(bot, "rule"): dict.fromkeys(range(100), 1.0) for bot in "ab"}
        found = by_name(rate(pairings, seed=1))

        assert found["a"].high - found["a"].low > 500

    def test_group_that_won_everything(self) -> None:
        """Two bots that lost pairs only to each other are no surer of the rest than one."""
        pairings = played({"a": 0, "b": 0}, 100)
        pairings |= {(a, b): dict.fromkeys(range(100), 1.0) for a in "ab" for b in ("x", "rule")}
        pairings |= played({"x": 0, "rule": 0}, 100)
        found = by_name(rate(pairings, seed=1))

        assert found["a"].high - found["a"].low > 500
        assert found["x"].high - found["x"].low < 150

    @pytest.mark.parametrize("score", QUARTERS)
    def test_single_pair(self, score: float) -> None:
        """One pair says next to nothing."""
        found = by_name(rate({("a", "rule"): {0: score}}, seed=1))["a"]

        assert found.high - found.low > 800
        assert found.low <= found.elo <= found.high

    def test_no_pair(self) -> None:
        """A pairing without any pair that counts still has two bots in it, level and unknown."""
        pairings: Pairings = {
            ("a", "rule"): {0: None, 1: math.nan},
            ("b", "rule"): dict.fromkeys((0, 1), 0.5),
        }
        found = by_name(rate(pairings, seed=1))["a"]

        assert pytest.approx(0) == found.elo
        assert pytest.approx(-found.low) == found.high > 300

    def test_unconnected_pool(self) -> None:
        """Two groups that never met are each rated around 0, and nobody is sure across."""
        pairings = played({"a": 40, "b": 0}, 100) | played({"c": 40, "rule": 0}, 100)
        found = by_name(rate(pairings, seed=1))

        assert found["c"].high - found["c"].low < 150
        assert 300 < found["b"].high - found["b"].low < math.inf

    def test_ladder_of_all_wins(self) -> None:
        """Thirty bots each beaten always by the next are far apart, and finite."""
        names = [f"{place:02}" for place in range(30)]
        pairings = {(b, a): dict.fromkeys(range(50), 1.0) for a, b in itertools.pairwise(names)}
        found = rate(pairings, anchor="00", seed=1)

        assert names[::-1] == [one.name for one in found]
        assert all(math.isfinite(x) for one in found for x in astuple(one)[1:])

    def test_big_pools_take_a_short_cut_to_the_same_place(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With borrowed curvature the replicates arrive where Newton's steps arrive."""
        strengths = {f"{place:02}": 20.0 * place for place in range(34)}
        pairings = played(strengths, 6)
        pairings["33", "new"] = {0: 0.5, 2: 1.0}
        pool = Pool.of(pairings)
        short = fit(pool, seed=1, replicates=50)
        monkeypatch.setattr(ratings, "FEW_BOTS", 100)
        long = fit(pool, seed=1, replicates=50)

        assert float(abs(short.samples - long.samples).max()) < 1e-2

    def test_estimate_lies_inside(self) -> None:
        """No interval leaves its estimate outside, nor passes the prior's pull for certainty."""
        for seed in range(20):
            for one in rate(played(POOL, 3, seed), seed=seed):
                assert one.low <= one.elo <= one.high


class TestOrder:
    """Equal evidence gives equal floats."""

    def test_nothing_depends_on_order(self) -> None:
        """Pairings and deals in another order, and seen from the other side, change no bit."""
        pairings = played({"rule": 0, **POOL}, 50)
        shuffled = list(pairings.items())
        chance = random.Random(5)
        chance.shuffle(shuffled)
        other: Scores = {}
        for (a, b), scores in shuffled:
            deals = list(scores)
            chance.shuffle(deals)
            flip = chance.random() < 0.5
            other[(b, a) if flip else (a, b)] = {
                deal: 1 - scores[deal] if flip else scores[deal] for deal in deals
            }

        assert rate(pairings, seed=9) == rate(other, seed=9)

    def test_void_pairs_are_absent(self) -> None:
        """None and NaN are as if the deal had not been played, there or anywhere."""
        pairings = played(POOL, 30)
        void: dict[tuple[str, str], dict[int, float | None]] = {
            pairing: {**scores, 30: None, 31: math.nan} for pairing, scores in pairings.items()
        }
        void["ace", "bee"][7] = None
        del pairings["ace", "bee"][7]

        assert rate(pairings, seed=1) == rate(void, seed=1)

    def test_seed_decides(self) -> None:
        """An equal seed gives equal intervals, another one others; the estimates stay."""
        pairings = played(POOL, 50)
        first, again, other = (rate(pairings, seed=seed) for seed in (1, 1, 2))

        assert first == again
        assert [(one.name, one.elo) for one in first] == [(one.name, one.elo) for one in other]
        assert first != other

    def test_seed_of_bytes(self) -> None:
        """Bytes are a seed too, with leading zeros that count."""
        pairings = played(POOL, 50)
        first, again, other = (rate(pairings, seed=seed) for seed in (b"\1", b"\1", b"\0\1"))

        assert first == again
        assert first != other

    def test_level_bots_stand_by_name(self) -> None:
        """Where two are level, the name decides."""
        found = rate({("b", "c"): {0: 0.5}, ("a", "b"): {0: 0.5}}, seed=1)

        assert ["a", "b", "c"] == [one.name for one in found]


class TestRanks:
    """The probability of each rank."""

    def test_certain_and_shared(self) -> None:
        """A bot far ahead is first for certain; two level ones share the ranks below."""
        luck = played({"a": 300, "b": 0}, 200)["a", "b"]
        pairings = {("a", "b"): luck, ("a", "c"): luck}
        ranks = fit(Pool.of(pairings), seed=1).rank_probabilities()

        assert {"a": (1, 0, 0), "b": (0, 0.5, 0.5), "c": (0, 0.5, 0.5)} == {
            name: pytest.approx(shares) for name, shares in ranks.items()
        }

    def test_share_of_the_replicates(self) -> None:
        """A rank's probability is counted over the replicates."""
        rows = [Rating(name, 0, 0, 0) for name in "ab"]
        standing = Standing(tuple(rows), np.array([[9.0, 1.0], [2.0, 3.0], [5.0, 4.0], [7, 7]]))

        assert {"a": (0.625, 0.375), "b": (0.375, 0.625)} == standing.rank_probabilities()


names = st.sampled_from(["rule", "a", "b", "c", "d"])
small_pools = st.dictionaries(
    st.tuples(names, names).filter(lambda pair: pair[0] < pair[1]),
    st.dictionaries(st.integers(0, 40), st.sampled_from([*QUARTERS, None]), max_size=12),
    min_size=1,
    max_size=10,
)


@settings(max_examples=60, deadline=None)
@given(small_pools)
def test_any_pool_is_finite(pairings: dict[tuple[str, str], dict[int, float | None]]) -> None:
    """Any pool at all has finite ratings in their intervals, and ranks that add up."""
    standing = fit(Pool.of(pairings), seed=1, replicates=50)

    for one in standing.ratings:
        assert all(math.isfinite(x) for x in astuple(one)[1:])
        assert one.low <= one.elo <= one.high
    ranks = np.array(list(standing.rank_probabilities().values()))
    assert pytest.approx(np.ones(len(ranks))) == ranks.sum(axis=0)
    assert pytest.approx(np.ones(len(ranks))) == ranks.sum(axis=1)


class TestRefusals:
    """Input that can't be meant."""

    def test_nobody(self) -> None:
        """No pairings have no ratings."""
        assert [] == rate({}, seed=1)

    @pytest.mark.parametrize("score", [0.3, -0.25, 2, math.inf])
    def test_score(self, score: float) -> None:
        """A score that is no quarter in 0..1 is refused with its deal and pairing."""
        with pytest.raises(ValueError, match=r"deal 4 of \('a', 'b'\)"):
            rate({("a", "b"): {3: 0.5, 4: score}}, seed=1)

    @pytest.mark.parametrize(
        "pairings", [{("a", "a"): {0: 0.5}}, {("a", "b"): {0: 0.5}, ("b", "a"): {1: 0.5}}]
    )
    def test_pairing(self, pairings: Scores) -> None:
        """A bot paired with itself, and a pairing given from both sides, are refused."""
        with pytest.raises(ValueError, match="two different bots"):
            rate(pairings, seed=1)

    def test_prior_and_replicates(self) -> None:
        """Intervals need a prior and replicates; strengths no negative prior."""
        pool = Pool.of({("a", "b"): {0: 0.5}})
        with pytest.raises(ValueError, match="prior above 0"):
            fit(pool, seed=1, prior=0)
        with pytest.raises(ValueError, match="one replicate"):
            fit(pool, seed=1, replicates=0)
        with pytest.raises(ValueError, match="drawn pairs"):
            pool.strengths(prior=-1)

    def test_seed(self) -> None:
        """A negative seed is refused."""
        with pytest.raises(ValueError, match="non-negative"):
            rate({("a", "b"): {0: 0.5}}, seed=-1)


def test_does_without_scipy() -> None:
    """Rating a pool loads numpy, and nothing that takes longer to load."""
    code = (
        "import sys, arena.play.ratings as r; r.rate({('a', 'b'): {0: 1.0}}, seed=1); "
        "print('scipy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "False" == done.stdout.strip()
