"""An opening book in memory, which can be changed and written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from modern.book.polyglot import (
    ENTRY,
    MAX_WEIGHT,
    BookEntry,
    BookError,
    BookFile,
    BookMove,
    key_of,
    legal_book_moves,
    raw_move_of,
)
from modern.output_files import write_atomically
from modern.rules import Move, Position

#: The most entries of a book that is read into memory.
MAX_ENTRIES: Final = 4_000_000


class StoredMove(NamedTuple):
    """What a book has about a move: its weight, and Polyglot's unused bytes."""

    weight: int
    learn: int = 0


class Book:
    """An opening book: `positions` maps a position's key and then a move, as Polyglot writes it, to what is stored.

    `header` is what stands before the entries of its file, and `remarks` what was wrong with that when it was read.
    """

    def __init__(self, entries: Iterable[BookEntry] = (), header: bytes = b"", remarks: Iterable[str] = ()) -> None:
        self.header = header
        self.remarks = list(remarks)
        self.positions: dict[int, dict[int, StoredMove]] = {}
        for entry in entries:
            self._add(entry.key, entry.raw_move, StoredMove(entry.weight, entry.learn))

    @property
    def move_count(self) -> int:
        return sum(map(len, self.positions.values()))

    def moves(self, position: Position) -> list[BookMove]:
        """Returns the legal moves of the book in a position, the heaviest first."""
        stored = self.positions.get(key_of(position), {})
        return legal_book_moves(position, ((raw_move, move.weight) for raw_move, move in stored.items()))

    def add(self, position: Position, move: Move, weight: int) -> None:
        """Adds a weight to a legal move, which the book may have already."""
        self._add(key_of(position), raw_move_of(position, move), StoredMove(weight))

    def add_book(self, other: Book) -> None:
        """Adds all weights of another book."""
        for key, moves in other.positions.items():
            for raw_move, stored in moves.items():
                self._add(key, raw_move, stored)

    def stored(self, key: int, raw_move: int) -> StoredMove | None:
        """Returns what the book has about a move; None if it does not have it."""
        return self.positions.get(key, {}).get(raw_move)

    def store(self, key: int, raw_move: int, stored: StoredMove | None) -> None:
        """Replaces what the book has about a move; None removes it."""
        if stored is not None:
            self.positions.setdefault(key, {})[raw_move] = stored
            return
        moves = self.positions.get(key, {})
        moves.pop(raw_move, None)
        if not moves:
            self.positions.pop(key, None)

    def content(self) -> bytes:
        """Returns the book in Polyglot's format. Weights that are too large for it are scaled down, by position."""
        parts = [self.header]
        for key, moves in sorted(self.positions.items()):
            heaviest = max(stored.weight for stored in moves.values())
            for raw_move, stored in sorted(moves.items(), key=lambda item: (-item[1].weight, item[0])):
                weight = stored.weight
                if heaviest > MAX_WEIGHT and weight:
                    weight = max(1, weight * MAX_WEIGHT // heaviest)
                parts.append(ENTRY.pack(key, raw_move, weight, stored.learn))
        return b"".join(parts)

    def save(self, path: Path) -> None:
        """Writes the book to a file. Raises OSError, and then the file is as it was."""
        write_atomically(path, self.content())

    def _add(self, key: int, raw_move: int, stored: StoredMove) -> None:
        before = self.stored(key, raw_move)
        if before is not None:
            stored = StoredMove(before.weight + stored.weight, before.learn or stored.learn)
        self.store(key, raw_move, stored)


def read_book(path: Path) -> Book:
    """Reads a book from a file. Raises BookError and OSError."""
    with BookFile(path) as file:
        if len(file) > MAX_ENTRIES:
            raise BookError(f"{path} has {len(file):,} entries; a book that is changed has at most {MAX_ENTRIES:,}")
        return Book(file.entries(), file.header, file.remarks)
