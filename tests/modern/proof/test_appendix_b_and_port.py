"""The report's listing and the port side by side. The report's text is not in the repository; GOSUB_REPORT names it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import run_here
from report_text import needs_report, report_path
from scenarios import takes_minutes

from historic import Program
from historic.study.traces import read_state
from historic.thought import StoppedThought

#: States in which lines of the listing run that hardly ever run otherwise.
RARE_STATES = Path(__file__).parents[2] / "data" / "rare-states.jsonl"


@needs_report
@pytest.mark.slow
def test_two_plies_of_the_record_in_both_readings_and_the_page(tmp_path: Path) -> None:
    page = tmp_path / "proof.html"
    result = run_here("prove", str(report_path()), "--plies", "2", "--jobs", "2", "--html", str(page))
    assert (result.returncode, result.stderr) == (0, "")
    assert "after each of 4,336 returns, 45 variables and 7 arrays with 1,192 elements" in result.stdout
    html = page.read_text()
    assert html.count("<td>the same</td>") == 4
    assert len(set(re.findall(r"<code>([0-9a-f]{64})</code>", html))) == 6
    assert "e2e3 0.70" in html
    assert "GOSUB " not in html
    # Nobody castles in two plies: the page names the lines that try it.
    missed = re.findall(r'<code id="missed">(.*?)</code>', html)
    assert len(missed) == 1
    assert "CWHITE+43 to 49" in missed[0]


@needs_report
def test_a_state_is_run_on_both_sides(tmp_path: Path) -> None:
    states = tmp_path / "states.jsonl"
    empty = [0] * 24
    placed = [*empty[:12], 30, *empty[13:]], [*empty[:12], 114, *empty[13:]]
    flags = [2] * 12 + [1] + [2] * 11
    states.write_text(
        f'{{"side": "black", "PW": {placed[0]}, "PB": {placed[1]}, "PM_white": {flags}, "PM_black": {flags}}}\n'
    )
    words = ("--plies", "0", "--reading", "printed", "--jobs", "1", "--states", str(states))
    result = run_here("prove", str(report_path()), *words)
    assert result.returncode == 0
    assert "given states" in result.stdout


def test_in_the_rare_states_the_program_chooses_what_makes_them_rare() -> None:
    for line in RARE_STATES.read_text().splitlines():
        state, side = read_state(line.encode())
        program = Program()
        program.state = state
        try:
            thought = program.think(side)
        except StoppedThought as stopped:  # it stops as it plays its choice
            thought = stopped.thought
        assert [*thought.best] == json.loads(line)["best"], line


@needs_report
@pytest.mark.slow
def test_in_rare_states_both_sides_are_the_same() -> None:
    words = ("--plies", "0", "--reading", "printed", "--jobs", "2", "--states", str(RARE_STATES))
    result = run_here("prove", str(report_path()), *words)
    assert result.returncode == 0
    assert re.search(r"printed +given states +15 ", result.stdout)


@needs_report
@pytest.mark.slow
@takes_minutes
def test_the_whole_record_and_a_self_play_to_its_error_9_in_both_readings() -> None:
    result = run_here("prove", str(report_path()), "--self")
    assert result.returncode == 0
    assert result.stdout.count("error 9 under CWHITE3") == 2
    assert "No difference" in result.stdout
