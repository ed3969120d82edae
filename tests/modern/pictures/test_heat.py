"""Think move boards drawn over the board."""

from __future__ import annotations

import re

import pytest
from scenarios import Row, rows_of, state_of
from svg_text import title_of, words_of

from historic import State
from historic.position.squares import SQUARES
from historic.study.candidates import think_move_board
from modern.pictures.arrows import parse_arrows
from modern.pictures.heat import CELL, MARGIN, TINTS, heat_map, tint
from modern.pictures.svg import RED

NINE_QUEENS = "7k/8/8/3QQ3/2QQQ3/3QQ3/3Q4/K7 b - - 0 1"


def numbers_on_squares(picture: str, white_at_bottom: bool = True) -> dict[int, list[int]]:
    """Maps each square to the numbers drawn on it, from the top down."""
    numbers: dict[int, list[int]] = {}
    for word in sorted(words_of(picture), key=lambda word: word.y):
        column, row = int((word.x - MARGIN) // CELL), int(word.y // CELL)
        if word.x > MARGIN and row < 8:
            y, x = (9 - row, column + 2) if white_at_bottom else (row + 2, 9 - column)
            numbers.setdefault(12 * y + x, []).append(int(word.text))
    return numbers


@pytest.mark.parametrize("row", rows_of("trace-record.jsonl"))
def test_each_square_has_the_programs_sum_and_the_number_of_pieces_that_reach_it(row: Row) -> None:
    bits = {int(square): number for square, number in row["think_move_board"].items() if number}
    expected = {square: [bin(number).count("1"), number] for square, number in bits.items()}
    assert numbers_on_squares(heat_map(state_of(row), row["side"])) == expected


def test_flipped_each_number_stays_on_its_square() -> None:
    state = State.initial()
    turned = numbers_on_squares(heat_map(state, "black", white_at_bottom=False), white_at_bottom=False)
    assert turned == numbers_on_squares(heat_map(state, "black"))


def test_a_square_that_more_pieces_reach_has_a_darker_tint() -> None:
    assert [tint(bits) for bits in (0, 1, 16, 3, 7, 15, 31, 63)] == ["", *TINTS[:1], *TINTS, TINTS[-1]]


def test_no_sum_is_wider_than_its_square() -> None:
    state = State.from_fen(NINE_QUEENS)
    assert max(think_move_board(state, "white")) > 10**6
    for word in words_of(heat_map(state, "white")):
        if word.text.isdigit():
            assert 0.6 * word.size * len(word.text) < CELL


def test_no_piece_reaches_a_square_of_the_border() -> None:
    bits = think_move_board(State.initial(), "white")
    assert {square for square, number in enumerate(bits) if number} <= set(SQUARES)


def test_the_title_names_the_side() -> None:
    assert title_of(heat_map(State.initial(), "black")).startswith("Black's think move board")


@pytest.mark.parametrize("white_at_bottom", [True, False])
def test_arrows_and_circles_are_drawn_over_a_think_move_board(white_at_bottom: bool) -> None:
    drawn = heat_map(State.initial(), "white", white_at_bottom, parse_arrows("e2e4 d4:red"))
    drawn = "".join(re.findall(r'<g opacity="[\d.]+">(.*?)</g>', drawn, re.S))
    (line,) = re.findall(r'<line x1="([\d.]+)" y1="([\d.]+)"', drawn)
    ((x, y, colour),) = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)".* stroke="(#\w+)"', drawn)
    e2, d4 = ((4.5, 6.5), (3.5, 4.5)) if white_at_bottom else ((3.5, 1.5), (4.5, 3.5))
    assert tuple(map(float, line)) == (MARGIN + CELL * e2[0], CELL * e2[1])
    assert (float(x), float(y), colour) == (MARGIN + CELL * d4[0], CELL * d4[1], RED)
