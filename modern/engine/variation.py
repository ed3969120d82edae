"""The line that a search reports: it ends where the game does, and the line of a mate ends with the mate.

The table answers for some leaves of the principal variation, from a search that went deeper. If that answer is a mate,
the line lacks its last moves. The table has most of them, too, and a small search finds the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.draws import is_repetition
from modern.engine.score import FIFTY_MOVES, MATE, is_mate_score
from modern.engine.transposition import NO_ENTRY, TranspositionTable, bound_of, move_of, score_of, tt_key
from modern.rules.board import Board
from modern.rules.movegen import legal_codes
from modern.rules.outcome import insufficient_material, repetitions

#: How many positions the search for the last moves of a mate looks at.
MAX_VISITS: Final = 100


def reported_line(root: Board, pv: Sequence[int], score: int, table: TranspositionTable) -> list[int]:
    """Returns a principal variation from the root, as it is reported with its score.

    The line of a mate stays as it is if it cannot be completed (is_whole).
    """
    board = root.scratch_copy()
    line: list[int] = []
    for move in pv:
        if line and _is_drawn(board):
            return line
        board.make_move(move)
        line.append(move)
    if not is_whole(line, score):
        line += _MateSearch(board, root.ply, table).line(_plies_to_mate(score) - len(line)) or []
    return line


def is_whole(line: Sequence[int], score: int) -> bool:
    """Returns True if a line has all moves of the mate that its score announces, if it announces one."""
    return not is_mate_score(score) or len(line) >= _plies_to_mate(score)


def _plies_to_mate(score: int) -> int:
    return int(MATE) - abs(score)


def _is_drawn(board: Board) -> bool:
    return repetitions(board) >= 3 or board.halfmove_clock >= FIFTY_MOVES or insufficient_material(board)


class _MateSearch:
    """Looks for a line that mates after a given number of plies: first along the moves of the table."""

    def __init__(self, board: Board, root_ply: int, table: TranspositionTable) -> None:
        self.board = board
        self.root_ply = root_ply
        self.table = table
        self.visits = 0

    def line(self, plies: int) -> list[int] | None:
        """Returns moves that mate with the last of `plies` plies; None if there are none, or after MAX_VISITS."""
        board = self.board
        if (plies == 0 and not board.in_check()) or is_repetition(board, self.root_ply):
            return None
        self.visits += 1
        moves = legal_codes(board)
        if plies == 0:
            return None if moves else []
        hash_move = move_of(self.table.probe(tt_key(board)))
        if hash_move in moves:
            found = self._line_after(hash_move, plies)
            if found is not None:
                return found
            moves.remove(hash_move)
        for move in sorted(moves, key=self._score_after):
            if self.visits >= MAX_VISITS:
                return None
            found = self._line_after(move, plies)
            if found is not None:
                return found
        return None

    def _line_after(self, move: int, plies: int) -> list[int] | None:
        self.board.make_move(move)
        rest = self.line(plies - 1)
        self.board.unmake()
        return None if rest is None else [move, *rest]

    def _score_after(self, move: int) -> int:
        """Returns the score of the table after a move, for the opponent: the less, the better the move."""
        self.board.make_move(move)
        entry = self.table.probe(tt_key(self.board))
        self.board.unmake()
        return 0 if entry == NO_ENTRY or not bound_of(entry) else score_of(entry, 0)
