"""The inputs of the network for the positions of a file, as sparse matrices: a row is a position, a column an input."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from position_file import PositionFileError, Records
from scipy.sparse import csr_array

from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, PERSPECTIVES, input_table
from modern.rules.pieces import BLACK, KING, PAWN, WHITE, piece_type_of

#: The input of each piece on each square, by perspective and 64 * piece + square.
TABLE: Final = np.array(input_table(1), dtype=np.int32).reshape(int(PERSPECTIVES), int(PERSPECTIVE_SIZE))
#: The most pieces that a position of a file has.
MAX_PIECES: Final = 32
#: By the 16 values of half a byte, True for the number of a piece.
IS_PIECE: Final = np.array([piece_type_of(number) in range(int(PAWN), int(KING) + 1) for number in range(16)])


class Inputs(NamedTuple):
    """The inputs of positions, from White's perspective and from Black's."""

    white: Any
    black: Any


def inputs_of(records: Records) -> Inputs:
    """Returns the inputs of positions of a file. Raises PositionFileError if a position is damaged."""
    count = len(records)
    occupancy = np.ascontiguousarray(records["occupancy"]).view(np.uint8).reshape(count, 8)
    rows, squares = np.nonzero(np.unpackbits(occupancy, axis=1, bitorder="little"))
    pieces_of = np.bincount(rows, minlength=count)
    if pieces_of.max(initial=0) > MAX_PIECES:
        raise PositionFileError(f"a position has more than {MAX_PIECES} pieces; the file is damaged")
    ends = np.concatenate([[0], np.cumsum(pieces_of)])
    halves = np.empty((count, MAX_PIECES), np.uint8)
    halves[:, 0::2] = records["pieces"] & 15
    halves[:, 1::2] = records["pieces"] >> 4
    pieces = halves[rows, np.arange(len(rows)) - ends[rows]]
    if not IS_PIECE[pieces].all():
        raise PositionFileError("a position has a piece that does not exist; the file is damaged")
    places = 64 * pieces.astype(np.int32) + squares
    return Inputs(*(_of_side(side, rows, squares, pieces, places, ends) for side in (int(WHITE), int(BLACK))))


def _of_side(
    side: int,
    rows: npt.NDArray[np.intp],
    squares: npt.NDArray[np.intp],
    pieces: npt.NDArray[np.uint8],
    places: npt.NDArray[np.int32],
    ends: npt.NDArray[np.intp],
) -> Any:
    """Returns the inputs from the perspective of one side; the other arguments describe each piece of each position."""
    is_king = pieces == side + int(KING)
    if not np.array_equal(rows[is_king], np.arange(len(ends) - 1)):
        raise PositionFileError("a position does not have one king for each side; the file is damaged")
    perspective = (side >> 2) + ((squares[is_king] & 7) < 4)
    columns = TABLE[perspective[rows], places]
    ones = np.ones(len(columns), np.float32)
    return csr_array((ones, columns, ends), shape=(len(ends) - 1, int(INPUTS)))
