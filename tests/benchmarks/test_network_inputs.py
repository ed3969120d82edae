from __future__ import annotations

import numpy as np
from network_inputs import inputs_of
from position_file import RECORD, pack_position
from small_network import positions_of_rich_games

from modern.engine.network.features import input_of, perspective_of
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
