"""The text of a PGN file."""

from __future__ import annotations

import re
from typing import Final

#: The byte order marks of UTF-16.
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
#: Control characters other than white space, which a text file does not have.
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")


class PgnError(ValueError):
    """A file that is not a PGN, or does not have the requested game; the text is one line that says why."""


def decode(content: bytes) -> str:
    """Decodes a file as UTF-8 or else as Latin-1, which is the PGN standard's encoding. Raises PgnError."""
    if content.startswith(UTF_16_MARKS):
        raise PgnError("the file is in UTF-16; expected a PGN in UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    if CONTROL_CHARACTERS.search(text):
        raise PgnError("not a text file; expected a PGN")
    return text
