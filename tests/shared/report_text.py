"""The text of the report, which is not part of this repository: the variable GOSUB_REPORT names a file with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: The file with the report's text, or None.
REPORT = Path(os.environ["GOSUB_REPORT"]).absolute() if os.environ.get("GOSUB_REPORT") else None

needs_report = pytest.mark.skipif(REPORT is None, reason="GOSUB_REPORT names no file with the report's text")


def report_path() -> Path:
    """Returns the file with the report's text, for a test that has the mark `needs_report`."""
    assert REPORT is not None
    return REPORT
