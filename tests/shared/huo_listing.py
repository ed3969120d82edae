"""Huo Chess's QBasic edition, which is not part of this repository: the variable GOSUB_HUOC names the file HUOC.bas."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: The file HUOC.bas, or None.
HUOC = Path(os.environ["GOSUB_HUOC"]).absolute() if os.environ.get("GOSUB_HUOC") else None

needs_huoc = pytest.mark.skipif(HUOC is None, reason="GOSUB_HUOC does not name the file HUOC.bas of Huo Chess 0.9")


def huoc_path() -> Path:
    """Returns the file HUOC.bas, for a test that has the mark `needs_huoc`."""
    assert HUOC is not None
    return HUOC
