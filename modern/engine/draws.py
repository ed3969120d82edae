"""Draws inside a search."""

from __future__ import annotations

from modern.rules.board import Board
from modern.rules.native import i64


def is_repetition(board: Board, root_ply: i64) -> bool:
    """Whether the position has stood before: once since the root of the search, or twice before it.

    Who could avoid a repetition the first time can do so the second time; so within a search, one is as good as two.
    `root` is board.made as it was there. https://www.chessprogramming.org/Repetitions
    """
    keys, key = board.key_history, board.key
    first_ply = board.ply - board.halfmove_clock  # no further than the last capture or pawn's move
    if first_ply < 0:
        first_ply = 0
    seen_before = False
    ply = board.ply - 4
    while ply >= first_ply:
        if keys[ply] == key:
            if ply >= root_ply or seen_before:
                return True
            seen_before = True
        ply -= 2
    return False
