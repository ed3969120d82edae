"""How the tutorial of Huo Chess chooses a move in its chapters III, IV and V.

The three methods ComputerMove, HumanMove1 and ComputerMove2 of the tutorial are `computer_move`, `human_move_1` and
`computer_move_2`: the program's move, the opponent's reply, and the program's next move. Scores are in pawns from the
program's view. The tutorial's are from White's view, and it writes each comparison twice, with >= and with <=.

    ONE_PLY    chapter III: the score after the program's move counts.
    THREE_PLY  chapter IV: the best score after any reply and any next move counts, so the worst replies decide.
    MINIMAX    chapter V: the reply with the lowest score counts; a reply has the score of the best next move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modern.players.museum.cores.tutorial_board import VALUES, TutorialBoard
from modern.rules.bitboard import BIT, lowest
from modern.rules.native import i64
from modern.rules.pieces import WHITE

ONE_PLY: Final[i64] = 1
THREE_PLY: Final[i64] = 2
MINIMAX: Final[i64] = 3

#: The score of a move after which chapter IV reaches no end of its search; below every score in pawns.
NO_LEAF: Final[i64] = -100_000
#: Stands for no move in a line.
NO_MOVE: Final[i64] = -1
#: The number of nodes between two looks at the stop request.
POLL_INTERVAL: Final[i64] = 2048


class RootMove:
    """A move of the program, its score in pawns, and the reply and the next move that give it that score.

    Each move is 64 times its first square plus its last one, or NO_MOVE.
    """

    def __init__(self, move: i64, score: i64, reply: i64, next_move: i64) -> None:
        self.move: Final = move
        self.score: Final = score
        self.reply: Final = reply
        self.next_move: Final = next_move


class TutorialSearch:
    """One think of the tutorial's program.

    `root_moves`  the moves that it has tried, in the order of its scan.
    `nodes`       the number of moves that it has made, at all depths.
    `stopped`     True if `poll` has ended the search; the move in progress is then not in `root_moves`.
    """

    def __init__(self, board: TutorialBoard, side: i64, stage: i64, poll: Callable[[], bool]) -> None:
        self.board: Final = board
        self.side: Final = side
        self.stage: Final = stage
        self.poll: Final = poll
        self.root_moves: list[RootMove] = []
        self.nodes: i64 = 0
        self.next_poll: i64 = POLL_INTERVAL
        self.stopped = False
        #: The material in pawns, from the program's view.
        self.score: i64 = board.score() if side == WHITE else -board.score()
        self.reply: i64 = NO_MOVE
        self.next_move: i64 = NO_MOVE
        self.last_move: i64 = NO_MOVE

    def computer_move(self) -> None:
        """Tries all moves of the program: depth 1."""
        board = self.board
        pieces = board.occupied[self.side]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            targets = board.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                captured = board.move(start, finish)
                self.score += self._gain(captured)
                self.nodes += 1
                self.reply = self.next_move = NO_MOVE
                score = self.score if self.stage == ONE_PLY else self.human_move_1()
                if self.stopped:
                    return
                if score != NO_LEAF:
                    self.root_moves.append(RootMove(64 * start + finish, score, self.reply, self.next_move))
                board.undo(start, finish, captured)
                self.score -= self._gain(captured)

    def human_move_1(self) -> i64:
        """Tries all replies: depth 2. Returns the score of the program's move, and keeps the line that gives it.

        If there is no reply, or no move after one, minimax keeps the score of the position that it has reached.
        """
        board = self.board
        result = NO_LEAF
        pieces = board.occupied[self.side ^ 8]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            targets = board.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                captured = board.move(start, finish)
                self.score += self._gain(captured)
                self.nodes += 1
                score = self.computer_move_2()
                if score == NO_LEAF and self.stage == MINIMAX:
                    score = self.score
                board.undo(start, finish, captured)
                self.score -= self._gain(captured)
                if self._must_stop():
                    return NO_LEAF
                if score != NO_LEAF and (result == NO_LEAF or self._decides(score, result)):
                    result = score
                    self.reply = 64 * start + finish
                    self.next_move = self.last_move
        return self.score if result == NO_LEAF and self.stage == MINIMAX else result

    def computer_move_2(self) -> i64:
        """Tries all next moves of the program: depth 3. Returns the best score, or NO_LEAF if there is no move.

        The moves need not be made: only a captured piece changes the score.
        """
        board = self.board
        best = NO_LEAF
        self.last_move = NO_MOVE
        pieces = board.occupied[self.side]
        while pieces != 0:
            start = lowest(pieces)
            pieces ^= BIT[start]
            targets = board.targets(start)
            while targets != 0:
                finish = lowest(targets)
                targets ^= BIT[finish]
                self.nodes += 1
                score = self.score + self._gain(board.mailbox[finish])
                if score >= best:
                    best = score
                    self.last_move = 64 * start + finish
        return best

    def _decides(self, score: i64, result: i64) -> bool:
        """Returns True if a reply's score replaces the result so far; among equals the last reply stays."""
        return score <= result if self.stage == MINIMAX else score >= result

    def _gain(self, captured: i64) -> i64:
        """Returns what the capture of a piece adds to the score."""
        return -VALUES[captured] if self.side == WHITE else VALUES[captured]

    def _must_stop(self) -> bool:
        """Returns True if the search has to stop; asks every few thousand nodes."""
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + POLL_INTERVAL
            self.stopped = self.stopped or self.poll()
        return self.stopped


def chosen(root_moves: list[RootMove]) -> RootMove | None:
    """Returns the move that the program plays, or None if it finds none.

    The best score is 0 at first, and a move replaces the best one if its score is at least as high. So among equals the
    last is played, and no move is found if all have a negative score.
    """
    best: RootMove | None = None
    best_score: i64 = 0
    for root_move in root_moves:
        if root_move.score >= best_score:
            best = root_move
            best_score = root_move.score
    return best
