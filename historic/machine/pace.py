"""Shows each move that the program tries for a while, as on the slow machines of 1994."""

from __future__ import annotations

from typing import Final

from historic.machine.screen import Display, Keyboard, Screen

#: The row in which the program prints the move it is trying.
CANDIDATE_ROW: Final = 18


class PacedScreen(Screen):
    """A screen that shows each move tried for `pause` seconds, or until a key is pressed."""

    def __init__(self, keyboard: Keyboard, display: Display, pause: float) -> None:
        super().__init__(keyboard, display)
        self.pause = pause
        self.at_candidate = False

    def LOCATE(self, row: int, column: int) -> None:
        """Moves the cursor to `row` and `column`."""
        super().LOCATE(row, column)
        self.at_candidate = row == CANDIDATE_ROW

    def PRINT(self, *items: str | float, end: str = "\n") -> str:
        """Writes `items` at the cursor, and pauses if they are a move being tried."""
        text = super().PRINT(*items, end=end)
        if self.at_candidate:
            self.at_candidate = False
            self.keyboard.wait(self.pause)
        return text
