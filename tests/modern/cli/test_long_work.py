"""Long work of every command: what Ctrl-C, lost processes, damage and full disks leave, and what resumes it."""

from __future__ import annotations

import errno
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import pytest
from commands import run_here, started
from report_text import REPORT, needs_report
from scenarios import running_processes
from signal_actions import ctrl_c_raises
from sparring import outside

from modern.jobs import loop
from modern.jobs.workers import InProcessExecutor
from modern.proof.record import Ending

GAMES: Final = "1. e4 e5 2. Nf3 Nc6 *\n\n" * 4
SUITE: Final = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n" * 4
#: Games that end by adjudication after a few moves.
SHORT_GAMES: Final = "modern modern[UCI_Elo=1500,Seed=1] --nodes 20 --draw 8 2 100000 --games 4"
#: The commands with long work. FILE is what one writes, and JOURNAL what resumes it; then it has ITEMS items.
COMMANDS: Final = {
    "agree": "agree --positions 200 --kind attacks --jobs 1 --resume JOURNAL --json FILE",
    "match": f"match {SHORT_GAMES} --resume JOURNAL --json FILE",
    "tournament": f"tournament {SHORT_GAMES} --resume JOURNAL --json FILE",
    "mutate": "readings --mutate --sample 4 --resume JOURNAL --json FILE",
    "readings": "readings REPORT --plies 1 --json FILE",
    "prove": "prove REPORT --plies 1 --random 1 --jobs 1 --html FILE",
    "plant": "prove REPORT --plies 1 --plant 2 --jobs 1 --resume JOURNAL",
    "tactics": "bench tactics --suite SUITE --depth 1 --json FILE",
    "analyse": "analyse GAMES --depth 1 --json FILE",
    "page": "page GAMES --analyse 0 --html FILE",
}
ITEMS: Final = 4
#: A function that makes something end the work.
EndsEarly = Callable[[Callable[[], None]], None]
#: How many items are done before something ends the work.
DONE: Final = 2
#: What FILE has before; the commands that write what is finished replace it.
PRECIOUS: Final = "precious"
WRITES_FINISHED: Final = ("analyse", "page")
#: Commands whose worker processes start outside programs. DEAF no longer reads, STUBBORN does not end when it should.
WITH_PROGRAMS: Final = {
    "match": "match DEAF STUBBORN --depth 1 --openings random:8 --games 100",
    "analyse": "analyse GAMES --depth 1 --player DEAF",
    "page": "page GAMES --analyse 60 --player DEAF",
}


def rows(word: str = "") -> list[Any]:
    """Returns the commands with a word in them. One that needs the report has its marks; a proof takes seconds."""
    found = []
    for name, words in COMMANDS.items():
        if word in words:
            marks = [needs_report] if "REPORT" in words else []
            found.append(pytest.param(name, marks=[*marks, *([pytest.mark.slow] if "prove" in words else [])]))
    return found


class Folder(NamedTuple):
    """A folder in which a command runs in this process, with its files."""

    path: Path

    @property
    def file(self) -> Path:
        return self.path / "file"

    @property
    def journal(self) -> Path:
        return self.path / "journal"

    def entries(self) -> int:
        """Returns the number of lines of the journal after its first."""
        return len(self.journal.read_bytes().splitlines()) - 1

    def run(self, name: str, file: str = "file") -> CompletedProcess[str]:
        """Runs a command, which writes `file`."""
        (self.path / "games.pgn").write_text(GAMES)
        (self.path / "suite.epd").write_text(SUITE)
        names = {"FILE": file, "JOURNAL": "journal", "GAMES": "games.pgn", "SUITE": "suite.epd", "REPORT": str(REPORT)}
        with ctrl_c_raises():
            return run_here(*(names.get(word, word) for word in COMMANDS[name].split()), cwd=self.path)

    def result(self, ended: CompletedProcess[str]) -> object:
        """Returns what a complete command has found: its file without the times, else what it has printed."""
        assert ended.returncode in (0, 1)
        return without_times(json.loads(self.file.read_text())) if self.file.exists() else ended.stdout


def without_times(value: Any) -> Any:
    """Returns the JSON of a result without its times."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if "second" not in name}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@cache
def complete(name: str) -> tuple[object, bytes]:
    """Returns the result of a command that nothing has disturbed, and its journal."""
    with TemporaryDirectory() as path:
        folder = Folder(Path(path))
        return folder.result(folder.run(name)), folder.journal.read_bytes()


@pytest.fixture(autouse=True)
def _in_this_process_and_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets even matches play in this process, a campaign write each chunk at once, and changed games end at once."""
    monkeypatch.setattr("modern.proof.verdicts.ending_of", lambda change, start: Ending(None))
    monkeypatch.setattr("modern.proof.record.trial_ending", lambda plies, trial: Ending(None))
    monkeypatch.setattr("modern.match.tournament.ProcessPool.submit", InProcessExecutor.submit)
    monkeypatch.setattr("modern.agreement.campaign.WRITE_INTERVAL", 0.0)


