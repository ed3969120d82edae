"""Positions from files: every line and every game is counted, valid or not."""

from __future__ import annotations

import os
import pickle
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from modern.agreement.pair import NotRepresentable, PositionPair
from modern.agreement.sources import (
    CHUNK_SIZE,
    PART_SIZE,
    Chunk,
    GameChunk,
    SourceError,
    digest,
    file_chunks,
    random_chunks,
    split_chunks,
)

INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def chunks_of(path: Path, positions: int | None = None) -> list[Chunk]:
    return list(file_chunks(path, positions))


def found_in(path: Path, positions: int | None = None) -> list[str]:
    """Returns the FEN of each position, or the reason why it is not representable."""
    return [
        found.reason if isinstance(found, NotRepresentable) else found.position.fen()
        for chunk in chunks_of(path, positions)
        for found in chunk.positions()
    ]


def test_each_line_of_a_file_is_a_position_or_a_reason(tmp_path: Path) -> None:
    lines = [
        INITIAL,
        "",
        "4k3/8/8/8/8/8/8/KNNN4 w - - bm Nd3;",
        "nonsense",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ]
    assert found_in(write(tmp_path, "some.epd", "\n".join(lines))) == [
        INITIAL,
        "a third knight",
        "not a position of chess",
        "not a position of chess",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ]


def test_bytes_that_are_not_text_are_not_a_position(tmp_path: Path) -> None:
    path = write(tmp_path, "some.fen", b"\xff w - -\n" + INITIAL.encode() + b"\r\n\xfe\n")
    assert found_in(path) == ["not a position of chess", INITIAL, "not a position of chess"]


