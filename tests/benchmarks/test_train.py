from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import train
from click.testing import CliRunner, Result
from hidden_layer import HiddenLayer
from position_file import Header, append_game, open_for_games, pack_position
from small_network import positions_of_rich_games

from modern.engine.network.weights_file import NetworkWeights, file_content, parse_weights
from modern.rules.pieces import WHITE, piece_type_of, side_of

OPTIONS = ("--hidden", "16", "--tempo-neurons", "8")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(train.main, [*OPTIONS, *map(str, arguments)])


def network(path: Path) -> NetworkWeights:
    return parse_weights(path.read_bytes())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of random games, scored by their material, ten to a game."""
    path = tmp_path_factory.mktemp("games") / "games"
    open_for_games(path, Header("python benchmarks/self_play.py games", 1994, 1500, "network generation 2, 00c0ffee"))
    values = (0, 100, 300, 300, 500, 900, 0, 0)
    packed = []
    for count, position in enumerate(positions_of_rich_games(10, 9)):
        material = sum(
            values[piece_type_of(piece)] * (1 if side_of(piece) == WHITE else -1) for piece in position.mailbox
        )
        result = 1.0 if material > 0 else 0.0 if material < 0 else 0.5
        packed.append(pack_position(position, material, result, 1 + count // 10, last=count % 10 == 9))
    append_game(path, packed[: len(packed) // 10 * 10])
    return path


def test_training_lowers_both_losses_and_writes_a_network_that_says_where_it_comes_from(
    file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "network"
    result = run(file, "--out", out, "--epochs", "12", "--rate", "0.05")
    assert result.exit_code == 0, result.output
    lines = [line for line in result.output.splitlines() if line.startswith("epoch")]
    assert len(lines) == 12
    for name in ("training", "validation"):
        first, last = (float(line.split(f"{name} ")[1].split(",")[0]) for line in (lines[0], lines[-1]))
        assert last < first
    weights = network(out)
    assert (weights.hidden, weights.tempo_neurons) == (16, 8)
    assert weights.provenance["generation"] == "3"
    assert weights.provenance["epochs"] == "12 of 12"
    assert "python benchmarks/self_play.py games" in weights.provenance["games"]
    assert (
        f"quantised {result.output.split('quantised to 16 bits: validation ')[1][:8]}" in weights.provenance["losses"]
    )


def interrupt_in_epoch(epoch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raises KeyboardInterrupt in the middle of an epoch, after the network has learnt from a part of its positions."""
    learn, epochs = HiddenLayer.learn, list[int]()
    train_epoch = train.TrainingRun._train_epoch

    def learn_and_interrupt(self: HiddenLayer, *arguments: Any) -> float:
        error = learn(self, *arguments)
        if epochs[-1] == epoch - 1:
            raise KeyboardInterrupt
        return error

    def count(self: train.TrainingRun, number: int) -> float:
        epochs.append(number)
        return train_epoch(self, number)

    monkeypatch.setattr(HiddenLayer, "learn", learn_and_interrupt)
    monkeypatch.setattr(train.TrainingRun, "_train_epoch", count)


