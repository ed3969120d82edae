"""The men and the two sides, in numbers.

A kind is 1 to 6, as in python-chess. A side is 0 for White and 8 for Black, so that side plus kind is a man, 1-6 white
and 9-14 black, and `side ^ 8` is the other side. 0 is an empty square.
"""

from __future__ import annotations

from typing import Final

from modern.rules.native import i64

WHITE: Final[i64] = 0
BLACK: Final[i64] = 8

PAWN: Final[i64] = 1
KNIGHT: Final[i64] = 2
BISHOP: Final[i64] = 3
ROOK: Final[i64] = 4
QUEEN: Final[i64] = 5
KING: Final[i64] = 6

#: The letter of each man, as FEN has it.
PIECE_LETTERS: Final = " PNBRQK  pnbrqk"
#: The letter of each kind, as SAN has it.
PIECE_TYPE_LETTERS: Final = " PNBRQK"
PIECE_TYPE_NAMES: Final = ["", "pawn", "knight", "bishop", "rook", "queen", "king"]
#: How many places a list of moves has. No position that a game can reach has more than 218 legal moves, and FEN lets no
#: more men in than a game can have. https://www.chessprogramming.org/Chess_Position
MAX_MOVES: Final = 256


def side_name(side: i64) -> str:
    """'White' or 'Black'."""
    return "White" if side == WHITE else "Black"
