"""The colours of the pictures, and the SVG elements they are made of: text, squares, pieces, arrows, a document."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

import chess
import chess.svg

BACKGROUND: Final = "#ffffff"
INK: Final = "#000"
FAINT: Final = "#555"
#: The squares of a board, and the border of the program's 12x12 board.
LIGHT: Final = "#f0e6d2"
DARK: Final = "#c9a97c"
BORDER: Final = "#d9d4cc"
#: The colours of arrows and marks.
RED: Final = "#b3261e"
BLUE: Final = "#1f6fb4"
GREEN: Final = "#2e7d32"
YELLOW: Final = "#ffd500"
ARROW_COLOURS: Final = {"green": GREEN, "red": RED, "blue": BLUE, "yellow": YELLOW}
#: Appended to a colour: makes an arrow translucent, so that a piece below it stays visible.
ARROW_ALPHA: Final = "c0"

#: The space around a picture, in pixels.
PADDING: Final = 10
#: No character of a monospaced font is wider than this, as a fraction of the font size; in other fonts few are.
GLYPH_ADVANCE: Final = 0.64

#: The font size and the line height of a legend below a picture, in pixels.
LEGEND_FONT_SIZE: Final = 12
LEGEND_LINE_HEIGHT: Final = 18

_ROOT_ELEMENT: Final = re.compile(r"^<svg[^>]*>|</svg>$")
_SIZE: Final = re.compile(r' (width|height)="(\d+)"')


class Picture(str):
    """An SVG document. A notebook shows it as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def document(width: int, height: int, elements: Iterable[str], title: str, description: str = "") -> Picture:
    """Returns an SVG document with a white background and some space around its elements.

    `title` is what a screen reader reads out instead of the picture, `description` a longer text. Sizes are in pixels.
    """
    title, description = escape(title), escape(description)
    desc = f"<desc>{description}</desc>\n" if description else ""
    body = "\n".join(elements)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="-{PADDING} -{PADDING} {width + 2 * PADDING} {height + 2 * PADDING}"'
        f' width="{width + 2 * PADDING}" height="{height + 2 * PADDING}"'
        f' font-family="sans-serif" role="img" aria-label="{title}">\n<title>{title}</title>\n{desc}'
        f'<rect x="-{PADDING}" y="-{PADDING}" width="{width + 2 * PADDING}" height="{height + 2 * PADDING}"'
        f' fill="{BACKGROUND}"/>\n{body}\n</svg>\n'
    )


def text_element(
    x: float, y: float, text: object, size: float, colour: str = INK, anchor: str = "", weight: str = ""
) -> str:
    """Returns text or a number with its baseline at `y`; `anchor` is the part at `x`: start (default), middle, end."""
    attributes = f'x="{x:g}" y="{y:g}" font-size="{size:g}"'
    attributes += f' text-anchor="{anchor}"' if anchor else ""
    attributes += f' font-weight="{weight}"' if weight else ""
    return f'<text {attributes} fill="{colour}">{escape(str(text))}</text>'


def legend_elements(top: int, lines: Iterable[str]) -> Iterator[str]:
    """Yields lines of text, one below the other, starting at `top`."""
    for number, line in enumerate(lines, 1):
        yield text_element(0, top + LEGEND_LINE_HEIGHT * number, line, LEGEND_FONT_SIZE)


def square_element(x: float, y: float, width: float, colour: str) -> str:
    """Returns a square of a board with a thin border."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{width:g}" fill="{colour}" stroke="{BACKGROUND}"/>'


def piece_element(letter: str, x: float, y: float, scale: float) -> str:
    """Returns a piece, named by its letter, a capital for White. It is 45 pixels wide, times `scale`."""
    body = inner_svg(chess.svg.piece(chess.Piece.from_symbol(letter)))
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{body}</g>'


def inner_svg(picture: str) -> str:
    """Returns the content of a picture without its root element."""
    return _ROOT_ELEMENT.sub("", picture)


def arrow_elements(
    tail: tuple[float, float], tip: tuple[float, float], colour: str, width: float, head: float
) -> Iterator[str]:
    """Yields the shaft of an arrow, `width` wide, and its head, `head` long and as wide as long."""
    across, along = (end - start for start, end in zip(tail, tip, strict=True))
    length = math.hypot(across, along)
    across, along = across / length, along / length
    foot = (tip[0] - head * across, tip[1] - head * along)
    yield (
        f'<line x1="{tail[0]:.1f}" y1="{tail[1]:.1f}" x2="{foot[0]:.1f}"'
        f' y2="{foot[1]:.1f}" stroke="{colour}" stroke-width="{width:g}"/>'
    )
    half = head / 2
    corners = (
        tip,
        (foot[0] - along * half, foot[1] + across * half),
        (foot[0] + along * half, foot[1] - across * half),
    )
    yield f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}" fill="{colour}"/>'


def picture_size(picture: str) -> tuple[int, int]:
    """Returns the width and height of a picture, in pixels."""
    width, height = (int(number) for _, number in _SIZE.findall(_root_tag(picture)))
    return width, height


def scaled_to_width(picture: str, width: int) -> Picture:
    """Returns a picture scaled to another width, in pixels, with its aspect ratio kept."""
    old_width, old_height = picture_size(picture)
    sizes = {"width": width, "height": max(1, round(width * old_height / old_width))}
    root_tag = _root_tag(picture)
    return Picture(_SIZE.sub(lambda match: f' {match[1]}="{sizes[match[1]]}"', root_tag) + picture[len(root_tag) :])


def _root_tag(picture: str) -> str:
    return picture[: picture.index(">") + 1]
