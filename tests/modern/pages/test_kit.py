"""The kit of all pages: tables, lists of moves, facts, and templates that leave nothing out in silence."""

from __future__ import annotations

import re

import pytest
from jinja2 import UndefinedError

from modern.pages.kit import DIAGONAL, Cell, MoveLine, MoveLink, Table, environment, move_lines, render

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def part(source: str, **values: object) -> str:
    """Returns what a macro of the shared parts makes of values."""
    text = environment().from_string(f'{{% import "parts.html" as parts %}}{{{{ parts.{source} }}}}').render(**values)
    return re.sub(r"\n", "", text)


def test_a_column_whose_title_begins_with_an_angle_bracket_holds_figures() -> None:
    text = part("data_table(table)", table=Table([">Elo", "name"], [["12", "A & B"]], kind="crosstable"))
    assert text == (
        '<table class="crosstable"><thead><tr><th scope="col" class="figure">Elo</th><th scope="col">name</th></tr>'
        '</thead><tbody><tr><td class="figure">12</td><td>A &amp; B</td></tr></tbody></table>'
    )


def test_a_cell_may_be_a_link_a_diagonal_or_the_heading_of_its_row() -> None:
    rows: list[list[str | Cell]] = [["A", DIAGONAL, Cell("1 of 2", "#pairing")]]
    text = part("data_table(table)", table=Table(["player", ">1", ">2"], rows, heading=0, row_ids=["row-1"]))
    assert '<tr id="row-1"><th scope="row">A</th><td class="self"></td>' in text
    assert '<td class="figure"><a href="#pairing">1 of 2</a></td></tr>' in text


def test_moves_stand_two_in_a_line_with_their_numbers() -> None:
    e4, e5, nf3 = (MoveLink(f"#{san}", san) for san in ("e4", "e5", "Nf3"))
    assert move_lines(START, [e4, e5, nf3]) == [MoveLine(1, [e4, e5], False), MoveLine(2, [nf3], False)]
    black_begins = START.replace(" w ", " b ").replace(" 1", " 7")
    assert move_lines(black_begins, [e5, nf3]) == [MoveLine(7, [e5], True), MoveLine(8, [nf3], False)]
    assert move_lines(START, []) == []


def test_facts_without_a_text_are_left_out_and_so_is_a_list_without_facts() -> None:
    facts = [("Event", "<Open>"), ("Site", "")]
    assert (
        part("facts_list(facts)", facts=facts)
        == '<dl class="facts"><div><dt>Event</dt><dd>&lt;Open&gt;</dd></div></dl>'
    )
    assert part("facts_list(facts)", facts=[("Site", "")]) == ""


def test_a_value_that_a_template_needs_cannot_be_forgotten() -> None:
    with pytest.raises(UndefinedError, match="is undefined"):
        render("tournament.html", generator="gosub tournament")


def test_a_page_without_a_script_allows_none() -> None:
    page = render("games.html", generator="gosub page", title="None", games=Table(["game"], []), failed=())
    assert "script-src" not in page
    assert "<script" not in page
