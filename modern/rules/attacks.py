"""What a man attacks from each square: tables, and for the sliders how the men in their way are looked up.

A slider moves along lines: its rank, its file, its two diagonals. Of a line only the six squares between the edges can
bar the way (a man on the edge is attacked or not whatever stands there), so a line has 64 ways of being occupied, and
one small table holds what is attacked for each. One multiplication folds the line's six squares into six bits that
stand together: https://www.chessprogramming.org/Kindergarten_Bitboards
"""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import bitboard_of, signed
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

#: A step is (files, ranks).
Step = tuple[int, int]

NORTH: Final = (0, 1)
EAST: Final = (1, 0)
NORTH_EAST: Final = (1, 1)
SOUTH_EAST: Final = (1, -1)

ROOK_STEPS: Final = [(0, 1), (1, 0), (0, -1), (-1, 0)]
BISHOP_STEPS: Final = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT_STEPS: Final = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
WHITE_PAWN_STEPS: Final = [(-1, 1), (1, 1)]
BLACK_PAWN_STEPS: Final = [(-1, -1), (1, -1)]


def walk(square: int, step: Step, max_steps: int = 7) -> list[int]:
    """The squares one comes to from `square`, step after step, up to the edge or `most` steps."""
    squares: list[int] = []
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8 and len(squares) < max_steps:
        squares.append(8 * rank + file)
        file, rank = file + step[0], rank + step[1]
    return squares


def _attack_table(steps: list[Step], most: int) -> list[int]:
    """For each square the set of those that `steps` lead to on an empty board."""
    return [bitboard_of([to for step in steps for to in walk(square, step, most)]) for square in range(64)]


KNIGHT_ATTACKS: Final = vec[i64](_attack_table(KNIGHT_STEPS, 1))
KING_ATTACKS: Final = vec[i64](_attack_table(ROOK_STEPS + BISHOP_STEPS, 1))
#: By 8 * side + square, which is 64 further on for Black.
PAWN_ATTACKS: Final = vec[i64](_attack_table(WHITE_PAWN_STEPS, 1) + _attack_table(BLACK_PAWN_STEPS, 1))
#: What a rook and a bishop attack on an empty board.
ROOK_RAYS: Final = vec[i64](_attack_table(ROOK_STEPS, 7))
BISHOP_RAYS: Final = vec[i64](_attack_table(BISHOP_STEPS, 7))


def _between_and_line() -> tuple[list[int], list[int]]:
    between = [0] * 4096
    whole = [0] * 4096
    for square in range(64):
        for step in ROOK_STEPS + BISHOP_STEPS:
            ahead = walk(square, step)
            line = bitboard_of([square, *ahead, *walk(square, (-step[0], -step[1]))])
            for index, to in enumerate(ahead):
                between[64 * square + to] = bitboard_of(ahead[:index])
                whole[64 * square + to] = line
    return between, whole


_BETWEEN, _LINE = _between_and_line()
#: By 64 * one square + another: the squares between the two, and the whole line through both; empty where they do not
#: stand on one rank, file or diagonal.
BETWEEN: Final = vec[i64](_BETWEEN)
LINE: Final = vec[i64](_LINE)


def _inner_squares(square: int, step: Step) -> list[int]:
    """The squares of a line through `square` that are not its ends, without `square` itself."""
    back = (-step[0], -step[1])
    return [*reversed(walk(square, back)[:-1]), *walk(square, step)[:-1]]


def _inner_masks(step: Step) -> list[int]:
    return [bitboard_of(_inner_squares(square, step)) for square in range(64)]


