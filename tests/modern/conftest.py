"""Fixtures for tests of the engine and its players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from modern.engine.network import weights_file
from modern.engine.network.weights_file import installed_weights


@pytest.fixture
def missing_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets the file of the network's weights be missing, and forgets the weights that have been read."""
    installed_weights.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(weights_file, "FILE_NAME", "no-such-file.bin")
        yield
    installed_weights.cache_clear()
