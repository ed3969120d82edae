"""The commands on a system like Windows: POSIX's modules, functions and signals are gone, and there is `msvcrt`.

`tests/shared/like_windows` hides and adds what differs, in child processes too.
"""

from __future__ import annotations

import ctypes
import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from commands import GOSUB
from rich.console import Console
from signal_actions import ctrl_c_raises
from terminals import exit_code, spawn

from historic.machine.process import run_and_exit
from historic.machine.system import can_show
from modern.cli.play.board import SIXTEEN_COLOURS, WOOD, BoardStyle, board_style
from modern.jobs.workers import interrupt_blocked
from modern.output_files import check_writable, write_atomically
from modern.system import refused_name

pytestmark = pytest.mark.posix  # they imitate Windows

LIKE_WINDOWS: Final = Path(__file__).parents[2] / "shared" / "like_windows"

#: Runs commands in one process: each is a list of words and a text for standard input.
RUNNING = """
import io, json, signal, sys
from modern.cli import main
for words, given in json.loads(sys.argv[1]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    try:
        main(words)
    except SystemExit as end:
        print(f"== {words[0]} {end.code}", flush=True)
        signal.signal(signal.SIGINT, signal.default_int_handler)
"""

#: Imports every module of both packages.
IMPORTING = """
from importlib import import_module
from pkgutil import walk_packages
import historic, modern
for package in (historic, modern):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
"""

#: Collects the fast tests. What the tests use of others is imported before, since it looks at the name of the system.
#: Not every environment has platformdirs, which some of these packages use if it is there.
COLLECTING = """
import anyio, contextlib, distributed, hypothesis, IPython, pexpect, pytest, runpy, selenium.webdriver, sys, xdist
with contextlib.suppress(ModuleNotFoundError):
    import platformdirs
del pexpect.spawn, pexpect.run  # Windows has no pseudo-terminals
runpy.run_path(sys.argv[1])
sys.exit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "--collect-only", "-W", "ignore"]))
"""

#: Opens a journal and keeps it open until the end of standard input.
HOLDING = """
import sys
from pathlib import Path
from modern.jobs.journal import Journal, JournalForm
with Journal(Path("held.jsonl"), JournalForm("gosub hold", "test", "nothing"), {}, print) as journal:
    print("held", flush=True)
    sys.stdin.read()
    journal.write({"a": 1})
"""

#: Is called again and again while this process computes.
CALLED_EVERY = """
from modern.system import called_every
calls = []
with called_every(0.05, lambda: calls.append(1)):
    while len(calls) < 3:
        pass
print("called")
"""

MATE_IN_ONE = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\n"
GAME = '[Event "x"]\n\n1. e4 *\n'

MATCH = ("--games", "2", "--depth", "1", "--openings", "mate.epd", "--jobs", "2", "--resume", "m")
COMMANDS = [
    (["replay", "--self", "--plies", "1"], ""),
    (["think", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], ""),
    (["play", "--white", "human", "--black", "firstchess", "--pgn", "played.pgn"], "e4\nquit\n"),
    (["run"], "\n"),
    (["analyse", "startpos", "--depth", "1"], ""),
    (["agree", "--positions", "5", "--jobs", "2", "--resume", "agree.jsonl"], ""),
    (["match", "modern", "modern", *MATCH], ""),
    (["page", "-", "--html", "page.html", "--analyse", "0"], GAME),
    (["uci"], "uci\nquit\n"),
]


