"""perft: how many lines of legal moves of a given length lead out of a position.

The numbers are published for many positions, which makes it the test of a move generator, and the measure of its
speed: https://www.chessprogramming.org/Perft_Results. The last ply is counted in bulk: its moves are generated, not
made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modern.rules.board import Board
from modern.rules.errors import RulesError, checked_integer, quoted
from modern.rules.interrupts import allow_interrupts
from modern.rules.legality import legal_codes
from modern.rules.move import Move
from modern.rules.movegen import generate
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES
from modern.rules.position import Position

#: More plies than anyone can wait for.
MAX_PERFT_DEPTH: Final = 50


def perft(position: object, depth: object) -> int:
    """How many lines of `depth` legal moves there are. Raises RulesError for a depth that is not 0 to DEEPEST."""
    board, plies = _checked_arguments(position, depth, least=0)
    return _count_from(board, plies)


def divide(position: object, depth: object) -> dict[str, int]:
    """For each legal move, in UCI's notation, how many lines of `depth` moves (1 or more) begin with it."""
    return {move.uci(): lines for move, lines in iterate_divide(position, depth)}


def iterate_divide(position: object, depth: object) -> Iterator[tuple[Move, int]]:
    """The same, as they are counted."""
    board, plies = _checked_arguments(position, depth, least=1)
    for code in legal_codes(board):
        board.make_move(code)
        yield Move(code), _count_from(board, plies - 1)
        board.unmake()


def _checked_arguments(position: object, depth: object, least: int) -> tuple[Board, int]:
    """A board to count on, and the plies. Raises RulesError."""
    if not isinstance(position, Position):
        raise RulesError(f"a Position was expected, not {quoted(position)}")
    plies = checked_integer(depth, "a depth", RulesError)
    if not least <= plies <= MAX_PERFT_DEPTH:
        raise RulesError(f"a depth of {least} to {MAX_PERFT_DEPTH} plies was expected")
    return position.scratch_copy(), plies


def _count_from(board: Board, plies: int) -> int:
    return 1 if plies == 0 else _count_lines(board, vec[i64]([0] * (MAX_MOVES * plies)), 0, plies)


def _count_lines(board: Board, moves: vec[i64], first: i64, depth: i64) -> i64:
    """The lines of `depth` moves, 1 or more; `moves` is used from index `first` on."""
    end = generate(board, moves, first)
    if depth == 1:
        return end - first
    if depth == 3:
        allow_interrupts()  # every few ten thousand lines
    lines: i64 = 0
    for index in range(first, end):
        board.make_move(moves[index])
        lines += _count_lines(board, moves, end, depth - 1)
        board.unmake()
    return lines
