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

#: White has a knight more in the first, and nothing in the second.
FENS = (
    "r1bqk2r/pp2bppp/2n1p3/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 b kq - 1 9",
    "8/5pk1/1p1r2p1/p1p4p/P1P1R2P/1P4P1/5PK1/8 b - - 5 40",
)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tune.main, [str(argument) for argument in arguments])


def loaded(path: Path) -> ModuleType:
    """A file that is not where it would be imported from."""
    spec = importlib.util.spec_from_file_location("weights_of_a_test", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Games of which White has won half with its knight, and none without it."""
    path = tmp_path / "games.txt"
    append_samples(path, [Sample(FENS[0], number % 2 / 2 + 0.5, 250, 1994, number) for number in range(1, 11)])
    append_samples(path, [Sample(FENS[1], number % 2 / 2, 0, 1994, number) for number in range(1, 11)])
    return path


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of weights.py to be written."""
    path = tmp_path / "weights.py"
    path.write_bytes(tune.WEIGHTS.read_bytes())
    monkeypatch.setattr(tune, "WEIGHTS", path)
    return path


def test_a_stopped_file_is_gone_on_with(tmp_path: Path) -> None:
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    options = ("--nodes", "20", "--jobs", "1")
    assert "1 of 1 games" in run("games", stopped, "--games", "1", *options).output
    with stopped.open("a", encoding="utf-8") as file:
        file.write("rnbqkbnr/pp")
    assert "2 of 2 games" in run("games", stopped, "--games", "2", *options).output
    assert run("games", whole, "--games", "2", *options).exit_code == 0
    assert stopped.read_bytes() == whole.read_bytes()
    assert list(read_samples(whole))
    assert " 0 positions more" in run("games", whole, "--games", "2", *options).output
    assert stopped.read_bytes() == whole.read_bytes()


def test_no_position_is_taken_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = [[Sample(FENS[0].replace("1 9", f"{number} 9"), 1.0, 0, 1994, number)] for number in (1, 2)]
    monkeypatch.setattr(tune, "games_played", lambda *arguments: iter(same))
    assert "1 positions more" in run("games", tmp_path / "games", "--games", "2", "--jobs", "1").output
    assert list(read_samples(tmp_path / "games")) == same[0]


def test_games_that_are_interrupted_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> object:
        yield [Sample(FENS[0], 1.0, 0, 1994, 1)]
        raise KeyboardInterrupt

    monkeypatch.setattr(tune, "games_played", interrupted)
    answer = run("games", tmp_path / "games", "--games", "9", "--jobs", "1")
    assert answer.exit_code == 130
    assert "1 of 9 games, 1 positions more" in answer.output
    assert "the same command goes on" in answer.output
    assert len(list(read_samples(tmp_path / "games"))) == 1


def test_what_is_written_is_what_was_found_and_differs_in_numbers_alone(file: Path, weights: Path) -> None:
    before = weights.read_text(encoding="utf-8")
    answer = run("fit", file, "--epochs", "5", "--jobs", "1", "--write")
    assert answer.exit_code == 0, answer.output
    assert "20 positions of 10 games, 2 of them held back" in answer.output
    after = weights.read_text(encoding="utf-8")
    assert after != before
    assert re.sub(r" *-?\d+", " 0", after) == re.sub(r" *-?\d+", " 0", before)
    table = loaded(weights).TABLE
    assert table != TABLE
    assert {name: len(many) for name, (many, _) in table.items()} == {
        name: len(few) for name, (_, few) in TABLE.items()
    }


def test_the_new_weights_are_shown_beside_the_old_ones(file: Path, weights: Path) -> None:
    before = weights.read_bytes()
    answer = run("fit", file, "--epochs", "5", "--jobs", "1")
    assert answer.exit_code == 0
    assert "squares of rooks" in answer.output
    assert weights.read_bytes() == before


def test_a_table_comes_back_from_its_numbers() -> None:
    assert tune.weight_table(flatten()) == TABLE
    assert format_table(tune.weight_table(flatten())) == format_table(TABLE)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "games has 0 positions; those of 10 games are needed"),
        ("no sample\n", "games, line 1: a FEN, a result"),
        ("".join(f"{FENS[0]}\t0\t0\t1/{number}\n" for number in range(1, 11)), "tell nothing of how the games ended"),
        (f"{Position().fen()}\t1\t0\t1/1\nx w - - 0 1\t1\t0\t1/10\n", "games: "),
    ],
)
def test_a_file_that_cannot_be_learnt_from_is_refused_in_a_line(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "games"
    path.write_text(content, encoding="utf-8")
    answer = run("fit", path, "--jobs", "1")
    assert answer.exit_code == 1
    assert complaint in answer.output
    assert answer.output.count("\n") == 1


def test_weights_that_are_not_those_that_run_are_not_written_over(file: Path, weights: Path) -> None:
    weights.write_text(weights.read_text(encoding="utf-8").replace(" | ", " | 1", 1), encoding="utf-8")
    answer = run("fit", file, "--epochs", "1", "--jobs", "1", "--write")
    assert answer.exit_code == 1
    assert "has not the weights that run here" in answer.output
