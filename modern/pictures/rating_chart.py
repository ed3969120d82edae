"""Draws ratings as bars, each with its error."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from modern.pictures.svg import BLUE, FAINT, GLYPH_ADVANCE, INK, document, text_element

#: The height of a row, the width of the bars' area and the space for the figures beside it, in pixels.
ROW: Final = 24
BARS_WIDTH: Final = 460
FIGURES_WIDTH: Final = 110
FONT_SIZE: Final = 13
#: The distances between the lines of the scale, in Elo, and the most lines that there may be.
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
MAX_LINES: Final = 10
BAR_COLOUR: Final = "#a9c8e4"
PALE_COLOUR: Final = "#e3ecf5"
LINE_COLOUR: Final = "#dddddd"


class RatedName(NamedTuple):
    """A bar: a name, its Elo, and half the width of its 95 % interval. A pale bar is for a figure to trust less."""

    name: str
    elo: float
    error: float
    is_pale: bool = False


def rating_chart(rated: Sequence[RatedName], title: str) -> str:
    """Draws the ratings as SVG, in the order given: a bar to each rating and a line for its 95 % interval."""
    low, high, step = _scale(rated)
    left = math.ceil(max(len(one.name) for one in rated) * FONT_SIZE * GLYPH_ADVANCE) + 10
    height = ROW * len(rated)

    def x(elo: float) -> float:
        return round(left + BARS_WIDTH * (elo - low) / (high - low), 1)

    def elements() -> Iterator[str]:
        for elo in range(low, high + 1, step):
            yield f'<path d="M{x(elo):g} 0V{height}" stroke="{LINE_COLOUR}"/>'
            yield text_element(x(elo), height + 16, elo, FONT_SIZE - 2, FAINT, "middle")
        for index, one in enumerate(rated):
            yield from _row(
                one, index * ROW, left, (x(low), x(one.elo)), (x(one.elo - one.error), x(one.elo + one.error))
            )

    description = "; ".join(f"{one.name} {round(one.elo)} +- {one.error:.0f}" for one in rated)
    return document(left + BARS_WIDTH + FIGURES_WIDTH, height + 22, elements(), title, description)


def _row(one: RatedName, top: int, left: int, bar: tuple[float, float], interval: tuple[float, float]) -> Iterator[str]:
    """Yields a bar from the left of the scale to the rating, the interval across its end, and the figures."""
    middle = top + ROW / 2
    yield text_element(left - 8, middle + 4.5, one.name, FONT_SIZE, INK, "end")
    colour = PALE_COLOUR if one.is_pale else BAR_COLOUR
    yield f'<rect x="{bar[0]:g}" y="{top + 5}" width="{bar[1] - bar[0]:g}" height="{ROW - 10}" fill="{colour}"/>'
    path = f"M{interval[0]:g} {middle:g}H{interval[1]:g}"
    path += "".join(f"M{end:g} {middle - 5:g}v10" for end in interval)
    yield f'<path d="{path}" stroke="{BLUE}" stroke-width="2" fill="none"/>'
    figures = f"{round(one.elo)} ± {one.error:.0f}"
    yield text_element(left + BARS_WIDTH + 10, middle + 4.5, figures, FONT_SIZE, INK)


def _scale(rated: Sequence[RatedName]) -> tuple[int, int, int]:
    """Returns the ends of the scale and the distance of its lines, in Elo. All intervals are between the ends."""
    lowest = min(one.elo - one.error for one in rated)
    highest = max(one.elo + one.error for one in rated)
    step = next((step for step in STEPS if highest - lowest <= step * (MAX_LINES - 2)), STEPS[-1])
    low, high = step * math.floor(lowest / step), step * math.ceil(highest / step)
    return low, max(high, low + step), step
