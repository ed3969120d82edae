from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

#: benchmarks/mutation.py limits what a test may use, with a module that Windows lacks.
collect_ignore = [] if find_spec("resource") else ["test_mutation.py"]


@pytest.fixture(autouse=True)
def command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the scripts a short command line: they store it in what they write, and pytest's own can be too long."""
    monkeypatch.setattr(sys, "argv", ["script.py"])
