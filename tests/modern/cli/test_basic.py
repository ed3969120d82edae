"""`gosub basic`: a listing in the terminal, and what --trace, --watch and --profile write."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from commands import GOSUB, run_here, started
from refusals import refused
from terminals import exit_code, spawn

from historic.basic.language import parsing

PROGRAM = """FOR I=1 TO 3
GOSUB ADD
NEXT I
STOP
ADD:
X=X+I:B(1)=-X:N$="A"
PRINT X
RETURN
"""


@pytest.fixture
def listing(tmp_path: Path) -> str:
    path = tmp_path / "adds.bas"
    path.write_text(PROGRAM)
    return str(path)


def test_a_listing_runs_with_its_input_and_output(tmp_path: Path) -> None:
    path = tmp_path / "asks.bas"
    path.write_text('KEYP:A$=INKEY$\nIF A$="" THEN KEYP\nINPUT"NAME";B$\nPRINT A$;B$')
    result = run_here("basic", str(path), given="kname\n")
    assert (result.returncode, result.stdout, result.stderr) == (0, "NAME? name\nkname\n", "")


def test_trace_writes_each_line_before_it_runs(listing: str) -> None:
    result = run_here("basic", listing, "--trace")
    assert result.stdout == " 1 \n 3 \n 6 \n"
    lines = result.stderr.splitlines()
    assert lines[:7] == ["line 1", "line 2", *["line 6 (ADD)"] * 3, "line 7 (ADD)", "line 8 (ADD)"]
    assert lines[-1] == "line 4"


def test_watch_writes_each_change(listing: str) -> None:
    result = run_here("basic", listing, "--watch", "x", "--watch", "B(1)", "--watch", "N$")
    assert result.stderr.splitlines() == [
        "line 6 (ADD): X = 1, was 0",
        "line 6 (ADD): B(1) = -1, was 0",
        'line 6 (ADD): N$ = "A", was ""',
        "line 6 (ADD): X = 3, was 1",
        "line 6 (ADD): B(1) = -3, was -1",
        "line 6 (ADD): X = 6, was 3",
        "line 6 (ADD): B(1) = -6, was -3",
    ]


def test_profile_writes_how_many_statements_each_line_has_run(listing: str) -> None:
    result = run_here("basic", listing, "--profile", "--top", "2")
    rows = [line.split() for line in result.stderr.splitlines()]
    assert rows[2] == ["6", "9", "39.1%", 'X=X+I:B(1)=-X:N$="A"']
    assert rows[-1] == ["the", "2", "busiest", "of", "7", "lines;", "23", "statements", "in", "all"]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("X=1\nX=1/Y", 1, "error 11: Division by zero, in line 2"),
        ("X=1\nPAINT A", 1, "line 2: PAINT is not part of this BASIC"),
        ("\0", 1, "line 1: character 0 is not part of a text: a BASIC program is expected"),
    ],
)
def test_an_error_is_one_line(text: str, code: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.bas"
    path.write_text(text)
    result = run_here("basic", str(path))
    assert (result.returncode, result.stderr) == (code, f"gosub: {path}: {message}\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--watch", "Z"], "--watch Z: the listing has no such variable or element"),
        (["--watch", "B(11)"], "--watch B(11): the listing has no such variable or element"),
        (["--watch", "B"], "--watch B: the listing has no such variable or element"),
        (["--profile", "--trace"], "one or the other"),
    ],
)
def test_options_that_cannot_be_used(options: list[str], message: str, listing: str) -> None:
    refused(run_here("basic", listing, *options), message, 2)


def test_without_lark_one_line_says_what_to_install(listing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lark", None)
    parsing._parser.cache_clear()
    result = run_here("basic", listing)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == 'gosub: running a listing needs lark: in a checkout, pip install ".[listing]"\n'


@pytest.mark.posix
def test_ctrl_c_stops_a_program_that_never_ends(tmp_path: Path) -> None:
    path = tmp_path / "endless.bas"
    path.write_text('PRINT "on";\nAGAIN:\nX=X+1:IF X>5 THEN X=0\nGOTO AGAIN')
    child = started(GOSUB, "basic", str(path), "--profile")
    assert child.stdout is not None
    assert os.read(child.stdout.fileno(), 2) == b"on"
    time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 130
    assert errors.splitlines()[0] in [f"gosub: interrupted in line {n}, under the label AGAIN" for n in (3, 4)]
    assert len(errors.splitlines()) > 1


WITH_SUBS = """DEFINT A-Z
COMMON SHARED N AS LONG
DIM B(3)
CALL ADD(70000)
CALL ADD(1)
SUB ADD (X AS LONG)
N=N+X:OWN=1
PRINT N;
END SUB
"""


@pytest.fixture
def with_subs(tmp_path: Path) -> str:
    path = tmp_path / "subs.bas"
    path.write_text(WITH_SUBS)
    return str(path)


def test_trace_watch_and_profile_go_into_subs(with_subs: str) -> None:
    result = run_here("basic", with_subs, "--trace", "--watch", "n")
    assert result.stdout == " 70000  70001 \n"
    assert result.stderr.splitlines()[1:6] == [
        "line 4",
        *["line 7 (SUB ADD)"],
        "line 7 (SUB ADD): N& = 70000, was 0",
        "line 7 (SUB ADD)",
        "line 8 (SUB ADD)",
    ]
    profile = run_here("basic", with_subs, "--profile", "--top", "1").stderr.splitlines()
    assert profile[2].split() == ["7", "4", "44.4%", "N=N+X:OWN=1"]


def test_what_belongs_to_a_sub_cannot_be_watched(with_subs: str) -> None:
    result = run_here("basic", with_subs, "--watch", "OWN")
    assert (result.returncode, len(result.stderr.splitlines())) == (2, 1)
    assert "--watch OWN: the listing has no such variable or element outside its SUBs" in result.stderr
    assert run_here("basic", with_subs, "--watch", "N&", "--watch", "B%(3)").returncode == 0


def test_wrap_lets_whole_numbers_wrap_around(tmp_path: Path) -> None:
    path = tmp_path / "wraps.bas"
    path.write_text("X%=32767:X%=X%+1:PRINT X%")
    assert run_here("basic", str(path), "--wrap").stdout == "-32768 \n"
    result = run_here("basic", str(path))
    assert (result.returncode, result.stderr) == (1, f"gosub: {path}: error 6: Overflow, in line 1\n")


def test_a_listing_reads_files_in_its_own_folder_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "elsewhere.txt").write_text("secret")
    (tmp_path / "here" / "note.txt").write_text("read\n")
    path = tmp_path / "here" / "reads.bas"
    path.write_text('OPEN "note.txt" FOR INPUT AS #1\nLINE INPUT #1, A$\nPRINT A$\nCHDIR ".."')
    monkeypatch.chdir(tmp_path)
    for name in (str(path), "here/reads.bas"):
        result = run_here("basic", name)
        assert (result.returncode, result.stdout) == (1, "read\n")
        assert result.stderr == f"gosub: {Path(name)}: error 75: Path/File access error, in line 4\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"X=1\n" * 2_500_000, "the file is longer than 1,000,000 bytes: a BASIC program is expected"),
        (b"X=" + b"(" * 1_000_000, "the file is longer than 1,000,000 bytes: a BASIC program is expected"),
        (b"X=" + b"(" * 900_000, "line 1: the line is longer than 1000 characters"),
        (b"CALL S(" * 100, "line 1: the expression is nested more than 40 deep"),
        (b"SELECT CASE X\nCASE 1\n" * 100, "line 121: statements are nested more than 60 deep"),
        (bytes(range(1, 256)) * 50, "line 1: character 1 is not part of a text: a BASIC program is expected"),
    ],
)
def test_a_huge_or_broken_file_gets_one_line(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.bas"
    path.write_bytes(content)
    result = run_here("basic", str(path))
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"gosub: {path}: {reason}\n")


def test_the_listings_that_come_with_the_package_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [line.split()[0] for line in run_here("basic", "--list").stdout.splitlines()]
    assert names == ["elo", "hexapawn", "results"]
    table = run_here("basic", "elo").stdout.splitlines()
    assert table[14].split() == ["200", "0.760", "40", "+9.6", "-10.4", "-30.4"]
    game = run_here("basic", "hexapawn", given="8,2\n8,5\n0,0\n")
    assert "That is not a legal move." in game.stdout
    assert game.stdout.endswith("Goodbye.\n")
    standings = run_here("basic", "results", given="Ding,Gukesh,.5\nGukesh,Ding,1\nno game\n\n").stdout
    assert "That is not a game." in standings
    assert standings.split()[-10:] == ["1.", "Gukesh", "1.5", "from", "2", "2.", "Ding", "0.5", "from", "2"]
    assert (tmp_path / "RESULTS.DAT").read_bytes() == b'"Ding","Gukesh",.5\r\n"Gukesh","Ding",1\r\n'
    assert run_here("basic", "Results", given="\n").stdout.split()[-10:] == standings.split()[-10:]


def test_a_listing_must_be_named(listing: str) -> None:
    refused(run_here("basic"), "a listing is missing: type a file, or a name that gosub basic --list prints", 2)
    refused(run_here("basic", "--list", listing), "--list runs no listing: leave FILE.BAS out", 2)
    refused(run_here("basic", "nothing"), "no file or listing called 'nothing'; gosub basic --list shows", 2)


def test_command_is_what_stands_behind_the_listing(tmp_path: Path) -> None:
    path = tmp_path / "says.bas"
    path.write_text("PRINT COMMAND$")
    assert run_here("basic", str(path), "two", "words").stdout == "TWO WORDS\n"
    assert run_here("basic", str(path)).stdout == "\n"


@pytest.mark.parametrize(
    ("program", "given", "shown", "line"),
    [
        ('DO:A$=INKEY$:PRINT A$;:LOOP UNTIL A$="q"', "abq", "abq\n", 0),
        ('DO:A$=INKEY$:PRINT A$;:LOOP UNTIL A$="q"', "ab", "ab\n", 1),
        ("PRINT 1\nINPUT A\nPRINT 2", "", " 1 \n? \n", 2),
        ("PRINT 1\nINPUT A\nPRINT 2", "7\n", " 1 \n? 7\n 2 \n", 0),
        ("ON ERROR GOTO T\nLINE INPUT A$\nT: RESUME", "", "", 2),
    ],
)
def test_a_pipe_has_keys_and_lines_until_its_end(
    program: str, given: str, shown: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "waits.bas"
    path.write_text(program)
    result = run_here("basic", str(path), given=given)
    error = f"gosub: {path}: error 62: Input past end of file, in line {line}\n" if line else ""
    assert (result.returncode, result.stdout.rstrip("\n"), result.stderr) == (bool(line), shown.rstrip("\n"), error)


def test_all_that_a_listing_lacks_is_said_at_once_and_before_it_starts(tmp_path: Path) -> None:
    path = tmp_path / "lacks.bas"
    path.write_text('PRINT 1\nSCREEN 13: PSET (1,1)\nDRAW "u": PSET (2,2)\nX=PEEK(3) 5\n')
    result = run_here("basic", str(path))
    message = "line 2: SCREEN 13, PSET (line 2), DRAW (line 3) and PEEK (line 4) are not part of this BASIC"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"gosub: {path}: {message}\n")


def test_a_picture_stays_until_a_key_is_pressed(tmp_path: Path) -> None:
    path = tmp_path / "draws.bas"
    path.write_text("SCREEN 9\nLINE (0,0)-(99,99),4,BF")
    child = spawn(GOSUB, ["basic", str(path)])
    child.expect("Press any key to continue")
    assert child.isalive()
    child.send("x")
    assert exit_code(child) == 0
