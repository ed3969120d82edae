"""The entry point of `gosub` and of `python -m modern`: Ctrl-C ends it quietly even while Python imports the rest."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Final, NoReturn

#: The exit code for Ctrl-C. It is not imported: until `main` runs, Ctrl-C would print a traceback.
EXIT_INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Runs `gosub` with the arguments of the process, and exits with its exit code."""
    # An exception could be lost in the middle of an import, or be printed. Nothing is open yet that must be closed.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _exit_at_once)
    from modern.cli import main as run

    run()


def _exit_at_once(number: int, frame: FrameType | None) -> NoReturn:
    os.write(2, b"gosub: interrupted\n")
    os._exit(EXIT_INTERRUPTED)


if __name__ == "__main__":
    main()
