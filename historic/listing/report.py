"""The text of a report from a file that the user names."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Final

#: The longest text that is read, in bytes. The report has 27,000.
MAX_BYTES: Final = 1_000_000

#: The byte order marks of the encodings that are tried before UTF-8.
_MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class NotAReport(ValueError):
    """A file or a text in which the listing cannot be found; the message says what was expected."""


def read_report(path: Path) -> str:
    """Returns the text in the file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252.

    Raises NotAReport for a file that is empty, too long or not text, and OSError for one that cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NotAReport(f"longer than {MAX_BYTES:,} bytes; expected the report's text, of about 27,000")
    if not data.strip():
        raise NotAReport("empty; expected the report's text")
    text = _decoded(data)
    if text is None or "\0" in text:
        raise NotAReport("not a text file; expected the report's text")
    return text


def _decoded(data: bytes) -> str | None:
    """Returns the text, or None if the bytes are in none of the encodings."""
    marked = [name for mark, name in _MARKS.items() if data.startswith(mark)]
    for encoding in marked or ["utf-8", "cp1252"]:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
