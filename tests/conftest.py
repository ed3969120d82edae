"""What several tests need: the program at a position, and what BASIC compilers said."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from historic import Program, State, Thought
from historic.state import side_to_move

ProgramAt = Callable[..., Program]
ThinkAt = Callable[..., Thought]
Rows = Callable[[str], list[dict[str, Any]]]


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
    """What a fresh program thinks at a FEN, for the side to move: `think_at(fen, reading="printed")`."""

    def think(fen: str, reading: str = "printed") -> Thought:
        return program_at(fen, reading).think(side_to_move(fen))

    return think


@pytest.fixture(scope="session")
def rows() -> Rows:
    """The JSON lines, or the one JSON object, of a file in tests/data: `rows("trace-record.jsonl")`."""

    def read(name: str) -> list[dict[str, Any]]:
        text = (Path(__file__).parent / "data" / name).read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()] if name.endswith(".jsonl") else [json.loads(text)]

    return read


@pytest.fixture(scope="session")
def binary32() -> Callable[[float], str]:
    """The hexadecimal digits of a SINGLE, made without the program's own code."""
    return lambda value: struct.pack(">f", value).hex().upper()
