"""`python -m historic`: its arguments, its exit codes, and that it needs nothing but the standard library."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from terminals import exit_code, line_modes, spawn

import historic
from historic import BasicError, Program
from historic.__main__ import main

#: Python without the packages that are installed. It finds only the standard library and what its folder has.
BARE_PYTHON = [sys.executable, "-S", "-E"]
PROGRAM = [*BARE_PYTHON, "-m", "historic"]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the source of `historic`, and nothing else."""
    folder = tmp_path_factory.mktemp("source")
    (installed,) = historic.__path__
    shutil.copytree(installed, folder / "historic", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return folder


def run(source: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Runs `python -m historic` with the standard library alone."""
    return subprocess.run([*PROGRAM, *words], input=given, capture_output=True, text=True, cwd=source, check=False)


def exit_code_here(words: list[str]) -> object:
    """Returns the exit code of the program in this process."""
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit) as ended:
            main(words)
    finally:
        signal.signal(signal.SIGINT, before)
    return ended.value.code


def bare_python(source: Path, code: str) -> str:
    """Returns what `code` prints."""
    command = [*BARE_PYTHON, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, cwd=source, check=True).stdout


def test_the_program_runs_on_the_standard_library_alone(source: Path) -> None:
    result = run(source, given="k\n\nX\n")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert "    COMPUTER CHESS" in result.stdout
    assert lines.count("ENTER MOVE? ") == 2
    assert lines[-1] == "ENTER MOVE? X"
    assert " .7  4  54 " in lines
    assert "-1.3  4  90 " in lines


def test_every_module_can_be_imported_with_the_standard_library_alone(source: Path) -> None:
    code = """
import pkgutil, importlib, importlib.util, sys, historic
print(*(name for name in ("click", "rich", "chess", "librt", "mypy_extensions") if importlib.util.find_spec(name)))
names = [module.name for module in pkgutil.walk_packages(historic.__path__, "historic.")]
for name in names:
    importlib.import_module(name)
print(len(names))
print(*{name.partition(".")[0] for name in sys.modules} - {*sys.stdlib_module_names, "historic", "__main__"})
"""
    found, count, imported = bare_python(source, code).split("\n")[:3]
    assert (found, imported) == ("", "")
    assert int(count) == len(list(source.rglob("*.py"))) - 1


def test_the_studies_run_with_the_standard_library_alone(source: Path) -> None:
    code = """
from itertools import islice
from historic import SAMPLE_GAME, State
from historic.human import enter
from historic.study.replay import replay, replay_json
plies = list(islice(replay("recorded"), 3))
print(replay_json("recorded", plies)["agree"], len(SAMPLE_GAME), State.initial() == plies[0].before, enter.__name__)
"""
    assert bare_python(source, code) == "3 23 True enter\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pause", "nan"], "nan is not between 0 and 60 seconds"),
        (["--pause", "inf"], "inf is not between 0 and 60 seconds"),
        (["--pause", "-1"], "-1.0 is not between 0 and 60 seconds"),
        (["--pause=61"], "61.0 is not between 0 and 60 seconds"),
        (["--pause", "long"], "'long' is not a number of seconds"),
        (["--reading", "third"], "invalid choice: 'third'"),
        (["--svg", "-"], "a file name is needed: standard output shows the program itself"),
        (["--svg"], "expected one argument"),
        (["--pase", "4"], "--pase 4"),
        (["--as"], "--as"),
        (["e2e4\ne7e5"], "e2e4 e7e5"),
    ],
)
def test_a_wrong_argument_gets_one_line_and_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_here(words) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.startswith("python -m historic: ")
    assert message in errors
    assert len(errors.splitlines()) == 1


def test_help_names_every_option(source: Path) -> None:
    result = run(source, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == run(source, "-h").stdout
    assert set(re.findall(r"^  (--\w+|-h, --help)", result.stdout, re.M)) == {
        *("--ask", "--reading", "--pause", "--svg", "-h, --help"),
    }


def test_the_options_reach_the_program(source: Path, tmp_path: Path) -> None:
    result = run(source, "--ask", "--pause", "0", "--svg", str(tmp_path / "last.svg"), given="kHCke2e4\n\nX\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "IS WHITE (H)UMAN OR (C)OMPUTER?\nHUMAN\n" in result.stdout
    assert "4*. . . . P . . . " in result.stdout
    assert "ENTER" in (tmp_path / "last.svg").read_text()


def test_a_picture_that_cannot_be_written_is_reported_before_the_program_starts(source: Path, tmp_path: Path) -> None:
    for path, reason in (("no/last.svg", "folder no"), (str(tmp_path), "folder")):
        result = run(source, "--svg", path)
        assert (result.returncode, result.stdout) == (1, "")
        assert re.fullmatch(f"python -m historic: {re.escape(str(Path(path)))} .*{reason}\n", result.stderr)


@pytest.mark.posix
def test_a_picture_that_cannot_be_written_at_the_end_is_reported(source: Path, tmp_path: Path) -> None:
    command = f'ulimit -f 0; exec {" ".join(PROGRAM)} --svg "{tmp_path}/last.svg"'
    result = subprocess.run(["bash", "-c", command], input="", cwd=source, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == f"python -m historic: {tmp_path}/last.svg cannot be written: File too large\n"


def test_a_basic_error_ends_the_program_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fails(program: Program) -> None:
        raise BasicError(9, "Subscript out of range", "CWHITE3")

    monkeypatch.setattr("historic.program.Program.run", fails)
    assert exit_code_here(["--svg", str(tmp_path / "last.svg")]) == 1
    assert re.fullmatch("python -m historic: .* 0: error 9: .* CWHITE3\n", capsys.readouterr().err)
    assert (tmp_path / "last.svg").exists()


@pytest.mark.posix
@pytest.mark.parametrize(
    ("shell", "code", "errors"),
    [
        ("{} <&-", 0, ""),
        ("{} --help > /dev/full", 1, "python -m historic: standard input or output: No space left on device\n"),
        ("{} < /dev/null > /dev/full", 1, "python -m historic: standard input or output: No space left on device\n"),
        ("{} >&-", 1, "python -m historic: standard output is closed: nothing can be printed\n"),
        ("{} --wrong 2>&-", 2, ""),
        ("{} < /dev/null | true; exit ${{PIPESTATUS[0]}}", 1, ""),
    ],
)
def test_closed_full_and_broken_streams_give_no_traceback(shell: str, code: int, errors: str, source: Path) -> None:
    command = shell.format(" ".join(PROGRAM))
    result = subprocess.run(["bash", "-c", command], cwd=source, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (code, errors)


def in_terminal(source: Path, *words: str) -> Any:
    """Returns the program at its title picture in a terminal. `words` are a command to start it with."""
    command, *arguments = [*words, *PROGRAM]
    environment = {**os.environ, "TERM": "xterm"}
    for size in ("COLUMNS", "LINES"):
        environment.pop(size, None)
    return spawn(command, arguments, dimensions=(30, 100), cwd=str(source), env=environment)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("ending", "code", "message"),
    [
        ("SIGINT", 130, "python -m historic: interrupted"),
        ("SIGTERM", 143, ""),
        ("SIGHUP", 129, ""),
    ],
)
def test_a_signal_restores_the_terminal(ending: str, code: int, message: str, source: Path) -> None:
    number = signal.Signals[ending]
    child = in_terminal(source)
    before = line_modes(child)
    child.expect("TECHNICAL REPORT")
    assert line_modes(child) == 0
    child.kill(number)
    child.expect(r"\x1b\[\?1049l")
    assert exit_code(child) == code
    assert message in child.before
    assert line_modes(child) == before


@pytest.mark.posix
def test_under_nohup_the_program_survives_the_end_of_its_terminals_session(source: Path) -> None:
    child = in_terminal(source, "sh", "-c", "trap '' HUP; exec \"$@\"", "sh")
    child.expect("TECHNICAL REPORT")
    child.kill(signal.SIGHUP)
    child.send(" ")
    child.expect("ENTER MOVE")
    child.send("X\r")
    assert exit_code(child) == 0
