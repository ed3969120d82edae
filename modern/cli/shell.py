"""The program's dealings with the shell: exit codes and error messages."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import click

from historic.machine.signals import INTERRUPT_SIGNAL, TERMINATION_SIGNALS, signals_handled, terminate
from modern.cli.usage import usage_message

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
        # From here on Ctrl-C unwinds every `with`, as the other signals do.
        with signals_handled(terminate, INTERRUPT_SIGNAL, *TERMINATION_SIGNALS):
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


def _run(command: click.Command, name: str, arguments: Sequence[str] | None) -> object:
    try:
        return command.main(arguments, name, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return error.exit_code
    except click.ClickException as error:
        return _report_error(name, usage_message(error), error.exit_code)


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
