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
from historic.state import KING, LONG_ROOK, MEN, NOT_MOVED, SHORT_ROOK, State

SHORT: Final = 1
LONG: Final = 2

#: The row of A that a side's think move board is in.
ROW: Final = {"white": 1, "black": 2}


class Tried(NamedTuple):
    """A move that is tried, in the listing's numbers, as in historic.thought.Candidate, but without a value."""

    man: int
    square: int
    castling: int


class Scored(NamedTuple):
    """The same with S1, the mover's own score of the board after it, in pawns."""

    man: int
    square: int
    castling: int
    own: float


@dataclass(frozen=True)
class Look:
    """What CWHITE (CBLACK) looks at before it castles one way.

    It looks at all if the rook of the number `rook` of the side `asked` has not moved. Then no man may stand on `empty`
    and the other side's think move board must have nothing on `safe`.
    """

    castling: int
    rook: int
    asked: str
    empty: tuple[int, ...]
    safe: tuple[int, ...]


#: In the order in which they are looked at. For castling short, Black asks for White's rook (quirk whites-rook).
LOOKS: Final = {
    "white": (
        Look(LONG, LONG_ROOK, "white", (27, 28, 29), (28, 29, 30)),
        Look(SHORT, SHORT_ROOK, "white", (31, 32), (30, 31)),
    ),
    "black": (
        Look(LONG, LONG_ROOK, "black", (111, 112, 113), (112, 113, 114)),
        Look(SHORT, SHORT_ROOK, "white", (115, 116), (114, 115)),
    ),
}


class Way(NamedTuple):
    """How the program comes to think of a way to castle: whether it looked, and what it then has in II (III)."""

    looked: bool
    barred: bool


def castling_ways(state: State, side: str, board: Sequence[int], against: Sequence[int], barred: int) -> dict[int, Way]:
    """For each castling what the program makes of its way; none at all once the king has moved.

    `against` is the other side's think move board. `barred` is what II (III) was left at: where there is no look, it
    still holds (quirk stale-ii).
    """
    ways: dict[int, Way] = {}
    if state.men(side)[1][KING] != NOT_MOVED:
        return ways
    for look in LOOKS[side]:
        looked = state.men(look.asked)[1][look.rook] == NOT_MOVED
        if looked:
            barred = any(board[square] > 0 for square in look.empty) or any(against[square] > 0 for square in look.safe)
        ways[look.castling] = Way(looked, bool(barred))
    return ways


def targets_of(side: str, board: Sequence[int], reach: Sequence[int]) -> list[int]:
    """The squares that the program goes over, in order: those that the side reaches and does not hold itself."""
    first = side_named(side).first
    return [square for square in SQUARES if reach[square] and not first <= board[square] < first + MEN]


def moves_tried(targets: Sequence[int], reach: Sequence[int], ways: dict[int, Way]) -> list[Tried]:
    """What is tried, in order. `reach` is the side's think move board, `ways` are those of castling_ways."""
    tried: list[Tried] = []
    castlings = [castling for castling in (SHORT, LONG) if castling in ways and not ways[castling].barred]
    for square in targets:
        turns = MEN
        for castling in castlings:
            turns -= 1
            tried.append(Tried(turns, square, castling))
        castlings = []
        # Man n is tried if what is left of the bits is at least two to the power of n. Where castling has taken the
        # turn of a man, his bit is never taken off (quirks slot-of-the-queen, men-from-nowhere).
        bits = reach[square]
        while bits and turns:
            turns = min(turns, bits.bit_length()) - 1
            tried.append(Tried(turns, square, 0))
            bits -= 1 << turns
    return tried


class Watch(Keyboard):
    """Presses no key, and notes at each INKEY$ whether a move was tried in this turn of the loop, and its S1.

    The listing asks for a key at the end of every turn (CWHITE2, CBLACK2), whether the man was tried or passed over.
    Turns are counted from 0: there are 24 for each target, from man 23 down.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.turn = -1
        #: The turn, II (III) and S1 of each move.
        self.seen: list[tuple[int, int, float]] = []

    def scored(self, targets: Sequence[int]) -> list[Scored]:
        """The moves that were seen, the program having gone over these targets."""
        return [Scored(MEN - 1 - turn % MEN, targets[turn // MEN], castling, own) for turn, castling, own in self.seen]


class WatchWhite(Watch):
    """Watches CWHITE. While a man is passed over, II is 0 and so is ZZ1."""

    def inkey(self) -> str:
        """Nothing is pressed."""
        self.turn += 1
        program = self.program
        if program.II or program.ZZ1:
            self.seen.append((self.turn, program.II, program.S1))
        return ""


class WatchBlack(Watch):
    """Watches CBLACK, where it is III and ZZ."""

    def inkey(self) -> str:
        """Nothing is pressed."""
        self.turn += 1
        program = self.program
        if program.III or program.ZZ:
            self.seen.append((self.turn, program.III, program.S1))
        return ""


def tried_by_the_program(program: Program, side: str) -> list[Scored]:
    """What CWHITE (CBLACK) itself tries on A(0,..), in order, and its score of each: as in a reply, one ply deep.

    A(1,..) (A(2,..)) must have been made of that board; II (III) is what it is. What CWHITE changes is changed.
    """
    targets = targets_of(side, program.board, list(program.A[ROW[side]]))
    watch = WatchWhite(program) if side == "white" else WatchBlack(program)
    screen, program.screen = program.screen, Screen(watch)
    try:
        if side == "white":
            program.JAA = 0
            program.CWHITE()
        else:
            program.JAA = 1
            program.CBLACK()
    finally:
        program.screen = screen
    return watch.scored(targets)
