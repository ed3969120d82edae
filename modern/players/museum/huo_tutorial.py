"""Huo Chess as its tutorial builds it, chapter by chapter.

What it was: the program of "Programming a chess application in QBasic (QB64)", a tutorial that teaches programming. It
builds the program up in five chapters. The first two read a move and test its legality. The others choose one: a single
ply (III), three plies of which the best end counts (IV), and three plies with minimax (V).
Who and when: Spiros Kakos (skakos), on Harmonia Philosophica. Huo Chess is older, and the pages on its C# edition are
from 2009 to 2011; the dated news of the QBasic tutorial are from 2020 to 2022.
Where it is described: in the tutorial. It prints the evaluation, the loops of chapter III, their calls in chapter IV
and the C# loops of minimax. It gives the program's later versions for download; exhibit `huo` is the finished one.

Certain, because it is printed: the values; the order of the scan; that the best score is 0 at first; that a move
replaces the best one if it is at least as good; the test of legality for the rook.
Inferred: that the other pieces move by the rules, without castling, en passant and promotion, which no chapter names;
that no king is protected, because no chapter tests for check; that chapter IV notes the first move of a line, though
its code names the variables of the third; that chapter V compares at the root as chapters III and IV do; that a reply
after which no move follows keeps its own score. A pawn that reaches the last rank is played as a promotion to a queen,
as in the finished edition.

`third-lesson` is the flow of the C# edition from "How to Develop a Chess Program for Beginners 3", without what the
lesson names and does not define. modern.players.museum.cores.third_lesson has its six rules; the docs say what is
missing. Certain, because it is printed: the steps, taking back, the minimax with the minimum that begins anew, that the
depth is even, and that a program without a move resigns; here the arbiter plays on. Inferred: depth 2, the levels of
the printed minimax; all four edges for a knight; that "better" includes equal; that a number of a node with no record
holds 0; that a move without nodes is not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modern.facts import fact
from modern.players.museum.cores.third_lesson import ThirdLesson, first_of_the_best
from modern.players.museum.cores.tutorial_board import VALUES, TutorialBoard, finish_of, start_of
from modern.players.museum.cores.tutorial_search import (
    MINIMAX,
    NO_MOVE,
    ONE_PLY,
    THREE_PLY,
    RootMove,
    TutorialSearch,
    chosen,
)
from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.players.protocol import COMBO, MoveRequest, Option
from modern.report import Score
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES
from modern.rules.pieces import BLACK, PIECE_LETTERS, WHITE

STAGE: Final = "Stage"
THIRD_LESSON: Final = "third-lesson"
#: The stages that share one search, and the number of plies of each stage.
STAGES: Final = {"one-ply": ONE_PLY, "three-ply": THREE_PLY, "minimax": MINIMAX}
PLIES: Final = {"one-ply": 1, "three-ply": 3, "minimax": 3, THIRD_LESSON: 3}


class HuoTutorialPlayer(Exhibit):
    """Huo Chess at one of the stages of its tutorial."""

    name = "Huo Chess tutorial"
    author = "Spiros Kakos"
    year = "2020"
    depth = "1 or 3 plies (option Stage)"
    options = (Option(STAGE, COMBO, "minimax", choices=tuple(PLIES)),)

    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Thinks as the tutorial's program does at this stage."""
        position = request.game.position
        board = tutorial_board(position)
        side = WHITE if position.side == "white" else BLACK
        stage = self.settings[STAGE]

        def poll() -> bool:
            return request.control.stopped

        if stage == THIRD_LESSON:
            lesson = ThirdLesson(board, side, position.fullmove_number, poll)
            lesson.computer_move(*last_move_of_opponent(request))
            return lesson_choice(position, lesson)
        search = TutorialSearch(board, side, STAGES[stage], poll)
        search.computer_move()
        return stage_choice(position, search, PLIES[stage])


def tutorial_board(position: Position) -> TutorialBoard:
    """Returns the tutorial's board with the pieces of a position."""
    pieces = [0] * 64
    for square in range(64):
        letter = position.piece_at(square)
        if letter is not None:
            pieces[transposed(square)] = PIECE_LETTERS.rindex(letter)
    return TutorialBoard(pieces)


def transposed(square: int) -> int:
    """Returns the tutorial's number of a square from the number in modern.rules, or the other way."""
    return 8 * (square % 8) + square // 8


def last_move_of_opponent(request: MoveRequest) -> tuple[int, int]:
    """Returns the square to which the opponent has just moved and the value of the piece there, or -1 and 0."""
    if not request.game.moves:
        return -1, 0
    square = request.game.moves[-1].to_square
    letter = request.game.position.piece_at(square)
    assert letter is not None
    return transposed(square), abs(int(VALUES[PIECE_LETTERS.rindex(letter)]))


def stage_choice(position: Position, search: TutorialSearch, plies: int) -> ProgramChoice:
    """Returns the choice of chapter III, IV or V."""
    best = chosen(search.root_moves)
    ranked = best_first(search.root_moves[::-1])  # the last among equals is preferred
    return ProgramChoice(
        move=uci_of(position, best.move) if best else "",
        score=score_of(ranked),
        nodes=search.nodes,
        depth=plies,
        pv=line_of(position, best or (ranked[0] if ranked else None)),
        tried=[uci_of(position, root_move.move) for root_move in ranked],
        reason=fact("arbiter.finds_none_at_0"),
    )


def lesson_choice(position: Position, lesson: ThirdLesson) -> ProgramChoice:
    """Returns the choice of the third lesson's flow."""
    ranked = best_first(lesson.root_moves)
    tried = [*(root_move.move for root_move in ranked), *lesson.tried]
    if lesson.eat_back != NO_MOVE:
        move, pv = uci_of(position, lesson.eat_back), [uci_of(position, lesson.eat_back)]
    else:
        best = first_of_the_best(lesson.root_moves)
        move, pv = uci_of(position, best.move) if best else "", line_of(position, best)
    return ProgramChoice(
        move=move,
        score=score_of(ranked) if lesson.eat_back == NO_MOVE else None,
        nodes=lesson.nodes,
        depth=PLIES[THIRD_LESSON],
        pv=pv,
        tried=[uci_of(position, code) for code in tried],
        reason=fact("arbiter.resigns_no_node"),
    )


def best_first(root_moves: Sequence[RootMove]) -> list[RootMove]:
    """Returns the moves by their scores, the highest first; equals keep their order."""
    return sorted(root_moves, key=lambda root_move: root_move.score, reverse=True)


def score_of(ranked: Sequence[RootMove]) -> Score | None:
    """Returns the highest score; None if no move has one."""
    return Score(centipawns=100 * ranked[0].score) if ranked else None


def line_of(position: Position, root_move: RootMove | None) -> list[str]:
    """Returns the line that gives a move its score, in UCI notation; empty without a move."""
    if root_move is None:
        return []
    codes = [code for code in (root_move.move, root_move.reply, root_move.next_move) if code != NO_MOVE]
    return [uci_of(position, codes[0]), *(squares_of_move(code) for code in codes[1:])]


def squares_of_move(code: int) -> str:
    """Returns the two squares of a move of the core."""
    return SQUARE_NAMES[transposed(start_of(code))] + SQUARE_NAMES[transposed(finish_of(code))]


def uci_of(position: Position, code: int) -> str:
    """Returns a root move in UCI notation. A pawn that reaches the last rank becomes a queen."""
    squares = squares_of_move(code)
    is_pawn = position.piece_at(transposed(start_of(code))) in ("P", "p")
    return f"{squares}q" if is_pawn and squares[3] in "18" else squares
