"""The outcome of a game: over, a claimable draw, or still in progress.

FIDE Laws of Chess, articles 5 and 9.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from modern.rules.bitboard import DARK_SQUARES, popcount
from modern.rules.board import Board
from modern.rules.movegen import legal_codes
from modern.rules.native import i64
from modern.rules.pieces import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, opponent

CHECKMATE: Final = "checkmate"
STALEMATE: Final = "stalemate"
INSUFFICIENT_MATERIAL: Final = "insufficient material"
SEVENTY_FIVE_MOVES: Final = "seventy-five moves"
FIVEFOLD_REPETITION: Final = "fivefold repetition"
FIFTY_MOVES: Final = "fifty moves"
THREEFOLD_REPETITION: Final = "threefold repetition"


class Outcome(NamedTuple):
    """The reason why a game ended, and the winner: 'white', 'black', or None for a draw."""

    reason: str
    winner: str | None = None

    @property
    def result(self) -> str:
        """The result in PGN: 1-0, 0-1 or 1/2-1/2."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner == "white" else "0-1"


def outcome_of(board: Board, claim: bool) -> Outcome | None:
    """Returns how the game ended, or None if it continues. With `claim`, claimable draws end it too."""
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
    """Returns True if no legal moves lead to mate: only kings and one knight, or bishops on squares of one colour."""
    return lacks_mating_material(board, WHITE) and lacks_mating_material(board, BLACK)


def lacks_mating_material(board: Board, side: i64) -> bool:
    """Returns True if a side can mate in no position with these pieces, whatever both sides play.

    A knight, or bishops on squares of one colour, mate only a king that pieces of its own side hem in. A queen never
    does, because she can capture the piece that gives check. https://chasolver.org decides it by search.
    """
    bitboards, them = board.bitboards, opponent(side)
    knights, bishops = bitboards[side + KNIGHT], bitboards[side + BISHOP]
    if bitboards[side + PAWN] | bitboards[side + ROOK] | bitboards[side + QUEEN] != 0:
        return False
    if knights != 0:
        others = bitboards[them] & ~(bitboards[them + KING] | bitboards[them + QUEEN])
        return others == 0 and bishops == 0 and popcount(knights) == 1
    if bishops != 0:
        bishops |= bitboards[them + BISHOP]
        one_colour = bishops & DARK_SQUARES == 0 or bishops & ~DARK_SQUARES == 0
        return one_colour and bitboards[them + PAWN] | bitboards[them + KNIGHT] == 0
    return True


def cannot_mate(board: Board, side: i64) -> bool:
    """Returns True if a side cannot mate by any series of legal moves, so that a fallen flag is a draw (article 6.9).

    The material decides, now or after every legal move. That a wall of pawns keeps the pieces apart, for example, is
    not seen.
    """
    if lacks_mating_material(board, side):
        return True
    after = board.scratch_copy()
    moves = legal_codes(board)
    for move in moves:
        after.make_move(move)
        if not lacks_mating_material(after, side):
            return False
        after.unmake()
    return bool(moves)


def repetitions(board: Board) -> int:
    """Returns how often the position has occurred in the history, including now.

    Positions are the same if they have the same pieces on the same squares, side to move, castling rights and legal en
    passant captures. Their keys are compared; two different positions share a key with a chance of 1 in 2**64.
    """
    count = 1
    index = board.ply - 2
    while index >= 0 and index >= board.ply - board.halfmove_clock:  # back to the last capture or pawn move
        if board.key_history[index] == board.key:
            count += 1
        index -= 2
    return count


def may_claim_threefold(board: Board) -> bool:
    """Returns True if a position has occurred three times, now or after a legal move (article 9.2)."""
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
    """Returns True after fifty moves a side without a capture or pawn move, now or after a legal move (article 9.3)."""
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
