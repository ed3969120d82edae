"""FirstChess (2002), a chess program for learners: a C program of one file by Pham Hong Nguyen.

He announced it on the Computer Chess Club on 24 July 2002 and gave it away as freeware. The Chess Programming Wiki
describes it, with its board, search and evaluation: https://www.chessprogramming.org/FirstChess

Certain, because the description prints it: the two arrays of the board, the piece values, the alpha-beta search and the
evaluation, with the leaf value that is not negated. Certain, because replies of the original come out exactly, move,
nodes and score (tests/data/firstchess-replies.json): the order of generation, and depth 5. Known from its author's
source: promotions on a push only, and that MATE is 10,000 and the root's window -MATE to MATE. The description prints
MATE without its value, and no reply in the data has a mate score. Inferred: a pawn that captured on the last rank has
no moves from there. The original looks beyond its arrays in that case, and the values there depend on the compiler.

The program is for Black; here it plays either side. Its board, generator and search are in cores/firstchess.py.
"""

from __future__ import annotations

from typing import Final

from modern.build import COMPILED, MUSEUM, build_mode
from modern.players.museum.cores.firstchess import (
    BLACK,
    EMPTY,
    MATE,
    MAX_DEPTH,
    PAWN,
    WHITE,
    FirstChessBoard,
    FirstChessSearch,
    destination_of,
    origin_of,
    promoted_of,
)
from modern.players.museum.exhibit import Exhibit, ProgramChoice
from modern.players.protocol import SPIN, MoveRequest, Option
from modern.report import Score
from modern.rules import Position

DEPTH: Final = "Depth"

#: The letter of each piece type, in the program's order.
LETTERS: Final = "PNBRQK"
#: Nodes between two questions whether to stop: compiled ten milliseconds, interpreted a tenth of a second.
POLL_INTERVAL: Final = 2048 if build_mode(MUSEUM) == COMPILED else 64


class FirstChessPlayer(Exhibit):
    """FirstChess: material, five plies, and no castling or en passant of its own."""

    name = "FirstChess"
    author = "Pham Hong Nguyen"
    year = "2002"
    depth = "5 plies (option Depth)"
    score_note = "its score has the opposite sign: the higher it is, the more it expects to be behind"
    options = (Option(DEPTH, SPIN, "5", 1, int(MAX_DEPTH)),)

    def choose(self, request: MoveRequest) -> ProgramChoice:
        """Searches to the fixed depth. The score is the number that the search returns, whatever it stands for."""
        board = board_of(request.game.position)
        depth = int(self.settings[DEPTH])
        search = FirstChessSearch(board, lambda: request.control.stopped, POLL_INTERVAL)
        search.stopped = request.control.stopped
        value = search.search(-MATE, MATE, depth, 0)
        if search.stopped:
            value = search.alpha
        best = [self._as_played(board, move) for move in reversed(search.best)]
        if not best:
            score = None if search.stopped else Score(int(value))
            return ProgramChoice("", score, search.nodes, depth)
        is_pawn = stays_pawn(board, search.best[-1])
        instead = f"captures on {best[0][2:4]} and leaves the pawn a pawn" if is_pawn else ""
        return ProgramChoice(best[0], Score(int(value)), search.nodes, depth, best[:1], best, instead=instead)

    def _as_played(self, board: FirstChessBoard, move: int) -> str:
        """Returns a root move in UCI notation. A capture on the last rank becomes a promotion to a queen."""
        return uci_of(move) + ("q" if stays_pawn(board, move) else "")


def board_of(position: Position) -> FirstChessBoard:
    """Returns a position as FirstChess's board, which knows nothing of castling rights and en passant."""
    piece, colour = [int(EMPTY)] * 64, [int(EMPTY)] * 64
    for square in range(64):
        letter = position.piece_at(square ^ 56)  # the rules count from a1, FirstChess from a8
        if letter is not None:
            piece[square] = LETTERS.index(letter.upper())
            colour[square] = int(WHITE if letter.isupper() else BLACK)
    return FirstChessBoard(piece, colour, int(WHITE if position.side == "white" else BLACK))


def uci_of(move: int) -> str:
    """Returns a move of FirstChess in UCI notation."""
    promoted = promoted_of(move)
    return name_of(origin_of(move)) + name_of(destination_of(move)) + (LETTERS[promoted].lower() if promoted else "")


def name_of(square: int) -> str:
    """Returns the name of a square, a8 to h1 for 0 to 63."""
    return "abcdefgh"[square % 8] + "87654321"[square // 8]


def stays_pawn(board: FirstChessBoard, move: int) -> bool:
    """Returns True if a move takes a pawn to the last rank and does not promote it."""
    is_pawn = board.piece[origin_of(move)] == PAWN
    return is_pawn and destination_of(move) >> 3 in (0, 7) and promoted_of(move) == PAWN
