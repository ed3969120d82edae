from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest
import tune
from click.testing import CliRunner, Result
from position_file import Header, append_game, open_for_games, pack_position

from modern.engine.evaluation.weights import TABLE, flatten, format_table
from modern.rules import Position

#: In the first ten positions White has an extra knight; in the others the material is equal.
SQUARES = [f"{file or ''}{{}}{7 - file or ''}" for file in range(8)]
PLACES = [f"8/{rank}" for rank in SQUARES] + [f"{rank}/8" for rank in SQUARES[:2]]
KNIGHTS = [f"4k3/pppp4/8/8/{place.format('N')}/PPPP4/4K3 w - - 0 1" for place in PLACES]
KINGS = [f"4k3/pppp4/8/8/{place.format('K')}/PPPP4/8 w - - 0 1" for place in PLACES]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tune.main, [str(argument) for argument in arguments])


def imported(path: Path) -> ModuleType:
    """Imports a module from a path outside sys.path."""
    spec = importlib.util.spec_from_file_location("weights_of_a_test", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_games(path: Path, games: Iterable[list[tuple[str, float, int]]]) -> Path:
    """Writes games, each as its positions with their FEN, result and score."""
    open_for_games(path, Header("", 1994, 1500, "hand"))
    for number, game in enumerate(games, 1):
        append_game(
            path,
            [
                pack_position(Position(fen), score, result, number, last=index == len(game))
                for index, (fen, result, score) in enumerate(game, 1)
            ],
        )
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Games in which White scores three quarters with the extra knight and a quarter without it."""
    games = [
        [(knight, number % 2 / 2 + 0.5, 250), (king, number % 2 / 2, 0)]
        for number, (knight, king) in enumerate(zip(KNIGHTS, KINGS, strict=True), 1)
    ]
    return write_games(tmp_path / "games", games)


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of weights.py, which the tuner may write."""
    path = tmp_path / "weights.py"
    path.write_bytes(tune.WEIGHTS.read_bytes())
    monkeypatch.setattr(tune, "WEIGHTS", path)
    return path


def test_writing_weights_changes_only_the_numbers(file: Path, weights: Path) -> None:
    before = weights.read_text(encoding="utf-8")
    result = run(file, "--epochs", "5", "--jobs", "1", "--write")
    assert result.exit_code == 0, result.output
    assert "20 positions of 10 games, 2 of them for validation" in result.output
    after = weights.read_text(encoding="utf-8")
    assert after != before
    assert re.sub(r" *-?\d+", " 0", after) == re.sub(r" *-?\d+", " 0", before)
    table = imported(weights).TABLE
    assert table != TABLE
    assert {name: len(middlegame) for name, (middlegame, _) in table.items()} == {
        name: len(endgame) for name, (_, endgame) in TABLE.items()
    }


def test_the_new_weights_are_shown_beside_the_old_ones(file: Path, weights: Path) -> None:
    before = weights.read_bytes()
    result = run(file, "--epochs", "5", "--jobs", "1")
    assert result.exit_code == 0
    assert "squares of knights" in result.output
    assert weights.read_bytes() == before


def test_a_table_is_rebuilt_from_its_flat_weights() -> None:
    assert tune.weight_table(flatten()) == TABLE
    assert format_table(tune.weight_table(flatten())) == format_table(TABLE)


@pytest.mark.parametrize(
    ("games", "complaint"),
    [
        ([], "there are 0 positions that can be used; at least 10 games are needed"),
        ([[(knight, 0.0, 0)] for knight in KNIGHTS], "are unrelated to the results of the games"),
        ([[(knight, 1.0, tune.DECISIVE_SCORE)] for knight in KNIGHTS], "there are 0 positions that can be used"),
    ],
)
def test_games_that_cannot_be_fitted_are_refused_with_one_line(
    tmp_path: Path, games: list[list[tuple[str, float, int]]], complaint: str
) -> None:
    result = run(write_games(tmp_path / "games", games), "--jobs", "1")
    assert result.exit_code == 1
    assert complaint in result.output
    assert result.output.count("\n") == 1


def test_weights_that_differ_from_the_installed_ones_are_not_overwritten(file: Path, weights: Path) -> None:
    weights.write_text(weights.read_text(encoding="utf-8").replace(" | ", " | 1", 1), encoding="utf-8")
    result = run(file, "--epochs", "1", "--jobs", "1", "--write")
    assert result.exit_code == 1
    assert "does not have the weights of the installed engine" in result.output
