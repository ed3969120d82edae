"""Workers, and Ctrl-C while they start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from signal_actions import ctrl_c_raises

from modern.jobs.workers import ProcessPool, starting_worker


@pytest.mark.posix
def test_ctrl_c_waits_until_a_worker_has_started_even_if_another_thread_receives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    starting = threading.Event()
    submit = ProcessPoolExecutor.submit
    submitted: list[Future[int]] = []

    def receive_ctrl_c() -> None:
        starting.wait(10)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def interrupted_submit(executor: ProcessPoolExecutor, *task: Any) -> Future[int]:
        starting.set()
        receiver.join()
        submitted.append(submit(executor, *task))  # starts the worker
        return submitted[-1]

    pool = ProcessPool(1)
    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted_submit)
    receiver = threading.Thread(target=receive_ctrl_c)
    receiver.start()
    with ctrl_c_raises(), pytest.raises(KeyboardInterrupt):
        pool.submit(os.getpid)
    (started,) = submitted
    assert started.result(60) != os.getpid()
    pool.shutdown()


def test_a_worker_imports_nothing_from_the_working_folder_and_starts_programs_as_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    (tmp_path / "pickle.py").write_text("open('imported', 'w')\nfrom _pickle import *\n")
    pool = ProcessPool(1)
    assert pool.submit(os.getenv, "PYTHONSAFEPATH").result(60) is None
    pool.shutdown()
    assert not (tmp_path / "imported").exists()
    assert "PYTHONSAFEPATH" not in os.environ


@pytest.mark.posix
def test_a_process_that_is_started_as_a_worker_hears_nothing_of_the_terminal_and_its_parent_does_again() -> None:
    def blocked() -> set[int]:
        return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    before, terminal = blocked(), {signal.SIGINT, signal.SIGQUIT, signal.SIGHUP}
    with starting_worker():
        assert blocked() == before | terminal
    assert blocked() == before
    assert not before & terminal


def test_a_worker_keeps_the_safe_path_that_the_user_has_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    pool = ProcessPool(1)
    assert pool.submit(os.getenv, "PYTHONSAFEPATH").result(60) == "1"
    pool.shutdown()
    assert os.environ["PYTHONSAFEPATH"] == "1"


#: Starts a worker, says so, and waits to be killed.
PARENT = """
import os, time
from modern.jobs.workers import ProcessPool, starting_worker
if __name__ == "__main__":
    ProcessPool(1).submit(os.getpid).result()
    print("started", flush=True)
    time.sleep(600)
"""


@pytest.mark.posix
def test_a_worker_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert parent.stdout
    assert parent.stdout.readline() == b"started\n"
    parent.kill()
    parent.communicate(timeout=60)  # until the worker ends, it has the other end of the pipe
