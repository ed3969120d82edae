"""Moves made from outside the program, and moves in the report's notation."""

from __future__ import annotations

import chess
import pytest
from scenarios import side_of

from historic import SAMPLE_GAME, State
from historic.position.moves import report_notation, state_after
from historic.position.state import StateError


def test_the_recorded_game_reaches_the_positions_that_the_rules_give() -> None:
    board, state = chess.Board(), State.initial()
    for move in SAMPLE_GAME:
        side = side_of(board)
        assert state.to_fen(side).split()[:3] == board.fen().split()[:3]
        state = state_after(state, side, move)
        board.push_uci(move)


def test_moves_in_the_reports_notation() -> None:
    state = State.from_fen("r3k2r/8/8/3p4/4P3/8/1p6/R3K2R w KQkq - 0 1")
    assert report_notation(state, "white", "e4e5") == "e4-e5"
    assert report_notation(state, "white", "e4d5") == "e4xd5"
    assert report_notation(state, "white", "e1g1") == "0-0"
    assert report_notation(state, "black", "e8c8") == "0-0-0"
    assert report_notation(state, "black", "b2b1q") == "b2-b1Q"
    assert report_notation(state, "black", "h8h7") == "h8-h7"


def test_a_rook_move_from_e1_to_g1_is_not_castling() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/K3R3 w - - 0 1")
    after = state_after(state, "white", "e1g1")
    assert report_notation(state, "white", "e1g1") == "e1-g1"
    assert after.to_fen("black").startswith("4k3/8/8/8/8/8/8/K5R1 ")


def test_a_move_from_an_empty_square_is_an_error() -> None:
    with pytest.raises(StateError, match="there is no white piece on e3"):
        state_after(State.initial(), "white", "e3e4")
