"""The file of a campaign that can be gone on with: what each chunk has found, a line each, as they are done.

The first line says what the campaign is. A line counts if it is whole: a process that is killed while it writes leaves
half a line at the end, which is cut off, and its chunk is done again.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from modern.agreement.tally import Tally

#: What tells such a file from others.
KIND: Final = "gosub agree"


class JournalError(ValueError):
    """A file that is no journal of this campaign; the text is one line that says why."""


class Journal:
    """The file while it is open; nobody else can open it so.

    `done` are the numbers of the chunks in it, `found` what they have found together.
    """

    def __init__(self, path: Path, campaign: Mapping[str, Any]) -> None:
        """Open the file, or begin it. Raises JournalError, and OSError; the file is then as it was."""
        self.done: set[int] = set()
        self.found = Tally()
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is no file that a campaign can be noted in")
        self.path = path
        self.file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._take(path)
            self._read(path, {"journal": KIND, **campaign})
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    def add(self, number: int, found: Tally) -> None:
        """Put down, as one line, what a chunk has found."""
        self._write({"chunk": number, "found": found.as_json(sparse=True)})
        self.done.add(number)

    def _take(self, path: Path) -> None:
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(f"{path} is being written by another campaign") from None

    def _read(self, path: Path, header: Mapping[str, Any]) -> None:
        self.file.seek(0)
        whole = 0
        for number, line in enumerate(self.file, 1):
            if not line.endswith(b"\n"):
                if number == 1 and not json.dumps(header).encode().startswith(line):
                    raise JournalError(f"{path} is no file of `gosub agree --resume`")
                break
            self._read_line(path, number, line, header)
            whole += len(line)
        self.file.truncate(whole)
        if not whole:
            self._write(header)

    def _read_line(self, path: Path, number: int, line: bytes, header: Mapping[str, Any]) -> None:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if number == 1:
            if not isinstance(entry, dict) or entry.get("journal") != KIND:
                raise JournalError(f"{path} is no file of `gosub agree --resume`")
            for name, value in header.items():
                if entry.get(name) != value:
                    there, here = json.dumps(entry.get(name)), json.dumps(value)
                    raise JournalError(f"{path} is of another campaign: there {name} is {there}, here {here}")
            return
        try:
            chunk, found = int(entry["chunk"]), Tally.from_json(entry["found"])
        except (KeyError, OverflowError, TypeError, ValueError):
            raise JournalError(f"{path}: line {number} does not say what a chunk has found") from None
        if chunk not in self.done:
            self.done.add(chunk)
            self.found.merge(found)

    def _write(self, entry: Mapping[str, Any]) -> None:
        line = json.dumps(entry).encode() + b"\n"
        try:
            while line:
                line = line[self.file.write(line) :]
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None
