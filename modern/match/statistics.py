"""Elo, error bars, the likelihood of superiority and the SPRT, computed from the pairs of a match.

A pair is two games from one opening with colours reversed. An opening that favours one side favours each player once,
so the points of a pair vary less than those of two independent games. A score is a share of the points, from 0 to 1.

Elo: A. E. Elo, The Rating of Chessplayers, 1978; https://www.chessprogramming.org/Match_Statistics.
SPRT: A. Wald, Sequential Tests of Statistical Hypotheses, 1945; as a generalised test over the outcomes of pairs,
in the normal approximation: M. Van den Bergh, https://www.cantate.be/Fishtest/GSPRT_approximation.pdf and
https://www.chessprogramming.org/Sequential_Probability_Ratio_Test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

from modern.match.defaults import DEFAULT_RISK

#: The possible scores of the first player in a pair: 0, 1/2, 1, 1 1/2 and 2 points of 2.
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
#: The variance is estimated with one extra pair, spread evenly over the five outcomes, so that a few pairs with the
#: same outcome do not yield an error of zero. This is the part of each outcome.
PRIOR: Final = 1 / len(PAIR_SCORES)
#: 95 % of a normal distribution lie within this many standard deviations of the mean: 1.959964, as tables round it.
Z_95: Final = round(NormalDist().inv_cdf(0.975), 6)


def expected_score(elo: float) -> float:
    """Returns the expected score of a player that is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float:
    """Returns the difference in Elo at which this score is expected; infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


class Strength(NamedTuple):
    """An estimate of how much stronger the first player is, in Elo.

    The true difference lies between `low` and `high` with 95 % confidence. `elo`, `low` and `high` may be infinite.
    `superiority` is the likelihood that the first player is stronger at all, from 0 to 1.
    """

    elo: float
    low: float
    high: float
    superiority: float

    @property
    def error(self) -> float:
        """Returns half the width of the interval from `low` to `high`; it may be infinite."""
        return (self.high - self.low) / 2


def mean_and_variance(pairs: Sequence[int]) -> tuple[float, float]:
    """Returns the mean score of the pairs, and the variance of a pair's score with the extra pair included.

    `pairs` are the numbers of pairs with each of PAIR_SCORES; there must be at least one pair.
    """
    smoothed = [count + PRIOR for count in pairs]
    smoothed_mean = fmean(PAIR_SCORES, smoothed)
    variance = fmean([(score - smoothed_mean) ** 2 for score in PAIR_SCORES], smoothed)
    return fmean(PAIR_SCORES, pairs), variance


def strength(pairs: Sequence[int]) -> Strength | None:
    """Returns the estimate from pairs, counted by PAIR_SCORES; None if there are no pairs."""
    number = sum(pairs)
    if not number:
        return None
    mean, variance = mean_and_variance(pairs)
    deviation = math.sqrt(variance / number)
    margin = Z_95 * deviation
    return Strength(
        elo_difference(mean),
        elo_difference(mean - margin),
        elo_difference(mean + margin),
        NormalDist().cdf((mean - 0.5) / deviation),
    )


@dataclass(frozen=True)
class Sprt:
    """A sequential test of whether the first player is stronger by `elo1` or by `elo0`.

    `alpha` is the risk of accepting elo1 if elo0 is true, `beta` that of accepting elo0 if elo1 is true. Raises
    ValueError unless elo0 is less than elo1.
    """

    elo0: float
    elo1: float
    alpha: float = DEFAULT_RISK
    beta: float = DEFAULT_RISK

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise ValueError(f"ELO0 must be less than ELO1, but they are {self.elo0:g} and {self.elo1:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Returns Wald's bounds of the log-likelihood ratio: elo0 is accepted at the lower, elo1 at the upper one."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """Returns the log-likelihood ratio of elo1 to elo0 after some pairs; 0 without pairs."""
        number = sum(pairs)
        if not number:
            return 0.0
        mean, variance = mean_and_variance(pairs)
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        return number * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    def verdict(self, pairs: Sequence[int]) -> bool | None:
        """Returns True if elo1 is accepted, False if elo0 is, and None if more pairs are needed."""
        llr = self.llr(pairs)
        low, high = self.bounds
        if llr >= high:
            return True
        return False if llr <= low else None
