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
EDGE: Final = 10
#: Of the height, what is left above and below the edges.
ROOM: Final = 0.06
#: Where there are more positions, only those between two gaps have dots.
MOST_DOTS: Final = 60
#: At most so many numbers of plies stand below.
MOST_NUMBERS: Final = 12
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)

Values = Sequence[float | None]


def chart(found: Sequence[dict[str, Any]], parting: str) -> str:
    """The chart of the positions of a game, as HTML; `parting` is said where game and program part."""
    count = len(found)
    program = [_for_white(one["program"]["value"], one["side"]) for one in found]
    today = [_for_white(one["today"]["value"] if one["today"] else None, one["side"]) for one in found]
    parted = [number for number, one in enumerate(found) if one["program"]["agrees"] is False]
    lines = [
        *(_level(pawns) for pawns in (-EDGE, -EDGE / 2, 0, EDGE / 2, EDGE)),
        *(f'<path class="parts" d="M{_x(number, count):.1f} {HEIGHT - 9}v9"/>' for number in parted),
        _line("today", today),
        _line("program", program),
        f'<path id="cursor" class="cursor" d="M0 0V{HEIGHT}"/>',
    ]
    if parting and parted:
        lines.insert(5, f'<path class="parting" d="M{_x(parted[0], count):.1f} 0V{HEIGHT}"/>')
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{''.join(lines)}</svg>{_words(count, parted, parting)}"
    )


def _for_white(value: float | None, side: str) -> float | None:
    return value if value is None or side == "white" else -value


def _x(number: int, count: int) -> float:
    return WIDTH * (number + 0.5) / count


def _y(pawns: float) -> float:
    shown = max(-EDGE, min(EDGE, pawns))
    return HEIGHT * (0.5 - shown / EDGE * (0.5 - ROOM))


def _level(pawns: float) -> str:
    return f'<path class="{"level" if pawns else "even"}" d="M0 {_y(pawns):.1f}H{WIDTH}"/>'


def _line(name: str, values: Values) -> str:
    """A line with a dot at each value, and a gap where there is none."""
    paths = []
    for there, run in groupby(enumerate(values), key=lambda one: one[1] is not None):
        if there:
            points = [f"{_x(number, len(values)):.1f} {_y(value or 0):.1f}" for number, value in run]
            paths.append(f'<path class="{name}" d="M{"L".join(points)}"/>')
            if len(values) <= MOST_DOTS or len(points) == 1:
                paths.append(f'<path class="{name} dots" d="{"".join(f"M{point}h0" for point in points)}"/>')
    return "".join(paths)


def _words(count: int, parted: Sequence[int], parting: str) -> str:
    """What stands around it: pawns at the left, plies below, and where record and listing part."""
    sides = (f"+{EDGE}", "0", f"-{EDGE}")
    tops = (ROOM, 0.5, 1 - ROOM)
    pawns = [f'<span class="pawns" style="top:{top:.0%}">{side}</span>' for top, side in zip(tops, sides, strict=True)]
    step = next((step for step in STEPS if count / step <= MOST_NUMBERS), STEPS[-1])
    numbers = [
        f'<span class="number" style="left:{_x(number - 1, count) / WIDTH:.2%}">{number}</span>'
        for number in range(1, count + 1)
        if number == 1 or (number % step == 0 and number > step / 2 + 1)
    ]
    said = []
    if parting and parted:
        left = _x(parted[0], count) / WIDTH
        at = "left" if left < 0.5 else "right"
        away = left if at == "left" else 1 - left
        said.append(f'<span class="parting" style="{at}:{away:.2%}">{escape(parting)}</span>')
    return "".join([*pawns, *numbers, *said])
