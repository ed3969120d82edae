"""A full disk, closed streams, strange terminals and locales, no home, and a clock that jumps."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from commands import GOSUB, run_installed

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from served_games import served
from server_process import ServerProcess

pytestmark = pytest.mark.slow

RecordTried = Callable[[str, Mapping[str, int]], None]
GAME: Final = '[White "Łódź ♟"]\n[Black "Дмитрий"]\n\n1. e4 {naïve ♞} e5 2. Nf3 Nc6 *\n'
#: Commands, and the exit code that each has in ordinary surroundings without input.
COMMANDS: Final = {
    "players": 0,
    "think": 0,
    "replay --self --plies 2 --board": 0,
    "analyse GAME.pgn --depth 1": 0,
    "picture GAME.pgn:2": 0,
    "play --from GAME.pgn --white human --black human": 0,
    "run --pause 0": 0,
    "agree --positions 50 --kind moves --jobs 1": 0,
    "match modern modern --depth 1 --games 2 --draw 1 1 99999": 0,
    "uci": 0,
    "match modern né": 2,
    "perft 1 --fen ♟": 2,
    "book list none\udcff.bin": 2,
    "analyse GAME\udcff.pgn --depth 1": 0,
    "book import BOOK\udcff.bin GAME\udcff.pgn": 0,
}
#: What surrounds a command: changes of the environment, None for a variable that is missing.
SURROUNDINGS: Final[Mapping[str, Mapping[str, str | None]]] = {
    "a dumb terminal": {"TERM": "dumb"},
    "no terminal": {"TERM": None},
    "a terminal of one column": {"COLUMNS": "1", "LINES": "1"},
    "a terminal of nonsense": {"TERM": "nonsense", "COLUMNS": "-3", "LINES": "x"},
    "ASCII": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "Latin-1": {"PYTHONIOENCODING": "latin-1"},
    "UTF-8": {"PYTHONIOENCODING": "utf-8:strict"},
    "German": {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"},
    "no home": {"HOME": None, "XDG_STATE_HOME": None},
}
#: Closed standard streams, each with its redirection in a shell; and a directory as standard input.
NO_OUTPUT: Final = ">&-"
DIRECTORY: Final = "< / 2>&1"
CLOSED: Final = ("<&-", NO_OUTPUT, "2>&-", "<&- 2>&-", DIRECTORY)
#: How often each command gets little memory.
LITTLE_MEMORY: Final = 10
#: Makes the clock of the wall jump whenever it is read. Python runs this file before everything else.
JUMPING_CLOCK: Final = """\
import random, time
jumps = random.Random({seed!r})
time.time = lambda: jumps.uniform(-1e9, 4e9)
time.time_ns = lambda: int(time.time() * 1e9)
"""


def run_in(
    folder: Path, words: str, environment: Mapping[str, str | None], how: str = "", shell: str = ""
) -> tuple[int, str]:
    """Runs a command in surroundings, and returns its exit code and its output, after checking that it has no fault."""
    surrounding = {**os.environ, **environment}
    shell = shell or (f'exec "$@" {how}' if how else "")
    through_shell = ["bash", "-c", shell, "bash"] if shell else []
    variables = {name: value for name, value in surrounding.items() if value is not None}
    command = [*through_shell, GOSUB, *words.split()]
    ended = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    out, errors = ended.stdout.decode("utf-8", "replace"), ended.stderr.decode("utf-8", "replace")
    said = f"{words} {shell} {environment}: {errors or out[-500:]}"
    assert "Traceback" not in out + errors, said
    assert len(errors.splitlines()) == (1 if ended.returncode and "2>" not in how else 0), said
    return ended.returncode, out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game whose names are not ASCII."""
    for name in ("GAME.pgn", "GAME\udcff.pgn"):  # the second name is not UTF-8
        (tmp_path / name).write_text(GAME, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", SURROUNDINGS)
def test_a_command_runs_in_strange_surroundings(name: str, folder: Path, record_tried: RecordTried) -> None:
    state = {} if "HOME" in SURROUNDINGS[name] else {"XDG_STATE_HOME": str(folder)}
    for words, code in COMMANDS.items():
        environment = {"LANG": "C.UTF-8", **state, **SURROUNDINGS[name]}
        assert run_in(folder, words, environment)[0] == code, words
    record_tried("surroundings", {name: len(COMMANDS)})


@pytest.mark.parametrize("how", CLOSED)
def test_a_command_runs_with_closed_streams(how: str, folder: Path, record_tried: RecordTried) -> None:
    for words, code in COMMANDS.items():
        ended = run_in(folder, words, {"XDG_STATE_HOME": str(folder)}, how)[0]
        if how == NO_OUTPUT:
            code = 1
        assert ended == code or (how == DIRECTORY and ended == 1), words  # not every command reads its input
    record_tried("surroundings", {"closed streams": len(COMMANDS)})


def test_a_home_that_cannot_be_written_is_one_line(folder: Path) -> None:
    home = {"HOME": "/proc", "XDG_STATE_HOME": None}  # /proc refuses root too
    assert run_in(folder, "play --white human --black human", home)[0] == 1
    assert run_in(folder, "serve --port 0", home)[0] == 1
    assert run_in(folder, "think", home)[0] == 0


def test_a_clock_that_jumps_changes_no_game_and_no_time(folder: Path, seed: int) -> None:
    (folder / "sitecustomize.py").write_text(JUMPING_CLOCK.format(seed=seed))
    jumping = {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    check = subprocess.run(
        [sys.executable, "-c", "import time; print(time.time() != time.time())"],
        env={**os.environ, **jumping},
        capture_output=True,
        text=True,
        check=True,
    )
    if check.stdout != "True\n":
        pytest.skip("another sitecustomize comes first")
    words = "match modern modern --nodes 50 --games 4 --draw 12 2 99999 --pgn"
    assert run_in(folder, f"{words} jumped.pgn", jumping)[0] == run_in(folder, f"{words} steady.pgn", {})[0] == 0
    texts = [re.sub(r"\d+\.\d\ds|\[Date.*", "", (folder / f"{name}.pgn").read_text()) for name in ("jumped", "steady")]
    assert texts[0] == texts[1]
    code, out = run_in(folder, "match modern modern --tc 2+0.05 --games 2 --draw 4 2 99999", jumping)
    assert (code, "forfeit" in out) == (0, False)


@pytest.mark.posix
@pytest.mark.both_builds
@pytest.mark.parametrize(
    "words",
    [
        "match modern random --depth 1 --games 2 --jobs 2",
        "agree --positions 300 --kind moves --jobs 2",
        "tournament modern historic --games 2 --depth 1 --jobs 2",
    ],
)
def test_with_little_memory_a_command_ends_or_says_that_it_has_too_little(
    words: str, folder: Path, seed: int, scaled: Callable[[int], int], record_tried: RecordTried
) -> None:
    kilobytes, outcomes = random.Random(f"{seed} {words}"), Counter[str]()
    for _ in range(scaled(LITTLE_MEMORY)):
        limited = f'ulimit -v {kilobytes.randint(58_000, 120_000)}; exec "$@"'
        code, _ = run_in(folder, words, {}, shell=limited)
        assert code in (0, 1), limited
        outcomes["in little memory" if code == 0 else "refused for want of memory"] += 1
    record_tried("surroundings", outcomes)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with little room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=192k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system cannot be mounted here; the tests of the commands use `ulimit -f`")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Fills a disk, and returns the file that does."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    return ballast


def test_on_a_full_disk_a_journal_a_game_and_a_book_are_refused_in_one_line_and_kept(small_disk: Path) -> None:
    match = "match modern modern --depth 1 --games 8 --draw 12 2 99999 --jobs 1 --resume journal --pgn games.pgn"
    (small_disk / "GAME.pgn").write_text(GAME, encoding="utf-8")
    assert run_installed(*f"{match}".replace("--games 8", "--games 2").split(), cwd=small_disk).returncode == 0
    assert run_in(small_disk, "book import book.bin GAME.pgn", {})[0] == 0
    assert (
        run_installed(
            *["play", "--white", "human", "--black", "human", "--pgn", "saved.pgn"], given="e4\n", cwd=small_disk
        ).returncode
        == 0
    )
    kept = {name: (small_disk / name).read_bytes() for name in ("journal", "games.pgn", "book.bin", "saved.pgn")}
    ballast = fill(small_disk)
    for words in (match, "book import book.bin GAME.pgn", "analyse GAME.pgn --depth 1 --pgn games.pgn"):
        code, _ = run_in(small_disk, words, {})
        assert code == 1, words
    ended = run_installed("play", "--resume", "saved.pgn", given="e5\n", cwd=small_disk)
    assert "Traceback" not in ended.stdout + ended.stderr
    assert "No space left" in ended.stdout + ended.stderr
    for name, content in kept.items():
        now = (small_disk / name).read_bytes()
        assert now == content or (name in ("journal", "games.pgn") and now.startswith(content)), name
    ballast.unlink()
    assert run_in(small_disk, match, {})[0] == 0


def test_a_server_on_a_full_disk_refuses_moves_and_goes_on_when_there_is_room(small_disk: Path) -> None:
    with served(small_disk / "store") as server:
        game = server.create(white="human", black="human")
        server.move(game, "e4")
        ballast = fill(small_disk)
        answers = []
        for move in ("e5", "d5", "c5", "Nc6"):
            command = {"command": "move", "move": move, "ply": 1}
            answers.append(server.client.post(f"/games/{game}/commands", json=command))
            if answers[-1].status_code != 200:
                break
        ballast.unlink()
        made = len([answer for answer in answers if answer.json() == {"ok": True}])
        assert answers[-1].status_code == 507 or made
        assert server.state(game)["ply"] == 1 + made
        server.move(game, "Nf6" if not made else "Nf3")
    with served(small_disk / "store") as server:
        assert server.state(game)["ply"] == 2 + made


@pytest.fixture
def crowded_folder(tmp_path: Path) -> Path:
    """A folder with a file for each module of the standard library. Whichever is imported says so in `imported`."""
    folder = tmp_path / "download"
    folder.mkdir()
    for name in sys.stdlib_module_names - set(sys.builtin_module_names):
        (folder / f"{name}.py").write_text(
            f"open({str(tmp_path / 'imported')!r}, 'a').write(__name__ + '\\n')\nraise SystemExit(9)\n"
        )
    return folder


@pytest.mark.parametrize(
    "command",
    [
        "agree --positions 400 --jobs 2",
        "match modern modern --depth 1 --games 2 --jobs 2",
        "tournament modern historic --depth 1 --games 2 --jobs 2",
        "readings --mutate --sample 2 --jobs 2",
        "bench start",
    ],
)
def test_a_command_that_starts_processes_imports_nothing_from_the_working_folder(
    command: str, crowded_folder: Path
) -> None:
    done = run_installed(*command.split(), cwd=crowded_folder)
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert not (crowded_folder.parent / "imported").exists()


def test_a_server_imports_nothing_from_the_working_folder(
    crowded_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(crowded_folder)
    server = ServerProcess(tmp_path / "store")
    try:
        game = server.ask("/games", {"white": "modern", "black": "human", "seconds": 1})["id"]
        deadline = time.monotonic() + 60
        while not server.ask(f"/games/{game}")["ply"] and time.monotonic() < deadline:
            time.sleep(0.1)
        assert server.ask(f"/games/{game}")["ply"] == 1
    finally:
        server.process.terminate()
        server.process.communicate(timeout=30)
    assert not (tmp_path / "imported").exists()
