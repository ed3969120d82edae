"""How the C# edition of Huo Chess chooses a move, as far as the third lesson of its tutorial defines it.

The flow has three levels: the program's move, the opponent's reply, and the program's next move. It differs from
chapter V in five ways.

1. A move must be legal: the king may not be left in check. The lesson tests legality and validity at every level.
2. A knight's move to the edge of the board is stupid before move 5, and is not tried.
3. If a move takes back the piece that has just moved, with a piece worth no more, it is played. The last such move of
   the scan wins, and from the first one on no reply is looked at.
4. A reply is looked into only if its score is at least as good for the opponent as that of every reply before it.
5. Minimax starts with the first move that has a node, and a move replaces the best one only if its score is higher. So
   among equals the first is played. A move without nodes, such as a checkmate, is not played.

Scores are in pawns, from the program's view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.players.museum.cores.tutorial_board import VALUES, TutorialBoard
from modern.players.museum.cores.tutorial_search import NO_LEAF, NO_MOVE, POLL_INTERVAL, RootMove
from modern.rules.bitboard import BIT, lowest
from modern.rules.native import i64
from modern.rules.pieces import KNIGHT, WHITE

#: Before this move number a knight does not go to the edge.
KNIGHTS_STAY_OFF_THE_EDGE_BEFORE: Final[i64] = 5


class ThirdLesson:
    """One think of the flow.

    `root_moves`  the moves that have nodes, in the order of the scan.
    `tried`       the legal moves that are not stupid, in the order of the scan.
    `eat_back`    the move that takes back the piece that has just moved, or NO_MOVE.
    `nodes`       the number of moves that it has made, at all levels.
    `stopped`     True if `poll` has ended the search; the move in progress is then not in `root_moves`.
    """

    def __init__(self, board: TutorialBoard, side: i64, move_number: i64, poll: Callable[[], bool]) -> None:
        self.board: Final = board
        self.side: Final = side
        self.move_number: Final = move_number
        self.poll: Final = poll
        self.root_moves: list[RootMove] = []
        self.tried: list[i64] = []
        self.eat_back: i64 = NO_MOVE
        self.nodes: i64 = 0
        self.next_poll: i64 = POLL_INTERVAL
        self.stopped = False
        self.score: i64 = board.score() if side == WHITE else -board.score()
        self.reply: i64 = NO_MOVE
        self.next_move: i64 = NO_MOVE
        self.last_move: i64 = NO_MOVE

    def computer_move(self, last_target: i64, last_value: i64) -> None:
        """Tries the program's moves: level 0.

        `last_target` is the square to which the opponent has just moved, or -1, and `last_value` the value of the piece
        that moved there.
        """
        board = self.board
        pieces = board.occupied[self.side]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            value = _size(VALUES[board.mailbox[start]])
            targets = board.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                if self._is_stupid(start, finish):
                    continue
                captured = board.move(start, finish)
                if not board.is_in_check(self.side):
                    self.nodes += 1
                    self.tried.append(64 * start + finish)
                    if finish == last_target and value <= last_value:
                        self.eat_back = 64 * start + finish
                    if self.eat_back == NO_MOVE:
                        self.score += self._gain(captured)
                        score = self.human_move_1()
                        self.score -= self._gain(captured)
                        if self.stopped:
                            return
                        if score != NO_LEAF:
                            self.root_moves.append(RootMove(64 * start + finish, score, self.reply, self.next_move))
                board.undo(start, finish, captured)

    def human_move_1(self) -> i64:
        """Tries the replies: level 1. Returns the lowest score of those looked into, or NO_LEAF if there is none."""
        board = self.board
        result = NO_LEAF
        best_reply: i64 = -NO_LEAF
        pieces = board.occupied[self.side ^ 8]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            targets = board.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                captured = board.move(start, finish)
                score = NO_LEAF
                if not board.is_in_check(self.side ^ 8):
                    self.nodes += 1
                    self.score += self._gain(captured)
                    if self.score <= best_reply:
                        best_reply = self.score
                        score = self.computer_move_2()
                    self.score -= self._gain(captured)
                board.undo(start, finish, captured)
                if self._must_stop():
                    return NO_LEAF
                if score != NO_LEAF and (result == NO_LEAF or score <= result):
                    result = score
                    self.reply = 64 * start + finish
                    self.next_move = self.last_move
        return result

    def computer_move_2(self) -> i64:
        """Tries the program's next moves: level 2. Returns the highest score, or NO_LEAF if there is no legal move."""
        board = self.board
        best = NO_LEAF
        pieces = board.occupied[self.side]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            targets = board.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                captured = board.move(start, finish)
                if not board.is_in_check(self.side):
                    self.nodes += 1
                    score = self.score + self._gain(captured)
                    if score >= best:
                        best = score
                        self.last_move = 64 * start + finish
                board.undo(start, finish, captured)
        return best

    def _is_stupid(self, start: i64, finish: i64) -> bool:
        """Returns True if the move is one that the lesson calls stupid: a knight's move to the edge in the opening."""
        if self.board.mailbox[start] & 7 != KNIGHT or self.move_number >= KNIGHTS_STAY_OFF_THE_EDGE_BEFORE:
            return False
        column, rank = finish >> 3, finish & 7
        return column == 0 or column == 7 or rank == 0 or rank == 7

    def _gain(self, captured: i64) -> i64:
        """Returns what the capture of a piece adds to the score."""
        return -VALUES[captured] if self.side == WHITE else VALUES[captured]

    def _must_stop(self) -> bool:
        """Returns True if the search has to stop; asks every few thousand nodes."""
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + POLL_INTERVAL
            self.stopped = self.stopped or self.poll()
        return self.stopped


def _size(value: i64) -> i64:
    """Returns a value without its sign."""
    return value if value >= 0 else -value


def first_of_the_best(root_moves: list[RootMove]) -> RootMove | None:
    """Returns the move with the highest score, the first among equals; None if there is no move with a node."""
    best: RootMove | None = None
    for root_move in root_moves:
        if best is None or root_move.score > best.score:
            best = root_move
    return best
