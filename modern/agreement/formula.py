"""The formula of the report's section 2-2, as its prose states it, in centipawns.

    material     1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen, 1000 for the king
    control      .1 for each square that a side controls
    centre       .1 for each square of the centre (d4, e4, d5, e5) that it controls
    unprotected  minus a quarter of its value for each piece, except the king, that no piece of its own side protects
    check        minus 6.25 for a king in check

Each term is the difference between the scored side and its opponent. The prose does not define when a square is
controlled. Here it has the meaning that chess players give it: a side controls a square if one of its pieces attacks
it, whether the square is empty or occupied by either side. A pawn attacks its two diagonal squares. A square counts
once, however many pieces attack it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from historic.position.sides import WHITE, other_side, side_named
from historic.position.squares import CENTRE as CENTRE_SQUARES
from historic.position.squares import SQUARES
from historic.position.state import PIECE_COUNT
from historic.tables import LETTERS
from modern.agreement.attacks import ALL_SQUARES
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import SIDE_BY_NAME
from modern.rules.attacks import attacks_of
from modern.rules.bitboard import bitboard_of
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, PIECE_TYPE_LETTERS, QUEEN, ROOK

MATERIAL: Final = "material"
CONTROL: Final = "control"
CENTRE: Final = "centre"
UNPROTECTED: Final = "unprotected"
CHECK: Final = "check"

#: The piece values of the formula, in centipawns.
FORMULA_VALUES: Final = {PAWN: 100, KNIGHT: 300, BISHOP: 300, ROOK: 500, QUEEN: 900, KING: 100_000}
SQUARE_BONUS: Final = 10
CHECK_PENALTY: Final = 625

#: The centre squares as a bitboard.
CENTRE_BITBOARD: Final = bitboard_of(SQUARE_64[square] for square in CENTRE_SQUARES)

#: The piece type of each of the listing's piece numbers, 0 to 23.
PIECE_TYPE_OF_NUMBER: Final = tuple(
    PIECE_TYPE_LETTERS.index(letter) for letter in LETTERS[WHITE.board_offset : WHITE.board_offset + PIECE_COUNT]
)


@dataclass(frozen=True)
class ArmyPiece:
    """A piece on a board: its number in the listing, its type, its square (0 to 63), and the squares it attacks."""

    number: int
    piece_type: int
    square: int
    attacks: int


@dataclass(frozen=True)
class Army:
    """The pieces of a side, in ascending order of squares; `controlled` is the union of their attacks."""

    side: str
    pieces: tuple[ArmyPiece, ...]
    controlled: int

    def attacks(self, square: int) -> bool:
        return bool(self.controlled >> square & 1)


def armies_on(board: Sequence[int], side: str) -> tuple[Army, Army]:
    """Returns the two armies on one of the listing's boards, 144 numbers: `side` first."""
    occupied = bitboard_of([index for index, square in enumerate(SQUARES) if board[square]])
    return _army_on(board, side, occupied), _army_on(board, other_side(side), occupied)


def _army_on(board: Sequence[int], side: str, occupied: int) -> Army:
    offset, colour = side_named(side).board_offset, SIDE_BY_NAME[side]
    pieces = []
    controlled = 0
    for index, square in enumerate(SQUARES):
        number = board[square] - offset
        if 0 <= number < PIECE_COUNT:
            piece_type = PIECE_TYPE_OF_NUMBER[number]
            attacked = attacks_of(colour + piece_type, index, occupied) & ALL_SQUARES
            pieces.append(ArmyPiece(number, piece_type, index, attacked))
            controlled |= attacked
    return Army(side, tuple(pieces), controlled)


def formula(own: Army, other: Army) -> dict[str, int]:
    """Returns each term of the formula, in centipawns; the sum is the score of `own`."""
    own_terms, other_terms = _terms(own, other), _terms(other, own)
    return {term: own_terms[term] - other_terms[term] for term in own_terms}


def _terms(army: Army, opponent: Army) -> dict[str, int]:
    unprotected = sum(
        FORMULA_VALUES[piece.piece_type]
        for piece in army.pieces
        if piece.piece_type != KING and not army.attacks(piece.square)
    )
    checked = sum(piece.piece_type == KING and opponent.attacks(piece.square) for piece in army.pieces)
    return {
        MATERIAL: sum(FORMULA_VALUES[piece.piece_type] for piece in army.pieces),
        CONTROL: SQUARE_BONUS * army.controlled.bit_count(),
        CENTRE: SQUARE_BONUS * (army.controlled & CENTRE_BITBOARD).bit_count(),
        UNPROTECTED: -unprotected // 4,
        CHECK: -CHECK_PENALTY * checked,
    }
