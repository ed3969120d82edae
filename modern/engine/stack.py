"""The search stack: the board, and what the search keeps for each ply from the root to the current node."""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.evaluator import Evaluator
from modern.engine.score import MAX_PLY
from modern.engine.strength import Level, noise_of, seeded
from modern.rules.board import Board
from modern.rules.move import from_square_of, to_square_of
from modern.rules.native import i64, vec
from modern.rules.pieces import piece_type_of

#: The number of plies that have an entry: 0 to MAX_PLY.
STACK_SIZE: Final[i64] = MAX_PLY + 1
#: The number of plies before the root that `piece_to` and `static_eval` may be asked for.
PLIES_BEFORE_ROOT: Final[i64] = 2

#: The number of piece-to indices.
PIECE_TO_SIZE: Final[i64] = 512
#: The piece-to index of a null move, and of no move at all.
NO_PIECE_TO: Final[i64] = 0


def piece_to_index(piece: i64, to_square: i64) -> i64:
    """Returns the piece-to index of a move: 64 * piece type + target square. It does not say whose piece it is."""
    return 64 * piece_type_of(piece) + to_square


class SearchStack:
    """The line from the root to the current node.

    `in_check`        at ply: 1 if the side to move is in check.
    `excluded_moves`  at ply: the move that a singular extension search leaves out, or NO_MOVE.
    `raw_evals`       at ply: the static evaluation before its correction, for the side to move.
    `reductions`      at ply: by how many plies the search of that node has just been reduced.
    `double_extensions`  at ply: how many of the moves that led there were extended by two plies.
    `pv_table`        the triangular PV table: row STACK_SIZE * ply has that ply's principal variation, from index `ply`
                      up to `pv_end[ply]` (exclusive). https://www.chessprogramming.org/Triangular_PV-Table
    `overlooked`      how many of OVERSIGHT_UNIT quiet moves a limited strength overlooks (modern.engine.oversights).
    `missed`          how many of OVERSIGHT_UNIT captures it overlooks.
    `overlooks`       True if it overlooks any.
    `root_key`        the key of the root position with the game's seed, which decides which moves are overlooked.
    `root_ply`        `board.ply` at the root.
    """

    def __init__(self, board: Board, evaluator: Evaluator, level: Level | None = None) -> None:
        """`board` is changed by the moves made. `level` limits the strength, except for its number of nodes."""
        self.board: Final = board
        self.evaluator: Final = evaluator
        self.eval_noise: i64 = 0 if level is None else level.eval_noise
        self.overlooked: i64 = 0 if level is None else level.overlooked
        self.missed: i64 = 0 if level is None else level.missed
        self.overlooks = self.overlooked != 0 or self.missed != 0
        self.seed: i64 = 0 if level is None else level.seed
        self.root_key: i64 = seeded(board.key, self.seed)
        self.root_ply: i64 = board.ply
        self.in_check: Final = vec[i64]([0] * STACK_SIZE)
        self.in_check[0] = i64(board.in_check())
        self.excluded_moves: Final = vec[i64]([0] * STACK_SIZE)
        self.raw_evals: Final = vec[i64]([0] * STACK_SIZE)
        self.reductions: Final = vec[i64]([0] * STACK_SIZE)
        self.double_extensions: Final = vec[i64]([0] * STACK_SIZE)
        self.pv_table: Final = vec[i64]([0] * (STACK_SIZE * STACK_SIZE))
        self.pv_end: Final = vec[i64]([0] * STACK_SIZE)
        self._static_evals: Final = vec[i64]([0] * (STACK_SIZE + PLIES_BEFORE_ROOT))
        self._piece_to: Final = vec[i64]([NO_PIECE_TO] * (STACK_SIZE + PLIES_BEFORE_ROOT))
        if self.overlooks and board.ply > 0:  # a capture on the last move's target square is never overlooked
            target = to_square_of(board.last_move())
            self._piece_to[PLIES_BEFORE_ROOT - 1] = piece_to_index(board.mailbox[target], target)

    def piece_to(self, ply: i64) -> i64:
        """Returns the piece-to index of the move that was made at a ply, from -2 on, or NO_PIECE_TO.

        At the node of ply p, the last move was made at ply p - 1. The moves before the root are unknown, except the
        last one at a strength that overlooks moves.
        """
        return self._piece_to[ply + PLIES_BEFORE_ROOT]

    def static_eval(self, ply: i64) -> i64:
        """Returns the static evaluation of the node at a ply, from -2 on, in centipawns for its side to move.

        In check it is that of two plies before; before the root it is 0.
        """
        return self._static_evals[ply + PLIES_BEFORE_ROOT]

    def set_static_eval(self, ply: i64, score: i64) -> None:
        """Records the static evaluation of the node at a ply, in centipawns for its side to move."""
        self._static_evals[ply + PLIES_BEFORE_ROOT] = score

    def is_improving(self, ply: i64) -> bool:
        """Returns True if the static evaluation has risen since this side's previous turn, two plies ago.

        https://www.chessprogramming.org/Improving
        """
        return ply >= 2 and self.static_eval(ply) > self.static_eval(ply - 2)

    def evaluate(self) -> i64:
        """Evaluates the current position, with the noise of a limited strength.

        Returns centipawns for the side to move.
        """
        score = self.evaluator.evaluate(self.board)
        if self.eval_noise != 0:
            score += noise_of(seeded(self.board.key, self.seed), self.eval_noise)
        return score

    def make_move(self, move: i64, ply: i64) -> None:
        """Makes a move at a ply, and records its piece-to index and whether it gives check."""
        board = self.board
        self.evaluator.prepare(board)  # the position that the move leaves: those after it are evaluated from it
        to_square = to_square_of(move)
        self._piece_to[ply + PLIES_BEFORE_ROOT] = piece_to_index(board.mailbox[from_square_of(move)], to_square)
        board.make_move(move)
        self.in_check[ply + 1] = i64(board.in_check())

    def make_null(self, ply: i64) -> None:
        """Passes the turn at a ply; the side to move must not be in check."""
        self.evaluator.prepare(self.board)
        self._piece_to[ply + PLIES_BEFORE_ROOT] = NO_PIECE_TO
        self.in_check[ply + 1] = 0
        self.board.make_null()

    def pv(self) -> list[int]:
        """Returns the principal variation from the root, as move codes."""
        return [self.pv_table[index] for index in range(self.pv_end[0])]

    def update_pv(self, ply: i64, move: i64) -> None:
        """Sets the principal variation of `ply`: `move`, followed by the principal variation of the next ply."""
        table = self.pv_table
        row = STACK_SIZE * ply
        end = self.pv_end[ply + 1]
        table[row + ply] = move
        for index in range(ply + 1, end):
            table[row + index] = table[row + STACK_SIZE + index]
        self.pv_end[ply] = end
