"""Reads what a human types: in a terminal with completion and history, from a pipe line by line."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

from historic.machine.signals import released_while_suspended

try:
    import termios
except ImportError:  # not a POSIX system
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from rich.console import Console

#: Longer lines are cut off, in characters; no move or command is as long.
MAX_LINE_LENGTH = 400


class Prompt:
    """Asks for lines on standard input.

    `completions` returns the words for Tab, given the line up to the current word and the current word's beginning.
    """

    def __init__(self, completions: Callable[[str, str], Iterable[str]]) -> None:
        self.completions = completions
        self.matches: list[str] = []
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")  # refused once a line has been read, as another prompt may have
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.readline = _import_readline() if self.interactive else None
        if self.readline:
            self.readline.set_completer(self._complete)
            self.readline.set_completer_delims(" ")
            binding = "bind ^I rl_complete" if "libedit" in (self.readline.__doc__ or "") else "tab: complete"
            self.readline.parse_and_bind(binding)

    def ask(self, question: str) -> str:
        """Prints the question and returns the next line without surrounding blanks. Raises EOFError."""
        if self.interactive:
            return input(question).strip()[:MAX_LINE_LENGTH]
        click.echo(question, nl=False)
        line = sys.stdin.readline(MAX_LINE_LENGTH)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_LINE_LENGTH)
        click.echo(line.rstrip("\n"))  # the output then reads as a conversation
        if not line:
            raise EOFError
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Returns True if the answer is yes. Repeats the question until the answer is yes or no. Raises EOFError."""
        while True:
            answer = self.ask(f"{question} (y/n) ").lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def _complete(self, prefix: str, state: int) -> str | None:
        if state == 0:
            assert self.readline is not None
            line = self.readline.get_line_buffer()[: self.readline.get_begidx()].strip()
            self.matches = [word for word in self.completions(line, prefix) if word.lower().startswith(prefix.lower())]
        return self.matches[state] if state < len(self.matches) else None


@contextmanager
def keyboard_silenced(out: Console) -> Iterator[None]:
    """Hides the cursor and what is typed during a live display, and then discards what was typed.

    While Ctrl-Z suspends the process, the terminal has its own settings again.
    """
    terminal = sys.stdin.fileno() if termios and sys.stdin.isatty() else None
    settings: list[Any] = termios.tcgetattr(terminal) if terminal is not None else []

    def silence() -> None:
        out.show_cursor(False)
        if terminal is not None:
            silent = [*settings[:3], settings[3] & ~termios.ECHO, *settings[4:]]
            termios.tcsetattr(terminal, termios.TCSADRAIN, silent)

    def restore() -> None:
        out.show_cursor(True)
        if terminal is not None:
            termios.tcsetattr(terminal, termios.TCSAFLUSH, settings)

    with released_while_suspended(restore, silence):
        silence()
        try:
            yield
        finally:
            restore()


def _import_readline() -> ModuleType | None:
    """Returns the module readline, or None in a Python that was built without it."""
    try:
        import readline
    except ImportError:
        return None
    return readline
