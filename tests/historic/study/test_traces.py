"""The program compared bit for bit with the listing as BASIC compilers ran it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from scenarios import binary32, rows_of, state_of

from historic import Program, State, Thought
from historic.position.state import StateError
from historic.study.traces import MAX_LINE_BYTES, answers, lines_of, think_at

RECORD = rows_of("trace-record.jsonl")
POSITIONS = rows_of("trace-positions.jsonl")


def check(row: dict[str, Any], thought: Thought, after: State) -> None:
    bits = {str(square): bits for square, bits in enumerate(thought.think_move_board) if bits}
    assert bits == row["think_move_board"]
    assert [[c.piece, c.square, c.castling, binary32(c.value)] for c in thought.candidates] == row["candidates"]
    assert [*thought.best, binary32(thought.value)] == row["best"]
    assert after == state_of(row["after"])
    if "printed" in row:
        assert [c.printed for c in thought.candidates] == row["printed"]


@pytest.mark.parametrize(
    "row",
    # One of three: the record and the odd states of test_variables.py run the same code.
    [pytest.param(row, marks=[pytest.mark.slow] if number % 3 else []) for number, row in enumerate(POSITIONS)],
    ids=lambda row: row["fen"],
)
def test_random_positions_give_the_same_thoughts_as_the_compilers(row: dict[str, Any]) -> None:
    program = Program()
    program.state = state_of(row)
    check(row, program.play(row["side"]), program.state)


@pytest.mark.slow
@pytest.mark.both_builds
def test_the_record_gives_the_same_thoughts_as_the_compilers() -> None:
    """It is one game here: what one turn leaves in the variables does not affect the next."""
    program = Program()
    for row in RECORD:
        program.state = state_of(row)
        check(row, program.play(row["side"]), program.state)


def test_a_very_long_line_is_one_line() -> None:
    file = io.BytesIO(b"x" * (2 * MAX_LINE_BYTES + 5) + b"\n" + GOOD.encode())
    invalid, good = answers(lines_of(file))
    assert "too long for a state" in invalid["invalid"]
    assert good["best"][:2] == [4, 54]


@pytest.mark.posix
def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("historic.study.traces.ENDLESS_LINE_BYTES", 3 * MAX_LINE_BYTES)
    with open("/dev/zero", "rb") as zeros:
        found = answers(lines_of(zeros))
        assert list(next(found)) == ["line", "invalid"]
        with pytest.raises(StateError, match="a line has more than 3 MB; a state was expected"):
            next(found)


def test_the_json_lines_have_the_fields_of_the_traces() -> None:
    for row in RECORD[:3]:
        (answer,) = answers([json.dumps(row).encode()])
        assert answer == {key: row[key] for key in ("think_move_board", "candidates", "best", "printed", "after")}
        assert list(answer) == ["think_move_board", "candidates", "best", "printed", "after"]


def test_the_json_of_a_program_that_stops_has_the_error_in_place_of_after() -> None:
    answer = think_at(State.from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "white")
    assert list(answer) == ["think_move_board", "candidates", "best", "printed", "error"]
    assert answer["error"] == {"code": 9, "message": "Subscript out of range", "label": "CWHITE3"}
    assert answer["best"][:2] == [8, 110]


def test_each_line_starts_with_ii_and_iii_at_zero() -> None:
    """With an unmoved king and moved rooks, castling depends on II alone, which the line before has left at 1."""
    blocked = State.from_fen("4k3/8/8/8/8/8/8/4KB1R w K - 0 1")
    stale = State.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    stale.PM_white[12] = 0
    lines = [json.dumps({"side": "white", **vars(state)}).encode() for state in (blocked, stale)]
    first, second = answers(lines)
    assert not [c for c in first["candidates"] if c[2] == 1]
    assert [c[2] for c in second["candidates"][:2]] == [1, 2]


GOOD = json.dumps({"side": "white", **vars(State.initial())})
EXPECTED = "side, PW, PB, PM_white and PM_black"


def with_(**changes: object) -> str:
    return json.dumps({**json.loads(GOOD), **changes})


def squares(piece: int, square: object) -> list[object]:
    changed: list[object] = list(State.initial().PW)
    changed[piece] = square
    return changed


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "the line is not JSON"),
        ("nonsense", "the line is not JSON"),
        ("\xff", "the line is not JSON"),
        ("[" * 100_000, EXPECTED),
        (f'{{"side": {"1" * 5000}}}', "too long a number"),
        ("[1, 2]", EXPECTED),
        ('{"side": "white"}', "PW, PB, PM_white, PM_black missing"),
        ('{"side": "white", "PW": [], "PB": [], "PM_white": [], "PM_balck": []}', "did you mean PM_black?"),
        (
            '{"Side": "white", "PW": [], "PB": [], "PM_white": [], "PM_black": []}',
            "unknown setting 'Side'",
        ),
        (with_(side="green"), "green"),
        (with_(side=["white"]), "['white']"),
        (with_(PW=[0] * 23), "PW takes 24 whole numbers, not 23"),
        (with_(PW="x" * 24), "PW takes 24 whole numbers"),
        (with_(PW=squares(0, 38.0)), "PW(0) is 38.0; a whole number was expected"),
        (with_(PW=squares(20, True)), "PW(20) is True; a whole number was expected"),
        (with_(PW=squares(0, 25)), "PW(0) is 25, which is not a square of the board"),
        (with_(PW=squares(9, -1)), "PW(9) is -1, which is not a square of the board"),
        (with_(PW=squares(9, 0)), "PW(9) is 0, which is not a square of the board"),
        (with_(PW=squares(9, 10**9)), "which is not a square of the board"),
        (with_(PW=squares(9, 10**30)), "PW(9) is 10000"),
        (with_(PW=squares(20, 50)), "PW(20) is 50 but the piece is captured; 0 was expected"),
        (with_(PM_black=[3] + [0] * 23), "PM_black(0) is 3; 0, 1 or 2 was expected"),
    ],
)
def test_an_invalid_line_gives_the_reason_and_the_next_line_is_read(line: str, reason: str) -> None:
    invalid, good = answers([line.encode("latin-1"), GOOD.encode()])
    assert list(invalid) == ["line", "invalid"]
    assert invalid["line"] == 1
    assert reason in invalid["invalid"]
    assert "\n" not in invalid["invalid"]
    assert good["best"][:2] == [4, 54]


def test_a_state_in_which_the_program_sent_piece_0_to_square_0_can_be_read() -> None:
    program = Program()
    program.state = State.from_fen("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1")
    program.play("black")
    line = json.dumps({"side": "white", **vars(program.state)})
    (answer,) = answers([line.encode()])
    assert "candidates" in answer
