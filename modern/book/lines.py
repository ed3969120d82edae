"""What a book has from the initial position on: its lines, and its positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from modern.book.polyglot import BookMove, key_of
from modern.rules import Move, Position


class MovesOfBook(Protocol):
    """A book, in memory or on disk."""

    def moves(self, position: Position) -> list[BookMove]:
        """Returns the moves of the book in a position, the heaviest first."""


class Line(NamedTuple):
    """A line of a book. `transposes` says that the book continues after it, as in an earlier line."""

    moves: tuple[Move, ...]
    transposes: bool = False


def lines(book: MovesOfBook, start: Position) -> Iterator[Line]:
    """Yields the lines of a book from a position, heavier moves first. Each position is continued only once."""
    position = start.copy()
    path: list[Move] = []
    seen = {key_of(position)}
    pending = [iter(book.moves(position))]
    while pending:
        book_move = next(pending[-1], None)
        if book_move is None:
            pending.pop()
            if path:
                path.pop()
                position.unmake()
            continue
        path.append(book_move.move)
        position.make(book_move.move)
        key = key_of(position)
        continued = book.moves(position)
        if continued and key not in seen:
            seen.add(key)
            pending.append(iter(continued))
            continue
        yield Line(tuple(path), bool(continued))
        path.pop()
        position.unmake()


def positions(book: MovesOfBook) -> Iterator[tuple[Position, list[BookMove]]]:
    """Yields the positions that a book has moves for and that its moves reach, those with fewer plies first."""
    queue = deque([Position.initial()])
    seen = {key_of(queue[0])}
    while queue:
        position = queue.popleft()
        moves = book.moves(position)
        if moves:
            yield position, moves
        for book_move in moves:
            child = position.copy()
            child.make(book_move.move)
            key = key_of(child)
            if key not in seen:
                seen.add(key)
                queue.append(child)
