"""The listing's variables, and what each one is.

BASIC's variables are all global: they keep their values from one GOSUB to the next, and from one turn to the next.
They keep their names here. Three names stand for an array and for a plain number beside it (A, PW, PB): the number has
an underscore, A_, PW_, PB_. Strings, A$ and BB$, are A_string and BB_string.

A row of an array is a list, or, where this module is compiled, a vec (historic.basic.native). From outside, a vec is
read and written number by number: no list is equal to it, and nothing can be written to a slice of it.
"""

from __future__ import annotations

from typing import Any, Final, cast

from historic.basic.native import i64, vec
from historic.state import State

SQUARES_PER_ROW: Final = 144
ROWS_OF_A: Final = 7
PIECE_COUNT: Final = 24

#: The variables that are no arrays.
SCALARS: Final = (
    *("X", "Y", "Z", "A_", "B", "X0", "S1", "J", "JAA", "MOVE", "PW_", "PB_", "A_string", "BB_string"),
    *("WOO", "WOOO", "II", "X8", "Y8", "YY1", "ZZ1", "BESTVAL1", "BESTPIECE1", "BESTPOS1", "SSZ"),
    *("BOO", "BOOO", "III", "X9", "Y9", "YY", "ZZ", "BESTVAL", "BESTPIECE", "BESTPOS", "SS2"),
    *("KJ", "JK", "HJ", "GH", "ZI", "FUL", "BB2", "PP2", "L2"),
)
VECTORS: Final = ("PW", "PB", "PV", "MDU")
MATRICES: Final = ("A", "PM", "MC")

#: Interpreted, a row is a list.
ROWS_ARE_LISTS: Final = isinstance(cast(object, vec[i64]([0])), list)


def copy_row(target: vec[i64], source: vec[i64]) -> None:
    """FOR X=0 TO 143, from one row into another. A list is quicker in one piece, and a vec cannot be written so."""
    if ROWS_ARE_LISTS:
        cast(Any, target)[:] = source
        return
    square: i64
    for square, number in enumerate(source):
        target[square] = number


