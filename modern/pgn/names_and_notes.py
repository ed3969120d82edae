"""Texts that go into a PGN: names in headers, and players' notes in comments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from modern.rules.errors import printable

#: The longest comment made from a player's notes, in characters.
MAX_NOTES_LENGTH: Final = 300


def header_text(name: str) -> str:
    """Returns a name without the characters that would end a header or a line."""
    return printable(name.replace("\\", "/").replace('"', "'"))


def comment_text(notes: Iterable[str]) -> str:
    """Returns a player's notes on one line, without the braces that would end a comment."""
    return " ".join(" ".join(notes).replace("{", "(").replace("}", ")").split())[:MAX_NOTES_LENGTH]
