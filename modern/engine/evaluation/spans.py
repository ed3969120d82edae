"""Pawn spans (the squares in front of, beside and behind a pawn), and distances between squares.

The tables of spans are indexed by 8 * side + square, so Black's half starts at 64.
https://www.chessprogramming.org/Pawn_Spans
"""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import BIT, FILES, RANKS, bitboard_of
from modern.rules.native import i64, vec
from modern.rules.pieces import WHITE

NOT_FILE_A: Final[i64] = ~FILES[0]
NOT_FILE_H: Final[i64] = ~FILES[7]
#: A capture from g7 on h8 would be shifted into the sign bit, so it is handled apart.
NOT_FILE_H_NOR_G7: Final[i64] = ~(FILES[7] | BIT[54])


def _spans(files: tuple[int, ...], ranks: range) -> list[int]:
    """Returns, for each side and square, the squares at these offsets of files and of ranks (forward is positive)."""
    spans = []
    for forward in (1, -1):
        for square in range(64):
            file, rank = square % 8, square // 8
            targets = [(file + east, rank + forward * ahead) for east in files for ahead in ranks]
            spans.append(bitboard_of([8 * y + x for x, y in targets if 0 <= x < 8 and 0 <= y < 8]))
    return spans


#: The squares in front of a pawn on its file; those and the squares in front of it on the adjacent files.
FRONT_SPAN: Final = vec[i64](_spans((0,), range(1, 8)))
PASSED_PAWN_SPAN: Final = vec[i64](_spans((-1, 0, 1), range(1, 8)))
#: The squares from which an enemy pawn could ever attack the square.
PAWN_ATTACK_SPAN: Final = vec[i64](_spans((-1, 1), range(1, 8)))
#: The squares from which a friendly pawn could ever protect it; then the squares beside it.
SUPPORT_SPAN: Final = vec[i64](_spans((-1, 1), range(-7, 1)))
ADJACENT_SQUARES: Final = vec[i64](_spans((-1, 1), range(1)))
#: By file: the squares of the adjacent files.
ADJACENT_FILES: Final = vec[i64](
    [(FILES[file - 1] if file > 0 else 0) | (FILES[file + 1] if file < 7 else 0) for file in range(8)]
)

#: By 64 * one square + another: the number of king moves between them.
KING_DISTANCE: Final = vec[i64](
    [max(abs(one % 8 - other % 8), abs(one // 8 - other // 8)) for one in range(64) for other in range(64)]
)

#: By side: the ranks on which a piece can have an outpost, the seventh rank, and the last rank.
OUTPOST_RANKS: Final = vec[i64]([RANKS[3] | RANKS[4] | RANKS[5]] + [0] * 7 + [RANKS[2] | RANKS[3] | RANKS[4]])
SEVENTH_RANK: Final = vec[i64]([RANKS[6]] + [0] * 7 + [RANKS[1]])
LAST_RANK: Final = vec[i64]([RANKS[7]] + [0] * 7 + [RANKS[0]])


def attacked_by_pawns(pawns: i64, side: i64) -> i64:
    """Returns the squares that the pawns of a side attack."""
    if side == WHITE:
        return (pawns & NOT_FILE_A) << 7 | (pawns & NOT_FILE_H_NOR_G7) << 9 | (pawns >> 54 & 1) * BIT[63]
    return (pawns & NOT_FILE_A) >> 9 | (pawns & NOT_FILE_H) >> 7
