"""Pictures rendered as PNG."""

from __future__ import annotations

from pathlib import Path

import pytest
from perft_counts import STARTPOS
from svg_text import png_size

from historic import State
from modern.pictures import png
from modern.pictures.board import board_picture
from modern.pictures.diagrams import NAMED_PICTURES
from modern.pictures.heat import heat_map
from modern.pictures.png import png_of
from modern.pictures.svg import document, picture_size, scaled_to_width, text_element


@pytest.mark.parametrize("width", [32, 333, 1000])
def test_a_png_has_the_width_requested(width: int) -> None:
    assert png_size(png_of(scaled_to_width(board_picture(STARTPOS), width))) == (width, width)
    assert png_size(png_of(scaled_to_width(NAMED_PICTURES["title"](), width))) == (width, round(width * 9 / 14))


def test_the_default_size_of_a_png_is_its_pictures() -> None:
    picture = heat_map(State.initial(), "white")
    assert png_size(png_of(picture)) == picture_size(picture)


@pytest.mark.parametrize("name", NAMED_PICTURES)
def test_every_picture_is_drawn_and_not_blank(name: str) -> None:
    picture = NAMED_PICTURES[name]()
    blank = document(*picture_size(picture), [], "nothing")
    assert len(png_of(picture)) > 1.5 * len(png_of(scaled_to_width(blank, picture_size(picture)[0])))


@pytest.mark.parametrize("family", ["sans-serif", "Menlo,monospace", "nowhere"])
def test_every_letter_is_drawn_whatever_fonts_the_machine_has_and_no_two_alike(family: str) -> None:
    letters = "".join(map(chr, range(33, 127)))
    drawn = {
        png_of(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="{family}">'
            f"{text_element(3, 15, letter, 14)}</svg>"
        )
        for letter in f" {letters}"
    }
    assert len(drawn) == 1 + len(letters)


def test_without_its_font_a_png_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "FONT_FILE", Path("/nowhere/font.ttf"))
    with pytest.raises(OSError, match=r"there is no font .nowhere.font.ttf"):
        png_of(board_picture(STARTPOS))