def _line_attacks(step: Step) -> list[int]:
    """By 64 * square + six bits of occupation: what a slider attacks along one line.

    The lowest of the six bits is for file b, on a file for rank 2.
    """
    table: list[int] = []
    for square in range(64):
        ways = [walk(square, step), walk(square, (-step[0], -step[1]))]
        bit_of = {to: (to // 8 if step == NORTH else to % 8) - 1 for to in _inner_squares(square, step)}
        for occupation in range(64):
            attacked: list[int] = []
            for way in ways:
                for to in way:
                    attacked.append(to)
                    if to in bit_of and occupation >> bit_of[to] & 1:
                        break
            table.append(bitboard_of(attacked))
    return table


RANK_INNER: Final = vec[i64](_inner_masks(EAST))
FILE_INNER: Final = vec[i64](_inner_masks(NORTH))
DIAGONAL_INNER: Final = vec[i64](_inner_masks(NORTH_EAST))
ANTIDIAGONAL_INNER: Final = vec[i64](_inner_masks(SOUTH_EAST))

#: The numbers that fold a line into the six highest bits. A rank needs one shift, a file one for each of its ranks, a
#: diagonal one for each rank that it may cross: the file b.
RANK_FOLD: Final = vec[i64]([1 << 57 - 8 * (square // 8) for square in range(64)])
FILE_FOLD: Final = vec[i64](
    [signed(sum(1 << 57 - 7 * rank - square % 8 for rank in range(1, 7))) for square in range(64)]
)
DIAGONAL_FOLD: Final[i64] = 0x0202020202020202

RANK_ATTACKS: Final = vec[i64](_line_attacks(EAST))
FILE_ATTACKS: Final = vec[i64](_line_attacks(NORTH))
DIAGONAL_ATTACKS: Final = vec[i64](_line_attacks(NORTH_EAST))
ANTIDIAGONAL_ATTACKS: Final = vec[i64](_line_attacks(SOUTH_EAST))


def rook_attacks(square: i64, occupied: i64) -> i64:
    """What a rook attacks from `square` where the squares of `occupied` have a man."""
    return (
        RANK_ATTACKS[64 * square + ((occupied & RANK_INNER[square]) * RANK_FOLD[square] >> 58 & 63)]
        | FILE_ATTACKS[64 * square + ((occupied & FILE_INNER[square]) * FILE_FOLD[square] >> 58 & 63)]
    )


def bishop_attacks(square: i64, occupied: i64) -> i64:
    """What a bishop attacks from `square` where the squares of `occupied` have a man."""
    return (
        DIAGONAL_ATTACKS[64 * square + ((occupied & DIAGONAL_INNER[square]) * DIAGONAL_FOLD >> 58 & 63)]
        | ANTIDIAGONAL_ATTACKS[64 * square + ((occupied & ANTIDIAGONAL_INNER[square]) * DIAGONAL_FOLD >> 58 & 63)]
    )


def attackers(bitboards: vec[i64], square: i64, side: i64, occupied: i64) -> i64:
    """The men of `side` that attack `square` where the squares of `occupied` have a man.

    `men` are the bitboards of the men as Board has them. What attacks a square is what a man of its own kind would
    attack from there; a pawn, one of the other colour.
    """
    queens = bitboards[side + QUEEN]
    return (
        KNIGHT_ATTACKS[square] & bitboards[side + KNIGHT]
        | PAWN_ATTACKS[8 * (side ^ 8) + square] & bitboards[side + PAWN]
        | KING_ATTACKS[square] & bitboards[side + KING]
        | bishop_attacks(square, occupied) & (bitboards[side + BISHOP] | queens)
        | rook_attacks(square, occupied) & (bitboards[side + ROOK] | queens)
    )


def is_attacked(bitboards: vec[i64], square: i64, side: i64, occupied: i64) -> bool:
    """Whether `side` attacks `square`: as `attackers`, but it looks along a line only where a slider stands on it."""
    if KNIGHT_ATTACKS[square] & bitboards[side + KNIGHT] != 0:
        return True
    if PAWN_ATTACKS[8 * (side ^ 8) + square] & bitboards[side + PAWN] != 0:
        return True
    if KING_ATTACKS[square] & bitboards[side + KING] != 0:
        return True
    sliders = bitboards[side + BISHOP] | bitboards[side + QUEEN]
    if BISHOP_RAYS[square] & sliders != 0 and bishop_attacks(square, occupied) & sliders != 0:
        return True
    sliders = bitboards[side + ROOK] | bitboards[side + QUEEN]
    return ROOK_RAYS[square] & sliders != 0 and rook_attacks(square, occupied) & sliders != 0
