"""Taking a terminal over, and giving it back: at the end, on a signal to end, and for as long as Ctrl-Z stops it."""

from __future__ import annotations

import os
import signal
from types import FrameType, TracebackType
from typing import Any, Final, Protocol, TextIO

from historic.display import StreamDisplay, TerminalDisplay
from historic.keyboard import StreamKeyboard, TerminalKeyboard
from historic.screen import Display, Keyboard

#: Signals that end the program; the exit code is 128 and their number, as a shell has it.
ENDING: Final = ("SIGTERM", "SIGHUP")
#: Ctrl-Z, where there is such a thing.
STOPPING: Final = "SIGTSTP"


class Part(Protocol):
    """What of the terminal is taken over."""

    def take(self) -> None:
        """Take it, or take it again."""

    def give_back(self) -> None:
        """Leave it as it was."""


class Terminal:
    """Where the program is played: `keyboard` and `display`, to be used in a `with`.

    With a terminal at both ends the screen is drawn, and keys are seen one by one. Otherwise it is plain text, and a
    key is a character of the stream.
    """

    def __init__(self, keys: TextIO, shown: TextIO) -> None:
        for stream in (keys, shown):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure:
                reconfigure(errors="replace")
        one_by_one = TerminalKeyboard.is_possible(keys)
        #: Whether the screen is drawn.
        self.is_drawn = one_by_one and shown.isatty() and os.environ.get("TERM") not in (None, "", "dumb")
        self.keyboard: Keyboard = StreamKeyboard(keys)
        seen_as_typed = keys.isatty() and shown.isatty()
        display = TerminalDisplay(shown) if self.is_drawn else StreamDisplay(shown, echo=not seen_as_typed)
        self.display: Display = display
        self._parts: list[Part] = [display]
        if one_by_one:
            keyboard = TerminalKeyboard(keys, echo=shown)
            self.keyboard = keyboard
            self._parts.append(keyboard)
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Terminal:
        for name in ENDING:
            self._handle(name, self._end)
        self._handle(STOPPING, self._stop)
        self._take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _take(self) -> None:
        for part in self._parts:
            part.take()

    def _give_back(self) -> None:
        for part in reversed(self._parts):
            part.give_back()

    def _handle(self, name: str, handler: Any) -> None:
        number = getattr(signal, name, None)  # not every system has every signal
        if number is not None:
            self._handlers[number] = signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # It stands still here, until it is told to go on.
        signal.signal(number, self._stop)
        self._take()
