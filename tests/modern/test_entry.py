"""The entry point: `gosub` and `python -m modern`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import started
from signal_actions import default_signals

MODERN = [sys.executable, "-P", "-m", "modern"]


def test_the_package_is_the_command() -> None:
    result = subprocess.run([*MODERN, "repaly"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "gosub: no such command 'repaly'; did you mean replay?\n")


#: Stands for a module while it is being imported: Ctrl-C is typed, and a lost exception would let the import go on.
INTERRUPTED_IMPORT = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
    for number in range(10**9):
        pass
except BaseException:
    pass
"""


@pytest.mark.parametrize("module", ["click", "historic"])
def test_ctrl_c_during_the_imports_ends_the_command_quietly(module: str, tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text(INTERRUPTED_IMPORT)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from modern.__main__ import main; main()"
    result = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=default_signals,
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "gosub: interrupted\n")


def test_ctrl_c_after_the_imports_unwinds_the_command(tmp_path: Path) -> None:
    pipe = tmp_path / "states"
    os.mkfifo(pipe)
    process = started(*MODERN, "think", "--states", str(pipe))
    with pipe.open("wb"):  # returns when the command opens it too, and waits for a state
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.lstrip()) == (130, "gosub: interrupted\n")
