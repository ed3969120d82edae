"""The actions of the signals that tests send.

A process inherits the signals that its parent ignores: SIGHUP if the tests run under nohup, SIGINT and SIGQUIT if they
run in the background of a script.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

#: The signals whose actions a command changes. Windows has the first two.
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP") if hasattr(signal, name)
)


def default_signals() -> None:
    """Restores the default actions. A `preexec_fn`: a child calls it before it starts its program."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def signals_kept() -> Iterator[None]:
    """Restores the actions of signals, which a command may leave changed, because its process ends with it."""
    actions = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        yield
    finally:
        for number, action in actions.items():
            signal.signal(number, action)


@contextmanager
def ctrl_c_raises() -> Iterator[None]:
    """Makes SIGINT raise KeyboardInterrupt in this process."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
