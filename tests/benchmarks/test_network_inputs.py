from __future__ import annotations

import numpy as np
import pytest
from network_inputs import inputs_of
from position_file import RECORD, PositionFileError, pack_position
from small_network import positions_of_rich_games

from modern.engine.network.features import input_of, perspective_of
from modern.rules import Position
from modern.rules.pieces import BLACK, WHITE


def test_a_row_has_the_inputs_of_a_position_as_each_side_sees_it() -> None:
    packed: list[bytes] = []
    white: list[list[int]] = []
    black: list[list[int]] = []
    for position in positions_of_rich_games(2, 6):
        packed.append(pack_position(position, 0, 0, 1, last=True))
        for side, rows in ((WHITE, white), (BLACK, black)):
            is_mirrored = bool(perspective_of(position.bitboards, side) & 1)
            pieces = [(piece, square) for square, piece in enumerate(position.mailbox) if piece]
            rows.append(sorted(int(input_of(side, is_mirrored, piece, square)) for piece, square in pieces))
    inputs = inputs_of(np.frombuffer(b"".join(packed), RECORD))
    for matrix, rows in ((inputs.white, white), (inputs.black, black)):
        dense = matrix.toarray()
        assert [np.flatnonzero(row).tolist() for row in dense] == rows
        assert set(np.unique(dense)) == {0, 1}


@pytest.mark.parametrize(
    ("byte", "value", "complaint"),
    [
        (8, 0x41, "does not have one king for each side"),  # a rook in the place of White's king, on e1
        (9, 0x66, "does not have one king for each side"),  # two kings of White
        (9, 0xF1, "a piece that does not exist"),
        (9, 0x01, "a piece that does not exist"),
        (3, 0xFF, "a piece that does not exist"),  # eight more squares are occupied, by no piece
    ],
)
def test_a_damaged_position_is_one_line(byte: int, value: int, complaint: str) -> None:
    intact = pack_position(Position("4k3/8/8/8/8/8/4P3/4KR2 w - - 0 1"), 0, 0, 1, last=True)
    damaged = bytearray(intact)
    damaged[byte] = value
    with pytest.raises(PositionFileError, match=rf"^a position .*{complaint}; the file is damaged$"):
        inputs_of(np.frombuffer(intact + damaged, RECORD))


def test_a_position_with_33_pieces_is_one_line() -> None:
    damaged = bytes([255] * 4 + [1] + [0] * 3) + pack_position(Position(), 0, 0, 1, last=True)[8:]
    with pytest.raises(PositionFileError, match="a position has more than 32 pieces; the file is damaged"):
        inputs_of(np.frombuffer(damaged, RECORD))
