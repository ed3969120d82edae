"""The move picker: hands out the moves of a node one by one, the most promising first, and says of what kind each is.

The hash move often cuts off, so it comes before any move is generated. Then all moves are generated and scored at once,
and each call picks the best of what is left. https://www.chessprogramming.org/Move_Ordering
"""

from __future__ import annotations

from typing import Final

from modern.engine.history import History, is_quiet
from modern.engine.ordering import (
    CAPTURE_SCORE,
    COUNTERMOVE_SCORE,
    bring_to_front,
    pick_best,
    score_captures,
    score_moves,
)
from modern.engine.oversights import generate_seen, remove_overlooked
from modern.engine.stack import SearchStack
from modern.engine.techniques import Techniques
from modern.rules.move import NO_MOVE
from modern.rules.movegen import generate, generate_tactical
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES

#: The stages. Before the first move:
BEFORE_HASH_MOVE: Final[i64] = 0
#: The best move of an earlier search of this position.
HASH_MOVE: Final[i64] = 1
#: Before the first move of a list that has been generated.
GENERATED: Final[i64] = 2
#: Captures and queen promotions, as far as they are not known to lose material.
CAPTURES: Final[i64] = 3
#: The quiet move that last refuted the opponent's previous move.
COUNTERMOVE: Final[i64] = 4
#: The other quiet moves, by history.
QUIETS: Final[i64] = 5
#: Captures that lose material by static exchange evaluation, and underpromotions.
LOSING_CAPTURES: Final[i64] = 6

#: The scores of quiet moves lie between these two.
HIGHEST_QUIET: Final[i64] = CAPTURE_SCORE // 2
LOWEST_QUIET: Final[i64] = -CAPTURE_SCORE // 2


class MovePicker:
    """The moves of one node. `start` and its like begin with a node; then `next_move` returns one after the other.

    `moves`        the node's moves: those returned so far come first, in that order.
    `scores`       the ordering score of each.
    `index`        where the move returned last stands.
    `stage`        what kind of move it is: one of the stages.
    `is_quiet`     True if it is a quiet move.
    `skips_quiets` True once the search skips the quiet moves that are left.
    """

    def __init__(self, stack: SearchStack, history: History, techniques: Techniques) -> None:
        self.stack: Final = stack
        self.history: Final = history
        self.techniques: Final = techniques
        self.moves: Final = vec[i64]([NO_MOVE] * MAX_MOVES)
        self.scores: Final = vec[i64]([0] * MAX_MOVES)
        self.count: i64 = 0
        self.ply: i64 = 0
        self.index: i64 = 0
        self.stage: i64 = GENERATED
        self.is_quiet = False
        self.skips_quiets = False

    def start(self, ply: i64, hash_move: i64) -> bool:
        """Begins with all moves of the node at `ply`; returns False if there is none.

        `hash_move` is legal, since an entry of the table has the full key of its position, or it is NO_MOVE.
        """
        self.ply = ply
        self.skips_quiets = False
        if hash_move == NO_MOVE:
            self._generate_and_score(NO_MOVE, 0)
            return self.count != 0
        self.moves[0] = hash_move
        self.count = 1
        self.index = 0
        self.stage = BEFORE_HASH_MOVE
        return True

    def start_evasions(self, ply: i64) -> bool:
        """Begins with all moves of the node at `ply`, whose side to move is in check; returns False if it is mate."""
        self.ply = ply
        self.skips_quiets = False
        self.count = generate(self.stack.board, self.moves, 0)
        score_moves(self.stack, self.history, self.techniques, self.moves, self.scores, 0, self.count, ply)
        self.index = -1
        self.stage = GENERATED
        return self.count != 0

    def start_captures(self, ply: i64, hash_move: i64) -> None:
        """Begins with the captures and promotions of the node at `ply`; the hash move leads if it is among them."""
        stack = self.stack
        self.ply = ply
        self.skips_quiets = False
        self.count = generate_tactical(stack.board, self.moves, 0)
        if stack.overlooked != 0:
            self.count = remove_overlooked(stack, self.moves, self.count, ply, hash_move)
        score_captures(stack.board, self.moves, self.scores, self.count, hash_move)
        self.index = -1
        self.stage = GENERATED

    def next_move(self) -> i64:
        """Returns the next move, or NO_MOVE after the last one, and sets `stage` and `is_quiet`."""
        if self.stage <= HASH_MOVE:
            if self.stage == BEFORE_HASH_MOVE:
                self.stage = HASH_MOVE
                self.is_quiet = is_quiet(self.stack.board, self.moves[0])
                return self.moves[0]
            self._generate_and_score(self.moves[0], 1)  # the hash move has not cut off
        move = self.next_best()
        if move != NO_MOVE:
            score = self.scores[self.index]
            self.is_quiet = LOWEST_QUIET < score < HIGHEST_QUIET
            if self.is_quiet:
                self.stage = COUNTERMOVE if score == COUNTERMOVE_SCORE else QUIETS
            else:
                self.stage = CAPTURES if score > 0 else LOSING_CAPTURES
        return move

    def next_best(self) -> i64:
        """Returns the next of the moves that have been generated, or NO_MOVE after the last one."""
        index = self.index + 1
        self.index = index
        if index == self.count:
            return NO_MOVE
        if self.skips_quiets:
            return self.moves[index]  # few of the moves that are left are searched, so their order matters little
        return pick_best(self.moves, self.scores, index, self.count)

    def score(self) -> i64:
        """Returns the ordering score of the move returned last, which is not the hash move."""
        return self.scores[self.index]

    def _generate_and_score(self, hash_move: i64, first: i64) -> None:
        """Generates the moves, and scores them from index `first` on: from 1 if the first is the hash move."""
        stack, moves = self.stack, self.moves
        self.count = generate_seen(stack, moves, self.ply, hash_move)
        if first != 0:
            bring_to_front(moves, self.count, hash_move)
        score_moves(stack, self.history, self.techniques, moves, self.scores, first, self.count, self.ply)
        self.index = first - 1
        self.stage = GENERATED


class MovePickers:
    """The pickers of a search, which are made when they are first needed.

    A ply has two: a singular extension search examines the same node while the picker of that node is in use.
    """

    def __init__(self, stack: SearchStack, history: History, techniques: Techniques) -> None:
        self.stack: Final = stack
        self.history: Final = history
        self.techniques: Final = techniques
        self.pickers: Final[list[MovePicker]] = []

    def at(self, ply: i64) -> MovePicker:
        """Returns the picker of the node at a ply."""
        index = 2 * ply
        if self.stack.excluded_moves[ply] != NO_MOVE:
            index += 1
        while index >= len(self.pickers):
            self.pickers.append(MovePicker(self.stack, self.history, self.techniques))
        return self.pickers[index]
