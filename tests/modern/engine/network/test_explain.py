from __future__ import annotations

import pytest
from small_network import positions_of_rich_games, random_weights, score_by_hand

from modern.engine.network.explain import contributions
from modern.rules.pieces import WHITE


def test_the_contributions_of_all_neurons_make_up_the_score() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 15):
        total = sum(contribution.centipawns for contribution in contributions(weights, position))
        score = score_by_hand(weights, position) - weights.tempo
        assert (total if position.turn == WHITE else -total) == pytest.approx(score, abs=1)


def test_the_largest_contributions_come_first_and_inactive_neurons_are_left_out() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 16):
        sizes = [abs(contribution.centipawns) for contribution in contributions(weights, position)]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[-1] > 0
        assert len(sizes) < 2 * weights.hidden
