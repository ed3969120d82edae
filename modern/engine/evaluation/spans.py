"""The squares before, beside and behind a pawn, and how far squares are from each other.

All tables but ADJACENT_FILES and DISTANCE are by 8 * side + square, 64 further on for Black.
https://www.chessprogramming.org/Pawn_Spans
"""

from __future__ import annotations

from typing import Final

from modern.rules.bitboard import BIT, FILES, RANKS, bitboard_of
from modern.rules.native import i64, vec
from modern.rules.pieces import WHITE

NOT_FILE_A: Final[i64] = ~FILES[0]
NOT_FILE_H: Final[i64] = ~FILES[7]
#: Whoever takes from g7 on h8 would come to the sign of the number, and is looked at by himself.
NOT_FILE_H_NOR_G7: Final[i64] = ~(FILES[7] | BIT[54])


def _spans(files: tuple[int, ...], ranks: range) -> list[int]:
    """For each pawn the squares that are so many files beside it and so many ranks further on."""
    spans = []
    for forward in (1, -1):
        for square in range(64):
            file, rank = square % 8, square // 8
            reached = [(file + aside, rank + forward * ahead) for aside in files for ahead in ranks]
            spans.append(bitboard_of([8 * up + over for over, up in reached if 0 <= over < 8 and 0 <= up < 8]))
    return spans


#: Before it on its file; there and on the files beside it.
FRONT_SPAN: Final = vec[i64](_spans((0,), range(1, 8)))
PASSED_PAWN_SPAN: Final = vec[i64](_spans((-1, 0, 1), range(1, 8)))
#: Where enemy pawns must stand that could ever attack the square.
PAWN_ATTACK_SPAN: Final = vec[i64](_spans((-1, 1), range(1, 8)))
#: Where own pawns must stand that could ever protect it, or stand beside it.
SUPPORT_SPAN: Final = vec[i64](_spans((-1, 1), range(-7, 1)))
ADJACENT_SQUARES: Final = vec[i64](_spans((-1, 1), range(1)))
#: By file.
ADJACENT_FILES: Final = vec[i64](
    [(FILES[file - 1] if file > 0 else 0) | (FILES[file + 1] if file < 7 else 0) for file in range(8)]
)

#: By 64 * one square + another: how many moves a king needs.
KING_DISTANCE: Final = vec[i64](
    [max(abs(one % 8 - other % 8), abs(one // 8 - other // 8)) for one in range(64) for other in range(64)]
)

#: By side: the ranks on which a man has an outpost, the rank before the last, the last.
OUTPOST_RANKS: Final = vec[i64]([RANKS[3] | RANKS[4] | RANKS[5]] + [0] * 7 + [RANKS[2] | RANKS[3] | RANKS[4]])
SEVENTH_RANK: Final = vec[i64]([RANKS[6]] + [0] * 7 + [RANKS[1]])
LAST_RANK: Final = vec[i64]([RANKS[7]] + [0] * 7 + [RANKS[0]])


def attacked_by_pawns(pawns: i64, side: i64) -> i64:
    """What the pawns of a side attack."""
    if side == WHITE:
        return (pawns & NOT_FILE_A) << 7 | (pawns & NOT_FILE_H_NOR_G7) << 9 | (pawns >> 54 & 1) * BIT[63]
    return (pawns & NOT_FILE_A) >> 9 | (pawns & NOT_FILE_H) >> 7
