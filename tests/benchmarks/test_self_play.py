from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import self_play
from click.testing import CliRunner, Result
from position_file import RECORD, Records, fen_of_record, read_header, read_records, results_of
from self_play import (
    MATE_SCORE,
    balanced_opening,
    games_played,
    is_quiet,
    positions_of_game,
    result_of,
    score_for_white,
)

from modern.engine.engine import Engine
from modern.engine.network.weights_file import installed_weights
from modern.jobs.workers import InProcessExecutor, Workers
from modern.report import Report, Score
from modern.rules import Move, Position

NODES = 15
REPORT = Report(1, 1, 1, Score(0), (), 1, 0.0)
INITIAL = Position().fen()
WHITE_IS_UP = "4k3/pppp4/8/8/8/8/PPPP4/Q3K3 w - - 0 60"
LEVEL = [5, -5] * 6


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(self_play.main, [str(argument) for argument in arguments])


def records_of(positions: list[bytes]) -> Records:
    return np.frombuffer(b"".join(positions), RECORD)


@pytest.fixture(scope="module")
def game() -> list[bytes]:
    return positions_of_game(1994, 1, NODES, "hand")


@pytest.fixture(scope="module")
def other_game() -> list[bytes]:
    return positions_of_game(1994, 2, NODES, "hand")


@pytest.mark.slow
def test_a_game_depends_only_on_its_seed_and_number(game: list[bytes], other_game: list[bytes]) -> None:
    assert positions_of_game(1994, 1, NODES, "hand") == game
    assert game != other_game


def test_a_game_of_the_network_does_not_depend_on_the_games_before_it_in_the_process() -> None:
    alone = positions_of_game(1994, 3, 20, "network")
    positions_of_game(1994, 4, 20, "network")
    assert positions_of_game(1994, 3, 20, "network") == alone


def test_all_the_games_are_played(game: list[bytes], other_game: list[bytes]) -> None:
    assert list(games_played(Workers(InProcessExecutor(), 1), 1994, [1, 2], NODES, "hand")) == [game, other_game]


def test_quiet_positions_after_the_opening_are_kept(game: list[bytes], other_game: list[bytes]) -> None:
    records = records_of([*game, *other_game])
    assert len(records) > 20
    for record in records:
        position = Position(fen_of_record(record))
        assert not position.is_check()
        assert position.outcome() is None
        assert abs(record["score"]) < MATE_SCORE
    assert {fen_of_record(record).split()[0] for record in records}.isdisjoint({INITIAL.split()[0]})


@pytest.mark.slow
def test_with_a_quick_search_first_a_third_of_the_quiet_positions_is_kept() -> None:
    whole = [len(positions_of_game(1994, number, NODES, "hand")) for number in range(1, 9)]
    kept = [len(positions_of_game(1994, number, NODES, "hand", 4)) for number in range(1, 9)]
    assert 0.15 * sum(whole) < sum(kept) < 0.5 * sum(whole)
    assert positions_of_game(1994, 1, NODES, "hand", 4) == positions_of_game(1994, 1, NODES, "hand", 4)


def test_the_positions_of_a_game_have_its_number_and_its_result(game: list[bytes], other_game: list[bytes]) -> None:
    for number, positions in enumerate((game, other_game), 1):
        records = records_of(positions)
        assert set(records["game"]) == {number}
        assert len(set(results_of(records))) == 1


def test_a_stopped_run_is_resumed(tmp_path: Path) -> None:
    resumed, uninterrupted = tmp_path / "resumed", tmp_path / "uninterrupted"
    options = ("--nodes", "5", "--jobs", "1")
    assert "1 of 1 games" in run(resumed, "--games", "1", *options).output
    with resumed.open("ab") as file:
        file.write(bytes(40))
    assert "2 of 2 games" in run(resumed, "--games", "2", *options).output
    assert run(uninterrupted, "--games", "2", *options).exit_code == 0
    assert read_records(resumed).tobytes() == read_records(uninterrupted).tobytes()
    assert len(read_records(uninterrupted))
    assert " 0 new positions" in run(uninterrupted, "--games", "2", *options).output
    assert read_records(resumed).tobytes() == read_records(uninterrupted).tobytes()


def test_games_finished_before_an_interrupt_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: list[bytes]
) -> None:
    def interrupted(*arguments: object) -> object:
        yield game
        raise KeyboardInterrupt

    monkeypatch.setattr(self_play, "games_played", interrupted)
    result = run(tmp_path / "games", "--games", "9", "--jobs", "1")
    assert result.exit_code == 130
    assert f"1 of 9 games in {tmp_path / 'games'}, {len(game)} new positions" in result.output
    assert "run the same command again to resume" in result.output
    assert read_records(tmp_path / "games").tobytes() == b"".join(game)


