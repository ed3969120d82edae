"""The log of outside programs: what they are told and answer, from both sides, and no more of it than fits."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Thread

import pytest
from refusals import refused
from scenarios import Gosub
from sparring import outside

from modern.limits import Limits
from modern.match.referee import new_player
from modern.players import Game, MoveRequest, engine_log, player_named
from modern.players.engine_log import FROM_PROGRAM, EngineLog, begin_log
from modern.system import lock

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (white|black|-    ) (\d+) ([><!=]) ?(.*)")


@pytest.fixture(autouse=True)
def _no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_log, "_log", None)


def lines_of(path: Path) -> list[tuple[str, str, str]]:
    """Returns the side, the kind and the text of each line; all of them are whole."""
    found = [LINE.fullmatch(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(found)
    return [(match[1].strip(), match[3], match[4]) for match in found if match]


@pytest.mark.parametrize(("protocol", "of_match"), [("uci", False), ("xboard", True)])
def test_a_log_has_what_a_program_is_told_and_answers(protocol: str, of_match: bool, tmp_path: Path) -> None:
    told, log = tmp_path / "told", tmp_path / "log"
    name = f"{protocol}:{outside(log=told, protocol=protocol)}"
    if not of_match:
        begin_log(log)
    with new_player(name, log=log) if of_match else player_named(name) as player:  # a match has a process for its games
        decision = player.decide(MoveRequest(Game(moves=["e2e4"]), Limits(depth=1)))
    lines = lines_of(log)
    assert [text for _, kind, text in lines if kind == ">"] == told.read_text().splitlines()
    answer = f"bestmove {decision.move}" if protocol == "uci" else f"move {decision.move}"
    assert ("black", "<", answer) in lines
    assert {side for side, _, _ in lines} == {"-", "black"}
    assert [text for _, kind, text in lines if kind == "="] == [name]


def test_the_oldest_part_of_a_long_log_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_log, "MAX_BYTES", 2000)
    monkeypatch.setattr(engine_log, "KEPT_BYTES", 1000)
    path = tmp_path / "log"
    log = EngineLog(path)
    for number in range(200):
        log.write("white", 1, FROM_PROGRAM, f"line {number}")
        assert path.stat().st_size <= 2000
    texts = [text for _, _, text in lines_of(path)]
    assert texts == [f"line {number}" for number in range(200 - len(texts), 200)]
    assert 20 < len(texts) < 45


def test_a_line_waits_while_another_process_writes(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = EngineLog(path)
    writer = Thread(target=log.write, args=("white", 1, FROM_PROGRAM, "bestmove e2e4"))
    with path.open("ab") as other:  # as in another process: a file that is opened again has a lock of its own
        assert lock(other)
        writer.start()
        writer.join(0.1)
        assert writer.is_alive()
        assert path.read_bytes() == b""
    writer.join(10)
    assert lines_of(path) == [("white", "<", "bestmove e2e4")]


@pytest.mark.parametrize(("append", "kept"), [(False, ""), (True, "earlier\n")])
def test_a_new_log_replaces_an_older_one_unless_the_work_is_resumed(append: bool, kept: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("earlier\n")
    begin_log(path, ["modern", "uci:stockfish"], append)
    assert path.read_text() == kept


def test_the_games_of_a_match_are_logged_in_its_processes(gosub: Gosub, tmp_path: Path) -> None:
    log = tmp_path / "log"
    limits = ("--depth", "1", "--games", "2", "--draw", "1", "1", "9999")
    gosub("match", f"uci:{outside()}", "random", *limits, "--log", str(log))
    told = [(side, text) for side, kind, text in lines_of(log) if kind == ">" and text.startswith("go")]
    assert {side for side, _ in told} == {"white", "black"}


def test_a_log_without_an_outside_program_is_refused(gosub: Gosub, tmp_path: Path) -> None:
    log = tmp_path / "log"
    refused(gosub("match", "modern", "historic", "--log", str(log)), "--log: no outside program plays", 2)
    refused(gosub("analyse", "startpos", "--log", str(log)), "--log: no outside program plays", 2)
    refused(gosub("players", "modern", "--log", str(log)), "--log needs --check", 2)
    assert not log.exists()
