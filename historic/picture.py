"""The screen as a picture: SVG, in CGA's colours and on its 4:3 tube."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from historic.screen import CELL, HEIGHT, ROWS, Screen

#: Black, cyan, magenta and white, as SCREEN 1 has them.
COLORS: Final = ("#000000", "#55ffff", "#ff55ff", "#ffffff")
TUBE: Final = (640, 480)

#: A character's shape is stretched to the width of its cell, in dots.
FONT: Final = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace"
FONT_SIZE: Final = 8.6
#: The width of these fonts' characters, in font sizes.
ADVANCE: Final = 0.6


def svg(screen: Screen, title: str) -> str:
    """`screen` as an SVG document; `title` is what a reader hears or sees in its place."""
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
    """What makes the picture, line by line, for a larger one to take in; its units are dots."""
    yield f'<rect width="{screen.width}" height="{HEIGHT}" fill="{COLORS[0]}"/>'
    yield '<g shape-rendering="crispEdges">'
    yield from _dot_rectangles(screen)
    yield "</g>"
    yield f'<g font-family="{FONT}" font-size="{FONT_SIZE}" fill="{COLORS[3]}">'
    yield from _characters(screen, CELL / (FONT_SIZE * ADVANCE))
    yield "</g>"


def _dot_rectangles(screen: Screen) -> Iterator[str]:
    """A rectangle for each run of dots of one colour.

    It reaches a little into the line below, which is painted over it, so that no seam shows between the two.
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
    """Every row that has characters: a black ground, and each word where it stands."""
    for row in range(ROWS):
        written = [column for column, char in enumerate(screen.cells[row]) if char]
        if not written:
            continue
        left, width = CELL * written[0], CELL * (written[-1] + 1 - written[0])
        yield f'<rect x="{left}" y="{CELL * row}" width="{width}" height="{CELL}" fill="{COLORS[0]}"/>'
        for word in re.finditer(r"[^ ]+", "".join(char or " " for char in screen.cells[row])):
            x, length = CELL * word.start() / stretch, CELL * len(word[0]) / stretch
            yield (
                f'<text transform="scale({stretch:.3f} 1)" x="{x:.2f}" y="{CELL * row + 7}" '
                f'textLength="{length:.2f}">{escape(word[0])}</text>'
            )
