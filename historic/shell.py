"""Where the program meets the shell: how a command ends, and how a file is written."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn, TextIO

import click

from historic.signals import TERMINATION_SIGNALS, signals_handled, terminate

EXIT_FAILURE: Final = 1
#: What a shell makes of Ctrl-C.
EXIT_INTERRUPTED: Final = 130


def run_and_exit(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `command` as `name` with `arguments` (those of the process, if None), and leave with its exit code.

    Whatever is wrong is said in one line, without a traceback. The code is 2 for a wrong call, 130 for Ctrl-C, 128
    and the signal's number for another signal that ends it, and 1 for other failures.
    """
    _replace_closed_streams(name)
    code: object
    try:
        with signals_handled(terminate, *TERMINATION_SIGNALS):
            code = _run(command, name, arguments)
            sys.stdout.flush()
    except SystemExit as error:
        code = error.code
    except (click.Abort, KeyboardInterrupt):
        code = _report_error(name, "interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        code = EXIT_FAILURE  # whoever read the output has gone
    except OSError as error:
        code = _report_error(name, _reason(error), EXIT_FAILURE)
    _discard_unflushed_output()
    sys.exit(code if isinstance(code, int) else 0)


def check_writable(path: Path) -> None:
    """Raise OSError now if `path` could not be written later; work that takes long asks first."""
    status = _status(path)
    if status is None or _is_replaceable(status):
        folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
        if not folder.is_dir():
            raise OSError(f"{path} cannot be written: there is no directory {folder}")
        if not os.access(folder, os.W_OK):
            raise OSError(f"{path} cannot be written: no permission in its directory {folder}")
    elif stat.S_ISDIR(status.st_mode):
        raise OSError(f"{path} cannot be written: it is a directory")
    if status is not None and not os.access(path, os.W_OK):
        raise OSError(f"{path} cannot be written: no permission")


def write_atomically(path: Path, content: str | bytes) -> None:
    """Put text or bytes into `path`, so that a file is never seen half written.

    Raises OSError with a line of its own.
    """
    check_writable(path)
    status = _status(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        stream = _standard_stream(status)
        if stream is not None:
            click.echo(data, stream, nl=False)
        elif status is None or _is_replaceable(status):
            _replace(Path(os.path.realpath(path)), data)  # a link stays one
        else:
            path.write_bytes(data)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


def _status(path: Path) -> os.stat_result | None:
    """What stands there, or None for nothing yet."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


def _is_replaceable(status: os.stat_result) -> bool:
    """Whether it is an ordinary file that can be put in another's place, and not one that is printed to just now."""
    return stat.S_ISREG(status.st_mode) and _standard_stream(status) is None


def _standard_stream(status: os.stat_result | None) -> TextIO | None:
    """Standard output or standard error, if that is where `there` leads: /dev/stdout, or the file that > names."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if status is not None and os.path.samestat(os.fstat(stream.fileno()), status):
                return stream
        except (OSError, ValueError):  # it has been closed, or was never a file
            continue
    return None


def _replace(target: Path, data: bytes) -> None:
    import tempfile  # it takes longer to read than the rest of this, and `gosub --help` writes no file

    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".gosub-")
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # the machine may stop
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _run(command: click.Command, name: str, arguments: Sequence[str] | None) -> object:
    try:
        return command.main(arguments, name, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return error.exit_code
    except click.ClickException as error:
        return _report_error(name, error.format_message(), error.exit_code)


def _replace_closed_streams(name: str) -> None:
    """Python has None for a standard stream that was closed: nothing is read there, and nothing can be printed."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.exit(_report_error(name, "standard output is closed: nothing can be printed", EXIT_FAILURE))


def _discard_unflushed_output() -> None:
    """Python flushes once more when it ends; what could not be printed must not fail there again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: OSError) -> str:
    if error.filename:
        return f"{error.filename}: {error.strerror}"
    return f"standard input or output: {error.strerror}" if error.strerror else str(error)


def _report_error(name: str, message: str, code: int) -> int:
    click.echo(f"{name}: {' '.join(message.split())}", err=True)
    return code
