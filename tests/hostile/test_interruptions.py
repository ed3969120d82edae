"""Signals at any moment: the exit code, what was found so far, no traceback, and no process that is left."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from commands import started
from scenarios import running_processes
from terminals import exit_code, line_modes, spawn

from modern.cli import COMMANDS as ALL_COMMANDS

#: Each command, and the exit code of Ctrl-C; a server that has begun to serve ends as it should.
COMMANDS: Final = {
    "match": ("match modern historic --nodes 3000 --games 100 --jobs 2", 130),
    "tournament": ("tournament modern historic huo[Depth=1] --nodes 3000 --games 100 --jobs 2", 130),
    "agree": ("agree --positions 1000000 --jobs 2", 130),
    "prove": ("prove REPORT --jobs 2", 130),
    "readings": ("readings --mutate --jobs 2", 130),
    "serve": ("serve --port 0 --store STORE", 0),
    "analyse": ("analyse GAME.pgn --depth 30", 130),
    "analyse --jobs": ("analyse GAME.pgn --depth 30 --jobs 2", 130),
}
GAME: Final = '[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n'
#: What long work says at its start.
ANNOUNCED: Final = re.compile(
    r"^(?:This takes about|If the players use all their time, |By the first |Warning: ).*\n", re.MULTILINE
)
#: What the last line of standard output or standard error says.
LAST_WORDS: Final = ("interrupted", "stopped")
#: How often each command is interrupted in an ordinary run, at most so many seconds after Python has begun with it.
TIMES: Final = 6
LATEST: Final = 8.0
#: Commands that end soon by themselves, and their exit codes; and how often each signal is sent to any command, at most
#: so many seconds after Python has begun with it.
OTHER_COMMANDS: Final = {
    "players": 0,
    "replay": 0,
    "think": 0,
    "play --white human": 0,
    "uci": 0,
    "perft 3": 0,
    "page GAME.pgn --analyse 0.1": 0,
    "picture startpos": 0,
    "run --pause 0": 0,
    "bench start": 0,
    "book import NEW.bin GAME.pgn": 0,
    "restore REPORT --out NEW.bas": 0,
    "class FOLDER": 0,
    "basic hexapawn": 1,  # at the end of its input
}
SIGNALS_SENT: Final = 200
START: Final = 3.0
#: Commands that change how a terminal reads keys, and how often each of them gets each signal.
IN_A_TERMINAL: Final = ("run", "play --white human --black modern", "basic hexapawn")
TIMES_IN_A_TERMINAL: Final = 5
#: Says when our code begins to handle signals. Before that, Python prints a traceback of its own.
BEGINNING: Final = "from modern.__main__ import main; print('begins', flush=True); main()"


def interrupted(words: list[str], delay: float, number: int = signal.SIGINT) -> tuple[subprocess.Popen[str], str, str]:
    """Starts a command, sends a signal after `delay` seconds, and returns the process that has ended with its output.

    The seconds count from the moment at which our code begins to handle signals.
    """
    running = started(sys.executable, "-P", "-c", BEGINNING, *words)
    assert running.stdout
    assert running.stdout.readline() == "begins\n"
    time.sleep(delay)
    os.killpg(running.pid, number)  # as a terminal does it: to all processes of the group
    out, errors = running.communicate(timeout=60)
    return running, out, errors


def in_folder(text: str, folder: Path) -> list[str]:
    """Returns the words of a command, with files in a folder."""
    if "REPORT" in text and "GOSUB_REPORT" not in os.environ:
        pytest.skip("GOSUB_REPORT names no report")
    game = folder / "GAME.pgn"
    game.write_text(GAME)
    files = {"REPORT": os.environ.get("GOSUB_REPORT", ""), "STORE": str(folder / "s"), "GAME.pgn": str(game)}
    files["FOLDER"] = tempfile.mkdtemp(dir=folder)
    files |= {name: str(folder / name) for name in ("NEW.bin", "NEW.bas")}
    return [files.get(word, word) for word in text.split()]


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_at_any_moment_ends_a_command_in_one_line_and_leaves_no_process(
    command: str, tmp_path: Path, scaled: Callable[[int], int]
) -> None:
    text, code = COMMANDS[command]
    words = in_folder(text, tmp_path)
    moments = random.Random(f"1994 {command}")
    for _ in range(scaled(TIMES)):
        delay = 0.05 + LATEST * moments.random() ** 2  # the imports are short and worth many tries
        running, out, errors = interrupted(words, delay)
        errors = ANNOUNCED.sub("", errors)
        said = f"{command} after {delay:.3f} s: {errors!r}, {out[-200:]!r}"
        lines = errors.split("\n")
        if errors.strip() == "gosub: interrupted":
            assert running.returncode == 130, said
        else:
            assert running.returncode == code, said
            assert len([line for line in lines if line]) <= 1, said
            assert (errors or out).splitlines()[-1].startswith(LAST_WORDS), said
        assert not _left(running.pid), said


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
def test_every_signal_ends_every_command_quietly_from_its_first_moment_on(
    name: str,
    tmp_path: Path,
    seed: int,
    scaled: Callable[[int], int],
    record_tried: Callable[[str, Mapping[str, int]], None],
) -> None:
    number: int = getattr(signal, name)
    choices = random.Random(f"{seed} {name}")
    commands = {**dict(COMMANDS.values()), **OTHER_COMMANDS}
    assert {text.split()[0] for text in commands} == set(ALL_COMMANDS)
    if "GOSUB_REPORT" not in os.environ:
        commands = {text: code for text, code in commands.items() if "REPORT" not in text}
    outcomes: Counter[str] = Counter()
    for _ in range(scaled(SIGNALS_SENT)):
        text, completed = choices.choice(list(commands.items()))
        delay = START * choices.random()
        running, out, errors = interrupted(in_folder(text, tmp_path), delay, number)
        said = f"{text} after {delay:.3f} s: {running.returncode}, {errors!r}, {out[-200:]!r}"
        ended_before = text in OTHER_COMMANDS or text.startswith("serve")
        assert running.returncode == 128 + number or (ended_before and running.returncode == completed), said
        assert "Traceback" not in errors + out, said
        if running.returncode == 128 + number and number != signal.SIGINT:
            assert not ANNOUNCED.sub("", errors), said
        assert not _left(running.pid), said
        outcomes["by the signal" if running.returncode == 128 + number else "as without it"] += 1
    record_tried(f"signals: {name}", outcomes)


@pytest.mark.slow
@pytest.mark.both_builds
@pytest.mark.parametrize("text", IN_A_TERMINAL)
def test_every_signal_restores_the_terminal(
    text: str,
    tmp_path: Path,
    seed: int,
    scaled: Callable[[int], int],
    record_tried: Callable[[str, Mapping[str, int]], None],
) -> None:
    moments = random.Random(f"{seed} {text}")
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT) * scaled(TIMES_IN_A_TERMINAL)
    for number in numbers:
        environment = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": str(tmp_path)}
        child = spawn(sys.executable, ["-P", "-c", BEGINNING, *text.split()], env=environment, cwd=str(tmp_path))
        modes = line_modes(child)
        child.expect("begins")
        delay = START * moments.random()
        time.sleep(delay)
        os.kill(child.pid, number)
        said = f"{text}, {number.name} after {delay:.3f} s"
        assert exit_code(child) == 128 + number, said
        assert "Traceback" not in child.before, said
        assert line_modes(child) == modes, said
        child.close()  # it takes a while, in which the next one would begin
    record_tried("signals in a terminal", {text.split()[0]: len(numbers)})


def _left(group: int) -> list[str]:
    """Returns the processes of a group that do not end within a few seconds."""
    for _ in range(100):
        names = running_processes(group)
        if not names:
            break
        time.sleep(0.05)
    return names
