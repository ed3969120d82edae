"""Fixtures that run `gosub` as a user does."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import GOSUB, run_here, run_installed
from scenarios import Gosub
from terminals import spawn


@pytest.fixture(autouse=True)
def _terminal_size_from_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the variables that would override the size of the terminal."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)


@pytest.fixture(autouse=True)
def _own_folder_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives each test a folder of saved games of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def dumb_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the terminal one without colours and without cursor movements."""
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture(scope="session")
def gosub_path() -> str:
    """Returns the path of the installed console command, for tests of what only a process has: signals, a terminal."""
    return GOSUB


@pytest.fixture(scope="session")
def gosub() -> Gosub:
    """Returns a function that runs `gosub` in this process: `gosub("think", "--fen", fen)`."""
    return run_here


@pytest.fixture(scope="session")
def installed_gosub() -> Gosub:
    """Returns a function that runs the installed command in the same way."""
    return run_installed


@pytest.fixture
def sit_down(gosub_path: str, tmp_path: Path) -> Callable[..., Any]:
    """Returns a function that starts `gosub play` with arguments, in a terminal."""

    def begin(*words: str, **settings: str) -> Any:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **settings}
        return spawn(gosub_path, ["play", *words], dimensions=(50, 110), cwd=str(tmp_path), env=environment)

    return begin