@pytest.mark.parametrize(
    ("lines", "requested", "expected"), [(120, None, 120), (120, 70, 70), (3, 70, 3), (50, 50, 50)]
)
def test_a_file_is_divided_into_chunks_up_to_the_requested_positions(
    lines: int, requested: int | None, expected: int, tmp_path: Path
) -> None:
    chunks = chunks_of(write(tmp_path, "many.fen", f"{INITIAL}\n" * lines), requested)
    assert [chunk.number for chunk in chunks] == list(range(-(-expected // CHUNK_SIZE)))
    assert sum(1 for chunk in chunks for _ in chunk.positions()) == expected


GAMES = """\
[Event "castles"]

1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 {a comment} 3. Bb5 a6 4. O-O $1 *

[Event "a king too far"]

1. e4 e5 2. Ke3 Nf6 *

[Event "a third knight"]
[FEN "6k1/P7/8/8/8/8/8/KN3N2 w - - 0 1"]
[SetUp "1"]

1. a8=N Kg7 2. Nb6 *

[Event "no position"]
[FEN "8/8/8/8 w - - 0 1"]
[SetUp "1"]

1. Kd2 *

[Event "another game"]
[Variant "Atomic"]

1. e4 *

[Event "a null move"]

1. e4 -- 2. d4 *

[Event "no moves"]

*
"""


def test_a_game_is_followed_up_to_its_first_error(tmp_path: Path) -> None:
    path = write(tmp_path, "games.PGN", GAMES)
    found = [list(chunk.positions()) for chunk in file_chunks(path, None)]
    assert [len(game) for game in found] == [8, 4, 2, 1, 1, 3, 1]
    last = [game[-1].reason if isinstance(game[-1], NotRepresentable) else "" for game in found]
    assert last == [
        *("", "not a legal move", "a third knight", "not a position of chess", "not a position of chess"),
        *("not a legal move", ""),
    ]


def test_a_game_that_is_skipped_has_no_position(tmp_path: Path) -> None:
    text = '[White "a"]\n\n1. e5 e5 *\n\n[White "b"]\n\n1. -- e5 *\n\n[White "c"]\n\n1. e4 *\n'
    path, told = write(tmp_path, "first.pgn", text), []
    chunks = list(file_chunks(path, None, lambda noun, number, problems, is_skipped: told.append(is_skipped)))
    assert told == [True, True, False]
    found = [[isinstance(found, NotRepresentable) for found in chunk.positions()] for chunk in chunks]
    assert found == [[True], [True], [False, False]]
    assert [isinstance(chunk, GameChunk) and chunk.max_positions for chunk in chunks] == [1, 1, 2]


def test_a_game_keeps_the_moved_flags(tmp_path: Path) -> None:
    (game,) = file_chunks(write(tmp_path, "g.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 *"), None)
    *_, last = game.positions()
    assert not isinstance(last, NotRepresentable)
    assert last.position.fen().split()[0] == INITIAL.split()[0]
    assert (last.state.PM_white[14], last.state.PM_black[14]) == (1, 1)


@pytest.mark.parametrize("requested", [1, 7, 8, 9, 11, 13, 100])
def test_the_number_of_positions_also_limits_games(requested: int, tmp_path: Path) -> None:
    assert len(found_in(write(tmp_path, "games.pgn", GAMES), requested)) == min(requested, 20)


def test_text_before_the_games_is_not_a_position(tmp_path: Path) -> None:
    path = write(tmp_path, "prose.pgn", f"Dear mother,\n\nhere are my games.\n\n{GAMES}")
    assert found_in(path)[0] == INITIAL


@pytest.mark.parametrize(
    ("text", "word"), [("Dear mother,\n\nall is well on a4, and on b5.\n", "Dear"), ("1. e4 e5 2. Sf3 Sc6 *\n", "Sf3")]
)
def test_text_without_headers_must_be_a_game(text: str, word: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=f"prose.pgn has no headers, and '{word}' is not a move; expected a PGN"):
        file_chunks(write(tmp_path, "prose.pgn", text), None)


@pytest.mark.parametrize("name", ["games.pgn", "positions.epd"])
def test_a_binary_file_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"not a text file; expected games \(PGN\) or positions \(FEN, EPD\)"):
        file_chunks(write(tmp_path, name, b"\x7fELF\x02\x01\x00 e4 e5\n"), None)


def test_games_are_recognised_by_their_headers(tmp_path: Path) -> None:
    assert len(found_in(write(tmp_path, "games.txt", GAMES))) == 20


def test_a_byte_order_mark_is_not_part_of_the_first_position(tmp_path: Path) -> None:
    assert found_in(write(tmp_path, "marked.epd", b"\xef\xbb\xbf" + INITIAL.encode())) == [INITIAL]
    assert len(found_in(write(tmp_path, "marked.pgn", b"\xef\xbb\xbf" + GAMES.encode()))) == 20


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_refused(encoding: str, tmp_path: Path) -> None:
    path = write(tmp_path, "wide.pgn", ("\ufeff" + GAMES).encode(encoding))
    with pytest.raises(SourceError, match=r"is in UTF-16; expected games .* in UTF-8"):
        file_chunks(path, None)


@pytest.mark.posix
def test_a_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    threading.Thread(target=lambda: pipe.write_text(GAMES)).start()
    assert len(found_in(pipe)) == 20


@pytest.mark.posix
@pytest.mark.parametrize(("kind", "text"), [("pgn", "1. e4 "), ("epd", "8/8/")])
def test_a_pipe_without_end_is_refused(kind: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.input_files.MAX_FILE_SIZE", 1_000_000)
    pipe = tmp_path / f"pipe.{kind}"
    os.mkfifo(pipe)
    threading.Thread(target=lambda: write_without_end(pipe, text.encode() * 1000), daemon=True).start()
    with pytest.raises(OSError, match="is too large; expected at most 1 MB"):
        file_chunks(pipe, None)


def write_without_end(pipe: Path, block: bytes) -> None:
    with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
        while True:
            file.write(block)


@pytest.mark.posix
def test_a_device_is_refused() -> None:
    with pytest.raises(SourceError, match="/dev/zero is not a file of games or positions"):
        file_chunks(Path("/dev/zero"), None)


@pytest.mark.parametrize("text", ["", "\n\n", "% only a comment\n"])
def test_a_file_without_games_or_lines_has_no_chunks(text: str, tmp_path: Path) -> None:
    assert chunks_of(write(tmp_path, "none.pgn", text)) == []
    assert found_in(write(tmp_path, "none.epd", "\n \n")) == []


def test_a_pickled_chunk_has_the_same_positions(tmp_path: Path) -> None:
    path = write(tmp_path, "games.pgn", GAMES)
    for chunk in [*file_chunks(path, None), *random_chunks(3, 120)]:
        other = pickle.loads(pickle.dumps(chunk))
        assert other == chunk
        assert Counter(map(str, map(type, other.positions()))) == Counter(map(str, map(type, chunk.positions())))


def test_random_chunks_are_numbered_and_have_at_most_50_positions() -> None:
    chunks = list(random_chunks(1994, 120))
    assert [sum(1 for _ in chunk.positions()) for chunk in chunks] == [50, 50, 20]
    assert [chunk.number for chunk in chunks] == [0, 1, 2]


def test_parts_have_the_same_positions_as_their_chunks(tmp_path: Path) -> None:
    path = write(tmp_path, "games.pgn", GAMES)
    for chunks in (list(file_chunks(path, None)), list(random_chunks(3, 120)), list(file_chunks(path, 13))):
        parts = list(split_chunks(iter(chunks)))
        assert [part.number for part in parts] == list(range(len(parts)))
        assert [as_text(found) for part in parts for found in part.positions()] == [
            as_text(found) for chunk in chunks for found in chunk.positions()
        ]
        assert max(sum(1 for _ in part.positions()) for part in parts) <= PART_SIZE


def as_text(found: PositionPair | NotRepresentable) -> str:
    return str(found) if isinstance(found, NotRepresentable) else found.position.fen()


def test_the_digest_depends_on_the_content_of_a_file(tmp_path: Path) -> None:
    one, other = write(tmp_path, "a", "x"), write(tmp_path, "b", "y")
    assert digest(one) == digest(write(tmp_path, "c", "x")) != digest(other)
