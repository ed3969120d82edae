"""Pictures of positions."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from perft_counts import STARTPOS
from svg_text import SVG, title_of

from modern.pictures.arrows import parse_arrows
from modern.pictures.board import board_picture
from modern.pictures.svg import picture_size, scaled_to_width

FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def drawn_as(picture: str, class_: str) -> list[dict[str, str]]:
    """Returns the attributes of the elements that have a CSS class of python-chess's."""
    return [part.attrib for part in ET.fromstring(picture).iter() if part.get("class") == class_]


def piece_places(picture: str, piece: str) -> set[str]:
    uses = ET.fromstring(picture).iter(f"{SVG}use")
    return {use.get("transform", "") for use in uses if use.get("href") == piece}


def test_only_a_king_in_check_is_highlighted() -> None:
    (mark,) = drawn_as(board_picture(FOOLS_MATE), "check")
    places = piece_places(board_picture(FOOLS_MATE), "#white-king")
    assert places == {f"translate({mark['x']}, {mark['y']})"}
    assert drawn_as(board_picture(STARTPOS), "check") == []


def test_the_title_has_the_position_and_the_side_to_move() -> None:
    assert title_of(board_picture(STARTPOS)) == f"White to move: {STARTPOS}"
    assert title_of(board_picture(FOOLS_MATE)) == f"White to move, in check: {FOOLS_MATE}"


def test_an_arrow_is_drawn_from_square_to_square_and_a_single_square_has_a_circle() -> None:
    picture = board_picture(STARTPOS, parse_arrows("e2e4 d4:red"))
    shaft, _ = drawn_as(picture, "arrow")
    assert shaft["x1"] == shaft["x2"]
    assert float(shaft["y1"]) > float(shaft["y2"])
    assert len(drawn_as(picture, "circle")) == 1


def test_a_flipped_board_has_blacks_king_at_the_bottom() -> None:
    (from_white,) = piece_places(board_picture(STARTPOS), "#black-king")
    (from_black,) = piece_places(board_picture(STARTPOS, white_at_bottom=False), "#black-king")
    assert from_white == "translate(195, 15)"
    assert from_black == "translate(150, 330)"


@pytest.mark.parametrize(("width", "size"), [(100, (100, 100)), (4096, (4096, 4096))])
def test_a_picture_can_be_scaled_to_any_width(width: int, size: tuple[int, int]) -> None:
    wide = scaled_to_width(board_picture(STARTPOS), width)
    assert picture_size(wide) == size
    assert title_of(wide) == title_of(board_picture(STARTPOS))
