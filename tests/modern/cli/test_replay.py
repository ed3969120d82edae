"""`gosub replay`."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click
import pexpect  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from commands import started
from pages import page_data
from pgn_standard import written_games
from refusals import refused
from rich.console import Console
from scenarios import Gosub, lines_of
from terminals import spawn

from historic import SAMPLE_GAME, BasicError
from historic.study.replay import GameEnd, replay
from modern.cli import gosub as gosub_command
from modern.cli import output


def command_of(name: str) -> click.Command:
    command = gosub_command.get_command(click.Context(gosub_command), name)
    assert command is not None
    return command


@pytest.fixture(scope="module")
def printed(gosub: Gosub, tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """Returns the result of a replay as printed, and the folder of its PGN and JSON."""
    folder = tmp_path_factory.mktemp("printed")
    return gosub("replay", "--pgn", "game.pgn", "--json", "figures.json", cwd=folder), folder


def test_the_replay_ends_with_22_of_23_moves_agree(printed: tuple[Any, Path]) -> None:
    result, _ = printed
    assert result.returncode == 0
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == ["for mover", "printed", "Next"]
    assert result.stdout.splitlines()[-1] == "22 of 23 moves agree (printed)"


def test_the_table_shows_every_ply_and_the_one_disagreement(printed: tuple[Any, Path]) -> None:
    rows = [line.split() for line in printed[0].stdout.splitlines()]
    assert ["1", "e2-e3", "e2-e3", "0.70", "e2-e4", "yes"] in rows
    assert ["22", "d8-e7", "0-0", "-9.40", "d8-e7", "no", "<<<"] in rows
    assert [row[0] for row in rows if row and row[0].isdigit()] == [*map(str, range(1, 24)), "22"]
    assert any("(*1)" in row for row in rows if row[:1] == ["13"])
    assert any("(*2)" in row for row in rows if row[:1] == ["17"])


def test_the_json_has_an_entry_for_each_ply(printed: tuple[Any, Path]) -> None:
    figures = json.loads((printed[1] / "figures.json").read_text())
    assert list(figures) == ["reading", "agree", "of", "plies"]
    assert (figures["reading"], figures["agree"], figures["of"]) == ("printed", 22, 23)
    assert [ply["recorded"] for ply in figures["plies"]] == list(SAMPLE_GAME)
    assert list(figures["plies"][0]) == ["ply", "side", "recorded", "played", "value", "second", "agrees"]
    ply_22 = figures["plies"][21]
    assert {key: ply_22[key] for key in ("ply", "side", "recorded", "played", "second", "agrees")} == {
        "ply": 22,
        "side": "black",
        "recorded": "d8e7",
        "played": "e8g8",
        "second": "d8e7",
        "agrees": False,
    }
    assert ply_22["value"] == pytest.approx(-9.4)


def test_the_pgn_is_the_recorded_game_with_the_authors_notes(printed: tuple[Any, Path]) -> None:
    (game,) = written_games(printed[1] / "game.pgn")
    assert tuple(move.uci() for move in game.mainline_moves()) == SAMPLE_GAME
    comments = {node.ply(): node.comment for node in game.mainline() if node.comment}
    assert set(comments) == {13, 17, 22}
    assert "0-0" in comments[22]


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "differing"), [("printed", [22]), ("recorded", [])])
def test_the_page_of_the_record_has_all_plies(reading: str, differing: list[int], gosub: Gosub, tmp_path: Path) -> None:
    files = ["--html", "game.html", "--pgn", "game.pgn", "--json", "figures.json"]
    result = gosub("replay", "--reading", reading, "--analyse", "0.02", *files, cwd=tmp_path)
    assert result.returncode == 0
    assert re.fullmatch(r"game\.html: 23 plies, \d+ kB", result.stderr.splitlines()[-1])
    assert result.stdout.splitlines()[-1].endswith(f"moves agree ({reading})")
    positions = page_data((tmp_path / "game.html").read_text())["positions"]
    figures = json.loads((tmp_path / "figures.json").read_text())["plies"]
    assert [position["program"]["move"] for position in positions[:-1]] == [ply["played"] for ply in figures]
    assert [position["ply"] for position in positions if position["program"]["agrees"] is False] == differing
    assert all(position["today"] for position in positions)
    assert (tmp_path / "game.pgn").exists()


def test_the_page_of_a_self_play_game_can_go_to_standard_output(gosub: Gosub) -> None:
    result = gosub("replay", "--self", "--plies", "2", "--html", "-", "--analyse", "0")
    assert result.returncode == 0
    assert result.stderr.splitlines()[-1] == "ended after 2 plies, the limit"
    positions = page_data(result.stdout)["positions"]
    assert [position["played"] and position["played"]["move"] for position in positions] == ["e2e3", "e7e6", None]
    ending = "The game ended after 2 plies, the limit."
    assert positions[-1]["notes"] == [["The end", ending]]


def test_self_play_with_a_limit_prints_boards_and_ends_at_the_limit(gosub: Gosub) -> None:
    result = gosub("replay", "--self", "--plies", "3", "--board", "--json", "-")
    assert result.returncode == 0
    figures = json.loads(result.stdout)
    trace = json.loads(*lines_of("trace-selfplay-printed.json"))
    assert figures == {"plies": trace["plies"][:3], "end": {"ply": 3, "code": None, "label": None}}
    assert result.stderr.splitlines()[-1] == "ended after 3 plies, the limit"
    assert result.stderr.count("  A B C D E F G H") == 3
    assert "4*" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "plies"), [("printed", 82), ("recorded", 64)])
def test_self_play_ends_in_error_9(reading: str, plies: int, gosub: Gosub, tmp_path: Path) -> None:
    result = gosub("replay", "--self", "--reading", reading, "--json", "-", "--pgn", "game.pgn", cwd=tmp_path)
    assert result.returncode == 0
    figures = json.loads(result.stdout)
    trace = json.loads(*lines_of(f"trace-selfplay-{reading}.json"))
    assert figures == {"plies": trace["plies"], "end": {"ply": plies + 1, "code": 9, "label": "CWHITE3"}}
    assert f"stopped at ply {plies + 1}, after {plies} plies: error 9" in result.stderr.splitlines()[-1]
    (game,) = written_games(tmp_path / "game.pgn")
    assert game.headers["Termination"] == "unterminated"


@pytest.mark.posix
@pytest.mark.parametrize("link", [os.link, os.symlink])
@pytest.mark.parametrize(("first", "second"), [("--pgn", "--json"), ("--json", "--html")])
def test_two_names_of_one_file_are_refused(
    link: Callable[[str, Path], None], first: str, second: str, tmp_path: Path, gosub: Gosub
) -> None:
    (tmp_path / "one").write_text("kept")
    link(str(tmp_path / "one"), tmp_path / "other")
    result = gosub("replay", first, "one", second, "other", cwd=tmp_path)
    message = f"gosub: {first} and {second} both name other, the same file as one; each needs its own file\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)
    assert (tmp_path / "one").read_text() == "kept"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--self", "--plies", "0"], "--plies: 0 "),
        (["--reading", "red"], "'red' .. printed or recorded"),
        (["--json", "-", "--pgn", "-"], "--pgn and --json"),
        (["--json", "game", "--pgn", "./game"], "--pgn and --json"),
        (["--html", "game", "--pgn", "./game"], "--pgn and --html"),
        (["--html", "/nowhere/page"], "/nowhere"),
        (["--analyse", "-1", "--html", "page"], "--analyse: -1 "),
        (["--json", "/nowhere/figures.json"], "/nowhere"),
        (["--pgn", "/"], "/ "),
        (["extra"], "'extra' was not expected; expected gosub replay [OPTIONS]"),
    ],
)
def test_a_wrong_command_line_gets_a_one_line_message(words: list[str], reason: str, gosub: Gosub) -> None:
    refused(gosub("replay", *words), reason)


@pytest.mark.posix
def test_ctrl_c_prints_the_plies_replayed_so_far(gosub_path: str, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("an earlier game")
    command = [gosub_path, "replay", "--self", "--board", "--json", "-", "--pgn", str(tmp_path / "game.pgn")]
    process = started(*command)
    assert process.stderr is not None
    first = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert first.startswith("ply 1")
    assert errors.splitlines()[-1].startswith("interrupted after ")
    figures = json.loads(printed)
    assert figures["plies"]
    assert figures["end"] is None
    assert (tmp_path / "game.pgn").read_text() == "an earlier game"


@pytest.mark.posix
def test_the_table_is_printed_even_if_a_file_cannot_be_written_at_the_end(gosub_path: str, tmp_path: Path) -> None:
    (tmp_path / "figures").write_text("earlier figures")
    command = f"ulimit -f 0; exec {gosub_path} replay --self --plies 1 --json figures"
    result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "e2-e3" in result.stdout
    assert result.stderr == "gosub: figures cannot be written: File too large\n"
    assert (tmp_path / "figures").read_text() == "earlier figures"


@pytest.mark.posix
def test_a_redirected_standard_output_is_appended_to_and_not_replaced(gosub_path: str, tmp_path: Path) -> None:
    (tmp_path / "log").write_text("precious\n")
    command = f"{gosub_path} replay --self --plies 1 --json /dev/stdout >> log"
    subprocess.run(["bash", "-c", command], cwd=tmp_path, check=True)
    log = (tmp_path / "log").read_text()
    assert log.startswith("precious\n")
    assert "e2-e3" in log
    assert json.loads(log[log.index("{") :])["end"] == {"ply": 1, "code": None, "label": None}


def test_an_unexpected_outcome_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modern.cli.replay.replay_record", lambda reading: islice(replay(reading), 2))
    result = CliRunner().invoke(command_of("replay"), [])
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "2 of 23 moves agree (printed)"

    def failing_self_play(reading: str, plies: int) -> Iterator[GameEnd]:
        yield GameEnd(1, BasicError(5, "Illegal function call", "CWHITE"))

    monkeypatch.setattr("modern.cli.replay.self_play", failing_self_play)
    result = CliRunner().invoke(command_of("replay"), ["--self"])
    assert result.exit_code == 1
    assert "stopped at ply 1, after 0 plies: error 5" in result.stdout


def test_a_terminal_shows_no_progress_bar_between_the_boards(gosub_path: str) -> None:
    command = ["replay", "--self", "--plies", "2", "--board"]
    child = spawn(gosub_path, command, dimensions=(30, 100))
    child.expect(pexpect.EOF)
    assert "thinking" not in child.before
    assert "\r\nply 2, black to move\r\n" in child.before


@pytest.mark.slow
@pytest.mark.posix
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_terminating_signal_restores_the_cursor_that_the_bar_hid(ending: str, gosub_path: str) -> None:
    number = signal.Signals[ending]
    child = spawn(gosub_path, ["replay"], dimensions=(30, 100))
    child.expect(r"\x1b\[\?25l")
    child.expect("thinking")
    child.kill(number)
    child.expect(r"\x1b\[\?25h")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 128 + number


def test_a_narrow_terminal_truncates_no_number(gosub_path: str) -> None:
    command = ["replay", "--self", "--plies", "1"]
    child = spawn(gosub_path, command, dimensions=(30, 26))
    child.expect(pexpect.EOF)
    assert "0.70" in child.before
    assert "\N{HORIZONTAL ELLIPSIS}" not in child.before.rpartition("\x1b")[2]


@pytest.mark.parametrize(
    ("is_terminal", "options", "expected"), [(True, {}, True), (True, {"shown": False}, False), (False, {}, False)]
)
def test_a_bar_is_shown_in_a_terminal_unless_each_step_is_printed(
    is_terminal: bool, options: dict[str, bool], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.StringIO()
    errors = Console(file=written, force_terminal=is_terminal, width=80)
    monkeypatch.setattr(output, "console", lambda to_stderr: errors)
    with output.progress([1, 2], "counting", 2, **options) as steps:
        assert list(steps) == [1, 2]
    assert ("counting" in written.getvalue()) is expected


def test_a_terminal_shows_a_progress_bar(gosub_path: str) -> None:
    command = ["replay", "--self", "--plies", "4"]
    child = spawn(gosub_path, command, dimensions=(30, 100))
    child.expect("thinking")
    child.expect("ended after 4 plies")
    child.expect(pexpect.EOF)
