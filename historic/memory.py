"""The listing's variables. What each means is in docs/program/variables.md.

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
        self.A: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0] * BOARD_SIZE) for _ in range(ROWS_OF_A)])
        self.PW: vec[i64] = vec[i64]([0] * PIECE_COUNT)
        self.PB: vec[i64] = vec[i64]([0] * PIECE_COUNT)
        self.PM: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0, 0]) for _ in range(PIECE_COUNT)])
        self.MC: vec[vec[i64]] = vec[vec[i64]]([vec[i64]([0, 0]) for _ in range(PIECE_COUNT)])
        self.MDU: vec[i64] = vec[i64]([0] * 16)
        # Whole numbers, stored as floats because they are only ever added to S1.
        self.PV: vec[float] = vec[float]([0.0] * PIECE_COUNT)
        self.BB_string: str = ""

        # The main loop.
        self.A_string: str = ""
        self.PW_: i64 = 0
        self.PB_: i64 = 0
        self.MOVE: i64 = 0
        self.JAA: i64 = 0

        # Walking over the board.
        self.X: i64 = 0
        self.Y: i64 = 0
        self.Z: i64 = 0
        self.A_: i64 = 0
        self.B: i64 = 0
        self.X0: i64 = 0

        # The score.
        self.S1: float = 0.0
        self.J: float = 0.0
        self.KJ: i64 = 0
        self.JK: i64 = 0
        self.HJ: i64 = 0
        self.ZI: i64 = 0
        self.GH: float = 0.0

        # CWHITE's variables, each followed by its counterpart in CBLACK.
        self.WOO: i64 = 0
        self.WOOO: i64 = 0
        self.BOO: i64 = 0
        self.BOOO: i64 = 0
        self.II: i64 = 0
        self.III: i64 = 0
        self.X8: i64 = 0
        self.Y8: i64 = 0
        self.X9: i64 = 0
        self.Y9: i64 = 0
        self.YY1: i64 = 0
        self.ZZ1: i64 = 0
        self.YY: i64 = 0
        self.ZZ: i64 = 0
        self.BESTVAL1: float = 0.0
        self.BESTPIECE1: i64 = 0
        self.BESTPOS1: i64 = 0
        self.BESTVAL: float = 0.0
        self.BESTPIECE: i64 = 0
        self.BESTPOS: i64 = 0
        self.BB2: i64 = 0
        self.PP2: i64 = 0
        self.SSZ: float = 0.0
        self.SS2: float = 0.0
        self.FUL: i64 = 0
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
        white, white_flags = state.pieces("white")
        black, black_flags = state.pieces("black")
        for piece in range(PIECE_COUNT):
            self.PW[piece] = white[piece]
            self.PB[piece] = black[piece]
            self.PM[piece][0] = white_flags[piece]
            self.PM[piece][1] = black_flags[piece]

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
