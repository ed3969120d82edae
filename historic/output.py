"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def check_can_write(path: Path) -> None:
    """Raise OSError now if `path` could not be written later; work that takes long asks first."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a directory, not a file")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path} cannot be written: there is no directory {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PermissionError(f"{path} cannot be written: no permission")


def write_whole(path: Path, text: str) -> None:
    """Put `text` into `path`, so that the file is never seen half written. Raises OSError."""
    check_can_write(path)
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device or a pipe
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
