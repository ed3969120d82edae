"""The formula of the report's section 2-2, as its prose states it, in centipawns.

    material     1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen, 1000 for the king
    control      .1 for each square that a side controls
    centre       .1 for each square of the centre (d4, e4, d5, e5) that it controls
    unprotected  minus a quarter of its value for each piece, except the king, that no piece of its own side protects
    check        minus 6.25 for a king in check

Each term is the difference between the scored side and its opponent. The scan kept that sign only for pawns, rooks,
queens and kings. For the other terms it is inferred: their lines come in the same order, White's before Black's, and
that of the penalties in the opposite one (docs/program/report.md has the signs line by line).

The prose does not define when a square is controlled. Here it has the meaning that chess players give it: a side
controls a square if one of its pieces attacks it, whether the square is empty or occupied by either side. A pawn
attacks its two diagonal squares. A square counts once, however many pieces attack it.
"""

from __future__ import annotations

from typing import Final

from historic.position.sides import WHITE, other_side, side_named
from historic.position.squares import CENTRE as CENTRE_SQUARES
from historic.position.state import PIECE_COUNT
from historic.tables import LETTERS
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import SIDE_BY_NAME
from modern.rules.attacks import attacks_of
from modern.rules.bitboard import BIT, bitboard_of, lowest, popcount
from modern.rules.native import i64, vec
from modern.rules.pieces import KING, PIECE_TYPE_LETTERS

MATERIAL: Final = "material"
CONTROL: Final = "control"
CENTRE: Final = "centre"
UNPROTECTED: Final = "unprotected"
CHECK: Final = "check"

#: The piece values of the formula, in centipawns, from the pawn (1) to the king (6).
FORMULA_VALUES: Final = vec[i64]([0, 100, 300, 300, 500, 900, 100_000])
SQUARE_BONUS: Final = 10
CHECK_PENALTY: Final = 625

#: The centre squares as a bitboard.
CENTRE_BITBOARD: Final[i64] = bitboard_of([SQUARE_64[square] for square in CENTRE_SQUARES])

#: The piece type of each of the listing's piece numbers, 0 to 23.
PIECE_TYPE_OF_NUMBER: Final = vec[i64](
    [PIECE_TYPE_LETTERS.index(letter) for letter in LETTERS[WHITE.board_offset : WHITE.board_offset + PIECE_COUNT]]
)


class ArmyPiece:
    """A piece on a board: its number in the listing, its type, its square (0 to 63), and the squares it attacks."""

    def __init__(self, number: i64, piece_type: i64, square: i64, attacks: i64) -> None:
        self.number = number
        self.piece_type = piece_type
        self.square = square
        self.attacks = attacks


class Army:
    """The pieces of a side, in ascending order of squares; `controlled` is the union of their attacks."""

    def __init__(self, side: str, pieces: list[ArmyPiece]) -> None:
        self.side = side
        self.pieces = pieces
        self.controlled: i64 = 0
        for piece in pieces:
            self.controlled |= piece.attacks

    def attacks(self, square: i64) -> bool:
        """Returns True if one of the pieces attacks the square."""
        return self.controlled & BIT[square] != 0


def armies_on(board: list[int], side: str) -> tuple[Army, Army]:
    """Returns the two armies on one of the listing's boards, 144 numbers: `side` first."""
    square: i64
    occupied: i64 = 0
    for square in range(64):
        if board[SQUARE_144[square]] != 0:
            occupied |= BIT[square]
    return _army_of(board, side, occupied), _army_of(board, other_side(side), occupied)


def _army_of(board: list[int], side: str, occupied: i64) -> Army:
    """Returns the army of a side on a board whose occupied squares are known."""
    offset: i64 = side_named(side).board_offset
    colour: i64 = SIDE_BY_NAME[side]
    number: i64
    pieces = []
    squares = occupied
    while squares != 0:
        square = lowest(squares)
        squares ^= BIT[square]
        number = board[SQUARE_144[square]] - offset
        if 0 <= number < PIECE_COUNT:
            piece_type = PIECE_TYPE_OF_NUMBER[number]
            pieces.append(ArmyPiece(number, piece_type, square, attacks_of(colour + piece_type, square, occupied)))
    return Army(side, pieces)


def formula(own: Army, other: Army) -> dict[str, int]:
    """Returns each term of the formula, in centipawns; the sum is the score of `own`."""
    return {
        MATERIAL: _material(own) - _material(other),
        CONTROL: SQUARE_BONUS * (popcount(own.controlled) - popcount(other.controlled)),
        CENTRE: SQUARE_BONUS * (_centre(own) - _centre(other)),
        UNPROTECTED: _unprotected(own) - _unprotected(other),
        CHECK: _check(own, other) - _check(other, own),
    }


def _material(army: Army) -> i64:
    value: i64 = 0
    for piece in army.pieces:
        value += FORMULA_VALUES[piece.piece_type]
    return value


def _centre(army: Army) -> i64:
    return popcount(army.controlled & CENTRE_BITBOARD)


def _unprotected(army: Army) -> i64:
    """Returns minus a quarter of the values of the pieces, except the king, that no piece of the army protects."""
    penalty: i64 = 0
    for piece in army.pieces:
        if piece.piece_type != KING and not army.attacks(piece.square):
            penalty -= FORMULA_VALUES[piece.piece_type] // 4
    return penalty


def _check(army: Army, opponent: Army) -> i64:
    penalty: i64 = 0
    for piece in army.pieces:
        if piece.piece_type == KING and opponent.attacks(piece.square):
            penalty -= CHECK_PENALTY
    return penalty
