"""The move picker: hands out the moves of a node one by one, the most promising first, each with its stage.

The hash move often cuts off, so it comes before any move is generated. Then all moves are generated and scored at once,
and each call picks the best of what is left. Their scores (modern.engine.ordering) put the stages in order.
https://www.chessprogramming.org/Move_Ordering
"""

from __future__ import annotations

from typing import Final

from modern.engine.history import History, is_quiet
from modern.engine.ordering import (
    CAPTURE_BAND,
    COUNTERMOVE_SCORE,
    bring_to_front,
    pick_best,
    score_moves,
    score_tactical_moves,
)
from modern.engine.oversights import generate_seen, remove_overlooked
from modern.engine.stack import SearchStack
from modern.engine.techniques import Techniques
from modern.rules.move import NO_MOVE
from modern.rules.movegen import generate_tactical
from modern.rules.native import i64, vec
from modern.rules.pieces import MAX_MOVES

#: The stages, in the order in which a node's moves come. The best move of an earlier search of this position:
HASH_MOVE: Final[i64] = 1
#: Captures and queen promotions that do not lose material by static exchange evaluation.
CAPTURES: Final[i64] = 2
#: The quiet move that last refuted the opponent's previous move.
COUNTERMOVE: Final[i64] = 3
#: The other quiet moves, by history.
QUIETS: Final[i64] = 4
#: Captures that lose material, and underpromotions.
LOSING_CAPTURES: Final[i64] = 5


class MovePicker:
    """The moves of one node. Call `start` or `start_tactical` at a node, then `next_move` until it returns NO_MOVE.

    A caller that does not need the stage may call `next_best` instead, unless the hash move is still to come.

    `moves`         the node's moves: those returned so far come first, in that order.
    `scores`        the ordering score of each, except the hash move.
    `count`         the number of moves; 0 until they are generated.
    `index`         the index of the last move returned; -1 before the first.
    `stage`         the stage of that move.
    `is_quiet`      True if that move is quiet, as history.is_quiet defines it: en passant is.
    `skips_quiets`  set by the search once it skips the remaining quiet moves, except checks. The remaining moves are
                    then no longer sorted, because few of them are searched.
    """

    def __init__(self, stack: SearchStack, history: History, techniques: Techniques) -> None:
        self.stack: Final = stack
        self.history: Final = history
        self.techniques: Final = techniques
        self.moves: Final = vec[i64]([NO_MOVE] * MAX_MOVES)
        self.scores: Final = vec[i64]([0] * MAX_MOVES)
        self.ply: i64 = 0
        self.count: i64 = 0
        self.index: i64 = 0
        self.is_generated = True
        self.stage: i64 = HASH_MOVE
        self.is_quiet = False
        self.skips_quiets = False

    def start(self, ply: i64, hash_move: i64) -> bool:
        """Begins with all moves of the node at `ply`; returns False if there are none.

        `hash_move` is legal, since an entry of the table has the full key of its position, or it is NO_MOVE.
        """
        self._begin(ply)
        if hash_move == NO_MOVE:
            self._generate(NO_MOVE)
            return self.count != 0
        self.moves[0] = hash_move
        self.is_generated = False
        return True

    def start_tactical(self, ply: i64, hash_move: i64) -> None:
        """Begins with the captures and promotions of the node at `ply`, by MVV-LVA alone: use `next_best`.

        The hash move leads if it is one of them.
        """
        self._begin(ply)
        stack = self.stack
        self.count = generate_tactical(stack.board, self.moves, 0)
        if stack.overlooks:
            self.count = remove_overlooked(stack, self.moves, self.count, ply, hash_move)
        score_tactical_moves(stack.board, self.techniques, self.moves, self.scores, self.count, hash_move)

    def _begin(self, ply: i64) -> None:
        self.ply = ply
        self.count = 0
        self.index = -1
        self.is_generated = True
        self.skips_quiets = False

    def next_move(self) -> i64:
        """Returns the next move, or NO_MOVE after the last one, and sets `stage` and `is_quiet`."""
        if not self.is_generated:
            hash_move = self.moves[0]
            if self.index < 0:
                self.index = 0
                self.stage = HASH_MOVE
                self.is_quiet = is_quiet(self.stack.board, hash_move)
                return hash_move
            self._generate(hash_move)  # it has not cut off
        move = self.next_best()
        if move != NO_MOVE:
            score = self.scores[self.index]
            self.is_quiet = -CAPTURE_BAND < score < CAPTURE_BAND
            if self.is_quiet:
                self.stage = COUNTERMOVE if score == COUNTERMOVE_SCORE else QUIETS
            else:
                self.stage = CAPTURES if score > 0 else LOSING_CAPTURES
        return move

    def next_best(self) -> i64:
        """Returns the next of the moves that have been generated, or NO_MOVE after the last one.

        `stage` and `is_quiet` are not updated: quiescence search does not need them.
        """
        index = self.index + 1
        if index >= self.count:
            return NO_MOVE
        self.index = index
        if self.skips_quiets:
            return self.moves[index]
        return pick_best(self.moves, self.scores, index, self.count)

    def score(self) -> i64:
        """Returns the ordering score of the move returned last, which is not the hash move."""
        return self.scores[self.index]

    def _generate(self, hash_move: i64) -> None:
        """Generates the moves, and scores all but the hash move, which stays in front."""
        stack, moves = self.stack, self.moves
        self.is_generated = True
        self.count = generate_seen(stack, moves, self.ply, hash_move)
        if hash_move != NO_MOVE:
            bring_to_front(moves, self.count, hash_move)
        first = self.index + 1
        score_moves(stack, self.history, self.techniques, moves, self.scores, first, self.count, self.ply)


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
