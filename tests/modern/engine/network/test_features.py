from __future__ import annotations

import pytest

from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, input_of, input_table, perspective_of
from modern.rules import Position
from modern.rules.bitboard import square_named
from modern.rules.pieces import BLACK, KING, KNIGHT, PAWN, QUEEN, WHITE


@pytest.mark.parametrize(
    ("side", "mirrored", "piece", "square", "expected"),
    [
        (WHITE, False, WHITE + PAWN, "e2", 12),
        (WHITE, False, BLACK + PAWN, "e7", 384 + 52),
        (WHITE, True, WHITE + KNIGHT, "b1", 64 + 6),
        (BLACK, False, BLACK + PAWN, "e7", 12),  # an own pawn on its own second rank
        (BLACK, False, WHITE + QUEEN, "d1", 384 + 4 * 64 + 59),
        (BLACK, True, BLACK + KING, "c8", 5 * 64 + 5),
    ],
)
def test_an_input_is_a_piece_on_a_square_as_a_side_sees_it(
    side: int, mirrored: bool, piece: int, square: str, expected: int
) -> None:
    assert input_of(side, mirrored, piece, square_named(square)) == expected


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 2),
        ("3k4/8/8/8/8/8/8/4K3 w - - 0 1", 0, 3),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 1, 2),
        ("8/8/8/1k6/8/8/3K4/8 b - - 0 1", 1, 3),
    ],
)
def test_files_are_reversed_for_a_side_whose_king_is_on_the_files_a_to_d(fen: str, white: int, black: int) -> None:
    bitboards = Position(fen).bitboards
    assert (perspective_of(bitboards, WHITE), perspective_of(bitboards, BLACK)) == (white, black)


def test_each_view_has_every_input_once() -> None:
    table = input_table(3)
    for perspective in range(4):
        start = int(PERSPECTIVE_SIZE) * perspective
        inputs = [table[start + 64 * piece + square] for piece in (*range(1, 7), *range(9, 15)) for square in range(64)]
        assert sorted(inputs) == [3 * number for number in range(int(INPUTS))]
