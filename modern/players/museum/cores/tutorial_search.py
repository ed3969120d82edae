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

from modern.players.museum.cores.tutorial_board import VALUES, TutorialBoard, finish_of, start_of
from modern.rules.native import i64, vec
from modern.rules.pieces import WHITE, opponent

ONE_PLY: Final[i64] = 1
THREE_PLY: Final[i64] = 2
MINIMAX: Final[i64] = 3

#: The score of a move after which chapter IV reaches no end of its search; below every score in pawns.
NO_LEAF: Final[i64] = -100_000
#: Stands for no move in a line.
NO_MOVE: Final[i64] = -1
#: The depths of the search, in plies, and room for the moves of one: nine queens and the other pieces have fewer.
PLIES: Final[i64] = 3
MOVES_PER_PLY: Final[i64] = 512
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


class TutorialThinking:
    """The state of one thought of the tutorial's program, in its chapters and in the third lesson.

    `root_moves`  the moves that it has a score for, in the order of its scan.
    `nodes`       the number of moves that it has made, at all depths.
    `stopped`     True if `poll` has ended the search; the move in progress is then not in `root_moves`.
    `score`       the material of the current position in pawns, from the program's view.
    `moves`       the moves of all depths of the current line; a reply's follow the program's.
    """

    def __init__(self, board: TutorialBoard, side: i64, poll: Callable[[], bool]) -> None:
        self.board: Final = board
        self.side: Final = side
        self.poll: Final = poll
        self.root_moves: list[RootMove] = []
        self.nodes: i64 = 0
        self.next_poll: i64 = POLL_INTERVAL
        self.stopped = False
        self.score: i64 = board.score() if side == WHITE else -board.score()
        self.moves: Final = vec[i64]([0] * (PLIES * MOVES_PER_PLY))
        self.reply: i64 = NO_MOVE
        self.next_move: i64 = NO_MOVE
        self.last_move: i64 = NO_MOVE

    def add_root_move(self, move: i64, score: i64) -> None:
        """Adds a move of the program with its score and the line that gives it that score."""
        self.root_moves.append(RootMove(move, score, self.reply, self.next_move))

    def gain(self, captured: i64) -> i64:
        """Returns the contribution of a piece's capture to the score."""
        return -VALUES[captured] if self.side == WHITE else VALUES[captured]

    def must_stop(self) -> bool:
        """Returns True if the search has to stop; asks every few thousand nodes."""
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + POLL_INTERVAL
            self.stopped = self.stopped or self.poll()
        return self.stopped


class TutorialSearch(TutorialThinking):
    """One think of the tutorial's program at a stage: ONE_PLY, THREE_PLY or MINIMAX."""

    def __init__(self, board: TutorialBoard, side: i64, stage: i64, poll: Callable[[], bool]) -> None:
        super().__init__(board, side, poll)
        self.stage: Final = stage

    def computer_move(self) -> None:
        """Tries all moves of the program: depth 1."""
        board = self.board
        end = board.generate(self.side, self.moves, 0)
        for index in range(end):
            move = self.moves[index]
            captured = board.move(start_of(move), finish_of(move))
            self.score += self.gain(captured)
            self.nodes += 1
            self.reply = self.next_move = NO_MOVE
            score = self.score if self.stage == ONE_PLY else self.human_move_1(end)
            if self.stopped:
                return
            if score != NO_LEAF:
                self.add_root_move(move, score)
            board.undo(start_of(move), finish_of(move), captured)
            self.score -= self.gain(captured)

    def human_move_1(self, first: i64) -> i64:
        """Tries all replies: depth 2. Returns the score of the program's move, and keeps the line that gives it.

        Without a reply, or a move after one, minimax keeps the score of the position that it has reached. `first`
        is the first free index of `moves`.
        """
        board = self.board
        result = NO_LEAF
        end = board.generate(opponent(self.side), self.moves, first)
        for index in range(first, end):
            move = self.moves[index]
            captured = board.move(start_of(move), finish_of(move))
            self.score += self.gain(captured)
            self.nodes += 1
            score = self.computer_move_2(end)
            if score == NO_LEAF and self.stage == MINIMAX:
                score = self.score
            board.undo(start_of(move), finish_of(move), captured)
            self.score -= self.gain(captured)
            if self.must_stop():
                return NO_LEAF
            if score != NO_LEAF and (result == NO_LEAF or self._decides(score, result)):
                result = score
                self.reply = move
                self.next_move = self.last_move
        return self.score if result == NO_LEAF and self.stage == MINIMAX else result

    def computer_move_2(self, first: i64) -> i64:
        """Tries all next moves of the program: depth 3. Returns the best score, or NO_LEAF without a move.

        The moves need not be made: only a captured piece changes the score.
        """
        board = self.board
        best = NO_LEAF
        self.last_move = NO_MOVE
        for index in range(first, board.generate(self.side, self.moves, first)):
            move = self.moves[index]
            self.nodes += 1
            score = self.score + self.gain(board.mailbox[finish_of(move)])
            if score >= best:
                best = score
                self.last_move = move
        return best

    def _decides(self, score: i64, result: i64) -> bool:
        """Returns True if a reply's score replaces the result so far; among equals the last reply stays."""
        return score <= result if self.stage == MINIMAX else score >= result


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
