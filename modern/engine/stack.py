"""The search stack: the board, and the data of each ply from the root to the current node."""

from __future__ import annotations

from typing import Final

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.network.network import Network
from modern.engine.score import MAX_PLY
from modern.engine.strength import Level, noise_of
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES

#: The number of plies that have an entry: 0 to MAX_PLY.
STACK_SIZE: Final[i64] = MAX_PLY + 1


class StackArrays:
    """The large arrays of a search stack, which one search after another can use.

    A search writes each entry before it reads it, so they are never cleared. To allocate them takes about as long as to
    search a thousand nodes.

    `moves`        the moves of all nodes on the current line; each node's moves follow those of its parent.
    `move_scores`  the ordering score of each.
    `pv_table`     the triangular PV table: row STACK_SIZE * ply has that ply's principal variation, from index `ply` up
                   to `SearchStack.pv_end[ply]` (exclusive). https://www.chessprogramming.org/Triangular_PV-Table
    """

    def __init__(self) -> None:
        self.moves: Final = vec[i64]([0] * (2 * MAX_MOVES * STACK_SIZE))
        self.move_scores: Final = vec[i64]([0] * (2 * MAX_MOVES * STACK_SIZE))
        self.pv_table: Final = vec[i64]([0] * (STACK_SIZE * STACK_SIZE))


class SearchStack:
    """The line from the root to the current node.

    `moves`, `move_scores` and `pv_table` are those of StackArrays.

    `piece_to`        at ply + 2: 64 * piece type + target square of the move made at that ply; 0 for a null move.
    `static_evals`    at ply + 2: the static evaluation of that node; in check, the one of two plies before.
    `in_check`        at ply: 1 if the side to move is in check.
    `overlooked`      out of 1,024 moves, how many a limited strength overlooks (modern.engine.oversights).
    `root_key`        the key of the root position, which decides which moves are overlooked.
    `excluded_moves`  at ply: the move that a singular extension search leaves out, or 0.
    """

    def __init__(
        self,
        board: Board,
        evaluation: Evaluation,
        level: Level | None = None,
        network: Network | None = None,
        arrays: StackArrays | None = None,
    ) -> None:
        """`board` is changed by the moves made. `level` limits the strength, except for its number of nodes.

        If there is a network, it evaluates, and not `evaluation`. `arrays` are those of a search that is over.
        """
        if arrays is None:
            arrays = StackArrays()
        self.board: Final = board
        self.evaluation: Final = evaluation
        self.network: Final = network
        self.eval_noise: i64 = 0 if level is None else level.eval_noise
        self.overlooked: i64 = 0 if level is None else level.overlooked
        self.root_key: i64 = board.key
        self.moves: Final = arrays.moves
        self.move_scores: Final = arrays.move_scores
        self.piece_to: Final = vec[i64]([0] * (STACK_SIZE + 2))
        if self.overlooked != 0 and board.ply > 0:  # a capture on the last move's target square is never overlooked
            target = board.undo_stack[board.ply - 1] >> 6 & 63
            self.piece_to[1] = 64 * (board.mailbox[target] & 7) + target
        self.static_evals: Final = vec[i64]([0] * (STACK_SIZE + 2))
        self.in_check: Final = vec[i64]([0] * (STACK_SIZE + 1))
        self.in_check[0] = i64(board.in_check())
        self.excluded_moves: Final = vec[i64]([0] * (STACK_SIZE + 1))
        self.pv_table: Final = arrays.pv_table
        self.pv_end: Final = vec[i64]([0] * STACK_SIZE)
        self.root_ply: i64 = board.ply

    def evaluate(self) -> i64:
        """Returns the evaluation in centipawns for the side to move."""
        network = self.network
        if network is None:
            return self.evaluation.evaluate(self.board)
        return network.evaluate(self.board)

    def static_evaluation(self) -> i64:
        """Returns the static evaluation in centipawns for the side to move, with the noise of a limited strength."""
        score = self.evaluate()
        if self.eval_noise != 0:
            score += noise_of(self.board.key, self.eval_noise)
        return score

    def make_move(self, move: i64, ply: i64) -> None:
        """Makes a move at a ply, and records its piece-to index and whether it gives check."""
        board, network = self.board, self.network
        if network is not None:
            network.prepare(board)
        self.piece_to[ply + 2] = 64 * (board.mailbox[move & 63] & 7) + (move >> 6 & 63)
        board.make_move(move)
        self.in_check[ply + 1] = i64(board.in_check())

    def make_null(self, ply: i64) -> None:
        """Passes the turn at a ply; the side to move must not be in check."""
        network = self.network
        if network is not None:
            network.prepare(self.board)
        self.piece_to[ply + 2] = 0
        self.in_check[ply + 1] = 0
        self.board.make_null()

    def pv(self) -> list[int]:
        """Returns the principal variation from the root, as move codes."""
        return [self.pv_table[index] for index in range(self.pv_end[0])]

    def update_pv(self, ply: i64, move: i64) -> None:
        """Sets the principal variation of `ply`: `move`, followed by the principal variation of the next ply."""
        table = self.pv_table
        row = STACK_SIZE * ply
        end = ply + 1
        table[row + ply] = move
        if ply < MAX_PLY:
            end = self.pv_end[ply + 1]
            for index in range(ply + 1, end):
                table[row + index] = table[row + STACK_SIZE + index]
        self.pv_end[ply] = end
