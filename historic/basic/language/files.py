"""Files, only in the program's own folder and below: OPEN, CLOSE, PRINT #, WRITE #, INPUT #, EOF, CHDIR and others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PureWindowsPath
from typing import IO, Final, TypeVar

from historic.basic.charset import END_OF_FILE, SHOWN
from historic.basic.language import errors
from historic.basic.language.errors import LineError
from historic.basic.language.runtime import MAX_STRING, TO_TYPE, integer, val_, within
from historic.basic.language.terms import STRING
from historic.basic.printing import NextZone, Spaces, laid_out

MAX_FILE_NUMBER: Final = 255
LINE_END: Final = "\r\n"
#: The largest file that a program reads, and as many bytes as it may write in all.
MAX_BYTES: Final = 50_000_000
#: PRINT # breaks no rows.
NO_WIDTH: Final = 10**9
#: What is read, and what ends it: a line, a string between quotes, and what ends at a comma, or, a number, at a blank.
LINE: Final = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|$)")
QUOTED: Final = re.compile(r'\s*"([^"]*)"?[ \t]*(?:,|\r\n|\r|\n|$|)')
TEXT: Final = re.compile(r"\s*([^,\r\n]*)(?:,|\r\n|\r|\n|$)")
VALUE: Final = re.compile(r"\s*([^,\s]*)[ \t]*(?:,|\r\n|\r|\n|$|)")
Kind = TypeVar("Kind")


class Reader:
    """A file that is read: its text, a character for each byte, and the place behind what has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def found(self, pattern: re.Pattern[str]) -> str:
        """Returns what a pattern finds. Raises error 62 at the end of the file, and 14 for too long a string."""
        match = pattern.match(self.text, self.place) if self.place < len(self.text) else None
        if not match:
            raise LineError(errors.INPUT_PAST_END)
        self.place = match.end()
        if len(match[1]) > MAX_STRING:
            raise LineError(errors.OUT_OF_STRING_SPACE)
        return match[1]


@dataclass
class Writer:
    """A file that is written, and the column behind what has been written."""

    file: IO[bytes]
    path: Path
    column: int = 0


