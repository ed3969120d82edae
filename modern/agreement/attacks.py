"""Attack agreement: the think move boards beside attack bitboards.

They are the same, bit for bit, but for pawns. A pawn has a bit on each square that it can step to, which is no attack;
and none on a diagonal on which nobody stands, which is one. Both are predicted here exactly.
"""

from __future__ import annotations

from typing import Final

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


def compare_attacks(view: View) -> list[Finding]:
    """How many bits of each class there are or lack on both think move boards, and what is not as predicted."""
    counts = dict.fromkeys(CLASSES, 0)
    findings = []
    for side in SIDES:
        predicted = predicted_row(view, side, counts)
        row = view.rows[side]
        if row != predicted:
            findings += _unpredicted(side, row, predicted)
    return findings + [Finding(name, name, count) for name, count in counts.items() if count]


def predicted_row(view: View, side: str, counts: dict[str, int]) -> list[int]:
    """The think move board that `side` must have, from attack bitboards; adds to the counts of the classes."""
    position = view.position
    on = position.on
    signed = int(position.men[0] | position.men[8])
    occupied = signed & ALL
    squares, flags = view.state.men(side)
    step = 8 if side == "white" else -8
    row = [0] * 144
    for man in range(MEN):
        flag = flags[man]
        if flag == CAPTURED:
            continue
        start = SQUARE_64[squares[man]]
        reached = attacks_of(on[start], start, signed) & ALL
        if on[start] & 7 == PAWN:
            counts[EMPTY_DIAGONAL] += (reached & ~occupied).bit_count()
            reached &= occupied
            if not occupied >> start + step & 1:
                reached |= 1 << start + step
                counts[PUSH] += 1
                if flag == NOT_MOVED and not occupied >> start + 2 * step & 1:
                    reached |= 1 << start + 2 * step
                    counts[DOUBLE_STEP] += 1
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
