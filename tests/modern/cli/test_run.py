"""`gosub run` and `python -m historic`: on a pipe, and in a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from scenarios import PEXPECT_OPTIONS, Gosub

from historic import BasicError, Program
from historic.__main__ import run

pexpect = pytest.importorskip("pexpect", reason="needs a system with pseudo-terminals")


def test_on_a_pipe_a_key_is_one_character_and_input_one_line(gosub: Gosub) -> None:
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


def test_a_key_may_be_followed_by_a_line_at_once(gosub: Gosub) -> None:
    assert gosub("run", given="kX\n").stdout.endswith("ENTER MOVE? X\n")


def test_the_end_of_input_ends_it_like_endend(gosub: Gosub) -> None:
    result = gosub("run", given="")
    assert (result.returncode, result.stderr) == (0, "")
    assert "COMPUTER CHESS" in result.stdout
    assert gosub("run", given="k").returncode == 0


def test_an_a_on_a_pipe_is_not_seen_while_it_thinks(gosub: Gosub) -> None:
    assert "BLACK'S MOVE" in gosub("run", given="k\nAAAA\n").stdout


def test_bytes_that_are_no_text_do_not_stop_it(gosub_path: str) -> None:
    result = subprocess.run([gosub_path, "run"], input=b"\xff\xfe\n\xff\nX\n", capture_output=True, check=False)
    assert result.returncode == 0
    assert result.stderr == b""


def test_nor_do_they_where_python_is_strict_about_them(gosub_path: str) -> None:
    for encoding in ("utf-8:strict", "ascii"):
        given, environment = b"\xff\xfe\n\xff\nX\n", {**os.environ, "PYTHONIOENCODING": encoding}
        result = subprocess.run([gosub_path, "run"], input=given, env=environment, capture_output=True, check=False)
        assert (result.returncode, result.stderr) == (0, b"")


def test_without_any_standard_input_it_ends_at_once(gosub_path: str) -> None:
    result = subprocess.run(["sh", "-c", f"{gosub_path} run <&-"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("pause", ["nan", "inf", "-1", "61"])
def test_a_pause_is_from_0_to_60_seconds(pause: str, gosub: Gosub) -> None:
    result = gosub("run", "--pause", pause, given="")
    assert result.returncode == 2
    assert "is not from 0 to 60 seconds" in result.stderr


def test_the_last_screen_can_be_saved_as_a_picture(gosub: Gosub, tmp_path: Path) -> None:
    assert gosub("run", "--svg", "title.svg", given="", cwd=tmp_path).returncode == 0
    assert "Ghislain" in (tmp_path / "title.svg").read_text()
    result = gosub("run", "--svg", "no/title.svg", given="", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == "gosub: no/title.svg cannot be written: there is no directory no\n"
    assert "a file is needed" in gosub("run", "--svg", "-", given="").stderr


def test_an_error_ends_it_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(program: Program) -> None:
        program.CWHITE()
        raise BasicError(9, "Subscript out of range", "CWHITE3")

    monkeypatch.setattr("historic.program.Program.run", fails)
    result = CliRunner().invoke(run, ["--svg", str(tmp_path / "last.svg")])
    assert result.exit_code == 1
    assert "the program stopped at move 0: error 9: Subscript out of range, under the label CWHITE3" in result.output
    assert (tmp_path / "last.svg").exists()


def test_ask_lets_a_human_move_on_a_pipe(gosub: Gosub) -> None:
    result = gosub("run", "--ask", given="kHCke2e4\n\nX\n")
    assert result.returncode == 0
    assert "IS WHITE (H)UMAN OR (C)OMPUTER?\nHUMAN\n" in result.stdout
    assert "4*. . . . P . . . " in result.stdout


def test_python_m_historic_is_the_same_program(gosub: Gosub, tmp_path: Path) -> None:
    given = "k\nX\n"
    command = [sys.executable, "-m", "historic"]
    result = subprocess.run(command, input=given, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.stdout == gosub("run", given=given).stdout


def terminal(gosub_path: str, *words: str, rows: int = 30, term: str = "xterm") -> Any:
    environment = {**os.environ, "TERM": term}
    command = ["run", *words]
    return pexpect.spawn(gosub_path, command, dimensions=(rows, 100), **PEXPECT_OPTIONS, env=environment)


def at_the_title(gosub_path: str, *words: str, rows: int = 30, term: str = "xterm") -> Any:
    child = terminal(gosub_path, *words, rows=rows, term=term)
    child.expect("TECHNICAL REPORT")
    return child


def at_the_prompt(gosub_path: str, *words: str, rows: int = 30, term: str = "xterm") -> Any:
    child = at_the_title(gosub_path, *words, rows=rows, term=term)
    child.send(" ")
    child.expect("ENTER MOVE")
    return child


def exit_code(child: Any) -> int:
    """The code of a child that leaves now, as a shell has it; `child.before` is what it printed last.

    A signal that comes when everything has been given back ends it by itself. The child's terminal stays open.
    """
    child.expect(pexpect.EOF)
    child.wait()
    code: int = 128 + child.signalstatus if child.exitstatus is None else child.exitstatus
    return code


def test_in_a_terminal_the_title_is_drawn_in_colour_and_any_key_goes_on(gosub_path: str) -> None:
    child = terminal(gosub_path)
    child.expect("COMPUTER CHESS")
    assert "\x1b[96;106m" in child.before
    child.send("z")
    child.expect("ENTER MOVE")
    child.send("X\r")
    assert exit_code(child) == 0


def test_in_a_terminal_the_line_of_row_18_changes_while_it_thinks(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path)
    child.send("\r")
    child.expect(r"\x1b\[18;1H\S*-\.76  9  50")
    child.expect(r"\x1b\[18;1H\S*-\.66  7  69")
    child.expect("BLACK'S MOVE")
    child.close(force=True)


def test_in_a_terminal_a_stops_it_while_it_thinks_and_an_arrow_does_not(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path, "--pause", "0.2")
    child.send("\r")
    child.expect("-.76  9  50")
    child.send("\x1b[A")
    child.expect("-.71  0  50")
    child.send("A")
    assert exit_code(child) == 0
    assert "BLACK'S MOVE" not in child.before


def test_in_a_terminal_what_is_typed_ahead_is_not_lost(gosub_path: str) -> None:
    child = at_the_title(gosub_path)
    child.send(" X\r")
    assert exit_code(child) == 0


def test_what_is_typed_ahead_of_a_prompt_can_be_taken_back_there(gosub_path: str) -> None:
    child = at_the_title(gosub_path)
    child.send(" e2")
    child.expect(r"ENTER MOVE\? ?e2")
    child.send("\x7f\x7fX\r")
    assert exit_code(child) == 0


def test_ctrl_d_at_the_prompt_is_the_end_of_input(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path)
    child.send("\x04")
    assert exit_code(child) == 0


def test_a_terminal_that_grows_while_it_waits_is_drawn_anew(gosub_path: str) -> None:
    child = at_the_prompt(gosub_path, rows=10)
    child.setwinsize(30, 100)
    child.expect(r"\x1b\[1;1H\S*MOVE # 1")
    child.expect("ENTER MOVE")
    child.close(force=True)


def keys_of(child: Any) -> int:
    """Whether its terminal gives whole lines, and shows what is typed."""
    modes: int = termios.tcgetattr(child.child_fd)[3]
    return modes & (termios.ICANON | termios.ECHO)


def test_ctrl_c_gives_the_terminal_back(gosub_path: str) -> None:
    child = terminal(gosub_path)
    before = keys_of(child)
    child.expect("TECHNICAL REPORT")
    assert keys_of(child) == 0
    child.sendintr()
    child.expect(r"\x1b\[\?1049l")
    child.expect("gosub: interrupted")
    assert exit_code(child) == 130
    assert keys_of(child) == before


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_to_end_gives_the_terminal_back(ending: signal.Signals, gosub_path: str) -> None:
    child = terminal(gosub_path)
    before = keys_of(child)
    child.expect("TECHNICAL REPORT")
    child.kill(ending)
    child.expect(r"\x1b\[\?1049l")
    assert exit_code(child) == 128 + ending
    assert keys_of(child) == before


def test_a_second_signal_does_not_cut_the_first_ones_end_short(gosub_path: str) -> None:
    for _ in range(5):
        child = terminal(gosub_path)
        before = keys_of(child)
        child.expect("TECHNICAL REPORT")
        child.kill(signal.SIGINT)
        child.kill(signal.SIGTERM)
        child.expect(r"\x1b\[\?1049l")
        assert exit_code(child) in (130, 128 + signal.SIGTERM)
        assert keys_of(child) == before
        child.close()


def test_a_signal_that_is_ignored_from_outside_stays_ignored(gosub_path: str) -> None:
    child = pexpect.spawn("sh", ["-c", f"trap '' HUP; exec {gosub_path} run"], **PEXPECT_OPTIONS)
    child.expect("TECHNICAL REPORT")
    child.kill(signal.SIGHUP)
    child.send(" ")
    child.expect("ENTER MOVE")
    child.send("X\r")
    assert exit_code(child) == 0


def shell_that_runs(gosub_path: str) -> Any:
    """A shell with job control; without one nothing stands still at Ctrl-Z."""
    environment = {**os.environ, "TERM": "xterm", "PS1": "$ "}
    command = ["--norc", "--noediting", "-i"]
    shell = pexpect.spawn("bash", command, dimensions=(30, 100), **PEXPECT_OPTIONS, env=environment)
    shell.sendline(f"{gosub_path} run")
    shell.expect("TECHNICAL REPORT")
    return shell


def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(gosub_path: str) -> None:
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


def test_it_can_be_ended_while_ctrl_z_has_stopped_it(gosub_path: str) -> None:
    shell = shell_that_runs(gosub_path)
    shell.send("\x1a")
    shell.expect("Stopped")
    shell.sendline("p=$(jobs -p); kill %1; while kill -0 $p; do sleep 0.1; done 2>&-; echo en''ded")
    shell.expect("ended")
    shell.close(force=True)


def test_in_the_background_it_draws_nothing(gosub_path: str) -> None:
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
    shell.expect("TECHNICAL REPORT")
    shell.close(force=True)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_can_do_nothing_gets_plain_text(term: str, gosub_path: str) -> None:
    child = at_the_prompt(gosub_path, term=term)
    child.send("X\r")
    assert exit_code(child) == 0
    assert "\x1b" not in child.before


def test_in_a_low_terminal_the_last_refusal_and_the_prompt_are_seen(gosub_path: str) -> None:
    child = at_the_title(gosub_path, "--ask", rows=16)
    child.send(" HC ")
    for move in ("a1a5", "b1b5", "c1c5"):
        child.expect("ENTER MOVE")
        child.send(move + "\r")
        child.expect("cannot reach")
    child.expect(r"\x1b\[16;1H\S*ENTER MOVE")
    child.close(force=True)
