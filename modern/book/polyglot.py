"""Polyglot's format of opening books: positions by their key, and for each of them its moves with weights.

An entry has 16 bytes, big-endian: the key of the position, the move, its weight, and four bytes that are not used here.
The entries are in the order of their keys; before them, some programs write a header, in entries of key 0. A move is
its to square, plus 64 times its from square, plus 4096 times the promotion (1 is a knight, 4 a queen); castling is
written as the king's move onto its rook. A move of weight 0 is known, but not played. A key cannot be turned back into
a position. A book with a few faults is read without them.

http://hgm.nubati.net/book_format.html
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

import chess
import chess.polyglot

from modern.rules import Move, Position
from modern.rules.pieces import KING, PAWN, piece_type_of

ENTRY: Final = struct.Struct(">QHHI")
MAX_WEIGHT: Final = 0xFFFF
EXPECTED: Final = "expected an opening book in Polyglot's format"
#: The first entry of a header, up to its name.
HEADER_START: Final = b"\x00" * 8 + b"@PG@"
#: What fills a file up: entries of nothing but such bytes.
PADDING: Final = (b"\x00" * ENTRY.size, b"\xff" * ENTRY.size)

#: Castling as Polyglot writes it, by the king's move: the square of the rook.
ROOK_SQUARES: Final = {
    (chess.E1, chess.G1): chess.H1,
    (chess.E1, chess.C1): chess.A1,
    (chess.E8, chess.G8): chess.H8,
    (chess.E8, chess.C8): chess.A8,
}
KING_TARGETS: Final = {(king, rook): target for (king, target), rook in ROOK_SQUARES.items()}


class BookError(ValueError):
    """A file that is not an opening book, or cannot become one; the text is one line that says why."""


class BookMove(NamedTuple):
    """A move of a book, and its weight from 0 to MAX_WEIGHT."""

    move: Move
    weight: int


class BookEntry(NamedTuple):
    """An entry of a Polyglot book: the position's key, the move as Polyglot writes it, its weight, the unused bytes."""

    key: int
    raw_move: int
    weight: int
    learn: int


def key_of(position: Position) -> int:
    """Returns Polyglot's key of a position.

    A pawn that has just made a double push counts if an opponent's pawn stands beside it, even if that is pinned. The
    FEN does not say so, but the last move does.
    """
    board = chess.Board(position.fen())
    for last in position.moves_made()[-1:]:
        if piece_type_of(position.mailbox[last.to_square]) == PAWN and abs(last.from_square - last.to_square) == 16:
            board.ep_square = (last.from_square + last.to_square) // 2
    return chess.polyglot.zobrist_hash(board)


def raw_move_of(position: Position, move: Move) -> int:
    """Returns a legal move as Polyglot writes it."""
    to_square = move.to_square
    if piece_type_of(position.mailbox[move.from_square]) == KING:
        to_square = ROOK_SQUARES.get((move.from_square, to_square), to_square)
    return to_square | move.from_square << 6 | (move.promotion - 1 if move.promotion else 0) << 12


def parts_of(raw_move: int) -> tuple[int, int, int]:
    """Returns the from square, the to square and the promotion of a move, as Polyglot writes them."""
    return raw_move >> 6 & 63, raw_move & 63, raw_move >> 12


def legal_move_of(position: Position, raw_move: int) -> Move | None:
    """Returns the legal move that Polyglot writes so, or None if there is none in the position."""
    from_square, to_square, promotion = parts_of(raw_move)
    if from_square == to_square or promotion > 4:
        return None
    castling = KING_TARGETS.get((from_square, to_square))
    if castling is not None and position.mailbox[from_square] == position.turn + KING:
        to_square = castling
    move = Move(from_square | to_square << 6 | (promotion + 1 if promotion else 0) << 12)
    return move if position.is_legal(move) else None


def legal_book_moves(position: Position, entries: Iterable[tuple[int, int]]) -> list[BookMove]:
    """Returns the legal moves among pairs of a move as Polyglot writes it and a weight.

    The heaviest comes first, and equal weights are in the order of UCI notation.
    """
    weights: dict[Move, int] = {}
    for raw_move, weight in entries:
        move = legal_move_of(position, raw_move)
        if move is not None:
            weights[move] = max(weight, weights.get(move, 0))
    moves = [BookMove(move, weight) for move, weight in weights.items()]
    return sorted(moves, key=lambda book_move: (-book_move.weight, book_move.move.uci()))


