"""Keyboards for the screen: a terminal's keys, or any other stream of characters."""

from __future__ import annotations

import codecs
import os
import select
from typing import Any, Final, TextIO

from historic.basic import Stop
from historic.screen import MAX_INPUT_LENGTH, Echo, Keyboard, no_echo

try:
    import termios
    import tty
except ImportError:  # not a POSIX system
    termios = None  # type: ignore[assignment]

ESCAPE: Final = "\x1b"
#: What INKEY$ gives for the Enter key.
ENTER: Final = "\r"
#: Keys that take back the last character, or the whole line.
BACKSPACE: Final = ("\x7f", "\b")
CTRL_U: Final = "\x15"
#: At the beginning of a line it is the end of all input.
CTRL_D: Final = "\x04"

#: The rest of an arrow's escape sequence is never later than this, in seconds; what a person types is.
ESCAPE_SEQUENCE_TIMEOUT: Final = 0.05


class StreamKeyboard(Keyboard):
    """A pipe or a file: a key is one character, a line is one line, and the end of the stream is the end.

    While the program thinks nobody presses a key here: what is in the pipe is meant for the prompts.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def acquire(self) -> None:
        """There is nothing to prepare."""

    def release(self) -> None:
        """Nothing was taken."""

    def key(self) -> str:
        """The next character."""
        char = self.stream.read(1)
        if not char:
            raise Stop
        return ENTER if char == "\n" else char

    def line(self, echo: Echo = no_echo) -> str:
        """The rest of the line; of one that is longer than INPUT takes, the beginning."""
        line = part = self.stream.readline(MAX_INPUT_LENGTH)
        if not line:
            raise Stop
        while part and not part.endswith("\n"):
            part = self.stream.readline(MAX_INPUT_LENGTH)
        return line.rstrip("\r\n")


class TerminalKeyboard(Keyboard):
    """A terminal's keys as they are pressed.

    historic.terminal takes the terminal over for it, and gives it back.
    """

    def __init__(self, stream: TextIO) -> None:
        self.descriptor = stream.fileno()
        self.pressed: list[str] = []
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.settings: list[Any] = termios.tcgetattr(self.descriptor)

    @staticmethod
    def is_supported(stream: TextIO) -> bool:
        """Whether `stream` is a terminal whose keys can be read one by one."""
        return termios is not None and stream.isatty()

    def acquire(self) -> None:
        """Have the keys one by one from now on. Raises OSError if the terminal has gone."""
        try:
            tty.setcbreak(self.descriptor, termios.TCSADRAIN)
        except termios.error as error:
            raise OSError(*error.args) from None

    def release(self) -> None:
        """Leave the terminal as it was. Raises OSError if it has gone."""
        try:
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.settings)
        except termios.error as error:
            raise OSError(*error.args) from None

    def inkey(self) -> str:
        """The next key if one has been pressed."""
        self.wait(0)
        return self.pressed.pop(0) if self.pressed else ""

    def wait(self, seconds: float) -> None:
        """Let `seconds` go by, or less if a key is pressed."""
        if not self.pressed and self._has_input_within(seconds):
            self._read_keys()

    def key(self) -> str:
        """Wait for a key."""
        while not self.pressed:
            self._read_keys()
        return self.pressed.pop(0)

    def line(self, echo: Echo = no_echo) -> str:
        """A line, up to Enter, that Backspace and Ctrl-U change; keys pressed ahead are its beginning."""
        typed = ""
        while (key := self.key()) != ENTER:
            if key == CTRL_D and not typed:
                raise Stop
            typed = edit_line(typed, key)
            echo(typed)
        return typed

    def _has_input_within(self, seconds: float) -> bool:
        return bool(select.select([self.descriptor], [], [], seconds)[0])

    def _read_keys(self) -> None:
        text = self._read_text()
        while is_incomplete_key(text) and self._has_input_within(ESCAPE_SEQUENCE_TIMEOUT):
            text += self._read_text()
        self.pressed += split_keys(text)

    def _read_text(self) -> str:
        self.is_waiting = True
        try:
            data = os.read(self.descriptor, 1024)
        finally:
            self.is_waiting = False
        if not data:
            raise Stop
        return self.decoder.decode(data)


def edit_line(line: str, key: str) -> str:
    """A line after a key: a character is added, Backspace and Ctrl-U take away, others do nothing."""
    if key in BACKSPACE:
        return line[:-1]
    if key == CTRL_U:
        return ""
    return line + key if len(key) == 1 and key.isprintable() and len(line) < MAX_INPUT_LENGTH else line


def split_keys(text: str) -> list[str]:
    """The keys in what a terminal sent: an escape sequence, such as an arrow's, is one key, and not its letters."""
    keys = []
    rest = text
    while rest:
        length = _key_length(rest)
        key, rest = rest[:length], rest[length:]
        keys.append(ENTER if key == "\n" else key)
    return keys


def is_incomplete_key(text: str) -> bool:
    """Whether `text` ends within an escape sequence."""
    while text:
        length = _key_length(text)
        if length > len(text):
            return True
        text = text[length:]
    return False


def _key_length(text: str) -> int:
    """How many characters the first key has: more than `text` has, if it ends within a key."""
    if text[0] != ESCAPE:
        return 1
    start = text[:2]
    if start in (ESCAPE + "[", ESCAPE + "O"):
        # Parameters, then a letter; a second bracket is the Linux console's F1 to F5, and one letter more.
        rest = text[3:] if text[2:3] == "[" else text[2:]
        end = next((at for at, char in enumerate(rest, 1) if "@" <= char <= "~"), len(rest) + 1)
        return len(text) - len(rest) + end
    return 2
