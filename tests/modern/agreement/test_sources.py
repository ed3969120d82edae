"""Positions from files: every line and every game is counted, valid or not."""

from __future__ import annotations

import os
import pickle
import threading
from collections import Counter
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

import pytest

from modern.agreement import complete
from modern.agreement.complete import KING_PAIRS, PIECES, position_count, positions_with
from modern.agreement.pair import NotRepresentable, PositionPair
from modern.agreement.sources import (
    CHUNK_SIZE,
    PART_SIZE,
    Chunk,
    CompleteChunk,
    GameChunk,
    SourceError,
    complete_chunks,
    complete_samples,
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
    assert [len(game) for game in found] == [8, 4, 2, 1, 1, 2, 1]
    last = [game[-1].reason if isinstance(game[-1], NotRepresentable) else "" for game in found]
    assert last == [
        *("", "not a legal move", "a third knight", "not a position of chess", "not a position of chess"),
        *("", ""),
    ]


def test_a_game_that_is_skipped_has_no_position(tmp_path: Path) -> None:
    text = (
        '[White "a"]\n\n1. e5 e5 *\n\n[White "b"]\n\n1. Nf9 e5 *\n\n[White "c"]\n\n1. -- *\n\n[White "d"]\n\n1. e4 *\n'
    )
    path, told = write(tmp_path, "first.pgn", text), []
    chunks = list(file_chunks(path, None, lambda noun, number, problems, is_skipped: told.append(is_skipped)))
    assert told == [True, True, False, False]
    found = [[isinstance(found, NotRepresentable) for found in chunk.positions()] for chunk in chunks]
    assert found == [[True], [True], [False], [False, False]]
    assert [isinstance(chunk, GameChunk) and chunk.max_positions for chunk in chunks] == [1, 1, 1, 2]


def test_a_game_keeps_the_moved_flags(tmp_path: Path) -> None:
    (game,) = file_chunks(write(tmp_path, "g.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 *"), None)
    *_, last = game.positions()
    assert not isinstance(last, NotRepresentable)
    assert last.position.fen().split()[0] == INITIAL.split()[0]
    assert (last.state.PM_white[14], last.state.PM_black[14]) == (1, 1)


@pytest.mark.parametrize("requested", [1, 7, 8, 9, 11, 13, 100])
def test_the_number_of_positions_also_limits_games(requested: int, tmp_path: Path) -> None:
    assert len(found_in(write(tmp_path, "games.pgn", GAMES), requested)) == min(requested, 19)


def test_text_before_the_games_is_not_a_position(tmp_path: Path) -> None:
    path = write(tmp_path, "prose.pgn", f"Dear mother,\n\nhere are my games.\n\n{GAMES}")
    assert found_in(path)[0] == INITIAL


def test_text_without_headers_must_be_a_game(tmp_path: Path) -> None:
    path = write(tmp_path, "prose.pgn", "Dear mother,\n\nall is well on a4, and on b5.\n")
    with pytest.raises(SourceError, match="no headers, and 'Dear' is not a move; expected a PGN"):
        file_chunks(path, None)


@pytest.mark.parametrize(
    ("moves", "plies"), [("1. e4 e5 2. Sf3 Sc6 *\n", 4), ("1. Sf3 Sf6\n", 2), ("1.Cf3 d5 2.g3 *\n", 3)]
)
def test_a_game_without_headers_may_have_piece_letters_of_another_language(
    moves: str, plies: int, tmp_path: Path
) -> None:
    assert len(found_in(write(tmp_path, "game.pgn", moves))) == plies + 1


@pytest.mark.parametrize("name", ["games.pgn", "positions.epd"])
def test_a_binary_file_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"not a text file; expected games \(PGN\) or positions \(FEN, EPD\)"):
        file_chunks(write(tmp_path, name, b"\x7fELF\x02\x01\x01\x00\x03\x00\x3e\x00\x01 e4 e5\n"), None)


def test_games_are_recognised_by_their_headers(tmp_path: Path) -> None:
    assert len(found_in(write(tmp_path, "games.txt", GAMES))) == 19


def test_a_byte_order_mark_is_not_part_of_the_first_position(tmp_path: Path) -> None:
    assert found_in(write(tmp_path, "marked.epd", b"\xef\xbb\xbf" + INITIAL.encode())) == [INITIAL]
    assert len(found_in(write(tmp_path, "marked.pgn", b"\xef\xbb\xbf" + GAMES.encode()))) == 19


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
    assert len(found_in(pipe)) == 19


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


# Every position with few pieces (modern.agreement.complete).


def test_each_position_has_a_number_of_its_own() -> None:
    found = [complete.position_numbered(number, 0) for number in complete.numbers(0)]
    assert [one.number for one in found if one] == [number for number, one in enumerate(found) if one]
    assert sum(one is not None for one in found) == position_count(0)
    for position in positions_with(2000, (640, 1700)):
        assert complete.position_numbered(position.number, 2) == position
    for number in (-1, len(complete.numbers(2))):
        assert complete.position_numbered(number, 2) is None


def test_the_chunks_have_each_set_of_pieces_once() -> None:
    chunks = list(complete_chunks(1, slow=False))
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    parts = {(chunk.kings, first) for chunk in chunks for first in chunk.first_pieces[::645]}
    assert (len(parts), sum(len(one.first_pieces) for one in chunks)) == (len(chunks), len(KING_PAIRS) * len(PIECES))
    assert [kings for chunk in complete_chunks(0, slow=False) for kings in chunk.kings] == list(range(len(KING_PAIRS)))


def test_chunks_of_slow_comparisons_are_smaller_and_have_the_same_sets() -> None:
    quick, slow = complete_chunks(1, slow=False), complete_chunks(1, slow=True)
    first = [chunk.first_pieces for chunk in takewhile(lambda chunk: chunk.kings == range(1), slow)]
    assert [index for part in first for index in part] == list(range(len(PIECES)))
    assert len(first[0]) < len(next(quick).first_pieces)


def numbers_in(chunk: CompleteChunk) -> list[int]:
    """Returns the numbers of the positions of a chunk; 0 for one that is not compared."""
    return [0 if isinstance(one, NotRepresentable) else one.complete_number or 0 for one in chunk.positions()]


def test_a_chunk_has_its_positions_in_order_wherever_it_runs() -> None:
    chunk = CompleteChunk(7, 2, range(2000, 2001), range(640, 641))
    others = [(640, second) for second in range(641, len(PIECES))]
    positions = [one for two in others for one in positions_with(2000, two)]
    expected = [0 if one.opponent_is_in_check() else one.number for one in positions]
    assert numbers_in(pickle.loads(pickle.dumps(chunk))) == expected
    assert len(expected) > 1000


def test_a_sample_has_the_requested_positions_and_depends_only_on_its_seed() -> None:
    chunks = list(complete_samples(1, 3, 120))
    assert [chunk.count for chunk in chunks] == [50, 50, 20]
    first, second, third = (
        [str(one) if isinstance(one, NotRepresentable) else one.complete_number for one in chunk.positions()]
        for chunk in chunks
    )
    assert (len(first), len(third)) == (50, 20)
    assert len({*first, *second}) > 95
    again, *_ = complete_samples(1, 3, 10)
    assert [one.complete_number for one in again.positions() if isinstance(one, PositionPair)] == [
        one for one in first[:10] if isinstance(one, int)
    ]
