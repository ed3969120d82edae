"""The time that thinking took, for a machine on which it takes none."""

from __future__ import annotations

from typing import Final

from historic.screen import Display, Keyboard, Screen

#: Where the move that is tried is printed.
CANDIDATE_ROW: Final = 18


class PacedScreen(Screen):
    """A screen on which each move that is tried can be seen for `pause` seconds, or until a key is pressed."""

    def __init__(self, keyboard: Keyboard, display: Display, pause: float) -> None:
        super().__init__(keyboard, display)
        self.pause = pause
        self.at_candidate = False

    def LOCATE(self, row: int, column: int) -> None:
        """Put the cursor at `row` and `column`."""
        super().LOCATE(row, column)
        self.at_candidate = row == CANDIDATE_ROW

    def PRINT(self, *items: str | float, end: str = "\n") -> str:
        """Write `items` at the cursor, and wait if they are a move that is tried."""
        text = super().PRINT(*items, end=end)
        if self.at_candidate:
            self.at_candidate = False
            self.keyboard.wait(self.pause)
        return text