class Memory:
    """Every variable of the listing, as RUN leaves them: zero, or empty."""

    def __init__(self) -> None:
        # The board, the men, and what they can do.
        #: A(6,143): row 0 is the board; 1 and 2 White's and Black's think move boards; 3 and 4 the board and the
        #: mover's think move board as they were before a move was tried; 5 and 6 the same, kept over the replies.
        self.A: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0] * SQUARES_PER_ROW) for _ in range(ROWS_OF_A)])
        #: PW(23), PB(23): the square of each white, each black man.
        self.PW: vec[i64] = vec[i64]([0] * PIECE_COUNT)
        self.PB: vec[i64] = vec[i64]([0] * PIECE_COUNT)
        #: PM(23,1): of each man, White's and Black's: 0 not moved, 1 moved, 2 captured or in reserve.
        self.PM: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0, 0]) for _ in range(PIECE_COUNT)])
        #: MC(23,1): of each man, how many steps it may go, and its move code.
        self.MC: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0, 0]) for _ in range(PIECE_COUNT)])
        #: MDU(15): the sixteen directions.
        self.MDU: vec[i64] = vec[i64]([0] * 16)
        #: PV(23): the value of each man. Whole numbers, but floats, since they are only ever added to S1.
        self.PV: vec[float] = vec[float]([0.0] * PIECE_COUNT)
        #: BB$: the letters of the men, for BOARD2.
        self.BB_string: str = ""

        # The main loop.
        #: A$: the key or the line that was typed last.
        self.A_string: str = ""
        #: PW, PB: 1 if White, if Black is a human. Only ASK sets and reads them.
        self.PW_: i64 = 0
        self.PB_: i64 = 0
        #: MOVE: the number of the move. JAA: 1 while White is to move, 0 while Black is.
        self.MOVE: i64 = 0
        self.JAA: i64 = 0

        # Walking over the board.
        #: X: a square in most places, a file in BOARD2. Y: a rank. Z: the man on a square, 1-24 white, 25-48 black.
        self.X: i64 = 0
        self.Y: i64 = 0
        self.Z: i64 = 0
        #: A: the number of a direction. B: a man's move code, then its steps. X0: the square it has come to.
        self.A_: i64 = 0
        self.B: i64 = 0
        self.X0: i64 = 0

        # The score.
        #: S1: the score of a position or of a move. J: what a controlled square adds to it, .1 or -.1.
        self.S1: float = 0.0
        self.J: float = 0.0
        #: KJ: a square. JK: the man on it, 0-23.
        self.KJ: i64 = 0
        self.JK: i64 = 0
        #: HJ: a file. ZI: a square of it, walking forward. GH: what a pawn there is worth beyond its 1.
        self.HJ: i64 = 0
        self.ZI: i64 = 0
        self.GH: float = 0.0

        # CWHITE's own, and beside each the like of it in CBLACK.
        #: WOO (BOO), WOOO (BOOO): castling short, long: 1 it is to be tried, 2 it has been.
        self.WOO: i64 = 0
        self.WOOO: i64 = 0
        self.BOO: i64 = 0
        self.BOOO: i64 = 0
        #: II (III): first, 1 if the way is barred for the castling looked at last; then, for each move tried, 1 if it
        #: castles short, 2 if long, 0 if it does not castle.
        self.II: i64 = 0
        self.III: i64 = 0
        #: X8, Y8 (X9, Y9): the square and the man of the move that is tried.
        self.X8: i64 = 0
        self.Y8: i64 = 0
        self.X9: i64 = 0
        self.Y9: i64 = 0
        #: YY1 (YY): the bits of those who reach the square and have not been tried. ZZ1 (ZZ): the whole part of YY1
        #: divided by two to the power of Y8 (Y9); man Y8 is tried where that is 1 or more.
        self.YY1: i64 = 0
        self.ZZ1: i64 = 0
        self.YY: i64 = 0
        self.ZZ: i64 = 0
        #: The best move so far: its value, its man and its square.
        self.BESTVAL1: float = 0.0
        self.BESTPIECE1: i64 = 0
        self.BESTPOS1: i64 = 0
        self.BESTVAL: float = 0.0
        self.BESTPIECE: i64 = 0
        self.BESTPOS: i64 = 0
        #: Kept over the replies: BB2 the man, PP2 the square, SSZ (SS2) the mover's own score. FUL: a square.
        self.BB2: i64 = 0
        self.PP2: i64 = 0
        self.SSZ: float = 0.0
        self.SS2: float = 0.0
        self.FUL: i64 = 0
        #: L2: the man that was captured.
        self.L2: i64 = 0

    @property
    def state(self) -> State:
        """PW, PB and PM, as a State of its own; setting it leaves every other variable as it is."""
        return State(list(self.PW), list(self.PB), [flags[0] for flags in self.PM], [flags[1] for flags in self.PM])

    @state.setter
    def state(self, state: State) -> None:
        if not isinstance(state, State):
            raise TypeError(f"a State was expected, not {ascii(state)[:60]}")
        state = state.copy()
        for man in range(PIECE_COUNT):
            self.PW[man] = state.PW[man]
            self.PB[man] = state.PB[man]
            self.PM[man][0] = state.PM_white[man]
            self.PM[man][1] = state.PM_black[man]

    @property
    def board(self) -> list[int]:
        """A(0,..), as a list of its own; setting it leaves every other variable as it is."""
        return list(self.A[0])

    @board.setter
    def board(self, board: list[int]) -> None:
        for square in range(SQUARES_PER_ROW):
            self.A[0][square] = board[square]

    def copy_from(self, other: Memory) -> None:
        """Take over every variable of `other`."""
        for name in SCALARS:
            setattr(self, name, getattr(other, name))
        for name in VECTORS:
            setattr(self, name, getattr(other, name)[:])
        for name in MATRICES:
            setattr(self, name, vec[vec[i64]]([row[:] for row in getattr(other, name)]))

    def variables(self) -> dict[str, object]:
        """Every variable under its BASIC name: `X`, `A`, `A$`, and the arrays `A()`, `PW()` .. as copies."""
        plain = {name.replace("_string", "$").removesuffix("_"): getattr(self, name) for name in SCALARS}
        vectors = {f"{name}()": list(getattr(self, name)) for name in VECTORS}
        tables = {f"{name}()": [list(row) for row in getattr(self, name)] for name in MATRICES}
        return {**plain, **vectors, **tables}
