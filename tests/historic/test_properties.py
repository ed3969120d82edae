"""What must always hold, at any position that a lawful game can come to."""

from __future__ import annotations

import chess
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scenarios import random_boards, side_of, state_after_game, think_of

from historic import Program, State
from historic.squares import NAME_TO_SQUARE, SQUARE_TO_NAME, SQUARES
from historic.state import CAPTURED, PIECE_COUNT
from historic.thought import StoppedThought

Position = tuple[State, str]


@st.composite
def positions(draw: st.DrawFn, most: int = 80) -> Position:
    """A state that has kept the flags and the numbers of its game, and the side to move."""
    board = draw(random_boards(most, storable=True))
    state, side = state_after_game(board), side_of(board)
    assert state.to_fen(side).split()[0] == board.board_fen()
    return state, side


@settings(max_examples=15, deadline=None)
@given(positions())
def test_a_state_gives_the_same_thought_twice(position: Position) -> None:
    assert think_of(*position) == think_of(*position)


@settings(max_examples=25, deadline=None)
@given(positions())
def test_no_candidate_moves_a_captured_man_but_where_castling_took_the_slot_of_a_living_queen(
    position: Position,
) -> None:
    state, side = position
    flags = state.PM_white if side == "white" else state.PM_black
    thought = think_of(state, side)
    taken = {c.square for c in thought.candidates if c.castling and flags[c.piece] != CAPTURED}
    for candidate in thought.candidates:
        if not candidate.castling and candidate.square not in taken:
            assert flags[candidate.piece] != CAPTURED


@settings(max_examples=100, deadline=None)
@given(positions())
def test_a_think_move_board_never_names_a_man_that_is_not_on_the_board(position: Position) -> None:
    state, _ = position
    program = Program()
    program.state = state
    program.BOARD()
    program.WHITE()
    program.BLACK()
    for row, flags, squares in ((1, state.PM_white, state.PW), (2, state.PM_black, state.PB)):
        for square in range(144):
            bits = program.A[row][square]
            named = [man for man in range(PIECE_COUNT) if bits & 2**man]
            assert bits < 2**PIECE_COUNT
            assert all(flags[man] != CAPTURED and squares[man] in SQUARE_TO_NAME for man in named)
            assert bits == 0 or square in SQUARE_TO_NAME


@settings(max_examples=100, deadline=None)
@given(positions())
def test_the_think_move_boards_hold_every_capture_that_the_rules_know(position: Position) -> None:
    """Each square that a man attacks and somebody stands on; and nothing else there."""
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
            named = {SQUARE_TO_NAME[squares[man]] for man in range(PIECE_COUNT) if program.A[row][square] & 2**man}
            assert named == {chess.square_name(attacker) for attacker in board.attackers(color, at)}


@settings(max_examples=20, deadline=None)
@given(positions(most=60), st.data())
def test_playing_on_from_a_copy_leaves_the_program_as_it_was(position: Position, data: st.DataObject) -> None:
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
