"""Where the program meets the shell: how a command ends, and how a file is written."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import click

FAILED: Final = 1
#: What a shell makes of Ctrl-C.
INTERRUPTED: Final = 130


def call(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `command` as `name` with `arguments` (those of the process, if None), and leave with its exit code.

    Whatever is wrong is said in one line, without a traceback. The code is 2 for a wrong call, 130 for Ctrl-C and 1
    for other failures.
    """
    _open_closed_streams(name)
    try:
        code = command.main(arguments, name, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        code = error.exit_code
    except click.ClickException as error:
        code = _complain(name, error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        code = _complain(name, "interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has gone; nothing must fail once more when Python flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    except OSError as error:
        code = _complain(name, f"{error.filename}: {error.strerror}" if error.filename else str(error), FAILED)
    sys.exit(code if isinstance(code, int) else 0)


def check_can_write(path: Path) -> None:
    """Raise OSError now if `path` could not be written later; work that takes long asks first."""
    try:
        exists, is_directory, has_folder = path.exists(), path.is_dir(), path.parent.is_dir()
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None
    if is_directory:
        raise OSError(f"{path} cannot be written: it is a directory")
    if not has_folder:
        raise OSError(f"{path} cannot be written: there is no directory {path.parent}")
    if not os.access(path if exists else path.parent, os.W_OK):
        raise OSError(f"{path} cannot be written: no permission")


def write_whole(path: Path, text: str) -> None:
    """Put `text` into `path`, so that a file is never seen half written. Raises OSError with a line of its own."""
    check_can_write(path)
    try:
        target = path.resolve()  # a link stays one
        if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):
            target.write_text(text, encoding="utf-8")  # a device, or the only file that may be written there
        else:
            _replace(target, text)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


def _replace(target: Path, text: str) -> None:
    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".gosub-")
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _open_closed_streams(name: str) -> None:
    """Python has None for a standard stream that was closed: nothing is read there, and nothing can be printed."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.exit(_complain(name, "standard output is closed: nothing can be printed", FAILED))


def _complain(name: str, message: str, code: int) -> int:
    click.echo(f"{name}: {' '.join(message.split())}", err=True)
    return code
