"""The texts of a picture, with their places."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from typing import NamedTuple

SVG = "{http://www.w3.org/2000/svg}"


class Word(NamedTuple):
    """A text of the picture with its position and font size."""

    text: str
    x: float
    y: float
    size: float


def words_of(picture: str) -> list[Word]:
    """Returns every text of an SVG, in document order."""
    return [
        Word(text.text or "", float(text.get("x", "0")), float(text.get("y", "0")), float(text.get("font-size", "0")))
        for text in ET.fromstring(picture).iter(f"{SVG}text")
    ]


def texts_in(picture: str) -> list[str]:
    """Returns the texts of an SVG without their places."""
    return [word.text for word in words_of(picture)]


def title_of(picture: str) -> str:
    """Returns the title, which screen readers read instead of the picture."""
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert root.get("viewBox")
    title = root.find(f"{SVG}title")
    assert title is not None
    return title.text or ""


def description_of(picture: str) -> str:
    """Returns the longer description for screen readers, or ''."""
    return ET.fromstring(picture).findtext(f"{SVG}desc") or ""


def png_size(data: bytes) -> tuple[int, int]:
    """Returns the width and height in a PNG's header."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[12:16] == b"IHDR"
    width, height = struct.unpack(">II", data[16:24])
    return width, height
