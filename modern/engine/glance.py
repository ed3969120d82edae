"""A glance at each move without a search: the material that it wins at once, and what then hangs.

Exchanges on single squares (modern.engine.see) tell. This is for a search that may have no time to finish depth 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from modern.engine.see import SEE_VALUES, see_at_least
from modern.rules.board import Board
from modern.rules.move import from_square_of, promotion_of, to_square_of
from modern.rules.movegen import generate_tactical
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES, PAWN


def best_first(board: Board, moves: Sequence[int]) -> list[int]:
    """Returns legal moves in the order of the material that they win or lose; equal ones keep their order."""
    threats = _threats(board.scratch_copy())
    return sorted(moves, key=lambda move: -_balance(board, move, threats))


def _threats(board: Board) -> list[int]:
    """Returns the opponent's captures that would win something if the side to move passed; none in check."""
    if board.in_check():
        return []
    board.make_null()
    captures = vec[i64]([0] * MAX_MOVES)
    count = generate_tactical(board, captures, 0)
    return [captures[index] for index in range(count) if see_at_least(board, captures[index], 1)]


def _balance(board: Board, move: int, threats: Sequence[int]) -> int:
    """Returns the centipawns that a move wins, less the most valuable piece that it leaves to a threat."""
    mailbox = board.mailbox
    from_square, to_square = from_square_of(move), to_square_of(move)
    captured, promotion = SEE_VALUES[mailbox[to_square]], promotion_of(move)
    win = captured + SEE_VALUES[promotion] - (SEE_VALUES[PAWN] if promotion else 0)
    if not see_at_least(board, move, win):
        win = 0 if see_at_least(board, move, 0) else captured - SEE_VALUES[mailbox[from_square]]
    left = [
        SEE_VALUES[mailbox[to_square_of(threat)]]
        for threat in threats
        if from_square_of(threat) != to_square and to_square_of(threat) != from_square
    ]
    return win - max(left, default=0)
