"""Journals: files that record finished work, one line of JSON for each unit, so that the work can be resumed.

The first line describes the work. Each line ends with a checksum of its own. A line that is damaged does not count:
`Journal.damage` names it, it stays in the file, and its unit of work is done again. A process killed while writing
leaves an incomplete last line; it is cut off.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, Self

from modern.system import lock, refused_name

#: The last member of each line: the CRC32 of all that stands before it in the line.
CHECKSUM: Final = b', "crc32": "%08x"}'
CHECKSUM_NAME: Final = b'"crc32"'
#: The most damaged lines that are named one by one.
MAX_NAMED: Final = 5
#: The part of an identity that is a digest of code.
CODE: Final = "code"


class JournalError(ValueError):
    """A file that is not a journal of this work, or cannot be written. The message is one line with the reason."""


def with_checksum(entry: Mapping[str, Any]) -> bytes:
    """Returns the line of an entry, which is not empty, with its checksum and the end of the line."""
    body = json.dumps(entry).encode()[:-1]
    return body + CHECKSUM % zlib.crc32(body) + b"\n"


def parse_line(line: bytes) -> dict[str, Any]:
    """Returns the entry of a line, without its end. Raises ValueError if the checksum is wrong or missing.

    An editor or a version control system may have ended the lines as Windows does.
    """
    line = line.removesuffix(b"\r")
    length = len(CHECKSUM % 0)
    body = line[:-length]
    if line[-length:] != CHECKSUM % zlib.crc32(body):
        raise ValueError("its checksum is wrong")
    entry = _parsed(line)
    if not isinstance(entry, dict):
        raise ValueError("it is not an object of JSON")
    return entry


def entries_of(path: Path) -> list[Any]:
    """Returns the entries of a journal that only has to be read, the description first.

    Raises JournalError if a complete line is damaged or has no checksum, and OSError.
    """
    entries = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        try:
            entries.append(parse_line(line))
        except ValueError as error:
            raise JournalError(f"{path}: line {number}: {error}") from None
    return entries


class JournalForm(NamedTuple):
    """The kind of a journal: the command that writes it, the task that it records, and the content of a line.

    `number` is the version of the entries' form. The first line has it, and the version that wrote it.
    """

    command: str
    task: str
    entry: str
    number: int = 2


class Journal:
    """An open journal, locked against other processes.

    `damage` has a sentence for each damaged line, or for the first few.
    """

    def __init__(
        self, path: Path, form: JournalForm, identity: Mapping[str, Any], load_entry: Callable[[Any], object]
    ) -> None:
        """Opens or creates the file. Raises JournalError or OSError, and leaves the file unchanged.

        A journal with another identity is refused. `load_entry` takes each entry of the file. It raises KeyError,
        TypeError, ValueError or OverflowError if that is not an entry.
        """
        refused = refused_name(path)
        if refused:
            raise JournalError(f"{path} cannot be written: {refused}")
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is not a regular file; expected the journal of a {form.task}")
        self.path = path
        self.form = form
        self.load_entry = load_entry
        self.damage: list[str] = []
        self.file: IO[bytes] = path.open("a+b", buffering=0)
        try:
            self._lock()
            self._load({"journal": form.command, "format": form.number, "written_by": _writer(), **identity})
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    def write(self, *entries: Mapping[str, Any]) -> None:
        """Appends entries, and waits until they are on the disk. Raises JournalError if they cannot be written."""
        lines = b"".join(map(with_checksum, entries))
        try:
            while lines:
                lines = lines[self.file.write(lines) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {error.strerror}") from None

    def _lock(self) -> None:
        if not lock(self.file):
            raise JournalError(f"{self.path} is in use by another {self.form.task}")

    def _load(self, header: Mapping[str, Any]) -> None:
        self.file.seek(0)
        content = self.file.read()
        first, *lines = content.split(b"\n")
        if not lines:
            if not with_checksum(header).startswith(first):
                raise self._not_a_journal()
            self.file.truncate(0)
            self.write(header)
            return
        self._check_header(self._header_of(first), header)
        incomplete = lines.pop()
        for number, line in enumerate(lines, 2):
            self._load_line(number, line)
        if len(self.damage) > MAX_NAMED:
            more = len(self.damage) - MAX_NAMED
            self.damage[MAX_NAMED:] = [f"{self.path}: {more} more {'line' if more == 1 else 'lines'} of this kind"]
        self.file.truncate(len(content) - len(incomplete))

    def _header_of(self, line: bytes) -> dict[str, Any]:
        """Returns the content of the first line. Raises JournalError if it is damaged, or not one of this command."""
        try:
            entry = parse_line(line)
        except ValueError:
            if b'"journal"' in line or self.form.command.encode() in line:
                reason = f"line 1 is damaged, which says of which {self.form.task} this journal is"
                expected = "expected the first line that the same command writes into a new file"
                raise JournalError(f"{self.path}: {reason}; {expected}") from None
            raise self._not_a_journal() from None
        if entry.get("journal") != self.form.command:
            raise self._not_a_journal()
        return entry

    def _check_header(self, entry: dict[str, Any], header: Mapping[str, Any]) -> None:
        """Raises JournalError if the first line is one of another form, or of other work."""
        if entry.get("format") != self.form.number:
            writer = _in_words(entry.get("written_by", "another program"))
            reason = f"was written by {writer}, in a form that this version does not read"
            raise JournalError(f"{self.path} {reason}; expected the journal of a {self.form.task}, or a new file")
        others = [name for name, value in header.items() if entry.get(name) != value and name != "written_by"]
        for name in others:
            if name != CODE:
                difference = f"its {name}: {_in_words(entry.get(name))}; asked for: {_in_words(header[name])}"
                raise JournalError(f"{self.path} belongs to another {self.form.task}; {difference}")
        if others:
            reason = "was written by other code, which may give other results"
            raise JournalError(f"{self.path} {reason}; expected a new file or a journal of this code")

    def _load_line(self, number: int, line: bytes) -> None:
        """Loads an entry, or says why the line does not count."""
        try:
            entry = parse_line(line)
        except ValueError as error:
            reason = str(error)
        else:
            try:
                self.load_entry(entry)
                return
            except (KeyError, OverflowError, TypeError, ValueError) as error:
                why = f" ({error})" if isinstance(error, ValueError) else ""
                reason = f"it does not record {self.form.entry}{why}"
        self.damage.append(f"{self.path}: line {number} does not count: {reason}; work that is missing is done again")

    def _not_a_journal(self) -> JournalError:
        return JournalError(f"{self.path} is not a journal of `{self.form.command} --resume`")


def _writer() -> str:
    return f"gosub-chess {version('gosub-chess')}"


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
