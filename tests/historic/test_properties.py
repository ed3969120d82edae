"""Properties that hold in every position of a legal game."""

from __future__ import annotations

import chess
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scenarios import random_boards, side_of, state_after_game, think_of
from steered_games import drawn

from historic import Program, State
from historic.position.squares import NAME_TO_SQUARE, SQUARE_TO_NAME, SQUARES
from historic.position.state import CAPTURED, FIRST_RESERVE_QUEEN, KING, MOVED, NOT_MOVED, PIECE_COUNT
from historic.thought import StoppedThought

Position = tuple[State, str]


@st.composite
def positions(draw: st.DrawFn, max_plies: int = 80) -> Position:
    """Draws a state with the flags and piece numbers of its whole game, and the side to move."""
    board = draw(random_boards(max_plies, representable=True))
    state, side = state_after_game(board), side_of(board)
    assert state.to_fen(side).split()[0] == board.board_fen()
    return state, side


@pytest.mark.hypothesis
def test_the_positions_have_promoted_queens_moved_and_unmoved_kings_and_both_sides_to_move() -> None:
    found = drawn(positions(), 60)
    assert {side for _, side in found} == {"white", "black"}
    assert {state.PM_white[KING] for state, _ in found} == {NOT_MOVED, MOVED}
    assert {state.PM_black[KING] for state, _ in found} == {NOT_MOVED, MOVED}
    flags = [flag for state, _ in found for flag in [*state.PM_white, *state.PM_black][FIRST_RESERVE_QUEEN:PIECE_COUNT]]
    assert MOVED in flags
    assert sum(state == State.initial() for state, _ in found) < len(found) / 4


@settings(max_examples=10, deadline=None)
@given(positions())
def test_no_candidate_moves_a_captured_piece_unless_castling_took_the_slot_of_a_queen_on_the_board(
    position: Position,
) -> None:
    state, side = position
    flags = state.PM_white if side == "white" else state.PM_black
    thought = think_of(state, side)
    slots_lost = {c.square for c in thought.candidates if c.castling and flags[c.piece] != CAPTURED}
    for candidate in thought.candidates:
        if not candidate.castling and candidate.square not in slots_lost:
            assert flags[candidate.piece] != CAPTURED


@settings(max_examples=50, deadline=None)
@given(positions())
def test_a_think_move_board_contains_only_pieces_on_the_board(position: Position) -> None:
    state, _ = position
    program = Program()
    program.state = state
    program.BOARD()
    program.WHITE()
    program.BLACK()
    for row, flags, squares in ((1, state.PM_white, state.PW), (2, state.PM_black, state.PB)):
        for square in range(144):
            bits = program.A[row][square]
            pieces = [piece for piece in range(PIECE_COUNT) if bits & 2**piece]
            assert bits < 2**PIECE_COUNT
            assert all(flags[piece] != CAPTURED and squares[piece] in SQUARE_TO_NAME for piece in pieces)
            assert bits == 0 or square in SQUARE_TO_NAME


@settings(max_examples=50, deadline=None)
@given(positions())
def test_on_occupied_squares_the_think_move_boards_agree_with_the_rules_on_attackers(position: Position) -> None:
    state, side = position
    board = chess.Board(state.to_fen(side))
    program = Program()
    program.state = state
    program.BOARD()
    program.WHITE()
    program.BLACK()
    for square in SQUARES:
        at = chess.parse_square(SQUARE_TO_NAME[square])
        if board.piece_at(at) is None:
            continue
        for row, color, squares in ((1, chess.WHITE, state.PW), (2, chess.BLACK, state.PB)):
            attackers = {
                SQUARE_TO_NAME[squares[piece]] for piece in range(PIECE_COUNT) if program.A[row][square] & 2**piece
            }
            assert attackers == {chess.square_name(attacker) for attacker in board.attackers(color, at)}


@settings(max_examples=8, deadline=None)
@given(positions(max_plies=60), st.data())
def test_thinking_on_a_copy_leaves_the_program_unchanged(position: Position, data: st.DataObject) -> None:
    state, side = position
    program = Program(data.draw(st.sampled_from(["printed", "recorded"])))
    program.state = state
    program.BOARD()
    before = program.variables()
    try:
        program.think(side)
    except StoppedThought:
        assume(False)
    assert program.variables() == before
    assert program.state == state
    assert all(number in (0, *NAME_TO_SQUARE.values()) for number in state.PW + state.PB)
