"""The comparison of three readers of PGN: each class of differences shows in its example, and is in the docs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import readers
from pgn_standard import needs_pgn_extract
from reader_differences import CLASSES, EXTRACT, OURS, PYTHON_CHESS, Difference

PAGE = Path(__file__).parents[2] / "docs" / "tools" / "pgn.md"


@pytest.fixture(autouse=True)
def silent_python_chess() -> Iterator[None]:
    """python-chess logs each problem; that is not what is compared."""
    logger = logging.getLogger("chess.pgn")
    logger.disabled = True
    yield
    logger.disabled = False


def found(reader: str, path: Path) -> list[Difference]:
    if path.suffix == ".pgn":
        content = path.read_bytes()
        return list(readers.differences(reader, readers.read_by_us(content), readers.OTHERS[reader](content)))
    differ = readers.lines_that_differ if path.suffix == ".epd" else readers.entries_that_differ
    return [one for one in differ(path) if one.reader == reader]


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("reader", [PYTHON_CHESS, pytest.param(EXTRACT, marks=needs_pgn_extract)])
def test_the_example_of_a_class_shows_it_and_no_other_difference(name: str, reader: str, tmp_path: Path) -> None:
    path = tmp_path / f"example{CLASSES[name].suffix}"
    path.write_bytes(CLASSES[name].example.encode())
    names = {one.name for one in found(reader, path)}
    assert (name in names) == (reader in CLASSES[name].readers)
    assert "" not in names


@pytest.mark.parametrize(
    "pgn",
    ['[Event "x"]\r[White "A"]\r\r1. e4 e5 *\r', '[Variant "Chess960"]\n\n1. Nf3 d5 2. g3 e5 3. Bg2 d4 4. O-O *\n'],
)
def test_all_read_line_ends_of_the_mac_and_castling_of_chess960_at_home(pgn: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(pgn.encode())
    assert not [one for reader in readers.OTHERS for one in found(reader, path)]


def test_the_page_counts_the_classes() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    ours = sum(one.right == OURS for one in CLASSES.values())
    assert f"in {len(CLASSES)} classes, and in no others. In {ours} of them" in page


def test_what_no_class_explains_is_printed_and_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.pgn").write_text('[White "A"]\n\n1. e4 *\n', encoding="utf-8")
    (tmp_path / "positions.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n", encoding="utf-8")
    assert readers.main([str(tmp_path)], standalone_mode=False) == 0
    (tmp_path / "bad.pgn").write_bytes(bytes(range(256)))
    assert readers.main([str(tmp_path)], standalone_mode=False) == 1
    printed = capsys.readouterr()
    assert "games, Gosub Chess: 1" in printed.out
    assert "bad.pgn: not a text file" in printed.err
