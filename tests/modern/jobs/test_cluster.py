"""A Dask cluster that is not as it should be: its right workers do all the work, and what is wrong or mute is named."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import GOSUB
from scenarios import wait_for_journal_lines

import historic
import modern
from modern.agreement.campaign import DECIDING_CODE
from modern.build import COMPILED, build_mode
from modern.jobs.cluster import ClusterExecutor, cluster_workers
from modern.jobs.code_digest import code_digest

#: How long anything in a cluster may take on a busy machine, in seconds.
PATIENCE = 120
#: More positions than are compared before a worker is killed: a compiled build compares 200 in a second.
POSITIONS = 4000 if build_mode() == COMPILED else 100
GAMES = ("modern", "modern[Nodes=30]", "--depth", "1", "--games", "2")
#: What makes a process one without this project, and what makes it a worker or a scheduler.
WITHOUT_PROJECT = """
import sys

class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name in ("historic", "modern"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NotInstalled())
"""
START_WORKER = "from distributed.cli.dask_worker import main; main()"
START_SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        self._start(WITHOUT_PROJECT + START_SCHEDULER, "--port", "0", "--dashboard-address", ":0")
        self.address: str = json.loads(_when_there(self.file))["address"]

    def _start(self, program: str, *options: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", program, "--scheduler-file", str(self.file), "--no-dashboard", *options]
        environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.processes.append(subprocess.Popen(words, cwd=self.folder, env=environment, **quiet))  # type: ignore[call-overload]
        return self.processes[-1]

    def worker(self, program: str = START_WORKER, path: Path | None = None) -> subprocess.Popen[bytes]:
        """Starts a worker with one thread. With a path, it imports the project from there."""
        return self._start(program, "--nthreads", "1", "--no-nanny", path=path)

    def wait_for_workers(self, count: int) -> None:
        """Waits until so many workers have joined."""
        from distributed import Client

        with Client(self.address, timeout=PATIENCE) as client:
            client.wait_for_workers(count, timeout=PATIENCE)


def _when_there(path: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or not path.read_text(encoding="utf-8"):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return path.read_text(encoding="utf-8")


@contextmanager
def cluster_in(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        for process in cluster.processes:
            process.kill()
            process.wait()


def other_code(folder: Path) -> Path:
    """Returns a folder with a copy of the project in which a class of difference has another name."""
    for package in (historic, modern):
        source = Path(str(package.__file__)).parent
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "static"))
    moves = folder / "modern" / "agreement" / "moves.py"
    renamed = moves.read_text().replace('"en-passant"', '"en-passing"')
    assert renamed != moves.read_text()
    moves.write_text(renamed)
    return folder


@pytest.mark.posix
@pytest.mark.slow
def test_the_right_workers_of_a_cluster_do_all_the_work_and_the_wrong_ones_are_named(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = [GOSUB, "agree", "--positions", str(POSITIONS), "--kind", "choices", "--json"]
    journal, expected, counted = (tmp_path / name for name in ("journal", "expected", "counted"))
    local = subprocess.Popen([*words, str(expected)], stdout=subprocess.DEVNULL)
    with cluster_in(tmp_path) as cluster:
        right = cluster.worker()
        cluster.worker(path=other_code(tmp_path / "other"))
        cluster.worker(WITHOUT_PROJECT + START_WORKER)
        cluster.wait_for_workers(3)
        with (tmp_path / "errors").open("w") as errors:
            running = subprocess.Popen(
                [*words, str(counted), "--dask", cluster.address, "--resume", str(journal)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

        def wait_until_it_says(what: str) -> None:
            deadline = time.monotonic() + PATIENCE
            while what not in (tmp_path / "errors").read_text():
                assert running.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.1)

        wait_until_it_says('Gosub Chess is not installed there; run pip install ".[cluster]" there')
        wait_until_it_says("its code is ")
        wait_for_journal_lines(running, journal, 3)
        right.send_signal(signal.SIGKILL)
        wait_until_it_says("has no worker for this; waiting for one")
        cluster.worker()
        out, _ = running.communicate(timeout=2 * PATIENCE)
        tournament = [GOSUB, "tournament", *GAMES, "--dask", cluster.address]
        played = subprocess.run(tournament, capture_output=True, text=True, timeout=2 * PATIENCE)
    assert running.returncode == 0
    assert local.wait() == 0
    assert counted.read_text() == expected.read_text()
    assert f" positions a second, {build_mode()}, {cluster.address})" in out.splitlines()[-1]
    said = (tmp_path / "errors").read_text().splitlines()
    lines = [line for line in said if not line.startswith("This takes about ")]
    assert len(lines) == 3
    assert sum(bool(re.match(r"the worker tcp://\S+ gets no work: ", line)) for line in lines) == 2
    chunks = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    assert sorted(chunk["chunk"] for chunk in chunks) == list(range(POSITIONS // 10))
    assert {chunk["code"] for chunk in chunks} == {code_digest(DECIDING_CODE)}
    assert played.returncode == 0, played.stderr
    assert "2 games played" in played.stdout


@pytest.mark.slow
def test_a_call_in_a_cluster_returns_raises_and_is_refused_as_in_a_process() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0") as cluster,
        cluster_workers(cluster.scheduler_address, ("modern.jobs",), pytest.fail) as (executor, _),
    ):
        squares: list[Future[int]] = [executor.submit(pow, number, 2) for number in range(300)]
        wrong = executor.submit(int, "x")
        assert [square.result(PATIENCE) for square in squares] == [number * number for number in range(300)]
        with pytest.raises(ValueError, match="invalid literal"):
            wrong.result(PATIENCE)
        local: Callable[[], None] = lambda: None  # noqa: E731
        with pytest.raises(Exception, match="pickle"):
            executor.submit(local)
        assert isinstance(executor, ClusterExecutor)
        assert len(executor.builds) == 1


@contextmanager
def silent_address() -> Iterator[str]:
    """Provides an address where connections are accepted and nothing is ever answered."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


