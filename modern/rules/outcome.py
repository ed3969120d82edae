"""How a game stands: over, to be claimed as a draw, or going on.

FIDE Laws of Chess, articles 5 and 9.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.rules.bitboard import DARK_SQUARES, popcount
from modern.rules.board import Board
from modern.rules.legality import legal_codes
from modern.rules.pieces import BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE

CHECKMATE: Final = "checkmate"
STALEMATE: Final = "stalemate"
INSUFFICIENT_MATERIAL: Final = "insufficient material"
SEVENTY_FIVE_MOVES: Final = "seventy-five moves"
FIVEFOLD_REPETITION: Final = "fivefold repetition"
FIFTY_MOVES: Final = "fifty moves"
THREEFOLD_REPETITION: Final = "threefold repetition"


class Outcome(NamedTuple):
    """How a game ended: the reason, and who won, 'white', 'black' or, where it is a draw, None."""

    reason: str
    winner: str | None = None

    @property
    def result(self) -> str:
        """As PGN has it: 1-0, 0-1 or 1/2-1/2."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner == "white" else "0-1"


def outcome_of(board: Board, claim: bool) -> Outcome | None:
    """How the game ended, or None if it goes on; with `claim`, also a draw that the side to move may claim."""
    moves = legal_codes(board)
    if not moves and board.in_check():
        return Outcome(CHECKMATE, "black" if board.turn == WHITE else "white")
    if insufficient_material(board):
        return Outcome(INSUFFICIENT_MATERIAL)
    if not moves:
        return Outcome(STALEMATE)
    if board.halfmove_clock >= 150:
        return Outcome(SEVENTY_FIVE_MOVES)
    if repetitions(board) >= 5:
        return Outcome(FIVEFOLD_REPETITION)
    if claim and may_claim_fifty_moves(board):
        return Outcome(FIFTY_MOVES)
    if claim and may_claim_threefold(board):
        return Outcome(THREEFOLD_REPETITION)
    return None


def insufficient_material(board: Board) -> bool:
    """Whether no series of legal moves can mate: king against king, with a knight, or with bishops of one colour."""
    men = board.bitboards
    for kind in (PAWN, ROOK, QUEEN):
        if men[kind] | men[8 + kind] != 0:
            return False
    knights = men[KNIGHT] | men[8 + KNIGHT]
    bishops = men[BISHOP] | men[8 + BISHOP]
    if knights != 0:
        return bishops == 0 and popcount(knights) == 1
    return bishops & DARK_SQUARES == 0 or bishops & ~DARK_SQUARES == 0


def repetitions(board: Board) -> int:
    """How often the position has stood on the board, this time included, as far as the history goes back.

    The same men on the same squares, side to move, castling rights and lawful en passant: that is, the same key. For
    two that differ the chance to share one is 1 in 2**64.
    """
    times = 1
    index = board.ply - 2
    while index >= 0 and index >= board.ply - board.halfmove_clock:  # no further than the last capture or pawn's move
        if board.key_history[index] == board.key:
            times += 1
        index -= 2
    return times


def may_claim_threefold(board: Board) -> bool:
    """Whether the position has come up three times, or will have by a legal move (article 9.2)."""
    if repetitions(board) >= 3:
        return True
    after = board.scratch_copy()
    for move in legal_codes(board):
        after.make_move(move)
        if repetitions(after) >= 3:
            return True
        after.unmake()
    return False


def may_claim_fifty_moves(board: Board) -> bool:
    """Whether fifty moves have been made by each side without a capture or a pawn's move, or will have (9.3)."""
    if board.halfmove_clock >= 100:
        return bool(legal_codes(board))
    if board.halfmove_clock < 99:
        return False
    after = board.scratch_copy()
    for move in legal_codes(board):
        after.make_move(move)
        if after.halfmove_clock >= 100 and legal_codes(after):
            return True
        after.unmake()
    return False
