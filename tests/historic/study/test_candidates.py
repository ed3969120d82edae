"""historic.study.candidates: the moves it lists and the scores it records are those of CWHITE (CBLACK)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from scenarios import array_of, pairs, rows_of, state_of, think_of

from historic import Program, State
from historic.position.castling import KINGSIDE, KINGSIDE_BESTPOS, QUEENSIDE, QUEENSIDE_BESTPOS
from historic.position.moves import PieceMove, piece_move
from historic.position.sides import other_side
from historic.position.squares import NAME_TO_SQUARE
from historic.study.candidates import (
    CastlingPath,
    castling_paths,
    moves_tried_by_program,
    target_squares,
    tried_moves,
)
from historic.thought import TriedMove
from modern.agreement.pair import PositionPair


def program_in(state: State, **variables: int) -> Program:
    program = Program()
    program.state = state
    program.BOARD()
    for name, value in variables.items():
        setattr(program, name, value)
    program.WHITE()
    program.BLACK()
    return program


def listed_moves(state: State, side: str, blocked: int = 0) -> list[PieceMove]:
    program = program_in(state)
    rows = {"white": program.A[1], "black": program.A[2]}
    paths = castling_paths(state, side, program.board, rows[other_side(side)], blocked)
    return tried_moves(target_squares(side, program.board, rows[side]), rows[side], paths)


def scored_moves(state: State, side: str, **variables: int) -> list[TriedMove]:
    return moves_tried_by_program(program_in(state, **variables), side)


def check(state: State, side: str, blocked: int = 0) -> None:
    """Checks that the list, the recorder and the program's own log of the root moves agree."""
    thought = think_of(state, side, II=blocked, III=blocked)
    scored = scored_moves(state, side, II=blocked, III=blocked)
    assert [tried.move for tried in scored] == listed_moves(state, side, blocked)
    assert [tried[:4] for tried in scored] == [candidate[:4] for candidate in thought.candidates]


@pytest.mark.parametrize("row", rows_of("trace-positions.jsonl"), ids=str)
def test_the_moves_listed_are_those_that_the_compilers_tried(row: dict[str, object]) -> None:
    state, side = state_of(row), str(row["side"])
    candidates = row["candidates"]
    assert isinstance(candidates, list)
    assert listed_moves(state, side) == [piece_move(*candidate[:3]) for candidate in candidates]
    assert [tried[:3] for tried in scored_moves(state, side)] == [tuple(candidate[:3]) for candidate in candidates]


@settings(deadline=None, max_examples=8)
@given(pairs())
def test_list_recorder_and_log_agree_in_any_game(pair: PositionPair) -> None:
    check(pair.state, pair.side)


@pytest.mark.parametrize("blocked", [0, 1])
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qq - 0 1",
        "4k2r/8/8/8/7R/8/8/4K3 w k - 0 1",
        "r3k3/8/8/8/7r/8/8/R3K3 w Qq - 0 1",
        "4k3/8/8/8/QP6/1P6/2PPPPP1/3QK2R w K - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ],
)
def test_list_recorder_and_log_agree_whatever_value_is_left_in_ii_and_iii(fen: str, side: str, blocked: int) -> None:
    check(State.from_fen(fen), side, blocked)


def test_castling_takes_the_first_slots_at_the_first_square() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert listed_moves(state, "white")[:2] == [
        PieceMove(23, KINGSIDE_BESTPOS),
        PieceMove(22, QUEENSIDE_BESTPOS),
    ]
    first, second, *_ = scored_moves(state, "white")
    assert first.square == second.square == NAME_TO_SQUARE["b1"]


def test_an_unchecked_path_keeps_the_last_value_of_ii() -> None:
    """Quirk stale-ii."""
    state = State.from_fen("4k3/8/8/8/7R/8/8/R3K3 w Q - 0 1")
    empty = [0] * 144
    no_bits = array_of(empty)
    assert castling_paths(state, "white", empty, no_bits, 1) == {
        QUEENSIDE: CastlingPath(True, False),
        KINGSIDE: CastlingPath(False, False),
    }
    b1_occupied = [0] * 144
    b1_occupied[NAME_TO_SQUARE["b1"]] = 9
    assert castling_paths(state, "white", b1_occupied, no_bits, 0) == {
        QUEENSIDE: CastlingPath(True, True),
        KINGSIDE: CastlingPath(False, True),
    }


def test_a_king_that_has_moved_has_no_castling_path() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    assert castling_paths(state, "white", [0] * 144, array_of([0] * 144), 0) == {}


def test_recording_restores_the_programs_own_screen() -> None:
    program = program_in(State.initial())
    screen = program.screen
    moves_tried_by_program(program, "white")
    assert program.screen is screen
