"""Taking a terminal over, and giving it back: at the end, on a signal to end, and for as long as Ctrl-Z stops it."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from types import FrameType, TracebackType
from typing import Protocol, TextIO

from historic.display import StreamDisplay, TerminalDisplay
from historic.keyboard import StreamKeyboard, TerminalKeyboard
from historic.screen import Display, Keyboard
from historic.signals import (
    INTERRUPT_SIGNAL,
    RESIZE_SIGNAL,
    TERMINATION_SIGNALS,
    released_while_suspended,
    signals_handled,
    terminate,
)


class TerminalDevice(Protocol):
    """What of the terminal is taken over."""

    def acquire(self) -> None:
        """Take it, or take it again."""

    def release(self) -> None:
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
        one_by_one = TerminalKeyboard.is_supported(keys)
        #: Whether the screen is drawn.
        self.is_drawn = one_by_one and shown.isatty() and os.environ.get("TERM") not in (None, "", "dumb")
        keyboard = TerminalKeyboard(keys) if one_by_one else StreamKeyboard(keys)
        display = TerminalDisplay(shown) if self.is_drawn else StreamDisplay(shown)
        self.keyboard: Keyboard = keyboard
        self.display: Display = display
        # The keyboard comes first: in the background the system stops the process there, with nothing drawn yet.
        self._devices: list[TerminalDevice] = [keyboard, display]
        self._acquired = False
        self._ending = False
        self._signals = ExitStack()

    def __enter__(self) -> Terminal:
        self._signals.enter_context(signals_handled(self._on_termination, INTERRUPT_SIGNAL, *TERMINATION_SIGNALS))
        self._signals.enter_context(signals_handled(self._on_resize, RESIZE_SIGNAL))
        self._signals.enter_context(released_while_suspended(self._release, self._acquire))
        try:
            self._acquire()
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending = True
        with self._signals:
            if kind is None:
                self._release()
                return
            # What ended it is told, and not that a terminal that has gone cannot be given back.
            with suppress(OSError):
                self._release()

    def _acquire(self) -> None:
        self._acquired = True
        for part in self._devices:
            part.acquire()

    def _release(self) -> None:
        # A process that is ended while it stands still has given all back already, and may not touch it again.
        if not self._acquired:
            return
        self._acquired = False
        with ExitStack() as each:
            for part in self._devices:
                each.callback(part.release)

    def _on_termination(self, number: int, frame: FrameType | None) -> None:
        # A second signal must not cut short what the first one has begun.
        if not self._ending:
            self._ending = True
            terminate(number, frame)

    def _on_resize(self, number: int, frame: FrameType | None) -> None:
        # While something is being drawn the next line will find the new size itself.
        if self.keyboard.is_waiting:
            self.display.on_resize()
