"""`python -m historic` runs the program as it ran in 1994. It needs nothing but Python's standard library."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from historic.machine.pace import TERMINAL_PAUSE, checked_pause
from historic.machine.signals import TERMINATION_SIGNALS, signals_handled, terminate
from historic.readings import PRINTED, READING_HELP, READINGS
from historic.run import ProgramStopped, run_program

NAME: Final = "python -m historic"

EXIT_FAILURE: Final = 1
EXIT_USAGE: Final = 2
#: The shell's exit code for Ctrl-C.
EXIT_INTERRUPTED: Final = 130


class UsageError(Exception):
    """Arguments that cannot be used; the message gives the reason."""


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises UsageError instead of printing its usage and exiting."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(message)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the program with `arguments`, or the process's own if None, and exits with its exit code.

    Every error is reported in one line, without a traceback. The exit code is 2 for a usage error, 130 for Ctrl-C, 128
    plus the signal's number for another terminating signal, and 1 for other failures.
    """
    code: object = 0
    try:
        _replace_closed_streams()
        with signals_handled(terminate, *TERMINATION_SIGNALS):
            _run(arguments)
            sys.stdout.flush()
    except SystemExit as error:
        code = error.code
    except UsageError as error:
        code = _report_error(str(error), EXIT_USAGE)
    except ProgramStopped as error:
        code = _report_error(str(error), EXIT_FAILURE)
    except KeyboardInterrupt:
        code = _report_error("interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        code = EXIT_FAILURE  # the reader of the output has exited
    except OSError as error:
        reason = f"standard input or output: {error.strerror}" if error.strerror else str(error)
        code = _report_error(reason, EXIT_FAILURE)
    # Python restores the default action when it exits. Another Ctrl-C would then kill the process by the signal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _discard_unflushed_output()
    sys.exit(code if isinstance(code, int) else 0)


def _run(arguments: Sequence[str] | None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.help:
        print(parser.format_help(), end="")
        return
    if options.svg:
        _check_writable(options.svg)
    save_svg = partial(_write, options.svg) if options.svg else None
    run_program(options.reading, options.ask, options.pause, save_svg)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog=NAME,
        description="Run the program as it ran in 1994. Any key leaves the title picture, and Enter starts each move. "
        "X ends the program at White's prompt; a capital A stops it while it thinks. The report's 486 took about four "
        "seconds for each move it tried: --pause 4.",
        add_help=False,  # the help is printed here, where an error of standard output is reported
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--ask", action="store_true", help="Ask the two questions that the listing skips, and let a human play.")
    add("--reading", choices=READINGS, default=PRINTED, help=f"{READING_HELP}  [default: {PRINTED}]")
    pause_help = f"Seconds to show each move tried.  [terminal: {TERMINAL_PAUSE}]"
    add("--pause", metavar="SECONDS", type=_pause, help=pause_help)
    add("--svg", metavar="FILE", type=_svg, help="Save the last screen as a picture.")
    add("-h", "--help", action="store_true", help="Show this message and exit.")
    return parser


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    try:
        return checked_pause(seconds)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _svg(text: str) -> Path:
    if text == "-":
        raise argparse.ArgumentTypeError("a file name is needed: standard output shows the program itself")
    return Path(text)


def _check_writable(path: Path) -> None:
    """Raises OSError, before the program starts, if `path` could not be written when it ends."""
    try:
        if path.is_dir():
            reason = "it is a directory"
        elif not path.parent.is_dir():
            reason = f"there is no directory {path.parent}"
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            reason = "no permission"
        else:
            return
    except OSError as error:
        reason = error.strerror or str(error)
    raise OSError(f"{path} cannot be written: {reason}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}") from None


def _replace_closed_streams() -> None:
    """Replaces a closed standard input or standard error, which Python sets to None. Raises OSError for the output."""
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stderr = sys.stderr or io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        raise OSError("standard output is closed: nothing can be printed")


def _discard_unflushed_output() -> None:
    """Discards output that cannot be printed, so that Python's last flush at exit does not fail again."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_error(message: str, code: int) -> int:
    print(f"{NAME}: {' '.join(message.split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
