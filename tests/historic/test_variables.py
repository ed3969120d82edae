"""Every variable of the listing after each subroutine, compared with the listing compiled by QB64-PE."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from scenarios import ARRAYS, Row, binary32, digest, rows_of, sampled, state_of, variables

from historic import BasicError, Program
from historic.position.squares import NAME_TO_SQUARE
from modern.build import COMPILED, build_mode


def sequences(rows: list[Row]) -> Iterator[list[Row]]:
    """Yields the rows of each run of the program: one that starts it, and those that continue it."""
    run: list[Row] = []
    for row in rows:
        if run and not row.get("continues"):
            yield run
            run = []
        run.append(row)
    yield run


def check_turn(program: Program, row: Row) -> None:
    """Runs BOARD, then WHITE and CWHITE or BLACK and CBLACK, as MLOOP does, and compares the variables."""
    program.BOARD()
    assert digest(variables(program)) == row["BOARD"]
    if row["side"] == "white":
        program.WHITE()
    else:
        program.BLACK()
    assert digest(variables(program)) == row["reach"]
    if row["side"] == "white":
        program.JAA = 1
        program.CWHITE()
    else:
        program.JAA = 0
        program.CBLACK()
    assert variables(program) == row["turn"]


def check_run(run: list[Row], reading: str = "printed") -> None:
    program = Program(reading)
    for row in run:
        if row.get("set", True):
            program.state = state_of(row)
        if "II" in row:
            program.II = row["II"]
        if "III" in row:
            program.III = row["III"]
        if row.get("zero"):
            program.II = program.III = 0
        if "error" not in row:
            check_turn(program, row)
            continue
        with pytest.raises(BasicError) as raised:
            check_turn(program, row)
        assert {"code": raised.value.code, "label": raised.value.label} == row["error"]
        assert variables(program) == row["turn"]


ODD: dict[str, list[list[Row]]] = {}
for odd_run in sequences(rows_of("variables-odd-states.jsonl")):
    ODD.setdefault(odd_run[0]["kind"], []).append(odd_run)


def test_init_sets_the_same_variables_as_in_the_compiled_listing() -> None:
    program = Program()
    every = program.variables()
    touched = {name: value for name, value in every.items() if value not in (0, "", 0.0)}
    assert set(touched) == {"X", "BB$", *ARRAYS}
    assert every["X"] == 24
    assert every["BB$"] == ".PPPPPPPPRNBQKBNRQQQQQQQQpppppppprnbqkbnrqqqqqqqq"
    assert every["A()"] == [[99] * 144] + [[0] * 144] * 6


@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_every_variable_at_some_plies_of_the_record(reading: str) -> None:
    for run in list(sequences(rows_of(f"variables-record-{reading}.jsonl")))[::5]:  # 5 is odd: both sides move
        check_run(run, reading)


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("reading", ["printed", "recorded"])
def test_every_variable_over_the_record(reading: str) -> None:
    for run in sequences(rows_of(f"variables-record-{reading}.jsonl")):
        check_run(run, reading)


def self_play_choices(reading: str) -> list[tuple[int, int]]:
    """Plays one run from INIT to error 9 without setting anything; returns the piece and square of each choice."""
    (trace,) = rows_of(f"trace-selfplay-{reading}.json")
    program = Program(reading)
    *turns, stop = rows_of(f"variables-selfplay-{reading}.jsonl")
    choices = []
    for row, (ply, piece, square, value) in zip(turns, trace["plies"], strict=True):
        program.MOVE += ply % 2
        check_turn(program, row)
        if row["side"] == "white":
            best = (program.BESTPIECE1, program.BESTPOS1, binary32(program.BESTVAL1))
        else:
            best = (program.BESTPIECE, program.BESTPOS, binary32(program.BESTVAL))
        assert best == (piece, square, value)
        choices.append((piece, square))
    program.MOVE += 1
    with pytest.raises(BasicError) as raised:
        check_turn(program, stop)
    assert (raised.value.code, raised.value.label) == (9, "CWHITE3")
    assert variables(program) == stop["turn"]
    return [*choices, (program.BESTPIECE1, program.BESTPOS1)]


@pytest.mark.slow
@pytest.mark.both_builds
def test_in_self_play_as_printed_it_plays_82_plies_and_stops_when_a_queen_moves_from_a8_to_g8() -> None:
    choices = self_play_choices("printed")
    assert len(choices) == 82 + 1
    assert choices[80] == (0, NAME_TO_SQUARE["a8"])
    assert choices[82] == (16, NAME_TO_SQUARE["g8"])


@pytest.mark.slow
@pytest.mark.both_builds
def test_in_self_play_as_recorded_black_finds_no_safe_move_from_ply_62_and_it_stops_at_ply_65() -> None:
    choices = self_play_choices("recorded")
    assert len(choices) == 64 + 1
    assert [number for number, choice in enumerate(choices, 1) if choice == (0, 0)] == [62, 64]


@pytest.mark.parametrize("kind", ODD)
def test_every_variable_at_odd_states(kind: str) -> None:
    for run in ODD[kind][:1]:
        check_run(run)


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("kind", ODD)
def test_every_variable_at_all_odd_states(kind: str) -> None:
    for run in sampled(ODD[kind][1:], 1 if build_mode() == COMPILED else 4):
        check_run(run)
