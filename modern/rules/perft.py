"""perft: how many lines of legal moves of a given length lead out of a position.

The numbers are published for many positions, which makes it the test of a move generator, and the measure of its
speed: https://www.chessprogramming.org/Perft_Results. The last ply is counted in bulk: its moves are generated, not
made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modern.rules.board import Board
from modern.rules.breath import breathe
from modern.rules.errors import RulesError, quoted, whole_number_of
from modern.rules.legality import legal_codes
from modern.rules.men import MOST_MOVES
from modern.rules.move import Move
from modern.rules.movegen import generate
from modern.rules.native import i64, vec
from modern.rules.position import Position

#: More plies than anyone can wait for.
DEEPEST: Final = 50


def perft(position: object, depth: object) -> int:
    """How many lines of `depth` legal moves there are. Raises RulesError for a depth that is not 0 to DEEPEST."""
    board, plies = _checked(position, depth, least=0)
    return _count(board, plies)


def divide(position: object, depth: object) -> dict[str, int]:
    """For each legal move, in UCI's notation, how many lines of `depth` moves (1 or more) begin with it."""
    return {move.uci(): lines for move, lines in divided(position, depth)}


def divided(position: object, depth: object) -> Iterator[tuple[Move, int]]:
    """The same, as they are counted."""
    board, plies = _checked(position, depth, least=1)
    for code in legal_codes(board):
        board.play(code)
        yield Move(code), _count(board, plies - 1)
        board.unmake()


def _checked(position: object, depth: object, least: int) -> tuple[Board, int]:
    """A board to count on, and the plies. Raises RulesError."""
    if not isinstance(position, Position):
        raise RulesError(f"a Position was expected, not {quoted(position)}")
    plies = whole_number_of(depth, "a depth", RulesError)
    if not least <= plies <= DEEPEST:
        raise RulesError(f"a depth of {least} to {DEEPEST} plies was expected")
    return position.twin(), plies


def _count(board: Board, plies: int) -> int:
    return 1 if plies == 0 else _lines(board, vec[i64]([0] * (MOST_MOVES * plies)), 0, plies)


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
