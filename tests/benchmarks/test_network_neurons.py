from __future__ import annotations

from pathlib import Path

import network_neurons
import pytest
from click.testing import CliRunner, Result


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(network_neurons.main, [str(argument) for argument in arguments])


def test_the_largest_contributions_to_a_score_are_listed_and_a_neuron_is_drawn(tmp_path: Path) -> None:
    result = run("--count", "3", "--svg", tmp_path / "neuron.svg")
    assert result.exit_code == 0
    listed = [line.split() for line in result.output.splitlines() if line.split()[-1][0] in "+-"]
    assert len(listed) == 3
    assert f"The weights of neuron {listed[0][0]}," in (tmp_path / "neuron.svg").read_text(encoding="utf-8")
    assert "are active; the score is " in result.output
    assert run("--neuron", "2", "--svg", tmp_path / "neuron.svg").exit_code == 0
    assert "The weights of neuron 2," in (tmp_path / "neuron.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "complaint"), [(("x",), "FEN"), (("--neuron", "64000"), "the neurons are 0 to ")]
)
def test_a_position_or_neuron_that_does_not_exist_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code != 0
    assert complaint in result.output
