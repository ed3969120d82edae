"""What every picture keeps to: all of it is inside, texts are apart, squares tile, and a piece stands on its square."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg_text import SVG

from historic import State
from modern.pictures.arrows import parse_arrows
from modern.pictures.board import board_picture
from modern.pictures.board_12x12 import CELL as SQUARE
from modern.pictures.board_12x12 import draw_12x12_board, square_colour
from modern.pictures.diagrams import NAMED_PICTURES
from modern.pictures.heat import TINTS, heat_map
from modern.pictures.listing_shape import Bar, listing_shape_svg
from modern.pictures.rating_chart import RatedName, rating_chart
from modern.pictures.svg import BACKGROUND, LEGEND_FONT_SIZE

#: About how wide a character is, and how high a digit or capital, as parts of the font size.
ADVANCE: Final = 0.5
HEIGHT: Final = 0.7
#: Positions with few and many pieces, with White's king at home and away.
POSITIONS: Final = (
    chess.STARTING_FEN,
    "r3k3/pp6/8/8/3q4/8/PP6/R3K3 w - - 0 1",
    "7k/8/8/3QQ3/2QQQ3/3QQ3/3Q4/K7 b - - 0 1",
)
BARS: Final = [Bar("COUNT", 0, 6, None), *(Bar("", 2, 3 * length, length / 20) for length in range(1, 21))]
TEXTS: Final = [bar._replace(text="x" * bar.length) for bar in BARS[1:]]
RATED: Final = [RatedName("modern", 1834.4, 55.0), RatedName("a name of some length", 1200, 180), RatedName("x", 1, 9)]

PICTURES: Final[dict[str, Callable[[], str]]] = {
    **{name: draw for name, draw in NAMED_PICTURES.items() if name not in ("title", "diagram-2-5")},  # dots of a screen
    **{
        f"heat map of {side} {number}, {bottom} at the bottom": partial(
            heat_map, State.from_fen(fen), side, bottom == "white", parse_arrows("a1h8 a8:red h1 g7g8")
        )
        for number, fen in enumerate(POSITIONS)
        for side in chess.COLOR_NAMES
        for bottom in chess.COLOR_NAMES
    },
    "the shape of a listing": partial(listing_shape_svg, BARS),
    "the shape of a listing with its text": partial(listing_shape_svg, TEXTS),
    "a chart of ratings": partial(rating_chart, RATED, "Ratings"),
}


class Box(NamedTuple):
    """The place of an element."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Box) -> bool:
        """Returns True if another box does not go beyond this one, by more than half a pixel."""
        return (
            self.left - 0.5 <= other.left <= other.right <= self.right + 0.5
            and self.top - 0.5 <= other.top <= other.bottom <= self.bottom + 0.5
        )

    def meets(self, other: Box) -> bool:
        """Returns True if two boxes have more than half a pixel in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0.5 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.5

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def box_of(part: ET.Element) -> Box | None:
    """Returns the place of a rectangle, line, polygon, circle, text or piece; None for other elements."""

    def given(*names: str) -> list[float]:
        return [float(part.get(name, "0")) for name in names]

    match part.tag.removeprefix(SVG):
        case "rect":
            x, y, width, height = given("x", "y", "width", "height")
            return Box(x, y, x + width, y + height)
        case "line":
            x1, y1, x2, y2 = given("x1", "y1", "x2", "y2")
            return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        case "circle":
            x, y, radius, stroke = given("cx", "cy", "r", "stroke-width")
            radius += stroke / 2
            return Box(x - radius, y - radius, x + radius, y + radius)
        case "polygon":
            xs, ys = zip(*(map(float, point.split(",")) for point in part.get("points", "").split()), strict=True)
            return Box(min(xs), min(ys), max(xs), max(ys))
        case "text":
            x, y, size = given("x", "y", "font-size")
            width = float(part.get("textLength", ADVANCE * size * len(part.text or "")))
            x -= {"middle": width / 2, "end": width}.get(part.get("text-anchor", ""), 0)
            return Box(x, y - HEIGHT * size, x + width, y)
        case "g":
            if moved := re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", part.get("transform", "")):
                x, y, scale = map(float, moved.groups())
                return Box(x, y, x + 45 * scale, y + 45 * scale)
    return None


def boxes(picture: str, *kinds: str) -> list[Box]:
    """Returns the places of the elements of some kinds, the pieces (`g`) whole."""

    def found(part: ET.Element) -> Iterator[Box]:
        for child in part:
            box = box_of(child)
            if box and child.tag.removeprefix(SVG) in kinds:
                yield box
            if child.tag != f"{SVG}g" or not box:
                yield from found(child)

    return list(found(ET.fromstring(picture)))


def squares_of(picture: str) -> list[Box]:
    """Returns the squares of a board: they have a border."""
    squares = (part for part in ET.fromstring(picture).iter(f"{SVG}rect") if part.get("stroke"))
    return [box for part in squares if (box := box_of(part))]


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_of_a_picture_is_outside_it(name: str) -> None:
    drawn = PICTURES[name]()
    x, y, width, height = map(float, ET.fromstring(drawn).get("viewBox", "").split())
    whole, *parts = boxes(drawn, "rect", "line", "circle", "polygon", "text", "g")
    assert whole == Box(x, y, x + width, y + height)
    assert [part for part in parts if not whole.holds(part)] == []
    # The space at the right and below is not much larger than needed.
    assert x + width - max(part.right for part in parts) <= 130
    assert y + height - max(part.bottom for part in parts) <= 40


@pytest.mark.parametrize("name", PICTURES)
def test_no_two_texts_of_a_picture_overlap_and_none_is_on_an_arrow(name: str) -> None:
    drawn = PICTURES[name]()
    texts = boxes(drawn, "text")
    assert [pair for pair in combinations(texts, 2) if pair[0].meets(pair[1])] == []
    if "diagram" in name:
        heads = boxes(drawn, "polygon")
        assert [(text, head) for text in texts for head in heads if text.meets(head)] == []


@pytest.mark.parametrize("name", PICTURES)
def test_the_squares_of_a_board_leave_no_gap_and_each_text_and_piece_is_on_one_square(name: str) -> None:
    drawn = PICTURES[name]()
    squares = squares_of(drawn)
    for low, high in ((0, 2), (1, 3)):
        places = sorted({(square[low], square[high]) for square in squares})
        assert all(before[1] == after[0] for before, after in pairwise(places))
        assert len(squares) in (0, len(places) ** 2)
    edges = enumerate((min, min, max, max))
    board = Box(*(edge((square[at] for square in squares), default=0.0) for at, edge in edges))
    texts = [text for text in boxes(drawn, "text") if board.holds(Box(*text.middle, *text.middle))]
    assert [text for text in texts if squares and not any(square.holds(text) for square in squares)] == []
    for piece in boxes(drawn, "g"):
        (square,) = (square for square in squares if square.holds(Box(*piece.middle, *piece.middle)))
        assert square.holds(piece)
        # On a heat map it makes room for the figure below it.
        across, down = (here - there for here, there in zip(piece.middle, square.middle, strict=True))
        assert abs(across) <= 2
        assert -8 <= down <= 0


@pytest.mark.parametrize("white_at_bottom", [True, False])
@pytest.mark.parametrize("fen", POSITIONS)
def test_on_a_heat_map_the_pieces_and_the_coordinates_are_where_a_board_has_them(
    fen: str, white_at_bottom: bool
) -> None:
    drawn = heat_map(State.from_fen(fen), "white", white_at_bottom)
    squares = sorted(squares_of(drawn), key=lambda square: (square.top, square.left))
    names = [chess.square_name(square ^ 56) for square in chess.SQUARES][:: 1 if white_at_bottom else -1]
    placed = dict(zip(names, squares, strict=True))
    middles = [piece.middle for piece in boxes(drawn, "g")]
    occupied = {name for name, square in placed.items() if any(square.holds(Box(*at, *at)) for at in middles)}
    assert occupied == {chess.square_name(square) for square in chess.Board(fen).piece_map()}
    words = {part.text or "": box_of(part) for part in ET.fromstring(drawn).iter(f"{SVG}text")}
    for file in "abcdefgh":
        word = words[file]
        assert word
        assert word.middle[0] == placed[f"{file}1"].middle[0]
        assert word.top >= placed[f"{file}1"].bottom or not white_at_bottom
    ranks = [part for part in ET.fromstring(drawn).iter(f"{SVG}text") if part.get("x") == "0"]
    for part in ranks[:8]:
        box = box_of(part)
        assert box
        assert abs(box.middle[1] - placed[f"a{part.text}"].middle[1]) < 2
        assert box.right <= min(square.left for square in squares)


ELO: Final = st.integers(-500, 4000)


@pytest.mark.hypothesis
@given(st.lists(st.builds(RatedName, st.sampled_from(["a", "name"]), ELO, st.integers(0, 300)), min_size=1, max_size=6))
def test_a_chart_of_ratings_has_each_bar_and_interval_at_its_place_on_the_scale(rated: list[RatedName]) -> None:
    root = ET.fromstring(rating_chart(rated, "Ratings"))
    paths = [path.get("d", "") for path in root.iter(f"{SVG}path")]
    grid = [float(path[1:].split()[0]) for path in paths if "V" in path]
    texts = [(part, part.text or "") for part in root.iter(f"{SVG}text")]
    scale = [(float(part.get("x", "")), int(text)) for part, text in texts if part.get("text-anchor") == "middle"]
    assert [x for x, _ in scale] == grid
    assert 2 <= len(grid) <= 10
    (x1, low), (x2, high) = scale[0], scale[-1]
    assert {after - before for (_, before), (_, after) in pairwise(scale)} == {(high - low) / (len(grid) - 1)}
    assert low <= min(one.elo - one.error for one in rated)
    assert high >= max(one.elo + one.error for one in rated)
    if high - low > 80:
        assert len(grid) >= 4

    def place(elo: float) -> object:
        return pytest.approx(x1 + (x2 - x1) * (elo - low) / (high - low), abs=0.11)

    _, *bars = [box for part in root.iter(f"{SVG}rect") if (box := box_of(part))]
    lines = [[float(x) for x in re.split("[MHv ]", path) if x] for path in paths if "H" in path]
    for one, bar, line in zip(rated, bars, lines, strict=True):
        assert (bar.left, bar.right) == (x1, place(one.elo))
        middle = (bar.top + bar.bottom) / 2
        ends = [place(one.elo - one.error), place(one.elo + one.error)]
        assert line == [ends[0], middle, ends[1], ends[0], middle - 5, 10, ends[1], middle - 5, 10]
    assert [text for _, text in texts[len(scale) :]] == [
        word for one in rated for word in (one.name, f"{one.elo} ± {one.error}")
    ]


@pytest.mark.parametrize("white_at_bottom", [True, False])
@pytest.mark.parametrize("turn", ["w", "b"])
def test_a_check_is_marked_and_named_for_either_side_whichever_is_at_the_bottom(
    turn: str, white_at_bottom: bool
) -> None:
    fen = f"4k3/8/8/8/4{'r' if turn == 'w' else 'R'}3/8/8/4K3 {turn} - - 0 1"
    fen = fen if turn == "w" else "4k3/8/8/8/4R3/8/8/K7 b - - 0 1"
    root = ET.fromstring(board_picture(fen, white_at_bottom=white_at_bottom))
    (mark,) = (part for part in root.iter() if part.get("class") == "check")
    (king,) = (
        part for part in root.iter(f"{SVG}use") if part.get("href") == f"#{'white' if turn == 'w' else 'black'}-king"
    )
    assert king.get("transform") == f"translate({mark.get('x')}, {mark.get('y')})"
    side = "White" if turn == "w" else "Black"
    assert root.findtext(f"{SVG}title") == f"{side} to move, in check: {fen}"


def brightness(colour: str) -> float:
    """Returns the relative luminance of a colour such as #f0e6d2, from 0 to 1: https://www.w3.org/TR/WCAG22/"""
    digits = colour[1:7] if len(colour) > 4 else "".join(2 * digit for digit in colour[1:4])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    high, low = sorted((brightness(colour), brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("white_at_bottom", [True, False])
def test_the_coordinates_of_a_board_can_be_read(white_at_bottom: bool) -> None:
    drawn = ET.fromstring(board_picture(chess.STARTING_FEN, white_at_bottom=white_at_bottom))
    letters = [group for group in drawn.iter(f"{SVG}g") if "scale(0.75" in group.get("transform", "")]
    assert len(letters) == 32  # on all four sides
    assert all(contrast(group.get("fill", ""), BACKGROUND) >= 4.5 for group in letters)


@pytest.mark.parametrize("name", PICTURES)
def test_what_is_translucent_is_a_part_of_one(name: str) -> None:
    for element in ET.fromstring(PICTURES[name]()).iter():
        for key, value in element.attrib.items():
            if key.endswith("opacity"):
                assert 0 < float(value) < 1, (element.tag, key)


@pytest.mark.parametrize("fill", [{}, {0: "#123456"}, {26: "#abcdef", 143: "#00ff00"}])
def test_squares_of_the_12_x_12_board_have_the_colours_that_they_are_given(fill: dict[int, str]) -> None:
    drawn = ET.fromstring(draw_12x12_board([0] * 144, "Board", fill=fill))
    squares = [one for one in drawn.iter(f"{SVG}rect") if one.get("width") == one.get("height") == str(SQUARE)]
    assert len(squares) == 144
    colours = [square.get("fill") for square in squares]
    assert colours == [fill.get(square, square_colour(square)) for square in range(144)]


def test_the_tints_of_a_heat_map_begin_at_its_left_edge_each_before_its_number() -> None:
    drawn = ET.fromstring(heat_map(State.initial(), "white"))
    swatches = [
        one for one in drawn.iter(f"{SVG}rect") if one.get("fill") in TINTS and one.get("height") != one.get("width")
    ]
    places = [float(one.get("x", "")) for one in swatches if one.get("height") == str(LEGEND_FONT_SIZE)]
    assert len(places) == len(TINTS)
    assert places[0] == 0
    texts = {one.text: float(one.get("x", "")) for one in drawn.iter(f"{SVG}text")}
    for number, place in enumerate(places[:-1], 1):
        assert place < texts[str(number)] < places[number]
