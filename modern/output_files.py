"""Checks and writes the files that a program produces: no reader ever sees a half-written file.

A file that a command reads and writes again is held: no other command writes it meanwhile.
"""

from __future__ import annotations

import io
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, Final, TextIO

from historic.machine.process import working_folder_is_gone
from modern.system import lock, make_private_folder, may_write_in, new_file, refused_name, state_folder

#: The part of the names of locks, in the folder of saved games, that is the same for all.
LOCK_SUFFIX: Final = ".lock"
#: Windows replaces no file that another program has open, unless that allows it. A virus scanner soon closes it.
IN_USE: Final = "it cannot be replaced; another program may have it open"
#: How often a file is tried to be replaced, and how many seconds after the time before.
TRIES: Final = 5
TRY_SECONDS: Final = 0.1
#: Files that could not be replaced, and what this process has written beside them instead.
_kept: dict[Path, Path] = {}


def check_writable(path: Path) -> None:
    """Raises OSError now if `path` could not be written later. Long-running work calls it before it starts."""
    _check_place(path)
    status = _status(path)
    if status is not None and _is_replaceable(status):
        real = os.path.realpath(path)
        try:
            os.replace(real, real)  # changes nothing
        except PermissionError:
            raise OSError(f"{path} cannot be written: {IN_USE}") from None


def _check_place(path: Path) -> None:
    """Raises OSError if a file cannot be written there, whatever other programs do with it."""
    refused = refused_name(path)
    if refused:
        raise OSError(f"{path} cannot be written: {refused}")
    if not path.is_absolute() and working_folder_is_gone():
        raise OSError(f"{path} cannot be written: the working folder has been removed")
    status = _status(path)
    if status is None or _is_replaceable(status):
        folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
        if not folder.is_dir():
            kind = "folder" if folder.name or not folder.drive else "drive"  # x:y.json names a drive
            raise OSError(f"{path} cannot be written: there is no {kind} {folder}")
        if not may_write_in(folder):
            raise OSError(f"{path} cannot be written: {_refusal(folder) or f'no permission in its folder {folder}'}")
    elif stat.S_ISDIR(status.st_mode):
        raise OSError(f"{path} cannot be written: it is a folder")
    if status is not None and not os.access(path, os.W_OK):
        raise OSError(f"{path} cannot be written: {_refusal(path) or 'no permission'}")


def write_atomically(path: Path, content: str | bytes | IO[bytes]) -> None:
    """Writes text, bytes or the rest of a file to `path` so that no reader ever sees a half-written file.

    Raises OSError with a one-line message. If the file cannot be replaced, it says where the content is instead.
    """
    _check_place(path)
    status = _status(path)
    if isinstance(content, str):
        content = content.encode()
    data = io.BytesIO(content) if isinstance(content, bytes) else content
    try:
        stream = _standard_stream(status)
        if stream is not None:
            stream.flush()
            shutil.copyfileobj(data, stream.buffer)
            stream.buffer.flush()
        elif status is None or _is_replaceable(status):
            _replace(Path(os.path.realpath(path)), data)  # a symbolic link stays one
        else:
            with path.open("wb") as file:
                shutil.copyfileobj(data, file)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


