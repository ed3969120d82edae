"""The screen as a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from scenarios import title_screen

from historic.machine.font import BOX, GLYPHS
from historic.machine.picture import COLORS, svg
from historic.machine.screen import CELL, ROWS, Screen


def test_the_picture_has_every_word_and_colour() -> None:
    root = ET.fromstring(svg(title_screen(), "The <title>"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "The <title>"
    assert {element.get("fill") for element in root.iter(f"{space}rect")} == set(COLORS)
    rows = read_text(root)
    assert [rows[row].strip() for row in (11, 12, 13)] == ["COMPUTER CHESS", "by Ghislain de Blois", "TECHNICAL REPORT"]


def test_text_stands_in_its_cells_in_each_width() -> None:
    for mode, columns in ((1, 40), (2, 80)):
        screen = Screen()
        screen.SCREEN(mode)
        screen.LOCATE(18, columns - 7)
        screen.PRINT("-2.26 ~!")
        assert read_text(ET.fromstring(svg(screen, ""))) == {17: "-2.26 ~!".rjust(columns)}


def test_every_character_is_drawn_and_no_two_look_the_same() -> None:
    printable = [chr(code) for code in range(32, 127)]
    assert [char for char in GLYPHS if char != BOX] == printable
    assert len(set(GLYPHS.values())) == len(GLYPHS)
    for char, rows in GLYPHS.items():
        assert [len(row) for row in rows] == [CELL] * CELL, char
        assert set("".join(rows)) <= {"#", "."}, char
        assert all(row.endswith(".") for row in rows), char


def test_a_character_that_is_not_drawn_is_a_box() -> None:
    screen = Screen()
    screen.PRINT("\N{EURO SIGN}")
    assert read_text(ET.fromstring(svg(screen, "")))[0].strip() == BOX


def read_text(root: ET.Element) -> dict[int, str]:
    """Reads the characters of a picture off its dots: the rows that have any, from 0."""
    left, _, across, _ = map(int, root.get("viewBox", "").split())
    width = across + 2 * left
    dots = set()
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path.get("d", "")):
            dots |= {(int(x) + dx, int(y)) for dx in range(int(run))}
    chars = {rows: char for char, rows in GLYPHS.items()}
    texts = {}
    for row in range(ROWS):
        cells = (
            tuple("".join(".#"[(x + dx, CELL * row + y) in dots] for dx in range(CELL)) for y in range(CELL))
            for x in range(0, width, CELL)
        )
        if text := "".join(chars[cell] for cell in cells).rstrip():
            texts[row] = text
    return texts
