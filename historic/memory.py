"""The listing's variables and their meanings.

BASIC's variables are all global: they keep their values from one GOSUB to the next, and from one turn to the next.
They have the same names here. Three names stand for both an array and a plain number (A, PW, PB); the number has an
underscore: A_, PW_, PB_. The strings A$ and BB$ are A_string and BB_string.

A row of an array is a list or, if this module is compiled, a vec (historic.basic.native). Other modules must read and
write a vec number by number: it never equals a list, and its slices cannot be assigned.
"""

from __future__ import annotations

from typing import Any, Final, cast

from historic.basic.native import i64, vec
from historic.position.state import PIECE_COUNT, State

BOARD_SIZE: Final = 144
ROWS_OF_A: Final = 7

#: The variables that are not arrays.
SCALARS: Final = (
    *("X", "Y", "Z", "A_", "B", "X0", "S1", "J", "JAA", "MOVE", "PW_", "PB_", "A_string", "BB_string"),
    *("WOO", "WOOO", "II", "X8", "Y8", "YY1", "ZZ1", "BESTVAL1", "BESTPIECE1", "BESTPOS1", "SSZ"),
    *("BOO", "BOOO", "III", "X9", "Y9", "YY", "ZZ", "BESTVAL", "BESTPIECE", "BESTPOS", "SS2"),
    *("KJ", "JK", "HJ", "GH", "ZI", "FUL", "BB2", "PP2", "L2"),
)
VECTORS: Final = ("PW", "PB", "PV", "MDU")
MATRICES: Final = ("A", "PM", "MC")

#: True if this module is interpreted, False if it is compiled.
ROWS_ARE_LISTS: Final = isinstance(cast(object, vec[i64]([0])), list)


def copy_row(target: vec[i64], source: vec[i64]) -> None:
    """Copies one row into another, as FOR X=0 TO 143 does.

    For a list, assigning a slice is faster; a vec does not allow it. The loop below checks its range first: compiled,
    it has no check of each subscript (RANGE_CHECKED in modern/build.py). Raises IndexError if a row is too short.
    """
    if ROWS_ARE_LISTS:
        cast(Any, target)[:] = source
        return
    if len(target) < BOARD_SIZE or len(source) < BOARD_SIZE:
        raise IndexError("a row is too short")
    square: i64
    size: i64 = BOARD_SIZE
    for square in range(size):
        target[square] = source[square]


