from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from small_network import random_weights

from modern.engine.network import weights_file
from modern.engine.network.weights_file import WeightsError, file_content, installed_weights, parse_weights


def with_head(**changes: object) -> bytes:
    """Returns the content of a file with other fields in its first line; None removes a field."""
    head, _, body = file_content(random_weights(8)).partition(b"\n")
    fields = {**json.loads(head), **changes}
    return json.dumps({name: value for name, value in fields.items() if value is not None}).encode() + b"\n" + body


@pytest.mark.parametrize(("hidden", "tempo_neurons"), [(8, 0), (8, 8), (32, 0), (64, 16), (128, 0), (144, 16)])
def test_weights_come_back_from_their_file(hidden: int, tempo_neurons: int) -> None:
    weights = random_weights(hidden, tempo_neurons=tempo_neurons)
    read = parse_weights(file_content(weights))
    assert (read.hidden, read.tempo_neurons) == (hidden, tempo_neurons)
    assert (list(read.biases), list(read.inputs)) == (weights.biases, weights.inputs)
    assert (read.shift, read.tempo, read.provenance) == (weights.shift, weights.tempo, weights.provenance)


def test_the_installed_weights_say_where_they_come_from() -> None:
    weights = installed_weights()
    assert {"generation", "command", "games", "positions", "losses"} <= set(weights.provenance)
    assert len(file_content(weights)) < 300_000


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not a file of network weights"),
        (b"\0" * 100, "not a file of network weights"),
        (b"[]\n", "not a file of network weights"),
        (b"[" * 60000 + b"\n", "not a file of network weights"),
        (with_head()[: 2 * 768], "are damaged: they have "),
        (b" " * 65536 + with_head(), "it has no first line of at most 65536 bytes"),
        (b'{"format": "gosub network"}\n', "not a file of network weights"),
        (with_head(format="stockfish"), "the weights are 'stockfish' of version 2; expected 'gosub network'"),
        (with_head(version=1), "of version 1; expected 'gosub network' of version 2"),
        (with_head(version="1\n"), "of version '1\\n'; expected 'gosub network' of version 2"),
        (with_head(hidden=12), "has 12 neurons; expected a multiple of 8"),
        (with_head(tempo_neurons=4), "has 4 tempo neurons; expected a multiple of 8"),
        (with_head(tempo_neurons=None), "tempo_neurons is None; expected a number from 0 to 1024"),
        (with_head(tempo_neurons="8"), "tempo_neurons is '8'; expected a number from 0 to 1024"),
        (with_head(tempo_neurons=16), "has 16 tempo neurons, but 8 neurons"),
        (with_head(hidden=-8), "hidden is -8; expected a number from 8 to 1024"),
        (with_head(hidden="8"), "hidden is '8'; expected a number"),
        (with_head(shift=None), "shift is None; expected a number from 0 to 12"),
        (with_head(tempo=1e9), "tempo is 1000000000.0; expected a number"),
        (with_head(tempo=True), "tempo is True; expected a number"),
        (with_head(provenance=None), "there is no provenance"),
        (with_head(hidden=16), "are damaged: they have 12304 bytes, not 24608"),
        (with_head()[:-1], "are damaged: they have 12303 bytes, not 12304"),
        (with_head() + b"\0", "are damaged: they have 12305 bytes, not 12304"),
        (with_head()[:-1] + b"\x7f", "are damaged: their checksum differs"),
        (with_head(crc32=None), "are damaged: their checksum differs"),
    ],
)
def test_a_damaged_or_foreign_file_is_one_clear_line(content: bytes, complaint: str) -> None:
    with pytest.raises(WeightsError) as caught:
        parse_weights(content)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_that_could_leave_16_bits_are_neither_written_nor_read(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = random_weights(8)
    too_large = replace(weights, biases=[*weights.biases[:5], 32000, *weights.biases[6:]])
    with pytest.raises(WeightsError, match="the sum of neuron 5 can exceed 16 bits"):
        file_content(too_large)
    with monkeypatch.context() as patch:
        patch.setattr(weights_file, "check_lanes", lambda weights: None)
        content = file_content(too_large)
    with pytest.raises(WeightsError, match="the sum of neuron 5 can exceed 16 bits"):
        parse_weights(content)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"tempo": 700}, "tempo is 700; expected a number from -500 to 500"),
        ({"shift": 13}, "shift is 13; expected a number from 0 to 12"),
        ({"provenance": {"command": "x" * 65536}}, "at most 65536 bytes"),
        ({"biases": [0] * 7 + [32768]}, "a weight does not fit into 16 bits"),
        ({"biases": [0] * 12}, "12 neurons; .* 8"),
        ({"inputs": [0] * 8}, "32 bytes, not 12304"),
    ],
)
def test_a_file_that_could_not_be_read_is_not_written(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(WeightsError, match=complaint):
        file_content(replace(random_weights(8), **changes))


@pytest.mark.usefixtures("missing_weights")
def test_a_missing_file_is_one_clear_line() -> None:
    with pytest.raises(WeightsError, match=r"the network has no weights: no-such-file\.bin: No such file or directory"):
        installed_weights()


def test_the_weights_in_the_package_need_no_proof_because_this_is_it() -> None:
    weights = installed_weights()
    weights_file.check_lanes(weights)
    assert int(weights.checksum, 16) == weights_file.PROVEN, "new weights: PROVEN has to follow"