def test_the_network_plays_other_games_than_the_hand_written_evaluation(tmp_path: Path, game: list[bytes]) -> None:
    assert positions_of_game(1994, 1, NODES, "network") != game
    path = tmp_path / "games"
    assert run(path, "--games", "1", "--nodes", "2", "--jobs", "1", "--evaluation", "network").exit_code == 0
    evaluation = read_header(path).evaluation
    installed = installed_weights()
    assert evaluation == f"network generation {installed.provenance['generation']}, {installed.checksum}"
    result = run(path, "--games", "2", "--nodes", "2", "--jobs", "1", "--evaluation", "hand")
    assert f"has games with evaluation {evaluation}, not hand" in result.output


@pytest.mark.parametrize(
    ("turn", "score", "for_white"),
    [
        ("w", Score(centipawns=35), 35),
        ("b", Score(centipawns=35), -35),
        ("w", Score(mate=2), MATE_SCORE),
        ("w", Score(mate=-2), -MATE_SCORE),
        ("b", Score(mate=2), -MATE_SCORE),
        ("b", Score(mate=-2), MATE_SCORE),
    ],
)
def test_a_score_for_the_side_to_move_becomes_one_for_white(turn: str, score: Score, for_white: int) -> None:
    report = replace(REPORT, score=score)
    assert score_for_white(Position(f"4k3/8/8/8/8/8/8/Q3K3 {turn} - - 0 1"), report) == for_white


@pytest.mark.parametrize("too_high", [151, -151])
def test_an_opening_with_too_high_a_score_is_replaced(too_high: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scores, openings = [too_high, 150, 0], list[str]()

    def score(position: Position, report: Report) -> int:
        openings.append(position.fen())
        return scores[len(openings) - 1]

    monkeypatch.setattr(self_play, "score_for_white", score)
    position = balanced_opening(Engine(1), random.Random(3), 5)
    assert len(openings) == 2
    assert openings[0] != position.fen() == openings[1]


@pytest.mark.parametrize(
    ("case", "fen", "move", "score", "quiet"),
    [
        ("a quiet move", INITIAL, "g1f3", 20, True),
        ("a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 20, False),
        ("a capture en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 20, False),
        ("a push past an en passant capture", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6", 20, True),
        ("a promotion", "8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8q", 20, False),
        ("an escape from check", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "e1f1", 20, False),
        ("a decisive score", INITIAL, "g1f3", -2000, True),
        ("a mate", INITIAL, "g1f3", -MATE_SCORE, False),
    ],
)
def test_quiet_positions_are_recognised(case: str, fen: str, move: str, score: int, quiet: bool) -> None:
    assert is_quiet(Position(fen), Move.from_uci(move), score) == quiet


@pytest.mark.parametrize(
    ("case", "fen", "scores", "result"),
    [
        ("a game that is not over", INITIAL, [900] * 9, None),
        ("adjudicated a win for White", WHITE_IS_UP, [0, 1100, 1200, 1100, 30000], 1.0),
        ("adjudicated a win for Black", INITIAL, [-1001] * 4, 0.0),
        ("one score too low", INITIAL, [1100, 1100, 900, 1100], None),
        ("too few scores", INITIAL, [1100] * 3, None),
        ("no adjudication with few pieces", "4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1", [2000] * 9, None),
        ("level too early", INITIAL, LEVEL, None),
        ("checkmate", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", [], 1.0),
        ("stalemate", "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1", [], 0.5),
        ("fifty moves", "4k3/pppp4/8/8/8/8/PPPP4/Q3K3 w - - 100 90", [900], 0.5),
        ("insufficient material", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", [], 0.5),
    ],
)
def test_a_game_ends_by_the_rules_or_by_adjudication(
    case: str, fen: str, scores: list[int], result: float | None
) -> None:
    assert result_of(Position(fen), scores) == result


def test_a_level_game_and_a_long_one_are_drawn() -> None:
    position = Position("1k6/8/8/pppp4/PPPP4/8/8/1K6 w - - 0 1")
    assert result_of(position, LEVEL) is None
    position.ply = 81
    assert result_of(position, LEVEL) == 0.5
    assert result_of(position, [*LEVEL, 10]) is None
    position.ply = 200
    assert result_of(position, [900]) == 0.5


def test_threefold_repetition_is_a_draw() -> None:
    position = Position()
    for _ in range(2):
        assert result_of(position, []) is None
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            position.make(Move.from_uci(move))
    assert result_of(position, []) == 0.5
