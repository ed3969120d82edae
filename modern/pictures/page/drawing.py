"""Draws the board of a page. python-chess draws it; its parts are separated so that a script can redraw each ply."""

from __future__ import annotations

import re
from typing import Final

import chess
import chess.svg

from modern.pictures.svg import inner_svg

#: Coordinates take the colour of the surrounding text; the squares are pale, as in a book, so that arrows stand out.
COLOURS: Final = {
    "square light": "#f3ead8",
    "square dark": "#c8b796",
    "margin": "none",
    "coord": "currentColor",
}


def board_svg(fen: str) -> str:
    """Returns the board at a FEN as SVG.

    It has the empty board from White's and from Black's side, and groups for marks, pieces and arrows.
    """
    board = chess.Board(fen)
    position_svg = inner_svg(chess.svg.board(chess.Board(), check=chess.E1))
    defs = _first_match(r"<defs>.*?</defs>", position_svg)
    pieces = "".join(re.findall(r"<use [^>]*/>", chess.svg.board(board)))
    empty_boards = [
        f'<g class="ground from-{chess.COLOR_NAMES[side]}">{_empty_board(side)}</g>'
        for side in (chess.WHITE, chess.BLACK)
    ]
    return (
        '<svg id="board" viewBox="0 0 390 390" role="img" aria-label="The board at the start of the game">'
        f'{defs}{"".join(empty_boards)}<g id="marks"></g><g id="pieces">{pieces}</g><g id="arrows"></g></svg>'
    )


def _empty_board(orientation: chess.Color) -> str:
    """Returns the squares and coordinates without pieces."""
    return inner_svg(chess.svg.board(None, orientation=orientation, colors=COLOURS)).replace("<defs />", "")


def _first_match(pattern: str, svg: str) -> str:
    match = re.search(pattern, svg, re.DOTALL)
    assert match is not None
    return match[0]
