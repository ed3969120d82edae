"""The board of a page, as python-chess draws it: taken apart, so that a script can set it up again at each ply."""

from __future__ import annotations

import re
from typing import Final

import chess
import chess.svg

from modern.pictures.svg import inner_svg

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
    position_svg = inner_svg(chess.svg.board(chess.Board(), check=chess.E1))
    defs = _first_match(r"<defs>.*?</defs>", position_svg)
    pieces = "".join(re.findall(r"<use [^>]*/>", chess.svg.board(board)))
    empty_boards = [
        f'<g class="ground from-{chess.COLOR_NAMES[side]}">{_empty_board(side)}</g>'
        for side in (chess.WHITE, chess.BLACK)
    ]
    return (
        '<svg id="board" viewBox="0 0 390 390" role="img" aria-label="The board at the beginning">'
        f'{defs}{"".join(empty_boards)}<g id="marks"></g><g id="men">{pieces}</g><g id="arrows"></g></svg>'
    )


def _empty_board(orientation: chess.Color) -> str:
    """Squares and coordinates without men."""
    return inner_svg(chess.svg.board(None, orientation=orientation, colors=COLOURS)).replace("<defs />", "")


def _first_match(pattern: str, svg: str) -> str:
    match = re.search(pattern, svg, re.DOTALL)
    assert match is not None
    return match[0]
