"""How good a position is: the men, and where they stand.

Every man has a value, and one more for its square. King and pawns have two tables of squares: with all men on the board
a king hides, with few he comes out, and pawns run. Between the two the score goes over by and by (the phase), so that
no exchange makes it jump.

C. E. Shannon, "Programming a Computer for Playing Chess", 1950; https://www.chessprogramming.org/Tapered_Eval
"""

from __future__ import annotations

from typing import Final

from modern.engine.report import Term
from modern.engine.score import DRAW
from modern.rules.bitboard import BIT, DE_BRUIJN, LOWEST
from modern.rules.board import Board
from modern.rules.men import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from modern.rules.native import i64, vec
from modern.rules.outcome import insufficient_material

#: What a man of each kind is worth, in centipawns.
VALUES: Final = vec[i64]([0, 100, 320, 330, 500, 950, 0, 0])

#: How much a man of each kind counts for the phase, and what all of them at the start of a game make together.
PHASES: Final = vec[i64]([0, 0, 1, 1, 2, 4, 0, 0])
WHOLE_PHASE: Final[i64] = 24

#: For each kind its squares as White sees them, a8 first, in centipawns; where there are two tables, with all men and
#: with few.
SQUARES: Final = {
    PAWN: (
        """
         0   0   0   0   0   0   0   0
        50  55  60  65  65  60  55  50
        18  20  28  36  36  28  20  18
         6   8  14  26  26  14   8   6
         0   2  10  24  24   4   2   0
         2   0   4   8   8  -6   0   2
         0   4   2 -18 -18   8   6   0
         0   0   0   0   0   0   0   0
        """,
        """
         0   0   0   0   0   0   0   0
        90  88  84  80  80  84  88  90
        55  53  50  46  46  50  53  55
        30  28  25  22  22  25  28  30
        15  13  11  10  10  11  13  15
         5   4   3   3   3   3   4   5
         0   0   0   0   0   0   0   0
         0   0   0   0   0   0   0   0
        """,
    ),
    KNIGHT: (
        """
        -60 -35 -25 -22 -22 -25 -35 -60
        -30 -15   2   6   6   2 -15 -30
        -18   6  16  22  22  16   6 -18
        -14   4  18  26  26  18   4 -14
        -16   2  16  22  22  16   2 -16
        -22   0  12  14  14  12   0 -22
        -32 -18  -2   4   4  -2 -18 -32
        -60 -30 -28 -24 -24 -28 -30 -60
        """,
    ),
    BISHOP: (
        """
        -20 -12 -10  -8  -8 -10 -12 -20
        -10   2   0   2   2   0   2 -10
         -6   4   8  12  12   8   4  -6
         -4   8  12  18  18  12   8  -4
         -4   6  14  18  18  14   6  -4
         -4  10  12  12  12  12  10  -4
         -8  12   4   6   6   4  12  -8
        -20 -10 -14 -10 -10 -14 -10 -20
        """,
    ),
    ROOK: (
        """
          6   8  10  12  12  10   8   6
         14  18  20  20  20  20  18  14
         -2   4   6   8   8   6   4  -2
         -4   2   4   6   6   4   2  -4
         -6   0   2   4   4   2   0  -6
         -8  -2   0   4   4   0  -2  -8
        -10  -4   2   6   6   2  -4 -10
         -6  -4   4  10  10   6  -4  -6
        """,
    ),
    QUEEN: (
        """
        -14  -4   2   4   4   2  -4 -14
         -8   0   4   6   6   4   0  -8
         -4   4   8  10  10   8   4  -4
         -2   4  10  12  12  10   4  -2
         -4   4   8  12  12   8   4  -4
         -6   4   6   6   6   6   2  -6
        -10   0   4   4   4   2   0 -10
        -18 -12  -8  -2  -6 -10 -12 -18
        """,
    ),
    KING: (
        """
        -60 -60 -65 -70 -70 -65 -60 -60
        -55 -55 -60 -65 -65 -60 -55 -55
        -50 -50 -55 -60 -60 -55 -50 -50
        -45 -45 -50 -55 -55 -50 -45 -45
        -35 -35 -40 -45 -45 -40 -35 -35
        -15 -20 -25 -30 -30 -25 -20 -15
         12  10  -8 -20 -20  -8  12  14
         24  34  16  -6   0   6  36  26
        """,
        """
        -60 -38 -26 -18 -18 -26 -38 -60
        -34 -14   2   8   8   2 -14 -34
        -22   4  20  28  28  20   4 -22
        -16   8  28  38  38  28   8 -16
        -18   6  26  36  36  26   6 -18
        -24   0  16  22  22  16   0 -24
        -38 -16  -2   4   4  -2 -16 -38
        -64 -42 -30 -24 -24 -30 -42 -64
        """,
    ),
}


