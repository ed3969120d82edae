"""Attack tables: what each piece attacks from each square, and the look-up for sliders.

A slider moves along lines: its rank, its file, its diagonals. Only the six squares between the edges of a line can hold
a blocker, because a slider attacks the edge square whether it is occupied or not. A line therefore has 64 occupancies,
and a small table holds the attacks for each. One multiplication gathers the six squares into six adjacent bits, which
index the table: https://www.chessprogramming.org/Kindergarten_Bitboards
"""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import bitboard_of, signed
from modern.rules.native import i64, vec
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, piece_type_of, side_of

#: A step in files and ranks.
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
    """Returns the squares that repeated steps reach from `square`, up to the edge or `max_steps` steps."""
    squares: list[int] = []
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8 and len(squares) < max_steps:
        squares.append(8 * rank + file)
        file, rank = file + step[0], rank + step[1]
    return squares


def _attack_table(steps: list[Step], max_steps: int) -> list[int]:
    """Returns, for each square, the squares that `steps` reach on an empty board."""
    return [bitboard_of([target for step in steps for target in walk(square, step, max_steps)]) for square in range(64)]


KNIGHT_ATTACKS: Final = vec[i64](_attack_table(KNIGHT_STEPS, 1))
KING_ATTACKS: Final = vec[i64](_attack_table(ROOK_STEPS + BISHOP_STEPS, 1))
#: Indexed by 8 * side + square: Black's table starts at 64.
PAWN_ATTACKS: Final = vec[i64](_attack_table(WHITE_PAWN_STEPS, 1) + _attack_table(BLACK_PAWN_STEPS, 1))
#: Indexed in the same way: the squares from which a pawn of that side attacks the square.
PAWN_ATTACKERS: Final = vec[i64](_attack_table(BLACK_PAWN_STEPS, 1) + _attack_table(WHITE_PAWN_STEPS, 1))
#: The attacks of a rook and of a bishop on an empty board.
ROOK_RAYS: Final = vec[i64](_attack_table(ROOK_STEPS, 7))
BISHOP_RAYS: Final = vec[i64](_attack_table(BISHOP_STEPS, 7))


def _between_and_line() -> tuple[list[int], list[int]]:
    between = [0] * 4096
    lines = [0] * 4096
    for square in range(64):
        for step in ROOK_STEPS + BISHOP_STEPS:
            ahead = walk(square, step)
            line = bitboard_of([square, *ahead, *walk(square, (-step[0], -step[1]))])
            for index, target in enumerate(ahead):
                between[64 * square + target] = bitboard_of(ahead[:index])
                lines[64 * square + target] = line
    return between, lines


_BETWEEN, _LINE = _between_and_line()
#: Indexed by 64 * one square + another: the squares between the two, and the whole line through both. Both are empty
#: where the squares share no rank, file or diagonal.
BETWEEN: Final = vec[i64](_BETWEEN)
LINE: Final = vec[i64](_LINE)


def _inner_squares(square: int, step: Step) -> list[int]:
    """Returns the squares of a line through `square`, without its ends and without `square` itself."""
    back = (-step[0], -step[1])
    return [*reversed(walk(square, back)[:-1]), *walk(square, step)[:-1]]


def _inner_masks(step: Step) -> list[int]:
    return [bitboard_of(_inner_squares(square, step)) for square in range(64)]


