"""Games become a book."""

from __future__ import annotations

import io
import re

import pytest

from modern.book.book import Book
from modern.book.games import COUNT, RESULT, GameMoves, add_games
from modern.book.polyglot import BookError
from modern.rules import Position

GAMES = b"""[Result "1-0"]

1. e4 (1. c4 e5) e5 {a comment} 2. Nf3 1-0

[Result "0-1"]

1. e4 c5 0-1

[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Result "*"]

1. b3 *
"""


def weights(book: Book, *sans: str) -> dict[str, int]:
    position = Position.initial()
    for san in sans:
        position.make(position.parse_san(san))
    return {position.san(move): weight for move, weight in book.moves(position)}


def test_each_game_counts_once() -> None:
    book = Book()
    games = list(add_games(book, io.BytesIO(GAMES), 20, COUNT))
    assert games == [GameMoves(1, 3), GameMoves(2, 2), GameMoves(3, 2), GameMoves(4, 1)]
    assert weights(book) == {"e4": 2, "d4": 1, "b3": 1}
    assert weights(book, "e4") == {"e5": 1, "c5": 1}


def test_a_win_counts_twice_a_draw_and_a_loss_nothing() -> None:
    book = Book()
    games = list(add_games(book, io.BytesIO(GAMES), 20, RESULT))
    assert games == [GameMoves(1, 2), GameMoves(2, 1), GameMoves(3, 2), GameMoves(4, 0)]
    assert weights(book) == {"e4": 2, "d4": 1}
    assert weights(book, "e4") == {"c5": 2}
    assert weights(book, "d4") == {"d5": 1}


def test_only_the_first_plies_are_counted() -> None:
    book = Book()
    list(add_games(book, io.BytesIO(GAMES), 1, COUNT))
    assert weights(book, "e4") == {}


def test_a_null_move_after_the_plies_that_are_counted_does_not_matter() -> None:
    book = Book()
    assert list(add_games(book, io.BytesIO(b"1. e4 e5 2. -- Nc6 *\n"), 2, COUNT)) == [GameMoves(1, 2)]
    assert weights(book, "e4") == {"e5": 1}


def test_a_game_may_start_elsewhere() -> None:
    book = Book()
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    list(add_games(book, io.BytesIO(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 *\n'.encode()), 20, COUNT))
    assert [move.uci() for move, _ in book.moves(Position.from_fen(fen))] == ["e2e4"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"1. e5 *\n", "game 1, line 1, column 4: 'e5' "),
        (b"", "no game in the file; expected a PGN"),
        (b"\x00\x01\x02\x03", "not a text file; expected a PGN"),
        (b"1. e4 Sx9 2. d4 *\n", "game 1, line 1, column 7: 'Sx9'"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(BookError, match=re.escape(reason)) as raised:
        list(add_games(Book(), io.BytesIO(content), 20, COUNT))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("bad", "place"),
    [
        ("1. e5 *", (3, 4)),
        ("1. d4 Sx9 2. c4 *", (3, 7)),
        ('[Variant "Atomic"]\n\n1. d4 *', (3, 1)),
        ('[White "A"]\n\n1. d4 {never', None),
        ("1. d4 d5 2. e4 (2. c4 dxe4 3. Nc3 *", None),
        ("1. d4 -- 2. c4 *", None),
    ],
)
def test_a_game_that_cannot_be_read_is_skipped_and_named(bad: str, place: tuple[int, int] | None) -> None:
    book = Book()
    text = f'1. e4 *\n\n{bad}\n\n[Event "last"]\n\n1. e4 *\n'
    first, read, last = add_games(book, io.BytesIO(text.encode()), 20, COUNT)
    assert (first, last) == (GameMoves(1, 1), GameMoves(3, 1))
    assert (read.number, read.is_skipped) == (2, place is not None)
    assert read.problems
    if place:
        assert read.moves == 0
        assert [(problem.line, problem.column) for problem in read.problems] == [place]
    assert weights(book)["e4"] == 2
