"""Takes over a terminal, and restores it at the end, on a terminating signal, and while Ctrl-Z suspends the process."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from types import FrameType, TracebackType
from typing import Protocol, TextIO

from historic.machine.display import StreamDisplay, TerminalDisplay
from historic.machine.keyboard import StreamKeyboard, TerminalKeyboard
from historic.machine.screen import Display, Keyboard
from historic.machine.signals import (
    INTERRUPT_SIGNAL,
    RESIZE_SIGNAL,
    TERMINATION_SIGNALS,
    released_while_suspended,
    signals_handled,
    terminate,
)
from historic.machine.system import shows_escape_codes, single_keys


class TerminalDevice(Protocol):
    """A part of the terminal that the program takes over: the keyboard or the display."""

    def acquire(self) -> None:
        """Takes the device over, for the first time or again."""

    def release(self) -> None:
        """Restores the device to its former state."""


class Terminal:
    """A context manager with the `keyboard` and `display` on which the program runs.

    If input and output are both a terminal, the screen is drawn and keys are read one by one. Otherwise the output is
    plain text, and a key is a character of the input stream, which `feeds_inkey` gives to INKEY$ too.
    """

    def __init__(self, input_stream: TextIO, output_stream: TextIO, feeds_inkey: bool = False) -> None:
        for stream in (input_stream, output_stream):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure:
                reconfigure(errors="replace")
        keys = single_keys(input_stream)
        #: True if the screen is drawn.
        self.is_drawn = keys is not None and output_stream.isatty() and shows_escape_codes(output_stream)
        keyboard = StreamKeyboard(input_stream, feeds_inkey) if keys is None else TerminalKeyboard(keys)
        display = TerminalDisplay(output_stream) if self.is_drawn else StreamDisplay(output_stream)
        # A resize after the last drawing and before the wait is noticed here.
        keyboard.on_waiting = display.on_resize
        self.keyboard: Keyboard = keyboard
        self.display: Display = display
        # The keyboard comes first: in the background the system suspends the process there, before anything is drawn.
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
        self, error_type: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ending = True
        with self._signals:
            if error_type is None:
                self._release()
                return
            # Report the original error, not that a closed terminal cannot be restored.
            with suppress(OSError):
                self._release()

    def _acquire(self) -> None:
        self._acquired = True
        for device in self._devices:
            device.acquire()

    def _release(self) -> None:
        # A process that is terminated while suspended has already released everything, and must not do it again.
        if not self._acquired:
            return
        self._acquired = False
        with ExitStack() as stack:
            for device in self._devices:
                stack.callback(device.release)

    def _on_termination(self, number: int, frame: FrameType | None) -> None:
        # A second signal must not interrupt the cleanup that the first one started.
        if not self._ending:
            self._ending = True
            terminate(number, frame)

    def _on_resize(self, number: int, frame: FrameType | None) -> None:
        # If something is being drawn, its next line or the next wait uses the new size anyway.
        if self.keyboard.is_waiting:
            self.display.on_resize()
