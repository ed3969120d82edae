"""The tree that is searched: the board, what is kept along the line to a node, and what is known from before.

Nothing here reads a clock or the world outside: that is the Watch's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.engine.evaluation.evaluate import Evaluation
from modern.engine.history import History
from modern.engine.score import DEEPEST_PLY
from modern.engine.strength import error_of
from modern.engine.techniques import Techniques
from modern.engine.transposition import Table
from modern.engine.watch import Watch
from modern.rules.board import Board
from modern.rules.men import MOST_MOVES
from modern.rules.native import i64, vec

#: The moves of a line, and one more place.
ROW: Final[i64] = DEEPEST_PLY + 1


class Tree:
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
        roots: Sequence[int],
        table: Table,
        history: History,
        evaluation: Evaluation,
        uses: Techniques,
        watch: Watch,
        error: int = 0,
    ) -> None:
        """`board` is searched on, so it is to be a twin. `roots` are legal moves, as Board has them.

        By `error` centipawns, at most, positions are misjudged.
        """
        self.board: Final = board
        self.roots: Final = vec[i64](list(roots))
        self.table: Final = table
        self.history: Final = history
        self.evaluation: Final = evaluation
        self.uses: Final = uses
        self.watch: Final = watch
        self.error: i64 = error
        self.moves: Final = vec[i64]([0] * (2 * MOST_MOVES * ROW))
        self.scores: Final = vec[i64]([0] * (2 * MOST_MOVES * ROW))
        self.played: Final = vec[i64]([0] * (ROW + 2))
        self.statics: Final = vec[i64]([0] * (ROW + 2))
        self.checked: Final = vec[i64]([0] * (ROW + 1))
        self.checked[0] = 1 if board.in_check() else 0
        self.excluded: Final = vec[i64]([0] * (ROW + 1))
        #: By ROW * ply + place: the line expected from a ply on; it ends before place `ends[ply]`.
        self.lines: Final = vec[i64]([0] * (ROW * ROW))
        self.ends: Final = vec[i64]([0] * ROW)
        self.root: i64 = board.made
        self.nodes: i64 = 0
        self.deepest: i64 = 0
        self.look_at: i64 = watch.look(0)
        self.stopped = False

    def line(self) -> list[int]:
        """The line expected from the root on."""
        return [self.lines[index] for index in range(self.ends[0])]

    def visit(self, ply: i64) -> None:
        """Count a node, begin its line, and look at the Watch now and then."""
        self.nodes += 1
        self.ends[ply] = ply
        if ply > self.deepest:
            self.deepest = ply
        if self.nodes >= self.look_at:
            self.look_at = self.watch.look(self.nodes)
            self.stopped = self.look_at <= self.nodes

    def worth(self) -> i64:
        """What the position is worth without a look ahead, as far as a player of this strength can tell."""
        worth = self.evaluation.evaluate(self.board)
        if self.error != 0:
            worth += error_of(self.board.key, self.error)
        return worth

    def play(self, move: i64, ply: i64) -> None:
        """Make a move at a ply, and note it."""
        board = self.board
        self.played[ply + 2] = 64 * (board.on[move & 63] & 7) + (move >> 6 & 63)
        board.play(move)
        self.checked[ply + 1] = 1 if board.in_check() else 0

    def extend_line(self, ply: i64, move: i64) -> None:
        """From `ply` on, `move` is expected, and then what is expected after it."""
        lines = self.lines
        here = ROW * ply
        end = ply + 1
        lines[here + ply] = move
        if ply < DEEPEST_PLY:
            end = self.ends[ply + 1]
            for place in range(ply + 1, end):
                lines[here + place] = lines[here + ROW + place]
        self.ends[ply] = end
