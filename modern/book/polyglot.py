"""Polyglot's format of opening books: positions by their key, and for each of them its moves with weights.

An entry has 16 bytes, big-endian: the key of the position, the move, its weight, and four bytes that are not used here.
The entries are in the order of their keys. A move is its to square, plus 64 times its from square, plus 4096 times the
promotion (1 is a knight, 4 a queen); castling is written as the king's move onto its rook. A move of weight 0 is known,
but not played. A key cannot be turned back into a position.

http://hgm.nubati.net/book_format.html
"""

from __future__ import annotations

import struct
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
    """A book on disk, of which only the entries that are looked up are read."""

    def __init__(self, path: Path) -> None:
        """Opens a book and checks all of it. Raises BookError and OSError."""
        if path.is_dir():
            raise BookError(f"{path} is a folder; {EXPECTED}")
        if path.exists() and not path.is_file():
            raise BookError(f"{path} is not a regular file; {EXPECTED}")
        size = path.stat().st_size
        if size % ENTRY.size:
            raise BookError(f"{path}: its size, {size} bytes, is no multiple of {ENTRY.size}; {EXPECTED}")
        self.reader = chess.polyglot.open_reader(path)
        with memoryview(self.reader.mmap) as content:
            fault = _first_fault(content)
        if fault:
            self.close()
            raise BookError(f"{path}: {fault}; {EXPECTED}")

    def __enter__(self) -> BookFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.reader)

    def entries(self) -> Iterator[BookEntry]:
        """Yields all entries, in the order of the file."""
        for entry in self.reader:
            yield BookEntry(entry.key, entry.raw_move, entry.weight, entry.learn)

    def moves(self, position: Position) -> list[BookMove]:
        """Returns the legal moves of the book in a position, the heaviest first."""
        found = self.reader.find_all(key_of(position), minimum_weight=0)
        return legal_book_moves(position, ((entry.raw_move, entry.weight) for entry in found))

    def close(self) -> None:
        self.reader.close()


def _first_fault(content: memoryview) -> str:
    """Returns what is wrong with the first entry that cannot be one, or '' if all can be entries of a book."""
    last_key = 0
    for number, (key, raw_move, _, _) in enumerate(ENTRY.iter_unpack(content), 1):
        if key < last_key:
            return f"entry {number} is not in the order of the keys"
        from_square, to_square, promotion = parts_of(raw_move)
        if from_square == to_square or promotion > 4:
            return f"entry {number} has no move"
        last_key = key
    return ""