class HeldFile:
    """A file that a command reads and writes again, as it was when it was held or written last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._version = _version(path)

    def write(self, content: str | bytes) -> None:
        """Writes the file, unless another program has changed it. Raises OSError with a one-line message."""
        if _version(self.path) not in (None, self._version):
            raise OSError(f"{self.path} cannot be written: another program has changed it")
        write_atomically(self.path, content)
        self._version = _version(self.path)


@contextmanager
def held(path: Path, task: str) -> Iterator[HeldFile]:
    """Provides a file that no other command of this program holds until the block ends.

    `task` is the command, as another one that wants the file names it. The lock stands beside the saved games, because
    the file itself is replaced whenever it is written. Without a folder for them, nothing is locked. Raises OSError if
    the file is held already.
    """
    file = _locked(path, task)
    try:
        yield HeldFile(path)
    finally:
        if file is not None:
            _release(file)


def _locked(path: Path, task: str) -> IO[str] | None:
    """Returns the locked file that stands for a path, or None if there is no folder for it. Raises OSError."""
    import hashlib  # with OpenSSL, which most commands do not need

    real = os.fsencode(os.path.normcase(os.path.realpath(path)))
    try:
        folder = state_folder() / "gosub-chess" / "locks"
        while True:
            try:
                file = (folder / (hashlib.sha256(real).hexdigest()[:32] + LOCK_SUFFIX)).open("a+", encoding="utf-8")
            except FileNotFoundError:  # another command has just removed the folder
                make_private_folder(folder)
                continue
            if not lock(file):
                break
            if _is_there(file):
                file.truncate(0)
                file.write(f"{task}, process {os.getpid()}\n")
                file.flush()
                return file
            file.close()  # the command that held it has just removed it
    except OSError:
        return None
    with file:
        file.seek(0)
        owner = file.readline().strip()
    raise OSError(f"{path} is in use by {owner or 'another command'}")


def _release(file: IO[str]) -> None:
    """Removes a lock, and the folder of locks if it was the last."""
    try:
        os.unlink(file.name)  # before it is unlocked, so that nobody else's lock is removed
        file.close()
    except OSError:  # Windows removes no file that is open, and none that another command has opened
        file.close()
        with suppress(OSError):
            os.unlink(file.name)
    with suppress(OSError):
        os.rmdir(os.path.dirname(file.name))


def _is_there(file: IO[str]) -> bool:
    """Returns True if an open file has not been removed or replaced."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.stat(file.name))
    except FileNotFoundError:
        return False


def _version(path: Path) -> tuple[int, int, int] | None:
    """Returns three numbers that change whenever a regular file is written; None for anything else."""
    status = _status(path)
    if status is None or not stat.S_ISREG(status.st_mode):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _refusal(path: Path) -> str:
    """Returns why nothing can be written to the file system of a file or directory, or '' if that is not why."""
    # Not every system has statvfs.
    if hasattr(os, "statvfs") and os.statvfs(path).f_flag & getattr(os, "ST_RDONLY", 1):
        return "its file system is read-only"
    return ""


def _status(path: Path) -> os.stat_result | None:
    """Returns the status of the file at `path`, or None if it does not exist."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


def _is_replaceable(status: os.stat_result) -> bool:
    """Returns True for a regular file to which this process is not currently printing."""
    return stat.S_ISREG(status.st_mode) and _standard_stream(status) is None


def _standard_stream(status: os.stat_result | None) -> TextIO | None:
    """Returns standard output or standard error if it is the file of `status`: /dev/stdout, or the target of a `>`."""
    for stream in (sys.stdout, sys.stderr):
        try:
            # A pipe and the device NUL of Windows have no number, so they would be the same.
            if status is not None and status.st_ino and os.path.samestat(os.fstat(stream.fileno()), status):
                return stream
        except (OSError, ValueError):  # closed, or not a file at all
            continue
    return None


def _replace(target: Path, data: IO[bytes]) -> None:
    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    handle, name = new_file(target.parent)
    try:
        with open(handle, "wb") as file:
            shutil.copyfileobj(data, file)
            file.flush()
            os.fsync(file.fileno())  # in case the machine crashes
        os.chmod(name, mode)
        kept = _given_name(name, target)
    except BaseException:
        name.unlink(missing_ok=True)  # a signal may have come when it had its name already
        raise
    _sync_folder(target.parent)
    if kept is not None:
        raise OSError(None, f"{IN_USE}. What was to be written is in {kept}")


def _given_name(new: Path, target: Path) -> Path | None:
    """Gives a new file its name. Returns None, or the name beside it that it got because `target` is in use."""
    beside = _kept.get(target)
    for tries_left in reversed(range(1 if beside else TRIES)):
        try:
            os.replace(new, target)
        except PermissionError:
            if tries_left:
                time.sleep(TRY_SECONDS)
        else:
            if beside:
                del _kept[target]
                beside.unlink(missing_ok=True)
            return None
    if beside is None:
        names = (target.with_stem(f"{target.stem}-{number}") for number in count(1))
        beside = _kept[target] = next(name for name in names if not os.path.lexists(name))
    os.replace(new, beside)
    return beside


def _sync_folder(folder: Path) -> None:
    """Waits until the disk has the names in a folder: a power cut could bring back the file that has been replaced.

    Windows and some file systems cannot do so. The content is written in any case.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
