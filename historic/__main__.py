"""`python -m historic` runs the program as it ran in 1994. It needs nothing but Python's standard library."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from historic.machine.pace import TERMINAL_PAUSE, checked_pause
from historic.machine.process import EXIT_USAGE, CommandFailed, run_and_exit
from historic.readings import PRINTED, READING_HELP, READINGS
from historic.run import ProgramStopped, run_program

NAME: Final = "python -m historic"


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises CommandFailed instead of printing its usage and exiting."""

    def error(self, message: str) -> NoReturn:
        """Raises CommandFailed."""
        raise CommandFailed(message, EXIT_USAGE)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the program with `arguments`, or the process's own if None, and exits with its exit code.

    The exit code is 2 for wrong arguments; the others are those of `run_and_exit`.
    """
    run_and_exit(NAME, partial(_run, arguments))


def _run(arguments: Sequence[str] | None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.help:
        print(parser.format_help(), end="")
        return
    if options.svg:
        _check_writable(options.svg)
    save_svg = partial(_write, options.svg) if options.svg else None
    try:
        run_program(options.reading, options.ask, options.pause, save_svg)
    except ProgramStopped as error:
        raise CommandFailed(str(error)) from None


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog=NAME,
        description="Run the 1994 program on its own screen. Any key leaves the title picture, and Enter starts each "
        "move. X ends the program at White's prompt; a capital A stops it while it thinks. The report's 486 took about "
        "four seconds for each move it tried, as with --pause 4.",
        add_help=False,  # the help is printed here, where an error of standard output is reported
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--ask", action="store_true", help="Ask the two questions that the listing skips, and let a human play.")
    add("--reading", choices=READINGS, default=PRINTED, help=f"{READING_HELP}  [default: {PRINTED}]")
    pause_help = f"How long to show each move that it tries.  [default: {TERMINAL_PAUSE:g} in a terminal]"
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
            reason = "it is a folder"
        elif not path.parent.is_dir():
            reason = f"there is no folder {path.parent}"
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


if __name__ == "__main__":
    main()
