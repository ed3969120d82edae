"""The settings in packaging/lichess-bot, used as lichess-bot uses them: with python-chess, and the engine in a process.

lichess-bot's lib/engine_wrapper.py starts DIR/NAME with each of `engine_options` as --KEY=VALUE, sends those of
`uci_options` that python-chess does not manage itself, and gives the clocks of the game with each move.
"""

from __future__ import annotations

import os
import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import chess
import chess.engine
import pytest
import yaml
from commands import GOSUB, run_here

from modern.book.book import Book
from modern.rules import Position

FOLDER: Final = Path(__file__).parents[3] / "packaging" / "lichess-bot"
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    path.stem.removeprefix("config-"): yaml.safe_load(path.read_text(encoding="utf-8"))["engine"]
    for path in sorted(FOLDER.glob("*.yml"))
}
CLOCKS: Final = chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.1, black_inc=0.1)


def start(settings: dict[str, Any]) -> chess.engine.SimpleEngine:
    """Starts the engine with some settings, and sends it its options."""
    assert settings["protocol"] == "uci"
    name = settings["name"] + (".cmd" if sys.platform == "win32" else "")
    options = [f"--{name}={value}" for name, value in settings["engine_options"].items()]
    path = f"{Path(GOSUB).parent}{os.pathsep}{os.environ['PATH']}"
    engine = chess.engine.SimpleEngine.popen_uci(
        [str(FOLDER / name), *options], timeout=60, env={**os.environ, "PATH": path}
    )
    managed = {name for name, option in engine.options.items() if option.is_managed()}
    engine.configure({name: value for name, value in settings["uci_options"].items() if name not in managed})
    return engine


def test_both_programs_have_settings() -> None:
    assert list(SETTINGS) == ["historic", "modern"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_a_bot_plays_legal_moves_by_the_clock(name: str) -> None:
    with start(SETTINGS[name]) as engine:
        player = SETTINGS[name]["engine_options"]["player"]
        assert engine.id["name"] == f"Gosub Chess {version('gosub-chess')}, {player}"
        board = chess.Board()
        for ponder in (SETTINGS[name]["ponder"], False):
            result = engine.play(board, CLOCKS, info=chess.engine.INFO_ALL, ponder=ponder)
            assert result.move is not None
            assert result.move in board.legal_moves
            assert not result.resigned
            board.push(result.move)


@pytest.mark.slow
@pytest.mark.posix
@pytest.mark.parametrize("player", ["modern", "historic"])
def test_the_uci_test_suite_passes(player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's tests of the protocol: https://pypi.org/project/uci-test-suite."""
    suite = pytest.importorskip("uci_test_suite.tests")
    monkeypatch.setenv("PATH", f"{Path(GOSUB).parent}{os.pathsep}{os.environ['PATH']}")
    engine = tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\nexec '{FOLDER / 'gosub-uci'}' --player {player}\n")
    engine.chmod(0o755)
    results = suite.UCITester(str(engine)).run_all_tests()
    assert len(results) == 12
    assert [str(result) for result in results if not result.passed] == []


@pytest.mark.parametrize("name", SETTINGS)
def test_a_bot_plays_from_its_own_book_without_that_of_lichess_bot(name: str, tmp_path: Path) -> None:
    assert "polyglot" not in SETTINGS[name]  # lichess-bot's own is not used unless it is enabled
    book, position = Book(), Position.initial()
    book.add(position, position.parse_san("Na3"), 1)  # no program would choose it
    book.save(tmp_path / "book.bin")
    with start(SETTINGS[name]) as engine:
        engine.configure({"Book": str(tmp_path / "book.bin")})
        assert str(engine.play(chess.Board(), CLOCKS).move) == "b1a3"


def test_each_command_that_the_page_on_guis_gives_is_a_uci_engine_with_the_options_that_it_names() -> None:
    docs = FOLDER.parents[1] / "docs"
    page = "".join((docs / name).read_text(encoding="utf-8") for name in ("tools/gui.md", "engine/engine-authors.md"))
    commands = set(re.findall(r"\buci(?: --[a-z]+ \w+)+", page))
    (match,) = re.findall(r"`cutechess-cli (.+)`", page)
    commands |= {" ".join(re.findall(r"arg=(\S+)", match)), "uci"}
    named = {"uci": {"Hash", "Book"}, "uci --player historic": {"MultiPV"}}
    assert commands > named.keys()
    for command in commands:
        answer = run_here(*command.split(), given="uci\nisready\nquit\n")
        assert (answer.returncode, answer.stdout.splitlines()[-2:]) == (0, ["uciok", "readyok"])
        assert set(re.findall(r"^option name (.+?) type", answer.stdout, re.M)) >= named.get(command, set())
