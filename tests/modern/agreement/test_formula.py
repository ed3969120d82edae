"""The formula of section 2-2, computed by hand."""

from __future__ import annotations

import pytest

from historic import State
from historic.position.sides import other_side
from historic.study.terms import board_from_state
from modern.agreement.formula import PIECE_TYPE_OF_NUMBER, armies_on, formula
from modern.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

#: FEN, and White's terms: material, control, centre, unprotected, check, in centipawns.
SCORES = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 0, 0, 0, 0),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0, 0, 0, 0),
    # A rook on an empty board controls 14 squares. The king also controls b1; it counts once. The rook is unprotected.
    ("k7/8/8/8/8/8/8/K6R w - - 0 1", 500, 10 * (3 + 14 - 1 - 3), 0, -125, 0),
    # A rook next to its king controls the king's square, and the king protects the rook.
    ("k7/8/8/8/8/8/8/6KR w - - 0 1", 500, 10 * (5 + 8 - 1 - 3), 0, 0, 0),
    # A pawn on d3 attacks c4 and e4. e4 is a centre square, and the pawn is unprotected.
    ("k7/8/8/8/8/3P4/8/K7 w - - 0 1", 100, 20, 10, -25, 0),
    # A knight on c3 attacks the centre squares d5 and e4.
    ("k7/8/8/8/8/2N5/8/K7 w - - 0 1", 300, 10 * (3 + 8 - 2 - 3), 20, -75, 0),
    # Two knights attack the same centre square: it counts once.
    ("k7/8/8/8/8/2N3N1/8/K7 w - - 0 1", 600, 10 * (3 + 8 + 6 - 4 - 3), 20, -150, 0),
    # Black's king is in check from a rook that White's king protects.
    ("k7/8/8/8/8/8/8/RK6 b - - 0 1", 500, 10 * (5 + 8 - 1 - 3), 0, 0, 625),
    # An unprotected black queen, and White in check.
    ("k7/8/8/8/3q4/8/8/K7 w - - 0 1", -900, 10 * (3 - 3 - 26), -30, 225, -625),
]


@pytest.mark.parametrize(("fen", "material", "control", "centre", "unprotected", "check"), SCORES)
def test_the_terms_are_as_counted_by_hand(
    fen: str, material: int, control: int, centre: int, unprotected: int, check: int
) -> None:
    terms = formula(*armies_on(board_from_state(State.from_fen(fen)), "white"))
    assert list(terms) == ["material", "control", "centre", "unprotected", "check"]
    assert list(terms.values()) == [material, control, centre, unprotected, check]


@pytest.mark.parametrize("fen", [row[0] for row in SCORES])
def test_the_terms_of_black_are_those_of_white_negated(fen: str) -> None:
    board = board_from_state(State.from_fen(fen))
    white, black = (formula(*armies_on(board, side)) for side in ("white", "black"))
    assert {term: -amount for term, amount in white.items()} == black


def test_every_number_of_the_listing_has_its_piece_type() -> None:
    assert tuple(PIECE_TYPE_OF_NUMBER) == (
        *(8 * (PAWN,)),
        *(ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK),
        *(8 * (QUEEN,)),
    )


def test_the_pieces_of_an_army_are_in_the_order_of_their_squares() -> None:
    white, black = armies_on(board_from_state(State.initial()), "white")
    assert (white.side, black.side) == ("white", other_side("white"))
    for army in (white, black):
        squares = [piece.square for piece in army.pieces]
        assert squares == sorted(squares)
        assert len(squares) == 16
