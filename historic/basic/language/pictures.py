"""BLOAD and PUT: pictures in arrays of INTEGERs, as SCREEN 9 of an EGA has them."""

from __future__ import annotations

from typing import Any, Final

from historic.basic.language.errors import BAD_FILE_MODE, ILLEGAL_FUNCTION_CALL, LineError
from historic.basic.language.files import Files
from historic.basic.language.memory import Row
from historic.basic.language.runtime import integer, whole, wrapped_integer
from historic.machine.screen import EGA, Screen, dots_of

#: The first byte of a file of BSAVE, and the bytes before its contents: this one, a segment, an offset and a length.
BSAVE: Final = 0xFD
HEADER: Final = 7
#: An array's segment is this for the first, and so much more for each other one.
SEGMENT: Final = 0x2000


class Pictures:
    """The arrays whose places the program has asked for, each with a segment of its own."""

    def __init__(self, screen: Screen, files: Files) -> None:
        self.screen = screen
        self.files = files
        self.arrays: list[Row] = []
        self.chosen: Row | None = None

    def varseg(self, row: object, _: object) -> float:
        """VARSEG: returns the segment of an element of an array. Raises error 5 for anything else."""
        if not isinstance(row, Row):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        place = next((place for place, each in enumerate(self.arrays) if each is row), len(self.arrays))
        if place == len(self.arrays):
            self.arrays.append(row)
        return float(SEGMENT + place)

    def pointer(self, row: object, key: Any) -> float:
        """VARPTR: returns the place of an element in its array's segment, in bytes. Raises error 5 for others."""
        if not isinstance(row, Row):
            raise LineError(ILLEGAL_FUNCTION_CALL)
        return 2.0 * float(key - next(iter(row)))

    def segment(self, number: float | None = None) -> None:
        """DEF SEG: chooses the array that BLOAD fills."""
        place = -1 if number is None else whole(number) - SEGMENT
        self.chosen = self.arrays[place] if 0 <= place < len(self.arrays) else None

    def load(self, name: str, offset: float = 0.0) -> None:
        """BLOAD: fills the chosen array from a file of BSAVE. Raises errors 5, 53, 54, 64 and 75."""
        data = self.files.bytes_of(name)
        if len(data) < HEADER or data[0] != BSAVE:
            raise LineError(BAD_FILE_MODE)
        if self.chosen is None:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        data = data[HEADER : HEADER + int.from_bytes(data[5:7], "little")]
        first = next(iter(self.chosen)) + whole(offset) // 2
        for place in range(0, len(data) - 1, 2):
            key = first + place // 2
            if key in self.chosen:
                self.chosen[key] = wrapped_integer(int.from_bytes(data[place : place + 2], "little"))

    def put(self, x: float, y: float, row: Row, verb: str) -> None:
        """PUT: joins a picture's dots with the screen's. Raises error 5 outside it, and in another mode."""
        values = [value for value in row.values() if isinstance(value, float)]
        data = b"".join((int(integer(value)) % 2**16).to_bytes(2, "little") for value in values)
        if self.screen.mode != EGA:
            raise LineError(ILLEGAL_FUNCTION_CALL)
        try:
            self.screen.PUT(whole(x), whole(y), dots_of(data), verb)
        except ValueError:
            raise LineError(ILLEGAL_FUNCTION_CALL) from None
