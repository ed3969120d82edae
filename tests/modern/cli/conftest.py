"""`gosub` as a user runs it."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest
from scenarios import Gosub


@pytest.fixture(autouse=True)
def _terminals_have_their_own_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where these are set, programs believe them, and not the terminal that they are in."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)


@pytest.fixture(scope="session")
def gosub_path() -> str:
    """The console command that the install has made."""
    return str(Path(sysconfig.get_path("scripts")) / "gosub")


@pytest.fixture(scope="session")
def gosub(gosub_path: str) -> Gosub:
    """Run `gosub` with some words, and what stands on its standard input: `gosub("think", "--fen", fen)`."""

    def run(*words: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [gosub_path, *words], input=given, capture_output=True, text=True, timeout=120, cwd=cwd, check=False
        )

    return run
