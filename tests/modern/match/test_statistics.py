"""Elo, its error, the likelihood of superiority and the SPRT, from pairs of games."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import accumulate
from statistics import NormalDist, fmean

import pytest

from modern.match.statistics import PAIR_SCORES, Sprt, elo_difference, expected_score, mean_and_variance, strength

#: How often each outcome of a pair comes where the players are even: about what quick games between engines bring.
EVEN = (0.05, 0.25, 0.40, 0.25, 0.05)


def even_but_for(elo: float) -> list[float]:
    """The same, tilted until the share is what so much Elo brings."""
    wanted = expected_score(elo)
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        weights = [chance * math.exp(tilt * share) for chance, share in zip(EVEN, PAIR_SCORES, strict=True)]
        shares = [weight / sum(weights) for weight in weights]
        if sum(chance * share for chance, share in zip(shares, PAIR_SCORES, strict=True)) < wanted:
            low = tilt
        else:
            high = tilt
    return shares


def drawn(chance: random.Random, weights: Sequence[float], number: int) -> list[int]:
    """What so many random pairs bring."""
    outcomes = chance.choices(range(5), cum_weights=list(accumulate(weights)), k=number)
    return [outcomes.count(outcome) for outcome in range(5)]


@pytest.mark.parametrize(("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (191, 0.75017), (35, 0.55020)])
def test_a_difference_in_elo_is_a_share_of_the_points(elo: float, share: float) -> None:
    assert expected_score(elo) == pytest.approx(share, abs=1e-5)
    assert elo_difference(expected_score(elo)) == pytest.approx(elo, abs=1e-9)


def test_even_players_differ_by_nought_and_not_by_less_than_nought() -> None:
    assert str(elo_difference(0.5)) == "0.0"


def test_the_variance_is_that_of_the_pairs_and_one_more() -> None:
    pairs = [3, 0, 10, 5, 2]
    mean, variance = mean_and_variance(pairs)
    shares = [share for count, share in zip(pairs, PAIR_SCORES, strict=True) for _ in range(count)]
    assert mean == pytest.approx(fmean(shares))
    weighted = [(share, 5.0) for share in shares] + [(share, 1.0) for share in PAIR_SCORES]
    middle = sum(share * weight for share, weight in weighted) / 105
    assert variance == pytest.approx(sum(weight * (share - middle) ** 2 for share, weight in weighted) / 105)


def test_many_pairs_have_the_error_of_the_closed_form() -> None:
    pairs = [5000, 25000, 40000, 25000, 5000]
    found = strength(pairs)
    assert found
    deviation = math.sqrt(sum(n * (share - 0.5) ** 2 for n, share in zip(pairs, PAIR_SCORES, strict=True)) / 100_000)
    reach = NormalDist().inv_cdf(0.975) * deviation / math.sqrt(100_000)
    assert (found.elo, found.superiority) == (0.0, 0.5)
    # Near even players an Elo point is ln 10 / 1600 of a share.
    assert found.error == pytest.approx(reach * 1600 / math.log(10), rel=1e-3)


def test_the_likelihood_of_superiority_is_the_normal_distributions() -> None:
    pairs = [40, 240, 400, 260, 60]
    found = strength(pairs)
    assert found
    mean, variance = mean_and_variance(pairs)
    assert found.superiority == pytest.approx(1 - NormalDist(mean, math.sqrt(variance / 1000)).cdf(0.5))
    turned = strength(pairs[::-1])
    assert turned
    assert turned.superiority == pytest.approx(1 - found.superiority)
    assert turned.elo == pytest.approx(-found.elo)


def test_nothing_is_said_of_no_pairs() -> None:
    assert strength([0] * 5) is None
    assert Sprt(0, 5).llr([0] * 5) == 0
    assert Sprt(0, 5).verdict([0] * 5) is None


def test_all_wins_are_more_than_some_elo_and_no_end_above() -> None:
    found = strength([0, 0, 0, 0, 20])
    assert found
    assert found.elo == found.high == math.inf
    assert 100 < found.low < 1000
    assert found.superiority > 0.999
    lost = strength([20, 0, 0, 0, 0])
    assert lost
    assert lost.high == pytest.approx(-found.low)


def test_draws_alone_do_not_prove_that_players_are_even() -> None:
    errors = []
    for number in (1, 4, 16, 64, 256):
        found = strength([0, 0, number, 0, 0])
        assert found
        assert (found.elo, found.superiority) == (0.0, 0.5)
        errors.append(found.error)
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 200
    assert 0 < errors[-1] < 5


def test_the_luck_of_an_opening_cancels() -> None:
    """White wins every game: two games that have nothing to do with each other would leave their error."""
    found = strength([0, 0, 1000, 0, 0])
    assert found
    assert found.error < 1.5


@pytest.mark.parametrize("elo", [0, 30, -120])
def test_the_error_holds_the_truth_in_95_of_100_matches(elo: float) -> None:
    chance = random.Random(1994)
    weights = even_but_for(elo)
    held = 0
    for _ in range(1000):
        found = strength(drawn(chance, weights, 100))
        assert found
        held += found.low <= elo <= found.high
    assert 925 <= held <= 975


def test_walds_bounds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert Sprt(0, 5, 0.05, 0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    """With the variance known, the density of the mean at elo1, by that at elo0."""
    pairs = [70, 300, 500, 320, 80]
    mean, variance = mean_and_variance(pairs)
    one, nought = (NormalDist(expected_score(elo), math.sqrt(variance / sum(pairs))) for elo in (10, 0))
    assert Sprt(0, 10).llr(pairs) == pytest.approx(math.log(one.pdf(mean) / nought.pdf(mean)))


@pytest.mark.parametrize("pairs", [[0, 0, 3, 0, 0], [0, 0, 0, 0, 3], [3, 0, 0, 0, 0], [0, 0, 0, 2, 0]])
def test_a_few_pairs_that_end_alike_decide_nothing(pairs: list[int]) -> None:
    assert Sprt(0, 5).verdict(pairs) is None


def sequence(sprt: Sprt, chance: random.Random, weights: Sequence[float]) -> tuple[bool, int]:
    """What the test says of random pairs, and after how many."""
    pairs = [0] * 5
    bounds = list(accumulate(weights))
    while (says := sprt.verdict(pairs)) is None:
        pairs[chance.choices(range(5), cum_weights=bounds)[0]] += 1
    return says, sum(pairs)


@pytest.mark.parametrize(
    ("alpha", "beta"),
    [(0.05, 0.05), (0.1, 0.02)],
)
def test_the_test_errs_no_more_often_than_it_may_and_not_much_less(alpha: float, beta: float) -> None:
    sprt = Sprt(0, 40, alpha, beta)
    chance = random.Random(7)
    matches = 600
    wrong_yes = sum(sequence(sprt, chance, EVEN)[0] for _ in range(matches))
    wrong_no = sum(not sequence(sprt, chance, even_but_for(40))[0] for _ in range(matches))
    for wrong, risk in ((wrong_yes, alpha), (wrong_no, beta)):
        spread = 3 * math.sqrt(matches * risk * (1 - risk))
        assert risk * matches / 3 - spread / 2 < wrong < risk * matches + spread


def test_the_test_decides_about_as_soon_as_wald_expects() -> None:
    sprt = Sprt(0, 40)
    chance = random.Random(11)
    lengths = [sequence(sprt, chance, EVEN)[1] for _ in range(300)]
    low, high = sprt.bounds
    variance = sum(weight * (share - 0.5) ** 2 for weight, share in zip(EVEN, PAIR_SCORES, strict=True))
    drift = -((expected_score(40) - 0.5) ** 2) / (2 * variance)
    expected = (0.95 * low + 0.05 * high) / drift
    assert 0.9 * expected < fmean(lengths) < 1.35 * expected
