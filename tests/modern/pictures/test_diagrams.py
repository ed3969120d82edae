"""The report's diagrams, redrawn."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from perft_counts import STARTPOS
from scenarios import rows_of, think_at
from svg_text import SVG, description_of, texts_in, title_of, words_of

from historic import Program, State
from historic.machine.font import GLYPHS
from historic.position.squares import SQUARE_TO_NAME, SQUARES
from historic.study.diagram import board_lines
from historic.tables import DIRECTIONS, MOVE_CODES
from modern.pictures import board_12x12, directions
from modern.pictures.diagrams import NAMED_PICTURES, REDRAWN_NOTE


def cells_of(picture: str) -> list[list[int]]:
    """Returns the numbers in each cell of a 12x12 board, from the top down, by square."""
    cells: list[list[int]] = [[] for _ in range(144)]
    for word in sorted(words_of(picture), key=lambda word: word.y):
        row, column = int(word.y // board_12x12.CELL), int(word.x // board_12x12.CELL)
        if row < 12:
            cells[12 * (11 - row) + column].append(int(word.text))
    return cells


def test_diagram_2_1_shows_the_number_and_the_content_of_each_square() -> None:
    program = Program()
    program.BOARD()
    cells = cells_of(NAMED_PICTURES["diagram-2-1"]())
    assert cells == [[square, content] for square, content in enumerate(program.board)]
    contents = [content for _, content in cells]
    assert {content for content in contents if content not in (0, 99)} == {*range(1, 17), *range(25, 41)}
    assert {square for square, content in enumerate(contents) if content != 99} == set(SQUARES)


def test_diagram_2_3_has_each_direction_in_its_target_square() -> None:
    picture = NAMED_PICTURES["diagram-2-3"]()
    offsets, bits = {}, {}
    for word in words_of(picture):
        if word.y > directions.CELL * 5:
            break
        place = (int(word.x // directions.CELL) - 2, 2 - int(word.y // directions.CELL))
        if word.text[0] in "+-":
            offsets[place] = int(word.text)
        elif ":" in word.text:
            bits[place] = tuple(map(int, word.text.split(": ")))
    assert offsets == {(right, up): 12 * up + right for right, up in offsets}
    assert sorted(offsets.values()) == sorted(-offset for offset in DIRECTIONS)
    assert {bits[place]: offset for place, offset in offsets.items()} == {
        (number, 2**number): -offset for number, offset in enumerate(DIRECTIONS)
    }


def test_diagram_2_3_has_an_arrow_into_the_square_of_each_direction() -> None:
    heads = []
    for arrow in ET.fromstring(NAMED_PICTURES["diagram-2-3"]()).iter(f"{SVG}polygon"):
        x, y = map(float, arrow.get("points", "").split()[0].split(","))
        heads.append((int(x // directions.CELL) - 2, 2 - int(y // directions.CELL)))
    assert [12 * up + right for right, up in heads] == [-offset for offset in DIRECTIONS]


def test_the_move_codes_in_diagram_2_3_are_the_programs() -> None:
    (line,) = re.findall(r"a rook has .*", "\n".join(texts_in(NAMED_PICTURES["diagram-2-3"]())))
    names = ("pawn", "rook", "knight", "bishop", "queen", "king")
    codes = dict(zip(names, MOVE_CODES[15:27:2], strict=True))
    for name, code in re.findall(r"(rook|bishop|queen|king|knight|pawn)(?: has)?(?: and king)? (\d+)", line):
        assert codes.pop(name) == int(code)
    assert codes == {"king": 255}


def test_diagram_2_4_is_whites_first_think_move_board() -> None:
    cells = cells_of(NAMED_PICTURES["diagram-2-4"]())
    thought = think_at(STARTPOS).think_move_board
    assert cells == [[square, number] for square, number in enumerate(thought)]
    traced = rows_of("trace-record.jsonl")[0]["think_move_board"]
    assert {str(square): number for square, number in cells if number} == traced


def test_the_sum_on_e2_in_the_legend_of_diagram_2_4_is_right() -> None:
    texts = " ".join(texts_in(NAMED_PICTURES["diagram-2-4"]()))
    (terms,) = re.findall(r"The sum on e2 is ([0-9 +]+[0-9])\.", texts)
    cells = cells_of(NAMED_PICTURES["diagram-2-4"]())
    (e2,) = (square for square, name in SQUARE_TO_NAME.items() if name == "e2")
    assert sum(map(int, terms.split(" + "))) == cells[e2][1]


def test_diagram_2_5_has_the_letters_and_the_17_stars_that_board2_prints() -> None:
    printed = dict(enumerate((line.split() for line in board_lines(State.initial().letters())), 2))
    dots = {
        (int(x) + step, int(y))
        for x, y, length in re.findall(r"M(-?\d+) (\d+)h(\d+)v1", NAMED_PICTURES["diagram-2-5"]())
        for step in range(int(length))
    }
    characters = {tuple(glyph): character for character, glyph in GLYPHS.items()}

    def character_at(row: int, column: int) -> str:
        lines = ("".join(".#"[(8 * column + x, 8 * row + y) in dots] for x in range(8)) for y in range(8))
        return characters[tuple(lines)]

    rows = {row: "".join(character_at(row, column) for column in range(18)).split() for row in range(2, 12)}
    assert {row: texts for row, texts in rows.items() if row in printed} == printed
    assert rows[3] == ["*" * 17]
    assert printed[5] == ["7*p", *"ppppppp"]


@pytest.mark.parametrize("name", ["diagram-2-1", "diagram-2-3", "diagram-2-4"])
def test_a_diagram_lost_from_the_scan_is_marked_as_redrawn(name: str) -> None:
    picture = NAMED_PICTURES[name]()
    assert REDRAWN_NOTE in texts_in(picture)
    assert description_of(picture) == REDRAWN_NOTE


@pytest.mark.parametrize("name", NAMED_PICTURES)
def test_every_picture_has_a_title_and_refers_to_no_other_file(name: str) -> None:
    picture = NAMED_PICTURES[name]()
    assert title_of(picture)
    assert not re.findall(r'(?:href|src)="(?!#)|url\((?!#)|@import|<script', picture)


@pytest.mark.parametrize("name", ["diagram-2-1", "diagram-2-3", "diagram-2-4", "diagram-2-5"])
def test_every_line_of_a_legend_fits_its_picture(name: str) -> None:
    picture = NAMED_PICTURES[name]()
    _, _, width, height = map(float, ET.fromstring(picture).get("viewBox", "").split())
    for word in words_of(picture):
        if word.x == 0 and word.size:
            assert 0.6 * word.size * len(word.text) < width - 20
            assert word.y < height - 10
