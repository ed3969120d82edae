"""Keyboards for the screen: a terminal's keys, or any other stream of characters."""

from __future__ import annotations

import codecs
from typing import Final, TextIO

from historic.basic import Stop
from historic.machine.screen import MAX_INPUT_LENGTH, Echo, Keyboard, no_echo
from historic.machine.system import SingleKeys

ESCAPE: Final = "\x1b"
#: INKEY$'s character for the Enter key.
ENTER: Final = "\r"
#: The keys that delete the last character, and the whole line.
BACKSPACE: Final = ("\x7f", "\b")
CTRL_U: Final = "\x15"
#: End all input if they are typed at the beginning of a line: Ctrl-D, and Ctrl-Z on Windows.
END_OF_INPUT: Final = ("\x04", "\x1a")

#: The rest of an arrow key's escape sequence arrives within this time, in seconds; a person types more slowly.
ESCAPE_SEQUENCE_TIMEOUT: Final = 0.05


class StreamKeyboard(Keyboard):
    """Reads keys and lines from a pipe or a file: a character is a key, and the end of the stream is the end of input.

    While the program thinks, no key is pressed here: the contents of the pipe are meant for the prompts. `feeds_inkey`
    is for programs that have no other prompt than INKEY$: each time it returns the next character.
    """

    def __init__(self, stream: TextIO, feeds_inkey: bool = False) -> None:
        self.stream = stream
        self.feeds_inkey = feeds_inkey

    def inkey(self) -> str:
        """Returns the next character if the stream feeds INKEY$, otherwise ''. Raises Stop at the end of the stream."""
        return self.key() if self.feeds_inkey else ""

    def acquire(self) -> None:
        """Does nothing: a stream needs no preparation."""

    def release(self) -> None:
        """Does nothing: nothing was acquired."""

    def key(self) -> str:
        """Returns the next character. Raises Stop at the end of the stream."""
        char = self.stream.read(1)
        if not char:
            raise Stop
        return ENTER if char == "\n" else char

    def line(self, echo: Echo = no_echo) -> str:
        """Returns the rest of the line, cut to the length that INPUT accepts. Raises Stop at the end of the stream."""
        line = part = self.stream.readline(MAX_INPUT_LENGTH)
        if not line:
            raise Stop
        while part and not part.endswith("\n"):
            part = self.stream.readline(MAX_INPUT_LENGTH)
        return line.rstrip("\r\n")


class TerminalKeyboard(Keyboard):
    """Reads a terminal's keys as they are pressed. Terminal acquires and releases it."""

    def __init__(self, keys: SingleKeys) -> None:
        self.keys = keys
        self.pressed: list[str] = []
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def acquire(self) -> None:
        """Makes the terminal deliver single keys. Raises OSError if the terminal has been closed."""
        self.keys.acquire()

    def release(self) -> None:
        """Restores the terminal's settings. Raises OSError if the terminal has been closed."""
        self.keys.release()

    def inkey(self) -> str:
        """Returns the next key, or '' if none has been pressed."""
        self.wait(0)
        return self.pressed.pop(0) if self.pressed else ""

    def wait(self, seconds: float) -> None:
        """Waits for `seconds`, or until a key is pressed."""
        if not self.pressed and self.keys.has_key_within(seconds):
            self._read_keys()

    def key(self) -> str:
        """Waits for a key and returns it."""
        while not self.pressed:
            self._read_keys()
        return self.pressed.pop(0)

    def line(self, echo: Echo = no_echo) -> str:
        """Returns a line typed up to Enter. Backspace and Ctrl-U edit it; keys pressed earlier are its beginning."""
        typed = ""
        while (key := self.key()) != ENTER:
            if key in END_OF_INPUT and not typed:
                raise Stop
            typed = edit_line(typed, key)
            echo(typed)
        return typed

    def _read_keys(self) -> None:
        text = self._read_text()
        while is_incomplete_key(text) and self.keys.has_key_within(ESCAPE_SEQUENCE_TIMEOUT):
            text += self._read_text()
        self.pressed += split_keys(text)

    def _read_text(self) -> str:
        self.is_waiting = True
        try:
            if self.on_waiting:
                self.on_waiting()
            data = self.keys.read()
        finally:
            self.is_waiting = False
        if not data:
            raise Stop
        return self.decoder.decode(data)


def edit_line(line: str, key: str) -> str:
    """Returns a line after a key: a character is appended, Backspace and Ctrl-U delete, other keys do nothing."""
    if key in BACKSPACE:
        return line[:-1]
    if key == CTRL_U:
        return ""
    return line + key if len(key) == 1 and key.isprintable() and len(line) < MAX_INPUT_LENGTH else line


def split_keys(text: str) -> list[str]:
    """Returns the keys in a terminal's output. An escape sequence, such as an arrow key's, is a single key."""
    keys = []
    rest = text
    while rest:
        length = _key_length(rest)
        key, rest = rest[:length], rest[length:]
        keys.append(ENTER if key == "\n" else key)
    return keys


def is_incomplete_key(text: str) -> bool:
    """Returns True if `text` ends inside an escape sequence."""
    while text:
        length = _key_length(text)
        if length > len(text):
            return True
        text = text[length:]
    return False


def _key_length(text: str) -> int:
    """Returns the number of characters of the first key, which exceeds `text`'s length if the key is incomplete."""
    if text[0] != ESCAPE:
        return 1
    start = text[:2]
    if start in (ESCAPE + "[", ESCAPE + "O"):
        # Parameters, then a letter. The Linux console's F1 to F5 have a second bracket, then one more letter.
        rest = text[3:] if text[2:3] == "[" else text[2:]
        end = next((index for index, char in enumerate(rest, 1) if "@" <= char <= "~"), len(rest) + 1)
        return len(text) - len(rest) + end
    return 2
