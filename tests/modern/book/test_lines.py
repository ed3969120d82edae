"""The lines and positions of a book."""

from __future__ import annotations

from modern.book.book import Book
from modern.book.lines import lines, positions
from modern.rules import Position


def book_of(*games: str) -> Book:
    """Returns a book with the moves of these games in SAN; a move of several games weighs more."""
    book = Book()
    for game in games:
        position = Position.initial()
        for san in game.split():
            move = position.parse_san(san)
            book.add(position, move, 1)
            position.make(move)
    return book


def lines_of_book(book: Book) -> list[tuple[str, bool]]:
    start = Position.initial()
    return [(start.variation_san(line.moves), line.transposes) for line in lines(book, start)]


def test_every_line_is_listed_the_heavier_move_first() -> None:
    book = book_of("d4 d5", "e4 e5 Nf3", "e4 c5", "e4 e5 Bc4", "e4 e5 Nf3 Nc6")
    assert lines_of_book(book) == [
        ("1. e4 e5 2. Nf3 Nc6", False),
        ("1. e4 e5 2. Bc4", False),
        ("1. e4 c5", False),
        ("1. d4 d5", False),
    ]


def test_a_line_that_reaches_a_position_of_an_earlier_one_ends_there() -> None:
    book = book_of("d4 Nf6 c4 e6 Nc3", "c4 Nf6 d4 e6 Nc3")
    assert lines_of_book(book) == [("1. c4 Nf6 2. d4 e6 3. Nc3", False), ("1. d4 Nf6 2. c4 ...".rstrip(" ."), True)]


def test_a_book_that_goes_in_a_circle_has_an_end() -> None:
    book = book_of("Nf3 Nf6 Ng1 Ng8 Nf3")
    assert lines_of_book(book) == [("1. Nf3 Nf6 2. Ng1 Ng8", True)]


def test_a_book_without_the_initial_position_has_no_lines() -> None:
    book, position = Book(), Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    book.add(position, position.parse_san("e4"), 1)
    assert lines_of_book(book) == []
    assert list(positions(book)) == []


def test_each_position_comes_once_with_its_moves() -> None:
    found = list(positions(book_of("d4 Nf6 c4 e6 Nc3", "c4 Nf6 d4 e6 Nc3")))
    keys = [position.hash for position, _ in found]
    assert len(keys) == len(set(keys)) == 7
    assert [str(move) for move, _ in found[0][1]] == ["c2c4", "d2d4"]
