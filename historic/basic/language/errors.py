"""QBasic's errors: those that a running program meets, and the lines that are refused before it runs."""

from __future__ import annotations

from typing import Final

from historic.basic.stops import BasicError

NEXT_WITHOUT_FOR: Final = 1
SYNTAX_ERROR: Final = 2
RETURN_WITHOUT_GOSUB: Final = 3
OUT_OF_DATA: Final = 4
ILLEGAL_FUNCTION_CALL: Final = 5
OVERFLOW: Final = 6
OUT_OF_MEMORY: Final = 7
LABEL_NOT_DEFINED: Final = 8
SUBSCRIPT_OUT_OF_RANGE: Final = 9
DUPLICATE_DEFINITION: Final = 10
DIVISION_BY_ZERO: Final = 11
TYPE_MISMATCH: Final = 13
OUT_OF_STRING_SPACE: Final = 14
FOR_WITHOUT_NEXT: Final = 26
OUT_OF_STACK_SPACE: Final = 28
WHILE_WITHOUT_WEND: Final = 29
WEND_WITHOUT_WHILE: Final = 30
SUBPROGRAM_NOT_DEFINED: Final = 35
ARGUMENT_COUNT: Final = 37
BAD_FILE_NUMBER: Final = 52
FILE_NOT_FOUND: Final = 53
FILE_ALREADY_OPEN: Final = 55
INPUT_PAST_END: Final = 62
BAD_FILE_NAME: Final = 64
PATH_ACCESS: Final = 75
PATH_NOT_FOUND: Final = 76

#: The messages, under QBasic's numbers. Out of stack space is number 28 of BASIC PDS.
MESSAGES: Final = {
    NEXT_WITHOUT_FOR: "NEXT without FOR",
    SYNTAX_ERROR: "Syntax error",
    RETURN_WITHOUT_GOSUB: "RETURN without GOSUB",
    OUT_OF_DATA: "Out of DATA",
    ILLEGAL_FUNCTION_CALL: "Illegal function call",
    OVERFLOW: "Overflow",
    OUT_OF_MEMORY: "Out of memory",
    LABEL_NOT_DEFINED: "Label not defined",
    SUBSCRIPT_OUT_OF_RANGE: "Subscript out of range",
    DUPLICATE_DEFINITION: "Duplicate definition",
    DIVISION_BY_ZERO: "Division by zero",
    TYPE_MISMATCH: "Type mismatch",
    OUT_OF_STRING_SPACE: "Out of string space",
    FOR_WITHOUT_NEXT: "FOR without NEXT",
    OUT_OF_STACK_SPACE: "Out of stack space",
    WHILE_WITHOUT_WEND: "WHILE without WEND",
    WEND_WITHOUT_WHILE: "WEND without WHILE",
    SUBPROGRAM_NOT_DEFINED: "Subprogram not defined",
    ARGUMENT_COUNT: "Argument-count mismatch",
    BAD_FILE_NUMBER: "Bad file name or number",
    FILE_NOT_FOUND: "File not found",
    FILE_ALREADY_OPEN: "File already open",
    INPUT_PAST_END: "Input past end of file",
    BAD_FILE_NAME: "Bad file name",
    PATH_ACCESS: "Path/File access error",
    PATH_NOT_FOUND: "Path not found",
}


#: What stands before the name of a SUB in place of a label.
SUB_PREFIX: Final = "SUB "


class ListingRefused(ValueError):
    """A text that is not a program in this BASIC: the line (from 1; 0 for the whole text) and what is wrong with it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class LineError(BasicError):
    """A run-time error, with the line in which it occurred. `line` is 0, and `label` '', until the run has added them.

    Raised by the functions of runtime.py and console.py with nothing but its number.
    """

    def __init__(self, code: int, line: int = 0, label: str = "") -> None:
        super().__init__(code, MESSAGES[code], label)
        self.line = line

    def __str__(self) -> str:
        return f"error {self.code}: {self.message}, in line {self.line}{_under(self.label)}"


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the line that was running."""

    def __init__(self, line: int, label: str) -> None:
        super().__init__(line, label)
        self.line = line
        self.label = label

    def __str__(self) -> str:
        return f"interrupted in line {self.line}{_under(self.label)}"


def _under(label: str) -> str:
    """Returns where a line stands: under a label, or in a SUB."""
    if not label:
        return ""
    return f", in {label}" if label.startswith(SUB_PREFIX) else f", under the label {label}"


def refused(code: int, line: int, detail: str = "") -> ListingRefused:
    """Returns the refusal of a line for one of QBasic's own reasons."""
    return ListingRefused(line, f"error {code}: {MESSAGES[code]}{f': {detail}' if detail else ''}")
