"""perft: counts the lines of legal moves of a given length from a position.

The counts are published for many positions, so perft is the standard test of a move generator and the measure of its
speed: https://www.chessprogramming.org/Perft_Results. The last ply is counted in bulk: its moves are generated but not
made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from modern.rules.board import Board
from modern.rules.errors import RulesError, quoted
from modern.rules.interrupts import allow_interrupts
from modern.rules.move import Move
from modern.rules.movegen import generate, legal_codes
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES
from modern.rules.position import Position

#: The greatest depth, in plies. It is far beyond any practical count.
MAX_PERFT_DEPTH: Final = 50


def perft(position: object, depth: object) -> int:
    """Returns the number of lines of `depth` legal moves. Raises RulesError if depth is not 0 to MAX_PERFT_DEPTH."""
    board, plies = _checked_arguments(position, depth, minimum=0)
    return _count_from(board, plies, allow_interrupts)


def divide(position: object, depth: object) -> dict[str, int]:
    """Returns, for each legal move in UCI notation, how many lines of `depth` moves (1 or more) begin with it."""
    return {move.uci(): lines for move, lines in iterate_divide(position, depth)}


def iterate_divide(
    position: object, depth: object, pulse: Callable[[], object] = allow_interrupts
) -> Iterator[tuple[Move, int]]:
    """Yields each legal move with the number of lines of `depth` moves that begin with it, as they are counted.

    `pulse` is called every few ten thousand lines. It may raise an exception, which ends the count.
    """
    board, plies = _checked_arguments(position, depth, minimum=1)
    for code in legal_codes(board):
        board.make_move(code)
        yield Move(code), _count_from(board, plies - 1, pulse)
        board.unmake()


def _checked_arguments(position: object, depth: object, minimum: int) -> tuple[Board, int]:
    """Returns a copy of the board to count on, and the depth in plies. Raises RulesError."""
    if not isinstance(position, Position):
        raise RulesError(f"expected a Position, not {quoted(position)}")
    if not isinstance(depth, int):
        raise RulesError(f"a depth must be an integer, not {quoted(depth)}")
    if not minimum <= depth <= MAX_PERFT_DEPTH:
        raise RulesError(f"a depth must be from {minimum} to {MAX_PERFT_DEPTH} plies")
    return position.scratch_copy(), depth


def _count_from(board: Board, plies: int, pulse: Callable[[], object]) -> int:
    return 1 if plies == 0 else _count_lines(board, vec[i64]([0] * (MAX_MOVES * plies)), 0, plies, pulse)


def _count_lines(board: Board, moves: vec[i64], first: i64, depth: i64, pulse: Callable[[], object]) -> i64:
    """Counts the lines of `depth` moves, 1 or more. Uses `moves` from index `first` on."""
    end = generate(board, moves, first)
    if depth == 1:
        return end - first
    if depth == 3:
        pulse()
    lines: i64 = 0
    for index in range(first, end):
        board.make_move(moves[index])
        lines += _count_lines(board, moves, end, depth - 1, pulse)
        board.unmake()
    return lines
