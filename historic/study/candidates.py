"""The moves that CWHITE (CBLACK) tries in a position, computed in two ways.

`tried_moves` lists them without scores. It walks as the listing does: over the squares in ascending order, and on each
square over the pieces from 23 down to 0. Castling moves take the first of these slots. `moves_tried_by_program` runs
the program itself and records the moves and their scores through INKEY$. Both give the same moves, quirks included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from historic.machine.screen import Keyboard, Screen
from historic.position.sides import WHITE, side_named
from historic.position.squares import SQUARES
from historic.position.state import KING, KINGSIDE_ROOK, NOT_MOVED, PIECE_COUNT, QUEENSIDE_ROOK, State
from historic.program import Program
from historic.readings import PRINTED

KINGSIDE: Final = 1
QUEENSIDE: Final = 2

#: The row of A that holds a side's think move board.
THINK_MOVE_BOARD_ROW: Final = {"white": 1, "black": 2}


def fill_think_move_board(program: Program, side: str) -> None:
    """Runs BOARD, and then WHITE or BLACK, as the program does before a side's CWHITE or CBLACK."""
    program.BOARD()
    if side == WHITE.name:
        program.WHITE()
    else:
        program.BLACK()


def think_move_board(state: State, side: str, reading: str = PRINTED) -> list[int]:
    """Returns the think move board of a side in a position.

    It has 144 numbers. Each is the sum of the bits of the pieces that reach the square: 2 to the power of the piece
    number.
    """
    program = Program(reading)
    program.state = state
    fill_think_move_board(program, side)
    return list(program.A[THINK_MOVE_BOARD_ROW[side]])


class TriedMove(NamedTuple):
    """A move that the program tries, in the listing's numbers: a historic.thought.Candidate without its value."""

    piece: int
    square: int
    castling: int


class ScoredMove(NamedTuple):
    """A TriedMove with S1, the mover's own score of the board after the move, in pawns."""

    piece: int
    square: int
    castling: int
    own_score: float


@dataclass(frozen=True)
class CastlingCheck:
    """The test that CWHITE (CBLACK) makes before it tries a castling move.

    The test is made only if the rook with the number `rook` of the side `rook_side` has not moved. Then every square of
    `empty` must be unoccupied, and the opponent's think move board must be zero on every square of `safe`.
    """

    castling: int
    rook: int
    rook_side: str
    empty: tuple[int, ...]
    safe: tuple[int, ...]


#: In the listing's order. For kingside castling Black tests White's rook (quirk whites-rook).
CASTLING_CHECKS: Final = {
    "white": (
        CastlingCheck(QUEENSIDE, QUEENSIDE_ROOK, "white", (27, 28, 29), (28, 29, 30)),
        CastlingCheck(KINGSIDE, KINGSIDE_ROOK, "white", (31, 32), (30, 31)),
    ),
    "black": (
        CastlingCheck(QUEENSIDE, QUEENSIDE_ROOK, "black", (111, 112, 113), (112, 113, 114)),
        CastlingCheck(KINGSIDE, KINGSIDE_ROOK, "white", (115, 116), (114, 115)),
    ),
}


class CastlingPath(NamedTuple):
    """The path of a castling move as the program sees it: whether it was tested, and the value of II (III)."""

    tested: bool
    blocked: bool


def castling_paths(
    state: State, side: str, board: Sequence[int], opponent_reach: Sequence[int], blocked: int
) -> dict[int, CastlingPath]:
    """Returns the path of each castling move, or an empty dict if the king has moved.

    `opponent_reach` is the opponent's think move board. `blocked` is the previous value of II (III), which stays in
    effect until a path is tested (quirk stale-ii).
    """
    paths: dict[int, CastlingPath] = {}
    if state.pieces(side)[1][KING] != NOT_MOVED:
        return paths
    for check in CASTLING_CHECKS[side]:
        tested = state.pieces(check.rook_side)[1][check.rook] == NOT_MOVED
        if tested:
            occupied = any(board[square] > 0 for square in check.empty)
            blocked = occupied or any(opponent_reach[square] > 0 for square in check.safe)
        paths[check.castling] = CastlingPath(tested, bool(blocked))
    return paths