def like_windows(**more: str) -> dict[str, str]:
    """Returns the variables with which Python is like Windows."""
    path = os.pathsep.join(filter(None, (str(LIKE_WINDOWS), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, "PYTHONWARNDEFAULTENCODING": "1", **more}


def run_like_windows(code: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", code, *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=cwd, env=like_windows(), timeout=300, check=False
    )


@pytest.mark.slow
def test_the_commands_work_without_what_only_posix_has(tmp_path: Path) -> None:
    (tmp_path / "mate.epd").write_text(MATE_IN_ONE, encoding="utf-8")
    result = run_like_windows(RUNNING, json.dumps(COMMANDS), cwd=tmp_path)
    ended = [line for line in result.stdout.splitlines() if line.startswith("== ")]
    assert ended == [f"== {words[0]} 0" for words, _ in COMMANDS], result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    assert "EncodingWarning" not in result.stderr
    assert "2 games played (depth 1, mate.epd, " in result.stdout
    assert ", 2 processes)" in result.stdout
    assert (tmp_path / "page.html").stat().st_size > 10_000
    assert "1. e4" in (tmp_path / "played.pgn").read_text(encoding="utf-8")


def test_every_module_can_be_imported_without_what_only_posix_has(tmp_path: Path) -> None:
    pytest.importorskip("lark")
    result = run_like_windows(IMPORTING, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.slow
def test_the_fast_tests_can_be_collected_without_what_only_posix_has() -> None:
    command = [sys.executable, "-c", COLLECTING, str(LIKE_WINDOWS / "sitecustomize.py")]
    top = LIKE_WINDOWS.parents[2]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=top, check=False, timeout=300)
    assert ended.returncode == 0, ended.stdout[-5000:] + ended.stderr
    assert "tests collected" in ended.stdout


def test_a_journal_is_locked_by_msvcrt_too_and_can_be_read_meanwhile(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", HOLDING]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", cwd=tmp_path, env=like_windows()) as held:
        assert held.stdout
        assert held.stdin
        assert held.stdout.readline() == "held\n"
        second = run_like_windows(HOLDING, cwd=tmp_path)
        assert "JournalError: held.jsonl " in second.stderr
        assert b'"journal": "gosub hold"' in (tmp_path / "held.jsonl").read_bytes()
        held.stdin.close()
    assert held.returncode == 0
    assert len((tmp_path / "held.jsonl").read_bytes().splitlines()) == 2


def test_an_endless_run_is_noticed_without_a_virtual_timer(tmp_path: Path) -> None:
    result = run_like_windows(CALLED_EVERY, cwd=tmp_path)
    assert (result.stdout, result.stderr) == ("called\n", "")


@pytest.mark.slow
def test_the_server_answers_without_what_only_posix_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
    from server_process import running

    for name, value in like_windows(LOCALAPPDATA=str(tmp_path)).items():
        monkeypatch.setenv(name, value)
    with running(tmp_path / "games.sqlite", "--workers", "1") as server:
        game = server.ask("/games", {"white": "firstchess", "black": "human"})["id"]
        end = time.monotonic() + 60
        while not server.ask(f"/games/{game}")["ply"]:  # the reply comes from a thinking process
            assert time.monotonic() < end
            time.sleep(0.1)


#: Names that Windows does not give to files, and one word of the reason.
REFUSED_NAMES: Final = {
    "con": "device",
    "NUL.pgn": "device",
    "com1.tar.gz": "device",
    "COM¹": "device",
    "me:you.pgn": "':'",
    "what?.pgn": "'?'",
    "game.": "full stop",
    "folder /game.pgn": "space",
}
ALLOWED_NAMES: Final = ("nul", "C:\\games\\console.pgn", "../x.pgn", "a.b.c", "COM10", "Zoë.pgn")
#: Words, and how a program of Windows takes them from a command line.
TYPED: Final = {
    "--resume": "--resume",
    "C:\\games\\a.pgn": "C:\\games\\a.pgn",
    "C:\\my games\\": '"C:\\my games\\\\"',
    "O'Brien & son": '"O\'Brien & son"',
    'say "e4"': '"say \\"e4\\""',
    "": '""',
}
#: Prints what modules answer to file names and typed words, and for a machine of 128 cores.
ASKING: Final = """
import json, os, sys
from pathlib import Path
os.cpu_count = lambda: 128
from modern.game.games_folder import games_folder
from modern.jobs.workers import core_count
from modern.system import command_line, refused_name
names, typed = json.loads(sys.argv[1])
os.environ.pop("XDG_STATE_HOME", None)
os.environ["LOCALAPPDATA"] = "/app/data"
folders = [str(games_folder())]
os.environ["XDG_STATE_HOME"] = "/x"
folders.append(str(games_folder()))
print(json.dumps([[refused_name(Path(name)) for name in names], command_line(typed), core_count(), folders]))
"""


def test_names_typed_words_cores_and_folders_are_those_of_windows(tmp_path: Path) -> None:
    asked = json.dumps([[*REFUSED_NAMES, *ALLOWED_NAMES], [*TYPED]])
    reasons, typed, cores, folders = json.loads(run_like_windows(ASKING, asked, cwd=tmp_path).stdout)
    expected = [*REFUSED_NAMES.values(), *[""] * len(ALLOWED_NAMES)]
    assert [word for word, reason in zip(expected, reasons, strict=True) if word not in reason] == []
    assert [bool(reason) for reason in reasons] == [bool(word) for word in expected]
    assert typed == " ".join(TYPED.values())
    assert cores == 61  # Python cannot wait for more processes there
    assert folders == ["/app/data/gosub-chess", "/x/gosub-chess"]


def test_a_name_and_a_number_of_processes_that_windows_forbids_are_refused_in_one_line(tmp_path: Path) -> None:
    commands = [
        (["replay", "--self", "--plies", "1", "--pgn", "aux.pgn"], ""),
        (["match", "modern", "modern", "--jobs", "62"], ""),
        (["analyse", "aux.pgn"], ""),
    ]
    ended = run_like_windows(RUNNING, json.dumps(commands), cwd=tmp_path)
    assert ended.stderr.splitlines() == [
        "gosub: aux.pgn cannot be written: aux is the name of a device of Windows",
        "gosub: Invalid value for --jobs: 62 is out of range; expected 1 to 61",
        "gosub: Invalid value for GAME.pgn: 'aux.pgn' cannot be read: aux is the name of a device of Windows",
    ]
    assert ended.stdout == "== replay 1\n== match 2\n== analyse 2\n"


def test_elsewhere_every_name_is_one(tmp_path: Path) -> None:
    assert [refused_name(tmp_path / name) for name in REFUSED_NAMES] == [""] * len(REFUSED_NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("code_page", ["cp1252", "cp437"])
def test_what_a_code_page_lacks_is_escaped_or_has_another_form(code_page: str, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text('[White "Zoë 象"]\n\n1. e4 *\n', encoding="utf-8")
    commands = [
        (["analyse", "game.pgn", "--depth", "1"], ""),
        (["play", "--white", "human", "--black", "human"], "e4\nboard\nhelp\nquit\n"),
        (["players"], ""),
    ]
    code = f"import sys; sys.stdout.reconfigure(encoding={code_page!r}, errors='strict')\n{RUNNING}"
    command = [sys.executable, "-P", "-c", code, json.dumps(commands)]
    ended = subprocess.run(command, capture_output=True, cwd=tmp_path, env=like_windows(), check=False, timeout=120)
    printed = ended.stdout.decode(code_page)
    assert [line for line in printed.splitlines() if line.startswith("== ")] == [
        "== analyse 0",
        "== play 0",
        "== players 0",
    ]
    assert "Zoë \\u8c61" in printed
    assert ended.stderr == b""


def test_pictures_of_pieces_are_letters_where_the_code_page_has_none() -> None:
    assert [can_show("♟→▀", name) for name in ("utf-8", "cp1252", "cp437", None, "no such")] == [True, *[False] * 4]
    assert can_show("▀", "cp437")


def terminal(*words: str, cwd: Path) -> Any:
    """Returns a command that runs in a terminal whose keys come through msvcrt."""
    variables = like_windows(TERM="xterm")
    more = {"dimensions": (40, 100), "timeout": 60}
    return spawn(GOSUB, [*words], cwd=str(cwd), env=variables, **more)


def test_single_keys_of_a_console_step_through_a_thought(tmp_path: Path) -> None:
    child = terminal("run", "--step", cwd=tmp_path)
    child.expect("White's turn")
    child.send("\0B")  # F8, as msvcrt gives it
    child.expect("BOARD: Puts")
    child.send("\xe0")  # a letter too, which is no key here
    time.sleep(0.1)
    child.send("q")
    assert exit_code(child) == 0


def test_ctrl_c_that_msvcrt_gives_as_a_key_ends_the_command(tmp_path: Path) -> None:
    child = terminal("run", "--step", cwd=tmp_path)
    child.expect("White's turn")
    child.send("\0B")
    child.expect("BOARD: Puts")
    child.send("\x03")
    child.expect("interrupted")
    assert exit_code(child) == 130


def test_a_file_on_standard_output_is_utf_8_and_a_table_has_what_the_code_page_has(tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text('[White "Łódź ♔"]\n\n1. e4 *\n', encoding="utf-8")
    variables = {**os.environ, "PYTHONIOENCODING": "cp1252:surrogateescape"}

    def printed(*words: str) -> bytes:
        return subprocess.run([GOSUB, *words], capture_output=True, cwd=tmp_path, env=variables, check=True).stdout

    page = printed("page", "game.pgn", "--html", "-", "--analyse", "0")
    assert "Łódź ♔" in page.decode("utf-8")
    assert b"\r" not in page
    assert b"\\u0141" in printed("analyse", "game.pgn", "--depth", "1")


def test_a_folder_without_permission_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("modern.system.msvcrt", object())
    monkeypatch.setattr("modern.system.os.open", refuse)
    assert os.access(tmp_path, os.W_OK)
    with pytest.raises(OSError, match=r"cannot be written: no permission in its folder"):
        check_writable(tmp_path / "game.pgn")
    assert list(tmp_path.iterdir()) == []


def test_nul_is_not_taken_for_a_pipe_that_has_no_number_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    without_number = os.stat_result((0o020666, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    target = tmp_path / "target"
    target.touch()
    with monkeypatch.context() as patched:
        patched.setattr("modern.output_files.os.fstat", lambda descriptor: without_number)
        patched.setattr("modern.output_files._status", lambda path: without_number)
        write_atomically(target, "picture")
    assert target.read_text(encoding="utf-8") == "picture"
    assert capsysbinary.readouterr().out == b""


class Nul(io.TextIOWrapper):
    """Standard input from the device NUL, which calls itself a terminal."""

    def isatty(self) -> bool:
        """Returns True."""
        return True


def test_nul_as_standard_input_is_at_its_end_and_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Nul(io.BytesIO()))
    monkeypatch.setattr("historic.machine.system.msvcrt", SimpleNamespace(get_osfhandle=int))
    monkeypatch.setattr("sys.unraisablehook", sys.unraisablehook)
    seen: list[object] = []
    with pytest.raises(SystemExit), ctrl_c_raises():
        run_and_exit("gosub", lambda: seen.extend((sys.stdin.isatty(), sys.stdin.read())))
    assert seen == [False, ""]


def test_a_reader_of_the_output_that_has_gone_ends_a_command_without_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write_to_nobody() -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr("sys.unraisablehook", sys.unraisablehook)
    for windows in (True, False):
        monkeypatch.setattr("historic.machine.process.msvcrt", SimpleNamespace() if windows else None)
        with pytest.raises(SystemExit) as ended, ctrl_c_raises():
            run_and_exit("gosub", write_to_nobody)
        assert ended.value.code == 1
        assert (capsys.readouterr().err == "") == windows


def test_ctrl_c_is_not_given_to_a_process_that_is_just_being_started(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[bool] = []
    kernel32 = SimpleNamespace(SetConsoleCtrlHandler=lambda handler, ignores: ignored.append(ignores))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with interrupt_blocked():
        assert ignored == [True]
    assert ignored == [True, False]


@pytest.mark.parametrize("legacy", [False, True])
def test_a_console_has_colours_without_the_variable_term(legacy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    out = Console(
        file=screen, force_terminal=True, legacy_windows=legacy, color_system="windows" if legacy else "truecolor"
    )
    assert board_style(out, diagram=False, ascii_pieces=False) == BoardStyle(symbols=False, colours=None)
    monkeypatch.setattr("modern.cli.play.board.msvcrt", object())
    style = board_style(out, diagram=False, ascii_pieces=False)
    assert style == BoardStyle(symbols=not legacy, colours=SIXTEEN_COLOURS if legacy else WOOD)
