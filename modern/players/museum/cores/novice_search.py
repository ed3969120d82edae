"""PickBestMove of the novice opponent, and the pruning that does not change its result.

The text's recursion looks four half-moves ahead. Depth 0 takes the move with the highest value. Depths 1, 2 and 3 all
take the lowest, the mover's own depth 2 included, and depth 3 still makes its moves. So the value of a root move is the
lowest score of all positions that can follow it three half-moves later, whichever side moves. A minimum over minima
may be searched in any order, and may stop early:

1. A root move is given up as soon as one position scores no more than the best value so far. It cannot become the best
   then: among equals the first is chosen.
2. A position is not scored if its material alone shows that it cannot score less than the lowest so far: mobility is at
   least 0 for one side, and at most `most_squares` for the other.
3. Each depth tries first the move that led to the lowest position after the root move before.

A position in which the side to move has no moves is scored as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.players.museum.cores.novice_board import NoviceBoard
from modern.rules.native import i64, vec
from modern.rules.pieces import opponent

#: Above and below every score, in points.
HIGHEST: Final[i64] = 1_000_000
LOWEST: Final[i64] = -1_000_000
#: Room for the moves of one ply: nine queens and the other pieces on an empty board reach fewer squares.
MOVES_PER_PLY: Final[i64] = 512
#: The most half-moves that the search can look ahead.
MAX_PLIES: Final[i64] = 8
#: The most points that a move gains if it captures no king: a queen and a promotion, and the squares of a new queen.
MOST_GAINED: Final[i64] = 9 + 8 + 27
KING_POINTS: Final[i64] = 200
#: The number of nodes between two looks at the stop request.
POLL_INTERVAL: Final[i64] = 256


class NoviceSearch:
    """One call of PickBestMove.

    `plies`    the number of half-moves that it looks ahead.
    `best`     the move with the highest value, -1 without one; `best_value` its value in points.
    `line`     the moves that lead from there to its lowest position.
    `nodes`    the number of moves that the search has made.
    `stopped`  True if `poll` has ended the search; the move in progress is then left out.
    """

    def __init__(self, board: NoviceBoard, side: i64, plies: i64, poll: Callable[[], bool]) -> None:
        self.board: Final = board
        self.side: Final = side
        self.plies: Final = plies
        self.poll: Final = poll
        self.best: i64 = -1
        self.best_value: i64 = LOWEST
        self.line: list[i64] = []
        self.nodes: i64 = 0
        self.next_poll: i64 = POLL_INTERVAL
        self.stopped = False
        self._moves: Final = vec[i64]([0] * (MOVES_PER_PLY * MAX_PLIES))
        self._path: Final = vec[i64]([-1] * MAX_PLIES)
        self._killers: Final = vec[i64]([-1] * MAX_PLIES)

    def pick_best_move(self, root_moves: list[i64]) -> None:
        """Finds the best of the root moves, the first among equals: depth 0."""
        for move in root_moves:
            undo = self.board.make(move)
            self.nodes += 1
            value = self._lowest(1, opponent(self.side), HIGHEST)
            if self.stopped:
                return
            self.board.unmake(move, undo)
            if value > self.best_value:
                self.best = move
                self.best_value = value
                self.line = [self._killers[ply] for ply in range(1, self.plies) if self._killers[ply] >= 0]

    def _lowest(self, ply: i64, side: i64, lowest: i64) -> i64:
        """Returns the lowest score of the positions that follow, if it is below `lowest`; else `lowest` or more.

        At `best_value` or below the search ends: the result is then a score that gives the root move up.
        """
        if ply == self.plies:
            return self._score(ply, lowest)
        first = MOVES_PER_PLY * ply
        end = self.board.generate(side, self._moves, first)
        if end == first:
            return self._score(ply, lowest)
        self._killer_first(ply, first, end)
        index = first
        while index < end and lowest > self.best_value and not self._must_stop():
            move = self._moves[index]
            index += 1
            undo = self.board.make(move)
            self.nodes += 1
            if not self._cannot_score_below(lowest, ply + 1, opponent(side)):
                self._path[ply] = move
                lowest = min(lowest, self._lowest(ply + 1, opponent(side), lowest))
            self.board.unmake(move, undo)
        return lowest

    def _score(self, ply: i64, lowest: i64) -> i64:
        """Returns the score of the position, for the root's side to move; keeps the line if it is the lowest."""
        score = self.board.score(self.side)
        if score < lowest:
            for earlier in range(1, ply):
                self._killers[earlier] = self._path[earlier]
            for later in range(ply, MAX_PLIES):
                self._killers[later] = -1
        return score

    def _cannot_score_below(self, lowest: i64, ply: i64, mover: i64) -> bool:
        """Returns True if material alone shows that no position at the end of the search scores less than `lowest`.

        `mover` is to move at `ply`. A position is judged if at most one move follows it.
        """
        if ply + 1 < self.plies:
            return False
        board, side = self.board, self.side
        other = opponent(side)
        gain: i64 = 0
        if ply < self.plies and mover == other:
            gain = MOST_GAINED
            if board.king_may_be_captured(side):
                gain += KING_POINTS
        return board.material[side] - board.material[other] - board.most_squares[other] - gain >= lowest

    def _killer_first(self, ply: i64, first: i64, end: i64) -> None:
        """Puts the move that led to the last lowest position in front."""
        moves = self._moves
        for index in range(first, end):
            if moves[index] == self._killers[ply]:
                moves[index] = moves[first]
                moves[first] = self._killers[ply]
                return

    def _must_stop(self) -> bool:
        """Returns True if the search has to stop; asks every few thousand nodes."""
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + POLL_INTERVAL
            self.stopped = self.stopped or self.poll()
        return self.stopped


def pseudo_legal_moves(board: NoviceBoard, side: i64) -> list[i64]:
    """Returns the moves of a side, in the program's order."""
    moves = vec[i64]([0] * MOVES_PER_PLY)
    end = board.generate(side, moves, 0)
    return [moves[index] for index in range(end)]
