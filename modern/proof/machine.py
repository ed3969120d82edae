"""The keyboard and the screen that both sides run with. They note what is shown, and the score of each move tried."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from historic.basic import Stop
from historic.machine.screen import Display, Echo, Keyboard, Screen, no_echo

#: The key that ends the title picture.
ANY_KEY: Final = " "


class Notes(Display):
    """What has been printed and scored since the notes were last taken."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.scores: list[float] = []

    def on_print(self, text: str) -> None:
        self.texts.append(text)

    def on_locate(self, row: int, column: int) -> None:
        """Notes where LOCATE has moved the cursor."""
        self.texts.append(f"[{row},{column}]")

    def on_clear(self) -> None:
        self.texts.append("[cleared]")

    def note_screen(self, screen: Screen) -> None:
        """Notes all that the screen shows: its characters, and a digest of its dots."""
        self.texts.append("\n".join(screen.lines()) + blake2b(screen.dots, digest_size=8).hexdigest())

    def taken(self) -> tuple[list[float], str]:
        """Returns the scores and what was shown, and begins anew."""
        scores, shown = self.scores, "".join(self.texts)
        self.scores, self.texts = [], []
        return scores, shown


class Typist(Keyboard):
    """Presses a key at the title, and Enter at each of the first `lines` INPUTs; the next one ends the program.

    The program reads INKEY$ after each move that it tries: `on_inkey` is called then.
    """

    def __init__(self, notes: Notes, lines: int | None = None) -> None:
        self.notes = notes
        self.lines = lines
        self.screen: Screen | None = None
        self.on_inkey: Callable[[], None] = _nothing

    def inkey(self) -> str:
        """Returns no key."""
        self.on_inkey()
        return ""

    def key(self) -> str:
        """Returns a key. Notes the whole screen first."""
        self._note()
        return ANY_KEY

    def line(self, echo: Echo = no_echo) -> str:
        """Returns an empty line. Notes the whole screen first. Raises Stop after the last line."""
        self._note()
        if self.lines is not None:
            if not self.lines:
                raise Stop
            self.lines -= 1
        return ""

    def _note(self) -> None:
        if self.screen:
            self.notes.note_screen(self.screen)


def _nothing() -> None:
    """Does nothing."""


def machine(lines: int | None = None) -> tuple[Screen, Typist, Notes]:
    """Returns a screen with its keyboard, and the notes of both."""
    notes = Notes()
    typist = Typist(notes, lines)
    screen = Screen(typist, notes)
    typist.screen = screen
    return screen, typist, notes
