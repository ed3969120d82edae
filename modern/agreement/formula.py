"""The formula of the report's section 2-2, as its prose states it, in centipawns.

    material     1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen, 1000 for the king
    control      .1 for each square that a side controls
    centre       .1 for each square of the centre (d4, e4, d5, e5) that it controls
    unprotected  minus a quarter of its value for each piece, except the king, that no piece of its own side protects
    check        minus 6.25 for a king in check

Each term is the difference between the scored side and its opponent. The scan kept that sign only for pawns, rooks,
queens and kings. For the other terms it is inferred: their lines come in the same order, White's before Black's, and
that of the penalties in the opposite one (docs/report.md has the signs line by line).

The prose does not define when a square is controlled. Here it has the meaning that chess players give it: a side
controls a square if one of its pieces attacks it, whether the square is empty or occupied by either side. A pawn
attacks its two diagonal squares. A square counts once, however many pieces attack it.
"""

from __future__ import annotations

from collections.abc import Sequence
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


class ArmyPiece:
    """A piece on a board: its number in the listing, its type, its square (0 to 63), and the squares it attacks."""

    def __init__(self, number: int, piece_type: int, square: int, attacks: int) -> None:
        self.number = number
        self.piece_type = piece_type
        self.square = square
        self.attacks = attacks


class Army:
    """The pieces of a side, in ascending order of squares; `controlled` is the union of their attacks."""

    def __init__(self, side: str, pieces: list[ArmyPiece]) -> None:
        self.side = side
        self.pieces = pieces
        self.controlled = 0
        for piece in pieces:
            self.controlled |= piece.attacks

    def attacks(self, square: int) -> bool:
        """Returns True if one of the pieces attacks the square."""
        return self.controlled >> square & 1 == 1


def armies_on(board: Sequence[int], side: str) -> tuple[Army, Army]:
    """Returns the two armies on one of the listing's boards, 144 numbers: `side` first."""
    pieces = [(index, board[square]) for index, square in enumerate(SQUARES) if board[square]]
    occupied = bitboard_of([index for index, _ in pieces])
    return _army_of(pieces, side, occupied), _army_of(pieces, other_side(side), occupied)


def _army_of(pieces: list[tuple[int, int]], side: str, occupied: int) -> Army:
    """Returns the army of a side. `pieces` are all pieces of the board: squares, 0 to 63, and numbers on the board."""
    offset, colour = side_named(side).board_offset, SIDE_BY_NAME[side]
    army = []
    for square, on_board in pieces:
        number = on_board - offset
        if 0 <= number < PIECE_COUNT:
            piece_type = PIECE_TYPE_OF_NUMBER[number]
            attacked = int(attacks_of(colour + piece_type, square, occupied)) & ALL_SQUARES
            army.append(ArmyPiece(number, piece_type, square, attacked))
    return Army(side, army)


def formula(own: Army, other: Army) -> dict[str, int]:
    """Returns each term of the formula, in centipawns; the sum is the score of `own`."""
    own_terms, other_terms = _terms(own, other), _terms(other, own)
    return {term: own_terms[term] - other_terms[term] for term in own_terms}


def _terms(army: Army, opponent: Army) -> dict[str, int]:
    material = unprotected = checks = 0
    for piece in army.pieces:
        value = FORMULA_VALUES[piece.piece_type]
        material += value
        if piece.piece_type == KING:
            checks += opponent.attacks(piece.square)
        elif not army.attacks(piece.square):
            unprotected += value
    return {
        MATERIAL: material,
        CONTROL: SQUARE_BONUS * army.controlled.bit_count(),
        CENTRE: SQUARE_BONUS * (army.controlled & CENTRE_BITBOARD).bit_count(),
        UNPROTECTED: -unprotected // 4,
        CHECK: -CHECK_PENALTY * checks,
    }
