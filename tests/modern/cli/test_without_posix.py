"""The commands on a system like Windows: POSIX's modules, functions and signals are gone, and there is `msvcrt`.

`tests/shared/like_windows` hides and adds what differs, in child processes too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest
from commands import GOSUB
from terminals import exit_code, spawn

from historic.machine.system import can_show
from modern.system import refused_name

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
from modern.jobs.journal import Journal
class Held(Journal):
    command, task, entry_content = "gosub hold", "test", "nothing"
    def load_entry(self, entry): pass
with Held(Path("held.jsonl"), {}) as journal:
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


def test_games_are_kept_in_the_user_s_folder_of_windows(tmp_path: Path) -> None:
    code = "from modern.game.games_folder import games_folder; print(games_folder())"
    variables = {name: value for name, value in like_windows().items() if name != "XDG_STATE_HOME"}
    command = [sys.executable, "-P", "-c", code]
    for more, folder in (({"LOCALAPPDATA": "/app/data"}, "/app/data"), ({"XDG_STATE_HOME": "/x"}, "/x")):
        printed = subprocess.check_output(command, encoding="utf-8", env={**variables, **more}, cwd=tmp_path)
        assert printed == f"{folder}/gosub-chess\n"


#: Names that Windows does not give to files, and one word of the reason.
REFUSED_NAMES: Final = {
    "con": "device",
    "NUL.pgn": "device",
    "com1.tar.gz": "device",
    "me:you.pgn": "':'",
    "what?.pgn": "'?'",
    "game.": "full stop",
    "folder /game.pgn": "space",
}
NAMES = """
import sys
from pathlib import Path
from modern.system import refused_name
for name in sys.argv[1:]:
    print(refused_name(Path(name)))
"""


def test_names_that_windows_forbids_are_refused_there_in_one_line(tmp_path: Path) -> None:
    named = run_like_windows(NAMES, *REFUSED_NAMES, cwd=tmp_path).stdout.splitlines()
    assert [word for word, reason in zip(REFUSED_NAMES.values(), named, strict=True) if word not in reason] == []
    allowed = ("nul", "C:\\games\\console.pgn", "../x.pgn", "a.b.c", "COM10", "Zoë.pgn")
    assert run_like_windows(NAMES, *allowed, cwd=tmp_path).stdout == "\n" * len(allowed)
    words = ["replay", "--self", "--plies", "1", "--pgn", "aux.pgn"]
    ended = run_like_windows(RUNNING, json.dumps([(words, "")]), cwd=tmp_path)
    assert ended.stderr == "gosub: aux.pgn cannot be written: aux is the name of a device of Windows\n"
    assert ended.stdout == "== replay 1\n"


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
