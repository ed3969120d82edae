"""OPEN, LINE INPUT, CLOSE, CHDIR and _FILEEXISTS: files are only read, and only in the program's own folder."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath
from typing import IO, Final

from historic.basic.language.errors import (
    BAD_FILE_NAME,
    BAD_FILE_NUMBER,
    FILE_ALREADY_OPEN,
    FILE_NOT_FOUND,
    INPUT_PAST_END,
    PATH_ACCESS,
    PATH_NOT_FOUND,
    LineError,
)
from historic.basic.language.runtime import MAX_INTEGER, MAX_STRING, MIN_INTEGER, whole

MAX_FILE_NUMBER: Final = 255
LINE_ENDS: Final = b"\r\n"
#: The character that ends a text file of DOS.
END_OF_FILE: Final = b"\x1a"


class Files:
    """The open files of a run, and its current folder. `folder` is the program's own; None means that it has none."""

    def __init__(self, folder: Path | None) -> None:
        self.top = folder.resolve() if folder else None
        self.current = self.top
        self.open: dict[int, IO[bytes]] = {}

    def open_file(self, name: str, number: float) -> None:
        """OPEN FOR INPUT. Raises errors 52, 53, 55, 64 and 75."""
        key = _file_number(number)
        if key in self.open:
            raise LineError(FILE_ALREADY_OPEN)
        path = self._path(name)
        if not path or not path.is_file():
            raise LineError(PATH_ACCESS if path and path.exists() else FILE_NOT_FOUND)
        try:
            self.open[key] = path.open("rb")
        except OSError:
            raise LineError(PATH_ACCESS) from None

    def line(self, number: float) -> str:
        """LINE INPUT #: returns the next line without its end. Raises error 52 if the file is not open, and 62."""
        file = self.open.get(_file_number(number))
        if not file:
            raise LineError(BAD_FILE_NUMBER)
        try:
            data = file.readline(MAX_STRING)
        except OSError:
            raise LineError(PATH_ACCESS) from None
        if not data or data.startswith(END_OF_FILE):
            raise LineError(INPUT_PAST_END)
        data = data.partition(END_OF_FILE)[0].rstrip(LINE_ENDS)
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data.decode("cp437")

    def close_files(self, *numbers: float) -> None:
        """CLOSE: of the files with these numbers, or of all. A file that is not open is passed over."""
        for key in [_file_number(number) for number in numbers] or list(self.open):
            file = self.open.pop(key, None)
            if file:
                file.close()

    def change_folder(self, name: str) -> None:
        """CHDIR. Raises error 76 if there is no such folder, and error 75 for one outside the program's own."""
        path = self._path(name)
        if not path or not path.is_dir():
            raise LineError(PATH_NOT_FOUND)
        self.current = path

    def exists(self, name: str) -> float:
        """_FILEEXISTS: returns -1 if there is a file of this name in the program's folder, otherwise 0."""
        try:
            path = self._path(name)
            return -1.0 if path and path.is_file() else 0.0
        except LineError:
            return 0.0

    def _path(self, name: str) -> Path | None:
        """Returns where a name leads. Raises error 64 if it is no name, and 75 outside the program's folder.

        Error 75 is also for a name that the system refuses, such as one that is too long.
        """
        if not name.strip() or not name.isprintable():
            raise LineError(BAD_FILE_NAME)
        if PureWindowsPath(name).anchor:
            raise LineError(PATH_ACCESS)
        if not self.current or not self.top:
            return None
        try:
            path = (self.current / name.replace("\\", "/")).resolve()
        except (OSError, RuntimeError):
            raise LineError(PATH_ACCESS) from None
        if not path.is_relative_to(self.top) or _is_refused(path):
            raise LineError(PATH_ACCESS)
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
    key = whole(number, MIN_INTEGER, MAX_INTEGER)
    if not 1 <= key <= MAX_FILE_NUMBER:
        raise LineError(BAD_FILE_NUMBER)
    return key
