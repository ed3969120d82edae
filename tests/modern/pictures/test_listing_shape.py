"""The picture of a listing's shape: bars, labels and tints, and no text unless it is given."""

from __future__ import annotations

import re

import pytest

from modern.pictures.listing_shape import TINTS, UNTOUCHED, Bar, listing_shape_svg, tint

BARS = [
    Bar("COUNT", 0, 6, None),
    Bar("", 2, 20, 0.5),
    Bar("", 4, 10, None),
    Bar("", 2, 8, 1.0),
    Bar("DONE", 0, 5, None),
]


def texts(picture: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture)


def bars(picture: str) -> list[tuple[float, float, str]]:
    """Returns the place, the width and the tint of each bar, without the legend's."""
    found = re.findall(r'<rect x="([\d.]+)" y="\d+" width="([\d.]+)" height="6" fill="(#\w+)"/>', picture)
    return [(float(x), float(width), colour) for x, width, colour in found]


def test_each_line_is_a_bar_as_long_as_its_text_and_as_far_in() -> None:
    first, second, third = bars(listing_shape_svg(BARS))
    assert first[1] == 2 * second[1]
    assert third[1] == pytest.approx(0.8 * second[1])
    assert (first[2], second[2], third[2]) == (TINTS[2], UNTOUCHED, TINTS[-1])


def test_a_label_is_named_and_nothing_else_is_written() -> None:
    legend = texts(listing_shape_svg([]))
    assert texts(listing_shape_svg(BARS)) == [*legend, "COUNT", "DONE"]


def test_the_text_is_drawn_if_it_is_given() -> None:
    picture = listing_shape_svg([bar._replace(text="IF A<B THEN C" if bar.length == 20 else "") for bar in BARS])
    assert "IF A&lt;B THEN C" in texts(picture)


@pytest.mark.parametrize(("share", "step"), [(0.0, 0), (0.19, 0), (0.2, 1), (0.5, 2), (0.99, 4), (1.0, 4)])
def test_the_tint_has_five_steps(share: float, step: int) -> None:
    assert tint(share) == TINTS[step]
