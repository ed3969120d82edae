"""Keyboards for the screen: a terminal's keys, or any other stream of characters."""

from __future__ import annotations

import os
import select
from typing import Any, Final, TextIO

from historic.basic import Stop
from historic.screen import Keyboard

try:
    import termios
    import tty
except ImportError:  # not a POSIX system
    termios = None  # type: ignore[assignment]

ESCAPE: Final = "\x1b"
#: What INKEY$ gives for the Enter key.
ENTER: Final = "\r"


class StreamKeyboard(Keyboard):
    """A pipe or a file: a key is one character, a line is one line, and the end of the stream is the end.

    While the program thinks nobody presses a key here: what is in the pipe is meant for the prompts.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def key(self) -> str:
        """The next character."""
        char = self.stream.read(1)
        if not char:
            raise Stop
        return ENTER if char == "\n" else char

    def line(self) -> str:
        """The rest of the line."""
        line = self.stream.readline()
        if not line:
            raise Stop
        return line.rstrip("\r\n")


class TerminalKeyboard(Keyboard):
    """A terminal's keys as they are pressed. `echo` is where it shows what was typed ahead of a line.

    historic.terminal takes the terminal over for it, and gives it back.
    """

    def __init__(self, stream: TextIO, echo: TextIO) -> None:
        self.descriptor = stream.fileno()
        self.echo = echo
        self.pressed: list[str] = []
        self.in_line = False
        self.settings: list[Any] = termios.tcgetattr(self.descriptor)

    @staticmethod
    def is_possible(stream: TextIO) -> bool:
        """Whether `stream` is a terminal whose keys can be read one by one."""
        return termios is not None and stream.isatty()

    def take(self) -> None:
        """Have the keys one by one from now on, but for a line that is being typed."""
        if not self.in_line:
            tty.setcbreak(self.descriptor, termios.TCSADRAIN)

    def give_back(self) -> None:
        """Leave the terminal as it was."""
        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.settings)

    def inkey(self) -> str:
        """The next key if one has been pressed."""
        self.wait(0)
        return self.pressed.pop(0) if self.pressed else ""

    def wait(self, seconds: float) -> None:
        """Let `seconds` go by, or less if a key is pressed."""
        if not self.pressed and select.select([self.descriptor], [], [], seconds)[0]:
            self._read()

    def key(self) -> str:
        """Wait for a key."""
        while not self.pressed:
            self._read()
        return self.pressed.pop(0)

    def line(self) -> str:
        """A line, which the terminal lets its user edit; keys pressed ahead are its beginning."""
        ahead = ""
        while self.pressed:
            key = self.pressed.pop(0)
            if key == ENTER:
                return ahead
            ahead += key if len(key) == 1 and key.isprintable() else ""
        self.in_line = True
        self.give_back()
        try:
            self.echo.write(ahead)
            self.echo.flush()
            return ahead + self._read_line()
        finally:
            self.in_line = False
            self.take()

    def _read(self) -> None:
        data = os.read(self.descriptor, 1024)
        if not data:
            raise Stop
        self.pressed += split_keys(data.decode(errors="replace"))

    def _read_line(self) -> str:
        data = b""
        while b"\n" not in data:
            chunk = os.read(self.descriptor, 1024)
            if not chunk:
                raise Stop
            data += chunk
        line, _, ahead = data.decode(errors="replace").partition("\n")
        self.pressed += split_keys(ahead)
        return line


def split_keys(text: str) -> list[str]:
    """The keys in what a terminal sent: an escape sequence, such as an arrow's, is one key, and not its letters."""
    keys = []
    rest = text
    while rest:
        length = 1
        if rest.startswith((ESCAPE + "[", ESCAPE + "O")):
            end = next((at for at, char in enumerate(rest[2:], 2) if "@" <= char <= "~"), len(rest) - 1)
            length = end + 1
        key, rest = rest[:length], rest[length:]
        keys.append(ENTER if key == "\n" else key)
    return keys
