"""The evidence of one pairing: worked numbers, guards, symmetry, and an honest interval."""

import math
import subprocess
import sys
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from arena.play.pairs import LARGEST_COUNT, PairCounts, PairStatistics, elo_of_share, pair_score

# The Elo of a mean score of 999 in 1000, where the scale ends.
EDGE_ELO = 400 * math.log10(999)

any_counts = st.one_of(
    st.lists(st.integers(0, LARGEST_COUNT), min_size=5, max_size=5),
    st.lists(st.integers(0, 20), min_size=5, max_size=5),
    st.lists(st.integers(0, 20), min_size=3, max_size=3),
).map(lambda counts: PairCounts(tuple(counts)))


def statistics(text: str) -> PairStatistics:
    """The statistics of counts as written."""
    return PairCounts.parse(text).statistics()


class TestWorkedNumbers:
    """The rows of the specification that concern one pairing."""

    @pytest.mark.parametrize(
        ("counts", "elo", "error", "digits"),
        [
            ("13,37,50,25,3", -43.658, 29.427, 3),
            ("34,54,63,64,75", 55.58, 27.65, 2),
            ("7895,8757,5685,568,9999", -21.04, 2.95, 2),
            ("96,111,136", 40.70, 30.43, 2),
            ("297,0,2203,0,500", 23.546, 6.383, 3),
        ],
    )
    def test_elo(self, counts: str, elo: float, error: float, digits: int) -> None:
        """Elo and half its interval agree to every digit printed."""
        actual = statistics(counts)

        assert (elo, error) == (round(actual.elo, digits), round(actual.elo_error, digits))

    @pytest.mark.parametrize(
        ("counts", "nelo", "error"),
        [
            ("34,54,63,64,75", 57.94, 28.28),
            ("7895,8757,5685,568,9999", -19.01, 2.65),
            ("96,111,136", 49.77, 36.77),
        ],
    )
    def test_normalised_elo(self, counts: str, nelo: float, error: float) -> None:
        """Normalised Elo agrees for pairs and, without the root of 2, for single games."""
        actual = statistics(counts)

        assert (nelo, error) == (round(actual.nelo, 2), round(actual.nelo_error, 2))

    def test_likelihood_of_superiority(self) -> None:
        """LOS agrees in both tails."""
        assert 0.00161 == round(statistics("13,37,50,25,3").los, 5)
        assert 0.9960 == round(statistics("96,111,136").los, 4)

    def test_mean_and_variance(self) -> None:
        """Formula 1 by hand: 8 pairs of 128 under one half, each 1/16 of a pair wide."""
        actual = statistics("13,37,50,25,3")

        assert (128, 56 / 128) == (actual.pairs, actual.mean)
        assert pytest.approx(0.0576171875) == actual.variance

    def test_ends_are_not_symmetric(self) -> None:
        """Both ends are Elo of a mean score, so the far one from 0 is farther off."""
        actual = statistics("13,37,50,25,3")
        error = 1.959964 * math.sqrt(actual.variance / 128)

        assert pytest.approx(elo_of_share(actual.mean - error)) == actual.elo_low
        assert pytest.approx(elo_of_share(actual.mean + error)) == actual.elo_high
        assert actual.elo - actual.elo_low > actual.elo_high - actual.elo


class TestClusters:
    """Observations of one deal go alike, and say less than as many of different deals."""

    def test_of_one_each(self) -> None:
        """A deal for each observation changes nothing."""
        counts = PairCounts((5, 20, 15))
        clusters = [(0.0, 1)] * 5 + [(0.5, 1)] * 20 + [(1.0, 1)] * 15

        assert counts.statistics() == counts.statistics(clusters)

    @given(st.lists(st.sampled_from([0, 1, 2]), min_size=11, max_size=60), st.integers(2, 50))
    def test_that_are_copies(self, deals: list[int], times: int) -> None:
        """Told many times over, deals say what they said when told once."""
        counts = PairCounts(tuple(deals.count(result) for result in range(3)))
        copied = PairCounts(tuple(times * count for count in counts.counts))
        once = counts.statistics()
        often = copied.statistics([(times * result / 2, times) for result in deals])

        # A count of zero counts as a thousandth, which weighs less among many.
        assert pytest.approx(astuple(once)[3:6], rel=0.01, abs=1) == astuple(often)[3:6]

    def test_that_have_nothing_in_common(self) -> None:
        """Where deals don't tie their observations together, each counts nearly whole."""
        chance = np.random.default_rng(3)
        results = chance.integers(0, 3, (2000, 4))
        counts = PairCounts(tuple(int((results == place).sum()) for place in range(3)))
        clusters = [(float(row.sum()) / 2, 4) for row in results]

        error = counts.statistics().elo_error
        assert pytest.approx(error, rel=0.05) == counts.statistics(clusters).elo_error
        assert error <= counts.statistics(clusters).elo_error

    def test_that_were_all_won(self) -> None:
        """Twelve deals won in a hundred groups each are twelve deals won."""
        low = PairCounts((0, 0, 1200)).statistics([(100.0, 100)] * 12).elo_low

        assert pytest.approx(PairCounts((0, 0, 12)).statistics().elo_low, abs=1) == low

    @given(st.lists(st.tuples(*[st.integers(0, 5)] * 3).filter(any), min_size=1, max_size=20))
    def test_from_the_other_side(self, deals: list[tuple[int, int, int]]) -> None:
        """The other bot's numbers are the negatives of ours, to the last bit, in any order."""
        counts = PairCounts(tuple(map(sum, zip(*deals, strict=True))))
        clusters = [(won + level / 2, lost + level + won) for lost, level, won in deals]
        other = [(times - won, times) for won, times in reversed(clusters)]
        ours, theirs = counts.statistics(clusters), counts.flipped().statistics(other)

        assert (ours.elo, ours.elo_low, ours.elo_high) == (
            -theirs.elo, -theirs.elo_high, -theirs.elo_low,
        )  # fmt: skip


