"""Fixtures that run `gosub` as a user does."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest
from scenarios import Gosub


@pytest.fixture(autouse=True)
def _terminal_size_from_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the variables that would override the size of the terminal."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)


@pytest.fixture(scope="session")
def gosub_path() -> str:
    """Returns the path of the installed console command."""
    return str(Path(sysconfig.get_path("scripts")) / "gosub")


@pytest.fixture(scope="session")
def gosub(gosub_path: str) -> Gosub:
    """Returns a function that runs `gosub` with arguments and standard input: `gosub("think", "--fen", fen)`."""

    def run(*words: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [gosub_path, *words], input=given, capture_output=True, text=True, timeout=120, cwd=cwd, check=False
        )

    return run
