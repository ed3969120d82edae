"""The formula of the report's section 2-2, as its prose has it, in centipawns.

    material     1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen, 1000 for the king
    control      .1 for each square that a side controls
    centre       .1 for each square of the centre (d4, e4, d5, e5) that it controls
    unprotected  a quarter of its value off for each man, not the king, whom no man of his own side protects
    check        6.25 off for a king in check

Each is what one side has less what the other has, as the side that is scored sees it. The prose does not say when a
square is controlled. It is read here as chess players mean it: a side controls a square if a man of its attacks it, be
it empty, its own or the other's; a pawn attacks its two diagonals; and a square counts once, however many attack it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from historic.sides import WHITE, other_side, side_named
from historic.squares import CENTRE as CENTRE_SQUARES
from historic.squares import SQUARES
from historic.state import PIECE_COUNT
from historic.tables import LETTERS
from modern.agreement.attacks import ALL_SQUARES, attacks_of
from modern.agreement.pair import SQUARE_64
from modern.agreement.view import SIDE_BY_NAME
from modern.rules.bitboard import bitboard_of
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, PIECE_TYPE_LETTERS, QUEEN, ROOK

MATERIAL: Final = "material"
CONTROL: Final = "control"
CENTRE: Final = "centre"
UNPROTECTED: Final = "unprotected"
CHECK: Final = "check"

#: What a man is worth, in centipawns.
FORMULA_VALUES: Final = {PAWN: 100, KNIGHT: 300, BISHOP: 300, ROOK: 500, QUEEN: 900, KING: 100_000}
SQUARE_BONUS: Final = 10
CHECK_PENALTY: Final = 625

#: The centre as a set of squares.
CENTRE_BITBOARD: Final = bitboard_of(SQUARE_64[square] for square in CENTRE_SQUARES)

#: The kind of each man of the listing's, 0 to 23.
PIECE_TYPE_OF_NUMBER: Final = tuple(
    PIECE_TYPE_LETTERS.index(letter) for letter in LETTERS[WHITE.board_offset : WHITE.board_offset + PIECE_COUNT]
)


@dataclass(frozen=True)
class ArmyPiece:
    """A man on a board: the listing's number, his kind, his square (0 to 63), and what he attacks."""

    number: int
    piece_type: int
    square: int
    attacks: int


@dataclass(frozen=True)
class Army:
    """The men of a side, in the order of their squares; `controlled` is all that they attack."""

    side: str
    pieces: tuple[ArmyPiece, ...]
    controlled: int

    def attacks(self, square: int) -> bool:
        """Whether one of them attacks a square."""
        return bool(self.controlled >> square & 1)


def armies_on(board: Sequence[int], side: str) -> tuple[Army, Army]:
    """The two sides on a board of the listing's, 144 numbers: `side` first."""
    occupied = bitboard_of([index for index, square in enumerate(SQUARES) if board[square]])
    return _army_on(board, side, occupied), _army_on(board, other_side(side), occupied)


def _army_on(board: Sequence[int], side: str, occupied: int) -> Army:
    first, colour = side_named(side).board_offset, SIDE_BY_NAME[side]
    pieces = []
    controlled = 0
    for index, square in enumerate(SQUARES):
        number = board[square] - first
        if 0 <= number < PIECE_COUNT:
            piece_type = PIECE_TYPE_OF_NUMBER[number]
            attacked = attacks_of(colour + piece_type, index, occupied) & ALL_SQUARES
            pieces.append(ArmyPiece(number, piece_type, index, attacked))
            controlled |= attacked
    return Army(side, tuple(pieces), controlled)


def formula(own: Army, other: Army) -> dict[str, int]:
    """Each term of the formula, in centipawns; their sum is the score of `own`."""
    own_terms, other_terms = _terms(own, other), _terms(other, own)
    return {term: own_terms[term] - other_terms[term] for term in own_terms}


def _terms(army: Army, opponent: Army) -> dict[str, int]:
    unprotected = sum(
        FORMULA_VALUES[man.piece_type] for man in army.pieces if man.piece_type != KING and not army.attacks(man.square)
    )
    checked = sum(man.piece_type == KING and opponent.attacks(man.square) for man in army.pieces)
    return {
        MATERIAL: sum(FORMULA_VALUES[man.piece_type] for man in army.pieces),
        CONTROL: SQUARE_BONUS * army.controlled.bit_count(),
        CENTRE: SQUARE_BONUS * (army.controlled & CENTRE_BITBOARD).bit_count(),
        UNPROTECTED: -unprotected // 4,
        CHECK: -CHECK_PENALTY * checked,
    }
