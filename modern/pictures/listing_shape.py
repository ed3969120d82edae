"""Draws the shape of a listing: a bar for each line, in columns, tinted by how firmly the recorded game pins it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from modern.pictures.svg import FAINT, INK, LEGEND_FONT_SIZE, document, text_element

#: The tints of a line, for shares of its changes that leave the record from 0 to 1, in equal steps.
TINTS: Final = ("#f2e3b8", "#e6c07a", "#d9943f", "#b85c1e", "#7a2f0c")
#: A line of which no token was changed.
UNTOUCHED: Final = "#dedede"

COLUMNS: Final = 5
ROW: Final = 8
BAR: Final = 6
#: The width of a character of a bar, and of a column's text, in pixels.
CHARACTER: Final = 2.6
LABEL_SIZE: Final = 8
#: The text of a line, if it is drawn: its size, and the width of a character.
TEXT_SIZE: Final = 6
TEXT_CHARACTER: Final = 3.8
GAP: Final = 24
LEGEND: Final = 56
SWATCH: Final = 26


class Bar(NamedTuple):
    """A line: its label, if it is a label's own line; its indentation and length in characters; its share, or None.

    `share` is the share of its changes that leave the record early, from 0 to 1. `text` is drawn on the bar.
    """

    label: str
    indent: int
    length: int
    share: float | None
    text: str = ""


def tint(share: float | None) -> str:
    """Returns the colour of a line."""
    return UNTOUCHED if share is None else TINTS[min(int(share * len(TINTS)), len(TINTS) - 1)]


def listing_shape_svg(bars: Sequence[Bar]) -> str:
    """Returns the picture of a listing's shape."""
    rows = -(-len(bars) // COLUMNS)
    character = TEXT_CHARACTER if any(bar.text for bar in bars) else CHARACTER
    column = max((bar.indent + bar.length for bar in bars), default=0) * character + GAP
    elements = list(_legend())
    for number, bar in enumerate(bars):
        left, top = column * (number // rows), LEGEND + ROW * (number % rows)
        elements += _bar_elements(bar, left, top, character)
    return document(
        round(column * COLUMNS - GAP),
        LEGEND + ROW * rows,
        elements,
        "The shape of the listing",
        "One bar for each line of Appendix B, with its labels. The darker a line, the more of the one-token changes"
        " to it leave the recorded game before ply 22. Grey lines were not changed.",
    )


def _bar_elements(bar: Bar, left: float, top: float, character: float) -> Iterator[str]:
    """Yields the bar of a line with its text, or the name of a label."""
    if bar.label:
        yield text_element(left, top + BAR, bar.label, LABEL_SIZE, weight="bold")
        return
    x, width = left + bar.indent * character, bar.length * character
    yield f'<rect x="{x:g}" y="{top}" width="{width:g}" height="{BAR}" fill="{tint(bar.share)}"/>'
    if bar.text:
        light = bar.share is not None and bar.share >= 0.5
        text = text_element(x, top + BAR - 1, bar.text, TEXT_SIZE, "#fff" if light else INK)
        yield text.replace("<text ", f'<text font-family="monospace" textLength="{width:g}" ', 1)


def _legend() -> Iterator[str]:
    yield text_element(0, 12, "Share of a line's one-token changes that leave the recorded game before ply 22", 14)
    swatches = [
        *((colour, f"{20 * step} to {20 * step + 20} %") for step, colour in enumerate(TINTS)),
        (UNTOUCHED, "no change played"),
    ]
    for number, (colour, name) in enumerate(swatches):
        x = number * 120
        yield f'<rect x="{x}" y="24" width="{SWATCH}" height="12" fill="{colour}"/>'
        yield text_element(x + SWATCH + 6, 34, name, LEGEND_FONT_SIZE, FAINT)
