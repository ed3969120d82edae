"""Ratings by Davidson's model: against two independent fits, in simulated tournaments, and at the extremes."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from statistics import fmean

import numpy as np
import pytest
import scipy.optimize
from ladder import with_halved_draws

from modern.match.ratings import (
    ELO_PER_UNIT,
    PRIOR_GAMES,
    ColourResults,
    KnownElo,
    Results,
    fit_ratings,
)
from modern.match.statistics import Z_95

#: Who plays whom, and how many games: each pair of White and Black.
Pairings = Iterable[tuple[int, int]]


def round_robin(players: int) -> list[tuple[int, int]]:
    return [(white, black) for white in range(players) for black in range(players) if white != black]


def chain(players: int) -> list[tuple[int, int]]:
    neighbours = [(player, player + 1) for player in range(players - 1)]
    return neighbours + [(second, first) for first, second in neighbours]


def gauntlet(players: int) -> list[tuple[int, int]]:
    return [(0, other) for other in range(1, players)] + [(other, 0) for other in range(1, players)]


def played(
    elos: Sequence[float], pairings: Pairings, games: int, seed: object, white: float = 30, nu: float = 0.8
) -> Results:
    """Returns the results of players of known strength: `games` for each pair of White and Black."""
    rng = random.Random(f"{seed}")
    results = {}
    for first, second in pairings:
        difference = (elos[first] + white - elos[second]) / ELO_PER_UNIT
        weights = [math.exp(difference / 2), nu, math.exp(-difference / 2)]
        outcomes = rng.choices(range(3), weights, k=games)
        results[first, second] = ColourResults(*(outcomes.count(outcome) for outcome in range(3)))
    return results


def scipy_fit(players: int, results: Results) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns the Elo of the players, their errors, and the covariance of all units of the model.

    It uses a general minimiser and differences of the likelihood.
    """

    def negative(units: np.ndarray) -> float:
        total = 0.0
        for (white, black), (won, drawn, lost) in results.items():
            strong, weak = np.exp(units[white] + units[players]), np.exp(units[black])
            draw = 2 * np.exp(units[players + 1]) * np.sqrt(strong * weak)
            total += won * np.log(strong) + drawn * np.log(draw) + lost * np.log(weak)
            total -= (won + drawn + lost) * np.log(strong + weak + draw)
        gamma = np.exp(units)
        return -float(total + PRIOR_GAMES * np.sum(np.log(gamma) - 2 * np.log(1 + gamma)))

    size = players + 2
    best = scipy.optimize.minimize(negative, np.zeros(size), method="BFGS", options={"gtol": 1e-7})
    step = 1e-3
    curvature = np.empty((size, size))
    for row in range(size):
        for column in range(size):
            corners = [
                one * other * negative(best.x + step * (one * np.eye(size)[row] + other * np.eye(size)[column]))
                for one in (1, -1)
                for other in (1, -1)
            ]
            curvature[row, column] = sum(corners) / (4 * step * step)
    centre = np.eye(size)[:players]
    centre[:, :players] -= 1 / players
    inverse = np.linalg.inv(curvature)
    covariance = centre @ inverse @ centre.T
    return ELO_PER_UNIT * (centre @ best.x), ELO_PER_UNIT * Z_95 * np.sqrt(np.diag(covariance)), inverse


@pytest.mark.parametrize("pairings", [round_robin(5), chain(5), gauntlet(5)])
def test_the_ratings_and_errors_are_those_of_an_independent_fit(pairings: list[tuple[int, int]]) -> None:
    results = played([0, 100, -300, 250, 20], pairings, 12, "fit")
    elos, errors, _ = scipy_fit(5, results)
    ratings = fit_ratings(5, results)
    assert [ratings.rating(player).value for player in range(5)] == pytest.approx(list(elos), abs=0.5)
    assert [ratings.rating(player).error for player in range(5)] == pytest.approx(list(errors), rel=0.005)


def test_the_share_of_draws_varies_with_the_ratings_as_in_an_independent_fit() -> None:
    """The likelier a draw between equals, the stronger a player must be that has won so many games."""
    results = {(0, 1): ColourResults(30, 12, 3)}
    covariance = np.array(fit_ratings(2, results).covariance)
    assert covariance == pytest.approx(scipy_fit(2, results)[2], abs=0.01)
    assert covariance[0][-1] > 0.04


