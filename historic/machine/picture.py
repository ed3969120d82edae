"""The screen as an SVG picture, in CGA's colours: each dot, and each dot of a character, at a whole multiple."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from historic.machine.font import BOX, GLYPHS
from historic.machine.screen import CELL, HEIGHT, ROWS, Screen

#: The text alternative of the picture of a screen.
PICTURE_TITLE: Final = "The screen of the 1994 program"

#: SCREEN 1's black, cyan, magenta and white.
COLORS: Final = ("#000000", "#55ffff", "#ff55ff", "#ffffff")
#: The size of the screen: a dot is 2x2 in SCREEN 1, and 1x2 where the screen is 640 dots wide.
SIZE: Final = (640, 400)
#: The black border between the screen and the frame of its picture, on each side.
BORDER: Final = 16


def svg(screen: Screen, title: str) -> str:
    """Returns `screen` as an SVG document. `title` is its text alternative."""
    width, height = (size + 2 * BORDER for size in SIZE)
    left, top = (BORDER * dots // size for dots, size in zip((screen.width, HEIGHT), SIZE, strict=True))
    across, down = screen.width + 2 * left, HEIGHT + 2 * top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-left} {-top} {across} {down}" preserveAspectRatio="none" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(_text(screen))}</desc>",
        f'<rect x="{-left}" y="{-top}" width="{across}" height="{down}" fill="{COLORS[0]}" stroke="#777777"/>',
        *svg_elements(screen),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(screen: Screen) -> str:
    """Returns what the screen says, for those who cannot see its dots."""
    return "\n".join(line.strip() for line in screen.lines() if line.strip())


def svg_elements(screen: Screen) -> Iterator[str]:
    """Yields the lines of the picture's elements, for use in a larger picture. The unit is one dot."""
    yield f'<rect width="{screen.width}" height="{HEIGHT}" fill="{COLORS[0]}"/>'
    yield '<g shape-rendering="crispEdges">'
    yield from _dot_rectangles(screen)
    yield from character_elements(screen)
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


def character_elements(screen: Screen) -> Iterator[str]:
    """Yields a black background for each row that has characters, then the dots of all of them as one path."""
    for row in range(ROWS):
        columns = [column for column, char in enumerate(screen.cells[row]) if char]
        if not columns:
            continue
        left, width = CELL * columns[0], CELL * (columns[-1] + 1 - columns[0])
        yield f'<rect x="{left}" y="{CELL * row}" width="{width}" height="{CELL}" fill="{COLORS[0]}"/>'
        glyphs = [GLYPHS.get(char or " ", GLYPHS[BOX]) for char in screen.cells[row]]
        runs = [
            f"M{run.start()} {CELL * row + y}h{len(run[0])}v1h-{len(run[0])}z"
            for y in range(CELL)
            for run in re.finditer("#+", "".join(glyph[y] for glyph in glyphs))
        ]
        if runs:
            yield f'<path fill="{COLORS[3]}" d="{"".join(runs)}"/>'
