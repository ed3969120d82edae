"""Runs `gosub` as a user does: in this process, which takes a fraction of the time, or as the installed command."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest
from signal_actions import default_signals, signals_kept

from modern.cli import main

#: The path of the installed command.
GOSUB = str(Path(sysconfig.get_path("scripts")) / ("gosub.exe" if os.name == "nt" else "gosub"))

#: What no message may contain: Python's words, a parser's words, and names of classes.
JARGON = re.compile(
    r"Traceback|\b(?:args?|arguments? of|bool|codec|dict|errno|exception|float|int|integer|iterable|NoneType|(?-i:None)"
    r"|parameter|parse|str|string|tuple|utf-?8)\b|\w+Error\b|\bdecode|illegal san|invalid san|0x[0-9a-f]",
    re.IGNORECASE,
)


def run_installed(*words: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the installed command with arguments and standard input: `run_installed("think", "--fen", fen)`."""
    return subprocess.run(
        [GOSUB, *words], input=given, capture_output=True, text=True, timeout=120, cwd=cwd, check=False
    )


def started(*command: str) -> subprocess.Popen[str]:
    """Starts a command in a process group of its own, with the default actions of signals."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=default_signals if os.name == "posix" else None,
    )


def run_here(*words: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command in this process, with the same result. Checks that a refusal is in a chess player's words.

    Standard input, output and error are files while it runs, also for the processes that it starts.
    """
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        files[0].write(given.encode())
        files[0].seek(0)
        with chdir(cwd or Path.cwd()), _standard_streams(files), signals_kept():
            code = _exit_code(words)
        _, out, errors = (_text_of(file) for file in files)
    assert code == 0 or not JARGON.search(errors), errors
    return subprocess.CompletedProcess([GOSUB, *words], code, out, errors)


def _exit_code(words: tuple[str, ...]) -> int:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert isinstance(ended.value.code, int)
    return ended.value.code


@contextmanager
def _standard_streams(files: Sequence[BinaryIO]) -> Iterator[None]:
    """Makes the files the standard input, output and error of this process."""
    streams = sys.stdin, sys.stdout, sys.stderr
    copies = [os.dup(number) for number in range(3)]
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    try:
        with (
            open(0, encoding="utf-8", closefd=False) as sys.stdin,
            open(1, "w", encoding="utf-8", closefd=False) as sys.stdout,
            open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False) as sys.stderr,
        ):
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, copy in enumerate(copies):
            os.dup2(copy, number)
            os.close(copy)


def _text_of(file: BinaryIO) -> str:
    file.seek(0)
    return io.TextIOWrapper(file, encoding="utf-8").read()
