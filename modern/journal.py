"""A file of work that can be gone on with: what has been done, a line of JSON each, as it is done.

The first line says what the work is. A line counts if it is whole: a process that is killed while it writes leaves
half a line at the end, which is cut off, and that piece is done again.
"""

from __future__ import annotations

import fcntl
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, ClassVar, Self


class JournalError(ValueError):
    """A file that is no journal of this work; the text is one line that says why."""


class Journal(ABC):
    """The file while it is open; nobody else can open it so. Whoever keeps one says what its lines are.

    `kind` is the command that writes it, `work` what it notes, `told` what a line tells.
    """

    command: ClassVar[str]
    task: ClassVar[str]
    entry_content: ClassVar[str]

    def __init__(self, path: Path, description: Mapping[str, Any]) -> None:
        """Open the file, or begin it with what the work is. Raises JournalError, and OSError; it is then as it was."""
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is no file that a {self.task} can be noted in")
        self.path = path
        self.file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._lock()
            self._load({"journal": self.command, **description})
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    @abstractmethod
    def load_entry(self, entry: Any) -> None:
        """Take over a line of the file. Raises KeyError, TypeError, ValueError or OverflowError for what is none."""

    def write(self, entry: Mapping[str, Any]) -> None:
        """Put down a line. Raises JournalError where it cannot be written."""
        line = json.dumps(entry).encode() + b"\n"
        try:
            while line:
                line = line[self.file.write(line) :]
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None

    def _lock(self) -> None:
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"{self.path} is being written by another {self.task}") from None

    def _load(self, header: Mapping[str, Any]) -> None:
        self.file.seek(0)
        whole = 0
        for number, line in enumerate(self.file, 1):
            if not line.endswith(b"\n"):
                if number == 1 and not json.dumps(header).encode().startswith(line):
                    raise self._not_a_journal()
                break
            if number == 1:
                self._check_header(_parsed(line), header)
            else:
                self._load_line(number, line)
            whole += len(line)
        self.file.truncate(whole)
        if not whole:
            self.write(header)

    def _check_header(self, entry: Any, header: Mapping[str, Any]) -> None:
        if not isinstance(entry, dict) or entry.get("journal") != self.command:
            raise self._not_a_journal()
        for name, value in header.items():
            if entry.get(name) != value:
                there, here = json.dumps(entry.get(name)), json.dumps(value)
                raise JournalError(f"{self.path} is of another {self.task}: there {name} is {there}, here {here}")

    def _load_line(self, number: int, line: bytes) -> None:
        try:
            self.load_entry(_parsed(line))
        except (KeyError, OverflowError, TypeError, ValueError):
            raise JournalError(f"{self.path}: line {number} does not say {self.entry_content}") from None

    def _not_a_journal(self) -> JournalError:
        return JournalError(f"{self.path} is no file of `{self.command} --resume`")


def _parsed(line: bytes) -> Any:
    """What a line has, or None where that is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
