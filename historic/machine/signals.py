"""Signal handling while a command runs: termination unwinds every `with`, and Ctrl-Z first releases the terminal."""

from __future__ import annotations

import _thread
import os
import signal
import time
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
#: The least time after which an alarm rings, in seconds: 0 would turn it off.
SOON: Final = 0.001


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


#: After how many seconds a signal is given again.
SIGNAL_DELAY: Final = 0.01
#: How the files of Python's import system are called.
IMPORT_SYSTEM: Final = "<frozen importlib"


def terminate(number: int, frame: FrameType | None) -> None:
    """Ends the command with an exception, so that open resources are closed.

    While a module is imported, the signal is given again a little later: the importing module could take the exception
    for a module that is missing, and some modules cannot be imported twice.
    """
    if is_importing(frame):
        give_signal_later(number)
        return
    if number == signal.SIGINT:
        raise Interrupted
    raise SystemExit(128 + number)


def is_importing(frame: FrameType | None) -> bool:
    """Returns True if a frame is the import system's, or is called by it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORT_SYSTEM):
            return True
        frame = frame.f_back
    return False


def give_signal_later(number: int) -> None:
    """Gives this process a signal after SIGNAL_DELAY."""

    def give() -> None:
        time.sleep(SIGNAL_DELAY)
        give_signal(number)

    # A handler may have interrupted the module threading, which would wait for its own lock.
    _thread.start_new_thread(give, ())


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


class TimeIsUp(Exception):
    """Raised by `alarm`."""


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raises TimeIsUp in its block after so many seconds, also while that waits for input; never for None.

    Windows has no such alarm: there the block is not interrupted.
    """
    set_timer = getattr(signal, "setitimer", None)
    if seconds is None or set_timer is None:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    with signals_handled(ring, "SIGALRM"):
        timer = getattr(signal, "ITIMER_REAL")  # noqa: B009
        before = set_timer(timer, max(seconds, SOON))
        try:
            yield
        finally:
            set_timer(timer, *before)
