"""Draws inside a search."""

from __future__ import annotations

from modern.rules.board import Board
from modern.rules.native import i64


def repeats(board: Board, root: i64) -> bool:
    """Whether the position has stood before: once since the root of the search, or twice before it.

    Who could avoid a repetition the first time can do so the second time; so within a search, one is as good as two.
    `root` is board.made as it was there. https://www.chessprogramming.org/Repetitions
    """
    keys, key = board.past_keys, board.key
    first = board.made - board.clock  # no further than the last capture or pawn's move
    if first < 0:
        first = 0
    before = False
    index = board.made - 4
    while index >= first:
        if keys[index] == key:
            if index >= root or before:
                return True
            before = True
        index -= 2
    return False
