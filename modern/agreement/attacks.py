"""Attack agreement: the think move boards beside attack bitboards.

They are the same, bit for bit, but for pawns. A pawn has a bit on each square that it can step to, which is no attack;
and none on a diagonal on which nobody stands, which is one. Both are predicted here exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from historic.sides import SIDES
from historic.squares import NAMES
from historic.state import CAPTURED, MEN, NOT_MOVED
from modern.agreement.findings import UNEXPLAINED, Finding
from modern.agreement.pair import SQUARE_64, SQUARE_144
from modern.agreement.view import View
from modern.rules.attacks import KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, bishop_attacks, rook_attacks
from modern.rules.men import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

PUSH: Final = "pawn-push"
DOUBLE_STEP: Final = "pawn-double-step"
EMPTY_DIAGONAL: Final = "pawn-empty-diagonal"
#: In the order of modern.agreement.classes.
CLASSES: Final = (PUSH, DOUBLE_STEP, EMPTY_DIAGONAL)

#: Every square. Sets are unsigned here, for they are counted and shifted; modern.rules has them signed.
ALL: Final = 2**64 - 1


def attacks_of(man: int, square: int, occupied: int) -> int:
    """What a man of modern.rules.men attacks from a square of the bitboards; both sets are signed."""
    kind = man & 7
    if kind == PAWN:
        return PAWN_ATTACKS[8 * (man & 8) + square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == KING:
        return KING_ATTACKS[square]
    assert kind == QUEEN
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)


def squares_of(squares: int) -> list[int]:
    """The squares of a set, in order."""
    squares &= ALL
    found = []
    while squares:
        lowest = squares & -squares
        squares ^= lowest
        found.append(lowest.bit_length() - 1)
    return found


class PawnBits(NamedTuple):
    """Where a pawn's bits are not its attacks, as sets of squares: each class has its own."""

    pushes: int
    double_steps: int
    empty_diagonals: int


def compare_attacks(view: View) -> list[Finding]:
    """How many bits of each class there are or lack on both think move boards, and what is not as predicted."""
    findings = []
    counts = [0] * len(CLASSES)
    for side in SIDES:
        row, predicted = view.rows[side], predicted_row(view, side)
        if row != predicted:
            findings += _unpredicted(side, row, predicted)
        for _, bits in pawns_of(view, side):
            for index, squares in enumerate(bits):
                counts[index] += squares.bit_count()
    return findings + [Finding(name, name, count) for name, count in zip(CLASSES, counts, strict=True) if count]


def pawns_of(view: View, side: str) -> Iterator[tuple[int, PawnBits]]:
    """The number of each pawn of a side, and where its bits are not its attacks."""
    position = view.position
    on = position.on
    occupied = int(position.men[0] | position.men[8]) & ALL
    squares, flags = view.state.men(side)
    for man in range(MEN):
        if flags[man] != CAPTURED and on[SQUARE_64[squares[man]]] & 7 == PAWN:
            yield man, pawn_bits(side, SQUARE_64[squares[man]], occupied, flags[man] == NOT_MOVED)


def pawn_bits(side: str, square: int, occupied: int, not_moved: bool) -> PawnBits:
    """The same for a pawn on a square where `occupied` is held."""
    step, us = (8, 0) if side == "white" else (-8, 8)
    free = ~occupied
    push = (1 << square + step) & free
    double_step = (1 << square + 2 * step) & free if push and not_moved else 0
    return PawnBits(push, double_step, PAWN_ATTACKS[8 * us + square] & ALL & free)


def predicted_row(view: View, side: str) -> list[int]:
    """The think move board that `side` must have, from attack bitboards: 144 sums of bits."""
    position = view.position
    on = position.on
    signed = int(position.men[0] | position.men[8])
    squares, flags = view.state.men(side)
    row = [0] * 144
    for man in range(MEN):
        if flags[man] == CAPTURED:
            continue
        start = SQUARE_64[squares[man]]
        reached = attacks_of(on[start], start, signed) & ALL
        if on[start] & 7 == PAWN:
            bits = pawn_bits(side, start, signed & ALL, flags[man] == NOT_MOVED)
            reached = reached ^ bits.empty_diagonals | bits.pushes | bits.double_steps
        bit = 1 << man
        while reached:
            lowest = reached & -reached
            reached ^= lowest
            row[SQUARE_144[lowest.bit_length() - 1]] += bit
    return row


def _unpredicted(side: str, row: list[int], predicted: list[int]) -> list[Finding]:
    """Each bit that should not be there, or should."""
    findings = []
    for square, (bits, wanted) in enumerate(zip(row, predicted, strict=True)):
        name = NAMES.get(square, str(square))
        for man in range(max(bits, wanted).bit_length()):
            there, due = bits >> man & 1, wanted >> man & 1
            if there != due:
                verb = "has a bit that is not due" if there else "lacks the bit that is due"
                findings.append(Finding(UNEXPLAINED, f"{side}'s man {man} {verb} on {name}"))
    return findings
