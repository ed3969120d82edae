"""The open files of a program: OPEN, CLOSE, PRINT #, WRITE #, INPUT #, EOF and others.

folder.py says which files it may open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Final, TypeVar

from historic.basic.charset import END_OF_FILE
from historic.basic.language import errors
from historic.basic.language.errors import LineError
from historic.basic.language.folder import NOWHERE, SCREEN_DEVICES, Folder, device_of
from historic.basic.language.runtime import MAX_STRING, TO_TYPE, integer, val_, within
from historic.basic.language.terms import STRING
from historic.basic.printing import NextZone, Spaces, laid_out_in_file

MAX_FILE_NUMBER: Final = 255
LINE_END: Final = "\r\n"
#: The largest file that a program reads, and the number of bytes that it may write in all.
MAX_BYTES: Final = 50_000_000
#: The kinds of input: a line, a string between quotes, and a value that ends at a comma, or, a number, at a blank.
LINE: Final = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|$)")
QUOTED: Final = re.compile(r'[ \t]*"([^"]*)"?[ \t]*(?:,|\r\n|\r|\n|$|)')
TEXT: Final = re.compile(r"[ \t]*([^,\r\n]*?)[ \t]*(?:,|\r\n|\r|\n|$)")
VALUE: Final = re.compile(r"[ \t]*([^,\s]*)[ \t]*(?:,|\r\n|\r|\n|$|)")
Kind = TypeVar("Kind")
Print = Callable[..., None]


class Reader:
    """A file that is read: its text, a character for each byte, and the place behind the last character read."""

    def __init__(self, text: str, path: Path | None = None) -> None:
        self.text = text
        self.path = path
        self.place = 0

    def found(self, pattern: re.Pattern[str]) -> str:
        """Returns the match of a pattern. Raises error 62 at the end of the file, and 14 for too long a string."""
        match = pattern.match(self.text, self.place) if self.place < len(self.text) else None
        if not match:
            raise LineError(errors.INPUT_PAST_END)
        self.place = match.end()
        if len(match[1]) > MAX_STRING:
            raise LineError(errors.OUT_OF_STRING_SPACE)
        return match[1]


@dataclass
class Writer:
    """A file that is written, or nowhere, and the column behind the last character written."""

    file: IO[bytes] | None
    path: Path | None
    column: int = 0


class Files:
    """The open files of a run, of its folder. `made` gets each string that is read, and raises error 14 without room.

    `print_on_screen` is PRINT without a file.
    """

    def __init__(
        self,
        folder: Folder,
        made: Callable[..., str] = lambda text: text,
        print_on_screen: Print = lambda *_: None,
    ) -> None:
        self.folder = folder
        self.open: dict[int, Reader | Writer | Print] = {}
        self.written = 0
        self.made = made
        self.print_on_screen = print_on_screen

    def open_file(self, name: str, number: float, mode: str) -> None:
        """OPEN for reading (I), writing (O) or appending (A).

        Raises errors 7, 52, 53, 55, 64, 67, 68, 70, 75 and 76.
        """
        key, device = _file_number(number), device_of(name)
        if key in self.open:
            raise LineError(errors.FILE_ALREADY_OPEN)
        if device == NOWHERE:
            self.open[key] = Reader("") if mode == "I" else Writer(None, None)
        elif device in SCREEN_DEVICES and mode != "I":
            self.open[key] = self.print_on_screen
        elif mode == "I":
            path = self.folder.path(name)
            self._check_closed(path, Writer)
            self.open[key] = Reader(self.bytes_of(name).decode("latin-1").partition(END_OF_FILE)[0], path)
        else:
            path = self.folder.writable(name)
            self._check_closed(path)
            try:
                self.open[key] = Writer(path.open("wb" if mode == "O" else "ab"), path)
            except OSError:
                raise LineError(errors.PATH_ACCESS) from None

    def bytes_of(self, name: str) -> bytes:
        """Returns the contents of a file. Raises errors 7, 53, 64 and 75."""
        path = self.folder.existing(name)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError:
            raise LineError(errors.PATH_ACCESS) from None
        if len(data) > MAX_BYTES:
            raise LineError(errors.OUT_OF_MEMORY)
        return data

    def kill(self, name: str) -> None:
        """KILL. Raises the errors of Folder.kill, and 55 for an open file."""
        self._check_closed(self.folder.path(name))
        self.folder.kill(name)

    def rename(self, old: str, new: str) -> None:
        """NAME. Raises the errors of Folder.rename, and 55 for an open file."""
        self._check_closed(self.folder.path(old))
        self.folder.rename(old, new)

    def print_(self, number: float, end_line: bool, *items: str | float | NextZone | Spaces) -> None:
        """PRINT # and WRITE #. Raises error 54 for a file that is read, and 61 beyond the limit for writing."""
        on_screen = self.open.get(_file_number(number))
        if callable(on_screen):
            on_screen(end_line, *items)
            return
        file = self._opened(number, Writer)
        text, column = laid_out_in_file(items, file.column, LINE_END)
        file.column = 0 if end_line else column
        data = (text + LINE_END * end_line).encode("latin-1")
        self.written += len(data)
        if self.written > MAX_BYTES:
            raise LineError(errors.DISK_FULL)
        try:
            if file.file:
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
        if isinstance(file, Reader):
            return float(len(file.text))
        return float(file.file.tell()) if isinstance(file, Writer) and file.file else 0.0

    def free(self) -> float:
        """FREEFILE: returns the lowest number that no file has."""
        return float(next(number for number in count(1) if number not in self.open))

    def close_files(self, *numbers: float) -> None:
        """CLOSE: of the files with these numbers, or of all. A file that is not open is passed over."""
        for key in [_file_number(number) for number in numbers] or list(self.open):
            file = self.open.pop(key, None)
            if isinstance(file, Writer) and file.file:
                try:
                    file.file.close()
                except OSError:
                    raise LineError(errors.DISK_FULL) from None

    def change_folder(self, name: str) -> None:
        """CHDIR. Raises errors 64, 75 and 76."""
        self.folder.change(name)

    def exists(self, name: str) -> float:
        """_FILEEXISTS: returns -1 if there is a file of this name in the program's folder, otherwise 0."""
        try:
            self.folder.existing(name)
        except LineError:
            return 0.0
        return -1.0

    def _check_closed(self, path: Path | None, kind: type = object) -> None:
        """Raises error 55 if a file is open."""
        files = [each for each in self.open.values() if isinstance(each, Reader | Writer) and isinstance(each, kind)]
        if path and any(each.path == path for each in files):
            raise LineError(errors.FILE_ALREADY_OPEN)

    def _opened(self, number: float, kind: type[Kind]) -> Kind:
        """Returns the file of a number. Raises error 52 if it is not open, and 54 if it is of another kind."""
        file = self.open.get(_file_number(number))
        if not file:
            raise LineError(errors.BAD_FILE_NUMBER)
        if not isinstance(file, kind):
            raise LineError(errors.BAD_FILE_MODE)
        return file


def _file_number(number: float) -> int:
    key = int(integer(number))
    if not 1 <= key <= MAX_FILE_NUMBER:
        raise LineError(errors.BAD_FILE_NUMBER)
    return key