class Files:
    """The open files of a run, and its current folder. `folder` is the program's own; None means that it has none.

    Files can be written there too, but not `program`, the listing itself, and none with a dot before its name. `made`
    gets each string that is read, and raises error 14 if there is no room for it.
    """

    def __init__(
        self, folder: Path | None, program: Path | None = None, made: Callable[..., str] = lambda text: text
    ) -> None:
        self.top = folder.resolve() if folder else None
        self.program = program.resolve() if program else None
        self.current = self.top
        self.open: dict[int, Reader | Writer] = {}
        self.written = 0
        self.made = made

    def open_file(self, name: str, number: float, mode: str) -> None:
        """OPEN for reading (I), writing (O) or appending (A). Raises errors 7, 52, 53, 55, 64, 70, 75 and 76."""
        key = _file_number(number)
        path = self.path(name)
        if key in self.open or any(isinstance(each, Writer) and each.path == path for each in self.open.values()):
            raise LineError(errors.FILE_ALREADY_OPEN)
        if mode == "I":
            self.open[key] = Reader(self.bytes_of(name).decode("latin-1").partition(END_OF_FILE)[0])
            return
        if not path or not path.parent.is_dir():
            raise LineError(errors.PATH_NOT_FOUND)
        if path == self.program:
            raise LineError(errors.PERMISSION_DENIED)
        try:
            self.open[key] = Writer(path.open("wb" if mode == "O" else "ab"), path)
        except OSError:
            raise LineError(errors.PATH_ACCESS) from None

    def bytes_of(self, name: str) -> bytes:
        """Returns what is in a file. Raises errors 7, 53, 64 and 75."""
        path = self.path(name)
        if not path or not path.is_file():
            raise LineError(errors.PATH_ACCESS if path and path.exists() else errors.FILE_NOT_FOUND)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError:
            raise LineError(errors.PATH_ACCESS) from None
        if len(data) > MAX_BYTES:
            raise LineError(errors.OUT_OF_MEMORY)
        return data

    def print_(self, number: float, end_line: bool, *items: str | float | NextZone | Spaces) -> None:
        """PRINT # and WRITE #. Raises error 54 for a file that is read, and 61 beyond what a program may write."""
        file = self._opened(number, Writer)
        text = laid_out(items, file.column, NO_WIDTH)
        file.column = len(text) - (text.rfind("\n") + 1) + (0 if "\n" in text else file.column) * (not end_line)
        data = (text + LINE_END * end_line).encode("latin-1")
        self.written += len(data)
        if self.written > MAX_BYTES:
            raise LineError(errors.DISK_FULL)
        try:
            file.file.write(data)
        except OSError:
            raise LineError(errors.DISK_FULL) from None

    def input_line(self, number: float, types: Sequence[str] = ()) -> list[str]:
        """LINE INPUT #: returns the next line without its end. Raises errors 14, 52, 54 and 62."""
        return [self.made(self._opened(number, Reader).found(LINE))]

    def input_values(self, number: float, types: Sequence[str]) -> list[str | float]:
        """INPUT #: returns the next values, for variables of these types; not a number is 0. The same errors."""
        file = self._opened(number, Reader)
        values: list[str | float] = []
        for type_ in types:
            if type_ == STRING:
                values.append(self.made(file.found(QUOTED if QUOTED.match(file.text, file.place) else TEXT)))
            else:
                values.append(TO_TYPE[type_](val_(file.found(VALUE))))
        return values

    def read(self, number: float, count: float) -> str:
        """INPUT$: returns a number of bytes of a file. Raises errors 5, 52, 54 and 62."""
        return self.made(self._opened(number, Reader).found(re.compile(f"((?s:.{{{within(count, 0)}}}))")))

    def eof(self, number: float) -> float:
        """EOF: returns -1 if all of a file has been read, otherwise 0."""
        file = self._opened(number, Reader)
        return -1.0 if file.place == len(file.text) else 0.0

    def lof(self, number: float) -> float:
        """LOF: returns the length of a file in bytes."""
        file = self.open.get(_file_number(number)) or self._opened(number, Reader)
        return float(len(file.text) if isinstance(file, Reader) else file.file.tell())

    def free(self) -> float:
        """FREEFILE: returns the lowest number that no file has."""
        return float(next(number for number in count(1) if number not in self.open))

    def close_files(self, *numbers: float) -> None:
        """CLOSE: of the files with these numbers, or of all. A file that is not open is passed over."""
        for key in [_file_number(number) for number in numbers] or list(self.open):
            file = self.open.pop(key, None)
            if isinstance(file, Writer):
                try:
                    file.file.close()
                except OSError:
                    raise LineError(errors.DISK_FULL) from None

    def change_folder(self, name: str) -> None:
        """CHDIR. Raises error 76 if there is no such folder, and error 75 for one outside the program's own."""
        path = self.path(name)
        if not path or not path.is_dir():
            raise LineError(errors.PATH_NOT_FOUND)
        self.current = path

    def exists(self, name: str) -> float:
        """_FILEEXISTS: returns -1 if there is a file of this name in the program's folder, otherwise 0."""
        try:
            path = self.path(name)
            return -1.0 if path and path.is_file() else 0.0
        except LineError:
            return 0.0

    def _opened(self, number: float, kind: type[Kind]) -> Kind:
        """Returns the file of a number. Raises error 52 if it is not open, and 54 if it is of another kind."""
        file = self.open.get(_file_number(number))
        if not file:
            raise LineError(errors.BAD_FILE_NUMBER)
        if not isinstance(file, kind):
            raise LineError(errors.BAD_FILE_MODE)
        return file

    def path(self, name: str) -> Path | None:
        """Returns where a name leads. Raises error 64 if it is no name, and 75 outside the program's folder.

        Error 75 is also for a name that the system refuses, such as one that is too long.
        """
        name = name.translate(SHOWN) if name.isprintable() else ""
        if not name.strip() or any(part.startswith(".") and part.strip(".") for part in re.split(r"[\\/]", name)):
            raise LineError(errors.BAD_FILE_NAME)
        if PureWindowsPath(name).anchor:
            raise LineError(errors.PATH_ACCESS)
        if not self.current or not self.top:
            return None
        try:
            path = (self.current / name.replace("\\", "/")).resolve()
        except (OSError, RuntimeError):
            raise LineError(errors.PATH_ACCESS) from None
        if not path.is_relative_to(self.top) or _is_refused(path):
            raise LineError(errors.PATH_ACCESS)
        return path


def _is_refused(path: Path) -> bool:
    """Returns True if the system does not say whether there is such a file."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return False


def _file_number(number: float) -> int:
    key = int(integer(number))
    if not 1 <= key <= MAX_FILE_NUMBER:
        raise LineError(errors.BAD_FILE_NUMBER)
    return key
