from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
import tune
from click.testing import CliRunner, Result
from samples import Sample, append_samples, read_samples

from modern.engine.evaluation.weights import TABLE, flatten, format_table
from modern.rules import Position

#: White has an extra knight in the first; the material is equal in the second.
FENS = (
    "r1bqk2r/pp2bppp/2n1p3/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 b kq - 1 9",
    "8/5pk1/1p1r2p1/p1p4p/P1P1R2P/1P4P1/5PK1/8 b - - 5 40",
)


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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Games in which White scores three quarters with the extra knight and a quarter without it."""
    path = tmp_path / "games.txt"
    append_samples(path, [Sample(FENS[0], number % 2 / 2 + 0.5, 250, 1994, number) for number in range(1, 11)])
    append_samples(path, [Sample(FENS[1], number % 2 / 2, 0, 1994, number) for number in range(1, 11)])
    return path


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of weights.py, which the tuner may write."""
    path = tmp_path / "weights.py"
    path.write_bytes(tune.WEIGHTS.read_bytes())
    monkeypatch.setattr(tune, "WEIGHTS", path)
    return path


def test_a_stopped_run_is_resumed(tmp_path: Path) -> None:
    resumed, uninterrupted = tmp_path / "resumed", tmp_path / "uninterrupted"
    options = ("--nodes", "20", "--jobs", "1")
    assert "1 of 1 games" in run("games", resumed, "--games", "1", *options).output
    with resumed.open("a", encoding="utf-8") as file:
        file.write("rnbqkbnr/pp")
    assert "2 of 2 games" in run("games", resumed, "--games", "2", *options).output
    assert run("games", uninterrupted, "--games", "2", *options).exit_code == 0
    assert resumed.read_bytes() == uninterrupted.read_bytes()
    assert list(read_samples(uninterrupted))
    assert " 0 new positions" in run("games", uninterrupted, "--games", "2", *options).output
    assert resumed.read_bytes() == uninterrupted.read_bytes()


def test_no_position_is_sampled_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = [[Sample(FENS[0].replace("1 9", f"{number} 9"), 1.0, 0, 1994, number)] for number in (1, 2)]
    monkeypatch.setattr(tune, "games_played", lambda *arguments: iter(same))
    assert "1 new positions" in run("games", tmp_path / "games", "--games", "2", "--jobs", "1").output
    assert list(read_samples(tmp_path / "games")) == same[0]


def test_games_finished_before_an_interrupt_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> object:
        yield [Sample(FENS[0], 1.0, 0, 1994, 1)]
        raise KeyboardInterrupt

    monkeypatch.setattr(tune, "games_played", interrupted)
    result = run("games", tmp_path / "games", "--games", "9", "--jobs", "1")
    assert result.exit_code == 130
    assert "1 of 9 games, 1 new positions" in result.output
    assert "run the same command again to resume" in result.output
    assert len(list(read_samples(tmp_path / "games"))) == 1


def test_writing_weights_changes_only_the_numbers(file: Path, weights: Path) -> None:
    before = weights.read_text(encoding="utf-8")
    result = run("fit", file, "--epochs", "5", "--jobs", "1", "--write")
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
    result = run("fit", file, "--epochs", "5", "--jobs", "1")
    assert result.exit_code == 0
    assert "squares of rooks" in result.output
    assert weights.read_bytes() == before


def test_a_table_is_rebuilt_from_its_flat_weights() -> None:
    assert tune.weight_table(flatten()) == TABLE
    assert format_table(tune.weight_table(flatten())) == format_table(TABLE)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "games has 0 positions; at least 10 games are needed"),
        ("no sample\n", "games, line 1: not a sample; expected a FEN, a result"),
        (
            "".join(f"{FENS[0]}\t0\t0\t1/{number}\n" for number in range(1, 11)),
            "are unrelated to the results of the games",
        ),
        (f"{Position().fen()}\t1\t0\t1/1\nx w - - 0 1\t1\t0\t1/10\n", "games: "),
    ],
)
def test_a_file_that_cannot_be_fitted_is_refused_with_one_line(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "games"
    path.write_text(content, encoding="utf-8")
    result = run("fit", path, "--jobs", "1")
    assert result.exit_code == 1
    assert complaint in result.output
    assert result.output.count("\n") == 1


def test_weights_that_differ_from_the_installed_ones_are_not_overwritten(file: Path, weights: Path) -> None:
    weights.write_text(weights.read_text(encoding="utf-8").replace(" | ", " | 1", 1), encoding="utf-8")
    result = run("fit", file, "--epochs", "1", "--jobs", "1", "--write")
    assert result.exit_code == 1
    assert "does not have the weights of the installed engine" in result.output
