"""The opening files of Huo Chess."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from modern.book.book import Book
from modern.book.lines import lines, positions
from modern.book.opening_files import FolderImport, add_opening_files, write_opening_files
from modern.book.polyglot import BookError
from modern.rules import Position

#: The columns a to h of the initial position, each from rank 1 to 8, in the files' words.
PIECES = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
INITIAL = [name for piece in PIECES for name in (f"w{piece}", "wpawn", "", "", "", "", "bpawn", f"b{piece}")]


def opening_text(squares: list[str], move: str, line_end: str = "\r\n") -> str:
    numbers = ["abcdefgh".index(char) + 1 if char.isalpha() else int(char) for char in move]
    lines = [*(f'"{name}"' for name in squares), '"Suggested Move"', *map(str, numbers)]
    return "".join(f"{line}{line_end}" for line in lines)


def index_of(square: str) -> int:
    return 8 * "abcdefgh".index(square[0]) + int(square[1]) - 1


def after(squares: list[str], *moves: str) -> list[str]:
    """Returns the squares after moves, each from one square to another."""
    squares = list(squares)
    for move in moves:
        squares[index_of(move[2:])], squares[index_of(move[:2])] = squares[index_of(move[:2])], ""
    return squares


def write(folder: Path, *texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts, 1):
        (folder / f"Opening{number}.txt").write_bytes(text.encode())
    return folder


def lines_in(book: Book) -> list[str]:
    start = Position.initial()
    return [start.variation_san(line.moves) for line in lines(book, start)]


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_a_folder_is_read_with_either_line_end(line_end: str, tmp_path: Path) -> None:
    texts = [
        opening_text(INITIAL, "e2e4", line_end),
        opening_text(after(INITIAL, "e2e4"), "c7c5", line_end),
        opening_text(after(INITIAL, "e2e4", "c7c5"), "g1f3", line_end),
    ]
    book = Book()
    assert add_opening_files(book, write(tmp_path / "book", *texts)) == FolderImport(3, 0, 0, 0)
    assert lines_in(book) == ["1. e4 c5 2. Nf3"]


def test_a_position_after_a_move_that_is_not_in_the_folder_is_found(tmp_path: Path) -> None:
    # The editor of Huo Chess writes one move for each position, so 1. d4 d5 is in the folder without 1. d4.
    texts = [opening_text(INITIAL, "e2e4"), opening_text(after(INITIAL, "d2d4"), "d7d5")]
    book = Book()
    assert add_opening_files(book, write(tmp_path / "book", *texts)) == FolderImport(2, 0, 0, 0)
    position = Position.initial()
    position.make(position.parse_san("d4"))
    assert [str(move) for move, _ in book.moves(position)] == ["d7d5"]


def test_castling_rights_and_en_passant_come_from_the_game(tmp_path: Path) -> None:
    played = ["e2e4", "a7a6", "e4e5", "d7d5"]
    texts = [opening_text(after(INITIAL, *played[:ply]), move) for ply, move in enumerate(played)]
    texts.append(opening_text(after(INITIAL, *played), "e5d6"))
    book = Book()
    assert add_opening_files(book, write(tmp_path / "book", *texts)) == FolderImport(5, 0, 0, 0)
    assert lines_in(book) == ["1. e4 a6 2. e5 d5 3. exd6"]


def test_the_first_of_two_files_for_a_position_counts_and_a_gap_ends_the_folder(tmp_path: Path) -> None:
    texts = [opening_text(INITIAL, "e2e4"), opening_text(INITIAL, "d2d4")]
    folder = write(tmp_path / "book", *texts)
    (folder / "Opening4.txt").write_text("not read")
    book = Book()
    assert add_opening_files(book, folder) == FolderImport(2, 1, 0, 1)
    assert lines_in(book) == ["1. e4"]


@pytest.mark.parametrize("castling", ["e1g1", "e1c1", "e8g8", "e8c8"])
def test_a_king_and_a_rook_at_home_may_castle_on_either_side_for_either_colour(castling: str, tmp_path: Path) -> None:
    colour, rank = ("w", 1) if castling[1] == "1" else ("b", 8)
    squares = [""] * 64
    rook = "h" if castling[2] == "g" else "a"
    for name, square in (("wking", "e1"), ("bking", "e8"), (f"{colour}rook", f"{rook}{rank}")):
        squares[index_of(square)] = name
    book = Book()
    add_opening_files(book, write(tmp_path / "book", opening_text(squares, castling)))
    right = {"e1g1": "K", "e1c1": "Q", "e8g8": "k", "e8c8": "q"}[castling]
    ranks = {rank: f"4{'Kk'[rank == 8]}2{'Rr'[rank == 8]}" if rook == "h" else f"{'Rr'[rank == 8]}3{'Kk'[rank == 8]}3"}
    placement = f"{ranks.get(8, '4k3')}/8/8/8/8/8/8/{ranks.get(1, '4K3')}"
    found = book.moves(Position.from_fen(f"{placement} {colour} {right} - 0 1"))
    assert [str(move) for move, _ in found] == [castling]


def test_a_position_that_is_not_played_from_the_initial_one_is_added_too(tmp_path: Path) -> None:
    squares = [""] * 64
    for name, square in (("wking", "e1"), ("wrook", "h1"), ("bking", "c8"), ("wpawn", "a7")):
        squares[index_of(square)] = name
    texts = [opening_text(squares, "e1g1"), opening_text(after(squares, "c8d8"), "a7a8")]
    book = Book()
    assert add_opening_files(book, write(tmp_path / "book", *texts)) == FolderImport(2, 0, 2, 0)
    castling = book.moves(Position.from_fen("2k5/P7/8/8/8/8/8/4K2R w K - 0 1"))
    promotion = book.moves(Position.from_fen("3k4/P7/8/8/8/8/8/4K2R w K - 0 1"))
    assert [str(moves[0].move) for moves in (castling, promotion)] == ["e1g1", "a7a8q"]


def test_a_book_is_written_and_read_back(tmp_path: Path) -> None:
    book = Book()
    for game in ("e4 e5 Nf3 Nc6 Bb5", "d4 d5", "e4 c5", "e4 c5 Nf3 d6"):
        position = Position.initial()
        for san in game.split():
            book.add(position, position.parse_san(san), 1)
            position.make(position.parse_san(san))
    assert write_opening_files(positions(book), tmp_path / "out") == 8
    again = Book()
    assert add_opening_files(again, tmp_path / "out") == FolderImport(8, 0, 0, 0)
    assert lines_in(again) == ["1. e4 c5 2. Nf3 d6"]  # one move for each position, the heaviest
    assert len(again.positions) == 8
    first = (tmp_path / "out" / "Opening1.txt").read_bytes().decode()
    assert first == opening_text(INITIAL, "e2e4")


def test_a_folder_that_has_files_is_not_written_to(tmp_path: Path) -> None:
    book = Book()
    book.add(Position.initial(), Position.initial().parse_san("e4"), 1)
    (tmp_path / "precious.txt").write_text("precious")
    with pytest.raises(BookError, match="is not empty; expected a new or an empty folder"):
        write_opening_files(positions(book), tmp_path)
    with pytest.raises(BookError, match="there is no folder"):
        write_opening_files(positions(book), tmp_path / "no" / "folder")
    with pytest.raises(BookError, match="no move in the initial position"):
        write_opening_files(positions(Book()), tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


GOOD = opening_text(INITIAL, "e2e4")
NO_KING = opening_text(after(INITIAL, "d1e1"), "e2e4")
FAULTS = {
    "a line is missing": ([GOOD.replace('"wpawn"\r\n', "", 1)], "does not have 69 lines"),
    "a foreign file": (["hello\n"], "does not have 69 lines"),
    "a piece that is none": ([GOOD.replace('"wking"', '"wduke"')], "line 33: '\"wduke\"' is not a piece"),
    "no suggested move": ([GOOD.replace("Suggested", "Best")], 'line 65: \'"Best Move"\'; expected "Suggested Move"'),
    "a column that is none": ([GOOD.replace("\r\n5\r\n2", "\r\n9\r\n2")], "line 66: '9' is not a column or rank"),
    "an illegal move": ([opening_text(INITIAL, "e2e5")], "e2e5 "),
    "a move from an empty square": ([opening_text(INITIAL, "e4e5")], "there is no piece on e4"),
    "a position without a king": ([GOOD, NO_KING], "Opening2.txt: "),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_file_that_cannot_be_read_is_refused_in_one_line(what: str, tmp_path: Path) -> None:
    texts, reason = FAULTS[what]
    with pytest.raises(BookError, match=re.escape(reason)) as raised:
        add_opening_files(Book(), write(tmp_path / "book", *texts))
    assert "\n" not in str(raised.value)


def test_a_folder_without_opening_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"has no Opening1\.txt"):
        add_opening_files(Book(), tmp_path)


def test_an_empty_folder_gets_the_files_even_where_no_folder_is_renamed_onto_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace_as_on_windows(source: Path, target: Path) -> None:
        if target.exists():
            raise PermissionError(13, "Access is denied")
        source.rename(target)

    monkeypatch.setattr("modern.book.opening_files.os.replace", replace_as_on_windows)
    book = Book()
    book.add(Position.initial(), Position.initial().parse_san("e4"), 1)
    (tmp_path / "out").mkdir()
    assert write_opening_files(positions(book), tmp_path / "out") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
