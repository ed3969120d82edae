"""How the C# edition of Huo Chess chooses a move, as far as the third lesson of its tutorial defines it.

The flow has three levels: the program's move, the opponent's reply, and the program's next move. The lesson says only
that the depth is even; its printed minimax has these three levels. It differs from chapter V in six ways.

1. A move must be legal: the king may not be left in check. The lesson tests legality and validity at every level.
2. A knight's move to the edge of the board is stupid before move 5, and is not tried.
3. If a move takes back the piece that has just moved, with a piece worth no more, it is played. The last such move of
   the scan wins, and from the first one on no reply is looked at.
4. A reply is looked into only if its score is at least as good for the opponent as every earlier reply's. That
   this starts anew for each of the program's moves is ours: the lesson does not print where it does.
5. Minimax, as printed, begins a minimum anew whenever the parent changes from one node to the next. Every legal reply
   takes a number, and one that is not looked into, or that has no next move, has no parent recorded at its number. So
   the replies before it are forgotten: a move's score is the lowest of its last replies looked into in a row. This
   takes the numbers without a record as 0, which is how the lesson's step "initialize all nodes" is read.
6. Minimax starts with the first move that has a node, and a move replaces the best one only if its score is higher. So
   among equals the first is played. A move without nodes, such as a checkmate, is not played: what the lesson stores
   for it is not printed. If no move has a node, the program resigns.

Scores are in pawns, from the program's view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.players.museum.cores.tutorial_board import VALUES, TutorialBoard, finish_of, start_of
from modern.players.museum.cores.tutorial_search import NO_LEAF, NO_MOVE, RootMove, TutorialThinking
from modern.rules.native import i64
from modern.rules.pieces import KNIGHT, opponent, piece_type_of

#: Before this move number a knight does not go to the edge.
KNIGHTS_STAY_OFF_THE_EDGE_BEFORE: Final[i64] = 5


class ThirdLesson(TutorialThinking):
    """One think of the flow. Its `root_moves` are the moves that have nodes.

    `tried`     the legal moves that are not stupid, in the order of the scan.
    `eat_back`  the move that takes back the piece that has just moved, or NO_MOVE.
    """

    def __init__(self, board: TutorialBoard, side: i64, move_number: i64, poll: Callable[[], bool]) -> None:
        super().__init__(board, side, poll)
        self.move_number: Final = move_number
        self.tried: list[i64] = []
        self.eat_back: i64 = NO_MOVE

    def computer_move(self, last_target: i64, last_value: i64) -> None:
        """Tries the program's moves: level 0.

        `last_target` is the square to which the opponent has just moved, or -1, and `last_value` the value of the piece
        that moved there.
        """
        board = self.board
        end = board.generate(self.side, self.moves, 0)
        for index in range(end):
            move = self.moves[index]
            start, finish = start_of(move), finish_of(move)
            if self._is_stupid(start, finish):
                continue
            value = _size(VALUES[board.mailbox[start]])
            captured = board.move(start, finish)
            if not board.is_in_check(self.side):
                self.nodes += 1
                self.tried.append(move)
                if finish == last_target and value <= last_value:
                    self.eat_back = move
                if self.eat_back == NO_MOVE:
                    self.score += self.gain(captured)
                    score = self.human_move_1(end)
                    self.score -= self.gain(captured)
                    if self.stopped:
                        return
                    if score != NO_LEAF:
                        self.add_root_move(move, score)
            board.undo(start, finish, captured)

    def human_move_1(self, first: i64) -> i64:
        """Tries the replies: level 1. Returns the lowest score of the last ones looked into in a row, or NO_LEAF if
        there is none.

        `first` is the first free index of `moves`.
        """
        board = self.board
        result = NO_LEAF
        starts_anew = True
        best_reply: i64 = -NO_LEAF
        other = opponent(self.side)
        end = board.generate(other, self.moves, first)
        for index in range(first, end):
            move = self.moves[index]
            start, finish = start_of(move), finish_of(move)
            captured = board.move(start, finish)
            is_legal = not board.is_in_check(other)
            score = NO_LEAF
            if is_legal:
                self.nodes += 1
                self.score += self.gain(captured)
                if self.score <= best_reply:
                    best_reply = self.score
                    score = self.computer_move_2(end)
                self.score -= self.gain(captured)
            board.undo(start, finish, captured)
            if self.must_stop():
                return NO_LEAF
            if score != NO_LEAF and (starts_anew or score <= result):
                result = score
                self.reply = move
                self.next_move = self.last_move
            if is_legal:
                starts_anew = score == NO_LEAF
        return result

    def computer_move_2(self, first: i64) -> i64:
        """Tries the program's next moves: level 2. Returns the highest score, or NO_LEAF without a legal move."""
        board = self.board
        best = NO_LEAF
        for index in range(first, board.generate(self.side, self.moves, first)):
            move = self.moves[index]
            start, finish = start_of(move), finish_of(move)
            captured = board.move(start, finish)
            if not board.is_in_check(self.side):
                self.nodes += 1
                score = self.score + self.gain(captured)
                if score >= best:
                    best = score
                    self.last_move = move
            board.undo(start, finish, captured)
        return best

    def _is_stupid(self, start: i64, finish: i64) -> bool:
        """Returns True if the move is one that the lesson calls stupid: a knight's move to the edge in the opening."""
        if piece_type_of(self.board.mailbox[start]) != KNIGHT or self.move_number >= KNIGHTS_STAY_OFF_THE_EDGE_BEFORE:
            return False
        column, rank = finish >> 3, finish & 7
        return column == 0 or column == 7 or rank == 0 or rank == 7


def _size(value: i64) -> i64:
    """Returns a value without its sign."""
    return value if value >= 0 else -value


def first_of_the_best(root_moves: list[RootMove]) -> RootMove | None:
    """Returns the move with the highest score, the first among equals; None without a move that has a node."""
    best: RootMove | None = None
    for root_move in root_moves:
        if best is None or root_move.score > best.score:
            best = root_move
    return best
