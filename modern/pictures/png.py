"""Renders pictures as PNG. The font comes with a Python package, so the text looks the same on every machine."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from resvg_py import svg_to_bytes

FONT: Final = "Roboto Mono"
FONT_FILE: Final = files("fontpkg_roboto_mono") / "files" / "RobotoMono[wght].ttf"


def png_of(picture: str) -> bytes:
    """Renders an SVG picture as a PNG of its size.

    Raises OSError if the font is missing, because the PNG would have no text at all.
    """
    if not FONT_FILE.is_file():
        raise OSError(f"cannot draw a PNG: there is no font {FONT_FILE}")
    return svg_to_bytes(
        picture,
        skip_system_fonts=True,
        font_files=[str(FONT_FILE)],
        font_family=FONT,
        serif_family=FONT,
        sans_serif_family=FONT,
        monospace_family=FONT,
    )
