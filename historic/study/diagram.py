"""Boards as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from historic.position.squares import FILES, NAME_TO_SQUARE, RANKS, SQUARE_TO_NAME
from historic.tables import LETTERS


def board_lines(letters: Mapping[int, str], flipped: bool = False) -> list[str]:
    """Returns a board as BOARD2 prints it: the letters of the files, a line of stars, the ranks from 8 to 1.

    `letters` has the letter of the piece on each occupied square, as State.letters returns them. `flipped` shows the
    board from Black's side, which the listing never does.
    """
    step = -1 if flipped else 1
    files, ranks = FILES[::step], RANKS[::-step]
    rows = (
        f"{rank}*{' '.join(letters.get(NAME_TO_SQUARE[file + rank], LETTERS[0]) for file in files)}" for rank in ranks
    )
    return [f"  {' '.join(files).upper()}", "*" * 17, *rows]


def think_move_board_lines(bits: Sequence[int], has_border: bool = True) -> list[str]:
    """Returns all 12 x 12 numbers of a think move board, row 11 first: `.` is a zero, `-` the border.

    Without the border there are 8 x 8.

    Piece n has the bit two to the power of n. A square that several pieces reach has the sum of their bits.
    """
    width = max(2, *(len(str(number)) for number in bits))
    lines = []
    places = range(12) if has_border else range(2, 10)
    for y in reversed(places):
        rank = RANKS[y - 2] if 2 <= y <= 9 else " "
        cells = (_cell(bits, 12 * y + x).rjust(width) for x in places)
        lines.append(f"{rank}  {' '.join(cells)}".rstrip())
    files = ["", "", *FILES, "", ""] if has_border else [*FILES]
    lines.append(f"   {' '.join(name.rjust(width) for name in files)}".rstrip())
    return lines


def _cell(bits: Sequence[int], square: int) -> str:
    if bits[square]:
        return str(bits[square])
    return "." if square in SQUARE_TO_NAME else "-"
