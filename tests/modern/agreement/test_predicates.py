"""Moves that no class may claim: the program would have them only because of a fault."""

from __future__ import annotations

import chess
import pytest
from scenarios import view_at

from historic.position.castling import CASTLINGS, KINGSIDE, QUEENSIDE
from historic.position.squares import NAME_TO_SQUARE
from modern.agreement.move_comparison import compare_moves
from modern.agreement.moves import HISTORIC, MODERN, MOVE_CLASSES, MoveDifference
from modern.agreement.view import CASTLING_BIT, NOWHERE_BIT, PositionView
from modern.rules.move import code_from_uci

#: Queen 23 is on h7, and rook a1 and the king have not moved. Castling takes the queen's turn on b1, the first square.
QUEEN_23 = "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1"
TO_QUEEN_23 = "h2h4 e8d8 h4h5 d8e8 h5h6 e8d8 h6h7 d8d7 h7h8q d7d6 h8h7 d6d5"


def claims(view: PositionView, only: MoveDifference) -> list[str]:
    return [one.name for one in MOVE_CLASSES if one.claims(view, only)]


def move(view: PositionView, program: str, uci: str, piece: int | None = None) -> MoveDifference:
    """Returns a move of the piece on its first square, or of another piece from there."""
    origin, target = NAME_TO_SQUARE[uci[:2]], NAME_TO_SQUARE[uci[2:4]]
    number = view.state.piece_on(view.side, origin) if piece is None else piece
    assert number is not None
    return MoveDifference(program, code_from_uci(uci), number, origin, target)


def castling(view: PositionView, program: str, number: int) -> MoveDifference:
    one = next(one for one in CASTLINGS[view.side] if one.number == number)
    return MoveDifference(program, code_from_uci(one.move) | CASTLING_BIT, 23, 0, one.king_path[1], one)


def from_nowhere(view: PositionView, number: int, square: str, program: str = HISTORIC) -> MoveDifference:
    code = number | chess.parse_square(square) << 6 | NOWHERE_BIT
    return MoveDifference(program, code, number, 0, NAME_TO_SQUARE[square])


@pytest.mark.parametrize(
    ("fen", "side"),
    [
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", KINGSIDE),  # f1 attacked by a rook
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", KINGSIDE),  # over a bishop
        ("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", QUEENSIDE),  # over a queen
        ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", QUEENSIDE),  # the program checks c1
        ("4k3/8/8/8/8/8/2p5/R3K3 w Q - 0 1", QUEENSIDE),  # a pawn on c2 has a bit on c1
        ("4k3/8/8/8/7R/8/8/RN2K3 w Q - 0 1", KINGSIDE),  # the rook has moved, but II is 1 from the queenside
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", KINGSIDE),  # the same with a captured rook
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", KINGSIDE),  # the king has moved
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", QUEENSIDE),
        ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", KINGSIDE),  # unchecked, but legal
        ("rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", KINGSIDE),  # III is 1 from the queenside
        ("r3k1n1/8/8/8/8/8/8/4K2R b Kq - 0 1", KINGSIDE),  # White's rook has not moved, so the path is checked
        ("r3k3/8/8/8/8/8/8/4KR1R b Kq - 0 1", KINGSIDE),
    ],
)
def test_no_class_claims_a_castling_that_the_listing_does_not_make(fen: str, side: int) -> None:
    view = view_at(fen)
    assert claims(view, castling(view, HISTORIC, side)) == []


