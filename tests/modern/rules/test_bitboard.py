"""Bitboards as signed numbers, and attack tables."""

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
from modern.rules.bitboard import BIT, SQUARE_NAMES, bitboard_of, lowest, popcount, signed, square_named, squares_of

SETS = st.integers(-(2**63), 2**63 - 1)
SQUARES = range(64)


@given(SETS)
def test_popcount_and_lowest_are_right_for_every_bitboard(squares: int) -> None:
    members = [square for square in SQUARES if squares >> square & 1]
    assert popcount(squares) == len(members)
    if members:
        assert lowest(squares) == members[0]


@given(SETS)
def test_the_squares_of_a_bitboard_are_in_ascending_order(squares: int) -> None:
    assert squares_of(squares) == [square for square in SQUARES if squares >> square & 1]


def test_lowest_finds_every_single_square_including_h8() -> None:
    assert [lowest(BIT[square]) for square in SQUARES] == list(SQUARES)
    assert BIT[63] == -(2**63)
    assert popcount(-1) == 64


@given(st.integers())
def test_signed_keeps_the_lowest_64_bits(number: int) -> None:
    assert signed(number) in range(-(2**63), 2**63)
    assert (signed(number) - number) % 2**64 == 0


def test_square_names_are_those_of_python_chess() -> None:
    assert list(chess.SQUARE_NAMES) == SQUARE_NAMES
    assert [square_named(name) for name in SQUARE_NAMES] == list(SQUARES)
    for name in ("", "a", "a9", "i1", "A1", "a1 ", "1a", "a\u0661"):
        assert square_named(name) == -1


@given(SETS)
def test_slider_attacks_equal_those_of_python_chess(occupied: int) -> None:
    theirs = occupied % 2**64
    for square in SQUARES:
        rook = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & theirs]
        rook |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & theirs]
        assert rook_attacks(square, occupied) == signed(rook)
        bishop = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & theirs]
        assert bishop_attacks(square, occupied) == signed(bishop)


@pytest.mark.parametrize("square", SQUARES)
def test_leaper_attacks_equal_those_of_python_chess(square: int) -> None:
    assert KNIGHT_ATTACKS[square] == signed(chess.BB_KNIGHT_ATTACKS[square])
    assert KING_ATTACKS[square] == signed(chess.BB_KING_ATTACKS[square])
    for colour, side in ((chess.WHITE, 0), (chess.BLACK, 8)):
        assert PAWN_ATTACKS[8 * side + square] == signed(chess.BB_PAWN_ATTACKS[colour][square])


def test_between_and_line_equal_those_of_python_chess() -> None:
    for one in SQUARES:
        for other in SQUARES:
            assert BETWEEN[64 * one + other] == signed(chess.between(one, other))
            assert LINE[64 * one + other] == (signed(chess.ray(one, other)) if one != other else 0)


def test_h8_is_never_between_two_squares() -> None:
    """movegen relies on this when it tests for a single blocker."""
    assert all(between >= 0 for between in BETWEEN)
    assert bitboard_of([63]) < 0
