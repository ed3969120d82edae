"""What every command needs from the shell: exit codes, one-line error messages, and atomic writing of files."""

from __future__ import annotations

import io
import os
import signal
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn, TextIO

import click

from historic.signals import TERMINATION_SIGNALS, signals_handled, terminate

EXIT_FAILURE: Final = 1
#: The shell's exit code for Ctrl-C.
EXIT_INTERRUPTED: Final = 130


def run_and_exit(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs `command` as `name` with `arguments` (default: those of the process), and exits with its exit code.

    Every error is reported in one line, without a traceback. The exit code is 2 for a usage error, 130 for Ctrl-C, 128
    plus the signal's number for another terminating signal, and 1 for other failures.
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
        code = EXIT_FAILURE  # the reader of the output has exited
    except OSError as error:
        code = _report_error(name, _reason(error), EXIT_FAILURE)
    # Python restores the default action when it exits. Another Ctrl-C would then kill the process by the signal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _discard_unflushed_output()
    sys.exit(code if isinstance(code, int) else 0)


def check_writable(path: Path) -> None:
    """Raises OSError now if `path` could not be written later. Long-running work calls it before it starts."""
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
    """Writes text or bytes to `path` so that no reader ever sees a half-written file.

    Raises OSError with a one-line message.
    """
    check_writable(path)
    status = _status(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        stream = _standard_stream(status)
        if stream is not None:
            click.echo(data, stream, nl=False)
        elif status is None or _is_replaceable(status):
            _replace(Path(os.path.realpath(path)), data)  # a symbolic link stays one
        else:
            path.write_bytes(data)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


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
            if status is not None and os.path.samestat(os.fstat(stream.fileno()), status):
                return stream
        except (OSError, ValueError):  # closed, or not a file at all
            continue
    return None


def _replace(target: Path, data: bytes) -> None:
    import tempfile  # slower to import than the rest of this module, and `gosub --help` writes no file

    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".gosub-")
    try:
        with open(handle, "wb") as file:
            file.write(data)
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


def _run(command: click.Command, name: str, arguments: Sequence[str] | None) -> object:
    try:
        return command.main(arguments, name, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return error.exit_code
    except click.ClickException as error:
        return _report_error(name, error.format_message(), error.exit_code)


def _replace_closed_streams(name: str) -> None:
    """Replaces a closed standard input or standard error, which Python sets to None; exits if output is closed."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.exit(_report_error(name, "standard output is closed: nothing can be printed", EXIT_FAILURE))


def _discard_unflushed_output() -> None:
    """Discards output that cannot be printed, so that Python's last flush at exit does not fail again."""
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
