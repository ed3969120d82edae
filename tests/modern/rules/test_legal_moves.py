"""On every ply of steered games, the rules have the legal moves of python-chess."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings, target
from rare_features import FEATURES, LONG_GAME, features_of
from steered_games import PLANS, GamePlan, SteeredGame, replay, steered_games

from modern.rules import Position


@pytest.mark.hypothesis
def test_on_every_ply_of_a_game_the_legal_moves_are_those_of_python_chess() -> None:
    seen: Counter[str] = Counter()

    def play(plan: GamePlan) -> None:
        @settings(max_examples=8, deadline=None, report_multiple_bugs=False)
        @given(steered_games(plan))
        def on_every_ply(game: SteeredGame) -> None:
            features: set[str] = set()
            position = Position.from_fen(game.fen)
            for board, uci in replay(game):
                ours = [move.uci() for move in position.legal_moves()]
                assert sorted(ours) == sorted(move.uci() for move in board.legal_moves), board.fen()
                features.update(features_of(board))
                if uci:
                    position.make(position.parse_uci(uci))
            target(float(len(features)))
            seen.update(features)

        on_every_ply()

    for plan in reversed(PLANS):  # the whole board comes last, because few pieces make shorter examples
        play(plan)
    assert {*FEATURES, LONG_GAME} - seen.keys() == set()