@pytest.fixture
def ends_early(monkeypatch: pytest.MonkeyPatch) -> EndsEarly:
    """Returns a function that makes something end each work that has more than DONE items."""

    def begin(end: Callable[[], None]) -> None:
        def run_tasks(*given: Any, **options: Any) -> Iterator[Any]:
            for number, done in enumerate(loop.run_tasks(*given, **options)):
                if number == DONE:
                    end()
                yield done

        monkeypatch.setattr("modern.jobs.work.run_tasks", run_tasks)

    return begin


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def lose_a_process() -> None:
    raise BrokenExecutor


@pytest.mark.parametrize(
    ("end", "code", "said"),
    [
        pytest.param(press_ctrl_c, 130, "interrupted", id="Ctrl-C"),
        pytest.param(lose_a_process, 1, "gosub: a worker process has ended unexpectedly", id="lost"),
    ],
)
@pytest.mark.parametrize("name", rows())
def test_work_that_ends_early_says_why_in_one_line_and_replaces_no_file(
    name: str,
    end: Callable[[], None],
    code: int,
    said: str,
    tmp_path: Path,
    ends_early: EndsEarly,
) -> None:
    folder = Folder(tmp_path)
    if name not in WRITES_FINISHED:
        folder.file.write_text(PRECIOUS)
    ends_early(end)
    ended = folder.run(name)
    assert ended.returncode == code
    assert [line[: len(said)] for line in (ended.stdout + ended.stderr).splitlines()].count(said) == 1
    last = next(text for text in (ended.stderr, ended.stdout) if said in text).splitlines()[-1]
    assert last.startswith(said)
    assert ("resumes from journal" in last or "; to resume: " in last) == ("JOURNAL" in COMMANDS[name])
    assert ended.stdout.replace(last, "").strip()  # what was found so far
    if name == "analyse":
        games = json.loads(folder.file.read_text())
        assert (games["complete"], [game["game"] for game in games["games"]][:DONE]) == (False, [1, 2])
    elif name == "page":
        assert {path.name for path in folder.file.iterdir()} == {"game-00001.html", "game-00002.html", "index.html"}
    else:
        assert folder.file.read_text() == PRECIOUS


@pytest.mark.parametrize("name", rows("JOURNAL"))
def test_work_that_ctrl_c_ended_is_resumed_with_the_same_result(
    name: str, tmp_path: Path, ends_early: EndsEarly
) -> None:
    folder, expected = Folder(tmp_path), complete(name)[0]
    ends_early(press_ctrl_c)
    assert folder.run(name).returncode == 130
    assert folder.entries() == DONE
    ends_early(lambda: None)
    for _ in range(2):  # the second time nothing is left
        assert folder.result(folder.run(name)) == expected
        assert folder.entries() == ITEMS


@pytest.mark.parametrize("name", rows("JOURNAL"))
def test_a_damaged_line_of_a_journal_is_named_and_its_work_is_done_again(name: str, tmp_path: Path) -> None:
    folder, (expected, journal) = Folder(tmp_path), complete(name)
    first, second, *others = journal.splitlines(keepends=True)
    folder.journal.write_bytes(b"".join([first, second.replace(b":", b";", 1), *others]))
    ended = folder.run(name)
    assert ended.stderr.startswith("journal: line 2 does not count: its checksum is wrong")
    assert folder.result(ended) == expected
    assert folder.entries() == ITEMS + 1


@pytest.mark.parametrize("name", rows("JOURNAL"))
def test_a_journal_on_a_full_disk_ends_the_work_in_one_line_and_is_resumed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, lines = Folder(tmp_path), iter(range(1 + DONE))

    def sync(file: int) -> None:
        if next(lines, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    expected = complete(name)[0]
    with monkeypatch.context() as full:
        full.setattr("modern.jobs.journal.os.fsync", sync)
        ended = folder.run(name)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("gosub: journal cannot be written: No space left on device")
    assert folder.result(folder.run(name)) == expected


@pytest.mark.posix
@pytest.mark.parametrize("name", rows("--json"))
def test_a_result_that_does_not_fit_on_the_disk_is_printed_and_named(name: str, tmp_path: Path) -> None:
    ended = Folder(tmp_path).run(name, "/dev/full")
    assert (ended.returncode, len(ended.stdout.splitlines()) > 1) == (1, True)
    assert ended.stderr.splitlines()[-1] == "gosub: /dev/full cannot be written: No space left on device"


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
        assert [line for line in errors.splitlines() if not line.startswith(("interrupted", "This takes about"))] == []
    if number == signal.SIGINT:
        assert (running.returncode, (errors or out).splitlines()[-1][:11]) == (130, "interrupted")