def test_the_ratings_are_those_of_the_library_whole_history_rating() -> None:
    """The library's errors hold all other players fixed, so only the ratings are compared."""
    whr = pytest.importorskip("whr")
    results = played([0, 100, -200], round_robin(3), 20, "library")
    model = whr.WHR({"initial_prior_wins": PRIOR_GAMES, "hessian_damping": 1e-9})
    for (white, black), counts in results.items():
        for winner, count in zip("WDB", counts, strict=True):
            for _ in range(int(count)):
                model.create_game(str(black), str(white), winner, 0, 0, komi="white")
    model.auto_iterate(precision=1e-4)
    elos = [model.players[str(player)].days[-1].elo for player in range(3)]
    ratings = fit_ratings(3, results)
    mean = sum(elos) / 3
    assert [ratings.rating(player).value for player in range(3)] == pytest.approx([elo - mean for elo in elos], abs=1)
    assert ratings.white_advantage.value == pytest.approx(ELO_PER_UNIT * math.log(model.komi_gamma["white"]), abs=1)
    assert ratings.draw_rate[0] == pytest.approx(model.nu / (2 + model.nu), abs=0.005)


def coverage(elos: Sequence[float], pairings: Pairings, games: int, runs: int = 100) -> float:
    """Returns how many of all 95 % intervals cover the truth, of 1."""
    mean = sum(elos) / len(elos)
    covered = 0
    for run in range(runs):
        ratings = fit_ratings(len(elos), played(elos, pairings, games, run))
        for player, elo in enumerate(elos):
            estimate = ratings.rating(player)
            covered += abs(estimate.value - (elo - mean)) <= estimate.error
    return covered / (runs * len(elos))


def test_the_intervals_of_a_hundred_simulated_tournaments_cover_the_truth() -> None:
    assert 0.90 <= coverage([0, 120, -150, 60], round_robin(4), 10) <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize(
    ("elos", "pairings", "games"),
    [
        ([0, 100, -150, 200, -50, 30], round_robin(6), 5),
        ([150.0 * step for step in range(12)], chain(12), 20),
        ([200.0 * step for step in range(8)], round_robin(8), 2),
        ([0, -800, -300, 300, 100], gauntlet(5), 10),
    ],
)
def test_the_intervals_cover_the_truth_in_every_kind_of_tournament(
    elos: list[float], pairings: list[tuple[int, int]], games: int
) -> None:
    assert 0.90 <= coverage(elos, pairings, games) <= 0.99


def test_a_player_who_loses_every_game_comes_last_with_a_finite_rating() -> None:
    results = {pair: ColourResults(3, 2, 3) for pair in round_robin(3)}
    results |= {(player, 3): ColourResults(8, 0, 0) for player in range(3)}
    results |= {(3, player): ColourResults(0, 0, 8) for player in range(3)}
    ratings = fit_ratings(4, results)
    assert ratings.ranking()[-1] == 3
    rating = ratings.rating(3)
    assert -1500 < rating.value < -300
    assert 100 < rating.error < 2000
    assert ratings.superiority(0, 3) > 0.95


def test_results_that_hardly_agree_are_fitted_too() -> None:
    """Two players draw a thousand games with the same one, and one beats the other nine times of nine."""
    draws = ColourResults(0, 1000, 0)
    results = {(0, 2): draws, (1, 0): draws, (1, 2): ColourResults(9, 0, 0)}
    elos, _, _ = scipy_fit(3, results)
    ratings = fit_ratings(3, results)
    assert [ratings.rating(player).value for player in range(3)] == pytest.approx(list(elos), abs=1)


@pytest.mark.parametrize("counts", [ColourResults(5, 0, 0), ColourResults(0, 5, 0), ColourResults(0, 0, 5)])
def test_one_result_only_gives_finite_figures(counts: ColourResults) -> None:
    ratings = fit_ratings(2, {(0, 1): counts})
    figures = [*ratings.rating(0), *ratings.rating(1), *ratings.white_advantage, *ratings.draw_rate]
    assert all(map(math.isfinite, figures))


