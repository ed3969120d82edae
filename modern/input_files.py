"""Reads files of any origin, with a bound: a device or a pipe may have no end."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Final

#: The largest file that is read into memory, in bytes.
MAX_FILE_SIZE: Final = 200_000_000


def read_whole(path: Path) -> bytes:
    """Returns the content of a file, of at most MAX_FILE_SIZE bytes. Raises OSError with a one-line message."""
    with path.open("rb") as file:
        return read_to_end(file, path)


def read_to_end(file: IO[bytes], name: object) -> bytes:
    """Returns the rest of an open file, of at most MAX_FILE_SIZE bytes. Raises OSError, which calls the file `name`."""
    content = file.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise OSError(f"{name} is too large; expected at most {MAX_FILE_SIZE // 1_000_000} MB")
    return content
