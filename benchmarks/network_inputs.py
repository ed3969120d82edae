"""The inputs of the network for the positions of a file, as sparse matrices: a row is a position, a column an input."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from position_file import Records
from scipy.sparse import csr_array

from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, PERSPECTIVES, input_table
from modern.rules.pieces import BLACK, KING, WHITE

#: The input of each piece on each square, by perspective and 64 * piece + square.
TABLE: Final = np.array(input_table(1), dtype=np.int32).reshape(int(PERSPECTIVES), int(PERSPECTIVE_SIZE))


class Inputs(NamedTuple):
    """The inputs of positions, from White's perspective and from Black's."""

    white: Any
    black: Any


def inputs_of(records: Records) -> Inputs:
    """Returns the inputs of positions of a file."""
    count = len(records)
    occupancy = np.ascontiguousarray(records["occupancy"]).view(np.uint8).reshape(count, 8)
    rows, squares = np.nonzero(np.unpackbits(occupancy, axis=1, bitorder="little"))
    ends = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=count))])
    halves = np.empty((count, 32), np.uint8)
    halves[:, 0::2] = records["pieces"] & 15
    halves[:, 1::2] = records["pieces"] >> 4
    pieces = halves[rows, np.arange(len(rows)) - ends[rows]]
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
    kings = squares[pieces == side + int(KING)]
    perspective = (side >> 2) + ((kings & 7) < 4)
    columns = TABLE[perspective[rows], places]
    ones = np.ones(len(columns), np.float32)
    return csr_array((ones, columns, ends), shape=(len(ends) - 1, int(INPUTS)))
