"""Long work of every command: what Ctrl-C, lost processes, damage and full disks leave."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from commands import started
from scenarios import running_processes
from sparring import outside

GAMES: Final = "1. e4 e5 2. Nf3 Nc6 *\n\n" * 4
#: Commands whose worker processes start outside programs. DEAF no longer reads, STUBBORN does not end when it should.
WITH_PROGRAMS: Final = {
    "match": "match DEAF STUBBORN --depth 1 --openings random:8 --games 100",
    "analyse": "analyse GAMES --depth 1 --player DEAF",
    "page": "page GAMES --analyse 60 --player DEAF",
}


def running_with(word: str) -> list[int]:
    """Returns the running processes with a word in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            state = (path.parent / "stat").read_text().rpartition(")")[2].split()[0]
            if word in path.read_text() and state not in "ZX":
                found.append(int(path.parent.name))
    return found


def wait_until(condition: Callable[[], bool]) -> bool:
    for _ in range(3000):
        if condition():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.posix
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to find processes in")
@pytest.mark.parametrize(
    ("command", "how", "jobs"),
    [
        ("match", "SIGKILL", 2),
        ("match", "SIGTERM", 1),
        ("match", "SIGINT", 2),
        ("analyse", "SIGINT", 2),
        ("analyse", "SIGTERM", 1),
        ("page", "SIGINT", 2),
        ("page", "SIGKILL", 2),
    ],
)
def test_no_process_and_no_program_is_left_behind(
    command: str, how: str, jobs: int, gosub_path: str, tmp_path: Path
) -> None:
    """Not even a program that no longer reads, or one that does not end at the end of its input."""
    number = signal.Signals[how]
    deaf, stubborn, games = tmp_path / "deaf", tmp_path / "stubborn", tmp_path / "games.pgn"
    games.write_text(GAMES)
    names = {
        "DEAF": f"uci:{outside('sleeps', deaf)}",
        "STUBBORN": f"uci:{outside('stubborn', stubborn)}",
        "GAMES": str(games),
    }
    words = [names.get(word, word) for word in WITH_PROGRAMS[command].split()]
    running = started(gosub_path, *words, "--jobs", str(jobs))
    is_thinking = wait_until(lambda: deaf.exists() and deaf.read_text().count("go ") >= 3 * jobs)
    programs = running_with(str(tmp_path))
    group = running_processes(running.pid)
    running.send_signal(number)
    out, errors = running.communicate(timeout=60)
    all_ended = wait_until(
        lambda: not running_processes(running.pid) and not running_with(str(deaf)) + running_with(str(stubborn))
    )
    for pid in running_with(str(deaf)) + running_with(str(stubborn)):
        os.kill(pid, signal.SIGKILL)
    assert is_thinking
    assert len(programs) >= jobs
    assert len(group) >= jobs
    assert all_ended
    if number != signal.SIGKILL:  # after SIGKILL, Python's own resource tracker prints a warning
        assert [line for line in errors.splitlines() if not line.startswith("interrupted")] == []
    if number == signal.SIGINT:
        assert (running.returncode, (errors or out).splitlines()[-1][:11]) == (130, "interrupted")
