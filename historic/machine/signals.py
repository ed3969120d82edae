"""Signal handling while a command runs: termination unwinds every `with`, and Ctrl-Z first releases the terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from historic.machine.system import msvcrt

Handler = Callable[[int, FrameType | None], Any]

#: Signals that end a command. Its exit code is 128 plus the signal's number, by the shell's convention.
TERMINATION_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
#: Sent by Ctrl-C.
INTERRUPT_SIGNAL: Final = "SIGINT"
#: Sent by Ctrl-Z.
SUSPEND_SIGNAL: Final = "SIGTSTP"
#: Sent when the terminal is resized.
RESIZE_SIGNAL: Final = "SIGWINCH"


@contextmanager
def signals_handled(handler: Handler, *names: str) -> Iterator[None]:
    """Installs `handler` for the named signals, except those that the process was started to ignore (nohup)."""
    previous_handlers = {}
    for name in names:
        number = getattr(signal, name, None)  # not every system has every signal
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            previous_handlers[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, previous in previous_handlers.items():
            signal.signal(number, previous)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. If KeyboardInterrupt itself ends an `exec`, `python -m` kills the process by the signal at its end.

    Python does so even if the exception has been handled, but not for a subclass (run_eval_code_obj in pythonrun.c).
    """


def terminate(number: int, frame: FrameType | None) -> None:
    """Ends the command with an exception, so that open resources are closed."""
    if number == signal.SIGINT:
        raise Interrupted
    raise SystemExit(128 + number)


def give_signal(number: int) -> None:
    """Gives this process a signal, from any thread."""
    if msvcrt is None:
        os.kill(os.getpid(), number)
    else:
        signal.raise_signal(number)  # on Windows, os.kill would end the process at once


@contextmanager
def released_while_suspended(release: Callable[[], object], acquire: Callable[[], object]) -> Iterator[None]:
    """Calls `release` before Ctrl-Z suspends the process, and `acquire` when it resumes."""

    def suspend(number: int, frame: FrameType | None) -> None:
        release()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # The process is suspended here until it receives SIGCONT.
        signal.signal(number, suspend)
        acquire()

    with signals_handled(suspend, SUSPEND_SIGNAL):
        yield
