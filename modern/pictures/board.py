"""A board as a book prints it, with arrows and marks: python-chess draws it, in the colours of the other pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import chess
import chess.svg

from modern.pictures.svg import BY_NAME, DARK, GROUND, LIGHT, SHEER

#: In pixels, where nobody says.
SIZE: Final = 480
COLOURS: Final = {"margin": GROUND, "coord": "#333333", "square light": LIGHT, "square dark": DARK}
ARROWS: Final = {f"arrow {name}": colour + SHEER for name, colour in BY_NAME.items()}


def board_with(
    board: chess.Board,
    arrows: Iterable[chess.svg.Arrow] = (),
    fill: Mapping[int, str] | None = None,
    size: int = SIZE,
    white_below: bool = True,
    check: int | None = None,
) -> str:
    """The board with arrows, squares filled with colours, and a king on `check`. `size` is in pixels."""
    return chess.svg.board(
        board,
        orientation=white_below,
        check=check,
        arrows=arrows,
        fill=dict(fill or {}),
        size=size,
        colors={**COLOURS, **ARROWS},
    )


def board_picture(fen: str, arrows: Iterable[chess.svg.Arrow] = (), white_below: bool = True) -> str:
    """The position of a lawful FEN as a picture of its own; a king in check is marked."""
    board = chess.Board(fen)
    check = board.king(board.turn) if board.is_check() else None
    drawing = board_with(board, arrows, white_below=white_below, check=check)
    title = f"{'White' if board.turn else 'Black'} to move{', in check' if check is not None else ''}: {fen}"
    root, inside = drawing.split(">", 1)
    return f'{root} role="img" aria-label="{title}"><title>{title}</title>{inside}\n'
