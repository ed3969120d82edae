"""The chart of a page: what 1994 and today think of each position, in pawns, from White's side.

It is drawn into a box of 1000 x 200 that is stretched to whatever room there is; lines keep their width. Words stand
around it, in HTML, where they are not stretched.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any, Final

WIDTH: Final = 1000
HEIGHT: Final = 200
#: Pawns: what lies beyond is drawn at the edge.
MAX_PAWNS: Final = 10
#: Of the height, what is left above and below the edges.
MARGIN: Final = 0.06
#: Where there are more positions, only those between two gaps have dots.
MAX_DOTS: Final = 60
#: At most so many numbers of plies stand below.
MAX_LABELS: Final = 12
LABEL_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)

Values = Sequence[float | None]


def chart(positions: Sequence[dict[str, Any]], difference_label: str) -> str:
    """The chart of the positions of a game, as HTML; `parting` is said where game and program part."""
    count = len(positions)
    program = [_white_view(position["program"]["value"], position["side"]) for position in positions]
    today = [_white_view(one["today"]["value"] if one["today"] else None, one["side"]) for one in positions]
    differing = [index for index, one in enumerate(positions) if one["program"]["agrees"] is False]
    lines = [
        *(_horizontal(pawns) for pawns in (-MAX_PAWNS, -MAX_PAWNS / 2, 0, MAX_PAWNS / 2, MAX_PAWNS)),
        *(f'<path class="parts" d="M{_x(number, count):.1f} {HEIGHT - 9}v9"/>' for number in differing),
        _line("today", today),
        _line("program", program),
        f'<path id="cursor" class="cursor" d="M0 0V{HEIGHT}"/>',
    ]
    if difference_label and differing:
        lines.insert(5, f'<path class="parting" d="M{_x(differing[0], count):.1f} 0V{HEIGHT}"/>')
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{''.join(lines)}</svg>{_labels(count, differing, difference_label)}"
    )


def _white_view(value: float | None, side: str) -> float | None:
    return value if value is None or side == "white" else -value


def _x(index: int, count: int) -> float:
    return WIDTH * (index + 0.5) / count


def _y(pawns: float) -> float:
    shown = max(-MAX_PAWNS, min(MAX_PAWNS, pawns))
    return HEIGHT * (0.5 - shown / MAX_PAWNS * (0.5 - MARGIN))


def _horizontal(pawns: float) -> str:
    return f'<path class="{"level" if pawns else "even"}" d="M0 {_y(pawns):.1f}H{WIDTH}"/>'


def _line(name: str, values: Values) -> str:
    """A line with a dot at each value, and a gap where there is none."""
    paths = []
    for has_value, run in groupby(enumerate(values), key=lambda one: one[1] is not None):
        if has_value:
            points = [f"{_x(index, len(values)):.1f} {_y(value or 0):.1f}" for index, value in run]
            paths.append(f'<path class="{name}" d="M{"L".join(points)}"/>')
            if len(values) <= MAX_DOTS or len(points) == 1:
                paths.append(f'<path class="{name} dots" d="{"".join(f"M{point}h0" for point in points)}"/>')
    return "".join(paths)


def _labels(count: int, differing: Sequence[int], difference_label: str) -> str:
    """What stands around it: pawns at the left, plies below, and where record and listing part."""
    sides = (f"+{MAX_PAWNS}", "0", f"-{MAX_PAWNS}")
    tops = (MARGIN, 0.5, 1 - MARGIN)
    pawns = [f'<span class="pawns" style="top:{top:.0%}">{side}</span>' for top, side in zip(tops, sides, strict=True)]
    step = next((step for step in LABEL_STEPS if count / step <= MAX_LABELS), LABEL_STEPS[-1])
    numbers = [
        f'<span class="number" style="left:{_x(number - 1, count) / WIDTH:.2%}">{number}</span>'
        for number in range(1, count + 1)
        if number == 1 or (number % step == 0 and number > step / 2 + 1)
    ]
    label = []
    if difference_label and differing:
        left = _x(differing[0], count) / WIDTH
        edge = "left" if left < 0.5 else "right"
        distance = left if edge == "left" else 1 - left
        label.append(f'<span class="parting" style="{edge}:{distance:.2%}">{escape(difference_label)}</span>')
    return "".join([*pawns, *numbers, *label])
