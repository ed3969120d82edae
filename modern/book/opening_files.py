"""The opening book of Huo Chess: a folder of text files Opening1.txt, Opening2.txt and so on, each with one position.

A file has 64 lines for the squares a1, a2 .. a8, b1 .. h8: a piece in double quotes, such as "wpawn", or "" for an
empty square. The line "Suggested Move" follows, and then the move: the columns and ranks, 1 to 8, of its from square
and its to square, each on a line. The program reads the files by their numbers, up to the first that is missing. It
plays the move of the first file whose position is the one on the board.

A file does not say which side is to move, nor what castling or en passant is possible. So the positions are looked for
in the games that can be played from the initial position through positions of the folder. In a position that is not
found so, the piece that moves tells the side, and kings and rooks on their first squares may castle.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

import chess

from modern.book.book import Book
from modern.book.polyglot import BookError, BookMove
from modern.rules import Move, Position, RulesError
from modern.rules.errors import quoted
from modern.system import temporary_path

#: The files' squares in their order, and how they name the pieces.
SQUARES: Final = [chess.square(file, rank) for file in range(8) for rank in range(8)]
COLOURS: Final = {chess.WHITE: "w", chess.BLACK: "b"}
PIECES: Final = {
    f"{letter}{chess.PIECE_NAMES[piece_type]}": chess.Piece(piece_type, colour)
    for colour, letter in COLOURS.items()
    for piece_type in chess.PIECE_TYPES
}
PIECE_NAMES: Final = {piece: name for name, piece in PIECES.items()}
SUGGESTED_MOVE: Final = '"Suggested Move"'
#: The rights to castle, and where king and rook must stand for it.
CASTLING: Final = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
FILE_NAME: Final = re.compile(r"Opening([1-9]\d{0,6})\.txt", re.ASCII)
#: No file is longer, in bytes: 69 lines of at most 16 characters.
MAX_FILE_SIZE: Final = 2000


class OpeningFile(NamedTuple):
    """A file: its name, the placement of the pieces as in a FEN, and the squares of the move, as `e2e4`."""

    name: str
    placement: str
    squares: str


class FolderImport(NamedTuple):
    """What was read from a folder: the number of files, of those that repeat a position, and of those not found.

    `unread` is the number of files after a missing number, which the program does not read either.
    """

    files: int
    repeated: int
    not_found: int
    unread: int


def add_opening_files(book: Book, folder: Path) -> FolderImport:
    """Adds the moves of a folder to a book, with weight 1. Raises BookError and OSError."""
    files = _read_folder(folder)
    by_placement: dict[str, OpeningFile] = {}
    for file in files:
        by_placement.setdefault(file.placement, file)
    found = _add_played(book, by_placement)
    for placement, file in by_placement.items():
        if placement not in found:
            _add_move(book, _position_of(file), file)
    numbered = sum(1 for path in folder.iterdir() if FILE_NAME.fullmatch(path.name))
    return FolderImport(
        len(files), len(files) - len(by_placement), len(by_placement) - len(found), numbered - len(files)
    )


def write_opening_files(reached: Iterable[tuple[Position, list[BookMove]]], folder: Path) -> int:
    """Writes positions of a book and their moves (lines.positions) to a new or empty folder, each with its first move.

    Returns the number of files. Raises BookError if there is nothing to write or the folder has files, and OSError.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BookError(f"{folder} is not empty; expected a new or an empty folder")
    if not folder.parent.is_dir():
        raise BookError(f"{folder} cannot be written: there is no folder {folder.parent}")
    texts = _file_texts(reached)
    if not texts:
        raise BookError("the book has no move in the initial position; the format cannot hold any other book")
    # The folder appears with all its files or not at all.
    temporary = temporary_path(folder.parent)
    temporary.mkdir(0o700)
    try:
        for number, text in enumerate(texts, 1):
            (temporary / f"Opening{number}.txt").write_bytes(text.encode("ascii"))
        temporary.chmod(0o755)
        if folder.exists():
            folder.rmdir()  # Windows renames a folder to no name that is taken, not even by an empty one
        os.replace(temporary, folder)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    return len(texts)


def _read_folder(folder: Path) -> list[OpeningFile]:
    files: list[OpeningFile] = []
    while (path := folder / f"Opening{len(files) + 1}.txt").is_file():
        files.append(_read_file(path))
    if not files:
        raise BookError(f"{folder} has no Opening1.txt; expected a folder of Opening1.txt, Opening2.txt and so on")
    return files


