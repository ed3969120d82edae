"""Texts that go into a PGN: names and dates in headers, and players' remarks in comments."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Final

from modern.rules.errors import printable

#: The longest comment made from a player's notes, in characters.
MAX_NOTES_LENGTH: Final = 300
#: The longest line of a PGN, in characters.
MAX_LINE_LENGTH: Final = 80
#: The value of TimeControl for a game without a clock.
NO_CLOCK: Final = "-"
#: Headers whose text cannot be shortened.
UNSHORTENED: Final = ("FEN",)
#: The characters that PGN escapes in a header, and their escaped forms. Any other backslash is just a backslash.
TO_ESCAPE: Final = re.compile(r'["\\]')
ESCAPED: Final = re.compile(r'\\(["\\])')
#: How many headers a long text may be split into: room for three digits in their names.
MAX_PARTS: Final = 1000


def pgn_date() -> str:
    """Returns today's date as PGN writes it: 1994.05.31."""
    return f"{datetime.date.today():%Y.%m.%d}"


def escaped_header(text: str) -> str:
    """Returns the text of a header as a PGN has it: with a backslash before each quotation mark and backslash."""
    return TO_ESCAPE.sub(r"\\\g<0>", text)


def header_value(text: str) -> str:
    """Returns the meaning of a header's text in a PGN, on one line: without escapes and control characters."""
    return printable(ESCAPED.sub(r"\1", text))


def header_line_text(header: str, text: str) -> str:
    """Returns the text of a header on one line, shortened to MAX_LINE_LENGTH as a PGN has it; a FEN stays whole."""
    text, room = printable(text), _room(header)
    if len(escaped_header(text)) <= room or header in UNSHORTENED:
        return text
    text = text[: room - 3]
    while len(escaped_header(text)) > room - 3:
        text = text[:-1]
    return f"{text}..."


def comment_text(notes: Iterable[str]) -> str:
    """Returns a player's notes on one line, as many as a comment may have, without commands for programs."""
    return one_line_comment(" ".join(notes)).replace("[%", "[ %")[:MAX_NOTES_LENGTH].strip()


def one_line_comment(text: str) -> str:
    """Returns a comment on one line, without the braces that would end it and without control characters."""
    return printable(text.replace("{", "(").replace("}", ")"))


def split_header(header: str, text: str) -> dict[str, str]:
    """Returns a text without blanks as headers of at most MAX_LINE_LENGTH: `Memory`, `Memory2`, `Memory3` and so on."""
    room = _room(f"{header}{MAX_PARTS - 1}")
    parts = [text[start : start + room] for start in range(0, len(text), room)] or [""]
    return {_part_name(header, number): part for number, part in enumerate(parts, 1)}


def joined_header(headers: Mapping[str, str], header: str) -> str:
    """Returns the text that `split_header` has split, or '' if the headers do not have it."""
    names = takewhile(headers.__contains__, (_part_name(header, number) for number in range(1, MAX_PARTS)))
    return "".join(headers[name] for name in names)


def _part_name(header: str, number: int) -> str:
    return header if number == 1 else f"{header}{number}"


def _room(header: str) -> int:
    """Returns how long the text of a header may be, in characters."""
    return MAX_LINE_LENGTH - len(f'[{header} ""]')
