"""The text of a PGN file."""

from __future__ import annotations

import re
from typing import Final

#: The byte order marks of UTF-16.
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
#: Control characters other than white space, which a text file does not have.
CONTROL_CHARACTERS: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class PgnError(ValueError):
    """A file that is not a PGN, or does not have the requested game; the text is one line that says why."""


def decode(content: bytes) -> str:
    """Decodes a file as UTF-8 or else as Latin-1, which is the PGN standard's encoding. Raises PgnError."""
    check_text(content, "a PGN")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def check_text(content: bytes, expected: str) -> None:
    """Raises PgnError if a file, or its beginning, is not text in UTF-8 or Latin-1, but UTF-16 or binary."""
    if content.startswith(UTF_16_MARKS):
        raise PgnError(f"the file is in UTF-16; expected {expected} in UTF-8")
    if CONTROL_CHARACTERS.search(content):
        raise PgnError(f"not a text file; expected {expected}")
