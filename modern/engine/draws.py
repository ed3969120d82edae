"""Detects repetitions inside the search."""

from __future__ import annotations

from typing import Final

from modern.rules.board import Board
from modern.rules.native import i64

#: The fewest plies after which a position can occur again: each side moves a piece away and back.
MIN_REPETITION_PLIES: Final[i64] = 4


def is_repetition(board: Board, root_ply: i64) -> bool:
    """Returns True if the position occurred before: once since the root of the search, or twice before it.

    Inside the search one repetition is enough: a side that does not avoid the first repetition would not avoid the
    second one either. `root_ply` is `board.ply` at the root. https://www.chessprogramming.org/Repetitions
    """
    keys, key = board.key_history, board.key
    first_ply = board.ply - board.halfmove_clock  # positions before the last capture or pawn move cannot recur
    if first_ply < 0:
        first_ply = 0
    seen_before = False
    ply = board.ply - MIN_REPETITION_PLIES
    while ply >= first_ply:
        if keys[ply] == key:
            if ply >= root_ply or seen_before:
                return True
            seen_before = True
        ply -= 2
    return False
