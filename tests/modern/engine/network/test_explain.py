from __future__ import annotations

import pytest
from small_network import positions_of_rich_games, random_weights, score_by_hand

from modern.engine.network.explain import voices
from modern.rules.pieces import WHITE


def test_the_voices_of_all_neurons_make_up_the_score() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 15):
        total = sum(voice.centipawns for voice in voices(weights, position))
        score = score_by_hand(weights, position) - weights.tempo
        assert (total if position.turn == WHITE else -total) == pytest.approx(score, abs=1)


def test_the_loudest_neurons_come_first_and_the_silent_ones_not_at_all() -> None:
    weights = random_weights(16)
    for position in positions_of_rich_games(1, 16):
        loudness = [abs(voice.centipawns) for voice in voices(weights, position)]
        assert loudness == sorted(loudness, reverse=True)
        assert loudness[-1] > 0
        assert len(loudness) < 2 * weights.hidden
