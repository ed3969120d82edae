"""Test suites in EPD: the best moves (bm), the moves to avoid (am), and the distance of a mate in moves (dm).

https://www.chessprogramming.org/Extended_Position_Description
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from modern.game.epd import EpdError, fen_from_line, lines_with_positions, read_epd
from modern.game.problems import Problem
from modern.game.text_lines import lines_of
from modern.limits import MAX_DEPTH
from modern.report import Score
from modern.rules import Move, Position, RulesError

#: The project's own suite: positions from its own games, each with the verdict of Stockfish, and proven mates.
DEFAULT_SUITE: Final = Path(__file__).with_name("tactics.epd")


class SuiteError(ValueError):
    """A suite that cannot be read. The message is one line with the place and the reason."""


@dataclass(frozen=True)
class Puzzle:
    """A test position and its solution.

    `best`   the solving moves; if there are none, any move outside `avoid` solves.
    `avoid`  moves that do not solve.
    `mate`   the number of moves to mate that the score must show, or None for any score.
    """

    name: str
    fen: str
    best: tuple[Move, ...] = ()
    avoid: tuple[Move, ...] = ()
    mate: int | None = None

    def solved_by(self, move: Move, score: Score) -> bool:
        correct = move not in self.avoid and (not self.best or move in self.best)
        return correct and self.mate in (None, score.mate)

    def solution(self) -> str:
        """Returns the solution as text, moves in SAN: `Nf3 or Qh5+, #2`, `not Kh1`."""
        position = Position.from_fen(self.fen)
        best, avoid = (" or ".join(map(position.san, moves)) for moves in (self.best, self.avoid))
        mate = f"#{self.mate}" if self.mate else ""
        return ", ".join(part for part in (best, avoid and f"not {avoid}", mate) if part)


class Suite(NamedTuple):
    """The puzzles of a file, and what is wrong with the lines that are skipped."""

    puzzles: list[Puzzle]
    problems: list[Problem]


def read_suite(path: Path) -> Suite:
    """Returns the puzzles of an EPD file, one a line; a line that cannot be read is skipped.

    Raises SuiteError if no line can be read, and OSError if the file cannot.
    """
    suite = Suite([], [])
    with path.open("rb") as file:
        for number, line in lines_with_positions(lines_of(file, "an EPD")):
            try:
                suite.puzzles.append(_puzzle(line, number))
            except (RulesError, SuiteError) as error:
                column = error.column if isinstance(error, EpdError) else 1
                suite.problems.append(Problem(number, column, str(error), is_loss=True))
            else:
                remarks = fen_from_line(line).remarks
                suite.problems.extend(Problem(number, 1, what, done) for what, done in remarks)
    if not suite.puzzles:
        reason = f": {suite.problems[0]}" if suite.problems else " has no position"
        raise SuiteError(f"{path}{reason}")
    return suite


def _puzzle(line: str, number: int) -> Puzzle:
    """Returns the puzzle of a line, named by its `id` or else its line number. Raises SuiteError and EpdError."""
    position, operations = read_epd(line)
    if not position.legal_moves():
        raise SuiteError("the position has no legal move")
    best, avoid = _moves(operations.get("bm")), _moves(operations.get("am"))
    mate = operations.get("dm")
    if "dm" in operations and not (isinstance(mate, int) and 0 < mate <= MAX_DEPTH):
        raise SuiteError(f"dm must be a whole number of moves from 1 to {MAX_DEPTH}")
    if not (best or avoid or mate):
        raise SuiteError("the line has no task; expected bm, am or dm")
    name = operations.get("id")
    return Puzzle(f"line {number}" if name is None else str(name), position.fen(), best, avoid, mate)


def _moves(operand: Iterable[Any] | None) -> tuple[Move, ...]:
    return tuple(operand or ())
