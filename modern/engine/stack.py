"""The tree that is searched: the board, what is kept along the line to a node, and what is known from before.

Nothing here reads a clock or the world outside: that is the Watch's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.history import History
from modern.engine.score import MAX_PLY
from modern.engine.stopping import StopCondition
from modern.engine.strength import noise_of
from modern.engine.techniques import Techniques
from modern.engine.transposition import TranspositionTable
from modern.rules.board import Board
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES

#: The moves of a line, and one more place.
STACK_SIZE: Final[i64] = MAX_PLY + 1


class SearchStack:
    """What a search has in its hands.

    `roots`    the moves of the root that are considered, the best first as far as is known.
    `moves`    the moves of all nodes of the line, those of a node behind those of its parent; `scores` their order.
    `played`   by ply + 2: the kind of man that was moved there, times 64, and where he went; 0 for a null move.
    `statics`  by ply + 2: the static evaluation of the node there; in check, that of two plies before.
    `checked`  by ply: 1 where the side to move is in check.
    `excluded` by ply: a move that is not to be looked at there, or 0.
    `nodes`    positions visited; `deepest` the longest line looked at, in plies.
    `stopped`  the Watch wants it to end: what comes back then says nothing.
    """

    def __init__(
        self,
        board: Board,
        root_moves: Sequence[int],
        table: TranspositionTable,
        history: History,
        evaluation: Evaluation,
        techniques: Techniques,
        stop_condition: StopCondition,
        eval_noise: int = 0,
    ) -> None:
        """`board` is searched on, so it is to be a twin. `roots` are legal moves, as Board has them.

        By `error` centipawns, at most, positions are misjudged.
        """
        self.board: Final = board
        self.root_moves: Final = vec[i64](list(root_moves))
        self.table: Final = table
        self.history: Final = history
        self.evaluation: Final = evaluation
        self.techniques: Final = techniques
        self.stop_condition: Final = stop_condition
        self.eval_noise: i64 = eval_noise
        self.moves: Final = vec[i64]([0] * (2 * MAX_MOVES * STACK_SIZE))
        self.move_scores: Final = vec[i64]([0] * (2 * MAX_MOVES * STACK_SIZE))
        self.piece_to: Final = vec[i64]([0] * (STACK_SIZE + 2))
        self.static_evals: Final = vec[i64]([0] * (STACK_SIZE + 2))
        self.in_check: Final = vec[i64]([0] * (STACK_SIZE + 1))
        self.in_check[0] = 1 if board.in_check() else 0
        self.excluded_moves: Final = vec[i64]([0] * (STACK_SIZE + 1))
        #: By ROW * ply + place: the line expected from a ply on; it ends before place `ends[ply]`.
        self.pv_table: Final = vec[i64]([0] * (STACK_SIZE * STACK_SIZE))
        self.pv_end: Final = vec[i64]([0] * STACK_SIZE)
        self.root_ply: i64 = board.ply
        self.nodes: i64 = 0
        self.seldepth: i64 = 0
        self.next_check: i64 = stop_condition.check(0)
        self.stopped = False

    def pv(self) -> list[int]:
        """The line expected from the root on."""
        return [self.pv_table[index] for index in range(self.pv_end[0])]

    def visit(self, ply: i64) -> None:
        """Count a node, begin its line, and look at the Watch now and then."""
        self.nodes += 1
        self.pv_end[ply] = ply
        if ply > self.seldepth:
            self.seldepth = ply
        if self.nodes >= self.next_check:
            self.next_check = self.stop_condition.check(self.nodes)
            self.stopped = self.next_check <= self.nodes

    def static_evaluation(self) -> i64:
        """What the position is worth without a look ahead, as far as a player of this strength can tell."""
        score = self.evaluation.evaluate(self.board)
        if self.eval_noise != 0:
            score += noise_of(self.board.key, self.eval_noise)
        return score

    def make_move(self, move: i64, ply: i64) -> None:
        """Make a move at a ply, and note it."""
        board = self.board
        self.piece_to[ply + 2] = 64 * (board.mailbox[move & 63] & 7) + (move >> 6 & 63)
        board.make_move(move)
        self.in_check[ply + 1] = 1 if board.in_check() else 0

    def update_pv(self, ply: i64, move: i64) -> None:
        """From `ply` on, `move` is expected, and then what is expected after it."""
        lines = self.pv_table
        row = STACK_SIZE * ply
        end = ply + 1
        lines[row + ply] = move
        if ply < MAX_PLY:
            end = self.pv_end[ply + 1]
            for index in range(ply + 1, end):
                lines[row + index] = lines[row + STACK_SIZE + index]
        self.pv_end[ply] = end
