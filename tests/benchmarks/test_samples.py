from __future__ import annotations

from pathlib import Path

import pytest
from samples import Sample, SamplesError, append_samples, read_samples, truncate_partial_line

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SAMPLES = [Sample(FEN, 0.5, -12, 1994, 1), Sample(FEN, 1.0, 130, 1994, 2)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    append_samples(path, SAMPLES[:1])
    append_samples(path, SAMPLES[1:])
    return path


def test_samples_are_read_as_they_were_written(file: Path) -> None:
    assert list(read_samples(file)) == SAMPLES
    assert file.read_text(encoding="utf-8").startswith(f"{FEN}\t0.5\t-12\t1994/1\n")


def test_an_incomplete_last_line_is_ignored(file: Path) -> None:
    complete = file.read_bytes()
    for unfinished in (b"", b"rnbqkbnr/ppp", b"x" * 3000):
        file.write_bytes(complete + unfinished)
        assert list(read_samples(file)) == SAMPLES
        truncate_partial_line(file)
        assert file.read_bytes() == complete


def test_a_file_of_half_a_line_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "half"
    path.write_bytes(b"rnbq")
    truncate_partial_line(path)
    assert path.read_bytes() == b""
    truncate_partial_line(path)
    assert not list(read_samples(path))


def test_positions_that_differ_only_in_move_counters_have_the_same_key() -> None:
    later = SAMPLES[0]._replace(fen=FEN.replace("0 1", "7 9"))
    assert later.position_key() == SAMPLES[0].position_key()
    assert SAMPLES[0]._replace(fen=FEN.replace("w", "b")).position_key() != later.position_key()


@pytest.mark.parametrize("line", [FEN, f"{FEN}\t2\t0\t1/1", f"{FEN}\t1\tx\t1/1", f"{FEN}\t1\t0\t1", "\xff", ""])
def test_a_line_that_is_not_a_sample_is_reported_by_its_number(file: Path, line: str) -> None:
    with file.open("a", encoding="latin-1") as added:
        added.write(f"{line}\n")
    with pytest.raises(
        SamplesError, match=r"games.txt, line 3: not a sample; expected a FEN, a result \(1, 0.5 or 0\)"
    ):
        list(read_samples(file))
