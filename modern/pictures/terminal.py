"""What a terminal shows, as a picture."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from rich.console import Console
from rich.segment import Segment
from rich.text import Text

from modern.pictures.svg import ROOM, document

#: A character's place, in pixels, and how large it is drawn there.
WIDTH, HEIGHT = 9.6, 21
SIZE: Final = 16
BASE: Final = 0.75 * HEIGHT
GROUND: Final = "#1d1f21"
INK: Final = "#d8d8d8"


def terminal_picture(shown: str, columns: int, title: str) -> str:
    """Lines with a terminal's own signs for colours in them (ANSI), `columns` characters wide."""
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=columns)
    rows = console.render_lines(Text.from_ansi(shown), pad=False)
    width, height = round(WIDTH * columns), HEIGHT * len(rows)
    ground = f'x="{-ROOM}" y="{-ROOM}" width="{width + 2 * ROOM}" height="{height + 2 * ROOM}"'
    drawn = [f'<rect {ground} rx="{ROOM}" fill="{GROUND}"/>']
    for number, row in enumerate(rows):
        drawn += _row(row, HEIGHT * number)
    return document(width, height, drawn, title)


def _row(segments: Iterable[Segment], top: float) -> Iterator[str]:
    """A row of characters, each run of one style on its ground."""
    column = 0
    for written, style, _ in segments:
        left, wide = WIDTH * column, WIDTH * len(written)
        column += len(written)
        if style and style.bgcolor:
            colour = style.bgcolor.get_truecolor().hex
            yield f'<rect x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{HEIGHT}" fill="{colour}"/>'
        if written.strip():
            colour = style.color.get_truecolor().hex if style and style.color else INK
            at = f'x="{left:.1f}" y="{top + BASE:g}" textLength="{wide:.1f}" font-size="{SIZE}" xml:space="preserve"'
            yield f'<text {at} font-family="monospace" fill="{colour}">{escape(written)}</text>'
