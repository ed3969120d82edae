"""The lines of a text file of games or positions, whatever program wrote it.

A line ends with LF, CR or both, and is read as UTF-8, or else as Windows-1252 or Latin-1, which is PGN's own encoding.
Control characters stay in the lines: who reads them drops them and says where they stand.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import IO, Final

from modern.facts import fact

#: The byte order marks of UTF-16, and UTF-8's as they look in a text, in Windows-1252 too.
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
MARKS: Final = ("\ufeff", "\xef\xbb\xbf")
#: The beginnings of compressed files, and their kinds.
COMPRESSED: Final = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "RAR",
}
#: Control characters other than white space, which a text file should not have; what fills up a file of DOS, from its
#: Ctrl-Z on.
CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
CONTROL_BYTES: Final = bytes((*range(9), *range(14, 32)))
PADDING: Final = "\x00\x1a"
PADDING_RUN: Final = re.compile(rb"[\x00\x1a]{4,}|[\x00\x1a]+\Z")
#: How much of a file shows whether it is text, in bytes. It is not if there are more control characters than these, and
#: more than one for this number of bytes: books, images and programs have one for two to ten.
SAMPLE_SIZE: Final = 4096
MAX_CONTROLS: Final = 3
BYTES_FOR_A_CONTROL: Final = 12
#: A longer line is refused.
MAX_LINE_SIZE: Final = 16_000_000


class PgnError(ValueError):
    """A file that is not a PGN, or does not have the requested game; the text is one line that says why."""


def check_text(sample: bytes, expected: str) -> None:
    """Raises PgnError if a file is not text in UTF-8, Windows-1252 or Latin-1, as its beginning shows."""
    if sample.startswith(UTF_16_MARKS):
        raise PgnError(f"the file is in UTF-16; expected {expected} in UTF-8")
    for mark, kind in COMPRESSED.items():
        if sample.startswith(mark):
            raise PgnError(f"the file is compressed ({kind}); expected {expected}: unpack the file first")
    text = PADDING_RUN.sub(b"", sample)
    controls = len(text) - len(text.translate(None, CONTROL_BYTES))
    if controls > MAX_CONTROLS and controls * BYTES_FOR_A_CONTROL > len(text):
        raise PgnError(fact("pgn.not_text", expected=expected))


def decode(content: bytes) -> str:
    """Decodes a file of games, line by line. Raises PgnError."""
    return "".join(lines_of(io.BytesIO(content)))


def lines_of(file: IO[bytes], expected: str = "a PGN") -> Iterator[str]:
    r"""Yields the lines of a file as they are read, each with `\n` at its end.

    Raises PgnError if the file is not text, or has a line without end.
    """
    text = io.TextIOWrapper(file, "latin-1")
    try:
        beginning: list[str] = []
        while sum(map(len, beginning)) < SAMPLE_SIZE and (line := text.readline(MAX_LINE_SIZE + 1)):
            beginning.append(line)
        check_text("".join(beginning)[:SAMPLE_SIZE].encode("latin-1"), expected)
        rest = iter(partial(text.readline, MAX_LINE_SIZE + 1), "")
        for number, line in enumerate(chain(beginning, rest), 1):
            if len(line) > MAX_LINE_SIZE:
                raise PgnError(f"line {number} is longer than {MAX_LINE_SIZE // 1_000_000} MB; expected {expected}")
            yield without_mark(line if line.isascii() else _decoded(line))
    finally:
        if not file.closed:  # whoever has left early, by Ctrl-C say, may have closed it first
            text.detach()


def _decoded(line: str) -> str:
    """Returns a line in its encoding, given as Latin-1."""
    content = line.encode("latin-1")
    for encoding in ("utf-8", "windows-1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line


def without_mark(line: str) -> str:
    """Returns a line without the byte order mark at its beginning, which a file that was put together may have."""
    return line.removeprefix(MARKS[0]).removeprefix(MARKS[1]) if line.startswith(MARKS) else line
