"""What tests look at in a program that runs in a pseudo-terminal."""

from __future__ import annotations

import termios
from typing import Any

import pytest

pexpect = pytest.importorskip("pexpect", reason="needs a system with pseudo-terminals")


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
