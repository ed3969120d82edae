"""What CWHITE (CBLACK) tries at a position: as a list made here without a score, and as the program itself goes along.

The list walks as the listing does: over the squares in their order, on each over the men from 23 down to 0, castling in
the first of those turns. `tried_by_the_program` is the program at it, watched through its INKEY$. The two are the same,
quirks and all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from historic.program import Program
from historic.screen import Keyboard, Screen
from historic.sides import side_named
from historic.squares import SQUARES
from historic.state import KING, KINGSIDE_ROOK, NOT_MOVED, PIECE_COUNT, QUEENSIDE_ROOK, State

KINGSIDE: Final = 1
QUEENSIDE: Final = 2

#: The row of A that a side's think move board is in.
THINK_MOVE_BOARD_ROW: Final = {"white": 1, "black": 2}


class TriedMove(NamedTuple):
    """A move that is tried, in the listing's numbers, as in historic.thought.Candidate, but without a value."""

    piece: int
    square: int
    castling: int


class ScoredMove(NamedTuple):
    """The same with S1, the mover's own score of the board after it, in pawns."""

    piece: int
    square: int
    castling: int
    own_score: float


@dataclass(frozen=True)
class CastlingCheck:
    """What CWHITE (CBLACK) looks at before it castles one way.

    It looks at all if the rook of the number `rook` of the side `asked` has not moved. Then no man may stand on `empty`
    and the other side's think move board must have nothing on `safe`.
    """

    castling: int
    rook: int
    rook_side: str
    empty: tuple[int, ...]
    safe: tuple[int, ...]


#: In the order in which they are looked at. For castling short, Black asks for White's rook (quirk whites-rook).
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
    """How the program comes to think of a way to castle: whether it looked, and what it then has in II (III)."""

    checked: bool
    blocked: bool


def castling_paths(
    state: State, side: str, board: Sequence[int], opponent_reach: Sequence[int], blocked: int
) -> dict[int, CastlingPath]:
    """For each castling what the program makes of its way; none at all once the king has moved.

    `against` is the other side's think move board. `barred` is what II (III) was left at: where there is no look, it
    still holds (quirk stale-ii).
    """
    paths: dict[int, CastlingPath] = {}
    if state.pieces(side)[1][KING] != NOT_MOVED:
        return paths
    for check in CASTLING_CHECKS[side]:
        checked = state.pieces(check.rook_side)[1][check.rook] == NOT_MOVED
        if checked:
            blocked = any(board[square] > 0 for square in check.empty) or any(
                opponent_reach[square] > 0 for square in check.safe
            )
        paths[check.castling] = CastlingPath(checked, bool(blocked))
    return paths


def target_squares(side: str, board: Sequence[int], reach: Sequence[int]) -> list[int]:
    """The squares that the program goes over, in order: those that the side reaches and does not hold itself."""
    first = side_named(side).board_offset
    return [square for square in SQUARES if reach[square] and not first <= board[square] < first + PIECE_COUNT]


def tried_moves(targets: Sequence[int], reach: Sequence[int], paths: dict[int, CastlingPath]) -> list[TriedMove]:
    """What is tried, in order. `reach` is the side's think move board, `ways` are those of castling_ways."""
    moves: list[TriedMove] = []
    castlings = [castling for castling in (KINGSIDE, QUEENSIDE) if castling in paths and not paths[castling].blocked]
    for square in targets:
        slot = PIECE_COUNT
        for castling in castlings:
            slot -= 1
            moves.append(TriedMove(slot, square, castling))
        castlings = []
        # Man n is tried if what is left of the bits is at least two to the power of n. Where castling has taken the
        # turn of a man, his bit is never taken off (quirks slot-of-the-queen, men-from-nowhere).
        bits = reach[square]
        while bits and slot:
            slot = min(slot, bits.bit_length()) - 1
            moves.append(TriedMove(slot, square, 0))
            bits -= 1 << slot
    return moves


class TriedMoveRecorder(Keyboard):
    """Presses no key, and notes at each INKEY$ whether a move was tried in this turn of the loop, and its S1.

    The listing asks for a key at the end of every turn (CWHITE2, CBLACK2), whether the man was tried or passed over.
    Turns are counted from 0: there are 24 for each target, from man 23 down.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.iteration = -1
        #: The turn, II (III) and S1 of each move.
        self.recorded: list[tuple[int, int, float]] = []

    def scored_moves(self, targets: Sequence[int]) -> list[ScoredMove]:
        """The moves that were seen, the program having gone over these targets."""
        return [
            ScoredMove(PIECE_COUNT - 1 - turn % PIECE_COUNT, targets[turn // PIECE_COUNT], castling, own)
            for turn, castling, own in self.recorded
        ]


class WhiteMoveRecorder(TriedMoveRecorder):
    """Watches CWHITE. While a man is passed over, II is 0 and so is ZZ1."""

    def inkey(self) -> str:
        """Nothing is pressed."""
        self.iteration += 1
        program = self.program
        if program.II or program.ZZ1:
            self.recorded.append((self.iteration, program.II, program.S1))
        return ""


class BlackMoveRecorder(TriedMoveRecorder):
    """Watches CBLACK, where it is III and ZZ."""

    def inkey(self) -> str:
        """Nothing is pressed."""
        self.iteration += 1
        program = self.program
        if program.III or program.ZZ:
            self.recorded.append((self.iteration, program.III, program.S1))
        return ""


def moves_tried_by_program(program: Program, side: str) -> list[ScoredMove]:
    """What CWHITE (CBLACK) itself tries on A(0,..), in order, and its score of each: as in a reply, one ply deep.

    A(1,..) (A(2,..)) must have been made of that board; II (III) is what it is. What CWHITE changes is changed.
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
