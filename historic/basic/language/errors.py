"""QBasic's errors: those that a running program meets, and the lines that are refused before it runs."""

from __future__ import annotations

from typing import Final

from historic.basic.stops import BasicError, Stop

#: The messages, under QBasic's numbers. Out of stack space is number 28 of BASIC PDS.
MESSAGES: Final = {
    1: "NEXT without FOR",
    2: "Syntax error",
    3: "RETURN without GOSUB",
    4: "Out of DATA",
    5: "Illegal function call",
    6: "Overflow",
    7: "Out of memory",
    8: "Label not defined",
    9: "Subscript out of range",
    10: "Duplicate definition",
    11: "Division by zero",
    13: "Type mismatch",
    14: "Out of string space",
    18: "Function not defined",
    19: "No RESUME",
    20: "RESUME without error",
    26: "FOR without NEXT",
    28: "Out of stack space",
    29: "WHILE without WEND",
    30: "WEND without WHILE",
    35: "Subprogram not defined",
    37: "Argument-count mismatch",
    52: "Bad file name or number",
    53: "File not found",
    54: "Bad file mode",
    55: "File already open",
    58: "File already exists",
    61: "Disk full",
    62: "Input past end of file",
    64: "Bad file name",
    67: "Too many files",
    68: "Device unavailable",
    70: "Permission denied",
    75: "Path/File access error",
    76: "Path not found",
}
UNKNOWN: Final = "Unprintable error"
NEXT_WITHOUT_FOR, SYNTAX_ERROR, RETURN_WITHOUT_GOSUB, OUT_OF_DATA, ILLEGAL_FUNCTION_CALL, OVERFLOW = 1, 2, 3, 4, 5, 6
OUT_OF_MEMORY, LABEL_NOT_DEFINED, SUBSCRIPT_OUT_OF_RANGE, DUPLICATE_DEFINITION, DIVISION_BY_ZERO = 7, 8, 9, 10, 11
TYPE_MISMATCH, OUT_OF_STRING_SPACE, FUNCTION_NOT_DEFINED, NO_RESUME, RESUME_WITHOUT_ERROR = 13, 14, 18, 19, 20
FOR_WITHOUT_NEXT, OUT_OF_STACK_SPACE, WHILE_WITHOUT_WEND, WEND_WITHOUT_WHILE = 26, 28, 29, 30
SUBPROGRAM_NOT_DEFINED, ARGUMENT_COUNT = 35, 37
BAD_FILE_NUMBER, FILE_NOT_FOUND, BAD_FILE_MODE, FILE_ALREADY_OPEN, DISK_FULL, INPUT_PAST_END = 52, 53, 54, 55, 61, 62
FILE_ALREADY_EXISTS, BAD_FILE_NAME, TOO_MANY_FILES, DEVICE_UNAVAILABLE, PERMISSION_DENIED = 58, 64, 67, 68, 70
PATH_ACCESS, PATH_NOT_FOUND = 75, 76

#: The prefix of a SUB's name in place of a label.
SUB_PREFIX: Final = "SUB "


class ListingRefused(ValueError):
    """A text that is not a program in this BASIC: the line (from 1; 0 for the whole text) and its fault."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class WordsMissing(ListingRefused):
    """A text with words of QBasic that this BASIC does not have: each with its line, in the order of the lines."""

    def __init__(self, *words: tuple[int, str]) -> None:
        self.words = words
        first: dict[str, int] = {}
        for line, word in words:
            first.setdefault(word.upper(), line)
        (name, start), *others = first.items()
        *inner, last = [name, *(f"{word} (line {line})" for word, line in others)]
        said = f"{', '.join(inner)} and {last} are" if inner else f"{last} is"
        super().__init__(start, f"{said} not part of this BASIC")


class LineError(BasicError):
    """A run-time error, with the line in which it occurred. `line` is 0, and `label` '', until the run has added them.

    Raised by the functions of runtime.py and console.py with its number and, if that says too little, a `detail`.
    """

    def __init__(self, code: int, line: int = 0, label: str = "", detail: str = "") -> None:
        super().__init__(code, MESSAGES.get(code, UNKNOWN), label)
        self.line = line
        self.detail = detail

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        return f"error {self.code}: {self.message}{detail}, in line {self.line}{_under(self.label)}"


class InputEnded(Stop):
    """The end of the typed input, where the program waits for more. ON ERROR does not trap it: no key will come."""


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
    if label.isdigit():
        return f", number {label}"
    return f", in {label}" if label.startswith(SUB_PREFIX) else f", under the label {label}"


def said(code: int, detail: str = "") -> str:
    """Returns the message about a line that is refused for one of QBasic's own reasons."""
    return f"error {code}: {MESSAGES[code]}{f': {detail}' if detail else ''}"


def refused(code: int, line: int, detail: str = "") -> ListingRefused:
    """Returns the refusal of a line for one of QBasic's own reasons."""
    return ListingRefused(line, said(code, detail))