def test_without_games_all_players_are_equal() -> None:
    ratings = fit_ratings(3, {})
    assert [ratings.rating(player).value for player in range(3)] == [0, 0, 0]
    assert ratings.superiority(0, 2) == pytest.approx(0.5)


def test_equal_results_give_equal_ratings_whatever_the_advantage_of_white() -> None:
    ratings = fit_ratings(2, {(0, 1): ColourResults(30, 5, 5), (1, 0): ColourResults(30, 5, 5)})
    assert ratings.rating(0).value == pytest.approx(0, abs=1e-6)
    assert ratings.white_advantage.value - ratings.white_advantage.error > 100
    assert ratings.superiority(0, 1) == pytest.approx(0.5, abs=1e-6)


def test_an_anchor_moves_all_ratings_and_has_no_error() -> None:
    results = played([0, 100, -200], round_robin(3), 20, "anchor")
    free, anchored = fit_ratings(3, results), fit_ratings(3, results, (1, 2500))
    assert anchored.rating(1) == (2500, 0)
    for player in (0, 2):
        assert anchored.rating(player).value - 2500 == pytest.approx(free.difference(player, 1).value)
        assert anchored.rating(player).error == pytest.approx(free.difference(player, 1).error)
    assert anchored.superiority(0, 2) == pytest.approx(free.superiority(0, 2))


def test_more_games_make_smaller_errors() -> None:
    few, many = (fit_ratings(3, played([0, 50, 100], round_robin(3), games, 1)) for games in (10, 160))
    assert few.rating(0).error == pytest.approx(4 * many.rating(0).error, rel=0.2)


def test_known_ratings_that_agree_fix_the_scale() -> None:
    elos = [1500, 1650, 1400, 1800]
    known = {0: KnownElo(1500, 30), 3: KnownElo(1800, 30)}
    ratings = fit_ratings(4, played(elos, round_robin(4), 400, "agree"), known=known)
    for player, elo in enumerate(elos):
        assert ratings.rating(player).value == pytest.approx(elo, abs=40)
        assert ratings.rating(player).error == pytest.approx(Z_95 * 30 / math.sqrt(2), rel=0.25)
    free = fit_ratings(4, played(elos, round_robin(4), 400, "agree"))
    assert ratings.difference(2, 1).value == pytest.approx(free.difference(2, 1).value, abs=3)


def test_one_known_rating_is_an_anchor_with_an_error() -> None:
    results = played([0, 100, -200], round_robin(3), 20, "anchor")
    fixed, known = fit_ratings(3, results, (1, 2500)), fit_ratings(3, results, known={1: KnownElo(2500, 50)})
    assert known.rating(1) == pytest.approx((2500, Z_95 * 50), rel=0.01)
    for player in (0, 2):
        assert known.rating(player).value == pytest.approx(fixed.rating(player).value, abs=1)
        both = math.hypot(fixed.rating(player).error, Z_95 * 50)
        assert known.rating(player).error == pytest.approx(both, rel=0.01)


def test_the_fit_with_known_ratings_is_the_most_likely_one() -> None:
    """Two players, no draws: the difference of the ratings is a balance of the games and of what was known."""
    results = {(0, 1): ColourResults(30, 0, 10), (1, 0): ColourResults(10, 0, 30)}
    known = {0: KnownElo(1500, 50), 1: KnownElo(1500, 50)}

    def negative(difference: float) -> float:
        unit = difference / ELO_PER_UNIT
        games = 60 * math.log(1 + math.exp(-unit)) + 20 * math.log(1 + math.exp(unit))
        weak = 2 * PRIOR_GAMES * 2 * math.log(2 * math.cosh(unit / 4))
        return games + weak + 2 * (difference / 2 / 50) ** 2 / 2

    best = scipy.optimize.minimize_scalar(negative, bounds=(0, 400), method="bounded").x
    ratings = fit_ratings(2, results, known=known)
    assert ratings.difference(0, 1).value == pytest.approx(best, abs=1)
    assert best < ELO_PER_UNIT * math.log(3)  # the games alone say 191
    assert ratings.rating(0).value + ratings.rating(1).value == pytest.approx(3000, abs=0.5)