def test_a_training_that_is_interrupted_in_an_epoch_keeps_the_network_of_the_last_whole_one(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, whole, stopped = tmp_path / "package", tmp_path / "whole", tmp_path / "stopped"
    package.write_bytes(b"the network before")
    monkeypatch.setattr(train, "PACKAGE_FILE", package)
    save, networks = train.TrainingRun._save, []

    def save_and_keep(self: train.TrainingRun) -> None:
        save(self)
        networks.append(self.layer.quantised(self.unit, {}))

    with monkeypatch.context() as patch:
        patch.setattr(train.TrainingRun, "_save", save_and_keep)
        assert run(file, "--out", whole, "--epochs", "4", "--rate", "0.05").exit_code == 0
    with monkeypatch.context() as patch:
        interrupt_in_epoch(3, patch)
        result = run(file, "--out", stopped, "--epochs", "4", "--rate", "0.05", "--write")
    assert result.exit_code == 130
    assert "interrupted after 2 of 4 epochs; the same command resumes" in result.output
    assert f"{package} is unchanged: the training was interrupted" in result.output
    assert package.read_bytes() == b"the network before"
    kept = network(stopped)
    assert (list(kept.biases), list(kept.inputs)) == (list(networks[1].biases), list(networks[1].inputs))
    assert list(networks[2].inputs) != list(networks[1].inputs)
    assert run(file, "--out", stopped, "--epochs", "4", "--rate", "0.05").exit_code == 0
    assert list(network(stopped).inputs) == list(network(whole).inputs)


def test_a_state_of_another_run_is_not_overwritten(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "network"
    assert run(file, "--out", out, "--epochs", "1").exit_code == 0
    result = run(file, "--out", out, "--epochs", "2")
    assert result.exit_code == 1
    assert "is the state of a run with other settings; remove it, or choose another --out" in result.output
    train.state_path(out).write_bytes(b"no state")
    result = run(file, "--out", out, "--epochs", "1")
    assert result.exit_code == 1
    assert "is not the state of a training run; remove it" in result.output


def test_a_network_is_trained_further(file: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert run(file, "--out", first, "--epochs", "8", "--rate", "0.05").exit_code == 0
    before = network(first)
    result = run(file, "--out", second, "--start", first, "--epochs", "1", "--rate", "0.000001")
    assert result.exit_code == 0, result.output
    after = network(second)
    changes = [abs(one - other) for one, other in zip(before.inputs, after.inputs, strict=True)]
    assert max(changes) <= 1
    assert abs(before.tempo - after.tempo) <= 1
    start = json.loads(after.provenance["start"])
    assert start.pop("checksum") == before.checksum
    assert start == dict(before.provenance)
    result = run(file, "--out", second, "--epochs", "1", "--rate", "0.000001")
    assert "is the state of a run with other settings" in result.output


def test_a_network_with_fewer_neurons_is_trained_further(file: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    small = ("--hidden", "8", "--tempo-neurons", "0")
    assert run(file, "--out", first, "--epochs", "2", "--rate", "0.05", *small).exit_code == 0
    larger = ("--hidden", "24", "--tempo-neurons", "8")
    result = run(file, "--out", second, "--start", first, "--epochs", "1", "--rate", "0.000001", *larger)
    assert result.exit_code == 0, result.output
    before, after = network(first), network(second)
    assert (after.hidden, after.tempo_neurons) == (24, 8)
    for old, new in ((0, 0), (3, 3), (4, 8), (7, 11)):
        assert max(abs(one - two) for one, two in zip(before.neuron(old), after.neuron(new), strict=True)) <= 1


@pytest.mark.parametrize(
    ("start", "options", "complaint"),
    [
        (
            "network",
            ("--hidden", "16", "--tempo-neurons", "0"),
            "network has 16 neurons, 8 of them tempo neurons; give --tempo-neurons 8 --hidden 16, or more of each kind",
        ),
        ("games", OPTIONS, "games: this is not a file of network weights"),
        ("out", OPTIONS, "--start and --out are the same file"),
        ("package", (*OPTIONS, "--write"), "--start and --write are the same file"),
    ],
)
def test_a_network_that_cannot_be_trained_further_is_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str, options: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.setattr(train, "PACKAGE_FILE", tmp_path / "package")
    content = file_content(HiddenLayer.new(16, 1, 8).quantised(0.001, {}))
    for name in ("network", "out", "package"):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "games").write_bytes(b"no network\n")
    arguments = [str(file), "--out", str(tmp_path / "out"), "--start", str(tmp_path / start), *options]
    result = CliRunner().invoke(train.main, arguments)
    assert result.exit_code == 1
    assert complaint in result.output
    assert all((tmp_path / name).read_bytes() == content for name in ("out", "package"))


@pytest.mark.parametrize(
    ("evaluations", "before", "generation"),
    [
        (["hand"], None, 1),
        (["hand", "network generation 3, 00c0ffee"], None, 4),
        (["network generation 3, 00c0ffee"], "3", 4),
        (["hand"], "3", 3),
        (["hand"], "unknown", 1),
    ],
)
def test_a_generation_follows_that_of_its_games(evaluations: list[str], before: str | None, generation: int) -> None:
    headers = [Header("", 1, 400, evaluation) for evaluation in evaluations]
    initial = None if before is None else HiddenLayer.new(8, 1).quantised(0.001, {"generation": before})
    assert train.next_generation(headers, initial) == generation


def test_the_network_is_written_into_the_package(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "PACKAGE_FILE", tmp_path / "package")
    result = run(file, "--out", tmp_path / "network", "--epochs", "1", "--write")
    assert result.exit_code == 0
    assert (tmp_path / "package").read_bytes() == (tmp_path / "network").read_bytes()
    assert "now has this network; install the package again to play with it" in result.output
    monkeypatch.setattr(train, "INSTALLED_FILE", tmp_path / "package")
    result = run(file, "--out", tmp_path / "network", "--epochs", "1", "--write")
    assert result.output.endswith("package now has this network\n")


def test_weights_that_cannot_be_used_are_one_line(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tempo = HiddenLayer.new(16, 1, 8)
    tempo.parameters["tempo"][0] = 1e6
    monkeypatch.setattr(HiddenLayer, "new", lambda hidden, seed, tempo_neurons: tempo)
    result = run(file, "--out", tmp_path / "network", "--epochs", "1")
    assert result.exit_code == 1
    assert "Error: the network's tempo is " in result.output
    assert not (tmp_path / "network").exists()


def test_scores_that_do_not_predict_the_results_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games"
    open_for_games(path, Header("", 1, 1, "hand"))
    for number, position in enumerate(islice(positions_of_rich_games(3, 9), 80)):
        append_game(path, [pack_position(position, -300 if number % 2 else 300, number % 2, number, last=True)])
    result = run(path, "--out", tmp_path / "network")
    assert result.exit_code == 1
    assert "the scores of the positions are unrelated to the results of the games" in result.output
