"""`gosub run`: on a pipe, and in a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from refusals import refused
from scenarios import Gosub
from terminals import exit_code, line_modes, spawn

from historic import BasicError, Program
from historic.basic import Stop
from historic.study.diagram import think_move_board_lines
from modern.cli import stepping
from modern.cli.run import run
from modern.facts import fact
from modern.proof.stepper import Stepper


def test_on_a_pipe_a_key_is_one_character_and_an_input_is_one_line(gosub: Gosub) -> None:
    result = gosub("run", given="k\n\nX\n")
    assert result.returncode == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines.count("ENTER MOVE? ") == 2
    assert lines[-1] == "ENTER MOVE? X"
    assert lines.count("MOVE # 1 ") == 2
    assert "8*r n b q k b n r " in lines
    assert " .7  4  54 " in lines
    assert "-1.3  4  90 " in lines


def test_a_key_can_be_followed_by_a_line_at_once(gosub: Gosub) -> None:
    assert gosub("run", given="kX\n").stdout.endswith("ENTER MOVE? X\n")


def test_the_end_of_input_ends_the_program_like_endend(gosub: Gosub) -> None:
    result = gosub("run", given="")
    assert (result.returncode, result.stderr) == (0, "")
    assert "COMPUTER CHESS" in result.stdout
    assert gosub("run", given="k").returncode == 0


def test_a_capital_a_on_a_pipe_does_not_stop_the_thinking(gosub: Gosub) -> None:
    assert "BLACK'S MOVE" in gosub("run", given="k\nAAAA\n").stdout


def test_bytes_that_are_not_text_do_not_stop_the_program_under_a_strict_encoding(gosub_path: str) -> None:
    for encoding in ("utf-8:strict", "ascii"):
        given, environment = b"\xff\xfe\n\xff\nX\n", {**os.environ, "PYTHONIOENCODING": encoding}
        result = subprocess.run([gosub_path, "run"], input=given, env=environment, capture_output=True, check=False)
        assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.parametrize("pause", ["nan", "inf", "-1", "61"])
def test_a_pause_is_from_0_to_60_seconds(pause: str, gosub: Gosub) -> None:
    result = gosub("run", "--pause", pause, given="")
    assert result.returncode == 2
    assert "expected 0 to 60" in result.stderr


def test_the_last_screen_can_be_saved_as_a_picture(gosub: Gosub, tmp_path: Path) -> None:
    assert gosub("run", "--svg", "title.svg", given="", cwd=tmp_path).returncode == 0
    assert "Ghislain" in (tmp_path / "title.svg").read_text()
    refused(gosub("run", "--svg", "no/title.svg", given="", cwd=tmp_path), "no/title.svg .. folder no", 1)
    assert "expected a file, not standard output" in gosub("run", "--svg", "-", given="").stderr


def test_a_basic_error_ends_the_program_with_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(program: Program) -> None:
        program.CWHITE()
        raise BasicError(9, "Subscript out of range", "CWHITE3")

    monkeypatch.setattr("historic.program.Program.run", fails)
    result = CliRunner().invoke(run, ["--svg", str(tmp_path / "last.svg")])
    assert result.exit_code == 1
    assert "move 0: error 9: Subscript out of range" in result.output
    assert (tmp_path / "last.svg").exists()


def test_python_m_historic_runs_the_same_program(gosub: Gosub, tmp_path: Path) -> None:
    given = "k\nX\n"
    command = [sys.executable, "-m", "historic"]
    result = subprocess.run(command, input=given, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.stdout == gosub("run", given=given).stdout


def terminal(gosub_path: str, *words: str, rows: int = 30, term: str = "xterm") -> Any:
    environment = {**os.environ, "TERM": term}
    command = ["run", *words]
    return spawn(gosub_path, command, dimensions=(rows, 100), env=environment)


def begin(child: Any) -> None:
    child.expect("Press any key to begin")
    child.send(" ")
    child.expect("TECHNICAL REPORT")


def at_the_title(gosub_path: str, *words: str, rows: int = 30, term: str = "xterm") -> Any:
    child = terminal(gosub_path, *words, rows=rows, term=term)
    begin(child)
    return child


def at_the_prompt(gosub_path: str, *words: str, rows: int = 30, term: str = "xterm") -> Any:
    child = at_the_title(gosub_path, *words, rows=rows, term=term)
    child.send(" ")
    child.expect("ENTER MOVE")
    return child


def test_a_terminal_shows_the_title_in_colour_and_any_key_leaves_it(gosub_path: str) -> None:
    child = terminal(gosub_path)
    child.expect("ENTER MOVE[?] waits at every turn: press Enter")
    child.send(" ")
    child.expect("COMPUTER CHESS")
    assert "\x1b[96;106m" in child.before
    child.send("z")
    child.expect("ENTER MOVE")
    child.send("X\r")
    assert exit_code(child) == 0


@pytest.mark.slow
def test_in_a_terminal_row_18_changes_while_the_program_thinks(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path)
    child.send("\r")
    child.expect(r"\x1b\[18;1H\S*-\.76  9  50")
    child.expect(r"\x1b\[18;1H\S*-\.66  7  69")
    child.expect("BLACK'S MOVE")
    child.close(force=True)


def test_in_a_terminal_a_capital_a_stops_the_thinking_and_an_arrow_key_does_not(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path, "--pause", "0.2")
    child.send("\r")
    child.expect("-.76  9  50")
    child.send("\x1b[A")
    child.expect("-.71  0  50")
    child.send("A")
    assert exit_code(child) == 0
    assert "BLACK'S MOVE" not in child.before


def test_input_typed_ahead_of_a_prompt_can_be_erased_there(gosub_path: str) -> None:
    child = at_the_title(gosub_path)
    child.send(" e2")
    child.expect(r"ENTER MOVE\? ?e2")
    child.send("\x7f\x7fX\r")
    assert exit_code(child) == 0


def test_ctrl_d_at_the_prompt_is_the_end_of_input(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path)
    child.send("\x04")
    assert exit_code(child) == 0


def test_a_terminal_that_grows_at_the_prompt_is_redrawn(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path, rows=10)
    child.setwinsize(30, 100)
    child.expect(r"\x1b\[1;1H\S*MOVE # 1")
    child.expect("ENTER MOVE")
    child.close(force=True)


def test_ctrl_c_restores_the_terminal(gosub_path: str) -> None:
    child = terminal(gosub_path)
    before = line_modes(child)
    begin(child)
    assert line_modes(child) == 0
    child.sendintr()
    child.expect(r"\x1b\[\?1049l")
    child.expect("gosub: interrupted")
    assert exit_code(child) == 130
    assert line_modes(child) == before


def test_a_second_signal_does_not_interrupt_the_cleanup_after_the_first(gosub_path: str) -> None:
    for _ in range(2):
        child = terminal(gosub_path)
        before = line_modes(child)
        begin(child)
        child.kill(signal.SIGINT)
        child.kill(signal.SIGTERM)
        child.expect(r"\x1b\[\?1049l")
        assert exit_code(child) in (130, 128 + signal.SIGTERM)
        assert line_modes(child) == before
        child.close()


def shell_that_runs(gosub_path: str) -> Any:
    """Returns a shell with job control that runs `gosub run`; Ctrl-Z suspends nothing without one."""
    environment = {**os.environ, "TERM": "xterm", "PS1": "$ "}
    command = ["--norc", "--noediting", "-i"]
    shell = spawn("bash", command, dimensions=(30, 100), env=environment)
    shell.sendline(f"{gosub_path} run")
    begin(shell)
    return shell


def test_ctrl_z_restores_the_terminal_until_the_program_resumes(gosub_path: str) -> None:
    shell = shell_that_runs(gosub_path)
    for _ in range(2):
        shell.send("\x1a")
        shell.expect(r"\x1b\[\?1049l")
        shell.expect("Stopped")
        shell.sendline("fg")
        shell.expect(r"\x1b\[\?1049h")
        shell.expect("TECHNICAL REPORT")
    shell.send(" ")
    shell.expect("ENTER MOVE")
    shell.send("X\r")
    shell.expect(r"\$ ")
    shell.sendline("echo code=$?")
    shell.expect("code=0")
    shell.close(force=True)


def test_a_suspended_program_can_be_killed(gosub_path: str) -> None:
    shell = shell_that_runs(gosub_path)
    shell.send("\x1a")
    shell.expect("Stopped")
    shell.sendline("p=$(jobs -p); kill %1; while kill -0 $p; do sleep 0.1; done 2>&-; echo en''ded")
    shell.expect("ended")
    shell.close(force=True)


@pytest.mark.slow
def test_a_program_in_the_background_draws_nothing(gosub_path: str) -> None:
    shell = shell_that_runs(gosub_path)
    shell.send(" ")
    shell.expect("ENTER MOVE")
    shell.send("X\r")
    shell.expect(r"\$ ")
    shell.sendline(f"{gosub_path} run &")
    shell.sendline("until jobs | grep Stopped; do sleep 0.1; done")
    shell.expect(r"Stopped +\S*gosub")
    assert "\x1b" not in shell.before
    shell.sendline("fg")
    shell.send(" ")
    shell.expect("TECHNICAL REPORT")
    shell.close(force=True)


def test_a_dumb_terminal_gets_plain_text(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path, term="dumb")
    child.send("X\r")
    assert exit_code(child) == 0
    assert "\x1b" not in child.before


@pytest.mark.parametrize("words", [(), ("--ask",)])
def test_the_advice_before_the_screen_breaks_no_word(words: tuple[str, ...], gosub_path: str) -> None:
    child = spawn(gosub_path, ["run", *words], dimensions=(30, 50))
    child.expect("Press any key to begin")
    lines = child.before.splitlines()
    assert len(lines) > 2
    assert max(map(len, lines)) <= 50
    child.close(force=True)


def test_a_short_terminal_shows_the_last_error_message_and_the_prompt(gosub_path: str) -> None:
    child = terminal(gosub_path, "--ask", rows=16)
    begin(child)
    child.send(" HC ")
    for move in ("a1a5", "b1b5", "c1c5"):
        child.expect("ENTER MOVE")
        child.send(move + "\r")
        child.expect("cannot go to")
    child.expect(r"\x1b\[16;1H\S*ENTER MOVE")
    child.close(force=True)


# ---- steps


@pytest.mark.slow
def test_keys_step_through_a_turn(gosub: Gosub) -> None:
    result = gosub("run", "--step", given="sookCBLACK9\ngupkCBLACK9\nebbq")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    steps = [re.sub(r" +\d+: def .*", "", line) for line in lines[lines.index("White's turn") + 1 :]]
    assert steps[:4] == [
        f"BOARD: {fact('label.board')}",
        "RETURN from BOARD: BOARD is done.",
        "RETURN from WHITE: WHITE is done.",
        "RETURN from CWHITE: White's best move is worth +.7.",
    ]
    assert "breakpoint at CBLACK9: Compares the value with the best so far." in steps
    assert "no breakpoint at CBLACK9" in steps


def test_a_breakpoint_stops_at_its_label_and_the_position_is_shown(gosub: Gosub) -> None:
    result = gosub("run", "--step", given="kcwhite9\ngpkNOWHERE\n?zq")
    lines = result.stdout.splitlines()
    assert any(re.match(r"CWHITE9: .* b1 to a3, .*-\.75", line) for line in lines)
    assert "stack: CWHITE" in lines
    assert any("BESTVAL1=-.7500005" in line or "BESTVAL1=-.75" in line for line in lines)
    assert "3*N . . . . . . . " in lines or "3*N . . . . . . ." in lines
    assert "'NOWHERE' is not a label with breakpoints; nothing was changed" in lines
    assert "'z' does nothing here; press ? for the list of keys" in lines


def test_in_a_terminal_of_80_columns_no_line_of_a_step_wraps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stepping, "terminal_width", lambda: 80)
    keys = iter("pt" + "s" * 300 + "pcptrpk" + "q")
    session = stepping._Session(Stepper(Program(), "white"), lambda: next(keys), lambda: "cwhite9", set())
    with pytest.raises(Stop):
        session.run()
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    at = lines.index("  WHITE1: Which squares does White's rook on a1 reach?")
    assert re.fullmatch(r" {6}\d+: def WHITE1\(self\) -> None:", lines[at + 1])
    assert lines[lines.index("*****************") + 1] == "8*- - - - - - - -"  # BOARD has not filled it yet
    large = think_move_board_lines([2**23 - 1] * 144, has_border=False)
    assert max(map(len, large)) <= 80
    assert (large[-2][:3], large[-1].split()) == ("1  ", [*"abcdefgh"])


@pytest.mark.parametrize(("columns", "rows"), [(None, 12), (80, 12), (30, 8)])
def test_the_think_move_boards_have_no_border_where_it_does_not_fit(
    columns: int | None, rows: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stepping, "terminal_width", lambda: columns)
    keys = iter("gtq")
    session = stepping._Session(Stepper(Program(), "white"), lambda: next(keys), lambda: "", set())
    with pytest.raises(Stop):
        session.run()
    lines = capsys.readouterr().out.splitlines()
    white, black = (lines.index(f"{name}'s think move board") for name in ("White", "Black"))
    assert black - white == 1 + rows + 1  # and the files


@pytest.mark.slow
def test_the_turns_follow_each_other(gosub: Gosub) -> None:
    result = gosub("run", "--step", given="e\ne\nq")
    lines = result.stdout.splitlines()
    assert lines.index("White plays e2e3.") < lines.index("Black's turn") < lines.index("Black plays e7e6.")
