"""perft: how many lines of legal moves of a given length lead out of a position.

The numbers are published for many positions, which makes it the test of a move generator, and the measure of its
speed: https://www.chessprogramming.org/Perft_Results. The last ply is counted in bulk: its moves are generated, not
made.
"""

from __future__ import annotations

from collections.abc import Iterator

from modern.rules.board import Board
from modern.rules.breath import breathe
from modern.rules.errors import RulesError, quoted
from modern.rules.men import MOST_MOVES
from modern.rules.move import Move
from modern.rules.movegen import generate
from modern.rules.native import i64, vec
from modern.rules.position import Position

#: More plies than anyone can wait for.
DEEPEST: int = 50


def perft(position: Position, depth: object) -> int:
    """How many lines of `depth` legal moves there are. Raises RulesError for a depth that is not 0 to DEEPEST."""
    board, plies = position.copy(), checked_depth(depth)
    return 1 if plies == 0 else _lines(board, vec[i64]([0] * (MOST_MOVES * plies)), 0, plies)


def divide(position: Position, depth: object) -> dict[str, int]:
    """For each legal move, in UCI's notation, how many lines of `depth` moves (1 or more) begin with it."""
    return {move.uci(): nodes for move, nodes in divided(position, depth)}


def divided(position: Position, depth: object) -> Iterator[tuple[Move, int]]:
    """The same, as they are counted."""
    board = position.copy()
    plies = checked_depth(depth, least=1)
    for move in position.legal_moves():
        board.play(move.code)
        yield move, perft(board, plies - 1)
        board.unmake()


def checked_depth(depth: object, least: int = 0) -> int:
    """`depth`, if it is a whole number of plies that can be counted. Raises RulesError."""
    if not isinstance(depth, int) or isinstance(depth, bool):
        raise RulesError(f"a depth is a whole number of plies, not {quoted(depth)}")
    if not least <= depth <= DEEPEST:
        raise RulesError(f"a depth of {least} to {DEEPEST} plies was expected")
    return depth


def _lines(board: Board, moves: vec[i64], first: i64, depth: i64) -> i64:
    """The lines of `depth` moves, 1 or more; `moves` is used from index `first` on."""
    end = generate(board, moves, first)
    if depth == 1:
        return end - first
    if depth == 3:
        breathe()  # every few ten thousand lines
    lines: i64 = 0
    for index in range(first, end):
        board.play(moves[index])
        lines += _lines(board, moves, end, depth - 1)
        board.unmake()
    return lines
