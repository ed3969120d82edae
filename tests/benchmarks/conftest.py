from __future__ import annotations

import sys

import pytest


@pytest.fixture(autouse=True)
def command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the scripts a short command line: they store it in what they write, and pytest's own can be too long."""
    monkeypatch.setattr(sys, "argv", ["script.py"])
