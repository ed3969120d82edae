"""Journals: files that record finished work, one line of JSON for each unit, so that the work can be resumed.

The first line describes the work. Only complete lines count. A process killed while writing leaves an incomplete
last line; it is cut off, and its unit of work is done again.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import IO, Any, ClassVar, Final, Self

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]


#: What wrote a journal that does not say what wrote it.
EARLIEST_WRITER: Final = "gosub-chess 0.1.0 or an earlier version"


class JournalError(ValueError):
    """A file that is not a journal of this work, or cannot be written. The message is one line with the reason."""


class Journal(ABC):
    """An open journal, on a POSIX system locked against other processes. Subclasses define the entries.

    `command` is the command that writes it, `task` what it records, `entry_content` what one line records. `format` is
    the number of the form of the entries; the first line has it, and the version that wrote it, from 2 on.
    """

    command: str
    task: str
    entry_content: ClassVar[str]
    format: ClassVar[int] = 1

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and leaves the file unchanged."""
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is not a regular file; expected the journal of a {self.task}")
        self.path = path
        self.file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._lock()
            self._load({"journal": self.command, **self._form(), **description})
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    @abstractmethod
    def load_entry(self, entry: Any) -> None:
        """Loads an entry of the file. Raises KeyError, TypeError, ValueError or OverflowError if it is not an entry."""

    def write(self, entry: Mapping[str, Any]) -> None:
        """Appends an entry. Raises JournalError if it cannot be written."""
        line = json.dumps(entry).encode() + b"\n"
        try:
            while line:
                line = line[self.file.write(line) :]
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None

    def _form(self) -> dict[str, Any]:
        if self.format == 1:
            return {}
        return {"format": self.format, "written_by": f"gosub-chess {version('gosub-chess')}"}

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"{self.path} is in use by another {self.task}") from None

    def _load(self, header: Mapping[str, Any]) -> None:
        self.file.seek(0)
        complete = 0
        for number, line in enumerate(self.file, 1):
            if not line.endswith(b"\n"):
                if number == 1 and not json.dumps(header).encode().startswith(line):
                    raise self._not_a_journal()
                break
            if number == 1:
                self._check_header(_parsed(line), header)
            else:
                self._load_line(number, line)
            complete += len(line)
        self.file.truncate(complete)
        if not complete:
            self.write(header)

    def _check_header(self, entry: Any, header: Mapping[str, Any]) -> None:
        if not isinstance(entry, dict) or entry.get("journal") != self.command:
            raise self._not_a_journal()
        if entry.get("format", 1) != self.format:
            writer = _in_words(entry.get("written_by", EARLIEST_WRITER))
            reason = f"was written by {writer}, in a form that this version does not read"
            raise JournalError(f"{self.path} {reason}; expected the journal of a {self.task}, or a new file")
        for name, value in header.items():
            if entry.get(name) != value and name != "written_by":
                difference = f"its {name}: {_in_words(entry.get(name))}; asked for: {_in_words(value)}"
                raise JournalError(f"{self.path} belongs to another {self.task}; {difference}")

    def _load_line(self, number: int, line: bytes) -> None:
        try:
            self.load_entry(_parsed(line))
        except (KeyError, OverflowError, TypeError, ValueError):
            raise JournalError(f"{self.path}: line {number} does not record {self.entry_content}") from None

    def _not_a_journal(self) -> JournalError:
        return JournalError(f"{self.path} is not a journal of `{self.command} --resume`")


def _parsed(line: bytes) -> Any:
    """Returns the value of a line of JSON, or None if it is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _in_words(value: Any) -> str:
    """Returns a value of a header for a message, on one line."""
    if value is None or value in ([], {}):
        return "none"
    if isinstance(value, dict):
        return ", ".join(f"{_plain(name)} {_plain(part)}" for name, part in value.items())
    return ", ".join(map(_plain, value)) if isinstance(value, list) else _plain(value)


def _plain(value: Any) -> str:
    """Returns a value as JSON, a text without its quotes."""
    text = json.dumps(value)
    return text[1:-1] if isinstance(value, str) else text