def _read_file(path: Path) -> OpeningFile:
    """Reads one file. Raises BookError and OSError."""
    with path.open("rb") as stream:
        content = stream.read(MAX_FILE_SIZE + 1)
    lines = content.decode("latin-1").rstrip().splitlines() if len(content) <= MAX_FILE_SIZE else []
    if len(lines) != len(SQUARES) + 5:
        raise BookError(f"{path} does not have {len(SQUARES) + 5} lines; expected a position and a move of Huo Chess")
    board = chess.BaseBoard.empty()
    for number, (square, line) in enumerate(zip(SQUARES, lines, strict=False), 1):
        piece = PIECES.get(line.strip().strip('"'))
        if piece is None and line.strip() != '""':
            raise BookError(
                f'{path}: line {number}: {quoted(line.strip())} is not a piece; expected "wpawn", "" or others'
            )
        board.set_piece_at(square, piece)
    if lines[64].strip() != SUGGESTED_MOVE:
        raise BookError(f"{path}: line 65: {quoted(lines[64].strip())}; expected {SUGGESTED_MOVE}")
    numbers = [line.strip() for line in lines[65:]]
    for number, text in enumerate(numbers, 66):
        if text not in tuple("12345678"):
            raise BookError(f"{path}: line {number}: {quoted(text)} is not a column or rank; expected 1 to 8")
    names = [chess.FILE_NAMES[int(text) - 1] if index % 2 == 0 else text for index, text in enumerate(numbers)]
    return OpeningFile(str(path), board.board_fen(), "".join(names))


def _add_played(book: Book, by_placement: dict[str, OpeningFile]) -> set[str]:
    """Adds the moves in the positions that can be played from the initial one. Returns their placements."""
    found: set[str] = set()
    queue = deque([Position.initial()])
    seen = {queue[0].hash}
    while queue:
        position = queue.popleft()
        file = by_placement.get(_placement(position))
        if file is not None and _side_of(file) == position.side:
            _add_move(book, position, file)
            found.add(file.placement)
        for move in position.legal_moves():
            child = position.copy()
            child.make(move)
            if _placement(child) in by_placement and child.hash not in seen:
                seen.add(child.hash)
                queue.append(child)
    return found


def _placement(position: Position) -> str:
    return position.fen().partition(" ")[0]


def _side_of(file: OpeningFile) -> str:
    """Returns the side of the piece that moves. Raises BookError if there is none."""
    piece = chess.BaseBoard(file.placement).piece_at(chess.parse_square(file.squares[:2]))
    if piece is None:
        raise BookError(f"{file.name}: there is no piece on {file.squares[:2]}")
    return "white" if piece.color else "black"


def _position_of(file: OpeningFile) -> Position:
    """Returns the position of a file, with what it does not say taken from its pieces. Raises BookError."""
    board = chess.BaseBoard(file.placement)
    rights = "".join(right for right, squares in CASTLING.items() if _may_castle(board, right, squares))
    try:
        return Position.from_fen(f"{file.placement} {_side_of(file)[0]} {rights or '-'} - 0 1")
    except RulesError as error:
        raise BookError(f"{file.name}: {error}") from None


def _may_castle(board: chess.BaseBoard, right: str, squares: Iterable[str]) -> bool:
    pieces = [board.piece_at(chess.parse_square(name)) for name in squares]
    return pieces == [chess.Piece(piece_type, right.isupper()) for piece_type in (chess.KING, chess.ROOK)]


def _add_move(book: Book, position: Position, file: OpeningFile) -> None:
    """Adds a file's move, a promotion as one to a queen. Raises BookError if it is illegal."""
    squares = file.squares
    is_pawn = position.piece_at(chess.parse_square(squares[:2])) in ("P", "p")
    try:
        move = position.parse_uci(f"{squares}q" if is_pawn and squares[3] in "18" else squares)
    except RulesError as error:
        raise BookError(f"{file.name}: {error}") from None
    book.add(position, move, 1)


def _file_texts(reached: Iterable[tuple[Position, list[BookMove]]]) -> list[str]:
    """Returns the files of a book's positions. A position gets one file, whatever its castling rights."""
    texts: dict[str, str] = {}
    for position, moves in reached:
        heaviest = next((move for move, weight in moves if weight and move.promotion in (None, chess.QUEEN)), None)
        if heaviest is not None:
            texts.setdefault(_placement(position), _file_text(position, heaviest))
    return list(texts.values())


def _file_text(position: Position, move: Move) -> str:
    """Returns a position and a move as Huo Chess writes them, with the line ends of Windows."""
    board = chess.BaseBoard(_placement(position))
    pieces = (board.piece_at(square) for square in SQUARES)
    lines = [f'"{PIECE_NAMES[piece] if piece else ""}"' for piece in pieces]
    numbers = (
        number
        for square in (move.from_square, move.to_square)
        for number in (chess.square_file(square) + 1, chess.square_rank(square) + 1)
    )
    return "".join(f"{line}\r\n" for line in [*lines, SUGGESTED_MOVE, *map(str, numbers)])
