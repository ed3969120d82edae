"""A listing's text: what is checked before anything is parsed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from historic.basic.language.errors import ListingRefused

#: Far more than QBasic's own limits: 160 kB for a program, 255 characters for a line.
MAX_BYTES: Final = 1_000_000
MAX_LINE: Final = 1000
#: The deepest parentheses, and the longest row of signs, in a line.
MAX_DEPTH: Final = 40
MAX_SIGNS: Final = 40
#: The largest number of operators in a line.
MAX_OPERATORS: Final = 150
#: The character that ends a text file of DOS.
END_OF_FILE: Final = "\x1a"
#: What holds no expression: strings and remarks.
QUOTED_OR_REMARK: Final = re.compile(r'"[^"]*"|\'.*|\bREM\b.*', re.IGNORECASE)


def read_listing(path: Path) -> str:
    """Returns the text of a file. Raises OSError, and ListingRefused if it is too long or not a text."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ListingRefused(0, f"the file is longer than {MAX_BYTES:,} bytes: a BASIC program is expected")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp437")  # the character set of DOS


def checked_lines(text: str) -> list[str]:
    """Returns the lines of a listing. Raises ListingRefused if one cannot be part of a program, whatever it says."""
    if len(text) > MAX_BYTES:
        raise ListingRefused(0, f"the text is longer than {MAX_BYTES:,} characters: a BASIC program is expected")
    lines = text.rstrip(END_OF_FILE + "\n\r").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        _check(number, line)
    return lines


def _check(number: int, line: str) -> None:
    if len(line) > MAX_LINE:
        raise ListingRefused(number, f"the line is longer than {MAX_LINE} characters")
    for char in line:
        if not char.isprintable() and char != "\t":
            raise ListingRefused(number, f"character {ord(char)} is not part of a text: a BASIC program is expected")
    depth = signs = 0
    line = QUOTED_OR_REMARK.sub("", line)
    for char in line:
        depth += (char == "(") - (char == ")")
        signs = signs + 1 if char in "-+(" else signs if char == " " else 0
        if depth > MAX_DEPTH or signs > MAX_SIGNS:
            raise ListingRefused(number, f"the expression is nested more than {MAX_DEPTH} deep")
    if sum(map(line.count, "+-*/^=<>")) > MAX_OPERATORS:
        raise ListingRefused(number, f"the line has more than {MAX_OPERATORS} operators")
