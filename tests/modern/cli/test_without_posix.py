"""The commands on a system that is not POSIX: its modules cannot be imported, and its functions do not exist."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

#: Hides what only POSIX has. What python-chess and the standard library need to run here at all stays.
HIDING = """
import asyncio, os, signal, subprocess, sys
for name in ("fcntl", "grp", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGHUP", "SIGQUIT", "SIGTSTP", "SIGWINCH", "SIGKILL", "SIGCONT", "pthread_sigmask"):
    delattr(signal, name)
for name in ("fork", "geteuid", "killpg", "mkfifo", "sched_getaffinity", "statvfs"):
    delattr(os, name)
"""

#: Runs commands in one process: each is a list of words and a text for standard input.
RUNNING = """
import io, json
from modern.cli import main
for words, given in json.loads(sys.argv[1]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    try:
        main(words)
    except SystemExit as end:
        print(f"== {words[0]} {end.code}", flush=True)
        signal.signal(signal.SIGINT, signal.default_int_handler)
"""

#: Imports every module of both packages.
IMPORTING = """
from importlib import import_module
from pkgutil import walk_packages
import historic, modern
for package in (historic, modern):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
"""

MATE_IN_ONE = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\n"
GAME = '[Event "x"]\n\n1. e4 *\n'

COMMANDS = [
    (["replay", "--self", "--plies", "1"], ""),
    (["think", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], ""),
    (["play", "--white", "human", "--black", "firstchess", "--pgn", "played.pgn"], "e4\nquit\n"),
    (["run"], "\n"),
    (["analyse", "startpos", "--depth", "1"], ""),
    (["agree", "--positions", "5", "--jobs", "1", "--resume", "agree.jsonl"], ""),
    (
        ["match", "modern", "modern", "--games", "2", "--depth", "1", "--openings", "mate.epd", "--resume", "m"],
        "",
    ),
    (["page", "-", "--html", "page.html", "--analyse", "0"], GAME),
    (["uci"], "uci\nquit\n"),
]


def run_without_posix(code: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", HIDING + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=300, check=False)


def test_the_commands_work_without_what_only_posix_has(tmp_path: Path) -> None:
    (tmp_path / "mate.epd").write_text(MATE_IN_ONE)
    result = run_without_posix(RUNNING, json.dumps(COMMANDS), cwd=tmp_path)
    ended = [line for line in result.stdout.splitlines() if line.startswith("== ")]
    assert ended == [f"== {words[0]} 0" for words, _ in COMMANDS], result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    assert (tmp_path / "page.html").stat().st_size > 10_000
    assert "1. e4" in (tmp_path / "played.pgn").read_text()


def test_every_module_can_be_imported_without_what_only_posix_has(tmp_path: Path) -> None:
    pytest.importorskip("lark")
    result = run_without_posix(IMPORTING, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
