"""The benchmark of the BASIC: both programs do the same, and PC-BASIC gets lines with numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from historic.basic.language import ListingRun, compile_listing
from modern.bench import basic
from modern.bench.rates import BenchError, timed_runs


def with_pc_basic(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a `pcbasic` on the PATH, and makes the others quick."""
    program = folder / "pcbasic"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setattr(basic, "TURNS", 2)


def test_all_programs_do_the_same_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_pc_basic(tmp_path, "echo ' 1456  364 '", monkeypatch)
    with basic.comparisons() as compared:
        runs = list(timed_runs(compared, 1))
    assert [run.contender for run in runs] == [basic.LISTING, basic.PEER, basic.PC_BASIC]
    assert all(run.per_second > 0 for run in runs)


def test_wrong_output_of_pc_basic_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_pc_basic(tmp_path, "echo Syntax error in 10", monkeypatch)
    with basic.comparisons() as compared, pytest.raises(BenchError, match="PC-BASIC printed 'Syntax error in 10'"):
        list(timed_runs(compared, 1))


def test_lines_get_numbers_in_place_of_labels() -> None:
    listing = "A:\nX=X+1\nIF X<3 THEN GOTO A\nGOSUB AT2\nSTOP\nAT2:\nRETURN\n"
    assert basic.numbered(listing) == "10 X=X+1\n20 IF X<3 THEN GOTO 10\n30 GOSUB 50\n40 END\n50 RETURN\n"


def test_the_numbered_program_for_pc_basic_prints_what_is_expected_of_it() -> None:
    run = ListingRun(compile_listing(basic.numbered(basic.program(basic.PC_BASIC_TURNS))))
    run.run()
    assert tuple(map(int, run.screen.lines()[0].split())) == basic.EXPECTED
