"""The board of a page, as python-chess draws it: taken apart, so that a script can set it up again at each ply."""

from __future__ import annotations

import re
from typing import Final

import chess
import chess.svg

from modern.pictures.svg import inside

#: Coordinates take the colour of the text around them; the squares are pale, as in a book, so that arrows stand out.
COLOURS: Final = {
    "square light": "#f3ead8",
    "square dark": "#c8b796",
    "margin": "none",
    "coord": "currentColor",
}


def board_svg(fen: str) -> str:
    """The board at a FEN: seen from White and from Black, with room for marks, men and arrows."""
    board = chess.Board(fen)
    drawn = inside(chess.svg.board(chess.Board(), check=chess.E1))
    defs = _found(r"<defs>.*?</defs>", drawn)
    men = "".join(re.findall(r"<use [^>]*/>", chess.svg.board(board)))
    grounds = [
        f'<g class="ground from-{chess.COLOR_NAMES[side]}">{_ground(side)}</g>' for side in (chess.WHITE, chess.BLACK)
    ]
    return (
        '<svg id="board" viewBox="0 0 390 390" role="img" aria-label="The board at the beginning">'
        f'{defs}{"".join(grounds)}<g id="marks"></g><g id="men">{men}</g><g id="arrows"></g></svg>'
    )


def _ground(orientation: chess.Color) -> str:
    """Squares and coordinates without men."""
    return inside(chess.svg.board(None, orientation=orientation, colors=COLOURS)).replace("<defs />", "")


def _found(pattern: str, drawing: str) -> str:
    found = re.search(pattern, drawing, re.DOTALL)
    assert found is not None
    return found[0]
