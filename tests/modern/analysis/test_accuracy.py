"""The formulas of an analysis."""

from __future__ import annotations

import math

import pytest

from modern.analysis.accuracy import (
    bounded_centipawns,
    game_accuracy,
    judgement_of,
    move_accuracy,
    volatilities,
    win_percent,
)
from modern.report import Score


@pytest.mark.parametrize("centipawns", [-1000, -300, -1, 0, 15, 100, 1000])
def test_the_probability_to_win_is_the_published_one(centipawns: int) -> None:
    published = 50 + 50 * (2 / (1 + math.exp(-0.00368208 * centipawns)) - 1)
    assert win_percent(Score(centipawns)) == pytest.approx(published)


def test_a_pawn_is_59_percent_and_both_sides_make_100() -> None:
    assert round(win_percent(Score(100))) == 59
    assert win_percent(Score(137)) + win_percent(Score(-137)) == pytest.approx(100)


@pytest.mark.parametrize("score", [Score(mate=9), Score(mate=1), Score(1001), Score(10**9)])
def test_a_mate_counts_as_ten_pawns_and_so_does_more(score: Score) -> None:
    assert win_percent(score) == win_percent(Score(1000))
    assert win_percent(score.for_white("black")) == win_percent(Score(-1000))


@pytest.mark.parametrize("lost", [0.1, 1, 5, 10, 20, 50, 79])
def test_the_accuracy_of_a_move_is_the_published_one_and_one_percent_more(lost: float) -> None:
    assert move_accuracy(lost) == pytest.approx(min(100, 103.1668 * math.exp(-0.04354 * lost) - 3.1669 + 1))


def test_a_move_that_loses_nothing_is_accurate() -> None:
    assert move_accuracy(0) == 100


def test_the_accuracy_of_a_move_is_never_below_0() -> None:
    assert move_accuracy(100) == 0


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (0, 0, ""),
        (0, -53, ""),  # 4.86 percent
        (0, -54, "inaccuracy"),  # 4.954
        (0, -109, "inaccuracy"),  # 9.90
        (0, -110, "mistake"),  # 9.99
        (0, -167, "mistake"),  # 14.91
        (0, -168, "blunder"),  # 14.99
        (900, 600, "inaccuracy"),
        (-900, -2000, ""),
    ],
)
def test_a_mistake_is_judged_by_the_chances_that_it_loses(before: int, after: int, name: str) -> None:
    judgement = judgement_of(Score(before), Score(after))
    assert (judgement.name if judgement else "") == name


@pytest.mark.parametrize(
    ("centipawns", "name"),
    [(0, "blunder"), (700, "blunder"), (701, "mistake"), (999, "mistake"), (1000, "inaccuracy")],
)
def test_a_mate_counts_less_if_the_game_is_decided_without_it(centipawns: int, name: str) -> None:
    """lichess writes the bounds as `> 700` and `> 999` centipawns."""
    given_away = judgement_of(Score(mate=3), Score(centipawns))
    allowed = judgement_of(Score(-centipawns), Score(mate=-3))
    assert given_away == allowed
    assert given_away is not None
    assert given_away.name == name


@pytest.mark.parametrize(
    ("score", "centipawns"), [(Score(-3), -3), (Score(2000), 1000), (Score(mate=-4), -1000), (Score(mate=1), 1000)]
)
def test_scores_are_bounded_before_a_loss_is_computed(score: Score, centipawns: int) -> None:
    assert bounded_centipawns(score) == centipawns


def test_there_is_a_volatility_for_each_move_and_it_is_bounded() -> None:
    assert volatilities([50, 50, 54, 100, 0]) == [0.5, 2, 12, 12]


@pytest.mark.parametrize("moves", [1, 2, 19, 20, 39, 40, 79, 80, 200])
def test_long_games_have_longer_windows_and_still_a_volatility_for_each_move(moves: int) -> None:
    wins = [50.0] * moves + [60.0]
    found = volatilities(wins)
    assert len(found) == moves
    window = min(8, max(2, moves // 10))
    changed = [volatility for volatility in found if volatility > 0.5]
    assert len(changed) == (1 if window == 2 or moves >= window else 0)
    assert changed[0] == pytest.approx(10 * math.sqrt((window - 1) / window**2))


def test_the_accuracy_of_a_game_is_the_mean_of_a_weighted_and_a_harmonic_mean() -> None:
    assert game_accuracy([100, 50], [1, 3]) == pytest.approx(((100 + 3 * 50) / 4 + 2 / (1 / 100 + 1 / 50)) / 2)
    assert game_accuracy([100, 100], [0.5, 12]) == pytest.approx(100)
    assert game_accuracy([100, 0], [1, 1]) == pytest.approx((50 + 2 / (1 / 100 + 1)) / 2)
