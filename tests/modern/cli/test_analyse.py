"""`gosub analyse`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest
from refusals import refused
from scenarios import Gosub
from sparring import outside
from terminals import spawn

from modern.analysis.file_analysis import GamesOfFile
from modern.cli.analyse.analysing import LOOKS, AnalysisRequest, FileAnalysis
from modern.cli.analyse.writing import Outputs
from modern.facts import fact
from modern.limits import Limits
from modern.players.outside import OutsidePlayer

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def test_a_line_a_score_and_the_speed_are_printed(gosub: Gosub) -> None:
    result = gosub("analyse", MATE_IN_ONE, "--depth", "3")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"for White\s+line", result.stdout)
    assert re.search(r"1 +\d/\d+ +#1 +1\. Ra8#", result.stdout)
    assert re.search(r"Gosub Chess, modern: [\d,]+ nodes in \d+\.\d\d s", result.stdout)


def test_multipv_prints_the_lines_from_best_to_worst(gosub: Gosub) -> None:
    output = gosub("analyse", "startpos", "--moves", "e2e4", "--depth", "2", "--multipv", "4").stdout
    lines = re.findall(r"^ ?(\d) +2/\d+ +([-+]\d\.\d\d) +1\.\.\.(\S+)", output, re.MULTILINE)
    assert [number for number, _, _ in lines] == ["1", "2", "3", "4"]
    assert [score for _, score, _ in lines] == sorted((score for _, score, _ in lines), key=float, reverse=True)
    assert len({move for _, _, move in lines}) == 4


def test_historic_ranks_its_candidates(gosub: Gosub) -> None:
    output = gosub("analyse", "startpos", "--player", "historic", "--multipv", "3").stdout
    assert len(re.findall(r"^ ?\d +2/2 +", output, re.MULTILINE)) == 3


def test_moves_may_be_typed_as_in_a_book(gosub: Gosub) -> None:
    output = gosub("analyse", "startpos", "--moves", "1. e4 c5 2.Nf3 d7d6", "--depth", "1").stdout
    assert re.search(r"^ 1 +1/\d+ +\S+ +3\. ", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("player", "ignores"), [("huo[Depth=1]", True), ("historic", True), ("diablo", False), ("modern", False)]
)
def test_a_player_that_ignores_the_depth_is_named(gosub: Gosub, player: str, ignores: bool) -> None:
    output = gosub("analyse", "startpos", "--player", player, "--depth", "1").stdout
    assert ("ignores --depth: it searches " in output) is ignores


def test_the_notes_of_the_arbiter_are_printed(gosub: Gosub) -> None:
    result = gosub("analyse", "8/8/7R/k7/pP1N4/3N4/8/4K3 b - b3 0 1", "--player", "historic")
    assert fact("arbiter.first_legal") in result.stdout


@pytest.mark.parametrize("words", [("startpos", "--moves", "e2e4"), ("--pgn",)], ids=["position", "game"])
def test_an_outside_program_that_does_not_answer_is_named_with_the_bound(
    words: tuple[str, ...], gosub: Gosub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modern.players.outside.WAITING_NOTICE", 0.1)
    monkeypatch.setattr(OutsidePlayer, "move_timeout", 0.6)
    if words == ("--pgn",):
        game = tmp_path / "game.pgn"
        game.write_text("1. e4 *\n")
        words = (str(game),)
    result = gosub("analyse", *words, "--player", f"uci:{outside('waits')}", "--depth", "1")
    assert result.returncode != 0
    waiting, *_, refusal = result.stderr.splitlines()
    assert waiting == "waiting for Sparring Partner to move, for at most 1 s"
    assert re.search(r"no answer within \d\.\d s", refusal)


def test_an_outside_program_can_analyse(gosub: Gosub) -> None:
    result = gosub("analyse", "startpos", "--player", f"uci:{outside()}", "--depth", "1")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"1 +4/4 +[-+]\d\.\d\d +1\. ", result.stdout)
    result = gosub("analyse", "startpos", "--player", f"uci:{outside()}", "--terms")
    assert result.stderr == "gosub: Sparring Partner does not report the terms of its evaluation\n"


@pytest.mark.parametrize(("player", "term"), [("modern", "squares of knights"), ("historic", "pawn ranks")])
def test_the_terms_of_both_sides_are_printed(gosub: Gosub, player: str, term: str) -> None:
    output = gosub("analyse", "startpos", "--player", player, "--terms", "--depth", "1").stdout
    assert re.search(r"term +White +Black", output)
    assert re.search(rf"{term} +-?\d+\.\d\d +-?\d+\.\d\d", output)
    total = re.search(r"total +(-?\d+\.\d\d) +(-?\d+\.\d\d)", output)
    assert total
    if player == "modern":
        tempo = float(re.search(r"tempo +(\d+\.\d\d)", output)[1])  # type: ignore[index]
        # In the initial position the sides differ only in the tempo: it is White's move.
        assert float(total.group(1)) == pytest.approx(float(total.group(2)) + tempo)


@pytest.mark.parametrize(("evaluation", "notes"), [("network", 1), ("hand", 0)])
def test_the_terms_are_those_of_the_hand_written_evaluation(gosub: Gosub, evaluation: str, notes: int) -> None:
    player = f"modern[Evaluation={evaluation}]"
    output = gosub("analyse", "startpos", "--player", player, "--terms", "--depth", "1").stdout
    assert output.count("these are the terms of the hand-written evaluation; the scores are the network's") == notes


@pytest.mark.parametrize(
    ("fen", "end"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "The game is over: stalemate, 1/2-1/2."),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "The game is over: checkmate, 1-0."),
    ],
)
def test_a_game_that_is_over_is_reported(gosub: Gosub, fen: str, end: str) -> None:
    assert gosub("analyse", fen).stdout == f"{end}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x"], "POSITION: "),
        (["startpos", "--moves", "e2e5"], "--moves: e2e5 "),
        (["startpos", "--player", "nobody"], "--player: .. 'nobody' .. modern, historic"),
        (["startpos", "--multipv", "1000"], "--multipv: '1000' .. MultiPV .. 1 to 256"),
        (["startpos", "--depth", "0"], "--depth: 0 "),
        (["startpos", "--time", "0"], "--time: 0 "),
        (["startpos", "--time", "nan"], "--time: 'nan'"),
        ([], "POSITION|GAME.pgn is missing; expected gosub analyse [OPTIONS] POSITION|GAME.pgn"),
    ],
)
def test_a_wrong_command_line_gets_a_one_line_message(gosub: Gosub, words: list[str], message: str) -> None:
    refused(gosub("analyse", *words), message, 2)


def test_ctrl_c_prints_the_lines_found_so_far(gosub_path: str) -> None:
    child = spawn(gosub_path, ["analyse", "startpos", "--time", "1000"], dimensions=(30, 100))
    child.expect(r"1\. ")  # the first line of the live table
    child.sendintr()
    child.expect("Gosub Chess, modern: ")
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in (child.before or "")


@pytest.mark.slow
def test_bench_engine_prints_a_signature_and_a_peer(gosub: Gosub) -> None:
    result = gosub("bench", "engine", "--depth", "1", "--runs", "1", "--json", "-")
    assert result.returncode == 0
    assert re.search(r"^\d+ nodes .* [0-9a-f]{8}$", result.stderr, re.MULTILINE)
    contenders = {rate["who"] for rate in json.loads(result.stdout)}
    assert any(name.startswith("modern.engine, ") for name in contenders)
    assert "python-chess, alpha-beta on material" in contenders


@pytest.mark.parametrize("processes", [1, 2, 3, 4])
@pytest.mark.parametrize("games", [1, 3, None])
def test_the_expected_time_is_shared_by_no_more_processes_than_there_are_games(
    games: int | None, processes: int
) -> None:
    """Each game has three positions. Of a long file only the first games have been read, and `count` is None."""
    read = GamesOfFile("1. e4 e5 *\n\n" for _ in range(3))
    read.count = games
    for limits, seconds in ((Limits(seconds=2.0), 2.0), (Limits(depth=3), 0.0), (None, 0.0)):
        request = AnalysisRequest("modern", limits, Outputs())
        expected = FileAnalysis(read, request).expected_seconds(processes)
        assert expected == LOOKS * read.positions * seconds / (min(games, processes) if games else processes)
    assert read.positions == 9
