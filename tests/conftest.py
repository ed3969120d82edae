"""What several tests need: the program at a position, and what BASIC compilers said."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

import pytest

from historic import Program, State, Thought
from historic.squares import NUMBERS
from historic.state import side_to_move
from historic.thought import StoppedThought

ProgramAt = Callable[..., Program]
ThinkAt = Callable[..., Thought]
Men = Mapping[int, tuple[str, int]]
StateWith = Callable[[Men, Men], State]


@pytest.fixture
def program_at() -> ProgramAt:
    """A program fresh from INIT at a FEN: `program_at(fen, reading="printed")`."""

    def at(fen: str, reading: str = "printed") -> Program:
        program = Program(reading)
        program.state = State.from_fen(fen)
        return program

    return at


@pytest.fixture
def think_at(program_at: ProgramAt) -> ThinkAt:
    """What a fresh program thinks at a FEN, for the side to move, whether it then stops or not."""

    def think(fen: str, reading: str = "printed") -> Thought:
        return thought_of(program_at(fen, reading), side_to_move(fen))

    return think


@pytest.fixture
def think_of() -> ThinkAt:
    """The same for a state, with II and III as they are given: `think_of(state, "white", II=1)`."""

    def think(state: State, side: str, **variables: int) -> Thought:
        program = Program()
        program.state = state
        for name, value in variables.items():
            setattr(program, name, value)
        return thought_of(program, side)

    return think


def thought_of(program: Program, side: str) -> Thought:
    try:
        return program.think(side)
    except StoppedThought as stopped:
        return stopped.thought


@pytest.fixture
def state_with() -> StateWith:
    """A state from man to (square's name, flag): `state_with({12: ("e1", 0)}, {12: ("e8", 1)})`, White's men first."""

    def with_(white: Men, black: Men) -> State:
        state = State([0] * 24, [0] * 24, [2] * 24, [2] * 24)
        for men, squares, flags in ((white, state.PW, state.PM_white), (black, state.PB, state.PM_black)):
            for man, (square, flag) in men.items():
                squares[man], flags[man] = NUMBERS[square], flag
        return state

    return with_


@pytest.fixture(scope="session")
def binary32() -> Callable[[float], str]:
    """The hexadecimal digits of a SINGLE, made without the program's own code."""
    return lambda value: struct.pack(">f", value).hex().upper()
