"""Think move boards compared with attack bitboards."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import random_boards, view_at

from modern.agreement.attacks import compare_attacks, predicted_think_move_board
from modern.agreement.pair import SQUARE_64
from modern.rules.attacks import attacks_of
from modern.rules.bitboard import signed, squares_of


def found(fen: str) -> dict[str, int]:
    return {finding.name: finding.differences for finding in compare_attacks(view_at(fen))}


@pytest.mark.parametrize(
    ("fen", "pushes", "double_pushes", "empty_diagonals"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 16, 16, 28),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0, 0),
        ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", 1, 0, 1),  # a pawn on the edge has one diagonal
        ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", 1, 1, 2),
        ("4k3/8/8/8/3p4/8/3P4/4K3 w - - 0 1", 2, 0, 4),  # no double push onto a piece
        ("4k3/8/8/8/8/3p4/3P4/4K3 w - - 0 1", 0, 0, 4),  # both pawns are blocked
        ("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1", 3, 0, 2),  # both diagonal squares are occupied
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", 1, 0, 1),
    ],
)
def test_pawns_have_bits_where_they_push_and_none_on_empty_diagonals(
    fen: str, pushes: int, double_pushes: int, empty_diagonals: int
) -> None:
    counts = {"pawn-push": pushes, "pawn-double-push": double_pushes, "pawn-empty-diagonal": empty_diagonals}
    assert found(fen) == {name: count for name, count in counts.items() if count}


def test_without_pawns_every_bit_is_an_attack_and_every_attack_a_bit() -> None:
    view = view_at("r1b1k1nr/8/2n5/q7/2B5/5N2/8/R2QK2R w KQkq - 0 1")
    assert compare_attacks(view) == []
    board = chess.Board(view.position.fen())
    for side, colour in (("white", chess.WHITE), ("black", chess.BLACK)):
        reached = {SQUARE_64[square] for square, bits in enumerate(view.think_move_boards[side]) if bits}
        assert reached == {square for square in chess.SQUARES if board.is_attacked_by(colour, square)}


def test_a_think_move_board_that_is_not_as_predicted_is_reported_bit_by_bit() -> None:
    view = view_at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    view.think_move_boards["white"][26 + 12 * 3] -= 2**8
    view.think_move_boards["white"][26 + 12 * 3 + 1] += 2**8
    findings = [(finding.name, finding.what) for finding in compare_attacks(view)]
    assert findings == [
        ("unexplained", "white's piece 8 has no bit on a4, but should"),
        ("unexplained", "white's piece 8 has a bit on b4, but should not"),
    ]


@settings(deadline=None, max_examples=25)
@given(random_boards())
def test_the_attacks_of_a_piece_are_those_of_python_chess(board: chess.Board) -> None:
    occupied = signed(board.occupied)
    for square, piece in board.piece_map().items():
        number = piece.piece_type + (0 if piece.color else 8)
        assert squares_of(signed(attacks_of(number, square, occupied))) == sorted(board.attacks(square))


def test_a_captured_piece_has_no_bits() -> None:
    view = view_at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert not any(bits >> 15 & 1 for bits in predicted_think_move_board(view, "white"))