class TestGuards:
    """Where the plain formulas divide by zero, or promise too much."""

    def test_all_level(self) -> None:
        """A bot against its own deterministic copy is exactly level, in a narrow interval."""
        actual = statistics("0,0,50,0,0")

        assert (0, 0.5, 0) == (actual.elo, actual.los, actual.nelo)
        assert 0 < actual.elo_high == -actual.elo_low < 1

    def test_no_pairs(self) -> None:
        """No pairs are no evidence: level, in the widest interval there is."""
        actual = statistics("0,0,0,0,0")

        assert (0, 0, 0.5, 0) == (actual.pairs, actual.elo, actual.los, actual.nelo)
        assert (-EDGE_ELO, EDGE_ELO) == pytest.approx((actual.elo_low, actual.elo_high))

    @pytest.mark.parametrize("pairs", [1, 9, 20, 200])
    def test_all_won(self, pairs: int) -> None:
        """All WW is Clopper and Pearson's interval, whose lower end is α/2 to the power 1/N."""
        actual = PairCounts((0, 0, 0, 0, pairs)).statistics()

        assert pytest.approx(0.025 ** (1 / pairs), abs=1e-3) == share_of(actual.elo_low)
        assert pytest.approx(EDGE_ELO) == actual.elo_high

    @pytest.mark.parametrize("counts", ["2,0,0,0,6", "1,0,6,0,1", "6,0,3"])
    def test_few_pairs(self, counts: str) -> None:
        """Under ten pairs the ends are Clopper and Pearson's on as many trials."""
        actual = statistics(counts)
        exact = binomtest(round(actual.pairs * actual.mean), actual.pairs).proportion_ci(0.95)

        ends = share_of(actual.elo_low), share_of(actual.elo_high)
        assert pytest.approx((exact.low, exact.high), abs=1e-3) == ends

    def test_ten_pairs_are_not_few(self) -> None:
        """From ten pairs on the interval is the normal one, and narrower for it."""
        nine, ten = statistics("1,1,5,1,1"), statistics("1,1,6,1,1")

        assert nine.elo_high > 250
        assert ten.elo_high < 150

    def test_scale_has_an_end(self) -> None:
        """However many pairs are won, Elo stays within the score of 999 in 1000."""
        actual = statistics("0,0,0,0,5550")

        assert pytest.approx((EDGE_ELO,) * 3) == (actual.elo_low, actual.elo, actual.elo_high)

    @given(any_counts)
    def test_always_finite(self, counts: PairCounts) -> None:
        """Any counts at all give finite numbers, the estimate inside its interval."""
        actual = counts.statistics()

        assert all(math.isfinite(value) for value in astuple(actual))
        assert -1199.9 < actual.elo_low <= actual.elo <= actual.elo_high < 1199.9
        assert 0 <= actual.los <= 1
        assert actual.elo_error >= 0

    @given(any_counts)
    def test_flipping_negates(self, counts: PairCounts) -> None:
        """The other side's numbers are the exact negatives of ours."""
        ours, theirs = counts.statistics(), counts.flipped().statistics()

        assert (-ours.elo, -ours.nelo, ours.nelo_error) == (
            theirs.elo,
            theirs.nelo,
            theirs.nelo_error,
        )
        assert (-ours.elo_high, -ours.elo_low) == (theirs.elo_low, theirs.elo_high)
        assert pytest.approx(1 - ours.los) == theirs.los

    @given(
        st.lists(st.integers(0, 10**6), min_size=5, max_size=5),
        st.integers(0, 3),
        st.integers(1, 4),
    )
    def test_a_better_pair_never_costs(self, counts: list[int], place: int, up: int) -> None:
        """Turning one pair into a better one never lowers Elo."""
        worse, better = [*counts], [*counts]
        worse[place] += 1
        better[min(4, place + up)] += 1

        before, after = (PairCounts(tuple(c)).statistics() for c in (worse, better))
        assert before.elo <= after.elo
        assert before.mean <= after.mean

    def test_interval_covers_the_truth(self) -> None:
        """Of 95 % intervals about 95 % hold the truth.

        4,000 matches of 200 pairs: the share covered has a binomial deviation of
        √(0.95·0.05/4000) = 0.0034. Four of them, 0.0138, leave room for the normal
        approximation's own error at 200 pairs, and none for intervals a tenth too narrow or too
        wide, which would cover 92.2 % or 96.9 %.
        """
        shares = np.array([0.10, 0.05, 0.50, 0.05, 0.30])
        truth = elo_of_share(float(shares @ [0, 0.25, 0.5, 0.75, 1]))
        matches = np.random.default_rng(42).multinomial(200, shares, size=4000)

        found = (PairCounts(tuple(counts)).statistics() for counts in matches.tolist())
        covered = sum(one.elo_low <= truth <= one.elo_high for one in found) / len(matches)
        assert pytest.approx(0.95, abs=0.0138) == covered


