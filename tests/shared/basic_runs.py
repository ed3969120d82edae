"""Runs small BASIC programs for the tests of the language."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from historic.basic.language import LineError, ListingRefused, ListingRun, compile_listing
from historic.machine.screen import Display, Echo, Keyboard, Screen, no_echo


class Keys(Keyboard):
    """A keyboard on which `keys` are pressed one after the other, and `lines` typed at INPUT."""

    def __init__(self, keys: Sequence[str] = (), lines: Sequence[str] = ()) -> None:
        self.keys = list(keys)
        self.lines = list(lines)

    def inkey(self) -> str:
        return self.keys.pop(0) if self.keys else ""

    def key(self) -> str:
        return self.keys.pop(0) if self.keys else super().key()

    def line(self, echo: Echo = no_echo) -> str:
        return self.lines.pop(0) if self.lines else super().line(echo)


class Paper(Display):
    """Keeps what PRINT writes."""

    def __init__(self) -> None:
        self.text = ""

    def on_print(self, text: str) -> None:
        self.text += text


def started(program: str, keys: Sequence[str] = (), lines: Sequence[str] = ()) -> ListingRun:
    """Returns a run of a program that has ended. Raises LineError if it ended with an error."""
    run = ListingRun(compile_listing(program), Screen(Keys(keys, lines), Paper()))
    run.run()
    return run


def printed(program: str, keys: Sequence[str] = (), lines: Sequence[str] = ()) -> str:
    """Returns what a program prints, line ends included."""
    return text_of(started(program, keys, lines))


def text_of(run: ListingRun) -> str:
    """Returns what a run has printed."""
    assert isinstance(run.screen.display, Paper)
    return run.screen.display.text


def error_of(program: str) -> tuple[int, int]:
    """Returns the number and the line of the error with which a program ends."""
    with pytest.raises(LineError) as ended:
        started(program)
    return ended.value.code, ended.value.line


def refusal_of(program: str) -> str:
    """Returns the message with which a program is refused."""
    with pytest.raises(ListingRefused) as refused:
        compile_listing(program)
    return str(refused.value)
