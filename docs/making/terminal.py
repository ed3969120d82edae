"""Draws what a terminal shows as a picture."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from modern.pictures.svg import PADDING, document

#: The width and height of a character's cell, and the font size, in pixels.
WIDTH, HEIGHT = 9.6, 21
FONT_SIZE: Final = 16
BASELINE: Final = 0.75 * HEIGHT
BACKGROUND: Final = "#1d1f21"
INK: Final = "#d8d8d8"


def terminal_picture(ansi_text: str, columns: int, title: str) -> str:
    """Draws text with ANSI colour codes as SVG, `columns` characters wide."""
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=columns)
    rows = console.render_lines(Text.from_ansi(ansi_text), pad=False)
    width, height = round(WIDTH * columns), HEIGHT * len(rows)
    rectangle = f'x="{-PADDING}" y="{-PADDING}" width="{width + 2 * PADDING}" height="{height + 2 * PADDING}"'
    elements = [f'<rect {rectangle} rx="{PADDING}" fill="{BACKGROUND}"/>']
    for number, row in enumerate(rows):
        elements += _row(row, HEIGHT * number)
    return document(width, height, elements, title)


def _row(segments: Iterable[Segment], top: float) -> Iterator[str]:
    """Draws a row of characters: each run of one style with its background."""
    column = 0
    for text, style, _ in segments:
        left, width = WIDTH * column, WIDTH * len(text)
        column += len(text)
        if style and style.bgcolor:
            colour = style.bgcolor.get_truecolor().hex
            yield f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{HEIGHT}" fill="{colour}"/>'
        if text.strip():
            colour = style.color.get_truecolor().hex if style and style.color else INK
            place = f'x="{left:.1f}" y="{top + BASELINE:g}" textLength="{width:.1f}"'
            font = f'font-size="{FONT_SIZE}" xml:space="preserve" font-family="monospace"'
            yield f'<text {place} {font} fill="{colour}">{escape(text)}</text>'
