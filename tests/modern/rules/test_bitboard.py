"""Sets of squares in signed numbers, and what a man attacks."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modern.rules.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINE,
    PAWN_ATTACKS,
    bishop_attacks,
    rook_attacks,
)
from modern.rules.bitboard import BIT, SQUARE_NAMES, bitboard_of, lowest, popcount, signed, square_named

SETS = st.integers(-(2**63), 2**63 - 1)
SQUARES = range(64)


@given(SETS)
def test_popcount_and_lowest_know_every_set(squares: int) -> None:
    members = [square for square in SQUARES if squares >> square & 1]
    assert popcount(squares) == len(members)
    if members:
        assert lowest(squares) == members[0]


def test_a_square_alone_is_found_h8_too() -> None:
    assert [lowest(BIT[square]) for square in SQUARES] == list(SQUARES)
    assert BIT[63] == -(2**63)
    assert popcount(-1) == 64


@given(st.integers())
def test_signed_keeps_the_lowest_64_bits(number: int) -> None:
    assert signed(number) in range(-(2**63), 2**63)
    assert (signed(number) - number) % 2**64 == 0


def test_squares_have_their_names() -> None:
    assert list(chess.SQUARE_NAMES) == SQUARE_NAMES
    assert [square_named(name) for name in SQUARE_NAMES] == list(SQUARES)
    for name in ("", "a", "a9", "i1", "A1", "a1 ", "1a", "a\u0661"):
        assert square_named(name) == -1


@given(SETS)
def test_sliders_attack_what_python_chess_says(occupied: int) -> None:
    theirs = occupied % 2**64
    for square in SQUARES:
        rook = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & theirs]
        rook |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & theirs]
        assert rook_attacks(square, occupied) == signed(rook)
        bishop = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & theirs]
        assert bishop_attacks(square, occupied) == signed(bishop)


@pytest.mark.parametrize("square", SQUARES)
def test_leapers_attack_what_python_chess_says(square: int) -> None:
    assert KNIGHT_ATTACKS[square] == signed(chess.BB_KNIGHT_ATTACKS[square])
    assert KING_ATTACKS[square] == signed(chess.BB_KING_ATTACKS[square])
    for colour, side in ((chess.WHITE, 0), (chess.BLACK, 8)):
        assert PAWN_ATTACKS[8 * side + square] == signed(chess.BB_PAWN_ATTACKS[colour][square])


def test_between_and_line_are_those_of_python_chess() -> None:
    for one in SQUARES:
        for other in SQUARES:
            assert BETWEEN[64 * one + other] == signed(chess.between(one, other))
            assert LINE[64 * one + other] == (signed(chess.ray(one, other)) if one != other else 0)


def test_no_square_between_two_is_h8() -> None:
    """What movegen rests on when it asks whether just one man stands between."""
    assert all(between >= 0 for between in BETWEEN)
    assert bitboard_of([63]) < 0
