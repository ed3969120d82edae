"""Draws the chart of a page: the values of each position, by the program of 1994 and by today's engine.

Values are in pawns, from White's side. The chart is an SVG of 1000x200 that is stretched to the space available; lines
keep their width. The labels are HTML around it, so that they are not stretched.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any, Final

WIDTH: Final = 1000
HEIGHT: Final = 200
#: The range of the chart, in pawns. Values beyond it are drawn at the edge.
MAX_PAWNS: Final = 10
#: The space above and below that range, as a fraction of the height.
MARGIN: Final = 0.06
#: With more positions than this, dots are drawn only for values between two gaps.
MAX_DOTS: Final = 60
#: The most ply numbers below the chart.
MAX_LABELS: Final = 12
LABEL_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)

Values = Sequence[float | None]


def chart(positions: Sequence[dict[str, Any]], difference_label: str) -> str:
    """Returns the chart of a game as HTML.

    Every ply at which the program would have played another move gets a tick; the first one also gets
    `difference_label`, unless that is empty.
    """
    count = len(positions)
    program = [at["program"]["value"] for at in positions]
    today = [at["today"]["value"] if at["today"] else None for at in positions]
    differing = [index for index, at in enumerate(positions) if at["program"]["agrees"] is False]
    lines = [
        *(_horizontal(pawns) for pawns in (-MAX_PAWNS, -MAX_PAWNS / 2, 0, MAX_PAWNS / 2, MAX_PAWNS)),
        *(f'<path class="tick" d="M{_x(index, count):.1f} {HEIGHT - 9}v9"/>' for index in differing),
        _line("today", today),
        _line("program", program),
        f'<path id="cursor" class="cursor" d="M0 0V{HEIGHT}"/>',
    ]
    if difference_label and differing:
        lines.insert(5, f'<path class="difference" d="M{_x(differing[0], count):.1f} 0V{HEIGHT}"/>')
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{''.join(lines)}</svg>{_labels(count, differing, difference_label)}"
    )


def _x(index: int, count: int) -> float:
    return WIDTH * (index + 0.5) / count


def _y(pawns: float) -> float:
    shown = max(-MAX_PAWNS, min(MAX_PAWNS, pawns))
    return HEIGHT * (0.5 - shown / MAX_PAWNS * (0.5 - MARGIN))


def _horizontal(pawns: float) -> str:
    return f'<path class="{"level" if pawns else "even"}" d="M0 {_y(pawns):.1f}H{WIDTH}"/>'


def _line(name: str, values: Values) -> str:
    """Draws a line with a dot at each value, and a gap where a value is missing."""
    paths = []
    for has_value, run in groupby(enumerate(values), key=lambda numbered: numbered[1] is not None):
        if has_value:
            points = [f"{_x(index, len(values)):.1f} {_y(value or 0):.1f}" for index, value in run]
            paths.append(f'<path class="{name}" d="M{"L".join(points)}"/>')
            if len(values) <= MAX_DOTS or len(points) == 1:
                paths.append(f'<path class="{name} dots" d="{"".join(f"M{point}h0" for point in points)}"/>')
    return "".join(paths)


def _labels(count: int, differing: Sequence[int], difference_label: str) -> str:
    """Returns the labels around the chart: pawns at the left, ply numbers below, and the difference label."""
    levels = (f"+{MAX_PAWNS}", "0", f"-{MAX_PAWNS}")
    tops = (MARGIN, 0.5, 1 - MARGIN)
    pawns = [f'<span class="pawns" style="top:{top:.0%}">{text}</span>' for top, text in zip(tops, levels, strict=True)]
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
        label.append(f'<span class="difference" style="{edge}:{distance:.2%}">{escape(difference_label)}</span>')
    return "".join([*pawns, *numbers, *label])
