"""Pictures of positions."""

from __future__ import annotations

import math
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


@pytest.mark.parametrize("white_at_bottom", [True, False])
@pytest.mark.parametrize("move", ["e2e3", "d2e3", "h7h8"])
def test_an_arrow_to_a_neighbouring_square_has_a_shaft_longer_than_its_head(move: str, white_at_bottom: bool) -> None:
    picture = board_picture(STARTPOS, parse_arrows(move), white_at_bottom)
    (arrow,) = (part for part in ET.fromstring(picture).iter() if part.get("class") == "arrow")
    shaft, head = arrow
    ends = [float(shaft.attrib[name]) for name in ("x1", "y1", "x2", "y2")]
    points = [tuple(map(float, point.split(","))) for point in head.attrib["points"].split()]
    assert math.dist(ends[:2], ends[2:]) > math.dist(points[0], ends[2:])
    # It begins in the middle of its first square, and its tip is on the second.
    assert tuple(ends[:2]) == middle_of(move[:2], white_at_bottom)
    assert math.dist(points[0], middle_of(move[2:], white_at_bottom)) < 0.5 * 45


def middle_of(name: str, white_at_bottom: bool) -> tuple[float, float]:
    file, rank = ord(name[0]) - ord("a"), int(name[1]) - 1
    column, row = (file, 7 - rank) if white_at_bottom else (7 - file, rank)
    return 15 + 45 * (column + 0.5), 15 + 45 * (row + 0.5)


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
