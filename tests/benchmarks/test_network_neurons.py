from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import network_neurons
import pytest
from click.testing import CliRunner, Result
from small_network import random_weights

from modern.engine.network.explain import contributions
from modern.engine.network.weights_file import installed_weights
from modern.pictures.neuron import EXAMPLE_FEN, EXAMPLE_NEURON
from modern.rules import Position


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(network_neurons.main, [str(argument) for argument in arguments])


def test_the_largest_contributions_to_a_score_are_listed_and_a_neuron_is_drawn(tmp_path: Path) -> None:
    result = run("--count", "3", "--svg", tmp_path / "neuron.svg")
    assert result.exit_code == 0
    listed = [line.split() for line in result.output.splitlines() if line.split()[-1][0] in "+-"]
    assert len(listed) == 3
    assert f"The weights of neuron {EXAMPLE_NEURON}," in (tmp_path / "neuron.svg").read_text(encoding="utf-8")
    assert "are active; the tempo neurons contribute " in result.output
    assert "; the score is " in result.output
    assert run("--board-svg", tmp_path / "boards.svg").exit_code == 0
    boards = (tmp_path / "boards.svg").read_text(encoding="utf-8")
    weights = installed_weights()
    found = contributions(weights, Position(EXAMPLE_FEN))
    ordinary = [str(each.neuron) for each in found if each.neuron < weights.ordinary]
    assert re.findall(r"Neuron (\d+):", boards) == ordinary[:2]
    assert run("--neuron", "2", "--svg", tmp_path / "neuron.svg").exit_code == 0
    assert "The weights of neuron 2," in (tmp_path / "neuron.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(("x",), "FEN"), (("--neuron", "64000", "--svg", "neuron.svg"), "the neurons are 0 to ")],
)
def test_a_position_or_neuron_that_does_not_exist_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code != 0
    assert complaint in result.output


def test_a_position_without_an_active_neuron_has_an_empty_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = random_weights(8)
    silent = replace(random, biases=[-1] * 8, inputs=[0] * len(random.inputs))
    monkeypatch.setattr(network_neurons, "installed_weights", lambda: silent)
    assert "0 of 8 are active" in run().output  # although the network has no neuron 33
    assert "0 of 8 are active" in run("--svg", tmp_path / "neuron.svg", "--neuron", "2").output
    assert "The weights of neuron 2," in (tmp_path / "neuron.svg").read_text(encoding="utf-8")
