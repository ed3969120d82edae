"""INIT's DATA: the move codes, the directions and the values of the pieces.

A piece is known by its number, 0 to 23, which is the same for both sides: 0-7 are the pawns of the files a to h, then
8 Ra, 9 Nb, 10 Bc, 11 Q, 12 K, 13 Bf, 14 Ng, 15 Rh, and 16-23 are the queens in reserve, one for each pawn. A square is
12*Y+X, with X and Y from 2 to 9 on the board itself. One rank up is +12, one file to the right is +1.
"""

from typing import Final

from historic.basic.single import single

PAWN_MOVE: Final[tuple[int, ...]] = (1, 1)
KNIGHT_MOVE: Final[tuple[int, ...]] = (1, 65280)
BISHOP_MOVE: Final[tuple[int, ...]] = (7, 240)
ROOK_MOVE: Final[tuple[int, ...]] = (7, 15)
QUEEN_MOVE: Final[tuple[int, ...]] = (7, 255)
KING_MOVE: Final[tuple[int, ...]] = (1, 255)

#: Read into MC, piece by piece: the maximum number of steps, and the move code. Below 256 the code has one bit for each
#: of the first eight directions; above, it stands for the last eight, the knight's.
MOVE_CODES: Final[tuple[int, ...]] = (
    *(8 * PAWN_MOVE),
    *ROOK_MOVE,
    *KNIGHT_MOVE,
    *BISHOP_MOVE,
    *QUEEN_MOVE,
    *KING_MOVE,
    *BISHOP_MOVE,
    *KNIGHT_MOVE,
    *ROOK_MOVE,
    *(8 * QUEEN_MOVE),
)

DOWN: Final = -12
RIGHT: Final = 1

#: Read into MDU: the sixteen directions from Black's point of view. WHITE2 subtracts them and BLACK2 adds them, which
#: makes direction 0 a pawn's step forward for either side.
DIRECTIONS: Final[tuple[int, ...]] = (
    *(DOWN, -DOWN, -RIGHT, RIGHT),
    *(DOWN - RIGHT, DOWN + RIGHT, -DOWN + RIGHT, -DOWN - RIGHT),
    *(DOWN - 2 * RIGHT, 2 * DOWN - RIGHT, 2 * DOWN + RIGHT, DOWN + 2 * RIGHT),
    *(-DOWN + 2 * RIGHT, -2 * DOWN + RIGHT, -2 * DOWN - RIGHT, -DOWN - 2 * RIGHT),
)

#: Read into PV: the value of each piece, in pawns. The king's 25 makes a check cost a quarter of that, 6.25.
VALUES: Final[tuple[int, ...]] = (*(8 * (1,)), 5, 3, 3, 9, 25, 3, 3, 5, *(8 * (9,)))

#: The DATA lines in the order in which READ consumes them.
DATA: Final[tuple[int, ...]] = MOVE_CODES + DIRECTIONS + VALUES

#: Read into BB$: BOARD2's letters for an empty square, the 24 white pieces and the 24 black ones.
LETTERS: Final = ".PPPPPPPPRNBQKBNRQQQQQQQQpppppppprnbqkbnrqqqqqqqq"

#: The listing's fractions, SINGLE like all its numbers: a controlled square, a rank of a pawn, castling.
TENTH: Final = single(0.1)
TWENTIETH: Final = single(0.05)
CASTLING_BONUS: Final = single(0.9)