class BookFile:
    """A book on disk, of which only the entries that are looked up are read.

    `header`   the header, if it has one, as it stands in the file.
    `remarks`  what is wrong with the book and what was done about it, a line for each.
    """

    def __init__(self, path: Path) -> None:
        """Opens a book and checks all of it. Raises BookError, if nothing of it is a book, and OSError."""
        if path.is_dir():
            raise BookError(f"{path} is a folder; {EXPECTED}")
        if path.exists() and not path.is_file():
            raise BookError(f"{path} is not a regular file; {EXPECTED}")
        with path.open("rb") as file:
            is_empty = not path.stat().st_size
            self._map = None if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.remarks: list[str] = []
        content = memoryview(self._map or b"")
        start = _header_size(content)
        self.header = bytes(content[:start])
        #: The entries in the order of their keys, which stand one after the other.
        self._entries = content[start:]
        try:
            self._repair(start)
        except BookError as error:
            content.release()
            self.close()
            raise BookError(f"{path}{error}; {EXPECTED}") from None

    def __enter__(self) -> BookFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._entries) // ENTRY.size

    def entries(self) -> Iterator[BookEntry]:
        """Yields all entries, in the order of their keys."""
        yield from map(BookEntry._make, ENTRY.iter_unpack(self._entries))

    def moves(self, position: Position) -> list[BookMove]:
        """Returns the legal moves of the book in a position, the heaviest first."""
        return legal_book_moves(position, self._found(key_of(position)))

    def close(self) -> None:
        self._entries.release()
        if self._map:
            self._map.close()
            self._map = None

    def _entry(self, index: int) -> BookEntry:
        return BookEntry._make(ENTRY.unpack_from(self._entries, index * ENTRY.size))

    def _found(self, key: int) -> Iterator[tuple[int, int]]:
        """Yields the moves and the weights of a key."""
        for index in range(bisect_left(range(len(self)), key, key=lambda at: self._entry(at).key), len(self)):
            entry = self._entry(index)
            if entry.key != key:
                return
            yield entry.raw_move, entry.weight

    def _repair(self, start: int) -> None:
        """Leaves out what cannot be entries, and sorts the others. Raises BookError if that is most of the file."""
        end = len(self._entries) // ENTRY.size * ENTRY.size
        while end and bytes(self._entries[end - ENTRY.size : end]) in PADDING:
            end -= ENTRY.size
        if end < len(self._entries):
            count = len(self._entries) - end
            self.remarks.append(f"the last {count:,} bytes are not entries of a book; left out")
        self._entries = self._entries[:end]
        first_bad = first_late = last_key = bad = late = 0
        for number, (key, raw_move, _, _) in enumerate(ENTRY.iter_unpack(self._entries), 1):
            if not _is_move(raw_move):
                bad, first_bad = bad + 1, first_bad or number
            else:
                late, first_late = (late + 1, first_late or number) if key < last_key else (late, first_late)
                last_key = key
        if (bad and (bad + late) * 2 >= len(self)) or (not end and not start and self.remarks):
            raise BookError(f": entry {first_bad} has no move" if end else ": it has no entry")
        if bad:
            self.remarks.append(f"{_counted(bad)} without a move, the first entry {first_bad}; left out")
        if late:
            self.remarks.append(f"{_counted(late)} not in the order of the keys, the first entry {first_late}; sorted")
        if bad or late:
            kept = sorted((entry for entry in self.entries() if _is_move(entry.raw_move)), key=lambda entry: entry.key)
            self._entries = memoryview(b"".join(ENTRY.pack(*entry) for entry in kept))


def _header_size(content: memoryview) -> int:
    """Returns the size of the header of a book in bytes, 0 if it has none."""
    size = 0
    if bytes(content[: len(HEADER_START)]) == HEADER_START:
        while size + ENTRY.size <= len(content) and not any(content[size : size + 8]):
            size += ENTRY.size
    return size


def _is_move(raw_move: int) -> bool:
    """Returns True if Polyglot can write a move so."""
    from_square, to_square, promotion = parts_of(raw_move)
    return from_square != to_square and promotion <= 4


def _counted(count: int) -> str:
    return f"{count:,} {'entry is' if count == 1 else 'entries are'}"
