"""Static exchange evaluation is what comes out of taking on a square, the least man first, until somebody stops."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from scenarios import random_boards

from modern.engine.see import SEE_VALUES, see_at_least
from modern.rules import Position
from modern.rules.move import code_from_uci


def gained(board: chess.Board, move: chess.Move) -> int:
    """What the mover comes out with, in centipawns; pins are not looked at."""
    won = SEE_VALUES[chess.PAWN] if board.is_en_passant(move) else SEE_VALUES[board.piece_type_at(move.to_square) or 0]
    if move.promotion:
        won += SEE_VALUES[move.promotion] - SEE_VALUES[chess.PAWN]
    after = board.copy(stack=False)
    after.push(move)
    return won - taken_back(after, move.to_square)


def taken_back(board: chess.Board, square: int) -> int:
    """What the side to move wins by taking on a square, or 0 by leaving it alone."""
    us = board.turn
    takers = [(board.piece_type_at(taker) or 0, taker) for taker in board.attackers(us, square)]
    victim = board.piece_type_at(square)
    if not takers or victim is None:
        return 0
    kind, taker = min(takers)
    if kind == chess.KING and board.is_attacked_by(not us, square):
        return 0
    after = board.copy(stack=False)
    after.remove_piece_at(taker)
    after.set_piece_at(square, chess.Piece(kind, us))
    after.turn = not us
    return max(0, SEE_VALUES[victim] - taken_back(after, square))


def threshold(board: chess.Board, move: chess.Move) -> list[bool]:
    """Whether as much is won as by taking after taking, and whether a centipawn more is."""
    position, code, won = Position.from_fen(board.fen()), code_from_uci(move.uci()), gained(board, move)
    return [see_at_least(position, code, won), see_at_least(position, code, won + 1)]


@given(random_boards(max_plies=100))
@settings(max_examples=60, deadline=None)
def test_every_move_wins_what_taking_after_taking_wins_and_not_a_centipawn_more(board: chess.Board) -> None:
    for move in board.legal_moves:
        if not board.is_castling(move):
            assert threshold(board, move) == [True, False], move


@pytest.mark.parametrize(
    ("fen", "move", "won"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),  # nobody takes back
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 325),
        ("4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", 100 - 500),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),  # en passant
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),  # and taken back
        ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100),  # the pawn that went opens the file for both
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 975 - 100),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", 500 + 975 - 100),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -100),  # the queen is taken
        ("4k3/8/8/r2p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),  # a rook behind a rook
        ("4k3/8/1b6/2p5/3R4/8/1B6/Q3K3 w - - 0 1", "d4d5", 0),  # quiet, and nobody looks
        ("6k1/8/5q2/4b3/3p4/2B5/1Q6/K7 w - - 0 1", "c3d4", 100 - 325),  # queens behind bishops
        ("4k2r/8/8/8/7q/8/8/4K2R w - - 0 1", "h1h4", 975 - 500),  # what stands on h8 takes as from anywhere
        ("7R/1p1pb2p/2n1pkpn/3P1pq1/7P/4P3/PPP2PP1/R1BQKBN1 b Q - 2 26", "e7d8", 0),
        ("8/8/2k5/3p4/8/8/6B1/K2R4 w - - 0 1", "d1d5", 100),  # a king takes nothing that is protected
        ("8/8/2k5/3p4/8/8/8/K2R4 w - - 0 1", "d1d5", 100 - 500),  # but else he does
    ],
)
def test_exchanges_that_are_known(fen: str, move: str, won: int) -> None:
    board = chess.Board(fen)
    assert gained(board, chess.Move.from_uci(move)) == won
    assert threshold(board, chess.Move.from_uci(move)) == [True, False]


def test_pins_are_not_looked_at() -> None:
    """The knight that could take back may not: behind it is its king."""
    board, move = chess.Board("4k3/4n3/8/3p4/8/8/B7/K3R3 w - - 0 1"), chess.Move.from_uci("a2d5")
    assert threshold(board, move) == [True, False]
    assert gained(board, move) == 100 - 325


def test_nothing_is_moved_by_the_question() -> None:
    position = Position.from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")
    before = position.fen(), position.key, list(position.bitboards), list(position.mailbox)
    see_at_least(position, code_from_uci("d3e5"), 0)
    assert (position.fen(), position.key, list(position.bitboards), list(position.mailbox)) == before
