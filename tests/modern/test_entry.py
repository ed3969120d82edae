"""The entry point: `gosub` and `python -m modern`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from commands import started
from refusals import refused
from signal_actions import default_signals

MODERN = [sys.executable, "-P", "-m", "modern"]


def test_the_package_is_the_command() -> None:
    result = subprocess.run([*MODERN, "repaly"], capture_output=True, text=True, check=False)
    refused(result, "'repaly' .. replay", 2)


#: Stands for a module while it is being imported: a signal comes, and a lost exception would let the import go on.
INTERRUPTED_IMPORT = """
import os, signal
try:
    os.kill(os.getpid(), signal.{name})
    for number in range(10**9):
        pass
except BaseException:
    pass
"""


@pytest.mark.posix
@pytest.mark.parametrize(
    ("module", "name", "said"),
    [
        ("click", "SIGINT", "gosub: interrupted\n"),
        ("historic", "SIGINT", "gosub: interrupted\n"),
        ("click", "SIGTERM", ""),
    ],
)
def test_a_signal_during_the_imports_ends_the_command_and_only_ctrl_c_says_so(
    module: str, name: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / f"{module}.py").write_text(INTERRUPTED_IMPORT.format(name=name))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from modern.__main__ import main; main()"
    result = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=default_signals,
    )
    assert (result.returncode, result.stdout, result.stderr) == (128 + getattr(signal, name), "", said)


@pytest.mark.posix
def test_ctrl_c_after_the_imports_unwinds_the_command(tmp_path: Path) -> None:
    pipe = tmp_path / "states"
    os.mkfifo(pipe)
    process = started(*MODERN, "think", "--states", str(pipe))
    with pipe.open("wb"):  # returns when the command opens it too, and waits for a state
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.lstrip()) == (130, "gosub: interrupted\n")


#: Commands during which Ctrl-C is typed where Python drops its exception, and where Python remembers it too long.
DROPPED_IN_A_CALLBACK = """
class Dies: pass
dies = Dies()
def callback(reference):
    os.kill(os.getpid(), signal.SIGINT)
    for number in range(10**6): pass
reference = weakref.ref(dies, callback)
del dies
time.sleep(60)
"""
RAISED_IN_A_TEXT = """
exec("os.kill(os.getpid(), signal.SIGINT); time.sleep(60)", globals())
"""


@pytest.mark.posix
@pytest.mark.parametrize("body", [DROPPED_IN_A_CALLBACK, RAISED_IN_A_TEXT], ids=["callback", "text"])
def test_ctrl_c_is_neither_lost_in_a_callback_nor_kills_the_process_afterwards(body: str, tmp_path: Path) -> None:
    (tmp_path / "typed.py").write_text(
        "import click, os, signal, time, weakref\n"
        "from modern.cli.shell import run_and_exit\n"
        f"def typed():{textwrap.indent(body, '    ')}\n"
        "run_and_exit(click.Command('typed', callback=typed), 'gosub', [])\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    result = subprocess.run(
        [sys.executable, "-P", "-m", "typed"],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
        preexec_fn=default_signals,
    )
    assert (result.returncode, result.stderr.lstrip()) == (130, "gosub: interrupted\n")