def test_a_known_rating_that_is_wrong_gives_way_to_those_that_agree() -> None:
    elos = [1500, 1600, 1700, 1800]
    results = played(elos, round_robin(4), 200, "disagree")
    wrong = {0: KnownElo(1500, 40), 1: KnownElo(1600, 40), 2: KnownElo(1700, 40), 3: KnownElo(2100, 150)}
    ratings = fit_ratings(4, results, known=wrong)
    for player, elo in enumerate(elos):
        assert ratings.rating(player).value == pytest.approx(elo, abs=35)
    equally_sure = fit_ratings(4, results, known=wrong | {3: KnownElo(2100, 40)})
    assert 40 < equally_sure.rating(0).value - ratings.rating(0).value < 80  # a quarter of 300 by then


def test_the_anchors_do_not_move_by_the_number_of_players_below_them() -> None:
    """The weak prior, against a player in the middle, does not pull the scale to the middle."""
    elos = [2600.0, 2700.0] + [1000.0 - 100 * step for step in range(10)]
    results = played(elos, chain(12), 40, "below")
    known = {0: KnownElo(2600, 100), 1: KnownElo(2700, 100)}
    ratings = fit_ratings(12, results, known=known)
    expected = fit_ratings(2, {pair: counts for pair, counts in results.items() if max(pair) < 2}, known=known)
    assert ratings.rating(0).value == pytest.approx(expected.rating(0).value, abs=3)


def test_without_games_what_was_known_stays() -> None:
    ratings = fit_ratings(2, {}, known={0: KnownElo(2000, 60), 1: KnownElo(1000, 30)})
    assert ratings.rating(0) == pytest.approx((2000, Z_95 * 60), rel=0.01)
    assert ratings.rating(1) == pytest.approx((1000, Z_95 * 30), rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("deviations", [(60, 60, 60), (30, 100, 150)])
def test_the_intervals_cover_the_truth_when_the_known_ratings_have_the_errors_that_they_admit(
    deviations: Sequence[float],
) -> None:
    """A ladder of nine, of which the third, sixth and ninth are known: absolute ratings, not differences."""
    elos = [1000.0 + 150 * step for step in range(9)]
    covered, runs = 0, 60
    for run in range(runs):
        rng = random.Random(f"known {run}")
        known = {
            player: KnownElo(rng.gauss(elos[player], deviation), deviation)
            for player, deviation in zip((2, 5, 8), deviations, strict=True)
        }
        ratings = fit_ratings(9, played(elos, chain(9), 20, run), known=known)
        for player, elo in enumerate(elos):
            estimate = ratings.rating(player)
            covered += abs(estimate.value - elo) <= estimate.error
    assert 0.88 <= covered / (runs * 9) <= 0.99


def by_elo(elos: Sequence[float], pairings: Pairings, games: int, seed: object, drawn: Sequence[float]) -> Results:
    """Returns results with Elo's expected scores; `drawn` is the share of draws of each pairing, as far as possible."""
    rng = random.Random(f"{seed}")
    results = {}
    for (first, second), share in zip(pairings, drawn, strict=True):
        score = 1 / (1 + math.exp(-(elos[first] - elos[second]) / ELO_PER_UNIT))
        share = min(share, 2 * score, 2 * (1 - score))
        outcomes = rng.choices(range(3), [score - share / 2, share, 1 - score - share / 2], k=games)
        results[first, second] = ColourResults(*(outcomes.count(outcome) for outcome in range(3)))
    return results


@pytest.mark.slow
def test_with_halved_draws_a_score_means_the_same_distance_whatever_the_share_of_draws() -> None:
    """A ladder whose lower half draws nearly every game: one share of draws for all would stretch its upper half."""
    elos = [1000.0, 1010.0, 1020.0, 1030.0, 1130.0, 1330.0, 1530.0, 1730.0]
    drawn = [0.95, 0.95, 0.95, 0.1, 0.1, 0.1, 0.1] * 2
    halved, davidson, covered = [], [], 0
    for run in range(100):
        results = by_elo(elos, chain(8), 30, f"draws {run}", drawn)
        distance = fit_ratings(8, with_halved_draws(results)).difference(7, 4)
        covered += abs(distance.value - 600) <= distance.error
        halved.append(distance.value)
        davidson.append(fit_ratings(8, results).difference(7, 4).value)
    assert 0.9 <= covered / 100 <= 0.99
    assert fmean(halved) == pytest.approx(600, abs=30)
    assert fmean(davidson) > 1000
