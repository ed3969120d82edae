"""Elo, its error, the likelihood of superiority and the SPRT, from pairs of games."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import accumulate
from statistics import NormalDist, fmean

import pytest

from modern.match.result import elo_text
from modern.match.statistics import PAIR_SCORES, Sprt, elo_difference, expected_score, mean_and_variance, strength

#: The frequency of each outcome of a pair between equal players, typical of fast games between engines.
EVEN = (0.05, 0.25, 0.40, 0.25, 0.05)


def frequencies_for(elo: float) -> list[float]:
    """Returns the same frequencies, tilted until the score is that of a difference in Elo."""
    wanted = expected_score(elo)
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        weights = [frequency * math.exp(tilt * score) for frequency, score in zip(EVEN, PAIR_SCORES, strict=True)]
        frequencies = [weight / sum(weights) for weight in weights]
        if sum(frequency * score for frequency, score in zip(frequencies, PAIR_SCORES, strict=True)) < wanted:
            low = tilt
        else:
            high = tilt
    return frequencies


def random_pairs(rng: random.Random, weights: Sequence[float], number: int) -> list[int]:
    """Returns the outcomes of so many random pairs."""
    outcomes = rng.choices(range(5), cum_weights=list(accumulate(weights)), k=number)
    return [outcomes.count(outcome) for outcome in range(5)]


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (191, 0.75017), (35, 0.55020)])
def test_a_difference_in_elo_is_an_expected_score(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=1e-5)
    assert elo_difference(expected_score(elo)) == pytest.approx(elo, abs=1e-9)


def test_equal_players_differ_by_zero_and_not_by_minus_zero() -> None:
    assert str(elo_difference(0.5)) == "0.0"


def test_the_variance_is_that_of_the_pairs_and_one_extra_pair() -> None:
    pairs = [3, 0, 10, 5, 2]
    mean, variance = mean_and_variance(pairs)
    scores = [score for count, score in zip(pairs, PAIR_SCORES, strict=True) for _ in range(count)]
    assert mean == pytest.approx(fmean(scores))
    weighted = [(score, 5.0) for score in scores] + [(score, 1.0) for score in PAIR_SCORES]
    center = sum(score * weight for score, weight in weighted) / 105
    assert variance == pytest.approx(sum(weight * (score - center) ** 2 for score, weight in weighted) / 105)


def test_many_pairs_have_the_error_of_the_closed_form() -> None:
    pairs = [5000, 25000, 40000, 25000, 5000]
    found = strength(pairs)
    assert found
    deviation = math.sqrt(sum(n * (score - 0.5) ** 2 for n, score in zip(pairs, PAIR_SCORES, strict=True)) / 100_000)
    margin = NormalDist().inv_cdf(0.975) * deviation / math.sqrt(100_000)
    assert (found.elo, found.superiority) == (0.0, 0.5)
    # Near a score of 1/2, one Elo point is ln 10 / 1600 of a score.
    assert found.error == pytest.approx(margin * 1600 / math.log(10), rel=1e-3)


def test_the_likelihood_of_superiority_is_the_normal_distributions() -> None:
    pairs = [40, 240, 400, 260, 60]
    found = strength(pairs)
    assert found
    mean, variance = mean_and_variance(pairs)
    assert found.superiority == pytest.approx(1 - NormalDist(mean, math.sqrt(variance / 1000)).cdf(0.5))
    reversed_pairs = strength(pairs[::-1])
    assert reversed_pairs
    assert reversed_pairs.superiority == pytest.approx(1 - found.superiority)
    assert reversed_pairs.elo == pytest.approx(-found.elo)


def test_no_pairs_give_no_estimate() -> None:
    assert strength([0] * 5) is None
    assert Sprt(0, 5).llr([0] * 5) == 0
    assert Sprt(0, 5).verdict([0] * 5) is None


def test_all_wins_have_a_lower_bound_and_no_upper_one() -> None:
    found = strength([0, 0, 0, 0, 20])
    assert found
    assert found.elo == found.high == math.inf
    assert 100 < found.low < 1000
    assert found.superiority > 0.999
    lost = strength([20, 0, 0, 0, 0])
    assert lost
    assert lost.high == pytest.approx(-found.low)


def test_draws_alone_do_not_prove_equality() -> None:
    errors = []
    for number in (1, 4, 16, 64, 256):
        found = strength([0, 0, number, 0, 0])
        assert found
        assert (found.elo, found.superiority) == (0.0, 0.5)
        errors.append(found.error)
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 200
    assert 0 < errors[-1] < 5


def test_the_advantage_of_an_opening_cancels_out() -> None:
    """White wins every game. Counted as independent games, they would leave an error."""
    found = strength([0, 0, 1000, 0, 0])
    assert found
    assert found.error < 1.5


@pytest.mark.parametrize("elo", [0, 30, -120])
def test_the_interval_contains_the_true_elo_in_95_of_100_matches(elo: float) -> None:
    rng = random.Random(1994)
    weights = frequencies_for(elo)
    hits = 0
    for _ in range(1000):
        found = strength(random_pairs(rng, weights, 100))
        assert found
        hits += found.low <= elo <= found.high
    assert 925 <= hits <= 975


def test_the_bounds_of_the_sprt_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 5, 0.05, 0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_the_llr_is_that_of_two_normal_distributions() -> None:
    """With known variance it is the density of the mean under elo1 divided by that under elo0."""
    pairs = [70, 300, 500, 320, 80]
    mean, variance = mean_and_variance(pairs)
    first, zero = (NormalDist(expected_score(elo), math.sqrt(variance / sum(pairs))) for elo in (10, 0))
    assert Sprt(0, 10).llr(pairs) == pytest.approx(math.log(first.pdf(mean) / zero.pdf(mean)))


@pytest.mark.parametrize("pairs", [[0, 0, 3, 0, 0], [0, 0, 0, 0, 3], [3, 0, 0, 0, 0], [0, 0, 0, 2, 0]])
def test_a_few_pairs_with_the_same_outcome_decide_nothing(pairs: list[int]) -> None:
    assert Sprt(0, 5).verdict(pairs) is None


def run_sprt(sprt: Sprt, rng: random.Random, weights: Sequence[float]) -> tuple[bool, int]:
    """Returns the verdict on random pairs, and after how many."""
    pairs = [0] * 5
    bounds = list(accumulate(weights))
    while (verdict := sprt.verdict(pairs)) is None:
        pairs[rng.choices(range(5), cum_weights=bounds)[0]] += 1
    return verdict, sum(pairs)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alpha", "beta"),
    [(0.05, 0.05), (0.1, 0.02)],
)
def test_the_sprt_errs_about_as_often_as_its_risks_allow(alpha: float, beta: float) -> None:
    sprt = Sprt(0, 40, alpha, beta)
    rng = random.Random(7)
    matches = 600
    wrong_elo1 = sum(run_sprt(sprt, rng, EVEN)[0] for _ in range(matches))
    wrong_elo0 = sum(not run_sprt(sprt, rng, frequencies_for(40))[0] for _ in range(matches))
    for wrong, risk in ((wrong_elo1, alpha), (wrong_elo0, beta)):
        spread = 3 * math.sqrt(matches * risk * (1 - risk))
        assert risk * matches / 3 - spread / 2 < wrong < risk * matches + spread


def test_the_sprt_decides_about_as_soon_as_wald_expects() -> None:
    sprt = Sprt(0, 40)
    rng = random.Random(11)
    lengths = [run_sprt(sprt, rng, EVEN)[1] for _ in range(300)]
    low, high = sprt.bounds
    variance = sum(weight * (score - 0.5) ** 2 for weight, score in zip(EVEN, PAIR_SCORES, strict=True))
    drift = -((expected_score(40) - 0.5) ** 2) / (2 * variance)
    expected = (0.95 * low + 0.05 * high) / drift
    assert 0.9 * expected < fmean(lengths) < 1.35 * expected


def test_the_hypotheses_of_an_sprt_must_differ() -> None:
    with pytest.raises(ValueError, match="ELO0 must be less than ELO1, but they are 5 and 5"):
        Sprt(5, 5)


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ((0, 0, 1, 2, 1), "+190.8 +- 396.1"),
        ((0, 0, 2, 0, 2), "+190.8 (more than -24.9)"),
        ((2, 0, 2, 0, 0), "-190.8 (less than +24.9)"),
        ((0, 0, 0, 0, 1), "more than -141.4"),
        ((1, 0, 0, 0, 0), "less than +141.4"),
        ((1, 0, 0, 0, 1), "+0.0 (unbounded)"),
    ],
)
def test_an_estimate_is_printed_with_the_finite_ends_of_its_interval(pairs: tuple[int, ...], text: str) -> None:
    estimate = strength(pairs)
    assert estimate is not None
    assert elo_text(estimate) == text
