"""Programs in a pseudo-terminal, and what tests look at in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest
from signal_actions import default_signals

with suppress(ImportError):
    import termios


def spawn(command: str, arguments: Sequence[str] = (), **options: Any) -> Any:
    """Starts a command in a pseudo-terminal. Skips the test on Windows, where pexpect has none.

    A signal may cut a character in half, which must not raise an error. The environment is that of Python: GNU readline
    puts COLUMNS and LINES into the process's own, where os.environ does not show them.
    """
    if not hasattr(pexpect, "spawn"):
        pytest.skip("needs a system with pseudo-terminals")
    usual = {"encoding": "utf-8", "codec_errors": "replace", "timeout": 30, "preexec_fn": default_signals}
    usual["env"] = dict(os.environ)
    return pexpect.spawn(command, list(arguments), **{**usual, **options})


def exit_code(child: Any) -> int:
    """Returns the exit code of a child that is ending, as a shell reports it; `child.before` has its last output.

    A signal that arrives after the terminal is restored kills the child directly. The child's terminal stays open.
    """
    child.expect(pexpect.EOF)
    child.wait()
    code: int = 128 + child.signalstatus if child.exitstatus is None else child.exitstatus
    return code


def line_modes(child: Any) -> int:
    """Returns the terminal modes for reading whole lines and for echoing what is typed."""
    modes: int = termios.tcgetattr(child.child_fd)[3]
    return modes & (termios.ICANON | termios.ECHO)
