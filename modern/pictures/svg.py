"""SVG as the pictures have it: their colours, a document with its title, words, and men."""

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
#: The squares of a board that is drawn here, and the border around the program's own.
LIGHT: Final = "#f0e6d2"
DARK: Final = "#c9a97c"
BORDER: Final = "#d9d4cc"
#: Arrows and marks.
RED: Final = "#b3261e"
BLUE: Final = "#1f6fb4"
GREEN: Final = "#2e7d32"
YELLOW: Final = "#ffd500"
ARROW_COLOURS: Final = {"green": GREEN, "red": RED, "blue": BLUE, "yellow": YELLOW}
#: Behind a colour it lets a man be seen below.
ARROW_ALPHA: Final = "c0"

#: Left free around what is drawn.
PADDING: Final = 10
#: No character is wider than this, in font sizes, where letters are of one width; in other fonts few are.
GLYPH_ADVANCE: Final = 0.64

#: A legend below what is drawn: the size of its letters, and how far it is from line to line.
LEGEND_FONT_SIZE: Final = 12
LEGEND_LINE_HEIGHT: Final = 18

_ROOT_ELEMENT: Final = re.compile(r"^<svg[^>]*>|</svg>$")
_SIZE: Final = re.compile(r' (width|height)="(\d+)"')


def document(width: int, height: int, elements: Iterable[str], title: str, description: str = "") -> str:
    """A picture with a white ground and a little room around what is drawn.

    `title` is what a reader hears in its place, `description` what more there is to say.
    """
    title, description = escape(title), escape(description)
    desc = f"<desc>{description}</desc>\n" if description else ""
    body = "\n".join(elements)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="-{PADDING} -{PADDING} {width + 2 * PADDING} {height + 2 * PADDING}"'
        f' width="{width + 2 * PADDING}" height="{height + 2 * PADDING}"'
        f' font-family="sans-serif" role="img" aria-label="{title}">\n<title>{title}</title>\n{desc}'
        f'<rect x="-{PADDING}" y="-{PADDING}" width="{width + 2 * PADDING}" height="{height + 2 * PADDING}" fill="{BACKGROUND}"/>\n'
        f"{body}\n</svg>\n"
    )


def text_element(
    x: float, y: float, text: object, size: float, colour: str = INK, anchor: str = "", weight: str = ""
) -> str:
    """Words or a number, standing on `y`; `anchor` says what of them is at `x`, if not their start."""
    anchor_attribute = f' text-anchor="{anchor}"' if anchor else ""
    weight_attribute = f' font-weight="{weight}"' if weight else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{anchor_attribute}{weight_attribute} fill="{colour}">{escape(str(text))}</text>'


def legend_elements(top: int, lines: Iterable[str]) -> Iterator[str]:
    """Lines of words, one below the other, from `top` on."""
    for number, line in enumerate(lines, 1):
        yield text_element(0, top + LEGEND_LINE_HEIGHT * number, line, LEGEND_FONT_SIZE)


def square_element(x: float, y: float, width: float, colour: str) -> str:
    """A square of a board, with a thin line around it."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{width:g}" fill="{colour}" stroke="{BACKGROUND}"/>'


def piece_element(letter: str, x: float, y: float, scale: float) -> str:
    """A man by his letter, a capital for White; he is 45 wide, times `scale`."""
    body = inner_svg(chess.svg.piece(chess.Piece.from_symbol(letter)))
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{body}</g>'


def inner_svg(picture: str) -> str:
    """What is drawn, without the element around it."""
    return _ROOT_ELEMENT.sub("", picture)


def arrow_elements(
    tail: tuple[float, float], tip: tuple[float, float], colour: str, width: float, head: float
) -> Iterator[str]:
    """An arrow: its shaft so wide, its head so long, and as wide as long."""
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
    """Width and height of a picture, in pixels."""
    width, height = (int(number) for _, number in _SIZE.findall(_root_tag(picture)))
    return width, height


def scaled_to_width(picture: str, width: int) -> str:
    """The picture in another width, in pixels; its height goes along."""
    old_width, old_height = picture_size(picture)
    sizes = {"width": width, "height": max(1, round(width * old_height / old_width))}
    root_tag = _root_tag(picture)
    return _SIZE.sub(lambda found: f' {found[1]}="{sizes[found[1]]}"', root_tag) + picture[len(root_tag) :]


def _root_tag(picture: str) -> str:
    return picture[: picture.index(">") + 1]
