"""A program that is set up and thinks: its thoughts, and what it refuses."""

from __future__ import annotations

import pickle

import pytest

from historic import BasicError, PieceMove, Program, State
from historic.position.state import StateError
from historic.study.terms import board_from_state
from historic.thought import StoppedThought


def test_think_and_play_give_the_same_thought() -> None:
    program = Program()
    for side in ("white", "black", "white", "black"):
        assert program.think(side) == program.play(side)


def test_an_error_contains_the_thought_that_led_to_it() -> None:
    program = Program()
    program.state = State.from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    with pytest.raises(StoppedThought) as raised:
        program.play("white")
    thought = raised.value.thought
    assert thought.move == "a1a8"
    assert thought.best == (8, 110)
    assert len(thought.candidates) == 5 + 7 + 5


def test_an_error_with_its_thought_can_be_sent_to_another_process() -> None:
    program = Program()
    program.state = State.from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    with pytest.raises(StoppedThought) as raised:
        program.play("white")
    sent = pickle.loads(pickle.dumps(raised.value))
    assert (str(sent), sent.thought) == (str(raised.value), raised.value.thought)


def test_a_thought_does_not_change_when_the_program_continues() -> None:
    program = Program()
    thought = program.play("white")
    tried = list(thought.candidates)
    program.BOARD()
    program.BLACK()
    program.JAA = 0
    program.CBLACK()
    assert thought.candidates == tried


@pytest.mark.parametrize("state", [None, "x", 7])
def test_only_a_state_can_be_set(state: object) -> None:
    with pytest.raises(TypeError, match="a State was expected"):
        Program().state = state  # type: ignore[assignment]


def test_a_state_with_lists_that_are_too_long_cannot_be_set() -> None:
    state = State.initial()
    state.PW.append(26)
    with pytest.raises(StateError, match="PW takes 24 whole numbers, not 25"):
        Program().state = state


def test_an_unknown_side_is_rejected() -> None:
    with pytest.raises(ValueError, match="green"):
        Program().play("green")


def test_an_unknown_reading_is_rejected() -> None:
    with pytest.raises(ValueError, match="printed and recorded"):
        Program("misprinted")


def test_an_error_reads_as_one_line_with_its_label() -> None:
    assert str(BasicError(9, "Subscript out of range", "CWHITE3")) == (
        "error 9: Subscript out of range, under the label CWHITE3"
    )


def test_choices_in_the_reports_notation() -> None:
    state = State.from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    board = board_from_state(state)
    assert PieceMove(0, 77).notation(board, state, "white") == "e4xd5"
    assert PieceMove(23, 7000).notation(board, state, "white") == "0-0"
    assert PieceMove(22, 8000).notation(board, state, "black") == "0-0-0"
    assert PieceMove(8, 77).notation(board, state, "white") == "d5 from nowhere"
    assert PieceMove(0, 0).notation(board, state, "white") == "none"
