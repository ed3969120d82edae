"""Suites of positions with something to find, as EPD: which move is best (bm), which to avoid (am), mate in how many.

https://www.chessprogramming.org/Extended_Position_Description
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from modern.engine.limits import MAX_DEPTH
from modern.engine.report import Score
from modern.rules import Move, Position, RulesError
from modern.rules.epd import read_epd

#: The project's own, made by benchmarks/make_tactics.py.
DEFAULT_SUITE: Final = Path(__file__).with_name("tactics.epd")


class SuiteError(ValueError):
    """A suite that cannot be read; the text is one line that says where and why."""


@dataclass(frozen=True)
class Puzzle:
    """A position and what is to be found there.

    `best`   one of these moves is to be played, if there are any.
    `avoid`  none of these is.
    `mate`   in how many moves the side to move mates; None where it does not matter.
    """

    name: str
    fen: str
    best: tuple[Move, ...] = ()
    avoid: tuple[Move, ...] = ()
    mate: int | None = None

    def solved_by(self, move: Move, score: Score) -> bool:
        """Whether a move and its score are all that was asked for."""
        played = move not in self.avoid and (not self.best or move in self.best)
        return played and self.mate in (None, score.mate)

    def solution(self) -> str:
        """What was asked for, moves in SAN: `Nf3 or Qh5+, #2`, `not Kh1`."""
        position = Position.from_fen(self.fen)
        best, avoid = (" or ".join(map(position.san, moves)) for moves in (self.best, self.avoid))
        mate = f"#{self.mate}" if self.mate else ""
        return ", ".join(part for part in (best, avoid and f"not {avoid}", mate) if part)


def read_suite(path: Path) -> list[Puzzle]:
    """The puzzles of an EPD file, one a line. Raises SuiteError, and OSError where there is no such file."""
    found = []
    for number, line in enumerate(path.read_bytes().decode("utf-8-sig", errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_puzzle(line, number))
        except (RulesError, SuiteError) as error:
            raise SuiteError(f"{path}, line {number}: {error}") from None
    if not found:
        raise SuiteError(f"{path} has no position")
    return found


def _puzzle(line: str, number: int) -> Puzzle:
    """The puzzle of a line; one without an `id` is called by the line's number. Raises SuiteError and EpdError."""
    position, asked = read_epd(line)
    if not position.legal_moves():
        raise SuiteError("there is no legal move")
    best, avoid = _moves(asked.get("bm")), _moves(asked.get("am"))
    mate = asked.get("dm")
    if "dm" in asked and not (isinstance(mate, int) and 0 < mate <= MAX_DEPTH):
        raise SuiteError(f"dm is a whole number of moves from 1 to {MAX_DEPTH}")
    if not (best or avoid or mate):
        raise SuiteError("nothing is asked: bm, am or dm was expected")
    name = asked.get("id")
    return Puzzle(f"line {number}" if name is None else str(name), position.fen(), best, avoid, mate)


def _moves(operand: Iterable[Any] | None) -> tuple[Move, ...]:
    return tuple(operand or ())
