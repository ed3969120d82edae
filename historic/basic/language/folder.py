"""A program's folder: which files it reaches, under which names, and how many it may make.

A program comes from anybody. So it stays in its own folder and below, and writes nothing there that Python, a shell or
the system would run.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from typing import Final

from historic.basic.charset import SHOWN
from historic.basic.language import errors
from historic.basic.language.errors import LineError

#: The devices of DOS: the first ones print to the screen. The others are not there.
SCREEN_DEVICES: Final = ("CON", "CONS", "SCRN")
NOWHERE: Final = "NUL"
OTHER_DEVICES: Final = re.compile(r"KYBD|LPT\d|COM\d|PRN|AUX|CLOCK\$")
#: The largest number of files that a program makes.
MAX_FILES: Final = 200
#: The endings of files that Python, a shell, Windows or a desktop would run.
RUN_ENDINGS: Final = """
    py pyc pyd pyo pyw pyz pyzw pth _pth so dll dylib bundle node sh bash zsh fish csh ksh bat btm cmd com exe msi msc
    ps1 psm1 psd1 psc1 vb vbe vbs js mjs cjs jse wsf wsh wsc hta scr pif lnk url cpl inf reg jar desktop service app
    command terminal workflow rb pl pm lua tcl php awk mk
"""
#: The names that make, pip and the like would run or obey.
RUN_NAMES: Final = """
    makefile gnumakefile justfile rakefile dockerfile pyvenv.cfg setup.cfg pyproject.toml tox.ini pytest.ini
    package.json autorun.inf desktop.ini
"""
#: The bits of a file's mode that let somebody run it.
RUN_BITS: Final = 0o111


def device_of(name: str) -> str:
    """Returns the device of DOS that a file's name means, or ''. The part behind a dot or colon does not count."""
    first = re.split(r"[.:]", re.split(r"[\\/]", name)[-1])[0].strip().upper()
    return first if first in (*SCREEN_DEVICES, NOWHERE) or OTHER_DEVICES.fullmatch(first) else ""


class Folder:
    """The folder `top` of a program, and the folder in it that CHDIR has chosen. Without `top` there are no files.

    `program` is the file of the listing itself, which the program does not write.
    """

    def __init__(self, top: Path | None, program: Path | None = None) -> None:
        self.top = top.resolve() if top else None
        self.program = program.resolve() if program else None
        self.current = self.top
        self.made: set[Path] = set()

    def path(self, name: str) -> Path | None:
        """Returns where a name leads; DOS knows no case. Raises error 64 for no name, 68 for a device of DOS, and 75.

        Error 75 is for a place outside the program's folder, a name that the system refuses, such as one that is too
        long, and two files whose names differ only in case.
        """
        name = name.translate(SHOWN) if name.isprintable() else ""
        parts = re.split(r"[\\/]", name)
        if not name.strip() or any(part.startswith(".") and part.strip(".") for part in parts):
            raise LineError(errors.BAD_FILE_NAME)
        if device_of(name):
            raise LineError(errors.DEVICE_UNAVAILABLE, detail=name)
        if PureWindowsPath(name).anchor:
            raise LineError(errors.PATH_ACCESS)
        if re.search(r"[:*?]", name):
            raise LineError(errors.BAD_FILE_NAME)
        if not self.current or not self.top:
            return None
        try:
            path = self.current
            for part in parts:
                path = _found(path, part.rstrip(". ") or part)
            path = path.resolve()
            with suppress(FileNotFoundError, NotADirectoryError):
                path.stat()  # the system refuses some names
        except (OSError, RuntimeError):
            raise LineError(errors.PATH_ACCESS) from None
        if not path.is_relative_to(self.top):
            raise LineError(errors.PATH_ACCESS)
        return path

    def existing(self, name: str) -> Path:
        """Returns a file that can be read. Raises the errors of `path`, 53 without it, and 75 for a folder."""
        path = self.path(name)
        if not path or not path.is_file():
            raise LineError(errors.PATH_ACCESS if path and path.exists() else errors.FILE_NOT_FOUND)
        return path

    def writable(self, name: str) -> Path:
        """Returns a file that the program may write.

        Raises the errors of `path`, 67 beyond the number of files that a program makes, 70 for the listing and for what
        could be run, and 76 without a folder.
        """
        path = self.path(name)
        if not path or not path.parent.is_dir():
            raise LineError(errors.PATH_NOT_FOUND)
        if path == self.program:
            raise LineError(errors.PERMISSION_DENIED, detail="this is the program itself")
        ending, there = path.suffix.lower().removeprefix("."), path.exists()
        is_run = ending in RUN_ENDINGS.split() or path.name.lower() in RUN_NAMES.split()
        if is_run or (there and path.stat().st_mode & RUN_BITS):
            raise LineError(errors.PERMISSION_DENIED, detail=f"{path.name} is a name of files that can be run")
        if not there and path not in self.made and len(self.made) >= MAX_FILES:
            raise LineError(errors.TOO_MANY_FILES, detail=f"a program makes up to {MAX_FILES}")
        if not there:
            self.made.add(path)
        return path

    def kill(self, name: str) -> None:
        """KILL: deletes a file. Raises the errors of `existing` and `writable`."""
        self.existing(name)
        path = self.writable(name)
        try:
            path.unlink()
        except OSError:
            raise LineError(errors.PATH_ACCESS) from None

    def rename(self, old: str, new: str) -> None:
        """NAME: gives a file another name. Raises the same errors, and 58 if there is a file of that name."""
        self.existing(old)
        source, target = self.writable(old), self.writable(new)
        if target.exists():
            raise LineError(errors.FILE_ALREADY_EXISTS)
        try:
            source.rename(target)
        except OSError:
            raise LineError(errors.PATH_ACCESS) from None

    def change(self, name: str) -> None:
        """CHDIR. Raises error 76 if the folder does not exist, and the errors of `path`."""
        path = self.path(name)
        if not path or not path.is_dir():
            raise LineError(errors.PATH_NOT_FOUND)
        self.current = path


def _found(folder: Path, name: str) -> Path:
    """Returns a file of a folder, in whatever case its name is. Raises error 75 if there are two of them."""
    path = folder / name
    if name in ("", ".", "..") or path.exists() or path.is_symlink() or not folder.is_dir():
        return path
    alike = sorted(each.name for each in folder.iterdir() if each.name.casefold() == name.casefold())
    if len(alike) > 1:
        raise LineError(errors.PATH_ACCESS, detail=f"{' and '.join(alike)} differ only in case")
    return folder / alike[0] if alike else path
