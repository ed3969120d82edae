"""Ratings of the players of a tournament, from all its games at once, by Davidson's model.

If d is White's rating plus the advantage of having White, minus Black's rating, then win, draw and loss are likely as
10^(d/800) : nu : 10^(-d/800). Without draws that is Elo's formula, the model of Bradley and Terry.

The fit is the maximum of the likelihood times a weak prior. The prior of each rating is a tenth of a win and a tenth of
a loss against a player in the middle, so that a player who loses every game has a rating too; White's advantage
and the draws between equals have a prior of the same form. The errors come from the inverse of the matrix of second
derivatives for all players at once. An error that held the other players' ratings fixed, as those of the library
whole-history-rating do, would be too small for a player who has only met its neighbours.

Games tell only differences. Either one player is the anchor and has a given Elo, or the Elo of several players is known
beforehand, each with an uncertainty of its own. Their normal distributions are then part of the prior, so that they
fix the scale together, and one that contradicts the games and the others gives way.

R. R. Davidson, On Extending the Bradley-Terry Model to Accommodate Ties, 1970;
https://www.chessprogramming.org/Match_Statistics.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from types import MappingProxyType
from typing import Final, NamedTuple

from modern.match.statistics import Z_95

#: The weight of the prior: this many wins and as many losses. With a tenth, the 95 % intervals of simulated tournaments
#: cover the truth as often as they should, also in long chains of players who have only met their neighbours.
PRIOR_GAMES: Final = 0.1
#: Elo for each unit of the model's ratings, which are natural logarithms.
ELO_PER_UNIT: Final = 400 / math.log(10)
#: Newton's method ends when no derivative is larger than this, or after this many steps.
PRECISION: Final = 1e-8
MAX_STEPS: Final = 100

Matrix = list[list[float]]


class ColourResults(NamedTuple):
    """The games of one player with White against another with Black, by result."""

    won: float = 0
    drawn: float = 0
    lost: float = 0


#: The results by the numbers of White and Black.
Results = Mapping[tuple[int, int], ColourResults]


class Estimate(NamedTuple):
    """A value and half the width of its 95 % interval."""

    value: float
    error: float


class KnownElo(NamedTuple):
    """What is known of a player's Elo before the games: a normal distribution, by its mean and standard deviation."""

    elo: float
    deviation: float


@dataclass(frozen=True)
class Ratings:
    """The fitted model.

    `units` are the ratings of the players, then White's advantage, then the logarithm of nu/2; `covariance` is theirs.
    `anchor` is a player's number and its Elo. `elo_of_zero` is the Elo of a rating of 0 units, if what was known of
    several players fixes the scale. Without either the average of all ratings is 0.
    """

    units: Sequence[float]
    covariance: Matrix
    anchor: tuple[int, float] | None = None
    elo_of_zero: float | None = None

    @property
    def players(self) -> range:
        return range(len(self.units) - 2)

    def rating(self, player: int) -> Estimate:
        """Returns a player's Elo. Its error is that of the difference to the anchor or average, if there is one."""
        count = len(self.players)
        if self.elo_of_zero is not None:
            zero, elo_of_zero = [0.0] * count, self.elo_of_zero
        elif self.anchor is None:
            zero, elo_of_zero = [1 / count] * count, 0.0
        else:
            zero, elo_of_zero = [float(other == self.anchor[0]) for other in self.players], self.anchor[1]
        weights = [float(other == player) - zero[other] for other in self.players]
        estimate = self._estimate(weights)
        return Estimate(elo_of_zero + estimate.value, estimate.error)

    def difference(self, first: int, second: int) -> Estimate:
        """Returns how much stronger the first player is, in Elo."""
        return self._estimate([float(other == first) - float(other == second) for other in self.players])

    def superiority(self, first: int, second: int) -> float:
        """Returns the likelihood that the first player is stronger than the second, from 0 to 1."""
        difference = self.difference(first, second)
        return NormalDist(0, difference.error / Z_95).cdf(difference.value) if difference.error else 0.5

    @property
    def white_advantage(self) -> Estimate:
        """Returns the advantage of having White, in Elo."""
        return self._estimate([0.0] * len(self.players) + [1.0])

    @property
    def draw_rate(self) -> tuple[float, float, float]:
        """Returns the share of draws between equal players, from 0 to 1, and the bounds of its 95 % interval."""
        unit, deviation = self.units[-1], math.sqrt(self.covariance[-1][-1])
        return _logistic(unit), _logistic(unit - Z_95 * deviation), _logistic(unit + Z_95 * deviation)

    def ranking(self) -> list[int]:
        """Returns the players, the strongest first."""
        return sorted(self.players, key=lambda player: -round(self.units[player], 9))

    def _estimate(self, weights: Sequence[float]) -> Estimate:
        """Returns a weighted sum of the first ratings, in Elo."""
        value = sum(weight * unit for weight, unit in zip(weights, self.units, strict=False))
        variance = sum(
            first * second * self.covariance[row][column]
            for row, first in enumerate(weights)
            for column, second in enumerate(weights)
        )
        return Estimate(ELO_PER_UNIT * value, ELO_PER_UNIT * Z_95 * math.sqrt(max(variance, 0.0)))


