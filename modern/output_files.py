"""Checks and writes the files that a program produces: no reader ever sees a half-written file."""

from __future__ import annotations

import io
import os
import shutil
import stat
import sys
from pathlib import Path
from typing import IO, TextIO

from modern.system import may_write_in, new_file, refused_name


def check_writable(path: Path) -> None:
    """Raises OSError now if `path` could not be written later. Long-running work calls it before it starts."""
    refused = refused_name(path)
    if refused:
        raise OSError(f"{path} cannot be written: {refused}")
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

    Raises OSError with a one-line message.
    """
    check_writable(path)
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
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
