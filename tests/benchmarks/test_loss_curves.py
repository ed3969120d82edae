from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from loss_curves import HEIGHT, loss_curves
from texel import Losses


def curves(picture: str) -> list[list[tuple[float, float]]]:
    """Returns the points of each curve."""
    return [
        [tuple(map(float, point.split(","))) for point in points.split()]  # type: ignore[misc]
        for points in re.findall(r'<polyline points="([^"]*)"', picture)
    ]


def test_each_loss_is_a_curve_that_falls_as_the_loss_does() -> None:
    picture = loss_curves([Losses(0.06, 0.05), Losses(0.02, 0.03), Losses(0.01, 0.031)], "Losses of 3 epochs")
    ElementTree.fromstring(picture)
    training, validation = curves(picture)
    assert [x for x, _ in training] == [x for x, _ in validation] == [64, 344, 624]
    assert training[0][1] < validation[0][1] < validation[2][1] < validation[1][1] < training[2][1]
    assert all(0 <= y <= HEIGHT for _, y in (*training, *validation))
    assert "training: 0.01000 at the end" in picture
    assert "validation: 0.03100 at the end" in picture


@pytest.mark.parametrize("losses", [[Losses(0.1, 0.1)], [Losses(0.0, 0.0)] * 2])
def test_losses_that_are_all_the_same_can_be_drawn(losses: list[Losses]) -> None:
    picture = loss_curves(losses, "Losses")
    assert all(0 <= y <= HEIGHT for curve in curves(picture) for _, y in curve)
