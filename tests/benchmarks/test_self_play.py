from __future__ import annotations

import pytest
from samples import Sample
from self_play import (
    DECISIVE_SCORE,
    MAX_SAMPLES,
    OPENING_PLIES,
    SETTLING_PLIES,
    games,
    is_usable,
    result_of,
    samples_of_game,
)

from modern.jobs.workers import InProcessExecutor, Workers
from modern.rules import Move, Position

NODES = 40
INITIAL = Position().fen()
WHITE_IS_UP = "4k3/pppp4/8/8/8/8/PPPP4/Q3K3 w - - 0 60"
LEVEL = [5, -5] * 6


@pytest.fixture(scope="module")
def game() -> list[Sample]:
    return samples_of_game(1994, 1, NODES)


@pytest.fixture(scope="module")
def other_game() -> list[Sample]:
    return samples_of_game(1994, 2, NODES)


def test_a_game_depends_only_on_its_seed_and_number(game: list[Sample], other_game: list[Sample]) -> None:
    assert samples_of_game(1994, 1, NODES) == game
    assert game != other_game


def test_games_come_in_the_order_of_their_numbers(game: list[Sample], other_game: list[Sample]) -> None:
    assert list(games(Workers(InProcessExecutor(), 2), 1994, [1, 2], NODES)) == [game, other_game]


def test_samples_are_quiet_positions_after_the_opening(game: list[Sample], other_game: list[Sample]) -> None:
    assert game or other_game
    for sample in (*game, *other_game):
        position = Position(sample.fen)
        assert not position.is_check()
        assert abs(sample.score) < DECISIVE_SCORE
        assert 2 * (position.fullmove_number - 1) + (position.turn != 0) >= min(OPENING_PLIES) + SETTLING_PLIES


def test_a_game_gives_a_few_samples_with_the_same_result(game: list[Sample], other_game: list[Sample]) -> None:
    for samples in (game, other_game):
        assert len(samples) <= MAX_SAMPLES
        assert len({sample.fen for sample in samples}) == len(samples)
        assert len({sample.result for sample in samples}) <= 1


@pytest.mark.parametrize(
    ("case", "fen", "move", "score", "usable"),
    [
        ("a quiet move", INITIAL, "g1f3", 20, True),
        ("a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 20, False),
        ("a capture en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 20, False),
        ("a push past an en passant capture", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6", 20, True),
        ("a promotion", "8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8q", 20, False),
        ("an escape from check", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "e1f1", 20, False),
        ("a decisive score", INITIAL, "g1f3", -DECISIVE_SCORE, False),
    ],
)
def test_only_quiet_positions_are_usable(case: str, fen: str, move: str, score: int, usable: bool) -> None:
    assert is_usable(Position(fen), Move.from_uci(move), score) == usable


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
