"""Where a human types: with completion and the lines typed before in a terminal, line after line on a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

from historic.signals import released_while_suspended

try:
    import termios
except ImportError:  # not a POSIX system
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from rich.console import Console

#: A line of so many characters says nothing that could be meant.
MAX_LINE_LENGTH = 400


class Prompt:
    """Asks for lines on standard input.

    `words` gives what Tab may complete, from the line so far and the word that is begun; it is asked at each Tab.
    """

    def __init__(self, words: Callable[[str, str], Iterable[str]]) -> None:
        self.completions = words
        self.matches: list[str] = []
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.readline = _import_readline() if self.interactive else None
        if self.readline:
            self.readline.set_completer(self._complete)
            self.readline.set_completer_delims(" ")
            binding = "bind ^I rl_complete" if "libedit" in (self.readline.__doc__ or "") else "tab: complete"
            self.readline.parse_and_bind(binding)

    def ask(self, question: str) -> str:
        """The next line, without blanks around it. Raises EOFError at the end of what there is to read."""
        if self.interactive:
            return input(question).strip()[:MAX_LINE_LENGTH]
        click.echo(question, nl=False)
        line = sys.stdin.readline(MAX_LINE_LENGTH)
        end = line
        while end and not end.endswith("\n"):
            end = sys.stdin.readline(MAX_LINE_LENGTH)
        click.echo(line.rstrip("\n"))  # so that what comes out can be read as a conversation
        if not line:
            raise EOFError
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Whether the answer is yes; what is neither yes nor no is asked again. Raises EOFError."""
        while True:
            answer = self.ask(f"{question} (y/n) ").lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def _complete(self, begun: str, state: int) -> str | None:
        if state == 0:
            assert self.readline is not None
            line = self.readline.get_line_buffer()[: self.readline.get_begidx()].strip()
            self.matches = [word for word in self.completions(line, begun) if word.lower().startswith(begun.lower())]
        return self.matches[state] if state < len(self.matches) else None


@contextmanager
def keyboard_silenced(out: Console) -> Iterator[None]:
    """What is drawn live hides the cursor, and what is typed meanwhile is neither seen nor kept.

    At Ctrl-Z the terminal is as it was, until the process goes on.
    """
    terminal = sys.stdin.fileno() if termios and sys.stdin.isatty() else None
    settings: list[Any] = termios.tcgetattr(terminal) if terminal is not None else []

    def take() -> None:
        out.show_cursor(False)
        if terminal is not None:
            silent = [*settings[:3], settings[3] & ~termios.ECHO, *settings[4:]]
            termios.tcsetattr(terminal, termios.TCSADRAIN, silent)

    def give_back() -> None:
        out.show_cursor(True)
        if terminal is not None:
            termios.tcsetattr(terminal, termios.TCSAFLUSH, settings)

    with released_while_suspended(give_back, take):
        take()
        try:
            yield
        finally:
            give_back()


def _import_readline() -> ModuleType | None:
    """Not every Python has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline
