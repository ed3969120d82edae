"""Books in Polyglot's format, written here and read back by python-chess."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import chess
import chess.polyglot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenarios import random_boards

from modern.book.book import Book, StoredMove, read_book
from modern.book.polyglot import BookError, BookFile, BookMove, key_of, legal_book_moves, raw_move_of
from modern.rules import Move, Position


def position_after(*sans: str) -> Position:
    position = Position.initial()
    for san in sans:
        position.make(position.parse_san(san))
    return position


def position_of(board: chess.Board) -> Position:
    position = Position.from_fen(board.root().fen())
    for move in board.move_stack:
        position.make(position.parse_uci(move.uci()))
    return position


#: Positions and keys from the description of the format, http://hgm.nubati.net/book_format.html
KEYS = {
    (): 0x463B96181691FC9C,
    ("e4",): 0x823C9B50FD114196,
    ("e4", "d5"): 0x0756B94461C50FB0,
    ("e4", "d5", "e5"): 0x662FAFB965DB29D4,
    ("e4", "d5", "e5", "f5"): 0x22A48B5A8E47FF78,
    ("e4", "d5", "e5", "f5", "Ke2"): 0x652A607CA3F242C1,
    ("e4", "d5", "e5", "f5", "Ke2", "Kf7"): 0x00FDD303C946BDD9,
    ("a4", "b5", "h4", "b4", "c4"): 0x3C8123EA7B067637,
    ("a4", "b5", "h4", "b4", "c4", "bxc3", "Ra3"): 0x5C3F9B829B279560,
}


@pytest.mark.parametrize("sans", KEYS)
def test_the_keys_are_those_of_the_formats_description(sans: tuple[str, ...]) -> None:
    assert key_of(position_after(*sans)) == KEYS[sans]


@given(random_boards())
@settings(max_examples=30, deadline=None)
def test_the_key_of_a_game_is_that_of_python_chess(board: chess.Board) -> None:
    assert key_of(position_of(board)) == chess.polyglot.zobrist_hash(board)


def test_a_pinned_pawn_beside_a_double_push_counts_in_the_key() -> None:
    board = chess.Board("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1")  # the black pawn on e4 is pinned to its king
    position = Position.from_fen(board.fen())
    position.make(position.parse_uci("d2d4"))
    board.push_uci("d2d4")
    assert " d3 " not in position.fen()
    assert key_of(position) == chess.polyglot.zobrist_hash(board) != key_of(Position.from_fen(position.fen()))


@given(st.lists(st.tuples(random_boards(max_plies=16), st.integers(0, 65535)), max_size=5))
@settings(max_examples=10, deadline=None)
def test_python_chess_reads_every_move_and_weight(
    tmp_path_factory: pytest.TempPathFactory, games: list[tuple[chess.Board, int]]
) -> None:
    book = Book()
    expected: dict[tuple[int, str], int] = {}
    boards: dict[int, chess.Board] = {}
    for game, weight in games:
        board, position = chess.Board(), Position.initial()
        for move in game.move_stack:
            key = chess.polyglot.zobrist_hash(board)
            expected[key, move.uci()] = weight
            boards[key] = board.copy()
            entry = (key_of(position), raw_move_of(position, Move.from_uci(move.uci())))
            book.store(*entry, StoredMove(weight))
            board.push(move)
            position.make(position.parse_uci(move.uci()))
    path = tmp_path_factory.mktemp("book") / "a.bin"
    book.save(path)
    read: dict[tuple[int, str], int] = {}
    with chess.polyglot.open_reader(path) as reader:
        assert len(reader) == len(expected) == book.move_count
        for key, board in boards.items():
            for found in reader.find_all(board, minimum_weight=0):
                read[key, found.move.uci()] = found.weight
    assert read == expected
    assert read_book(path).positions == book.positions
    with BookFile(path) as file:
        for board in boards.values():
            position = position_of(board)
            assert file.moves(position) == book.moves(position)


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e1c1", "e1d1", "a1b1"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["e8g8", "e8c8"]),
        ("2k5/8/8/8/8/8/8/4R2K w - - 0 1", ["e1g1", "e1c1"]),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8q", "a7a8n", "a7a8r", "a7a8b"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["e5d6"]),
    ],
)
def test_castling_promotions_and_en_passant_are_read_back(fen: str, moves: list[str], tmp_path: Path) -> None:
    position, book = Position.from_fen(fen), Book()
    for weight, uci in enumerate(moves, 1):
        book.add(position, Move.from_uci(uci), weight)
    book.save(tmp_path / "a.bin")
    expected = {uci: weight for weight, uci in enumerate(moves, 1)}
    assert {move.uci(): weight for move, weight in read_book(tmp_path / "a.bin").moves(position)} == expected
    with chess.polyglot.open_reader(tmp_path / "a.bin") as reader:
        assert {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board(fen))} == expected


def test_castling_is_written_as_the_kings_move_onto_its_rook() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    book = Book()
    book.add(position, Move.from_uci("e1g1"), 1)
    assert struct.unpack(">QHHI", book.content())[1] == chess.E1 << 6 | chess.H1


def test_the_heaviest_move_is_first_and_equal_ones_are_in_the_order_of_uci() -> None:
    book, position = Book(), Position.initial()
    for uci, weight in (("g1f3", 2), ("e2e4", 2), ("d2d4", 5), ("c2c4", 0)):
        book.add(position, Move.from_uci(uci), weight)
    assert [move.uci() for move, _ in book.moves(position)] == ["d2d4", "e2e4", "g1f3", "c2c4"]


def test_weights_that_are_too_large_are_scaled_down_and_small_ones_stay_above_zero() -> None:
    book, position = Book(), Position.initial()
    for uci, weight in (("e2e4", 131070), ("d2d4", 65535), ("c2c4", 1), ("a2a3", 0)):
        book.add(position, Move.from_uci(uci), weight)
    weights = [struct.unpack_from(">QHHI", book.content(), 16 * index)[2] for index in range(4)]
    assert weights == [65535, 32767, 1, 0]


def test_an_illegal_entry_is_never_a_move_of_the_book(tmp_path: Path) -> None:
    key = chess.polyglot.zobrist_hash(chess.Board())
    raw_moves = sorted(random.Random(1).sample(range(0x5000), 3000))
    entries = [struct.pack(">QHHI", key, raw, 1, 0) for raw in raw_moves if raw & 63 != raw >> 6 & 63]
    (tmp_path / "a.bin").write_bytes(b"".join(entries))
    legal = {move.uci() for move in chess.Board().legal_moves}
    with BookFile(tmp_path / "a.bin") as file:
        assert {move.uci() for move, _ in file.moves(Position.initial())} <= legal


def test_a_move_that_a_book_has_twice_has_the_larger_of_its_weights() -> None:
    position, e4, d4 = Position.initial(), chess.E2 << 6 | chess.E4, chess.D2 << 6 | chess.D4
    for entries in ([(e4, 5), (d4, 3), (e4, 2)], [(e4, 2), (d4, 3), (e4, 5)]):
        assert [(str(move), weight) for move, weight in legal_book_moves(position, entries)] == [
            ("e2e4", 5),
            ("d2d4", 3),
        ]


def test_a_book_has_its_moves_of_weight_0_and_lets_go_of_its_file(tmp_path: Path) -> None:
    position, path = Position.initial(), tmp_path / "a.bin"
    path.write_bytes(struct.pack(">QHHI", key_of(position), chess.E2 << 6 | chess.E4, 0, 0))
    with BookFile(path) as file:
        assert [(str(move), weight) for move, weight in file.moves(position)] == [("e2e4", 0)]
    with pytest.raises(ValueError, match="released"):
        file.moves(position)


def test_the_unused_bytes_of_an_entry_are_kept(tmp_path: Path) -> None:
    content = struct.pack(">QHHI", 5, 0x31C, 7, 99)
    (tmp_path / "a.bin").write_bytes(content)
    assert read_book(tmp_path / "a.bin").content() == content


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x" * 17, "entry 1 has no move"),
        (b"not a book, but as long as two..", "entry 1 has no move"),
        (b"\x00" * 64, "has no entry"),
        (b"short", "has no entry"),
        (struct.pack(">QHHI", 2, 0, 1, 0), "entry 1 has no move"),
        (struct.pack(">QHHI", 2, 0x531C, 1, 0), "entry 1 has no move"),
    ],
)
def test_a_file_that_is_no_book_is_refused_in_one_line(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(content)
    with pytest.raises(BookError, match=reason) as raised:
        BookFile(path)
    assert str(raised.value).startswith(str(path))
    assert "\n" not in str(raised.value)


#: The entries of a book in their order, and the header of another.
GOOD = [struct.pack(">QHHI", key, 0x31C, key, 0) for key in range(2, 12)]
HEADER = b"".join(bytes(8) + text for text in (b"@PG@\n1.0", b"\n1\nnorma", b"l\n\x00\x00\x00\x00\x00\x00"))


@pytest.mark.parametrize(
    ("content", "keys", "remarks"),
    [
        (HEADER + b"".join(GOOD), range(2, 12), []),
        (HEADER, [], []),
        (b"".join(GOOD) + bytes(5), range(2, 12), ["the last 5 bytes"]),
        (b"".join(GOOD) + bytes(64), range(2, 12), ["the last 64 bytes"]),
        (b"".join(GOOD) + b"\xff" * 32 + b"x", range(2, 12), ["the last 33 bytes"]),
        (b"".join([*GOOD[:4], GOOD[8], *GOOD[4:8], GOOD[9]]), range(2, 12), ["1 entry is not in the order"]),
        (b"".join(reversed(GOOD)), range(2, 12), ["9 entries are not in the order"]),
        (b"".join([GOOD[1], GOOD[0]]), range(2, 4), ["1 entry is not in the order"]),
        (b"".join([*GOOD, struct.pack(">QHHI", 99, 0x6D6D, 1, 0)]), range(2, 12), ["1 entry is without a move"]),
        (b"".join([struct.pack(">QHHI", 1, 0, 1, 0), *GOOD]), range(2, 12), ["1 entry is without a move"]),
        (HEADER + b"".join(reversed(GOOD)) + bytes(3), range(2, 12), ["the last 3 bytes", "9 entries are not"]),
    ],
)
def test_a_book_with_a_few_faults_is_read_without_them(
    content: bytes, keys: Iterable[int], remarks: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(content)
    with BookFile(path) as file:
        assert [entry.key for entry in file.entries()] == list(keys)
        assert len(file) == len(list(keys))
        assert [said.startswith(start) for said, start in zip(file.remarks, remarks, strict=True)] == [True] * len(
            remarks
        )
    book = read_book(path)
    assert book.content() == HEADER * content.startswith(HEADER) + b"".join(GOOD[: len(book.positions)])
    book.save(tmp_path / "b.bin")
    assert read_book(tmp_path / "b.bin").remarks == []


@pytest.mark.hypothesis
@given(st.lists(st.tuples(st.integers(1, 5), st.booleans()), min_size=4, max_size=16))
def test_each_fault_of_a_book_is_counted_and_its_first_entry_named(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[int, bool]]
) -> None:
    """An entry is late if its key is below that of the last move before it; equal keys are in order."""
    bad = [number for number, (_, is_move) in enumerate(entries, 1) if not is_move]
    good = [(number, key) for number, (key, is_move) in enumerate(entries, 1) if is_move]
    late = [number for (_, before), (number, key) in pairwise(good) if key < before]
    path = tmp_path_factory.getbasetemp() / "faults.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", key, 0x31C * is_move, 1, 0) for key, is_move in entries))
    if bad and 2 * (len(bad) + len(late)) >= len(entries):
        with pytest.raises(BookError, match=f"entry {bad[0]} has no move"):
            BookFile(path)
        return
    with BookFile(path) as file:
        assert [entry.key for entry in file.entries()] == sorted(key for _, key in good)
        said = [re.findall(r"\d+|without|order", remark) for remark in file.remarks]
        expected = [
            [str(len(numbers)), word, str(numbers[0])]
            for numbers, word in ((bad, "without"), (late, "order"))
            if numbers
        ]
        assert said == expected


def test_moves_are_found_in_a_book_that_had_to_be_sorted(tmp_path: Path) -> None:
    """As python-chess finds them in the book in its order."""
    book, position = Book(), Position.initial()
    for uci in ("e2e4", "d2d4", "g1f3"):
        book.add(position, Move.from_uci(uci), 3)
        position.make(position.legal_moves()[0])
    content = book.content()
    entries = [content[start : start + 16] for start in range(0, len(content), 16)]
    (tmp_path / "a.bin").write_bytes(HEADER + b"".join(reversed(entries)))
    (tmp_path / "b.bin").write_bytes(content)
    with BookFile(tmp_path / "a.bin") as file, chess.polyglot.open_reader(tmp_path / "b.bin") as reader:
        found = {move.uci(): weight for move, weight in file.moves(Position.initial())}
        assert found == {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board())} == {"e2e4": 3}


@given(st.binary(max_size=200))
def test_any_bytes_are_a_book_or_are_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("bytes") / "a.bin"
    path.write_bytes(content)
    position = Position.initial()
    with suppress(BookError):
        book = read_book(path)
        assert book.content() == content or len(content) > 16  # equal entries are one, and equal keys are sorted
        assert all(position.is_legal(found.move) for found in book.moves(position))


@pytest.mark.posix
def test_a_directory_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="is a folder; expected an opening book in Polyglot's format"):
        BookFile(tmp_path)
    with pytest.raises(FileNotFoundError):
        BookFile(tmp_path / "nothing")
    with pytest.raises(BookError, match="is not a regular file"):
        BookFile(Path("/dev/null"))


def test_an_empty_file_is_an_empty_book(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"")
    assert read_book(tmp_path / "a.bin").moves(Position.initial()) == []


def test_weights_of_two_books_add_up() -> None:
    first, second, position = Book(), Book(), Position.initial()
    first.add(position, Move.from_uci("e2e4"), 2)
    second.add(position, Move.from_uci("e2e4"), 3)
    second.add(position, Move.from_uci("d2d4"), 1)
    first.add_book(second)
    assert first.moves(position) == [BookMove(Move.from_uci("e2e4"), 5), BookMove(Move.from_uci("d2d4"), 1)]
