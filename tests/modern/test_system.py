"""Locks, ports, timers and processes, on the system that the tests run on."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from modern.jobs.workers import core_count
from modern.system import allow_open_files, begin_worker, called_every, hold_port, lock, locked, state_folder


def test_a_file_is_locked_until_the_block_ends_or_the_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("ab") as one, path.open("ab") as other:
        with locked(one):
            assert not lock(other)
        assert lock(other)
        assert not lock(one)
        other.close()
        assert lock(one)


def test_a_server_can_have_its_port_again_at_once_and_two_cannot_have_it() -> None:
    with socket.socket() as first:
        hold_port(first)
        first.bind(("127.0.0.1", 0))
        first.listen()
        address = first.getsockname()
        with socket.create_connection(address) as client:
            first.accept()[0].close()  # the end that closes first keeps the port busy for a minute
            assert client.recv(1) == b""
        with socket.socket() as second:
            hold_port(second)
            with pytest.raises(OSError, match="in use"):
                second.bind(address)
    with socket.socket() as third:
        hold_port(third)
        third.bind(address)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("named", "folder"), [(None, "home/.local/state"), ("state", "state"), ("./state", "home/.local/state")]
)
def test_games_are_kept_below_home_unless_a_variable_names_a_whole_path(
    named: str | None, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / named) if named == "state" else named or "")
    assert state_folder() == tmp_path / folder


@pytest.mark.parametrize(
    ("soft", "hard", "allowed"),
    [(256, 4096, 1000), (256, 1000, 1000), (256, 512, 512), (256, -1, 1000), (2000, 4096, 2000), (-1, -1, -1)],
)
def test_a_process_may_open_as_many_files_as_it_wants_up_to_the_hard_limit(
    soft: int, hard: int, allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {"files": (soft, hard)}
    system = SimpleNamespace(
        RLIMIT_NOFILE="files", RLIM_INFINITY=-1, getrlimit=limits.get, setrlimit=limits.__setitem__
    )
    monkeypatch.setattr("modern.system.resource", system)
    allow_open_files(1000)
    assert limits["files"] == (allowed, hard)


@pytest.mark.posix
@pytest.mark.parametrize(("set_to", "left"), [("gosub", ""), ("1", "1")])
def test_a_worker_starts_other_pythons_as_its_user_wants(
    set_to: str, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", set_to)
    begin_worker()
    assert os.environ.get("PYTHONSAFEPATH", "") == left


@pytest.mark.posix
def test_what_is_called_every_moment_is_not_called_after_the_block() -> None:
    before, calls = signal.getsignal(signal.SIGVTALRM), list[int]()
    with called_every(0.01, lambda: calls.append(1)):
        while len(calls) < 2:
            pass
    assert signal.getsignal(signal.SIGVTALRM) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


@pytest.mark.posix
@pytest.mark.parametrize("cores", [1, 61, 62, 100])
def test_there_can_be_a_process_for_each_core(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert core_count() == cores
    monkeypatch.setattr("modern.jobs.workers.MAX_PROCESSES", 61)  # on Windows
    assert core_count() == min(cores, 61)
