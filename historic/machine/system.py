"""What differs between systems in a terminal: single keys, silence, escape codes and the editing of a line.

POSIX systems have termios, Windows has msvcrt. Each is imported by name and has the type Any, because mypy checks one
system at a time. modern/system.py has what differs in files and processes; it is a module of its own, because
`historic` needs none of that and imports nothing of `modern`.
"""

from __future__ import annotations

import importlib
import os
import select
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol, TextIO

from historic.machine.screen import ALT_CODES, BACK_TAB, KEY_CODES, KEY_ENDS, SHIFTED_CODES


def module_if_any(name: str) -> Any:
    """Returns a module that not every system has, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


termios: Final = module_if_any("termios")
tty: Final = module_if_any("tty")
msvcrt: Final = module_if_any("msvcrt")

#: How often a console of Windows is asked for a key, in seconds.
KEY_INTERVAL: Final = 0.01


def _sequence(name: str, held: str) -> str:
    """Returns the sequence of a key with what is held down."""
    end = ENDS[name]
    return f"\x1b[{'1' * bool(held)}{held}{end}" if end.isalpha() else f"\x1b[{end}{held}~"


#: What precedes the number of a key without a character.
NUMBERED: Final = ("\0", "\xe0")
#: How other terminals end the sequence of each key, and what its second number says is held down.
ENDS: Final = {name: end for end, name in KEY_ENDS.items() if end[0] != "["}
HELD: Final = ("", ";5", ";3")
#: Those keys as other terminals send them: alone, with Ctrl and Alt, function keys with Shift, and letters with Alt.
NUMBERED_KEYS: Final = {
    **{chr(code): f"\x1b{char}" for char, code in ALT_CODES.items()},
    **{chr(code): _sequence(name, ";2") for name, code in SHIFTED_CODES.items()},
    **{
        chr(code): _sequence(name, held)
        for name, codes in KEY_CODES.items()
        for code, held in zip(codes, HELD, strict=True)
    },
    chr(BACK_TAB): "\x1b[Z",
}
CTRL_C: Final = "\x03"
#: The mode of a console of Windows that obeys escape codes: ENABLE_VIRTUAL_TERMINAL_PROCESSING.
ESCAPE_CODES: Final = 4


class SingleKeys(Protocol):
    """A terminal whose keys are read as they are pressed."""

    def acquire(self) -> None:
        """Makes the terminal deliver single keys. Raises OSError if it has been closed."""

    def release(self) -> None:
        """Restores the terminal. Raises OSError if it has been closed."""

    def has_key_within(self, seconds: float) -> bool:
        """Returns True as soon as a key has been pressed, or False after `seconds` without one."""

    def read(self) -> bytes:
        """Waits for keys and returns them as a terminal sends them, in UTF-8. At the end of all input: b''."""


class PosixKeys:
    """The keys of a terminal of a POSIX system."""

    def __init__(self, stream: TextIO) -> None:
        self.descriptor = stream.fileno()
        self.settings: list[Any] = termios.tcgetattr(self.descriptor)

    def acquire(self) -> None:
        """Makes the terminal deliver single keys. Raises OSError if it has been closed."""
        try:
            tty.setcbreak(self.descriptor, termios.TCSADRAIN)
        except termios.error as error:
            raise OSError(*error.args) from None

    def release(self) -> None:
        """Restores the terminal's settings. Raises OSError if it has been closed."""
        try:
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.settings)
        except termios.error as error:
            raise OSError(*error.args) from None

    def has_key_within(self, seconds: float) -> bool:
        """Returns True as soon as a key has been pressed, or False after `seconds` without one."""
        return bool(select.select([self.descriptor], [], [], seconds)[0])

    def read(self) -> bytes:
        """Waits for keys and returns them. At the end of all input: b''."""
        return os.read(self.descriptor, 1024)


class WindowsKeys:
    """The keys of a console of Windows: https://docs.python.org/3/library/msvcrt.html#console-i-o."""

    def acquire(self) -> None:
        """Does nothing: single keys can always be read."""

    def release(self) -> None:
        """Does nothing: nothing was changed."""

    def has_key_within(self, seconds: float) -> bool:
        """Returns True as soon as a key has been pressed, or False after `seconds` without one."""
        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            left = end - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(left, KEY_INTERVAL))
        return True

    def read(self) -> bytes:
        """Waits for keys and returns them as other terminals send them. Raises KeyboardInterrupt for Ctrl-C."""
        keys = ""
        while not keys:
            # The system turns Ctrl-C into a signal only while no key is being read.
            while not self.has_key_within(1):
                pass
            while msvcrt.kbhit():
                keys += self._key()
        return keys.encode(errors="replace")

    def _key(self) -> str:
        char: str = msvcrt.getwch()
        if char == CTRL_C:
            raise KeyboardInterrupt
        # U+00E0 is also a letter; the number of a key is there at once.
        if char in NUMBERED and msvcrt.kbhit():
            return NUMBERED_KEYS.get(msvcrt.getwch(), "")
        return char


def single_keys(stream: TextIO) -> SingleKeys | None:
    """Returns the keys of a terminal, or None if `stream` is none whose keys can be read one by one."""
    if not stream.isatty():
        return None
    if termios is not None:
        return PosixKeys(stream)
    return WindowsKeys() if msvcrt is not None else None


def shows_escape_codes(stream: TextIO) -> bool:
    """Returns True if a terminal obeys escape codes. A console of Windows is told to, from Windows 10 on."""
    if msvcrt is None:
        return os.environ.get("TERM") not in (None, "", "dumb")
    console = _console(stream)
    return console is not None and bool(console.kernel32.SetConsoleMode(console.handle, console.mode | ESCAPE_CODES))


def is_device(stream: TextIO) -> bool:
    """Returns True if a stream calls itself a terminal but is a device of Windows, such as NUL, and no console."""
    return msvcrt is not None and stream.isatty() and _console(stream) is None


class _Console(NamedTuple):
    """A console of Windows: the functions of the system, its handle, and its mode, a sum of flags."""

    kernel32: Any
    handle: Any
    mode: int


def _console(stream: TextIO) -> _Console | None:
    """Returns the console that a stream is, or None: https://learn.microsoft.com/windows/console/getconsolemode."""
    ctypes = module_if_any("ctypes")
    try:
        kernel32, mode = ctypes.windll.kernel32, ctypes.c_ulong()
        handle = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno()))
        return _Console(kernel32, handle, mode.value) if kernel32.GetConsoleMode(handle, ctypes.byref(mode)) else None
    except (AttributeError, OSError, ValueError):
        return None


def can_show(text: str, encoding: str | None) -> bool:
    """Returns True if an encoding, as that of an output, has all characters of a text. None stands for ASCII."""
    try:
        text.encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def silence(stream: TextIO) -> Callable[[], None]:
    """Hides what is typed. Returns what lets the terminal show again what is typed; the next line read has it.

    A console of Windows shows nothing unless a line is being read.
    """
    if termios is None or not stream.isatty():
        return lambda: None
    descriptor = stream.fileno()
    settings = termios.tcgetattr(descriptor)
    silent = [*settings[:3], settings[3] & ~termios.ECHO, *settings[4:]]
    termios.tcsetattr(descriptor, termios.TCSADRAIN, silent)
    return lambda: termios.tcsetattr(descriptor, termios.TCSADRAIN, settings)


def line_editor() -> ModuleType | None:
    """Returns the module readline, or None: Windows and some builds of Python have none.

    Only a terminal needs it: it may print an escape code when it is imported.
    """
    editor: ModuleType | None = module_if_any("readline")
    return editor
