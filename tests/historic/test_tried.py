"""historic.candidates: what it lists is what CWHITE (CBLACK) tries, and what it watches is what they score."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from scenarios import pairs, rows_of, state_of, think_of

from historic import Program, State
from historic.candidates import (
    KINGSIDE,
    QUEENSIDE,
    CastlingPath,
    ScoredMove,
    TriedMove,
    castling_paths,
    moves_tried_by_program,
    target_squares,
    tried_moves,
)
from historic.sides import other_side
from historic.squares import NAME_TO_SQUARE
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


def listed(state: State, side: str, barred: int = 0) -> list[TriedMove]:
    program = program_in(state)
    rows = {"white": list(program.A[1]), "black": list(program.A[2])}
    ways = castling_paths(state, side, program.board, rows[other_side(side)], barred)
    return tried_moves(target_squares(side, program.board, rows[side]), rows[side], ways)


def watched(state: State, side: str, **variables: int) -> list[ScoredMove]:
    return moves_tried_by_program(program_in(state, **variables), side)


def check(state: State, side: str, barred: int = 0) -> None:
    """List, watch, and the program's own record at the root say the same."""
    thought = think_of(state, side, II=barred, III=barred)
    seen = watched(state, side, II=barred, III=barred)
    assert [move[:3] for move in seen] == listed(state, side, barred)
    assert [move[:3] for move in seen] == [candidate[:3] for candidate in thought.candidates]
    assert [move.own_score for move in seen] == [reply.own_score for reply in thought.replies]


@pytest.mark.parametrize("row", rows_of("trace-positions.jsonl"), ids=str)
def test_the_moves_listed_are_those_that_the_compilers_tried(row: dict[str, object]) -> None:
    state, side = state_of(row), str(row["side"])
    candidates = row["candidates"]
    assert isinstance(candidates, list)
    assert listed(state, side) == [tuple(candidate[:3]) for candidate in candidates]
    assert [move[:3] for move in watched(state, side)] == [tuple(candidate[:3]) for candidate in candidates]


@settings(deadline=None, max_examples=25)
@given(pairs())
def test_list_watch_and_record_are_the_same_in_any_game(pair: PositionPair) -> None:
    check(pair.state, pair.side)


@pytest.mark.parametrize("barred", [0, 1])
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
def test_they_are_the_same_whatever_ii_and_iii_were_left_at(fen: str, side: str, barred: int) -> None:
    check(State.from_fen(fen), side, barred)


def test_castling_takes_the_first_turns_at_the_first_square() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert listed(state, "white")[:2] == [
        TriedMove(23, NAME_TO_SQUARE["b1"], KINGSIDE),
        TriedMove(22, NAME_TO_SQUARE["b1"], QUEENSIDE),
    ]


def test_without_a_look_the_way_is_as_barred_as_it_was() -> None:
    """Quirk stale-ii."""
    state = State.from_fen("4k3/8/8/8/7R/8/8/R3K3 w Q - 0 1")
    empty = [0] * 144
    assert castling_paths(state, "white", empty, empty, 1) == {
        QUEENSIDE: CastlingPath(True, False),
        KINGSIDE: CastlingPath(False, False),
    }
    held = [0] * 144
    held[NAME_TO_SQUARE["b1"]] = 9
    assert castling_paths(state, "white", held, empty, 0) == {
        QUEENSIDE: CastlingPath(True, True),
        KINGSIDE: CastlingPath(False, True),
    }


def test_a_king_who_has_moved_has_no_way_at_all() -> None:
    state = State.from_fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    assert castling_paths(state, "white", [0] * 144, [0] * 144, 0) == {}


def test_watching_leaves_the_programs_own_screen_in_its_place() -> None:
    program = program_in(State.initial())
    screen = program.screen
    moves_tried_by_program(program, "white")
    assert program.screen is screen