class Memory:
    """Every variable of the listing, with the value that RUN gives it: zero, or an empty string."""

    def __init__(self) -> None:
        # The board, the pieces, and their moves.
        #: A(6,143): row 0 is the board; rows 1 and 2 are White's and Black's think move boards; rows 3 and 4 save the
        #: board and the mover's think move board before a move is tried; rows 5 and 6 save the same while the replies
        #: are searched.
        self.A: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0] * BOARD_SIZE) for _ in range(ROWS_OF_A)])
        #: PW(23), PB(23): the square of each white piece and of each black piece.
        self.PW: vec[i64] = vec[i64]([0] * PIECE_COUNT)
        self.PB: vec[i64] = vec[i64]([0] * PIECE_COUNT)
        #: PM(23,1): for each piece of White and of Black: 0 not moved, 1 moved, 2 captured or in reserve.
        self.PM: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0, 0]) for _ in range(PIECE_COUNT)])
        #: MC(23,1): for each piece, how many steps it may move, and its move code.
        self.MC: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0, 0]) for _ in range(PIECE_COUNT)])
        #: MDU(15): the sixteen directions.
        self.MDU: vec[i64] = vec[i64]([0] * 16)
        #: PV(23): the value of each piece. Whole numbers, stored as floats because they are only ever added to S1.
        self.PV: vec[float] = vec[float]([0.0] * PIECE_COUNT)
        #: BB$: the letters of the pieces, for BOARD2.
        self.BB_string: str = ""

        # The main loop.
        #: A$: the last key or line typed.
        self.A_string: str = ""
        #: PW, PB: 1 if White or Black is a human. Only ASK sets and reads them.
        self.PW_: i64 = 0
        self.PB_: i64 = 0
        #: MOVE: the move number. JAA: 1 while White is to move, 0 while Black is.
        self.MOVE: i64 = 0
        self.JAA: i64 = 0

        # Walking over the board.
        #: X: a square in most places, a file in BOARD2. Y: a rank. Z: the piece on a square, 1-24 white, 25-48 black.
        self.X: i64 = 0
        self.Y: i64 = 0
        self.Z: i64 = 0
        #: A: the number of a direction. B: a piece's move code, then its steps. X0: the square it has reached.
        self.A_: i64 = 0
        self.B: i64 = 0
        self.X0: i64 = 0

        # The score.
        #: S1: the score of a position or of a move. J: the amount added for a controlled square, .1 or -.1.
        self.S1: float = 0.0
        self.J: float = 0.0
        #: KJ: a square. JK: the piece on it, 0-23.
        self.KJ: i64 = 0
        self.JK: i64 = 0
        #: HJ: a file. ZI: a square of it, moving forward. GH: the value of a pawn there beyond its 1.
        self.HJ: i64 = 0
        self.ZI: i64 = 0
        self.GH: float = 0.0

        # CWHITE's variables, each followed by its counterpart in CBLACK.
        #: WOO (BOO), WOOO (BOOO): kingside and queenside castling: 1 if it is to be tried, 2 if it has been.
        self.WOO: i64 = 0
        self.WOOO: i64 = 0
        self.BOO: i64 = 0
        self.BOOO: i64 = 0
        #: II (III): first, 1 if the path is blocked for the castling tested last; then, for each move tried, 1 for
        #: kingside castling, 2 for queenside castling, 0 for any other move.
        self.II: i64 = 0
        self.III: i64 = 0
        #: X8, Y8 (X9, Y9): the square and the piece of the move being tried.
        self.X8: i64 = 0
        self.Y8: i64 = 0
        self.X9: i64 = 0
        self.Y9: i64 = 0
        #: YY1 (YY): the bits of the pieces that reach the square and have not been tried. ZZ1 (ZZ): the whole part of
        #: YY1 (YY) divided by two to the power of Y8 (Y9); piece Y8 (Y9) is tried if that is 1 or more.
        self.YY1: i64 = 0
        self.ZZ1: i64 = 0
        self.YY: i64 = 0
        self.ZZ: i64 = 0
        #: The best move so far: its value, its piece and its square.
        self.BESTVAL1: float = 0.0
        self.BESTPIECE1: i64 = 0
        self.BESTPOS1: i64 = 0
        self.BESTVAL: float = 0.0
        self.BESTPIECE: i64 = 0
        self.BESTPOS: i64 = 0
        #: Saved while the replies are searched: BB2 the piece, PP2 the square, SSZ (SS2) the mover's own score.
        #: FUL: a square.
        self.BB2: i64 = 0
        self.PP2: i64 = 0
        self.SSZ: float = 0.0
        self.SS2: float = 0.0
        self.FUL: i64 = 0
        #: L2: the captured piece.
        self.L2: i64 = 0

    @property
    def state(self) -> State:
        """PW, PB and PM as an independent State. Setting it leaves every other variable unchanged."""
        return State(list(self.PW), list(self.PB), [flags[0] for flags in self.PM], [flags[1] for flags in self.PM])

    @state.setter
    def state(self, state: State) -> None:
        if not isinstance(state, State):
            raise TypeError(f"a State was expected, not {ascii(state)[:60]}")
        if {len(state.PW), len(state.PB), len(state.PM_white), len(state.PM_black)} != {PIECE_COUNT}:
            State(state.PW, state.PB, state.PM_white, state.PM_black)  # raises StateError
        for piece in range(PIECE_COUNT):
            self.PW[piece] = state.PW[piece]
            self.PB[piece] = state.PB[piece]
            self.PM[piece][0] = state.PM_white[piece]
            self.PM[piece][1] = state.PM_black[piece]

    @property
    def board(self) -> list[int]:
        """A(0,..) as an independent list. Setting it leaves every other variable unchanged."""
        return list(self.A[0])

    @board.setter
    def board(self, board: list[int]) -> None:
        for square in range(BOARD_SIZE):
            self.A[0][square] = board[square]

    def copy_from(self, other: Memory) -> None:
        """Copies every variable of `other`."""
        for name in SCALARS:
            setattr(self, name, getattr(other, name))
        for name in VECTORS:
            setattr(self, name, getattr(other, name)[:])
        for name in MATRICES:
            setattr(self, name, vec[vec[i64]]([row[:] for row in getattr(other, name)]))

    def variables(self) -> dict[str, object]:
        """Returns every variable by its BASIC name: `X`, `A`, `A$`, and copies of the arrays as `A()`, `PW()` etc."""
        plain = {name.replace("_string", "$").removesuffix("_"): getattr(self, name) for name in SCALARS}
        vectors = {f"{name}()": list(getattr(self, name)) for name in VECTORS}
        tables = {f"{name}()": [list(row) for row in getattr(self, name)] for name in MATRICES}
        return {**plain, **vectors, **tables}
