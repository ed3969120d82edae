"""What is wrong in a file of games or positions, where, and what the reader did about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: What a reader did, where several places say it.
LEFT_OUT: Final = "left out"
IGNORED: Final = "ignored"


@dataclass(frozen=True, slots=True)
class Problem:
    """A place of a file that is not as its format has it.

    `line`     the line, from 1.
    `column`   the first character there, from 1.
    `what`     what is wrong.
    `done`     what the reader did, in a few words; '' if it stopped there.
    `is_loss`  True if something of a game or a position is lost by that.
    """

    line: int
    column: int
    what: str
    done: str = ""
    is_loss: bool = False

    def __str__(self) -> str:
        done = f"; {self.done}" if self.done else ""
        return f"line {self.line}, column {self.column}: {self.what}{done}"
