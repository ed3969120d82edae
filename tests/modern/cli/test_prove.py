"""`gosub prove`: what it refuses. What it proves is in tests/modern/proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from refusals import refused
from report_text import needs_report, report_path
from scenarios import Gosub


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["missing.txt"], 2, "'missing.txt'"),
        (["other.txt"], 1, "other.txt: "),
        (["other.txt", "--html", "other.txt"], 2, "both name other.txt"),
        (["other.txt", "--plies", "24"], 2, "--plies: 24 "),
    ],
)
def test_what_cannot_be_proved_is_refused_in_one_line(
    words: list[str], code: int, message: str, tmp_path: Path, gosub: Gosub
) -> None:
    (tmp_path / "other.txt").write_text("A text about something else.\n")
    refused(gosub("prove", *words, cwd=tmp_path), message, code)


@needs_report
def test_a_state_that_is_none_is_named_by_its_line(tmp_path: Path, gosub: Gosub) -> None:
    states = tmp_path / "states"
    states.write_text("nonsense\n")
    result = gosub("prove", str(report_path()), "--plies", "0", "--states", str(states))
    assert result.returncode == 1
    assert f"{states}: line 1: " in result.stderr


@needs_report
def test_nothing_to_run_is_refused(gosub: Gosub) -> None:
    result = gosub("prove", str(report_path()), "--plies", "0")
    assert result.returncode == 2
    assert "there is nothing to run" in result.stderr


@needs_report
def test_c_without_a_compiler_is_refused(gosub: Gosub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    result = gosub("prove", str(report_path()), "--c", "--plies", "1")
    assert (result.returncode, result.stdout) == (1, "")
    assert "'no-such-compiler'" in result.stderr
    assert "Traceback" not in result.stderr