class TestPairCounts:
    """Counting pairs, and reading and writing the counts."""

    @pytest.mark.parametrize(
        ("margins", "score"),
        [
            ((-1, -1), 0),
            ((-2, 0), 0.25),
            ((0, -1), 0.25),
            ((1, -3), 0.5),
            ((0, 0), 0.5),
            ((0, 84), 0.75),
            ((1, 2), 1),
            ((None, 1), None),
            ((1, None), None),
        ],
    )
    def test_score(self, margins: tuple[int | None, int | None], score: float | None) -> None:
        """A table counts by the sign of its margin alone, and a void one voids the pair."""
        assert score == pair_score(*margins)

    def test_of_results(self) -> None:
        """Pairs are counted from the worst result to the best, void ones left out."""
        results = [(-1, -1), (-1, 0), (1, -1), (0, 0), (2, 0), (1, 1), (1, 1), (None, 1)]

        assert PairCounts((1, 1, 2, 1, 2)) == PairCounts.of(results)

    def test_of_scores(self) -> None:
        """Scores are counted likewise; None and NaN are void pairs."""
        scores = [0, 0.25, 0.5, 0.5, 0.75, 1.0, 1, None, math.nan]

        assert PairCounts((1, 1, 2, 1, 2)) == PairCounts.of_scores(scores)

    def test_of_other_scores(self) -> None:
        """A score that is no quarter is named and refused."""
        with pytest.raises(ValueError, match=r"not 0\.3"):
            PairCounts.of_scores([0.5, 0.3])

    @given(any_counts)
    def test_speaks_both_ways(self, counts: PairCounts) -> None:
        """What is written is read back as the same."""
        assert counts == PairCounts.parse(str(counts))

    def test_text(self) -> None:
        """Counts are written with commas, and read with blanks too."""
        assert "13,37,50,25,3" == str(PairCounts((13, 37, 50, 25, 3)))
        assert PairCounts((96, 111, 136)) == PairCounts.parse(" 96, 111 ,136 ")

    @pytest.mark.parametrize(
        "text", ["", "1,2,3,4", "1,2,3,4,5,6", "1,2,-3,4,5", "1,2,3.5,4,5", "1,2,x,4,5", "1,,3"]
    )
    def test_bad_text(self, text: str) -> None:
        """Anything but three or five whole numbers is refused."""
        with pytest.raises(ValueError, match="pair counts"):
            PairCounts.parse(text)

    @pytest.mark.parametrize("counts", [(0, 0, -1), (0, 0, 2**63), (1, 2)])
    def test_bad_counts(self, counts: tuple[int, ...]) -> None:
        """Counts out of range, or too few of them, are refused."""
        with pytest.raises(ValueError, match="pair counts"):
            PairCounts(counts)

    def test_counts_of_other_types(self) -> None:
        """Whole numbers of any type become plain ones; fractions are refused."""
        assert (1, 2, 3) == PairCounts(tuple(np.array([1, 2, 3]))).counts
        assert int is type(PairCounts(tuple(np.array([1, 2, 3]))).counts[0])
        with pytest.raises(TypeError):
            PairCounts((1, 2, 3.0))  # type: ignore[arg-type]

    def test_flipped_and_total(self) -> None:
        """The other side sees the same pairs the other way round."""
        counts = PairCounts.parse("13,37,50,25,3")

        assert "3,25,50,37,13" == str(counts.flipped())
        assert 128 == counts.total == counts.flipped().total

    def test_sum(self) -> None:
        """Evidence adds up, but pairs and single games don't mix."""
        assert PairCounts((1, 3, 5)) == PairCounts((1, 2, 3)) + PairCounts((0, 1, 2))
        with pytest.raises(ValueError, match="shorter"):
            PairCounts((1, 2, 3, 4, 5)) + PairCounts((1, 2, 3))

    @pytest.mark.parametrize("share", [0, 1, -0.5, 1.5, math.nan])
    def test_elo_of_no_share(self, share: float) -> None:
        """Elo has no value at the ends of the scores, nor beyond."""
        with pytest.raises(ValueError, match="between 0 and 1"):
            elo_of_share(share)


def test_starts_without_numpy_and_scipy() -> None:
    """The command line may import this module and stay quick."""
    code = (
        "import sys, arena.play.pairs as p; p.PairCounts.parse('9,9,9,9,9').statistics(); "
        "print({'numpy', 'scipy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "set()" == done.stdout.strip()


def share_of(elo: float) -> float:
    """The mean score expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))
