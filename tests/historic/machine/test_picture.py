"""The screen as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from scenarios import title_screen

from historic.machine.picture import COLORS, svg


def test_the_picture_is_an_svg_with_every_word_and_colour() -> None:
    root = ET.fromstring(svg(title_screen(), "The <title>"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "The <title>"
    words = [element.text for element in root.iter(f"{space}text")]
    assert words == ["COMPUTER", "CHESS", "by", "Ghislain", "de", "Blois", "TECHNICAL", "REPORT"]
    assert {element.get("fill") for element in root.iter(f"{space}rect")} == {*COLORS, "none"}
