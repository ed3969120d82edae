"""Static exchange evaluation agrees with a recursive search of the captures on one square."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import random_boards

from modern.engine.see import SEE_VALUES, see_at_least
from modern.rules import Position
from modern.rules.move import code_from_uci


def exchange_gain(board: chess.Board, move: chess.Move) -> int:
    """Returns what the side to move gains by the exchange, in centipawns; pins are ignored."""
    gain = SEE_VALUES[chess.PAWN] if board.is_en_passant(move) else SEE_VALUES[board.piece_type_at(move.to_square) or 0]
    if move.promotion:
        gain += SEE_VALUES[move.promotion] - SEE_VALUES[chess.PAWN]
    after = board.copy(stack=False)
    after.push(move)
    return gain - recapture_gain(after, move.to_square)


def recapture_gain(board: chess.Board, square: int) -> int:
    """Returns what the side to move gains by capturing on a square, or 0 if it is better not to capture."""
    us = board.turn
    attackers_by_value = [(board.piece_type_at(attacker) or 0, attacker) for attacker in board.attackers(us, square)]
    victim = board.piece_type_at(square)
    if not attackers_by_value or victim is None:
        return 0
    piece_type, attacker = min(attackers_by_value)
    if piece_type == chess.KING and board.is_attacked_by(not us, square):
        return 0
    after = board.copy(stack=False)
    after.remove_piece_at(attacker)
    after.set_piece_at(square, chess.Piece(piece_type, us))
    after.turn = not us
    return max(0, SEE_VALUES[victim] - recapture_gain(after, square))


def reaches_gain(board: chess.Board, move: chess.Move) -> list[bool]:
    """Returns whether SEE reaches the exact gain, and whether it reaches one centipawn more."""
    position, code, gain = Position.from_fen(board.fen()), code_from_uci(move.uci()), exchange_gain(board, move)
    return [see_at_least(position, code, gain), see_at_least(position, code, gain + 1)]


@given(random_boards(max_plies=100))
@settings(max_examples=25, deadline=None)
def test_see_is_exactly_the_gain_of_a_recursive_exchange(board: chess.Board) -> None:
    for move in board.legal_moves:
        if not board.is_castling(move):
            assert reaches_gain(board, move) == [True, False], move


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),  # no recapture
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 325),
        ("4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", 100 - 500),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),  # en passant
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),  # with a recapture
        ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100),  # the captured pawn opens the file for both sides
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 975 - 100),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 500 + 975 - 100),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -100),  # the queen is captured
        ("4k3/8/8/r2p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),  # a rook behind a rook (X-ray)
        ("4k3/8/1b6/2p5/3R4/8/1B6/Q3K3 w - - 0 1", "d4d5", 0),  # a quiet move to a square that is not attacked
        ("6k1/8/5q2/4b3/3p4/2B5/1Q6/K7 w - - 0 1", "c3d4", 100 - 325),  # queens behind bishops
        ("4k2r/8/8/8/7q/8/8/4K2R w - - 0 1", "h1h4", 975 - 500),  # the rook on h8 (bit 63) recaptures
        ("7R/1p1pb2p/2n1pkpn/3P1pq1/7P/4P3/PPP2PP1/R1BQKBN1 b Q - 2 26", "e7d8", 0),
        ("8/8/2k5/3p4/8/8/6B1/K2R4 w - - 0 1", "d1d5", 100),  # a king cannot capture a protected piece
        ("8/8/2k5/3p4/8/8/8/K2R4 w - - 0 1", "d1d5", 100 - 500),  # but it captures an unprotected one
    ],
)
def test_see_of_an_exchange_is_the_gain_counted_by_hand(fen: str, move: str, gain: int) -> None:
    board = chess.Board(fen)
    assert exchange_gain(board, chess.Move.from_uci(move)) == gain
    assert reaches_gain(board, chess.Move.from_uci(move)) == [True, False]


def test_pins_are_ignored() -> None:
    """The knight cannot legally recapture, because it is pinned to its king."""
    board, move = chess.Board("4k3/4n3/8/3p4/8/8/B7/K3R3 w - - 0 1"), chess.Move.from_uci("a2d5")
    assert reaches_gain(board, move) == [True, False]
    assert exchange_gain(board, move) == 100 - 325


def test_see_does_not_change_the_position() -> None:
    position = Position.from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")
    before = position.fen(), position.key, list(position.bitboards), list(position.mailbox)
    see_at_least(position, code_from_uci("d3e5"), 0)
    assert (position.fen(), position.key, list(position.bitboards), list(position.mailbox)) == before
