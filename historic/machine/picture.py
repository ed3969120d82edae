"""The screen as an SVG picture, in CGA's colours and with the proportions of its 4:3 tube."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from historic.machine.screen import CELL, HEIGHT, ROWS, Screen

#: The text alternative of the picture of a screen.
PICTURE_TITLE: Final = "The screen of the chess program of 1994"

#: SCREEN 1's black, cyan, magenta and white.
COLORS: Final = ("#000000", "#55ffff", "#ff55ff", "#ffffff")
TUBE: Final = (640, 480)

#: Characters are stretched to the width of their cell, in dots.
FONT: Final = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace"
FONT_SIZE: Final = 8.6
#: The width of a character in these fonts, as a fraction of the font size.
ADVANCE: Final = 0.6


def svg(screen: Screen, title: str) -> str:
    """Returns `screen` as an SVG document. `title` is its text alternative."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{TUBE[0]}" height="{TUBE[1]}" '
        f'viewBox="0 0 {screen.width} {HEIGHT}" preserveAspectRatio="none" role="img">',
        f"<title>{escape(title)}</title>",
        *svg_elements(screen),
        f'<rect width="{screen.width}" height="{HEIGHT}" fill="none" stroke="#777777"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def svg_elements(screen: Screen) -> Iterator[str]:
    """Yields the lines of the picture's elements, for use in a larger picture. The unit is one dot."""
    yield f'<rect width="{screen.width}" height="{HEIGHT}" fill="{COLORS[0]}"/>'
    yield '<g shape-rendering="crispEdges">'
    yield from _dot_rectangles(screen)
    yield "</g>"
    yield f'<g font-family="{FONT}" font-size="{FONT_SIZE}" fill="{COLORS[3]}">'
    yield from _characters(screen, CELL / (FONT_SIZE * ADVANCE))
    yield "</g>"


def _dot_rectangles(screen: Screen) -> Iterator[str]:
    """Yields a rectangle for each run of dots of one colour.

    Each extends slightly into the row below, which is drawn over it, so that no seam shows between the two.
    """
    above = bytes(screen.width)
    for y in range(HEIGHT):
        line = bytes(screen.dots[y * screen.width : (y + 1) * screen.width])
        if any(line) or any(above):
            for match in re.finditer(rb"(.)\1*", line, re.DOTALL):
                x, end = match.span()
                height = 1.5 if y < HEIGHT - 1 else 1
                yield f'<rect x="{x}" y="{y}" width="{end - x}" height="{height}" fill="{COLORS[line[x]]}"/>'
        above = line


def _characters(screen: Screen, stretch: float) -> Iterator[str]:
    """Yields a black background for each row that has characters, then each of its words in place."""
    for row in range(ROWS):
        columns = [column for column, char in enumerate(screen.cells[row]) if char]
        if not columns:
            continue
        left, width = CELL * columns[0], CELL * (columns[-1] + 1 - columns[0])
        yield f'<rect x="{left}" y="{CELL * row}" width="{width}" height="{CELL}" fill="{COLORS[0]}"/>'
        for word in re.finditer(r"[^ ]+", "".join(char or " " for char in screen.cells[row])):
            x, length = CELL * word.start() / stretch, CELL * len(word[0]) / stretch
            yield (
                f'<text transform="scale({stretch:.3f} 1)" x="{x:.2f}" y="{CELL * row + 7}" '
                f'textLength="{length:.2f}">{escape(word[0])}</text>'
            )
