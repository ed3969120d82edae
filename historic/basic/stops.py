"""How a BASIC program stops: by an error, or by STOP."""

from __future__ import annotations

from typing import Final

SUBSCRIPT_OUT_OF_RANGE: Final = 9


class BasicError(Exception):
    """A run-time error of BASIC: its number, its message, and the label of the listing under which it happened."""

    def __init__(self, code: int, message: str, label: str) -> None:
        super().__init__(code, message, label)
        self.code = code
        self.message = message
        self.label = label

    def __str__(self) -> str:
        return f"error {self.code}: {self.message}, under the label {self.label}"


class Stop(Exception):
    """STOP, the one statement of ENDEND: the program ends and its user gets the machine back."""


def subscript_out_of_range(label: str) -> BasicError:
    """Error 9: a subscript is below zero or above what DIM allowed."""
    return BasicError(SUBSCRIPT_OUT_OF_RANGE, "Subscript out of range", label)
