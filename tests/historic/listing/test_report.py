"""The text of a report from a file."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from historic.listing.report import MAX_BYTES, NotAReport, read_report

TEXT = "WHITE\u2019S MOVE\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("cp1252"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16", "utf-16 big-endian", "windows-1252"],
)
def test_a_text_is_read_in_its_encoding(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    file.write_bytes(data)
    assert read_report(file) == TEXT


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\x7fELF\0\0\x81", "not a text file"),
        (b"APPENDIX B\0", "not a text file"),
        (codecs.BOM_UTF16_LE + b"odd", "not a text file"),
        (b"x" * (MAX_BYTES + 1), "longer than 1,000,000 bytes"),
    ],
    ids=["empty", "blank", "binary", "a zero", "half a character", "too long"],
)
def test_a_file_that_is_no_text_is_refused(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    file.write_bytes(data)
    with pytest.raises(NotAReport, match=message):
        read_report(file)


@pytest.mark.posix
@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero here")
def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(NotAReport, match="longer than"):
        read_report(Path("/dev/zero"))


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_report(tmp_path / "report.txt")
