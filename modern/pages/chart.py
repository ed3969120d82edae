"""Draws the chart of a page: the values of each position, by the 1994 program and by today's engine.

On the page of a tournament's game, they are the scores of both players.

Values are in pawns, from White's side. Where a game has been analysed, White's chances to win are an area behind the
lines, from 0 at the foot of the chart to 100 percent at its head. The chart is an SVG of 1000x200 that is stretched to
the space available; lines keep their width. The labels are HTML around it, so that they are not stretched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from modern.pages.kit import fragment

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


class Path(NamedTuple):
    """A path of the chart: its CSS class, its points, and its id, or ''."""

    kind: str
    d: str
    id: str = ""


class Label(NamedTuple):
    """A text beside the chart: its CSS class, and where it stands."""

    kind: str
    style: str
    text: str


def chart(positions: Sequence[dict[str, Any]], marked: Sequence[int], label: str) -> Markup:
    """Returns the chart of a game as HTML.

    The positions with the indices `marked` get a tick; the first of them also gets `label`, unless that is empty.
    """
    lines = {
        "today": [at["today"]["value"] if at["today"] else None for at in positions],
        "program": [at["program"]["value"] for at in positions],
    }
    chances = [at["today"].get("chances") if at["today"] else None for at in positions]
    return chart_of_lines(lines, len(positions), 1, chances, marked, label)


def chart_of_lines(
    lines: Mapping[str, Values],
    count: int,
    first: int,
    chances: Values = (),
    marked: Sequence[int] = (),
    label: str = "",
) -> Markup:
    """Returns a chart of lines, by their CSS class, over `count` positions that are numbered from `first`.

    `chances` are White's chances to win, from 0 to 100; `marked` are the indices of positions that get a tick,
    the first of them with `label`.
    """
    levels = (-MAX_PAWNS, -MAX_PAWNS / 2, 0, MAX_PAWNS / 2, MAX_PAWNS)
    paths = [*_area(chances)]
    paths += [Path("level" if pawns else "even", f"M0 {_y(pawns):.1f}H{WIDTH}") for pawns in levels]
    if label and marked:
        paths.append(Path("difference", f"M{_x(marked[0], count):.1f} 0V{HEIGHT}"))
    paths += [Path("tick", f"M{_x(index, count):.1f} {HEIGHT - 9}v9") for index in marked]
    for name, values in lines.items():
        paths += _line(name, values)
    paths.append(Path("cursor", f"M0 0V{HEIGHT}", "cursor"))
    labels = _labels(count, first, marked, label)
    return fragment("chart.html", width=WIDTH, height=HEIGHT, paths=paths, labels=labels)


def _x(index: int, count: int) -> float:
    return WIDTH * (index + 0.5) / count


def _y(pawns: float) -> float:
    shown = max(-MAX_PAWNS, min(MAX_PAWNS, pawns))
    return HEIGHT * (0.5 - shown / MAX_PAWNS * (0.5 - MARGIN))


def _line(name: str, values: Values) -> Iterator[Path]:
    """Yields a line with a dot at each value, and a gap where a value is missing."""
    for has_value, run in groupby(enumerate(values), key=lambda numbered: numbered[1] is not None):
        if has_value:
            points = [f"{_x(index, len(values)):.1f} {_y(value or 0):.1f}" for index, value in run]
            yield Path(name, f"M{'L'.join(points)}")
            if len(values) <= MAX_DOTS or len(points) == 1:
                yield Path(f"{name} dots", "".join(f"M{point}h0" for point in points))


def _area(chances: Values) -> Iterator[Path]:
    """Yields the area below White's chances to win, a part for each run of positions that have them."""
    for has_value, run in groupby(enumerate(chances), key=lambda numbered: numbered[1] is not None):
        if has_value:
            points = [(_x(index, len(chances)), HEIGHT * (1 - (percent or 0.0) / 100)) for index, percent in run]
            line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            yield Path("chances", f"M{points[0][0]:.1f} {HEIGHT}L{line}V{HEIGHT}Z")


def _labels(count: int, first: int, marked: Sequence[int], label: str) -> Iterator[Label]:
    """Yields the labels around the chart: pawns at the left, ply numbers below, and the label of the first mark."""
    for top, text in zip((MARGIN, 0.5, 1 - MARGIN), (f"+{MAX_PAWNS}", "0", f"-{MAX_PAWNS}"), strict=True):
        yield Label("pawns", f"top:{top:.0%}", text)
    step = next((step for step in LABEL_STEPS if count / step <= MAX_LABELS), LABEL_STEPS[-1])
    for number in range(first, count + first):
        if number == first or (number % step == 0 and number > step / 2 + first):
            yield Label("number", f"left:{_x(number - first, count) / WIDTH:.2%}", str(number))
    if label and marked:
        left = _x(marked[0], count) / WIDTH
        place = f"left:{left:.2%}" if left < 0.5 else f"right:{1 - left:.2%}"
        yield Label("difference", place, label)
