"""Problems in a file of games or positions: their places, and the reader's repairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: A reader's repairs that several places name.
LEFT_OUT: Final = "left out"
IGNORED: Final = "ignored"
#: How many problems of a game are named.
MAX_PROBLEMS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Problem:
    """A place of a file that is not as its format has it.

    `line`     the line, from 1.
    `column`   the first character there, from 1.
    `what`     the problem.
    `done`     the reader's repair, in a few words; '' if it stopped there.
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


class Problems:
    """The problems of a game, of which MAX_PROBLEMS are named and the others counted."""

    def __init__(self) -> None:
        self._named: list[Problem] = []
        self._others = 0
        self._first_other: Problem | None = None

    def add(self, line: int, column: int, what: str, done: str = "", is_loss: bool = False) -> None:
        """Adds a problem. One at which the reader stopped is always named."""
        problem = Problem(line, column, what, done, is_loss)
        if len(self._named) < MAX_PROBLEMS or not done:
            self._named.append(problem)
            return
        self._others += 1
        if self._first_other is None or (is_loss and not self._first_other.is_loss):
            self._first_other = problem

    def copy(self) -> Problems:
        """Returns the problems so far, to which others can be added."""
        copied = Problems()
        copied._named, copied._others, copied._first_other = [*self._named], self._others, self._first_other
        return copied

    def listed(self) -> list[Problem]:
        """Returns the problems in the order of the file, and last the number of those that are not named."""
        named = sorted(self._named, key=lambda problem: (problem.line, problem.column))
        if other := self._first_other:
            named.append(
                Problem(other.line, other.column, f"{self._others:,} more problems", "not named", other.is_loss)
            )
        return named
