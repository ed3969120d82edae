"""Signals that end a command: where they raise their exception, and where they wait."""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path

import pytest

from historic.machine.signals import signals_handled, terminate

#: A module that gets SIGTERM while it loads, and takes an error for a library that is missing.
MODULE = """\
import signal
try:
    signal.raise_signal(signal.SIGTERM)
except BaseException:
    raise ImportError("no library") from None
"""


@pytest.mark.posix
def test_a_signal_waits_until_the_modules_that_are_being_imported_are_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner_module.py").write_text(MODULE)
    (tmp_path / "outer_module.py").write_text("import inner_module\ncomplete = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def import_and_wait() -> None:
        importlib.import_module("outer_module")
        time.sleep(30)

    try:
        with signals_handled(terminate, "SIGTERM"), pytest.raises(SystemExit) as ended:
            import_and_wait()
        assert ended.value.code == 143
        assert sys.modules["outer_module"].complete
    finally:
        for name in ("outer_module", "inner_module"):
            sys.modules.pop(name, None)
