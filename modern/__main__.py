"""The entry point of `gosub` and of `python -m modern`: signals end it quietly even while Python imports the rest."""

from __future__ import annotations

import gc
import os
import signal
from types import FrameType
from typing import Final, NoReturn

#: The signals that end a command, and the action that each has if nobody has told the process to ignore it. They are
#: not imported from historic.machine.signals: until `main` runs, Ctrl-C would print a traceback.
ENDING: Final = {
    "SIGINT": signal.default_int_handler,
    "SIGTERM": signal.SIG_DFL,
    "SIGHUP": signal.SIG_DFL,
    "SIGQUIT": signal.SIG_DFL,
}

#: How many objects there are before Python looks for garbage. Imports make many and leave none; Python's 700 or 2,000
#: takes a twentieth of a command's start.
GARBAGE_THRESHOLD: Final = 20_000


def main() -> NoReturn:
    """Runs `gosub` with the arguments of the process, and exits with its exit code."""
    # An exception could be lost in the middle of an import, or be printed. Nothing is open yet that must be closed.
    for name, action in ENDING.items():
        number = getattr(signal, name, None)  # not every system has every signal
        if number is not None and signal.getsignal(number) == action:
            signal.signal(number, _exit_at_once)
    gc.set_threshold(GARBAGE_THRESHOLD)
    from modern.cli import main as run

    run()


def _exit_at_once(number: int, frame: FrameType | None) -> NoReturn:
    if number == signal.SIGINT:
        os.write(2, b"gosub: interrupted\n")
    os._exit(128 + number)  # the shell's exit code for a signal


if __name__ == "__main__":
    main()
