"""The pieces for the board: python-chess's, each drawn once and used by its name, `white-knight`."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from chess.svg import PIECES

_STYLE: Final = re.compile(r' style="([^"]*)"')
_PROPERTY: Final = re.compile(r"([\w-]+)\s*:\s*([^;]+?)\s*(?:;|$)")


@cache
def piece_symbols() -> str:
    """Returns the twelve pieces as an SVG element that shows nothing; it belongs into the page of a board."""
    return (
        f'<svg class="pieces" width="0" height="0" aria-hidden="true" focusable="false"><defs>{_pieces()}</defs></svg>'
    )


@cache
def pieces_file() -> str:
    """Returns the twelve pieces as an SVG file, for a board with `symbols: "pieces.svg"`."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><defs>{_pieces()}</defs></svg>\n'


def _pieces() -> str:
    # Attributes instead of inline styles, which a strict Content-Security-Policy forbids.
    return _STYLE.sub(lambda style: _attributes(style[1]), "".join(PIECES.values()))


def _attributes(style: str) -> str:
    return "".join(f' {name}="{value}"' for name, value in _PROPERTY.findall(style))
