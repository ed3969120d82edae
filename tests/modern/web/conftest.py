"""A server of games that the tests of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from served_games import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with one process that thinks."""
    with served(tmp_path_factory.mktemp("served") / "games.sqlite") as running:
        yield running
