"""The recorded game, and self-play."""

from __future__ import annotations

import chess

from historic import SAMPLE_GAME
from historic.study.replay import GameEnd, Ply, self_play


def test_the_sample_game_is_23_legal_plies_and_ends_with_castling() -> None:
    board = chess.Board()
    for move in SAMPLE_GAME:
        board.push_uci(move)
    assert len(SAMPLE_GAME) == 23
    assert SAMPLE_GAME[-1] == "e1g1"


def test_a_ply_agrees_only_if_the_recorded_move_is_chosen() -> None:
    ply = next(self_play())
    assert isinstance(ply, Ply)
    chosen = ply.thought.move
    assert [Ply(1, ply.before, ply.thought, move).agrees for move in ("a2a3", chosen, "h2h4")] == [False, True, False]


def test_self_play_stops_after_the_given_number_of_plies() -> None:
    steps = list(self_play(plies=2))
    assert len(steps) == 3
    assert steps[-1] == GameEnd(2, None)
