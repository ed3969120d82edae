from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from small_network import random_weights

from modern.pictures.neuron import IMPOSSIBLE, neuron_picture
from modern.pictures.svg import Picture


def test_a_neuron_is_twelve_boards_with_its_largest_weight_darkest() -> None:
    weights = random_weights(8)
    inputs = list(weights.inputs)
    inputs[8 * (64 + 18) + 5] = -899  # an own knight on c3
    inputs = [899 if number % 8 == 5 and weight > 899 else weight for number, weight in enumerate(inputs)]
    picture = neuron_picture(replace(weights, inputs=inputs, biases=[160] * 8), 5)
    ElementTree.fromstring(picture)
    squares = re.findall(r'<rect x="\d+" y="\d+" width="15" height="15" fill="(#\w+)"', picture)
    assert len(squares) == 12 * 64
    assert squares.count(IMPOSSIBLE) == 2 * 16 + 32
    assert squares[64 + 18].startswith("#b")
    assert "Neuron 5 has the output weight -1 and a bias of 10.0 centipawns" in picture


def test_a_weight_that_never_counts_does_not_fade_the_others() -> None:
    inputs = [0] * len(random_weights(8).inputs)
    inputs[8 * (64 + 18) + 5] = 160  # an own knight on c3
    for impossible in (3, 384 + 60, 5 * 64 + 2):  # pawns on d1 and e8, the own king on c1
        inputs[8 * impossible + 5] = -900
    picture = neuron_picture(replace(random_weights(8), inputs=inputs), 5)
    assert "The strongest colour is a weight of 10.0 centipawns." in Picture(picture)
    squares = re.findall(r'<rect x="\d+" y="\d+" width="15" height="15" fill="(#\w+)"', picture)
    assert squares[64 + 18] == "#1f6fb4"


def test_there_is_no_picture_of_a_neuron_that_does_not_exist() -> None:
    with pytest.raises(IndexError):
        neuron_picture(random_weights(8), 8)
