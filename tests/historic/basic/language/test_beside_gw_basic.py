"""Small programs print what they print in GW-BASIC, as PC-BASIC runs it. The exceptions are named."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest
from basic_programs import DATA_FILE, Writer
from gw_basic import FILE, PC_BASIC, PcBasicSession, Program, numbered, programs, rows_here, rows_of_pc_basic, written

PROGRAMS = programs()
PAGE = Path(__file__).parents[4] / "docs" / "measurements" / "basic.md"


def named(rows: list[Program]) -> list[object]:
    return [pytest.param(row, id=row.name) for row in rows]


@pytest.mark.parametrize("row", named([row for row in PROGRAMS if not row.why]))
def test_a_program_prints_what_gw_basic_prints(row: Program) -> None:
    assert rows_here(row.text) == row.pc_basic, row.shows


@pytest.mark.parametrize("row", named([row for row in PROGRAMS if row.why]))
def test_a_named_exception_prints_something_else(row: Program) -> None:
    """If the two have become equal, delete the row's `why` and `here`: it becomes a row like the others."""
    rows = rows_here(row.text)
    assert rows != row.pc_basic, "this is no exception any more"
    assert rows == row.here, row.shows


def test_the_numbers_of_lines_take_the_place_of_labels() -> None:
    program = 'ON X GOTO UP,DOWN\nUP:\nPRINT "UP":GOTO DOWN\nDOWN: IF X THEN UP ELSE DOWN\n'
    assert numbered(program) == '10 ON X GOTO 20,40\n20 REM\n30 PRINT "UP":GOTO 40\n40  IF X THEN 20 ELSE 40\n'


def test_the_file_is_as_it_would_be_written() -> None:
    assert written(PROGRAMS) == FILE.read_text(encoding="ascii")
    assert len({row.name for row in PROGRAMS}) == len(PROGRAMS)


def test_the_page_has_the_counts() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    exceptions = [row for row in PROGRAMS if row.why]
    assert f"{len(PROGRAMS)} small programs" in page
    assert f"{len(PROGRAMS) - len(exceptions)} print the same, and {len(exceptions)} are exceptions" in page


@pytest.mark.slow
@pytest.mark.skipif(not PC_BASIC, reason="pcbasic is not on the PATH")
@pytest.mark.parametrize("row", named(PROGRAMS))
def test_pc_basic_prints_what_was_recorded(row: Program) -> None:
    assert rows_of_pc_basic(row.text) == row.pc_basic, row.shows


def away_from_zero(number: float) -> int:
    """Rounds as GW-BASIC does."""
    return int(math.copysign(math.floor(abs(number) + 0.5), number))


@pytest.mark.slow
def test_random_programs_print_what_pc_basic_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for rows that end elsewhere, and for the empty last line of a file, from which PC-BASIC reads no number."""
    session = PcBasicSession(pytest.importorskip("pcbasic.basic").Session, tmp_path)
    monkeypatch.setattr("historic.basic.language.runtime.round", away_from_zero, raising=False)
    for seed in range(200):
        text = Writer(Random(seed), gw=True).program()
        here = rows_here(text, tmp_path)
        (tmp_path / DATA_FILE).unlink(missing_ok=True)
        there = session.rows(text)
        (tmp_path / DATA_FILE).unlink(missing_ok=True)
        if not there[-1].startswith("Input past end"):
            assert "".join("".join(here).split()) == "".join("".join(there).split()), text