def target_squares(side: str, board: Sequence[int], reach: Sequence[int]) -> list[int]:
    """Returns the squares that the program walks over, in order: reached by the side and not occupied by it."""
    offset = side_named(side).board_offset
    return [square for square in SQUARES if reach[square] and not offset <= board[square] < offset + PIECE_COUNT]


def tried_moves(targets: Sequence[int], reach: Sequence[int], paths: dict[int, CastlingPath]) -> list[TriedMove]:
    """Returns the moves tried, in order. `reach` is the side's think move board, `paths` comes from castling_paths."""
    moves: list[TriedMove] = []
    castlings = [castling for castling in (KINGSIDE, QUEENSIDE) if castling in paths and not paths[castling].blocked]
    for square in targets:
        slot = PIECE_COUNT
        for castling in castlings:
            slot -= 1
            moves.append(TriedMove(slot, square, castling))
        castlings = []
        # Piece n is tried if the remaining bits amount to at least two to the power of n. If castling has taken the
        # slot of a piece, its bit is never subtracted (quirks slot-of-the-queen, men-from-nowhere).
        bits = reach[square]
        while bits and slot:
            slot = min(slot, bits.bit_length()) - 1
            moves.append(TriedMove(slot, square, 0))
            bits -= 1 << slot
    return moves


class TriedMoveRecorder(Keyboard):
    """A keyboard on which no key is pressed, and which records at each INKEY$ the move just tried and its S1.

    The listing reads INKEY$ at the end of every iteration (CWHITE2, CBLACK2), whether the piece was tried or skipped.
    Iterations are counted from 0. Each target square has 24, from piece 23 down to piece 0.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.iteration = -1
        #: The iteration, II (III) and S1 of each move.
        self.recorded: list[tuple[int, int, float]] = []

    def scored_moves(self, targets: Sequence[int]) -> list[ScoredMove]:
        """Returns the recorded moves of a program that walked over `targets`."""
        return [
            ScoredMove(
                PIECE_COUNT - 1 - iteration % PIECE_COUNT, targets[iteration // PIECE_COUNT], castling, own_score
            )
            for iteration, castling, own_score in self.recorded
        ]


class WhiteMoveRecorder(TriedMoveRecorder):
    """Records the moves of CWHITE. II and ZZ1 are both 0 when a piece is skipped."""

    def inkey(self) -> str:
        """Returns '': no key is pressed."""
        self.iteration += 1
        program = self.program
        if program.II or program.ZZ1:
            self.recorded.append((self.iteration, program.II, program.S1))
        return ""


class BlackMoveRecorder(TriedMoveRecorder):
    """Records the moves of CBLACK, which uses III and ZZ."""

    def inkey(self) -> str:
        """Returns '': no key is pressed."""
        self.iteration += 1
        program = self.program
        if program.III or program.ZZ:
            self.recorded.append((self.iteration, program.III, program.S1))
        return ""


def moves_tried_by_program(program: Program, side: str) -> list[ScoredMove]:
    """Runs CWHITE (CBLACK) on A(0,..) as in a reply, one ply deep, and returns the moves it tries with their scores.

    A(1,..) and A(2,..) must be the think move boards of that board. II (III) is used as it is. The program's variables
    change as they do in CWHITE (CBLACK).
    """
    targets = target_squares(side, program.board, list(program.A[THINK_MOVE_BOARD_ROW[side]]))
    recorder = WhiteMoveRecorder(program) if side == "white" else BlackMoveRecorder(program)
    screen, program.screen = program.screen, Screen(recorder)
    try:
        if side == "white":
            program.JAA = 0
            program.CWHITE()
        else:
            program.JAA = 1
            program.CBLACK()
    finally:
        program.screen = screen
    return recorder.scored_moves(targets)