def _line_attacks(step: Step) -> list[int]:
    """Returns the attacks of a slider along one line, indexed by 64 * square + the six bits of the occupancy.

    The lowest of the six bits stands for file b, or for rank 2 where the line is a file.
    """
    table: list[int] = []
    for square in range(64):
        rays = [walk(square, step), walk(square, (-step[0], -step[1]))]
        bit_of = {target: (target // 8 if step == NORTH else target % 8) - 1 for target in _inner_squares(square, step)}
        for occupancy in range(64):
            attacked: list[int] = []
            for ray in rays:
                for target in ray:
                    attacked.append(target)
                    if target in bit_of and occupancy >> bit_of[target] & 1:
                        break
            table.append(bitboard_of(attacked))
    return table


#: The multipliers that gather a line into the six highest bits. A rank needs one shift, a file one for each of its
#: ranks, and a diagonal one for each rank that it can cross: the b file.
_RANK_FOLDS: Final = [1 << 57 - 8 * (square // 8) for square in range(64)]
_FILE_FOLDS: Final = [signed(sum(1 << 57 - 7 * rank - square % 8 for rank in range(1, 7))) for square in range(64)]
_DIAGONAL_FOLDS: Final = [0x0202020202020202] * 64


def _lines(first: Step, first_folds: list[int], second: Step, second_folds: list[int]) -> list[int]:
    """Returns what a slider needs at each square: 66 numbers for its first line and 66 for its second one.

    They are the inner squares of the line, the multiplier, and the attacks by the six bits of the occupancy. One table
    has them all, because each access to another one would cost its own check of the index.
    """
    lines = [
        (_inner_masks(step), folds, _line_attacks(step))
        for step, folds in ((first, first_folds), (second, second_folds))
    ]
    table: list[int] = []
    for square in range(64):
        for masks, folds, attacks in lines:
            table += [masks[square], folds[square], *attacks[64 * square : 64 * square + 64]]
    return table


ROOK_LINES: Final = vec[i64](_lines(EAST, _RANK_FOLDS, NORTH, _FILE_FOLDS))
BISHOP_LINES: Final = vec[i64](_lines(NORTH_EAST, _DIAGONAL_FOLDS, SOUTH_EAST, _DIAGONAL_FOLDS))


def rook_attacks(square: i64, occupied: i64) -> i64:
    """Returns the squares that a rook attacks from `square`, given the occupied squares."""
    rank = 132 * square
    file = rank + 66
    return (
        ROOK_LINES[rank + 2 + ((occupied & ROOK_LINES[rank]) * ROOK_LINES[rank + 1] >> 58 & 63)]
        | ROOK_LINES[file + 2 + ((occupied & ROOK_LINES[file]) * ROOK_LINES[file + 1] >> 58 & 63)]
    )


def bishop_attacks(square: i64, occupied: i64) -> i64:
    """Returns the squares that a bishop attacks from `square`, given the occupied squares."""
    rising = 132 * square
    falling = rising + 66
    return (
        BISHOP_LINES[rising + 2 + ((occupied & BISHOP_LINES[rising]) * BISHOP_LINES[rising + 1] >> 58 & 63)]
        | BISHOP_LINES[falling + 2 + ((occupied & BISHOP_LINES[falling]) * BISHOP_LINES[falling + 1] >> 58 & 63)]
    )


def attacks_of(piece: i64, square: i64, occupied: i64) -> i64:
    """Returns the squares that a piece, of either side, attacks from `square`, given the occupied squares."""
    piece_type = piece_type_of(piece)
    if piece_type == PAWN:
        return PAWN_ATTACKS[8 * side_of(piece) + square]
    if piece_type == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if piece_type == BISHOP:
        return bishop_attacks(square, occupied)
    if piece_type == ROOK:
        return rook_attacks(square, occupied)
    if piece_type == QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
    return KING_ATTACKS[square]


def attackers(bitboards: vec[i64], square: i64, side: i64, occupied: i64) -> i64:
    """Returns the pieces of `side` that attack `square`, given the occupied squares.

    `bitboards` are those of modern.rules.board.Board. The test looks outwards from the square: a piece attacks it
    if a piece of the same type on the square would attack that piece. For a pawn, this is a pawn of the other side.
    """
    queens = bitboards[side + QUEEN]
    return (
        KNIGHT_ATTACKS[square] & bitboards[side + KNIGHT]
        | PAWN_ATTACKERS[8 * side + square] & bitboards[side + PAWN]
        | KING_ATTACKS[square] & bitboards[side + KING]
        | bishop_attacks(square, occupied) & (bitboards[side + BISHOP] | queens)
        | rook_attacks(square, occupied) & (bitboards[side + ROOK] | queens)
    )


def is_attacked(bitboards: vec[i64], square: i64, side: i64, occupied: i64) -> bool:
    """Returns True if `side` attacks `square`. Unlike `attackers`, it looks up a line only if a slider is on it."""
    if KNIGHT_ATTACKS[square] & bitboards[side + KNIGHT] != 0:
        return True
    if PAWN_ATTACKERS[8 * side + square] & bitboards[side + PAWN] != 0:
        return True
    if KING_ATTACKS[square] & bitboards[side + KING] != 0:
        return True
    sliders = bitboards[side + BISHOP] | bitboards[side + QUEEN]
    if BISHOP_RAYS[square] & sliders != 0 and bishop_attacks(square, occupied) & sliders != 0:
        return True
    sliders = bitboards[side + ROOK] | bitboards[side + QUEEN]
    return ROOK_RAYS[square] & sliders != 0 and rook_attacks(square, occupied) & sliders != 0
