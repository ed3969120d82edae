from __future__ import annotations

import pytest
from small_network import positions_of_rich_games

from modern.engine.network.features import INPUTS, PERSPECTIVE_SIZE, input_of, input_table, is_possible, perspective_of
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


def test_each_perspective_has_every_input_once() -> None:
    table = input_table(3)
    for perspective in range(4):
        start = int(PERSPECTIVE_SIZE) * perspective
        inputs = [table[start + 64 * piece + square] for piece in (*range(1, 7), *range(9, 15)) for square in range(64)]
        assert sorted(inputs) == [3 * number for number in range(int(INPUTS))]


def test_the_inputs_of_random_games_are_possible() -> None:
    table = input_table(1)
    seen = {
        table[int(PERSPECTIVE_SIZE) * int(perspective_of(position.bitboards, side)) + 64 * piece + square]
        for position in positions_of_rich_games(8, 17)
        for side in (WHITE, BLACK)
        for square, piece in enumerate(position.mailbox)
        if piece
    }
    assert len(seen) > 500
    assert all(map(is_possible, seen))


@pytest.mark.parametrize(
    ("name", "first", "squares", "possible"),
    [
        ("own pawns", 0, ("a1", "h1", "d8"), False),
        ("own pawns", 0, ("a2", "h7"), True),
        ("enemy pawns", 384, ("a1", "h8"), False),
        ("own king", 320, ("a1", "d8"), False),
        ("own king", 320, ("e1", "h8"), True),
        ("enemy king", 704, ("a1", "d8", "h1"), True),
        ("own queens", 256, ("a1", "d8"), True),
    ],
)
def test_pawns_on_the_last_ranks_and_the_own_king_on_the_files_a_to_d_are_impossible(
    name: str, first: int, squares: tuple[str, ...], possible: bool
) -> None:
    assert {is_possible(first + square_named(square)) for square in squares} == {possible}
