"""A book is made by playing: each move on the board is a move of the book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from modern.book.book import Book, StoredMove
from modern.book.polyglot import MAX_WEIGHT, BookMove, key_of, raw_move_of
from modern.rules import Move, Position
from modern.rules.fen import INITIAL_FEN

#: The weight of a move that is played for the first time.
NEW_WEIGHT = 1


class EditError(ValueError):
    """A change that is not possible; the text is one line that says why."""


class Change(NamedTuple):
    """A change of the book: the position, the move, and what the book had before."""

    key: int
    raw_move: int
    before: StoredMove | None


class Step(NamedTuple):
    """What `undo` restores: the moves that were on the board, and the change of the book, if there was one."""

    line: tuple[Move, ...]
    change: Change | None


class BookEditor:
    """A book, and a board on which its lines are played."""

    def __init__(self, book: Book, start: str = INITIAL_FEN) -> None:
        """Starts at a FEN. Raises FenError."""
        self.book = book
        self.start = start
        self.position = Position.from_fen(start)
        self.line: list[Move] = []
        self.steps: list[Step] = []

    def moves(self) -> list[BookMove]:
        """Returns the book's moves in the position on the board, the heaviest first."""
        return self.book.moves(self.position)

    def play(self, move: Move) -> bool:
        """Makes a legal move on the board. Returns True if it is new to the book, which then has it with weight 1."""
        key, raw_move = key_of(self.position), raw_move_of(self.position, move)
        is_new = self.book.stored(key, raw_move) is None
        self._begin_step(Change(key, raw_move, None) if is_new else None)
        if is_new:
            self.book.store(key, raw_move, StoredMove(NEW_WEIGHT))
        self.position.make(move)
        self.line.append(move)
        return is_new

    def set_weight(self, move: Move, weight: int) -> None:
        """Sets the weight of a legal move, which the book need not have. Raises EditError."""
        if not 0 <= weight <= MAX_WEIGHT:
            raise EditError(f"{weight} is not a weight; expected a whole number from 0 to {MAX_WEIGHT}")
        key, raw_move = key_of(self.position), raw_move_of(self.position, move)
        before = self.book.stored(key, raw_move)
        self._begin_step(Change(key, raw_move, before))
        self.book.store(key, raw_move, StoredMove(weight, before.learn if before else 0))

    def remove(self, move: Move) -> None:
        """Removes a legal move from the book. Raises EditError if the book does not have it."""
        key, raw_move = key_of(self.position), raw_move_of(self.position, move)
        before = self.book.stored(key, raw_move)
        if before is None:
            raise EditError(f"the book does not have {self.position.san(move)} here")
        self._begin_step(Change(key, raw_move, before))
        self.book.store(key, raw_move, None)

    def back(self) -> None:
        """Goes back one move on the board; the book keeps it. Raises EditError at the first position."""
        if not self.line:
            raise EditError("the board has the first position already")
        self._begin_step(None)
        self._set_line(self.line[:-1])

    def to_start(self) -> None:
        """Goes back to the first position; the book keeps its moves."""
        if self.line:
            self._begin_step(None)
            self._set_line([])

    def undo(self) -> bool:
        """Takes back the last step, on the board and in the book. Returns True if the book has changed by that.

        Raises EditError if there is no step to take back.
        """
        if not self.steps:
            raise EditError("there is nothing to undo")
        step = self.steps.pop()
        self._set_line(step.line)
        if step.change is not None:
            self.book.store(*step.change)
        return step.change is not None

    def _begin_step(self, change: Change | None) -> None:
        self.steps.append(Step(tuple(self.line), change))

    def _set_line(self, line: Sequence[Move]) -> None:
        self.position = Position.from_fen(self.start)
        self.line = list(line)
        for move in line:
            self.position.make(move)
