"""Boards as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from historic.program import Program
from historic.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from historic.state import State
from historic.tables import LETTERS

#: BOARD2 prints the number of the move and an empty line above the board, which has ten lines.
BOARD_ROWS = slice(2, 12)


def board_lines(state: State) -> list[str]:
    """The board as BOARD2 prints it: the letters of the files, a line of stars, the ranks from 8 to 1."""
    program = Program()
    program.state = state
    program.BOARD()
    return program.screen.lines()[BOARD_ROWS]


def lettered_board_lines(letters: Mapping[int, str], flipped: bool = False) -> list[str]:
    """The same for men whom PW and PB need not hold, square to letter; `flipped`, which it never was, Black's way."""
    step = -1 if flipped else 1
    files, ranks = FILES[::step], RANKS[::-step]
    rows = (
        f"{rank}*{' '.join(letters.get(NAME_TO_SQUARE[file + rank], LETTERS[0]) for file in files)}" for rank in ranks
    )
    return [f"  {' '.join(files).upper()}", "*" * 17, *rows]


def think_move_board_lines(bits: Sequence[int]) -> list[str]:
    """All 12 x 12 numbers of a think move board, its row 11 at the top: `.` is a zero, `-` the border.

    Two to the power of n is man n, and a square that several men reach has their sum.
    """
    width = max(2, *(len(str(number)) for number in bits))
    lines = []
    for y in range(11, -1, -1):
        rank = RANKS[y - 2] if 2 <= y <= 9 else " "
        cells = (_cell(bits, 12 * y + x).rjust(width) for x in range(12))
        lines.append(f"{rank}  {' '.join(cells)}".rstrip())
    files = ["", "", *FILES, "", ""]
    lines.append(f"   {' '.join(name.rjust(width) for name in files)}".rstrip())
    return lines


def _cell(bits: Sequence[int], square: int) -> str:
    if bits[square]:
        return str(bits[square])
    return "." if square in SQUARE_TO_NAME else "-"
