"""The quick test for check agrees with python-chess, except for the checks that it does not look for."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import position_of, random_boards

from modern.engine.checks import gives_check
from modern.rules import Move, Position

#: Checks that the moving piece does not give from its target square: discovered checks, castling, promotions.
IGNORED = [
    ("4k3/8/8/8/8/8/4B3/K3R3 w - - 0 1", "e2a6"),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
    ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
]


@settings(max_examples=25)
@given(random_boards())
def test_a_piece_that_attacks_the_king_from_its_target_square_gives_check(board: chess.Board) -> None:
    scratch = position_of(board).scratch_copy()
    for move in board.legal_moves:
        board.push(move)
        king = board.king(board.turn)
        assert king is not None
        direct = move.to_square in board.attackers(not board.turn, king)
        board.pop()
        if not move.promotion:
            assert gives_check(scratch, Move.from_uci(move.uci()).code) == direct, move


@pytest.mark.parametrize(("fen", "uci"), IGNORED)
def test_other_checks_are_ignored(fen: str, uci: str) -> None:
    assert not gives_check(Position.from_fen(fen).scratch_copy(), Move.from_uci(uci).code)
    assert chess.Board(fen).gives_check(chess.Move.from_uci(uci))
