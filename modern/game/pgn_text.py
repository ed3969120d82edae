"""Texts that go into a PGN: names and dates in headers, and players' remarks in comments."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Final

from modern.rules.errors import printable

#: The longest comment made from a player's notes, in characters.
MAX_NOTES_LENGTH: Final = 300
#: The longest line of a PGN, in characters.
MAX_LINE_LENGTH: Final = 80
#: Headers whose text cannot be shortened.
UNSHORTENED: Final = ("FEN",)
#: How many headers a long text may be split into: room for three digits in their names.
MAX_PARTS: Final = 1000


def pgn_date() -> str:
    """Returns today's date as PGN writes it: 1994.05.31."""
    return f"{datetime.date.today():%Y.%m.%d}"


def header_text(name: str) -> str:
    """Returns a name without the characters that would end a header or a line."""
    return printable(name.replace("\\", "/").replace('"', "'"))


def header_value(text: str) -> str:
    """Returns the text that a header of a file means, on one line: without PGN's escapes of quotes and backslashes."""
    return printable(text.replace('\\"', '"').replace("\\\\", "\\"))


def header_line_text(header: str, text: str) -> str:
    """Returns the text of a header, shortened so that its line is at most MAX_LINE_LENGTH long; a FEN stays whole."""
    text = header_text(text)
    room = _room(header)
    return text if len(text) <= room or header in UNSHORTENED else f"{text[: room - 3]}..."


def comment_text(notes: Iterable[str]) -> str:
    """Returns a player's notes on one line, as many as a comment may have."""
    return one_line_comment(" ".join(notes))[:MAX_NOTES_LENGTH].strip()


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
