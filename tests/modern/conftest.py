"""Fixtures for tests of the engine, its players and their matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from modern.engine.network import weights_file
from modern.engine.network.weights_file import installed_weights
from modern.jobs.workers import InProcessExecutor


@pytest.fixture
def missing_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets the file of the network's weights be missing, and forgets the weights that have been read."""
    installed_weights.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(weights_file, "FILE_NAME", "no-such-file.bin")
        yield
    installed_weights.cache_clear()


class PoolHere(InProcessExecutor):
    """Stands for a pool of worker processes, and plays the games in this one."""

    def __init__(self, jobs: int, on_exit: Callable[[], None] | None = None) -> None:
        """Has no process to start."""

    def stop(self) -> None:
        """Has no process to end."""


@pytest.fixture
def games_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `gosub match` and `gosub tournament` play in this process: a worker takes longer to start than a game."""
    monkeypatch.setattr("modern.match.tournament.ProcessPool", PoolHere)
