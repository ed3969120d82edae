"""Where a human types: with completion and the lines typed before in a terminal, line after line on a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType

import click

#: A line of so many characters says nothing that could be meant.
LONGEST = 400


class Prompt:
    """Asks for lines on standard input; `words` gives what Tab may complete, and is asked anew at each Tab."""

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self.words = words
        self.found: list[str] = []
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self.edits = sys.stdin.isatty() and sys.stdout.isatty()
        readline = _readline() if self.edits else None
        if readline:
            readline.set_completer(self._complete)
            readline.set_completer_delims(" ")
            binding = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
            readline.parse_and_bind(binding)

    def ask(self, question: str) -> str:
        """The next line, without blanks around it. Raises EOFError at the end of what there is to read."""
        if self.edits:
            return input(question).strip()[:LONGEST]
        click.echo(question, nl=False)
        line = sys.stdin.readline(LONGEST)
        end = line
        while end and not end.endswith("\n"):
            end = sys.stdin.readline(LONGEST)
        click.echo(line.rstrip("\n"))  # so that what comes out can be read as a conversation
        if not line:
            raise EOFError
        return line.strip()

    def _complete(self, begun: str, state: int) -> str | None:
        if state == 0:
            self.found = [word for word in self.words() if word.lower().startswith(begun.lower())]
        return self.found[state] if state < len(self.found) else None


def _readline() -> ModuleType | None:
    """Not every Python has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline
