"""Boards as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from historic.position.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from historic.position.state import State
from historic.program import Program
from historic.tables import LETTERS

#: BOARD2 prints the move number and an empty line above the ten lines of the board.
BOARD_ROWS = slice(2, 12)


def board_lines(state: State) -> list[str]:
    """Returns the board as BOARD2 prints it: the letters of the files, a line of stars, the ranks from 8 to 1."""
    program = Program()
    program.state = state
    program.BOARD()
    return program.screen.lines()[BOARD_ROWS]


def lettered_board_lines(letters: Mapping[int, str], flipped: bool = False) -> list[str]:
    """Returns a board in the same format for pieces that PW and PB need not hold, given as square to letter.

    `flipped` shows it from Black's side, which the listing never does.
    """
    step = -1 if flipped else 1
    files, ranks = FILES[::step], RANKS[::-step]
    rows = (
        f"{rank}*{' '.join(letters.get(NAME_TO_SQUARE[file + rank], LETTERS[0]) for file in files)}" for rank in ranks
    )
    return [f"  {' '.join(files).upper()}", "*" * 17, *rows]


def think_move_board_lines(bits: Sequence[int]) -> list[str]:
    """Returns all 12 x 12 numbers of a think move board, row 11 first: `.` is a zero, `-` the border.

    Piece n has the bit two to the power of n. A square that several pieces reach has the sum of their bits.
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