@pytest.mark.parametrize(
    ("fen", "side"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", KINGSIDE),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", QUEENSIDE),
        ("r3k2r/8/8/8/8/8/8/4K2R b Kkq - 0 1", KINGSIDE),  # White's rook has not moved
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", KINGSIDE),  # White's rook was captured, but the queenside path is clear
        ("rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", QUEENSIDE),
    ],
)
def test_no_class_claims_a_legal_castling_that_the_program_must_try(fen: str, side: int) -> None:
    view = view_at(fen)
    assert claims(view, castling(view, MODERN, side)) == []


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5"),  # legal
        ("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e5"),  # pinned, but along the line
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2"),  # not a rook's move
        ("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "a1a6"),  # over a pawn
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2b3"),  # a pawn to an empty diagonal square
        ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a5"),  # a double push from rank 3
        ("4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", "a2a4"),  # over a knight
    ],
)
def test_no_class_claims_an_impossible_move_or_a_legal_one_that_is_tried(fen: str, uci: str) -> None:
    view = view_at(fen)
    view.own_bits[NAME_TO_SQUARE[uci[2:4]]] |= 2 ** move(view, HISTORIC, uci).piece
    assert claims(view, move(view, HISTORIC, uci)) == []
    assert claims(view, move(view, MODERN, uci)) == []


def test_king_left_attacked_needs_a_pseudo_legal_move_an_attack_and_a_bit() -> None:
    view = view_at("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    aside = move(view, HISTORIC, "e2d2")
    assert claims(view, aside) == ["king-left-attacked"]
    assert claims(view, move(view, MODERN, "e2d2")) == []
    view.own_bits[NAME_TO_SQUARE["d2"]] = 2**12  # only the king's bit
    assert claims(view, aside) == []
    diagonal = move(view, HISTORIC, "e2d3")
    view.own_bits[NAME_TO_SQUARE["d3"]] = 2**diagonal.piece
    assert claims(view, diagonal) == []


def test_the_program_never_has_en_passant_or_an_underpromotion() -> None:
    view = view_at("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4")
    capture = move(view, MODERN, "e4d3")
    assert claims(view, capture) == ["en-passant"]
    assert claims(view, move(view, HISTORIC, "e4d3")) == []
    view = view_at("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    assert claims(view, move(view, MODERN, "a7a8n")) == ["underpromotion"]
    assert claims(view, move(view, HISTORIC, "a7a8n")) == []
    assert claims(view, move(view, MODERN, "a7a8q")) == []


def test_castling_costs_only_one_queen_a_move_and_only_at_the_first_square() -> None:
    view = view_at(QUEEN_23, TO_QUEEN_23)
    lost = move(view, MODERN, "h7b1")
    assert claims(view, lost) == ["slot-of-the-queen"]
    assert claims(view, move(view, MODERN, "h7b1", piece=21)) == []
    assert claims(view, move(view, MODERN, "h7c2")) == []
    assert claims(view, move(view, MODERN, "a1b1")) == []
    view.own_bits[NAME_TO_SQUARE["b1"]] -= 2**23
    assert claims(view, lost) == []


def test_pieces_come_from_nowhere_only_to_the_first_square_and_only_by_the_queens_bit() -> None:
    view = view_at(QUEEN_23, TO_QUEEN_23)
    assert claims(view, from_nowhere(view, 3, "b1")) == ["piece-from-nowhere"]
    assert claims(view, from_nowhere(view, 3, "c1")) == []
    assert claims(view, from_nowhere(view, 3, "b1", MODERN)) == []
    assert claims(view, from_nowhere(view, 22, "b1")) == []  # queenside castling took this turn
    view.own_bits[NAME_TO_SQUARE["b1"]] -= 2**23
    assert claims(view, from_nowhere(view, 3, "b1")) == []


def test_without_castling_no_piece_comes_from_nowhere() -> None:
    view = view_at(QUEEN_23, TO_QUEEN_23)
    view.state.PM_white[12] = 1
    assert claims(view, from_nowhere(view, 3, "b1")) == []
    assert claims(view, move(view, MODERN, "h7b1")) == []


@pytest.mark.parametrize(("extra", "text"), [(True, "not no further move"), (False, ", not ")])
def test_a_computed_list_that_differs_from_the_tried_moves_is_unexplained(extra: bool, text: str) -> None:
    view = view_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    if extra:
        view.tried.pop()
    else:
        view.tried.insert(5, view.tried[3])
    found = [finding.what for finding in compare_moves(view) if finding.name == "unexplained"]
    assert any("the program tries" in what and text in what for what in found)