def said_when_there(said: list[str], what: str) -> str:
    """Waits until a line with these words is said, and returns it."""
    deadline = time.monotonic() + PATIENCE
    while not any(what in line for line in said):
        assert time.monotonic() < deadline, said
        time.sleep(0.1)
    return next(line for line in said if what in line)


def interrupted(running: subprocess.Popen[str]) -> str:
    """Presses Ctrl-C, and returns what the command prints in the few seconds until it ends."""
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=20)
    assert running.returncode == 130
    return out.splitlines()[-1]


@pytest.mark.posix
@pytest.mark.slow
def test_an_address_that_accepts_and_never_answers_is_named_and_ctrl_c_ends_the_wait() -> None:
    pytest.importorskip("distributed")
    with silent_address() as address:
        words = [GOSUB, "agree", "--positions", "10", "--dask", address]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1
        assert done.stderr.startswith(f"gosub: no Dask cluster answers at {address} within 10 seconds; expected ")
        running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        time.sleep(4)
        assert interrupted(running) == "interrupted"


@pytest.mark.posix
@pytest.mark.slow
def test_a_stopped_worker_is_named_others_do_its_work_and_it_can_come_back(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    said: list[str] = []
    with cluster_in(tmp_path) as cluster:
        cluster.worker()
        stopped = cluster.worker()
        cluster.wait_for_workers(2)
        with cluster_workers(cluster.address, ("modern.jobs",), said.append) as (executor, _):
            naps = [executor.submit(time.sleep, 1) for _ in range(20)]
            naps[0].result(PATIENCE)
            stopped.send_signal(signal.SIGSTOP)
            for nap in naps:
                nap.result(PATIENCE)
            named = said_when_there(said, "others do its work")
            assert re.fullmatch(r"the worker tcp://\S+ has not answered for 10 seconds; others do its work", named)
            stopped.send_signal(signal.SIGCONT)
            said_when_there(said, f"{named.split()[2]} answers again")
            for nap in [executor.submit(time.sleep, 1) for _ in range(4)]:
                nap.result(PATIENCE)
    assert len(said) == 2


@pytest.mark.posix
@pytest.mark.slow
def test_a_stopped_scheduler_is_named_and_ctrl_c_ends_the_command(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    journal = tmp_path / "journal"
    with cluster_in(tmp_path) as cluster:
        scheduler, _ = cluster.processes[0], cluster.worker()
        words = [GOSUB, "agree", "--positions", "1000000", "--dask", cluster.address, "--resume", str(journal)]
        with (tmp_path / "errors").open("w") as errors:
            running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True)
        wait_for_journal_lines(running, journal, 2)
        scheduler.send_signal(signal.SIGSTOP)
        deadline = time.monotonic() + PATIENCE
        while " has not answered for 10 seconds; waiting for it" not in (tmp_path / "errors").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.1)
        scheduler.send_signal(signal.SIGCONT)
        wait_for_journal_lines(running, journal, len(journal.read_bytes().splitlines()) + 1)
        scheduler.send_signal(signal.SIGSTOP)
        time.sleep(1)
        assert interrupted(running) == f"interrupted: the same command resumes from {journal}"
    assert [line.rpartition(f"{cluster.address} ")[2] for line in (tmp_path / "errors").read_text().splitlines()] == [
        "has not answered for 10 seconds; waiting for it",
        "answers again",
    ]
