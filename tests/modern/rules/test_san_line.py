"""Lines of moves in SAN."""

from __future__ import annotations

import chess
from hypothesis import given
from scenarios import random_boards

from modern.rules import Move
from modern.rules.san_line import san_line


def test_a_line_that_black_begins_has_dots_after_its_first_number() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert san_line(fen, [Move.from_uci(uci) for uci in ("e7e5", "g1f3", "b8c6")]) == "1...e5 2. Nf3 Nc6"
    assert san_line(fen, []) == ""


@given(random_boards())
def test_python_chess_writes_the_same_line(board: chess.Board) -> None:
    start = board.root()
    line = [Move.from_uci(move.uci()) for move in board.move_stack]
    assert san_line(start.fen(), line) == start.variation_san(board.move_stack)
