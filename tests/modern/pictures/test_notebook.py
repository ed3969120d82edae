"""Positions, pictures and thoughts in a notebook."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import chess
import pytest

from historic import Program, State
from modern.pictures.board import board_picture
from modern.pictures.notebook import position_svg, state_svg, thought_html
from modern.pictures.svg import scaled_to_width
from modern.rules import Position
from modern.rules.fen import INITIAL_FEN

#: In IPython, which is imported first, as a notebook does. Prints how positions are shown: MIME types, picture, text.
IN_NOTEBOOK = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.enable_gui = None
from historic import Program, State
from modern.rules import Position
for position in (Position.initial(), Program(), State.initial()):
    shown, _ = shell.display_formatter.format(position)
    print(sorted(shown), shown["image/svg+xml"][:4], shown["text/plain"])
"""
SHOWN = """\
['image/svg+xml', 'text/plain'] <svg Position.from_fen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
['image/svg+xml', 'text/plain'] <svg <Program: printed reading, rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR>
['image/svg+xml', 'text/plain'] <svg State(PW="""


def test_a_notebook_shows_the_positions_of_both_programs_as_boards() -> None:
    pytest.importorskip("IPython")
    result = subprocess.run([sys.executable, "-P", "-c", IN_NOTEBOOK], capture_output=True, text=True, check=True)
    assert result.stdout.startswith(SHOWN)


def test_the_picture_of_a_position_has_its_last_move_and_its_check() -> None:
    position = Position.initial()
    for san in ["f4", "e5", "g3", "Qh4"]:
        position.make(position.parse_san(san))
    drawn = position_svg(position)
    assert drawn.count('class="arrow"') > 0
    assert 'class="arrow"' not in position_svg(Position(position.fen()))
    ElementTree.fromstring(drawn)


@pytest.mark.parametrize("fen", [INITIAL_FEN, "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"])
def test_the_picture_of_a_state_has_its_pieces(fen: str) -> None:
    title, text, *_ = ElementTree.fromstring(state_svg(State.from_fen(fen)))
    assert title.text == fen.split()[0]
    assert "".join(text.itertext()) == str(chess.Board(fen))


def test_a_picture_shows_itself() -> None:
    drawn = board_picture(INITIAL_FEN)
    assert drawn._repr_svg_() == drawn
    assert scaled_to_width(drawn, 100)._repr_svg_().startswith("<svg")


def test_a_thought_shows_its_candidates_as_a_table_with_the_choice_in_bold() -> None:
    thought = Program().think("white")
    table = ElementTree.fromstring(f"<div>{thought_html(thought)}</div>")
    rows = [[cell.text for cell in row] for row in table.iter("tr")]
    assert len(rows) == 21
    assert [row for row in table.iter("tr") if row[0].tag == "th"][1][0].text == "P to e3"
    assert rows[7] == ["P to e3", "4", "54", "0.70"]
    assert repr(thought).startswith("Thought(side='white', best=PieceMove(piece=4, square=54), value=0.70000")
    assert len(repr(thought)) < 150
