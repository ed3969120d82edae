from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from making.neuron import EMPTY, IMPOSSIBLE, neuron_picture, position_picture
from small_network import random_weights

from modern.engine.network.explain import contributions
from modern.pictures.svg import Picture
from modern.rules import Position


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


def test_the_neurons_of_a_position_are_its_boards_with_a_colour_for_each_piece() -> None:
    weights, position = random_weights(24, tempo_neurons=8), Position("4k3/8/8/8/8/2n5/8/R3K3 b - - 0 1")
    ordinary = [each for each in contributions(weights, position) if each.neuron < weights.ordinary]
    assert len(ordinary) > 3
    picture = position_picture(weights, position, 3)
    ElementTree.fromstring(picture)
    colours = re.findall(r'<rect x="\d+" y="\d+" width="26" height="26" fill="(#\w+)"', picture)
    assert len(colours) == 3 * 2 * 64
    assert sum(colour not in EMPTY for colour in colours) == 3 * 2 * 4
    assert {"#1f6fb4", "#b3261e"} & set(colours)
    for contribution in ordinary[:3]:
        assert f"Neuron {contribution.neuron}: {contribution.centipawns:+.0f} centipawns for White" in picture
        for name, seen in (("White", contribution.white), ("Black", contribution.black)):
            assert f"{name}&#x27;s perspective: {seen.centipawns:+.0f}<" in picture


def test_a_position_without_an_active_neuron_has_no_board() -> None:
    silent = replace(random_weights(8), biases=[-1] * 8, inputs=[0] * len(random_weights(8).inputs))
    assert "The 0 neurons, tempo neurons aside," in position_picture(silent, Position(), 3)
