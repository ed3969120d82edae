"""The numbers of the pieces, piece types and sides.

A piece type is 1 to 6, as in python-chess. A side is 0 for White and 8 for Black, so that a table with an entry for
each side and square is indexed by 8 * side + square. A piece is its side plus its type: 1 to 6 are White's, 9 to 14
Black's. 0 is an empty square.
"""

from __future__ import annotations

from typing import Final

from modern.facts import Fact, fact
from modern.rules.native import i64

WHITE: Final[i64] = 0
BLACK: Final[i64] = 8

PAWN: Final[i64] = 1
KNIGHT: Final[i64] = 2
BISHOP: Final[i64] = 3
ROOK: Final[i64] = 4
QUEEN: Final[i64] = 5
KING: Final[i64] = 6

#: The letter of each piece in a FEN.
PIECE_LETTERS: Final = " PNBRQK  pnbrqk"
#: The letter of each piece type in SAN.
PIECE_TYPE_LETTERS: Final = " PNBRQK"
PIECE_TYPE_NAMES: Final = ["", "pawn", "knight", "bishop", "rook", "queen", "king"]
#: The capacity of a move list. No position that a game can reach has more than 218 legal moves, and the FEN reader
#: accepts no more pieces than a game can have. https://www.chessprogramming.org/Chess_Position
MAX_MOVES: Final = 256


def opponent(side: i64) -> i64:
    """Returns the other side."""
    return side ^ 8


def side_of(piece: i64) -> i64:
    """Returns the side that a piece belongs to; White for an empty square."""
    return piece & 8


def piece_type_of(piece: i64) -> i64:
    """Returns the type of a piece, 1 (pawn) to 6 (king); 0 for an empty square."""
    return piece & 7


def pawn_push(side: i64) -> i64:
    """Returns the step of a side's pawns from square to square: 8 for White, -8 for Black."""
    return 8 - 2 * side


def relative_square(side: i64, square: i64) -> i64:
    """Returns a square as a side sees it: for Black with the ranks reversed, so that its pawns move up, too."""
    return square ^ 7 * side


def side_fact(side: i64) -> Fact:
    """Returns the name of a side, to be told."""
    return fact("the_side.white" if side == WHITE else "the_side.black")


def piece_fact(side: i64, piece_type: i64) -> Fact:
    """Returns the name of a piece, to be told: `White's knight`."""
    return fact(f"own.{side_name(side).lower()}_{PIECE_TYPE_NAMES[piece_type]}")


def side_name(side: i64) -> str:
    """Returns 'White' or 'Black'."""
    return "White" if side == WHITE else "Black"
