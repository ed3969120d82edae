"""INIT's DATA: what a man can do, and what it is worth.

A man is known by its number, 0 to 23, the same for both sides: 0-7 the pawns of the files a to h, 8 Ra, 9 Nb, 10 Bc,
11 Q, 12 K, 13 Bf, 14 Ng, 15 Rh, and 16-23 the queens in reserve, one for each pawn. A square is 12*Y+X, with X and Y
running from 2 to 9 on the board itself; going up a rank is +12, going right a file is +1.
"""

from typing import Final

from historic.basic.single import single

PAWN_MOVE: Final = (1, 1)
KNIGHT_MOVE: Final = (1, 65280)
BISHOP_MOVE: Final = (7, 240)
ROOK_MOVE: Final = (7, 15)
QUEEN_MOVE: Final = (7, 255)
KING_MOVE: Final = (1, 255)

#: Into MC, man by man: how many steps it may go, and its move code. Below 256 the code has one bit for each of the
#: first eight directions; above, it stands for the last eight, a knight's.
MOVE_CODES: Final = (
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

#: Into MDU: the sixteen directions as a black man takes them. WHITE2 subtracts them and BLACK2 adds them, so that
#: direction 0 is a pawn's step forward for either side.
DIRECTIONS: Final = (
    *(DOWN, -DOWN, -RIGHT, RIGHT),
    *(DOWN - RIGHT, DOWN + RIGHT, -DOWN + RIGHT, -DOWN - RIGHT),
    *(DOWN - 2 * RIGHT, 2 * DOWN - RIGHT, 2 * DOWN + RIGHT, DOWN + 2 * RIGHT),
    *(-DOWN + 2 * RIGHT, -2 * DOWN + RIGHT, -2 * DOWN - RIGHT, -DOWN - 2 * RIGHT),
)

#: Into PV: the value of each man, in pawns. The king's 25 is what a check on it costs, four times over.
VALUES: Final = (*(8 * (1,)), 5, 3, 3, 9, 25, 3, 3, 5, *(8 * (9,)))

#: The DATA lines as READ walks through them.
DATA: Final = MOVE_CODES + DIRECTIONS + VALUES

#: Into BB$: what BOARD2 prints for an empty square, the 24 white men and the 24 black ones.
LETTERS: Final = ".PPPPPPPPRNBQKBNRQQQQQQQQpppppppprnbqkbnrqqqqqqqq"

#: The listing's fractions, SINGLE like everything else: a controlled square, a rank of a pawn, castling.
TENTH: Final = single(0.1)
TWENTIETH: Final = single(0.05)
CASTLING_BONUS: Final = single(0.9)
