"""The two ways in which a BASIC program stops: an error, or STOP."""

from __future__ import annotations

from typing import Final

SUBSCRIPT_OUT_OF_RANGE: Final = 9


class BasicError(Exception):
    """A BASIC run-time error: its number, its message, and the label of the listing under which it occurred."""

    def __init__(self, code: int, message: str, label: str) -> None:
        super().__init__(code, message, label)
        self.code = code
        self.message = message
        self.label = label

    def __str__(self) -> str:
        return f"error {self.code}: {self.message}, under the label {self.label}"


class Stop(Exception):
    """STOP, the only statement of ENDEND: ends the program."""


def subscript_out_of_range(label: str) -> BasicError:
    """Returns error 9: a subscript is negative or above the bound given by DIM."""
    return BasicError(SUBSCRIPT_OUT_OF_RANGE, "Subscript out of range", label)
