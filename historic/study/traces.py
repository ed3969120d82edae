"""Thoughts as JSON lines: each line of input is a state, and each line of output what the program thinks there.

A state is an object with `side`, `PW`, `PB`, `PM_white` and `PM_black`; its other keys are ignored. A thought has
`think_move_board` (square to bits), `candidates` ([piece, square, castling, value]), `best` ([BESTPIECE, BESTPOS,
value]) and `printed` (the lines at row 18), then `after` (the four arrays at the end of the turn) or `error`. A value
is the eight hexadecimal digits of its binary32.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import IO, Any, Final

from historic.basic import BasicError
from historic.position.sides import side_named
from historic.position.state import State, StateError
from historic.program import Program
from historic.readings import PRINTED
from historic.thought import StoppedThought, Thought

ARRAYS: Final = ("PW", "PB", "PM_white", "PM_black")

#: The keys of a state, by their names in lower case; the least similarity of a misspelt one, as difflib measures it.
KEYS: Final = {key.lower(): key for key in ("side", *ARRAYS)}
MISSPELT: Final = 0.6

STATE_EXPECTED: Final = "an object with side, PW, PB, PM_white and PM_black was expected"

#: The maximum length of a line, which leaves ample room for additional keys.
MAX_LINE_BYTES: Final = 1_000_000
#: A line longer than this, in bytes, is taken for endless, as that of /dev/zero is.
ENDLESS_LINE_BYTES: Final = 200_000_000


def binary32(value: float) -> str:
    """Returns the eight hexadecimal digits of a SINGLE, most significant first."""
    return struct.pack(">f", value).hex().upper()


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yields the lines of a file of any size. A line longer than any state is cut to its beginning.

    Raises StateError if a line does not end within ENDLESS_LINE_BYTES.
    """
    while line := file.readline(MAX_LINE_BYTES):
        yield line
        read = len(line)
        while len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE_BYTES)
            read += len(line)
            if read > ENDLESS_LINE_BYTES:
                raise StateError(f"a line has more than {ENDLESS_LINE_BYTES // 1_000_000} MB; a state was expected")


def answers(lines: Iterable[bytes], reading: str = PRINTED) -> Iterator[dict[str, Any]]:
    """Yields an answer for each line: the thought, or `line` (its number from 1) and `invalid` (why it is not a state).

    Every state starts from scratch: II and III are 0.
    """
    for number, line in enumerate(lines, 1):
        try:
            state, side = read_state(line)
        except ValueError as error:
            yield {"line": number, "invalid": str(error)}
        else:
            yield think_at(state, side, reading)


def read_state(line: bytes) -> tuple[State, str]:
    """Returns the state and the side of a line. Raises ValueError with a one-line message if it is not a state."""
    if len(line) >= MAX_LINE_BYTES:
        raise StateError(f"the line has {MAX_LINE_BYTES} bytes or more, which is too long for a state")
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise StateError(f"the line is not JSON; {STATE_EXPECTED}") from None
    except (ValueError, RecursionError):
        raise StateError(f"the line is nested too deeply or has too long a number; {STATE_EXPECTED}") from None
    if not isinstance(row, dict):
        raise StateError(STATE_EXPECTED)
    missing = [key for key in ("side", *ARRAYS) if key not in row]
    for key in row.keys() - KEYS.values() if missing else ():
        nearest = get_close_matches(key.lower(), KEYS, 1, MISSPELT)
        if nearest and KEYS[nearest[0]] in missing:
            raise StateError(f"unknown setting {key[:40]!r}; did you mean {KEYS[nearest[0]]}?")
    if missing:
        raise StateError(f"{', '.join(missing)} missing; side, PW, PB, PM_white and PM_black were expected")
    side = side_named(row["side"])
    state = State(*(row[key] for key in ARRAYS))
    state.check()
    return state, side.name


def think_at(state: State, side: str, reading: str = PRINTED) -> dict[str, Any]:
    """Returns the thought of a fresh program in `state` as a JSON object."""
    program = Program(reading)
    program.state = state
    try:
        thought = program.play(side)
    except StoppedThought as error:
        return {**_thought_json(error.thought), "error": error_json(error)}
    after = program.state
    return {**_thought_json(thought), "after": {name: getattr(after, name) for name in ARRAYS}}


def error_json(error: BasicError) -> dict[str, Any]:
    """Returns an error as a JSON object with code, message and label."""
    return {"code": error.code, "message": error.message, "label": error.label}


def _thought_json(thought: Thought) -> dict[str, Any]:
    return {
        "think_move_board": {str(square): bits for square, bits in enumerate(thought.think_move_board) if bits},
        "candidates": [[c.piece, c.square, c.castling, binary32(c.value)] for c in thought.candidates],
        "best": [*thought.best, binary32(thought.value)],
        "printed": [c.printed for c in thought.candidates],
    }
