"""Pictures as PNG. Letters and numbers are drawn in a font that comes along, so that no machine leaves them out."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from resvg_py import svg_to_bytes

from modern.pictures.svg import picture_size, scaled_to_width

FONT: Final = "Roboto Mono"
FONT_FILE: Final = files("fontpkg_roboto_mono") / "files" / "RobotoMono[wght].ttf"


def png_of(picture: str, width: int | None = None) -> bytes:
    """An SVG picture as a PNG, `width` pixels wide, or as wide as it says itself.

    Raises OSError where the font is not there: the PNG would lack every letter.
    """
    width = width or picture_size(picture)[0]
    if not FONT_FILE.is_file():
        raise OSError(f"a PNG cannot be drawn: there is no font {FONT_FILE}")
    return svg_to_bytes(
        scaled_to_width(picture, width),
        skip_system_fonts=True,
        font_files=[str(FONT_FILE)],
        font_family=FONT,
        serif_family=FONT,
        sans_serif_family=FONT,
        monospace_family=FONT,
    )
