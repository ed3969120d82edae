"""Shows each move that the program tries for a while, as on the slow machines of 1994."""

from __future__ import annotations

import math
from typing import Final

from historic.machine.screen import Display, Keyboard, Screen

#: The row in which the program prints the move it is trying.
CANDIDATE_ROW: Final = 18

#: The default pause in a terminal, and the longest one that the commands accept, in seconds.
TERMINAL_PAUSE: Final = 0.05
MAX_PAUSE: Final = 60


def checked_pause(seconds: float) -> float:
    """Returns `seconds` if it is a pause that a command accepts. Raises ValueError if it is not."""
    if not (math.isfinite(seconds) and 0 <= seconds <= MAX_PAUSE):
        raise ValueError(f"{seconds} is not between 0 and {MAX_PAUSE} seconds")
    return seconds


class PacedScreen(Screen):
    """A screen that shows each move tried for `pause` seconds, or until a key is pressed.

    It draws the board at once: what is printed after CLS is shown when the program waits, or goes to another place.
    """

    def __init__(self, keyboard: Keyboard, display: Display, pause: float) -> None:
        self.is_building = False
        super().__init__(keyboard, display)
        self.pause = pause
        self.at_candidate = False

    def CLS(self) -> None:
        """Clears the screen, and begins what is drawn at once."""
        self.is_building = True
        super().CLS()

    def show(self) -> None:
        """Shows what has been printed, unless more belongs to it."""
        if not self.is_building:
            super().show()

    def LINE_INPUT(self, prompt: str, end: str = "\n") -> str:
        """Shows the prompt with all that stands above it, and returns the line typed. Raises Stop."""
        self.is_building = False
        return super().LINE_INPUT(prompt, end)

    def wait_for_key(self) -> str:
        """Returns the key that ends a loop over INKEY$. Raises Stop at the end of input."""
        self.is_building = False
        return super().wait_for_key()

    def LOCATE(self, row: int, column: int) -> None:
        """Moves the cursor to `row` and `column`."""
        super().LOCATE(row, column)
        self.is_building = False
        self.at_candidate = row == CANDIDATE_ROW

    def PRINT(self, *items: str | float, end: str = "\n") -> str:
        """Writes `items` at the cursor, and pauses if they are a move being tried."""
        text = super().PRINT(*items, end=end)
        if self.at_candidate:
            self.at_candidate = False
            self.keyboard.wait(self.pause)
        return text
