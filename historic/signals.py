"""What signals do while a command runs: the ending ones leave through every `with`, and Ctrl-Z gives back first."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

Handler = Callable[[int, FrameType | None], Any]

#: Signals that end a command; its exit code is 128 and their number, as a shell has it.
TERMINATION_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")
#: Ctrl-C.
INTERRUPT_SIGNAL: Final = "SIGINT"
#: Ctrl-Z.
SUSPEND_SIGNAL: Final = "SIGTSTP"
#: The terminal has another size.
RESIZE_SIGNAL: Final = "SIGWINCH"


@contextmanager
def signals_handled(handler: Handler, *names: str) -> Iterator[None]:
    """Have `handler` called at these signals, but for those that the caller of the process wants ignored (nohup)."""
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


def terminate(number: int, frame: FrameType | None) -> None:
    """Leave, as the signal wants, by an exception that closes what is open."""
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


@contextmanager
def released_while_suspended(release: Callable[[], object], acquire: Callable[[], object]) -> Iterator[None]:
    """At Ctrl-Z, `give_back` before the process stands still, and `take` again when it goes on."""

    def stop(number: int, frame: FrameType | None) -> None:
        release()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # It stands still here, until it is told to go on.
        signal.signal(number, stop)
        acquire()

    with signals_handled(stop, SUSPEND_SIGNAL):
        yield
