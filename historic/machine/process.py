"""How a command ends, for `python -m historic` and `gosub` alike: one line for an error, and an exit code."""

from __future__ import annotations

import _thread
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final, NoReturn, TextIO

from historic.machine.signals import (
    INTERRUPT_SIGNAL,
    TERMINATION_SIGNALS,
    give_signal_later,
    signals_handled,
    terminate,
)
from historic.machine.system import is_device, msvcrt, shows_escape_codes

EXIT_FAILURE: Final = 1
EXIT_USAGE: Final = 2
#: The shell's exit code for Ctrl-C.
EXIT_INTERRUPTED: Final = 130
#: The columns of a terminal that does not say how many it has.
DEFAULT_WIDTH: Final = 80
#: What is said if memory, or what else the system needs for a thread, runs out.
SHORTAGE: Final = "out of memory, or of the threads that the system allows"
#: The errors of threads that have ended for want of it.
_shortages: list[type[BaseException]] = []


class CommandFailed(Exception):
    """The end of a command by an error: the reason, which is printed, and the exit code."""

    def __init__(self, reason: str, exit_code: int = EXIT_FAILURE) -> None:
        super().__init__(reason)
        self.exit_code = exit_code


def run_and_exit(name: str, command: Callable[[], object]) -> NoReturn:
    """Runs a command and exits with its exit code: what it returns if that is a whole number, else 0.

    Every error is reported in one line that begins with `name`, without a traceback. The exit code is that of
    CommandFailed, 130 for Ctrl-C, 128 plus the signal's number for another terminating signal, and 1 for an error of a
    file or of standard output. If the reader of the output has exited, it is 1 too, without a message.
    """
    sys.unraisablehook = _give_signal_again
    threading.excepthook = _end_if_short
    _shortages.clear()
    code: object
    reason = ""
    try:
        _prepare_streams()
        # From here on Ctrl-C unwinds every `with`, as the other signals do.
        with signals_handled(terminate, INTERRUPT_SIGNAL, *TERMINATION_SIGNALS):
            code = command()
            sys.stdout.flush()
    except SystemExit as error:
        code = error.code
    except CommandFailed as error:
        reason, code = str(error), error.exit_code
    except KeyboardInterrupt:
        reason, code = "interrupted", EXIT_INTERRUPTED
    except (MemoryError, RuntimeError) as error:
        if not _is_shortage(error):
            raise
        reason, code = SHORTAGE, EXIT_FAILURE
    except OSError as error:
        reason = SHORTAGE if _is_shortage(error) else reason_of(error)
        reason, code = "" if _reader_is_gone(error) else reason, EXIT_FAILURE
    if _shortages:
        reason, code = SHORTAGE, EXIT_FAILURE
    if reason:
        _report_error(name, reason)
    # Python restores the default actions when it exits. Another signal would then kill the process.
    for ending in (INTERRUPT_SIGNAL, *TERMINATION_SIGNALS):
        if hasattr(signal, ending):
            signal.signal(getattr(signal, ending), signal.SIG_IGN)
    _discard_unflushed_output()
    sys.exit(code if isinstance(code, int) else 0)


def _is_shortage(error: BaseException | None) -> bool:
    """Returns True for the errors of Python that has no memory left, not even for a thread, and for what they cause.

    A pool of processes that could not start its threads fails again when it ends them.
    """
    return error is not None and (
        isinstance(error, MemoryError)
        or (isinstance(error, RuntimeError) and "start new thread" in str(error))
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or _is_shortage(error.__context__)
    )


def _end_if_short(failed: threading.ExceptHookArgs) -> None:
    """Ends the command if a thread has ended for want of memory: others might wait for it for ever."""
    if not _is_shortage(failed.exc_value):
        threading.__excepthook__(failed)
        return
    _shortages.append(failed.exc_type)
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGTERM)  # wakes a thread that waits, and is seldom ignored
    else:
        _thread.interrupt_main()


def _give_signal_again(lost: sys.UnraisableHookArgs) -> None:
    """Gives a signal again whose exception Python had to drop, because a callback or a finalizer was running."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        number = int(signal.SIGINT)
    elif isinstance(lost.exc_value, SystemExit) and isinstance(lost.exc_value.code, int):
        number = lost.exc_value.code - 128
    else:
        sys.__unraisablehook__(lost)
        return
    give_signal_later(number)


def _reader_is_gone(error: OSError) -> bool:
    """Returns True if nobody reads the pipe that was written to. Windows calls that an invalid argument."""
    gone = errno.EPIPE if msvcrt is None else errno.EINVAL
    return isinstance(error, BrokenPipeError) or (error.errno == gone and not error.filename)


def reason_of(error: OSError) -> str:
    """Returns the message of an error of a file, or of what it must have been if the error names none."""
    if error.filename:
        return f"{error.filename}: {error.strerror}"
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return "no pipe or connection can be opened: too many open files"
    if error.errno == errno.ENOENT and working_folder_is_gone():
        return "the working folder has been removed"
    return f"standard input or output: {error.strerror}" if error.strerror else str(error)


def working_folder_is_gone() -> bool:
    """Returns True if the working folder has been removed: nothing can be created in it."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def printable_lines(text: str) -> str:
    """Returns a text without the control characters that a terminal would obey: blanks are in their place.

    Lines stay lines. The name of a file or of a player may have any character.
    """
    return "".join([char if char.isprintable() or char == "\n" else " " for char in text])


def wrapped(text: str, stream: TextIO) -> str:
    """Returns a text as it is printed on a stream. For a terminal its lines are broken between words.

    The lines after a break are indented as the first is. A word that is longer than a line stays whole, so that it can
    be copied.
    """
    if not stream.isatty():
        return text
    width = terminal_width(stream)
    return "\n".join(row for line in text.split("\n") for row in rows_of(line, width))


def rows_of(line: str, width: int, further: str = "") -> list[str]:
    """Returns a line broken between words into rows of at most `width` characters; a longer word stays whole.

    The rows after the first are indented as it is, and by `further`.
    """
    import textwrap  # not at the top: Ctrl-C must be handled soon after a command starts

    indentation = line[: len(line) - len(line.lstrip(" "))] + further
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=indentation,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    ) or [""]


def terminal_width(stream: TextIO) -> int:
    """Returns the columns of a terminal; the variable COLUMNS overrides them, as elsewhere."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):  # no terminal after all
        return DEFAULT_WIDTH


def _prepare_streams() -> None:
    """Replaces a closed standard input or standard error, which Python sets to None. Raises OSError for the output.

    The same input replaces Windows' NUL, which calls itself a terminal. What standard output cannot encode is escaped
    from now on, as on standard error; a pipe or a file of Windows has a code page, and Python has `surrogateescape` for
    it. A console of Windows is told to obey escape codes before anything asks whether it does.
    """
    if sys.stdin is None or is_device(sys.stdin):
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stderr = sys.stderr or io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    if sys.stdout is None:
        raise OSError("standard output is closed: nothing can be printed")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):
        sys.stdout.reconfigure(errors="backslashreplace")  # the name of a player or of a file may have any character
    for stream in (sys.stdout, sys.stderr):
        if msvcrt is not None and stream.isatty():
            shows_escape_codes(stream)


def _discard_unflushed_output() -> None:
    """Discards output that cannot be printed, so that Python's last flush at exit does not fail again."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_error(name: str, reason: str) -> None:
    reason = " ".join(printable_lines(reason).split())
    print(wrapped(f"{name}: {reason}", sys.stderr), file=sys.stderr)