def _numbers(table: str) -> list[int]:
    """A table as it is written, from a1 on."""
    rows = [[int(number) for number in line.split()] for line in table.split("\n") if line.strip()]
    return [number for row in reversed(rows) for number in row]


def _worth(few: bool) -> list[int]:
    """By 64 * man + square: what a man of a kind is worth on a square, with many men on the board or with few."""
    worth = [0] * (16 * 64)
    for kind, tables in SQUARES.items():
        for square, number in enumerate(_numbers(tables[-1 if few else 0])):
            value = VALUES[kind] + number
            worth[64 * (WHITE + kind) + square] = value
            worth[64 * (BLACK + kind) + (square ^ 56)] = value
    return worth


WORTH_OF_MANY: Final = vec[i64](_worth(few=False))
WORTH_OF_FEW: Final = vec[i64](_worth(few=True))


def evaluate(board: Board) -> i64:
    """How good the position is for the side to move, in centipawns."""
    men = board.men
    if men[PAWN] | men[BLACK + PAWN] == 0 and insufficient_material(board):
        return DRAW
    many: i64 = 0
    few: i64 = 0
    phase: i64 = 0
    # lowest() is written out here: this is where most of the time of a search goes.
    for kind in range(PAWN, KING + 1):
        each = PHASES[kind]
        row: i64 = 64 * kind
        squares = men[kind]
        while squares != 0:
            square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
            squares ^= BIT[square]
            many += WORTH_OF_MANY[row + square]
            few += WORTH_OF_FEW[row + square]
            phase += each
        row += 64 * BLACK
        squares = men[BLACK + kind]
        while squares != 0:
            square = LOWEST[(squares & -squares) * DE_BRUIJN >> 58 & 63]
            squares ^= BIT[square]
            many -= WORTH_OF_MANY[row + square]
            few -= WORTH_OF_FEW[row + square]
            phase += each
    if phase > WHOLE_PHASE:
        phase = WHOLE_PHASE
    return tapered(many, few, phase) if board.turn == WHITE else tapered(-many, -few, phase)


def tapered(many: i64, few: i64, phase: i64) -> i64:
    """Between the scores with many men and with few, where the phase says; rounded down."""
    return (many * phase + few * (WHOLE_PHASE - phase)) // WHOLE_PHASE


def phase_of(board: Board) -> int:
    """How many men there are still, from WHOLE_PHASE (all) to 0, pawns and kings not counted."""
    phase = sum(PHASES[man & 7] for man in board.on)
    return min(phase, WHOLE_PHASE)


def terms(board: Board) -> list[Term]:
    """What evaluate() adds up, by kind: the men's own values, and what they have of their squares at this phase.

    A term is rounded by itself, so that together they may miss the score by a point or two.
    """
    phase = phase_of(board)
    material = {WHITE: 0, BLACK: 0}
    found = []
    for name, kind in zip(("pawns", "knights", "bishops", "rooks", "queens", "kings"), SQUARES, strict=True):
        placed = {WHITE: 0, BLACK: 0}
        for square, man in enumerate(board.on):
            if man & 7 == kind:
                side, index = man & 8, 64 * man + square
                material[side] += VALUES[kind]
                placed[side] += tapered(WORTH_OF_MANY[index], WORTH_OF_FEW[index], phase) - VALUES[kind]
        found.append(Term(f"squares of {name}", placed[WHITE], placed[BLACK]))
    return [Term("material", material[WHITE], material[BLACK]), *found]
