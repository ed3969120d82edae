"""What the results of a match say of the players' strength.

Results are counted in pairs: two games of one opening with colours swapped. What an opening gives to a side it gives to
each player once, so the points of a pair vary less than those of two games that have nothing to do with each other.

Elo: A. E. Elo, The Rating of Chessplayers, 1978; https://www.chessprogramming.org/Match_Statistics.
SPRT: A. Wald, Sequential Tests of Statistical Hypotheses, 1945; as a generalised test over the outcomes of pairs,
in the normal approximation: M. Van den Bergh, https://www.cantate.be/Fishtest/GSPRT_approximation.pdf and
https://www.chessprogramming.org/Sequential_Probability_Ratio_Test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

#: What a pair can bring its first player, as a share of its two points: 0, a half, 1, 1 1/2 and 2 points of 2.
PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
#: One pair is added to those played, an equal part of each outcome, where their variance is taken: few pairs that all
#: end alike do not show that no other could.
PRIOR: Final = 1 / len(PAIR_SCORES)
#: So many standard deviations to each side hold 95 % of a normal distribution.
Z_95: Final = 1.959964


def expected_score(elo: float) -> float:
    """The share of the points that a player so much stronger is expected to make."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float:
    """The difference in strength at which that share is expected; it has no end at 0 and at 1."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def _normal_cdf(deviations: float) -> float:
    """The share of a normal distribution below so many deviations."""
    return 0.5 * (1 + math.erf(deviations / math.sqrt(2)))


class Strength(NamedTuple):
    """How much stronger the first player seems, in Elo.

    `elo` lies between `low` and `high` with 95 % confidence; any of the three may be infinite. `superiority` is the
    likelihood that it is stronger at all, 0 to 1.
    """

    elo: float
    low: float
    high: float
    superiority: float

    @property
    def error(self) -> float:
        """Half of what lies between `low` and `high`; it may be infinite."""
        return (self.high - self.low) / 2


def mean_and_variance(pairs: Sequence[int]) -> tuple[float, float]:
    """The mean of the shares that pairs brought, and their variance with the added pair.

    `pairs` has how many there were of each of SHARES, one at least.
    """
    number = sum(pairs)
    mean = sum(count * share for count, share in zip(pairs, PAIR_SCORES, strict=True)) / number
    smoothed = [count + PRIOR for count in pairs]
    smoothed_mean = sum(count * share for count, share in zip(smoothed, PAIR_SCORES, strict=True)) / (number + 1)
    spread = sum(count * (share - smoothed_mean) ** 2 for count, share in zip(smoothed, PAIR_SCORES, strict=True))
    return mean, spread / (number + 1)


def strength(pairs: Sequence[int]) -> Strength | None:
    """What pairs say; None says of none. `pairs` has how many there were of each of SHARES."""
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
        _normal_cdf((mean - 0.5) / deviation),
    )


@dataclass(frozen=True)
class Sprt:
    """A test that goes on until it knows: is the first player `elo1` stronger, rather than `elo0`?

    `alpha` is the risk of a yes where it is elo0 stronger, `beta` that of a no where it is elo1.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log-likelihood ratio: at or below the first it says no, at or above the second yes."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio of elo1 to elo0 after some pairs; 0 after none."""
        number = sum(pairs)
        if not number:
            return 0.0
        mean, variance = mean_and_variance(pairs)
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        return number * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    def verdict(self, pairs: Sequence[int]) -> bool | None:
        """Whether elo1 is accepted, or elo0; None where it wants more pairs."""
        ratio = self.llr(pairs)
        low, high = self.bounds
        if ratio >= high:
            return True
        return False if ratio <= low else None