def fit_ratings(
    players: int,
    results: Results,
    anchor: tuple[int, float] | None = None,
    known: Mapping[int, KnownElo] = MappingProxyType({}),
) -> Ratings:
    """Returns the ratings that fit the results of the players best.

    `anchor` gives a player an Elo; `known` is what is known of the Elo of players by their numbers. At most one of them
    may be given.
    """
    assert anchor is None or not known
    units = _most_likely([0.0] * (players + 2), results, {})
    if not known:
        mean = fmean(units[:-2])
        centred = [unit - mean for unit in units[:-2]] + units[-2:]
        return Ratings(centred, _inverse(_derivatives(units, results, {})[1]), anchor)
    # The player in the middle stays where the games put it: the weak prior does not move the whole scale.
    weights = {player: one.deviation**-2 for player, one in known.items()}
    distances = [weights[player] * (one.elo - ELO_PER_UNIT * units[player]) for player, one in known.items()]
    elo_of_zero = sum(distances) / sum(weights.values())
    priors = {
        player: KnownElo((one.elo - elo_of_zero) / ELO_PER_UNIT, one.deviation / ELO_PER_UNIT)
        for player, one in known.items()
    }
    units = _most_likely(units, results, priors)
    return Ratings(units, _inverse(_derivatives(units, results, priors)[1]), elo_of_zero=elo_of_zero)


def _most_likely(units: list[float], results: Results, priors: Mapping[int, KnownElo]) -> list[float]:
    """Returns where the posterior is largest, by Newton's method from `units`. All figures are in the model's units."""
    likelihood = _log_posterior(units, results, priors)
    for _ in range(MAX_STEPS):
        gradient, curvature = _derivatives(units, results, priors)
        if max(map(abs, gradient)) < PRECISION:
            break
        step = [_dot(row, gradient) for row in _inverse(curvature)]
        # The posterior has one maximum and no other stationary point, but a whole step may lead beyond it.
        for halvings in range(30):
            tried = [unit + change / 2**halvings for unit, change in zip(units, step, strict=True)]
            reached = _log_posterior(tried, results, priors)
            if reached >= likelihood:
                units, likelihood = tried, reached
                break
        else:
            break
    return units


def log_probabilities(difference: float, draw_unit: float) -> tuple[float, float, float]:
    """Returns the logarithms of the probabilities of win, draw and loss. The arguments are in the model's units."""
    win, draw, loss = difference / 2, draw_unit + math.log(2), -difference / 2
    largest = max(win, draw, loss)
    total = largest + math.log(math.exp(win - largest) + math.exp(draw - largest) + math.exp(loss - largest))
    return win - total, draw - total, loss - total


def _log_posterior(units: Sequence[float], results: Results, priors: Mapping[int, KnownElo]) -> float:
    """Returns the logarithm of likelihood times prior, up to a constant."""
    total = 0.0
    for (white, black), counts in results.items():
        total += _dot(counts, log_probabilities(units[white] - units[black] + units[-2], units[-1]))
    for player, prior in priors.items():
        total -= ((units[player] - prior.elo) / prior.deviation) ** 2 / 2
    # A win and a loss have the probabilities p and 1 - p; both logarithms are computed so that they do not overflow.
    return total + PRIOR_GAMES * sum(-abs(unit) - 2 * math.log1p(math.exp(-abs(unit))) for unit in units)


def _derivatives(
    units: Sequence[float], results: Results, priors: Mapping[int, KnownElo]
) -> tuple[list[float], Matrix]:
    """Returns the first derivatives of the logarithm of the posterior, and minus the second."""
    size = len(units)
    gradient = [PRIOR_GAMES * (1 - 2 * _logistic(unit)) for unit in units]
    curvature = [[0.0] * size for _ in units]
    for index, unit in enumerate(units):
        curvature[index][index] = 2 * PRIOR_GAMES * _logistic(unit) * _logistic(-unit)
    for player, prior in priors.items():
        gradient[player] += (prior.elo - units[player]) / prior.deviation**2
        curvature[player][player] += prior.deviation**-2
    advantage, draws = size - 2, size - 1
    for (white, black), counts in results.items():
        games = sum(counts)
        logarithms = log_probabilities(units[white] - units[black] + units[advantage], units[draws])
        won, drawn, lost = map(math.exp, logarithms)
        half_margin = (won - lost) / 2
        by_difference = (counts.won - counts.lost) / 2 - games * half_margin
        by_draws = counts.drawn - games * drawn
        twice_by_difference = games * ((won + lost) / 4 - half_margin**2)
        twice_by_draws = games * drawn * (1 - drawn)
        by_both = -games * half_margin * drawn
        signs = ((white, 1.0), (black, -1.0), (advantage, 1.0))  # how each enters the difference
        gradient[draws] += by_draws
        curvature[draws][draws] += twice_by_draws
        for index, sign in signs:
            gradient[index] += sign * by_difference
            curvature[index][draws] += sign * by_both
            curvature[draws][index] += sign * by_both
            for other, other_sign in signs:
                curvature[index][other] += sign * other_sign * twice_by_difference
    return gradient, curvature


def _inverse(matrix: Matrix) -> Matrix:
    """Returns the inverse of a symmetric matrix whose eigenvalues are positive, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [row + [float(column == index) for column in range(size)] for index, row in enumerate(matrix)]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = pivot_row = [value / scale for value in rows[pivot]]
        for index in range(size):
            factor = rows[index][pivot]
            if index != pivot and factor:
                rows[index] = [value - factor * other for value, other in zip(rows[index], pivot_row, strict=True)]
    return [row[size:] for row in rows]


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(first, second, strict=True))


def _logistic(value: float) -> float:
    """Returns 1 / (1 + e^-value)."""
    return (1 + math.tanh(value / 2)) / 2
