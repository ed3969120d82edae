from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from position_file import (
    HEADER_SIZE,
    LAST_OF_GAME,
    MAX_SCORE,
    RECORD,
    Header,
    PositionFileError,
    append_game,
    black_to_move,
    distinct,
    fen_of_record,
    game_count,
    is_held_out,
    open_for_games,
    pack_position,
    read_files,
    read_header,
    read_records,
    results_of,
)

from modern.rules import Position

HEADER = Header("python benchmarks/self_play.py games", 1994, 1500, "hand")
FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "8/5pk1/1p1r2p1/p1p4p/P1P1R2P/1P4P1/5PK1/8 b - - 0 1",
    "k7/8/8/8/8/8/8/K5Q1 w - - 0 1",
)


def packed(fen: str, game: int = 1, last: bool = True, score: int = 30, result: float = 1.0) -> bytes:
    return pack_position(Position(fen), score, result, game, last=last)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games"
    assert open_for_games(path, HEADER) == set()
    append_game(path, [packed(FENS[0], 1, False), packed(FENS[1], 1)])
    append_game(path, [packed(FENS[2], 7)])
    return path


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.parametrize(("score", "result"), [(-250, 0.0), (0, 0.5), (31, 1.0)])
def test_a_position_takes_32_bytes_and_comes_back(tmp_path: Path, fen: str, score: int, result: float) -> None:
    path = tmp_path / "games"
    open_for_games(path, HEADER)
    append_game(path, [packed(fen, 5, score=score, result=result)])
    assert path.stat().st_size == HEADER_SIZE + 32
    records = read_records(path)
    assert [fen_of_record(record) for record in records] == [fen]
    assert records["score"].tolist() == [score]
    assert results_of(records).tolist() == [result]
    assert black_to_move(records).tolist() == [" b " in fen]
    assert records["game"].tolist() == [5]


def test_a_score_that_does_not_fit_is_cut(file: Path) -> None:
    append_game(file, [packed(FENS[0], 8, score=99_999)])
    assert read_records(file)["score"][-1] == MAX_SCORE


def test_the_header_says_how_the_games_were_played(file: Path) -> None:
    assert read_header(file) == HEADER
    assert file.read_bytes()[:HEADER_SIZE].decode("ascii").rstrip().endswith('"evaluation": "hand", "quick_nodes": 0}')


def test_a_command_that_is_too_long_for_the_header_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(
        PositionFileError, match=r"takes 514 bytes in the file's header, at most \d+; use a shorter"
    ) as caught:
        open_for_games(tmp_path / "games", Header("x" * 512, 1, 1, "hand"))
    assert not (tmp_path / "games").exists()
    most = int(str(caught.value).split("at most ")[1].split(";")[0])
    assert len(Header("x" * (most - 2), 1, 1, "hand").to_bytes()) == HEADER_SIZE
    with pytest.raises(PositionFileError):
        Header("x" * (most - 1), 1, 1, "hand").to_bytes()


def test_the_games_of_a_file_are_found_again(file: Path) -> None:
    before = file.read_bytes()
    assert open_for_games(file, HEADER) == {1, 7}
    assert file.read_bytes() == before


@pytest.mark.parametrize("cut", [5, 32, 37])
def test_an_incomplete_last_game_is_removed(file: Path, cut: int) -> None:
    before = file.read_bytes()
    append_game(file, [packed(FENS[3], 9, False), packed(FENS[0], 9)])
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size - cut)
    assert len(read_records(file)) == 3
    assert open_for_games(file, HEADER) == {1, 7}
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value"), [("seed", 7), ("nodes", 99), ("evaluation", "network"), ("quick_nodes", 2)]
)
def test_games_played_in_another_way_are_refused(file: Path, field: str, value: object) -> None:
    other = Header(**{**vars(HEADER), field: value})
    with pytest.raises(PositionFileError, match=f"has games with {field} .*, not {value}"):
        open_for_games(file, other)


@pytest.mark.parametrize("content", [b"", b"1\n", b"[]", b"{}", b"\xff\xfe", b'{"format": "gosub positions"}'])
def test_a_file_without_positions_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(PositionFileError, match=r"is not a file of positions; python benchmarks/self_play\.py makes"):
        read_records(path)


@pytest.mark.parametrize(("field", "value"), [("command", 1), ("seed", "1"), ("nodes", True), ("evaluation", None)])
def test_a_header_with_a_field_of_another_type_is_refused(file: Path, field: str, value: Any) -> None:
    file.write_bytes(Header(**{**vars(HEADER), field: value}).to_bytes())
    with pytest.raises(PositionFileError, match="is not a file of positions"):
        read_header(file)


def test_another_version_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"version": 1', b'"version": 2'))
    with pytest.raises(PositionFileError, match="version 2; expected 'gosub positions' of version 1"):
        read_header(file)


def test_each_position_is_used_once_whatever_its_game_and_score(file: Path) -> None:
    append_game(file, [packed(FENS[2], 9, False, -70, 0.0), packed(FENS[2].replace(" b ", " w "), 9)])
    records = read_records(file)
    assert distinct(records).tolist() == [0, 1, 2, 4]
    assert records["state"][4] & LAST_OF_GAME


def test_games_of_several_files_are_told_apart_and_held_out_by_their_number(file: Path, tmp_path: Path) -> None:
    second = tmp_path / "second"
    open_for_games(second, Header("", 2, 1500, "hand"))
    append_game(second, [packed(FENS[3], 7), packed(FENS[0], 7)])
    records = read_files([file, second])
    assert game_count(records) == 3
    assert is_held_out(records, 5).tolist() == [False] * 4
    assert is_held_out(records, 7).tolist() == [False, False, True, False]


def test_numpy_and_struct_agree_about_the_size() -> None:
    assert RECORD.itemsize == 32
    assert np.frombuffer(packed(FENS[0]), RECORD)["occupancy"][0] == 0xFFFF00000000FFFF
